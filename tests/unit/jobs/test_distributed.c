/* Two executors: distributed problems go to one, all others to the workers, and neither queue waits for the other. In
 * the kind `dealt`, odd numbers are distributed problems. */
#include <pthread.h>
#include <unistd.h>

#include "harness/fixture.h"

static struct job *submit_dealt(struct house *house, enum submit_result expected, int n)
{
    char text[64];
    snprintf(text, sizeof text, "{\"n\":%d}", n);
    struct jobs_request request = {
        .solver = &nash_solver_dealt, .format = NASH_FORMAT_JSON, .text = text, .len = strlen(text), .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    assert_int_equal(jobs_submit(house->jobs, &request, &job, &error), expected);
    return job;
}

/* Ends the work of a job, at place i of an executor, with success and releases the job. */
static void end(struct fake *fake, unsigned i, struct house *house, struct job *job)
{
    fake_succeed(fake, i, "{}", true);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
}

static int setup(void **state)
{
    static struct house house;
    house_init(&house);
    house.places = 1;
    house.distributed_places = 1;
    house.distributed_check = NULL;
    house_start(&house);
    *state = &house;
    return 0;
}

static void test_each_to_its_own(void **state)
{
    struct house *house = *state;
    char id[JOB_ID_TEXT];
    struct job_view view;
    struct job *odd = submit_dealt(house, SUBMIT_ACCEPTED, 1), *even = submit_dealt(house, SUBMIT_ACCEPTED, 2);
    job_view(house->jobs, odd, &view);
    assert_string_equal(fake_at(house->distributed, 0)->job, job_id_text(id, &view.id)); /* the work names its job */
    job_view_release(&view);
    assert_int_equal(fake_busy(house->fake), 1);
    assert_int_equal(fake_busy(house->distributed), 1);
    assert_string_equal(fake_text(house->fake, 0), "{\"n\":2}");
    assert_string_equal(fake_text(house->distributed, 0), "{\"n\":1}");
    end(house->distributed, 0, house, odd);
    end(house->fake, 0, house, even);
}

/* A full executor delays only its own problems; each queue counts its own places. */
static void test_no_queue_waits_for_the_other(void **state)
{
    struct house *house = *state;
    struct job *job[6];
    for (int i = 0; i < 3; i++)
        job[i] = submit_dealt(house, SUBMIT_ACCEPTED, 11 + 2 * i);
    for (int i = 3; i < 6; i++)
        job[i] = submit_dealt(house, SUBMIT_ACCEPTED, 2 * i);
    assert_string_equal(fake_text(house->fake, 0), "{\"n\":6}");
    assert_string_equal(member(object_of(house, job[1]), "queue_position"), "1");
    assert_string_equal(member(object_of(house, job[2]), "queue_position"), "2");
    assert_string_equal(member(object_of(house, job[4]), "queue_position"), "1");
    for (int i = 3; i < 6; i++)
        end(house->fake, 0, house, job[i]);
    for (int i = 0; i < 3; i++)
        end(house->distributed, 0, house, job[i]);
}

static void test_cancel(void **state)
{
    struct house *house = *state;
    struct nash_error error = {0};
    struct job *runs = submit_dealt(house, SUBMIT_ACCEPTED, 21), *waits = submit_dealt(house, SUBMIT_ACCEPTED, 23);
    assert_int_equal(jobs_cancel(house->jobs, waits, &error), NASH_OK);
    assert_int_equal(jobs_cancel(house->jobs, runs, &error), NASH_OK);
    assert_true(fake_is_cancelled(house->distributed, 0));
    fake_end(house->distributed, 0, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    await(house, runs, JOB_IS_DONE);
    await(house, waits, JOB_IS_DONE);
    assert_int_equal(state_of(house, runs), JOB_CANCELLED);
    assert_int_equal(state_of(house, waits), JOB_CANCELLED);
    job_unref(runs);
    job_unref(waits);
}

/* After a kill, running and waiting jobs go to their executor again. If the server is started without an executor for
 * distributed problems, those go to the workers. */
static void test_resumed(void **state)
{
    struct house *house = *state;
    for (int i = 0; i < 4; i++) {
        struct job *job = submit_dealt(house, SUBMIT_ACCEPTED, 31 + i);
        await(house, job, JOB_IS_DURABLE);
        job_unref(job);
    }
    house_stop(house);
    house_start(house);
    assert_string_equal(fake_text(house->distributed, 0), "{\"n\":31}");
    assert_string_equal(fake_text(house->fake, 0), "{\"n\":32}");
    house_stop(house);
    house->distributed_places = 0;
    house->places = 4;
    house_start(house);
    assert_int_equal(fake_busy(house->fake), 4);
    for (unsigned i = 0; i < 4; i++)
        fake_succeed(house->fake, i, "{}", true);
}

static void *drain(void *jobs)
{
    jobs_drain(jobs, 1);
    return NULL;
}

static void test_drain(void **state)
{
    pthread_t thread;
    struct house *house = *state;
    struct job *job = submit_dealt(house, SUBMIT_ACCEPTED, 41);
    await(house, job, JOB_IS_DURABLE);
    assert_int_equal(pthread_create(&thread, NULL, drain, house->jobs), 0);
    while (!fake_is_cancelled(house->distributed, 0))
        usleep(200);
    fake_end(house->distributed, 0, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    pthread_join(thread, NULL);
    assert_int_equal(state_of(house, job), JOB_QUEUED);
    job_unref(job);
    house_stop(house);
    house_start(house);
    assert_string_equal(fake_text(house->distributed, 0), "{\"n\":41}");
}

/* Refuses a problem, as the check of an executor. Such a problem is refused at once, and nothing is stored. */
static enum nash_status refuse(struct executor *executor, const struct nash_solver *solver, const void *problem,
                               struct nash_error *error)
{
    (void)executor;
    assert_ptr_equal(solver, &nash_solver_dealt);
    assert_int_equal(*(const int64_t *)problem, 51);
    return nash_fail_type(error, NASH_UNPROCESSABLE, "refused-here", "/n", "not with these machines");
}

static void test_refused(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->distributed_check = refuse;
    house_start(house);
    refused(house, &nash_solver_dealt, NASH_FORMAT_JSON, "{\"n\":51}", NASH_UNPROCESSABLE, "refused-here", "/n");
    struct job *even = submit_dealt(house, SUBMIT_ACCEPTED, 52);
    end(house->fake, 0, house, even);
    assert_int_equal(fake_started(house->distributed), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_to_its_own, setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_no_queue_waits_for_the_other, setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_cancel, setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_resumed, setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_drain, setup, house_teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, house_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
