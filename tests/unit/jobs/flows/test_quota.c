/* Quotas of flows: what is refused, what waits, and what is given back. */
#include <jobs/quotas.h>

#include "../harness/fixture.h"

static int setup(void **state)
{
    static struct house house;
    house_init(&house);
    house_has_one_flow = false;
    house_start(&house);
    *state = &house;
    return 0;
}

/* Submits the problem n in a flow with a quota; returns the job, or NULL if the quota refuses it. */
static struct job *submit_limited(struct house *house, const char *flow, int n, const struct jobs_quota *quota)
{
    const char *text = tiny(n);
    struct nash_error error = {0};
    struct job *job;
    struct jobs_request request = {
        .solver = &nash_solver_tiny, .text = text, .len = strlen(text), .owner = "", .flow = flow, .quota = quota};
    if (jobs_submit(house->jobs, &request, &job, &error) != SUBMIT_REFUSED)
        return job;
    assert_int_equal(error.status, NASH_BUSY);
    assert_string_equal(nash_error_type(&error), "quota-exceeded");
    assert_true(error.detail[0] != '\0');
    return NULL;
}

static void expect_refused(struct house *house, const char *flow, int n, const struct jobs_quota *quota)
{
    assert_null(submit_limited(house, flow, n, quota));
}

static void expect_taken(struct house *house, const char *flow, int n, const struct jobs_quota *quota)
{
    struct job *job = submit_limited(house, flow, n, quota);
    assert_non_null(job);
    job_unref(job);
}

/* A number of waiting jobs; others than the flow's do not count, and the end of a job makes room. */
static void test_queued(void **state)
{
    struct house *house = *state;
    const struct jobs_quota quota = {.queued = 3};
    for (int i = 0; i < 5; i++) /* two run */
        expect_taken(house, "a", i, &quota);
    expect_refused(house, "a", 5, &quota);
    expect_refused(house, "a", 6, &quota);
    expect_taken(house, "b", 7, &quota);
    struct job *cancelled = submit_limited(house, "b", 8, &quota);
    assert_int_equal(jobs_cancel(house->jobs, cancelled, NULL), NASH_OK);
    job_unref(cancelled);
    solve(house, 0); /* the other flow's problem is next */
    expect_refused(house, "a", 5, &quota);
    solve(house, 1);
    expect_taken(house, "a", 5, &quota);
    for (int i = 20; i < 22; i++)
        expect_taken(house, "b", i, &quota);
    struct jobs_stats stats;
    jobs_stats(house->jobs, &stats);
    assert_int_equal(stats.over_quota, 3);
}

/* A number of running jobs: the others wait, although there are free workers. */
static void test_running(void **state)
{
    struct house *house = *state;
    const struct jobs_quota quota = {.running = 1};
    for (int i = 0; i < 4; i++)
        expect_taken(house, "a", i, &quota);
    assert_int_equal(fake_busy(house->fake), 1);
    expect_taken(house, "b", 10, &quota);
    assert_int_equal(fake_busy(house->fake), 2);
    solve(house, 0);
    assert_true(place_of(house, 1) >= 0 && place_of(house, 2) < 0);
    solve(house, 10);
    assert_int_equal(fake_busy(house->fake), 1);
}

static void test_bytes(void **state)
{
    struct house *house = *state;
    const struct jobs_quota quota = {.bytes = 3 * 7}; /* {"n":1} */
    for (int i = 0; i < 3; i++)
        expect_taken(house, "a", i, &quota);
    expect_refused(house, "a", 3, &quota);
    solve(house, 1);
    expect_refused(house, "a", 10, &quota); /* one byte longer */
    expect_taken(house, "a", 3, &quota);
}

/* A number of jobs a minute. An answer that is known already, to the same client, is no new job. */
static void test_per_minute(void **state)
{
    struct house *house = *state;
    const struct jobs_quota quota = {.per_minute = 3};
    struct jobs_quota_state now = jobs_quota_state(house->jobs, "a", &quota);
    assert_true(now.per_minute == 3 && now.left == 3 && now.full_s == 0 && now.next_s == 0);
    struct job *first = submit_limited(house, "a", 1, &quota);
    solve(house, 1);
    await(house, first, JOB_IS_DONE);
    job_unref(first);
    expect_taken(house, "a", 1, &quota);
    now = jobs_quota_state(house->jobs, "a", &quota);
    assert_int_equal(now.left, 2);
    assert_in_range(now.full_s, 1, 20);
    expect_taken(house, "a", 2, &quota);
    expect_taken(house, "a", 3, &quota);
    expect_refused(house, "a", 4, &quota);
    now = jobs_quota_state(house->jobs, "a", &quota);
    assert_int_equal(now.left, 0);
    assert_in_range(now.next_s, 1, 20);
    expect_taken(house, "b", 5, &quota);
    for (int i = 2; i <= 3; i++) /* the flow is remembered when it has no job any more */
        solve(house, i);
    expect_refused(house, "a", 4, &quota);
    assert_int_equal(jobs_quota_state(house->jobs, "a", NULL).per_minute, 0);
}

/* Without a quota of its own a flow has that of the options. */
static void test_default(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->options.quota = (struct jobs_quota){.queued = 1};
    house_start(house);
    for (int i = 0; i < 3; i++)
        expect_taken(house, "a", i, NULL);
    expect_refused(house, "a", 3, NULL);
    expect_taken(house, "a", 3, &(struct jobs_quota){.queued = 2});
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_queued), TEST(test_running), TEST(test_bytes), TEST(test_per_minute), TEST(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
