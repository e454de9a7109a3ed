/* Conformance by example: claims, leases and retention. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>

#include "frame.h"

enum { LONG_MS = 1000000, OVER_MS = -1000 }; /* durations of leases; OVER_MS has ended when it is granted */

/* Claims jobs and returns their numbers, which are below 100, such as "3 1 2 ", in a static buffer. */
static const char *claimed(struct store *store, unsigned max, int64_t lease_ms)
{
    static char text[256];
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_job *rows;
    size_t count, len = 0;
    text[0] = '\0';
    assert_int_equal(store_claim(store, max, lease_ms, arena, &rows, &count, NULL), NASH_OK);
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(text + len, sizeof text - len, "%u ", (unsigned)rows[i].seed);
        assert_non_null(rows[i].problem); /* claimed rows have bodies */
        assert_int_equal(rows[i].state, JOB_QUEUED);
        store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
    return text;
}

static void add(struct store *store, uint64_t n, int priority)
{
    struct store_job row = job_of(n);
    row.priority = priority;
    assert_int_equal(submit(store, &row), NASH_OK);
}

static void sweep(struct store *store)
{
    uint64_t removed;
    assert_int_equal(store_sweep(store, &(struct store_retention){0}, &removed, NULL), NASH_OK);
    assert_int_equal(removed, 0);
}

static unsigned attempts(struct store *store, uint64_t n)
{
    struct store_job row;
    struct job_id id = id_of(n);
    assert_true(get(store, &id, &row));
    store_job_release(&row);
    return row.attempts;
}

/* Claims are in the order of priority, highest first, then of insertion, regardless of created_ms. */
static void test_order(void **state)
{
    struct store *store = frame_open("a");
    add(store, 5, 0);
    add(store, 1, 0);
    add(store, 2, 7);
    add(store, 3, -100);
    add(store, 4, 7);
    struct store_job finished = job_of(6);
    finished.state = JOB_CANCELLED;
    assert_int_equal(submit(store, &finished), NASH_OK);
    assert_string_equal(claimed(store, 9, LONG_MS), ""); /* a submitted job is leased to its node */
    assert_int_equal(store_release_node(store, NULL), NASH_OK);
    assert_string_equal(claimed(store, 0, LONG_MS), "");
    assert_string_equal(claimed(store, 3, LONG_MS), "2 4 5 ");
    assert_string_equal(claimed(store, 9, LONG_MS), "1 3 ");
    assert_string_equal(claimed(store, 9, LONG_MS), "");
    assert_int_equal(attempts(store, 2), 1);
    assert_int_equal(attempts(store, 6), 0);
    store_close(store);
}

static void test_two_nodes(void **state)
{
    struct store *a = frame_open("a"), *b = frame_open("b");
    struct job_id one = id_of(1);
    struct store_job row;
    add(a, 1, 0);
    assert_string_equal(claimed(b, 9, LONG_MS), "");
    assert_int_equal(heartbeat(b, &one, 5, "{}"), NASH_CONFLICT); /* node a has the lease */
    sweep(b);
    assert_string_equal(claimed(b, 9, LONG_MS), "");
    assert_int_equal(heartbeat(a, &one, 5, "{\"p\":1}"), NASH_OK);
    assert_int_equal(store_release_node(b, NULL), NASH_OK); /* affects only its own leases */
    assert_string_equal(claimed(b, 9, LONG_MS), "");
    assert_int_equal(store_release_node(a, NULL), NASH_OK);
    assert_true(get(b, &one, &row));
    assert_int_equal(row.state, JOB_QUEUED); /* queued again, with its progress */
    assert_int_equal(row.started_ms, 5);
    assert_string_equal(row.progress->data, "{\"p\":1}");
    store_job_release(&row);
    assert_string_equal(claimed(b, 9, LONG_MS), "1 ");
    assert_int_equal(heartbeat(a, &one, 9, "{}"), NASH_CONFLICT);
    assert_int_equal(heartbeat(b, &one, 9, NULL), NASH_OK);
    assert_int_equal(finish(a, &one, JOB_SUCCEEDED, 10), NASH_OK); /* a FINISH of any node counts */
    assert_int_equal(heartbeat(b, &one, 11, NULL), NASH_CONFLICT);
    assert_int_equal(finish(b, &one, JOB_FAILED, 12), NASH_CONFLICT);
    assert_true(get(b, &one, &row));
    assert_int_equal(row.state, JOB_SUCCEEDED);
    assert_int_equal(row.attempts, 1); /* counted while it ran, kept at its end */
    store_job_release(&row);
    store_close(a);
    store_close(b);
}

static void test_expiry(void **state)
{
    struct store *a = frame_open("a"), *b = frame_open("b");
    struct job_id one = id_of(1), two = id_of(2);
    add(a, 1, 0);
    add(a, 2, 0);
    assert_int_equal(store_release_node(a, NULL), NASH_OK);
    assert_string_equal(claimed(a, 9, OVER_MS), "1 2 ");
    assert_string_equal(claimed(b, 9, LONG_MS), ""); /* a lease ends by a sweep, not by itself */
    assert_int_equal(heartbeat(a, &one, 5, NULL), NASH_OK);
    sweep(b);
    assert_string_equal(claimed(b, 9, LONG_MS), "2 ");
    assert_int_equal(heartbeat(a, &two, 5, NULL), NASH_CONFLICT); /* node a has lost the job */
    assert_int_equal(store_release_node(b, NULL), NASH_OK);
    assert_string_equal(claimed(a, 9, OVER_MS), "2 ");
    sweep(a); /* a sweep renews the node's leases */
    sweep(b);
    assert_string_equal(claimed(b, 9, LONG_MS), "");
    assert_int_equal(attempts(b, 1), 1);
    assert_int_equal(attempts(b, 2), 3);
    assert_int_equal(store_release_node(a, NULL), NASH_OK);
    assert_int_equal(heartbeat(b, &two, 5, NULL), NASH_OK); /* a heartbeat leases a job that has no lease */
    assert_string_equal(claimed(a, 9, LONG_MS), "1 ");
    store_close(a);
    store_close(b);
}

