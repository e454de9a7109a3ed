/* SQLite, damaged and copied: a result that was changed in the file is never returned; checks find every change;
 * backups are whole. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <store/maintenance.h>

#include "frame.h"

static struct store *store;

static void sql(const char *text)
{
    sqlite3 *db;
    char *message = NULL;
    assert_int_equal(sqlite3_open(frame_url() + strlen("sqlite:"), &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", text, message);
    sqlite3_close(db);
}

/* Adds finished job n, with the key of `key`. */
static struct job_id add(uint64_t n, uint64_t key, struct bytes *result)
{
    struct store_job row = job_of(n);
    row.key = hash_of(key);
    row.state = JOB_SUCCEEDED;
    row.final = true;
    row.verdict = VERDICT_VERIFIED;
    row.finished_ms = 1 + (int64_t)n;
    row.result = result;
    assert_int_equal(submit(store, &row), NASH_OK);
    return row.id;
}

struct findings {
    unsigned count;
    enum store_fault last;
    struct job_id job;
};

static void note(void *context, const struct store_finding *finding)
{
    struct findings *findings = context;
    findings->count++;
    findings->last = finding->fault;
    if (finding->has_job)
        findings->job = finding->job;
}

/* Checks the whole store, in pieces of two jobs. Returns the number of findings. */
static unsigned check_all(struct findings *findings, struct store_check *check)
{
    struct nash_error error = {0};
    *findings = (struct findings){0};
    *check = (struct store_check){.whole = true, .max_jobs = 2, .found = note, .context = findings};
    for (int i = 0; i < 1000 && !check->done; i++)
        if (store_check(store, check, &error) != NASH_OK)
            fail_msg("%s", error.detail);
    assert_true(check->done);
    return findings->count;
}

static bool is_looked_up(uint64_t key, struct store_job *row)
{
    bool found;
    struct nash_hash hash = hash_of(key);
    assert_int_equal(store_lookup(store, &hash, 1, row, &found, NULL), NASH_OK);
    return found;
}

/* Whatever of an answer is changed by SQL, its result is not returned, and the older answer of its key is. */
static void test_changed_answers(void **state)
{
    static const char *const changes[] = {
        "UPDATE job SET result = CAST('{\"answer\":43}' AS BLOB) WHERE sequence = 2",
        "UPDATE job SET result = CAST('{\"answer\":4}' AS BLOB) WHERE sequence = 2",
        "UPDATE job SET result = NULL WHERE sequence = 2",
        "UPDATE job SET verdict = 2 WHERE sequence = 2",
        "UPDATE job SET final = 0 WHERE sequence = 2",
        "UPDATE job SET state = 3 WHERE sequence = 2",
        "UPDATE job SET key = (SELECT key FROM job WHERE sequence = 3) WHERE sequence = 2",
        "UPDATE job SET result_bytes = 5 WHERE sequence = 2",
        "UPDATE job SET result_check = result_check + 1 WHERE sequence = 2",
        "UPDATE job SET (result, result_check) = (SELECT result, result_check FROM job LIMIT 1) WHERE sequence = 2",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct findings findings;
        struct store_check check;
        struct store_job row;
        frame_teardown(state);
        assert_int_equal(frame_setup(state), 0);
        store = frame_open("a");
        struct job_id older = add(1, 1, bytes_of("{\"answer\":41}")), newer = add(2, 1, bytes_of("{\"answer\":42}"));
        add(3, 3, bytes_of("{\"answer\":45}"));
        assert_true(is_looked_up(1, &row));
        assert_memory_equal(&row.id, &newer, sizeof newer);
        store_job_release(&row);
        assert_int_equal(check_all(&findings, &check), 0);
        assert_int_equal(check.jobs, 3);
        sql(changes[i]);
        assert_true(is_looked_up(1, &row));
        assert_memory_equal(&row.id, &older, sizeof older);
        assert_string_equal(row.result->data, "{\"answer\":41}");
        store_job_release(&row);
        assert_true(get(store, &newer, &row));
        assert_true(row.damaged);
        assert_null(row.result);
        store_job_release(&row);
        assert_true(check_all(&findings, &check) > 0);
        assert_true(check.faults[FAULT_RESULT] == 1);
        assert_memory_equal(&findings.job, &newer, sizeof newer);
        struct store_job other;
        assert_true(is_looked_up(3, &other));
        assert_string_equal(other.result->data, "{\"answer\":45}");
        store_job_release(&other);
        store_close(store);
    }
}

