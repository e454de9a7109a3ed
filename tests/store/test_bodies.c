/* Conformance: problems and results of all lengths, in memory and in files. */
#include <string.h>

#include "frame.h"

static void test_zero_bytes(void **state)
{
    struct store *store = frame_open("a");
    struct store_job row = {.kind = "kind", .state = JOB_SUCCEEDED, .final = true}, got;
    bool found;
    row.result = bytes_copy("\0", 1);
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_true(get(store, &row.id, &got));
    assert_int_equal(got.result->len, 1);
    store_job_release(&got);
    assert_int_equal(store_lookup(store, &row.key, 1, &got, &found, NULL), NASH_OK);
    assert_true(found);
    store_job_release(&got);
    store_close(store);
}

static void test_large_bodies(void **state)
{
    struct nash_rng rng = test_rng();
    struct store *store = frame_open("a");
    struct store_job row = job_of(1), got;
    bytes_unref(row.problem);
    row.problem = bytes_random(&rng, 3 << 20);
    row.result = bytes_random(&rng, 20 << 20); /* more bytes than the writer puts into one transaction */
    struct store_op op = {.verb = STORE_SUBMIT, .row = row};
    assert_int_equal(put(store, &op), NASH_OK);
    assert_true(get(store, &row.id, &got));
    assert_same_job(&got, &row, true, true);
    store_job_release(&got);
    bool found;
    assert_int_equal(store_get(store, &row.id, 1, STORE_BODIES, &got, &found, NULL), NASH_OK);
    assert_null(got.problem); /* too long for memory */
    assert_null(got.result);
    assert_int_equal(got.result_bytes, 20 << 20);
    store_job_release(&got);
    store_job_release(&row);
    store_close(store);
}

/* Returns a file with these bytes. */
static struct tempfile *file_of(const struct bytes *bytes)
{
    struct nash_error error;
    struct tempfile *file = tempfile_new("/tmp", NULL, &error);
    assert_non_null(file);
    assert_int_equal(tempfile_append(file, bytes->data, bytes->len, &error), NASH_OK);
    return file;
}

/* Reads a body in pieces of random lengths and compares it. */
static void check_pieces(struct store *store, const struct job_id *id, enum store_body which, const struct bytes *want,
                         struct nash_rng *rng)
{
    static char out[3 << 20];
    uint64_t from = 0;
    size_t got = 1;
    while (got > 0) {
        size_t room = 1 + nash_rng_below(rng, sizeof out);
        assert_int_equal(store_read_body(store, id, which, from, out, room, &got, NULL), NASH_OK);
        assert_true(got <= room && from + got <= want->len);
        assert_memory_equal(out, want->data + from, got);
        from += got;
    }
    assert_int_equal(from, want->len);
}

/* Bodies in files, around the lengths at which they are stored otherwise; a FINISH alone, and merged. */
static void test_files(void **state)
{
    static const size_t lengths[] = {1, 4096, 4097, 65537, 1 << 20, (1 << 20) + 1, 2 << 20, (5 << 20) - 1, 7 << 20};
    struct nash_rng rng = test_rng();
    struct store *store = frame_open("a");
    for (uint64_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; i++) {
        struct bytes *problem = bytes_random(&rng, lengths[i / 2]), *result = bytes_random(&rng, lengths[i / 2]);
        struct store_op submit_op = {.verb = STORE_SUBMIT, .row = job_of(i)};
        bytes_unref(submit_op.row.problem);
        submit_op.row.problem = NULL;
        submit_op.row.large_problem = file_of(problem);
        struct store_op finish_op = {.verb = STORE_FINISH,
                                     .row = {.id = id_of(i),
                                             .state = JOB_SUCCEEDED,
                                             .final = true,
                                             .verdict = VERDICT_VERIFIED,
                                             .finished_ms = 5,
                                             .large_result = file_of(result)}};
        store_post(store, &submit_op);
        store_post_finish(store, &finish_op, i % 2 ? &submit_op : NULL);
        store_flush(store);
        assert_int_equal(submit_op.status, NASH_OK);
        assert_int_equal(finish_op.status, NASH_OK);
        store_job_release(&submit_op.row);
        store_job_release(&finish_op.row);
        check_pieces(store, &submit_op.row.id, STORE_PROBLEM, problem, &rng);
        check_pieces(store, &submit_op.row.id, STORE_RESULT, result, &rng);
        assert_int_equal(removal(store, &submit_op.row.id), NASH_OK);
        bytes_unref(problem);
        bytes_unref(result);
    }
    size_t got;
    char out[8];
    struct store_job row = job_of(99);
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_int_equal(store_read_body(store, &row.id, STORE_RESULT, 0, out, sizeof out, &got, NULL), NASH_NOT_FOUND);
    assert_int_equal(store_read_body(store, &row.id, STORE_PROBLEM, 1, out, sizeof out, &got, NULL), NASH_OK);
    assert_int_equal(got, 6);
    store_close(store);
}

/* A refused SUBMIT with a large body leaves nothing behind after a sweep. */
static void test_refused_file(void **state)
{
    struct nash_rng rng = test_rng();
    struct store *store = frame_open("a");
    struct store_stats before, after;
    struct store_job row = job_of(1);
    uint64_t removed;
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_int_equal(store_stats(store, &before, NULL), NASH_OK);
    struct bytes *body = bytes_random(&rng, 20 << 20);
    for (int i = 0; i < 2; i++) {
        struct store_op op = {.verb = STORE_SUBMIT, .row = job_of(1)};
        bytes_unref(op.row.problem);
        op.row.problem = NULL;
        op.row.large_problem = file_of(body);
        assert_int_equal(put(store, &op), NASH_CONFLICT);
        store_job_release(&op.row);
    }
    assert_int_equal(store_sweep(store, &(struct store_retention){0}, &removed, NULL), NASH_OK);
    assert_int_equal(store_stats(store, &after, NULL), NASH_OK);
    assert_in_range(after.bytes, 0, before.bytes + 65536);
    bytes_unref(body);
    store_close(store);
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, frame_setup, frame_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_zero_bytes),
        TEST(test_large_bodies),
        TEST(test_files),
        TEST(test_refused_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