/* A restarted node can claim its jobs at once; other nodes must wait for the end of its leases. */
static void test_restart(void **state)
{
    struct store *a = frame_open("a");
    add(a, 1, 0);
    store_close(a);
    struct store *b = frame_open("b");
    sweep(b);
    assert_string_equal(claimed(b, 9, LONG_MS), "");
    a = frame_open("a");
    assert_string_equal(claimed(a, 9, LONG_MS), "");
    assert_int_equal(store_release_node(a, NULL), NASH_OK);
    assert_string_equal(claimed(b, 9, LONG_MS), "1 ");
    store_close(a);
    store_close(b);
}

/* ---- retention ---- */

static void add_finished(struct store *store, uint64_t n, int64_t finished_ms, size_t len)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n);
    struct store_job row = job_of(n);
    row.state = JOB_SUCCEEDED;
    row.finished_ms = finished_ms;
    row.result = bytes_random(&rng, len);
    assert_int_equal(submit(store, &row), NASH_OK);
}

static bool is_there(struct store *store, uint64_t n)
{
    struct store_job row;
    struct job_id id = id_of(n);
    bool found = get(store, &id, &row);
    store_job_release(&row);
    return found;
}

static uint64_t swept(struct store *store, int64_t max_age_ms, uint64_t max_bytes)
{
    uint64_t removed = 99;
    struct store_retention retention = {.max_age_ms = max_age_ms, .max_bytes = max_bytes};
    assert_int_equal(store_sweep(store, &retention, &removed, NULL), NASH_OK);
    return removed;
}

static uint64_t size_of(struct store *store)
{
    struct store_stats stats;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    return stats.bytes;
}

static void test_age(void **state)
{
    enum { MANY = 1200 }; /* more jobs than a sweep removes in one transaction */
    struct store *store = frame_open("a");
    int64_t now = clock_wall_ms();
    for (uint64_t n = 0; n < MANY; n++)
        add_finished(store, n, now - 100000 - (int64_t)n, 10);
    add_finished(store, MANY, now - 50000, 10);
    add_finished(store, MANY + 1, now + 50000, 10); /* in the future, by the clock of another node */
    add(store, MANY + 2, 0);                        /* unfinished jobs are kept, however old they are */
    struct job_id first = id_of(0);
    assert_int_equal(put_blob(store, &first, "name", "x"), NASH_OK);
    assert_int_equal(swept(store, 0, 0), 0);
    assert_int_equal(swept(store, INT64_MAX, 0), 0);
    assert_int_equal(swept(store, 80000, 0), MANY);
    assert_false(is_there(store, 0));
    assert_null(store_blob(store, &first, "name"));
    assert_true(is_there(store, MANY) && is_there(store, MANY + 1) && is_there(store, MANY + 2));
    assert_int_equal(swept(store, 1, 0), 1);
    assert_true(is_there(store, MANY + 1) && is_there(store, MANY + 2));
    store_close(store);
}

/* The oldest finished jobs are removed, and no more than needed. */
static void test_size(void **state)
{
    enum { JOBS = 200, BODY = 50000, KEEP = 120 };
    struct store *store = frame_open("a");
    uint64_t empty = size_of(store);
    add(store, 1000, 0);
    for (uint64_t n = 0; n < JOBS; n++)
        add_finished(store, (n * 7) % JOBS, 5000 + (int64_t)((n * 7) % JOBS), BODY);
    uint64_t full = size_of(store), limit = empty + (full - empty) * KEEP / JOBS;
    assert_true(full > empty + (uint64_t)JOBS * BODY);
    assert_int_equal(swept(store, 0, full), 0);
    uint64_t removed = swept(store, 0, limit);
    assert_true(size_of(store) <= limit);
    assert_in_range(removed, JOBS - KEEP - 2, JOBS - KEEP + 2);
    for (uint64_t n = 0; n < JOBS; n++)
        assert_int_equal(is_there(store, n), n >= removed);
    struct job_id last = id_of(JOBS - 1);
    char *text = calloc(1, BODY);
    memset(text, 'x', BODY - 1);
    for (int i = 0; i < 60; i++) { /* blobs count as part of the size */
        char name[8];
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(put_blob(store, &last, name, text), NASH_OK);
    }
    free(text);
    assert_true(swept(store, 0, limit) > 0);
    assert_true(size_of(store) <= limit);
    assert_true(is_there(store, JOBS - 1));
    swept(store, 0, 1); /* a limit that cannot be met: all finished jobs are removed, all others are kept */
    assert_false(is_there(store, JOBS - 1));
    assert_true(is_there(store, 1000));
    add_finished(store, 3, 1, BODY); /* the store continues */
    assert_true(is_there(store, 3));
    store_close(store);
}

int main(int argc, char **argv)
{
    frame_start(argc, argv);
#define TEST(name) cmocka_unit_test_setup_teardown(name, frame_setup, frame_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_order), TEST(test_two_nodes), TEST(test_expiry), TEST(test_restart), TEST(test_age), TEST(test_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
