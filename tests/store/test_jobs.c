/* Conformance, by examples: the effects and the errors of single writes. */
#include <stdio.h>
#include <string.h>

#include "frame.h"

/* ---- values come back as they went in ---- */

static void fill(char *text, size_t size, char c)
{
    memset(text, c, size - 1);
    text[size - 1] = '\0';
}

static void test_extremes(void **state)
{
    struct store *store = frame_open("a");
    struct store_job row = job_of(1), got;
    fill(row.kind, sizeof row.kind, 'k');
    fill(row.owner, sizeof row.owner, 'o');
    fill(row.idempotency, sizeof row.idempotency, 'i');
    row.fingerprint = hash_of(77);
    row.state = JOB_FAILED;
    row.format = 1;
    row.priority = -100;
    row.timeout_ms = UINT32_MAX;
    row.seed = UINT64_MAX;
    row.created_ms = row.started_ms = row.finished_ms = INT64_C(253402300799999);
    row.last_event = INT64_MAX;
    row.attempts = 4000000000;
    row.error = bytes_copy("a\0b\0", 4);
    row.result = bytes_copy("", 0);
    struct store_op op = {.verb = STORE_SUBMIT, .row = row};
    assert_int_equal(put(store, &op), NASH_OK);
    assert_true(get(store, &row.id, &got));
    assert_same_job(&got, &row, true, true);
    store_job_release(&got);
    store_job_release(&row);
    store_close(store);
    store = frame_open("a"); /* also after a restart */
    row = op.row;
    assert_true(get(store, &row.id, &got));
    assert_int_equal(got.seed, UINT64_MAX);
    assert_int_equal(got.error->len, 4);
    assert_memory_equal(got.error->data, "a\0b\0", 4);
    assert_non_null(got.result);
    assert_int_equal(got.result->len, 0); /* an empty result is not read as an absent one */
    assert_null(got.progress);
    store_job_release(&got);
    store_close(store);
}

/* Ids, keys and bodies are not text: all bytes survive, zeros too. */
/* ---- refusals ---- */

static enum nash_status submit_changed(struct store *store, const char *kind, int priority, int job_state)
{
    struct store_job row = job_of(9);
    snprintf(row.kind, sizeof row.kind, "%s", kind);
    row.priority = priority;
    row.state = (enum job_state)job_state;
    return submit(store, &row);
}

