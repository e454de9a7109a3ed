/* Work that continues from the blob of an earlier run, work at low priority, and the limits for blobs. */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <jobs/pool/blobs.h>
#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"
#include "attempt.h"

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* Kills the workers until the work has ended, once it has stored a blob. */
static void kill_after_a_blob(struct attempt *attempt)
{
    pid_t worker[WORKERS];
    attempt_await_blob(attempt);
    unsigned count = workers_of(getpid(), worker, WORKERS);
    for (unsigned i = 0; i < count; i++)
        kill(worker[i], SIGKILL);
    attempt_finish(attempt);
    assert_true(attempt->result.killed);
}

/* Runs the same work again, as the core does, from its last blob; once more if it gets a worker that has been killed
 * without work. */
static void run_again(struct attempt *attempt, const char *problem)
{
    do {
        struct bytes *latest = attempt->latest;
        attempt_prepare(attempt, "steps", problem, 20000);
        attempt->latest = latest;
        attempt->x.resumes = true;
        attempt_start(attempt);
        attempt_finish(attempt);
    } while (attempt->result.killed);
}

static void check_resume(const char *problem)
{
    struct attempt whole, attempt;
    attempt_run(&whole, "steps", problem, 20000);
    assert_int_equal(whole.result.status, NASH_OK);
    assert_int_equal(whole.loads, 0);
    attempt_prepare(&attempt, "steps", problem, 20000);
    attempt_start(&attempt);
    kill_after_a_blob(&attempt);
    run_again(&attempt, problem);
    if (attempt.result.status != NASH_OK)
        fail_msg("%s: %s", attempt.result.error.type, attempt.result.error.detail);
    assert_int_equal(attempt.loads, 1);
    assert_null(strstr(attempt.text, "\"from\":0,"));
    assert_string_equal(strstr(attempt.text, "\"to\""), strstr(whole.text, "\"to\""));
    bytes_unref(whole.latest);
    bytes_unref(attempt.latest);
}

/* A small blob, which fits into the first read with the problem, and one that is larger than any socket buffer. */
static void test_resume(void **state)
{
    (void)state;
    check_resume("{\"steps\":60,\"ms\":5}");
    check_resume("{\"steps\":30,\"ms\":10,\"bytes\":15000}");
    check_resume("{\"steps\":8,\"ms\":100,\"bytes\":9000000}");
}

/* Without a blob, the work begins anew. */
static void test_nothing_stored(void **state)
{
    (void)state;
    struct attempt attempt = {0};
    run_again(&attempt, "{\"steps\":3}");
    assert_int_equal(attempt.loads, 1);
    assert_non_null(strstr(attempt.text, "\"from\":0,\"to\":3"));
    bytes_unref(attempt.latest);
}

/* A cancel that comes before the blob was read stops the work. */
static void test_cancel_at_once(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        struct attempt attempt;
        attempt_prepare(&attempt, "steps", "{\"steps\":1000000,\"ms\":1}", 20000);
        attempt.x.resumes = true;
        attempt_start(&attempt);
        pool->cancel(pool, &attempt.x);
        attempt_finish(&attempt);
        assert_int_equal(attempt.result.stopped, NASH_STOP_CANCEL);
        bytes_unref(attempt.latest);
    }
}

/* The pool is closed while blobs are being read. */
static void test_close_at_once(void **state)
{
    (void)state;
    struct attempt attempt[WORKERS];
    for (unsigned i = 0; i < WORKERS; i++) {
        attempt_prepare(&attempt[i], "steps", "{\"steps\":1000000,\"ms\":1}", 20000);
        attempt[i].latest = bytes_copy("0123456789abcdef", 16);
        attempt[i].x.resumes = true;
        attempt_start(&attempt[i]);
    }
    pool->close(pool);
    for (unsigned i = 0; i < WORKERS; i++) {
        bytes_unref(attempt[i].latest);
        bytes_unref(attempt[i].x.problem);
    }
    assert_true(pool_open());
    expect_echo();
}

