/* Background work, which takes hours: it leaves a worker to the others. In the kind `steady`, odd numbers are
 * background work. */
#include "harness/fixture.h"

static struct job *submit_steady(struct house *house, int n, int priority)
{
    char text[64];
    snprintf(text, sizeof text, "{\"n\":%d,\"job\":{\"priority\":%d}}", n, priority);
    struct jobs_request request = {
        .solver = &nash_solver_steady, .format = NASH_FORMAT_JSON, .text = text, .len = strlen(text), .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    assert_int_equal(jobs_submit(house->jobs, &request, &job, &error), SUBMIT_ACCEPTED);
    return job;
}

static void start(struct house *house, unsigned workers)
{
    house_stop(house);
    house->places = workers;
    house->options.workers = workers;
    house_start(house);
}

static void end(struct house *house, int n, struct job *job)
{
    solve(house, n);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
}

/* With three workers two of them run, the third waits, and other problems go past it. */
static void test_one_worker_is_left(void **state)
{
    struct house *house = *state;
    start(house, 3);
    struct job *job[5];
    for (int i = 0; i < 3; i++)
        job[i] = submit_steady(house, 1 + 2 * i, 0);
    assert_int_equal(fake_busy(house->fake), 2);
    assert_true(fake_at(house->fake, 0)->background);
    assert_int_equal(state_of(house, job[2]), JOB_QUEUED);
    assert_string_equal(member(object_of(house, job[2]), "queue_position"), "1");
    for (int i = 0; i < 20; i++)
        job_unref(solve_anew(house, 100 + i));
    job[3] = submit_steady(house, 2, 0);
    assert_int_equal(state_of(house, job[3]), JOB_RUNNING);
    job[4] = submit_steady(house, 4, 0);
    assert_int_equal(state_of(house, job[4]), JOB_QUEUED);
    end(house, 1, job[0]); /* the third one came before the other problem */
    assert_int_equal(state_of(house, job[2]), JOB_RUNNING);
    assert_int_equal(state_of(house, job[4]), JOB_QUEUED);
    end(house, 2, job[3]);
    assert_int_equal(state_of(house, job[4]), JOB_RUNNING);
    end(house, 4, job[4]);
    end(house, 5, job[2]);
    end(house, 3, job[1]);
}

/* With two workers or one, one of them runs at a time. */
static void test_few_workers(void **state)
{
    struct house *house = *state;
    for (unsigned workers = 2; workers > 0; workers--) {
        start(house, workers);
        struct job *one = submit_steady(house, 11 + 10 * (int)workers, 0);
        struct job *two = submit_steady(house, 13 + 10 * (int)workers, 0);
        assert_int_equal(state_of(house, one), JOB_RUNNING);
        assert_int_equal(state_of(house, two), JOB_QUEUED);
        end(house, 11 + 10 * (int)workers, one);
        assert_int_equal(state_of(house, two), JOB_RUNNING);
        end(house, 13 + 10 * (int)workers, two);
    }
}

/* Among waiting problems of both sorts, the priority decides, then the order in which they came. */
static void test_order(void **state)
{
    struct house *house = *state;
    static const struct {
        int n, priority;
    } waiting[] = {{2, 0}, {1, 0}, {4, 5}, {3, 5}, {6, -5}, {5, -6}};
    static const int order[] = {4, 3, 2, 1, 6, 5};
    struct job *job[10];
    start(house, 2);
    fake_set_closed(house->fake, true);
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        job[waiting[i].n] = submit_steady(house, waiting[i].n, waiting[i].priority);
    fake_set_closed(house->fake, false);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_int_equal(state_of(house, job[order[i]]), JOB_RUNNING);
        end(house, order[i], job[order[i]]);
    }
}

/* A worker that is killed, and a cancel, leave the place to the next one. */
static void test_kill_and_cancel(void **state)
{
    struct house *house = *state;
    start(house, 2);
    struct job *one = submit_steady(house, 1, 0), *two = submit_steady(house, 3, 0),
               *three = submit_steady(house, 5, 0);
    fake_kill(house->fake, (unsigned)place_of(house, 1));
    assert_int_equal(state_of(house, one), JOB_RUNNING); /* it waits in front */
    assert_int_equal(fake_busy(house->fake), 1);
    assert_int_equal(jobs_cancel(house->jobs, two, NULL), NASH_OK);
    assert_int_equal(jobs_cancel(house->jobs, one, NULL), NASH_OK);
    fake_end(house->fake, (unsigned)place_of(house, 1),
             &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    await(house, one, JOB_IS_DONE);
    assert_int_equal(state_of(house, one), JOB_CANCELLED);
    assert_int_equal(state_of(house, two), JOB_CANCELLED);
    job_unref(one);
    job_unref(two);
    end(house, 5, three);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_one_worker_is_left),
        TEST(test_few_workers),
        TEST(test_order),
        TEST(test_kill_and_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