static void test_invalid(void **state)
{
    struct store *store = frame_open("a");
    struct store_job got;
    struct job_id id = id_of(9);
    assert_int_equal(submit_changed(store, "", 0, JOB_QUEUED), NASH_INVALID);
    assert_int_equal(submit_changed(store, "kind", 101, JOB_QUEUED), NASH_INVALID);
    assert_int_equal(submit_changed(store, "kind", -101, JOB_SUCCEEDED), NASH_INVALID);
    assert_int_equal(submit_changed(store, "kind", 0, 5), NASH_INVALID);
    assert_int_equal(submit_changed(store, "kind", 0, -1), NASH_INVALID);
    assert_false(get(store, &id, &got));
    assert_int_equal(submit_changed(store, "kind", 100, JOB_QUEUED), NASH_OK);
    assert_int_equal(finish(store, &id, JOB_QUEUED, 5), NASH_INVALID);
    assert_int_equal(finish(store, &id, JOB_RUNNING, 5), NASH_INVALID);
    assert_int_equal(put_blob(store, &id, "", "x"), NASH_INVALID);
    assert_int_equal(put_blob(store, &id, "name", NULL), NASH_INVALID);
    assert_true(get(store, &id, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    store_job_release(&got);
    store_close(store);
}

static void test_unknown(void **state)
{
    struct store *store = frame_open("a");
    struct store_job got;
    struct job_id id = id_of(1);
    assert_false(get(store, &id, &got));
    assert_int_equal(finish(store, &id, JOB_FAILED, 5), NASH_NOT_FOUND);
    assert_int_equal(heartbeat(store, &id, 5, "{}"), NASH_NOT_FOUND);
    assert_int_equal(removal(store, &id), NASH_NOT_FOUND);
    assert_int_equal(put_blob(store, &id, "name", "x"), NASH_NOT_FOUND);
    assert_null(store_blob(store, &id, "name"));
    store_close(store);
}

/* Returns a body that exceeds the limit of every engine. Its pages are never written, so it takes no memory. */
static struct bytes *huge(void)
{
    size_t len = (size_t)3 << 30;
    struct bytes *bytes = calloc(1, sizeof *bytes + len + 1);
    if (bytes != NULL) {
        atomic_init(&bytes->refs, 1);
        bytes->len = len;
    }
    return bytes;
}

static void test_too_large(void **state)
{
    struct store *store = frame_open("a");
    struct store_job got;
    struct bytes *body = huge();
    if (body == NULL)
        skip();
    struct job_id one = id_of(1), two = id_of(2);

    struct store_op op = {.verb = STORE_SUBMIT, .row = job_of(1)};
    op.row.result = bytes_ref(body);
    assert_int_equal(put(store, &op), NASH_TOO_LARGE);
    store_job_release(&op.row);
    assert_false(get(store, &one, &got));

    struct store_job row = job_of(2);
    assert_int_equal(submit(store, &row), NASH_OK);
    op = (struct store_op){.verb = STORE_FINISH, .row = {.id = two, .state = JOB_FAILED, .error = body}};
    assert_int_equal(put(store, &op), NASH_TOO_LARGE);
    op = (struct store_op){.verb = STORE_HEARTBEAT, .row = {.id = two, .progress = body}};
    assert_int_equal(put(store, &op), NASH_TOO_LARGE);
    op = (struct store_op){.verb = STORE_BLOB, .row = {.id = two}, .blob_name = "name", .blob = body};
    assert_int_equal(put(store, &op), NASH_TOO_LARGE);
    assert_null(store_blob(store, &two, "name"));
    assert_true(get(store, &two, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    store_job_release(&got);

    /* Merged: the SUBMIT is stored, only its FINISH fails. */
    struct plug plug;
    struct store_op submit_op = {.verb = STORE_SUBMIT, .row = job_of(3)};
    struct store_op finish_op = {.verb = STORE_FINISH, .row = {.id = id_of(3), .state = JOB_SUCCEEDED, .result = body}};
    plug_in(store, &plug);
    store_post(store, &submit_op);
    store_post_finish(store, &finish_op, &submit_op);
    plug_out(&plug);
    store_flush(store);
    assert_int_equal(submit_op.status, NASH_OK);
    assert_int_equal(finish_op.status, NASH_TOO_LARGE);
    assert_true(get(store, &submit_op.row.id, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    store_job_release(&got);
    store_job_release(&submit_op.row);
    bytes_unref(body);
    store_close(store);
}

/* ---- conflicts ---- */

static void test_same_id(void **state)
{
    struct store *store = frame_open("a");
    struct store_job row = job_of(1), again = job_of(1), got;
    snprintf(again.kind, sizeof again.kind, "other");
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_int_equal(submit(store, &again), NASH_CONFLICT);
    assert_memory_equal(&again.id, &row.id, sizeof row.id);
    assert_true(get(store, &row.id, &got));
    assert_string_equal(got.kind, "kind");
    store_job_release(&got);
    store_close(store);
}

static struct store_job keyed(uint64_t n, const char *owner, const char *key)
{
    struct store_job row = job_of(n);
    snprintf(row.owner, sizeof row.owner, "%s", owner);
    snprintf(row.idempotency, sizeof row.idempotency, "%s", key);
    row.fingerprint = hash_of(n + 1000);
    return row;
}

static void test_same_key(void **state)
{
    struct store *store = frame_open("a");
    struct store_job first = keyed(1, "ann", "key"), second = keyed(2, "ann", "key"), bob = keyed(3, "bob", "key"),
                     no_owner = keyed(4, "", "key"), got;
    struct job_id older = first.id, newer = second.id;
    bool found;
    assert_int_equal(submit(store, &first), NASH_OK);
    assert_int_equal(submit(store, &second), NASH_CONFLICT);
    assert_memory_equal(&second.id, &older, sizeof older);
    assert_false(get(store, &newer, &got));
    assert_int_equal(submit(store, &bob), NASH_OK); /* keys are scoped by owner */
    assert_int_equal(submit(store, &no_owner), NASH_OK);
    assert_int_equal(store_idempotent(store, "ann", "key", &got, &found, NULL), NASH_OK);
    assert_true(found);
    assert_memory_equal(&got.id, &older, sizeof older);
    assert_memory_equal(&got.fingerprint, &first.fingerprint, sizeof got.fingerprint);
    assert_null(got.problem);
    store_job_release(&got);
    assert_int_equal(store_idempotent(store, "ann", "", &got, &found, NULL), NASH_OK);
    assert_false(found); /* no job is found by an empty key */
    assert_int_equal(finish(store, &older, JOB_CANCELLED, 9), NASH_OK);
    assert_int_equal(removal(store, &older), NASH_OK);
    second = keyed(2, "ann", "key"); /* removing the job releases its key */
    assert_int_equal(submit(store, &second), NASH_OK);
    store_close(store);
}

/* Of two jobs with one key in the same batch, the first is stored. */
static void test_same_key_at_once(void **state)
{
    struct store *store = frame_open("a");
    struct plug plug;
    struct store_op first = {.verb = STORE_SUBMIT, .row = keyed(1, "ann", "key")};
    struct store_op second = {.verb = STORE_SUBMIT, .row = keyed(2, "ann", "key")};
    plug_in(store, &plug);
    store_post(store, &first);
    store_post(store, &second);
    plug_out(&plug);
    store_flush(store);
    assert_int_equal(first.status, NASH_OK);
    assert_int_equal(second.status, NASH_CONFLICT);
    assert_memory_equal(&second.row.id, &first.row.id, sizeof first.row.id);
    store_job_release(&first.row);
    store_job_release(&second.row);
    store_close(store);
}

/* ---- a job's life ---- */

static void test_life(void **state)
{
    struct store *store = frame_open("a");
    struct store_job row = job_of(1), got;
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_int_equal(heartbeat(store, &row.id, 50, "{\"p\":1}"), NASH_OK);
    assert_true(get(store, &row.id, &got));
    assert_int_equal(got.state, JOB_RUNNING);
    assert_int_equal(got.started_ms, 50);
    assert_string_equal(got.progress->data, "{\"p\":1}");
    store_job_release(&got);
    assert_int_equal(heartbeat(store, &row.id, 0, NULL), NASH_OK); /* unchanged */
    assert_int_equal(removal(store, &row.id), NASH_CONFLICT);
    assert_int_equal(put_blob(store, &row.id, "name", "one"), NASH_OK);
    assert_int_equal(put_blob(store, &row.id, "name", ""), NASH_OK);
    assert_int_equal(put_blob(store, &row.id, "nam", "two"), NASH_OK);
    assert_int_equal(put_blob(store, &row.id, ".name", "three"), NASH_OK);
    assert_string_equal(blob_list(store, &row.id), "nam:3 name:0 ");
    assert_int_equal(finish(store, &row.id, JOB_SUCCEEDED, 90), NASH_OK);
    assert_int_equal(finish(store, &row.id, JOB_FAILED, 91), NASH_CONFLICT);
    assert_int_equal(heartbeat(store, &row.id, 92, "{}"), NASH_CONFLICT);
    assert_true(get(store, &row.id, &got));
    assert_int_equal(got.state, JOB_SUCCEEDED);
    assert_int_equal(got.finished_ms, 90);
    assert_string_equal(got.progress->data, "{\"p\":1}"); /* the last progress that was reported */
    assert_string_equal(got.result->data, "{\"answer\":42}");
    store_job_release(&got);
    struct bytes *blob = store_blob(store, &row.id, "name");
    assert_non_null(blob);
    assert_int_equal(blob->len, 0);
    bytes_unref(blob);
    assert_null(store_blob(store, &row.id, "na"));
    assert_null(store_blob(store, &row.id, ".name")); /* of the run, which has ended */
    assert_int_equal(put_blob(store, &row.id, ".name", "four"), NASH_CONFLICT);
    for (int i = 0; i < 20; i++) {
        char name[2] = {(char)('a' + i), 0};
        assert_int_equal(put_blob(store, &row.id, name, "12345"), NASH_OK);
    }
    assert_string_equal(blob_list(store, &row.id), "a:5 b:5 c:5 d:5 e:5 f:5 g:5 h:5 i:5 j:5 k:5 l:5 m:5 n:5 nam:3 "
                                                   "name:0 o:5 p:5 q:5 r:5 s:5 t:5 ");
    assert_int_equal(removal(store, &row.id), NASH_OK);
    assert_null(store_blob(store, &row.id, "name"));
    assert_string_equal(blob_list(store, &row.id), "");
    row = job_of(1); /* the id can be used again, and nothing of the old job is left */
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_null(store_blob(store, &row.id, "name"));
    assert_true(get(store, &row.id, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    assert_null(got.progress);
    store_job_release(&got);
    store_close(store);
}

/* ---- a FINISH that finds its SUBMIT in the queue ---- */

static char told[8];

static void tell(struct store_op *op)
{
    strcat(told, op->context);
}

static void fold(struct store *store, struct store_op *submit_op, struct store_op *finish_op)
{
    struct plug plug;
    struct store_op between = {.verb = STORE_REMOVE, .row.id = id_of(99), .done = tell, .context = "b"};
    told[0] = '\0';
    submit_op->done = finish_op->done = tell;
    submit_op->context = "s";
    finish_op->context = "f";
    plug_in(store, &plug);
    store_post(store, submit_op);
    store_post(store, &between);
    store_post_finish(store, finish_op, submit_op);
    plug_out(&plug);
    store_flush(store);
    assert_string_equal(told, "sfb");
}

static struct store_op finish_op_of(uint64_t n, enum job_state state)
{
    return (struct store_op){.verb = STORE_FINISH,
                             .row = {.id = id_of(n), .state = state, .final = true, .finished_ms = 7, .last_event = 3}};
}

static void test_folded(void **state)
{
    struct store *store = frame_open("a");
    struct store_job got;
    struct store_op s = {.verb = STORE_SUBMIT, .row = job_of(1)}, f = finish_op_of(1, JOB_SUCCEEDED);
    s.row.progress = bytes_of("{\"p\":2}");
    f.row.result = bytes_of("{}");
    fold(store, &s, &f);
    assert_int_equal(s.status, NASH_OK);
    assert_int_equal(f.status, NASH_OK);
    assert_true(get(store, &s.row.id, &got));
    assert_int_equal(got.state, JOB_SUCCEEDED);
    assert_true(got.final);
    assert_int_equal(got.last_event, 3);
    assert_string_equal(got.progress->data, "{\"p\":2}");
    assert_string_equal(got.problem->data, "{\"n\":1}");
    store_job_release(&got);
    store_job_release(&s.row);

    s = (struct store_op){.verb = STORE_SUBMIT, .row = job_of(1)}; /* the id exists: the older job is unchanged */
    f.row.state = JOB_FAILED;
    fold(store, &s, &f);
    assert_int_equal(s.status, NASH_CONFLICT);
    assert_int_equal(f.status, NASH_NOT_FOUND);
    assert_true(get(store, &s.row.id, &got));
    assert_int_equal(got.state, JOB_SUCCEEDED);
    store_job_release(&got);
    store_job_release(&s.row);

    s = (struct store_op){.verb = STORE_SUBMIT, .row = job_of(2)};
    f.row.id = id_of(2);
    f.row.state = JOB_RUNNING; /* not a finished state */
    fold(store, &s, &f);
    assert_int_equal(s.status, NASH_OK);
    assert_int_equal(f.status, NASH_INVALID);
    assert_true(get(store, &s.row.id, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    store_job_release(&got);
    store_job_release(&s.row);
    store_job_release(&f.row);
    store_close(store);
}

static void expect_blob(struct store *store, const struct job_id *id, const char *expected)
{
    struct bytes *blob = store_blob(store, id, ".problem");
    assert_string_equal(blob != NULL ? blob->data : "none", expected);
    bytes_unref(blob);
}

/* A blob of the run that comes with its job. */
static void test_submit_with_blob(void **state)
{
    struct store *store = frame_open("a");
    struct bytes *blob = bytes_of("whole");
    struct store_op op = {.verb = STORE_SUBMIT, .row = job_of(1), .blob_name = "problem", .blob = blob};
    assert_int_equal(put(store, &op), NASH_INVALID); /* it would stay after the end of the job */
    op.blob_name = NULL;
    assert_int_equal(put(store, &op), NASH_INVALID);
    op.blob_name = ".problem";
    assert_int_equal(put(store, &op), NASH_OK);
    store_job_release(&op.row);
    expect_blob(store, &op.row.id, "whole");
    store_close(store);
    store = frame_open("a");
    expect_blob(store, &op.row.id, "whole");
    assert_int_equal(finish(store, &op.row.id, JOB_CANCELLED, 5), NASH_OK);
    expect_blob(store, &op.row.id, "none");

    op.row = job_of(2);
    op.row.state = JOB_SUCCEEDED;
    assert_int_equal(put(store, &op), NASH_OK);
    expect_blob(store, &op.row.id, "none");
    store_job_release(&op.row);
    struct store_op f = finish_op_of(3, JOB_SUCCEEDED);
    op.row = job_of(3);
    fold(store, &op, &f);
    assert_int_equal(op.status, NASH_OK);
    assert_int_equal(f.status, NASH_OK);
    expect_blob(store, &op.row.id, "none");
    store_job_release(&op.row);

    struct store_op again = {.verb = STORE_SUBMIT, .row = job_of(2), .blob_name = ".problem", .blob = blob};
    assert_int_equal(put(store, &again), NASH_CONFLICT); /* of the id: the older job is unchanged */
    expect_blob(store, &again.row.id, "none");
    store_job_release(&again.row);
    again.row = job_of(4);
    again.blob = huge();
    if (again.blob != NULL) {
        assert_int_equal(put(store, &again), NASH_TOO_LARGE);
        assert_int_equal(removal(store, &again.row.id), NASH_NOT_FOUND);
    }
    bytes_unref(again.blob);
    store_job_release(&again.row);
    bytes_unref(blob);
    store_close(store);
}

static void test_fold_into_conflict(void **state)
{
    struct store *store = frame_open("a");
    struct store_job first = keyed(1, "ann", "key"), got;
    assert_int_equal(submit(store, &first), NASH_OK);
    struct store_op s = {.verb = STORE_SUBMIT, .row = keyed(2, "ann", "key")}, f = finish_op_of(2, JOB_SUCCEEDED);
    fold(store, &s, &f);
    assert_int_equal(s.status, NASH_CONFLICT);
    assert_int_equal(f.status, NASH_NOT_FOUND);
    assert_memory_equal(&s.row.id, &first.id, sizeof first.id);
    assert_true(get(store, &first.id, &got));
    assert_int_equal(got.state, JOB_QUEUED);
    store_job_release(&got);
    store_job_release(&s.row);
    store_close(store);
}

/* ---- answers ---- */

static void answer(struct store *store, uint64_t n, uint64_t key, enum job_state state, bool final)
{
    struct store_job row = job_of(n);
    row.key = hash_of(key);
    row.state = state;
    row.final = final;
    row.result = bytes_of("{}");
    assert_int_equal(submit(store, &row), NASH_OK);
}

static void test_lookup(void **state)
{
    struct store *store = frame_open("a");
    struct nash_hash keys[] = {hash_of(1), hash_of(2), hash_of(3), hash_of(1)};
    struct store_job rows[4];
    bool found[4];
    struct job_id newest = id_of(12);
    answer(store, 11, 1, JOB_SUCCEEDED, true);
    answer(store, 12, 1, JOB_SUCCEEDED, true);
    answer(store, 13, 1, JOB_SUCCEEDED, false); /* not a final answer */
    answer(store, 14, 1, JOB_FAILED, true);
    answer(store, 15, 1, JOB_QUEUED, true);
    answer(store, 16, 2, JOB_SUCCEEDED, false);
    assert_int_equal(store_lookup(store, keys, 4, rows, found, NULL), NASH_OK);
    assert_true(found[0] && !found[1] && !found[2] && found[3]);
    for (int i = 0; i < 4; i += 3) {
        assert_memory_equal(&rows[i].id, &newest, sizeof newest);
        assert_non_null(rows[i].problem);
        assert_non_null(rows[i].result);
        store_job_release(&rows[i]);
    }
    struct store_stats stats;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    assert_int_equal(stats.lookups, 4);
    assert_int_equal(stats.hits, 2);
    assert_int_equal(removal(store, &newest), NASH_OK); /* removing the job removes its answer */
    assert_int_equal(store_lookup(store, keys, 1, rows, found, NULL), NASH_OK);
    assert_true(found[0]);
    newest = id_of(11);
    assert_memory_equal(&rows[0].id, &newest, sizeof newest);
    store_job_release(&rows[0]);
    assert_int_equal(store_lookup(store, keys, 0, rows, found, NULL), NASH_OK);
    store_close(store);
}

static void test_bad_names(void **state)
{
    struct nash_error error = {0};
    char node[STORE_NODE_MAX + 1];
    fill(node, sizeof node, 'n');
    assert_null(store_open(frame_url(), node, &error));
    assert_int_equal(error.status, NASH_INVALID);
    assert_null(store_open(frame_url(), "", &error));
    assert_null(store_open("nothing:here", "a", &error));
    assert_int_equal(error.status, NASH_INVALID);
    assert_null(store_open("", "a", NULL));
    node[STORE_NODE_MAX - 1] = '\0';
    store_close(frame_open(node));
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, frame_setup, frame_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_extremes),           TEST(test_invalid), TEST(test_unknown),
        TEST(test_too_large),          TEST(test_same_id), TEST(test_same_key),
        TEST(test_same_key_at_once),   TEST(test_life),    TEST(test_folded),
        TEST(test_fold_into_conflict), TEST(test_lookup),  TEST(test_bad_names),
        TEST(test_submit_with_blob),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