/* Returns how many workers have this nice value. */
static unsigned workers_with_nice(int nice)
{
    pid_t worker[WORKERS];
    unsigned found = 0, count = workers_of(getpid(), worker, WORKERS);
    for (unsigned i = 0; i < count; i++)
        found += getpriority(PRIO_PROCESS, (id_t)worker[i]) == nice;
    return found;
}

/* Background work runs at low priority, alone, and its process does not keep that priority for other work. */
static void test_low_priority(void **state)
{
    (void)state;
    int usual = getpriority(PRIO_PROCESS, 0);
    struct attempt attempt;
    attempt_prepare(&attempt, "steps", "{\"steps\":20,\"ms\":20}", 20000);
    attempt.x.background = true;
    attempt_start(&attempt);
    attempt_await_blob(&attempt);
    if (usual < 10)
        assert_int_equal(workers_with_nice(10), 1);
    attempt_finish(&attempt);
    assert_int_equal(attempt.result.status, NASH_OK);
    for (int i = 0; i < WORKERS; i++)
        expect_echo();
    for (int ms = 0; workers_with_nice(usual) < WORKERS && ms < 60000; ms++)
        sleep_ms(1);
    assert_int_equal(workers_with_nice(usual), WORKERS);
    bytes_unref(attempt.latest);
}

/* Blobs that replace each other may exceed in all what may be kept. */
static void test_count(void **state)
{
    (void)state;
    struct blob_count count = {0};
    const int64_t minute = INT64_C(60000000000);
    for (int64_t i = 0; i < 100000; i++)
        assert_int_equal(blob_count_add(&count, "latest", 100 << 20, i * minute), NASH_OK);
    assert_int_equal(blob_count_add(&count, "best", 100 << 20, 100000 * minute), NASH_OK);
    assert_int_equal(count.kept, 200 << 20);
    assert_int_equal(blob_count_add(&count, "third", 57 << 20, 100000 * minute), NASH_TOO_LARGE);
    assert_int_equal(blob_count_add(&count, "third", 56 << 20, 100000 * minute), NASH_OK);
    assert_int_equal(blob_count_add(&count, "best", 100 << 20, 100000 * minute), NASH_OK);
    assert_int_equal(blob_count_add(&count, "best", (100 << 20) + 1, 100000 * minute), NASH_TOO_LARGE);
    assert_int_equal(blob_count_add(&count, "best", SIZE_MAX, 100000 * minute), NASH_TOO_LARGE);
    assert_int_equal(count.kept, BLOBS_MAX);
    count = (struct blob_count){0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(blob_count_add(&count, "latest", 128 << 20, 0), NASH_OK);
    assert_int_equal(blob_count_add(&count, "latest", 16 << 20, 999000000), NASH_BUSY);
    assert_int_equal(blob_count_add(&count, "latest", 16 << 20, 1000000000), NASH_OK);
    count = (struct blob_count){0};
    char name[] = "a";
    for (; name[0] < 'a' + BLOB_NAMES_MAX; name[0]++)
        assert_int_equal(blob_count_add(&count, name, 1, 0), NASH_OK);
    assert_int_equal(blob_count_add(&count, name, 1, 0), NASH_TOO_LARGE);
    assert_int_equal(blob_count_add(&count, "a", 1, 0), NASH_OK);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "latest", "best-2.ckpt", "a_b"};
    static const char *const bad[] = {
        "",    ".a",       "-a",
        "1",   "A",        "a/b",
        "a b", "\xc3\xa4", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(is_blob_name(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(is_blob_name(bad[i]));
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resume),         cmocka_unit_test(test_nothing_stored),
        cmocka_unit_test(test_cancel_at_once), cmocka_unit_test(test_close_at_once),
        cmocka_unit_test(test_low_priority),   cmocka_unit_test(test_count),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, pool_setup, pool_teardown);
}