/* A damaged job is reopened, solved again, and answers; an intact one is not reopened. */
static void reopen(bool large)
{
    struct nash_rng rng = test_rng();
    struct findings findings;
    struct store_check check;
    struct store_job row;
    struct store_stats stats;
    store = frame_open("a");
    struct job_id id = add(1, 1, bytes_random(&rng, large ? 3 << 20 : 70000));
    struct store_op op = {.verb = STORE_REOPEN, .row.id = id};
    assert_int_equal(put(store, &op), NASH_CONFLICT);
    sql(large ? "UPDATE part SET bytes = CAST(zeroblob(length(bytes)) AS BLOB) WHERE id % 4096 = 2"
              : "UPDATE part SET bytes = zeroblob(70000)");
    assert_int_equal(check_all(&findings, &check), 1);
    assert_int_equal(findings.last, FAULT_RESULT);
    op = (struct store_op){.verb = STORE_REOPEN, .row.id = id};
    assert_int_equal(put(store, &op), NASH_OK);
    assert_int_equal(put(store, &op), NASH_CONFLICT); /* it is unfinished now */
    op.row.id = id_of(99);
    assert_int_equal(put(store, &op), NASH_NOT_FOUND);
    assert_true(get(store, &id, &row));
    assert_int_equal(row.state, JOB_QUEUED);
    assert_null(row.result);
    assert_false(row.damaged);
    assert_string_equal(row.problem->data, "{\"n\":1}");
    store_job_release(&row);
    uint64_t removed;
    assert_int_equal(store_sweep(store, &(struct store_retention){0}, &removed, NULL), NASH_OK);
    assert_int_equal(check_all(&findings, &check), 0);
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    assert_int_equal(stats.jobs[JOB_QUEUED], 1);
    assert_int_equal(stats.jobs[JOB_SUCCEEDED], 0);
    assert_int_equal(heartbeat(store, &id, 5, NULL), NASH_OK); /* leased to this node */
    assert_int_equal(finish(store, &id, JOB_SUCCEEDED, 9), NASH_OK);
    assert_true(is_looked_up(1, &row));
    assert_string_equal(row.result->data, "{\"answer\":42}");
    store_job_release(&row);
    assert_int_equal(check_all(&findings, &check), 0);
    store_close(store);
}

static void test_reopen(void **state)
{
    reopen(false);
}

static void test_reopen_large(void **state)
{
    reopen(true);
}

/* Bytes are changed in the file itself. */
static void test_changed_bytes(void **state)
{
    struct nash_rng rng = test_rng();
    static char page[4096];
    struct findings findings;
    struct store_check check;
    struct store_job row;
    store = frame_open("a");
    struct bytes *result = bytes_random(&rng, 9000);
    struct job_id id = add(1, 1, bytes_ref(result));
    store_close(store);
    int fd = open(frame_url() + strlen("sqlite:"), O_RDWR), changed = 0;
    for (off_t at = 0; pread(fd, page, sizeof page, at) == sizeof page; at += (off_t)sizeof page) {
        char *hit = memmem(page, sizeof page, result->data + 5000, 64);
        if (hit == NULL)
            continue;
        hit[30] ^= 1;
        assert_int_equal(pwrite(fd, page, sizeof page, at), sizeof page);
        changed++;
    }
    close(fd);
    bytes_unref(result);
    assert_int_equal(changed, 1);
    store = frame_open("a");
    assert_false(is_looked_up(1, &row));
    assert_true(get(store, &id, &row));
    assert_true(row.damaged);
    store_job_release(&row);
    assert_int_equal(check_all(&findings, &check), 1);
    assert_int_equal(findings.last, FAULT_RESULT);
    store_close(store);
}

/* Every other kind of fault is found. */
static void test_other_faults(void **state)
{
    static const struct {
        const char *sql;
        enum store_fault fault;
    } faults[] = {
        {"UPDATE job SET problem = CAST('{\"n\":2}' AS BLOB) WHERE sequence = 1", FAULT_PROBLEM},
        {"DELETE FROM run", FAULT_JOB},
        {"INSERT INTO tag VALUES ('x', 77)", FAULT_JOB},
        {"INSERT INTO blob VALUES (77, 'x', x'00')", FAULT_JOB},
        {"INSERT INTO part VALUES (4096 * 9, NULL, x'00')", FAULT_PARTS},
        {"UPDATE tally SET jobs = jobs + 1 WHERE state = 2", FAULT_SUMS},
        {"UPDATE tally SET jobs = jobs + 1 WHERE state = 0", FAULT_SUMS},
        {"UPDATE span SET last_ms = 5", FAULT_SUMS},
        {"DELETE FROM span", FAULT_SUMS},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct findings findings;
        struct store_check check;
        frame_teardown(state);
        assert_int_equal(frame_setup(state), 0);
        store = frame_open("a");
        add(1, 1, bytes_of("{}"));
        struct store_job row = job_of(2);
        row.tags = bytes_of("[\"red\"]");
        assert_int_equal(submit(store, &row), NASH_OK);
        assert_int_equal(check_all(&findings, &check), 0);
        sql(faults[i].sql);
        check_all(&findings, &check);
        if (check.faults[faults[i].fault] != 1)
            fail_msg("%s: not found", faults[i].sql);
        store_close(store);
    }
}

