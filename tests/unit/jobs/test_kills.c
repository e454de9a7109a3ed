/* Workers that are killed from outside, or crash: their work has one more try, then it fails with both reasons. */
#include <time.h>
#include <unistd.h>

#include "harness/batch_log.h"
#include "harness/fixture.h"

static void kill_at(struct house *house, int n)
{
    int place = place_of(house, n);
    assert_true(place >= 0);
    fake_kill(house->fake, (unsigned)place);
}

static void crash_at(struct house *house, int n)
{
    int place = place_of(house, n);
    assert_true(place >= 0);
    fake_crash(house->fake, (unsigned)place);
}

static void expect_killed(struct house *house, struct job *job)
{
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "status"), "\"failed\"");
    assert_string_equal(member(member(object_of(house, job), "error"), "type"), "\"/problems/worker-killed\"");
}

static void expect_solved(struct house *house, struct job *job, int n)
{
    solve(house, n);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "status"), "\"succeeded\"");
    assert_string_equal(member(object_of(house, job), "result"), tiny(n));
}

/* All jobs of an execution survive the first kill and fail with the second; a later job begins anew. */
static void test_second_try(void **state)
{
    struct house *house = *state;
    struct job *one = submit(house, SUBMIT_ACCEPTED, tiny(1)), *two = submit(house, SUBMIT_ACCEPTED, tiny(1));
    kill_at(house, 1);
    assert_int_equal(state_of(house, one), JOB_RUNNING);
    assert_int_equal(state_of(house, two), JOB_RUNNING);
    struct job *three = submit(house, SUBMIT_ACCEPTED, tiny(1)); /* joins the second try */
    assert_int_equal(fake_started(house->fake), 2);
    kill_at(house, 1);
    expect_killed(house, one);
    expect_killed(house, two);
    expect_killed(house, three);
    struct job *again = submit(house, SUBMIT_ACCEPTED, tiny(1));
    kill_at(house, 1);
    expect_solved(house, again, 1);
    job_unref(one);
    job_unref(two);
    job_unref(three);
    job_unref(again);
}

/* Expects a failed job whose error has the reasons of both tries. */
static void expect_reasons(struct house *house, struct job *job, const char *first, const char *second)
{
    char type[64];
    await(house, job, JOB_IS_DONE);
    snprintf(type, sizeof type, "\"/problems/%s\"", second);
    assert_string_equal(member(member(object_of(house, job), "error"), "type"), type);
    snprintf(type, sizeof type, "\"/problems/%s\"", first);
    assert_string_equal(member(member(member(object_of(house, job), "error"), "first_try"), "type"), type);
    assert_non_null(strstr(member(member(object_of(house, job), "error"), "detail"), first));
}

/* Each end of the second try is reported as what it is, with that of the first one. */
static void test_both_reasons(void **state)
{
    struct house *house = *state;
    struct job *job[4];
    for (int i = 0; i < 4; i++) {
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(1));
        if (i % 2 == 0)
            kill_at(house, 1);
        else
            crash_at(house, 1);
        assert_int_equal(state_of(house, job[i]), JOB_RUNNING);
        if (i < 2)
            crash_at(house, 1);
        else if (i == 2)
            fake_fail(house->fake, (unsigned)place_of(house, 1), NASH_NOMEM, "out-of-memory");
        else
            kill_at(house, 1);
    }
    expect_reasons(house, job[0], "worker-killed", "worker-crashed");
    expect_reasons(house, job[1], "worker-crashed", "worker-crashed");
    expect_reasons(house, job[2], "worker-killed", "out-of-memory");
    expect_reasons(house, job[3], "worker-crashed", "worker-killed");
    for (int i = 0; i < 4; i++)
        job_unref(job[i]);
}

/* What a limit has ended has no second try, and no first one to report. */
static void test_no_second_try(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    fake_fail(house->fake, (unsigned)place_of(house, 1), NASH_NOMEM, "out-of-memory");
    await(house, job, JOB_IS_DONE);
    assert_int_equal(fake_started(house->fake), 1);
    assert_string_equal(member(member(object_of(house, job), "error"), "first_try"), "");
    job_unref(job);
}

/* A second worker that solves the problem. */
static void test_solved_after_crash(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    crash_at(house, 1);
    expect_solved(house, job, 1);
    job_unref(job);
}

/* Without a free worker, the job waits in its old place, before those that came after it, and may be cancelled there.
 */
static void test_waits_in_front(void **state)
{
    struct house *house = *state;
    struct job *job[5];
    for (int i = 0; i < 5; i++) /* 0 and 1 run, the others wait */
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(i));
    fake_set_closed(house->fake, true);
    kill_at(house, 0);
    kill_at(house, 1);
    static const char *const positions[] = {"1", "2", "3", "4", "5"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(state_of(house, job[i]), JOB_QUEUED);
        assert_string_equal(member(object_of(house, job[i]), "queue_position"), positions[i]);
    }
    assert_string_equal(member(object_of(house, job[0]), "started_at"), "");
    assert_int_equal(jobs_cancel(house->jobs, job[1], NULL), NASH_OK);
    await(house, job[1], JOB_IS_DONE);
    assert_int_equal(state_of(house, job[1]), JOB_CANCELLED);
    fake_set_closed(house->fake, false);
    assert_true(place_of(house, 0) >= 0 && place_of(house, 2) >= 0);
    for (int i = 0; i < 5; i++) {
        if (i != 1)
            expect_solved(house, job[i], i);
        job_unref(job[i]);
    }
}

