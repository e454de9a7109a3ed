/* SQLite on a failing disk: no operation is stored in part, no acknowledged one is lost, and the store recovers with
 * the disk. */
#include <sqlite3.h>
#include <store/maintenance.h>
#include <stdio.h>
#include <string.h>

#include <base/log.h>

#include "model.h"
#include "vfs.h"

enum { ROUNDS = 60, BATCHES = 12, BATCH = 8, IDS = 40 };

static bool is_failure(enum nash_status status)
{
    return status == NASH_BUSY || status == NASH_INTERNAL;
}

static void check(struct store *store, struct model *model)
{
    struct job_id ids[IDS];
    struct store_job rows[IDS];
    bool found[IDS];
    struct nash_error error = {0};
    for (size_t i = 0; i < IDS; i++)
        ids[i] = id_of(i);
    if (store_get(store, ids, IDS, STORE_BODIES, rows, found, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    uint64_t want_jobs[5] = {0};
    for (size_t i = 0; i < IDS; i++) {
        struct model_job *want = model_find(model, &ids[i]);
        assert_int_equal(found[i], want != NULL);
        if (want == NULL)
            continue;
        assert_same_job(&rows[i], &want->row, true, true);
        store_job_release(&rows[i]);
        want_jobs[want->row.state]++;
        for (size_t b = 0; b < MODEL_BLOBS; b++) {
            struct bytes *blob = store_blob(store, &ids[i], model_blob_names[b]);
            assert_true(bytes_equal(blob, want->blob[b]));
            bytes_unref(blob);
        }
    }
    struct store_stats stats;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    for (int s = 0; s < 5; s++)
        assert_int_equal(stats.jobs[s], want_jobs[s]);
}

/* Runs SQLite's integrity check on the file. */
static void check_file(void)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_open(frame_url() + strlen("sqlite:"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(s, 0), "ok");
    sqlite3_finalize(s);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA foreign_key_check", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_DONE);
    sqlite3_finalize(s);
    sqlite3_close(db);
}

static struct store_op random_op(struct nash_rng *rng)
{
    static const enum store_verb verbs[] = {STORE_SUBMIT, STORE_SUBMIT, STORE_SUBMIT, STORE_FINISH,
                                            STORE_FINISH, STORE_REMOVE, STORE_BLOB,   STORE_HEARTBEAT};
    struct store_op op = {.verb = verbs[nash_rng_below(rng, 8)], .row = job_of(nash_rng_below(rng, IDS))};
    op.row.state = (enum job_state)nash_rng_below(rng, 5);
    op.row.final = nash_rng_below(rng, 2);
    op.row.finished_ms = (int64_t)nash_rng_below(rng, 1000);
    op.row.result = bytes_random(rng, nash_rng_below(rng, 30000));
    if (nash_rng_below(rng, 3) == 0) {
        snprintf(op.row.idempotency, sizeof op.row.idempotency, "%u", (unsigned)nash_rng_below(rng, 5));
        op.row.fingerprint = hash_of(3);
    }
    op.blob_name = op.verb == STORE_SUBMIT ? ".run" : "name";
    op.blob = bytes_random(rng, nash_rng_below(rng, 9000));
    return op;
}

/* Posts random writes in one batch, then applies those that succeeded to the model, in the order of the queue. */
static void write_batch(struct nash_rng *rng, struct store *store, struct model *model)
{
    struct store_op op[BATCH], *folded[BATCH] = {0};
    struct job_id posted_id[BATCH];
    struct plug plug;
    plug_in(store, &plug);
    for (size_t i = 0; i < BATCH; i++) {
        op[i] = random_op(rng);
        bool fold = i > 0 && op[i].verb == STORE_FINISH && op[i - 1].verb == STORE_SUBMIT;
        if (fold) {
            op[i].row.id = op[i - 1].row.id;
            folded[i - 1] = &op[i];
            store_post_finish(store, &op[i], &op[i - 1]);
        } else {
            store_post(store, &op[i]);
        }
        posted_id[i] = op[i].row.id;
    }
    plug_out(&plug);
    store_flush(store);
    for (size_t i = 0; i < BATCH; i++) {
        enum nash_status want[2];
        struct job_id got = op[i].row.id, older = posted_id[i];
        bool is_follow = i > 0 && folded[i - 1] == &op[i];
        if (is_failure(op[i].status))
            assert_memory_equal(&got, &posted_id[i], sizeof got);
        if (is_failure(op[i].status) || is_follow)
            continue;
        op[i].row.id = posted_id[i];
        if (folded[i] != NULL) {
            model_fold(model, 0, &op[i], folded[i], want, &older);
            assert_int_equal(folded[i]->status, want[1]);
        } else {
            want[0] = model_apply(model, 0, &op[i], &older);
        }
        assert_int_equal(op[i].status, want[0]);
        assert_memory_equal(&got, &older, sizeof got);
    }
    for (size_t i = 0; i < BATCH; i++) {
        store_job_release(&op[i].row);
        bytes_unref(op[i].blob);
    }
}

/* Claims jobs and updates the model: a claim leases all jobs it returns, or fails and leases none. */
static void claim(struct nash_rng *rng, struct store *store, struct model *model)
{
    struct nash_arena *arena = nash_arena_new(8 << 20);
    struct store_job *rows;
    size_t count;
    struct model_job *want[IDS];
    unsigned max = 1 + (unsigned)nash_rng_below(rng, 4);
    enum nash_status status = store_claim(store, max, 100000, arena, &rows, &count, NULL);
    if (status == NASH_OK) {
        assert_int_equal(count, model_claim(model, 0, max, false, want));
        for (size_t i = 0; i < count; i++)
            store_job_release(&rows[i]);
    } else {
        assert_true(is_failure(status));
        assert_int_equal(count, 0);
    }
    nash_arena_free(arena);
}

static void release(struct store *store, struct model *model)
{
    enum nash_status status = store_release_node(store, NULL);
    if (status == NASH_OK)
        model_release_node(model, 0);
    else
        assert_true(is_failure(status));
}

static void play(struct nash_rng *rng)
{
    struct model *model = calloc(1, sizeof *model);
    struct store *store = frame_open("a");
    long failures = 0;
    assert_non_null(model);
    for (int i = 0; i < BATCHES; i++) {
        long times = nash_rng_below(rng, 3) == 0 ? 1000000 : 1 + (long)nash_rng_below(rng, 4);
        vfs_fail((long)nash_rng_below(rng, 40), times, nash_rng_below(rng, 2));
        for (int j = 0; j < 3; j++) {
            write_batch(rng, store, model);
            if (nash_rng_below(rng, 3) == 0)
                claim(rng, store, model);
            if (nash_rng_below(rng, 6) == 0)
                release(store, model);
        }
        check(store, model); /* reads succeed meanwhile */
        failures += vfs_failures();
        vfs_mend();
        struct store_op op = {.verb = STORE_SUBMIT, .row = job_of(1000000 + (uint64_t)i)};
        assert_int_equal(put(store, &op), NASH_OK);
        assert_int_equal(finish(store, &op.row.id, JOB_FAILED, 1), NASH_OK);
        assert_int_equal(removal(store, &op.row.id), NASH_OK);
        store_job_release(&op.row);
    }
    assert_true(failures > 0);
    if (nash_rng_below(rng, 2))
        vfs_fail((long)nash_rng_below(rng, 10), 1000000, true); /* also while it closes */
    store_close(store);
    vfs_mend();
    store = frame_open("a");
    check(store, model);
    store_close(store);
    check_file();
    model_free(model);
}

static void test_writes(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < (int)test_length(12, ROUNDS); i++) {
        if (i > 0) {
            frame_teardown(state);
            assert_int_equal(frame_setup(state), 0);
        }
        play(&rng);
    }
}

/* Opening the store fails at each call of the file system in turn; the next attempt finds an intact database. */
static void test_open(void **state)
{
    bool failed = true;
    long n = 0;
    for (; failed; n++) {
        struct nash_error error = {0};
        frame_teardown(state);
        assert_int_equal(frame_setup(state), 0);
        vfs_fail(n, 1, n % 2);
        struct store *store = store_open(frame_url(), "a", &error);
        failed = vfs_failures() > 0;
        if (store == NULL) {
            assert_true(failed && is_failure(error.status));
            assert_non_null(strstr(error.detail, "jobs.db"));
        }
        store_close(store);
        vfs_mend();
        store = frame_open("a");
        struct store_job row = job_of(1);
        assert_int_equal(submit(store, &row), NASH_OK);
        store_close(store);
        check_file();
    }
    assert_true(n > 10);
}

/* The store says why its last write failed, until one succeeds; a probe is such a write, and changes nothing. */
static void test_write_fault(void **state)
{
    struct store *store = frame_open("a");
    struct store_job row = job_of(1);
    struct store_op probe = {.verb = STORE_PROBE};
    struct store_stats before, after;
    char reason[256];
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_int_equal(store_stats(store, &before, NULL), NASH_OK);
    assert_false(store_write_fault(store, reason, sizeof reason));
    assert_string_equal(reason, "");
    for (int full = 0; full < 2; full++) {
        vfs_fail(0, 1000000, full);
        assert_true(is_failure(put(store, &probe)));
        assert_true(vfs_failures() > 0); /* it did write */
        assert_true(store_write_fault(store, reason, sizeof reason));
        assert_true(strlen(reason) > 4);
        vfs_mend();
        assert_int_equal(put(store, &probe), NASH_OK);
        assert_false(store_write_fault(store, reason, sizeof reason));
    }
    assert_int_equal(store_stats(store, &after, NULL), NASH_OK);
    assert_memory_equal(before.jobs, after.jobs, sizeof before.jobs);
    store_close(store);
    check_file();
}

/* A sweep that fails leaves each job whole or removed, and reports the number of removed jobs. */
static void test_sweep(void **state)
{
    enum { JOBS = 30 };
    struct store *store = frame_open("a");
    struct nash_rng rng = test_rng();
    for (uint64_t i = 0; i < JOBS; i++) {
        struct store_job row = job_of(i);
        row.state = JOB_SUCCEEDED;
        row.finished_ms = 1 + (int64_t)i;
        row.result = bytes_random(&rng, 20000);
        assert_int_equal(submit(store, &row), NASH_OK);
    }
    uint64_t left = JOBS;
    for (long n = 0; left > 0; n += 1 + n / 4) {
        uint64_t removed = 0;
        struct store_stats stats;
        vfs_fail(n, 1, n % 2);
        enum nash_status status = store_sweep(store, &(struct store_retention){.max_age_ms = 1}, &removed, NULL);
        vfs_mend();
        left -= removed;
        assert_true(status == NASH_OK || is_failure(status));
        assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
        assert_int_equal(stats.jobs[JOB_SUCCEEDED], left);
    }
    store_close(store);
    check_file();
}

int main(int argc, char **argv)
{
    (void)argc;
    frame_start(1, argv); /* always SQLite */
    vfs_start();
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* hundreds of failures are expected */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_open, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_writes, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_write_fault, frame_setup, frame_teardown),
        cmocka_unit_test_setup_teardown(test_sweep, frame_setup, frame_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