/* Rows from before there were checksums are accepted, and a check gives them theirs. */
static void test_old_rows(void **state)
{
    enum { JOBS = 150 };
    struct findings findings;
    struct store_check check;
    struct store_job row;
    store = frame_open("a");
    for (uint64_t n = 0; n < JOBS; n++)
        add(n, n, bytes_of("{\"answer\":42}"));
    sql("UPDATE job SET result_check = NULL, problem_check = NULL");
    assert_true(is_looked_up(1, &row));
    store_job_release(&row);
    assert_int_equal(check_all(&findings, &check), 0);
    assert_int_equal(check.sums_added, JOBS);
    assert_int_equal(check_all(&findings, &check), 0);
    assert_int_equal(check.sums_added, 0);
    sql("UPDATE job SET result = CAST('{\"answer\":41}' AS BLOB) WHERE sequence = 9");
    assert_int_equal(check_all(&findings, &check), 1);
    store_close(store);
}

/* ---- backups ---- */

static bool count_piece(void *context, uint64_t done, uint64_t total)
{
    struct store_job row = job_of(1000 + done);
    unsigned *pieces = context;
    ++*pieces;
    assert_true(done <= total);
    row.state = JOB_FAILED;
    assert_int_equal(submit(store, &row), NASH_OK); /* writes go on */
    return true;
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void test_backup(void **state)
{
    enum { JOBS = 100 };
    struct nash_rng rng = test_rng();
    struct findings findings;
    struct store_check check;
    struct nash_error error = {0};
    struct store_stats stats;
    struct stat status;
    char path[160], url[200];
    unsigned pieces = 0;
    store = frame_open("a");
    for (uint64_t n = 0; n < JOBS; n++)
        add(n, n, bytes_random(&rng, n == 7 ? 3 << 20 : 20000));
    snprintf(path, sizeof path, "%s/copy.db", frame_folder());
    if (store_backup_watched(store, path, count_piece, &pieces, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    assert_true(pieces > 3);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(store_backup(store, path, &error), NASH_CONFLICT);
    snprintf(url, sizeof url, "%s/other.db", frame_folder());
    assert_int_equal(store_backup_watched(store, url, stop_at_once, NULL, &error), NASH_STOPPED);
    assert_int_equal(access(url, F_OK), -1);
    strcat(url, ".part");
    assert_int_equal(access(url, F_OK), -1);
    assert_int_equal(store_backup(store, "/nowhere/x/y.db", &error), NASH_NOT_FOUND);
    store_close(store);
    snprintf(url, sizeof url, "sqlite:%s", path);
    store = store_open(url, "a", &error);
    assert_non_null(store);
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    assert_int_equal(stats.jobs[JOB_SUCCEEDED], JOBS);
    assert_int_equal(stats.jobs[JOB_FAILED], 0); /* it shows the moment of its beginning */
    assert_int_equal(check_all(&findings, &check), 0);
    store_close(store);
}

static void test_free_bytes(void **state)
{
    store = frame_open("a");
    assert_in_range(store_free_bytes(store), 1, UINT64_MAX - 1);
    store_close(store);
    store = store_open("sqlite::memory:", "a", NULL);
    assert_true(store_free_bytes(store) == UINT64_MAX);
    struct findings findings;
    struct store_check check;
    add(1, 1, bytes_of("{}"));
    assert_int_equal(check_all(&findings, &check), 0);
    assert_int_equal(store_backup(store, "/tmp/x", NULL), NASH_INVALID);
    store_close(store);
}

int main(int argc, char **argv)
{
    (void)argc;
    frame_start(1, argv); /* always SQLite */
#define TEST(name) cmocka_unit_test_setup_teardown(name, frame_setup, frame_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_changed_answers), TEST(test_reopen),   TEST(test_reopen_large), TEST(test_changed_bytes),
        TEST(test_other_faults),    TEST(test_old_rows), TEST(test_backup),       TEST(test_free_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