/* A cancelled job is not tried again. */
static void test_cancelled(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    kill_at(house, 1);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_CANCELLED);
    assert_int_equal(fake_started(house->fake), 1);
    job_unref(job);
}

/* The second try has what the first has left of the time limit. */
static void test_time_limit(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, "{\"n\":1,\"job\":{\"timeout_ms\":500}}");
    const struct work *work = fake_at(house->fake, (unsigned)place_of(house, 1));
    assert_int_equal(work_left_ms(work), 500);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* the least time that the first try takes */
    kill_at(house, 1);
    work = fake_at(house->fake, (unsigned)place_of(house, 1));
    assert_int_equal(work->timeout_ms, 500);
    assert_in_range(work_left_ms(work), 1, 480);
    struct job *same = submit(house, SUBMIT_ACCEPTED, "{\"job\":{\"timeout_ms\":500},\"n\":1}"); /* is still found */
    assert_int_equal(fake_started(house->fake), 2);
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    await(house, same, JOB_IS_DONE);
    struct work spent = {.timeout_ms = 10, .spent_ms = 12};
    assert_int_equal(work_left_ms(&spent), 1);
    job_unref(same);
    job_unref(job);
}

static void killed_when_stopped(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    bool stopped = fake_nap(fake, work, 60000000);
    answer->result = (struct work_result){.status = NASH_BUSY, .killed = stopped};
    nash_fail_type(&answer->result.error, NASH_BUSY, "worker-killed", "", "the test kills it");
}

/* In a drain there is no second try: the job waits in the store for the next start of the server. */
static void test_drain(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->work = killed_when_stopped;
    house_start(house);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    jobs_drain(house->jobs, 1);
    assert_int_equal(state_of(house, job), JOB_QUEUED);
    assert_int_equal(fake_started(house->fake), 1);
    job_unref(job);
    house_stop(house);
    house->work = NULL;
    house_start(house);
    job = job_of(house, &id);
    expect_solved(house, job, 1);
    job_unref(job);
}

/* A server that is killed meanwhile resumes the job. */
static void test_restart(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    await(house, job, JOB_IS_DURABLE);
    struct job_id id = id_of(house, job);
    fake_set_closed(house->fake, true);
    kill_at(house, 1);
    job_unref(job);
    house_stop(house);
    house_start(house);
    job = job_of(house, &id);
    kill_at(house, 1); /* the count began anew */
    expect_solved(house, job, 1);
    job_unref(job);
}

/* ---- batches ---- */

/* Only the line that the worker was at is charged: it is tried once more, alone, and fails at the second kill. Other
 * lines are solved, also one whose number the killed line takes later. */
static void test_lines(void **state)
{
    struct house *house = *state;
    struct log log;
    struct job *busy = submit(house, SUBMIT_ACCEPTED, tiny(900)); /* leaves one place for chunks */
    log_begin(&log, house, 0, 100);
    struct job *first = submit(house, SUBMIT_ACCEPTED, tiny(901)); /* the lines below wait, and make one chunk */
    for (int i = 1; i <= 6; i++) {
        char line[16];
        snprintf(line, sizeof line, "%d", i);
        stage(&log, line);
    }
    add(&log, "7");
    batch_end(log.batch);
    solve(house, 901);
    await(house, first, JOB_IS_DONE);
    kill_at(house, 1); /* the first line of a chunk has another try, too */
    assert_int_equal(fake_lines(house->fake, (unsigned)place_of(house, 1)), 1);
    solve(house, 1);
    solve(house, 2);
    kill_at(house, 3);
    assert_int_equal(fake_lines(house->fake, (unsigned)place_of(house, 3)), 1);
    kill_at(house, 3);
    kill_at(house, 4);
    solve(house, 4);
    kill_at(house, 5);
    crash_at(house, 5);
    crash_at(house, 6);
    solve(house, 6);
    kill_at(house, 7);
    solve(house, 7);
    log_expect(&log, "{\"n\":1} {\"n\":2} !worker-killed {\"n\":4} !worker-crashed {\"n\":6} {\"n\":7} ");
    solve(house, 900);
    job_unref(first);
    job_unref(busy);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_second_try),     TEST(test_both_reasons), TEST(test_no_second_try), TEST(test_solved_after_crash),
        TEST(test_waits_in_front), TEST(test_cancelled),    TEST(test_time_limit),    TEST(test_drain),
        TEST(test_restart),        TEST(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
