/* A store that cannot write: jobs fail, none is reported as durable, and the core works again as soon as the store
 * does. */
#include <pthread.h>
#include <unistd.h>

#include "harness/fixture.h"
#include "harness/gate.h"

static void unavailable(struct house *house, struct job *job, bool durable)
{
    await(house, job, JOB_IS_DURABLE); /* this watch fires for a failed job too, so that no watcher waits for ever */
    await(house, job, JOB_IS_DONE);
    const char *object = object_of(house, job);
    assert_string_equal(member(object, "status"), "\"failed\"");
    assert_string_equal(member(object, "result"), "");
    assert_string_equal(member(member(object, "error"), "type"), "\"/problems/unavailable\"");
    struct job_view view;
    job_view(house->jobs, job, &view);
    assert_int_equal(view.durable, durable);
    job_view_release(&view);
    struct nash_buf text = NASH_BUF_INIT(0);
    bool ended;
    job_events(house->jobs, job, 0, &text, &ended);
    assert_true(ended);
    assert_non_null(strstr(nash_buf_cstr(&text), "event: result\n"));
    nash_buf_free(&text);
}

/* SUBMIT fails while the job waits, runs, shares an execution, or has been answered. */
static void test_submit_fails(void **state)
{
    struct house *house = *state;
    struct job *kept = submit(house, SUBMIT_ACCEPTED, tiny(3));
    gate_hold(true);
    struct job *job[6];
    job[0] = submit_as(house, SUBMIT_ACCEPTED, "", "key", tiny(0)); /* will be answered */
    job[1] = submit(house, SUBMIT_ACCEPTED, tiny(3));               /* shares the execution of `kept` */
    solve(house, 0);
    job[2] = submit(house, SUBMIT_ACCEPTED, tiny(0)); /* has the answer of job[0] from the start */
    job[3] = submit(house, SUBMIT_ACCEPTED, tiny(1)); /* runs */
    job[4] = submit(house, SUBMIT_ACCEPTED, tiny(2)); /* waits */
    job[5] = submit(house, SUBMIT_ACCEPTED, tiny(5)); /* will be cancelled */
    assert_int_equal(jobs_cancel(house->jobs, job[5], NULL), NASH_OK);
    gate_fail(NASH_BUSY);
    for (int i = 0; i < 6; i++)
        unavailable(house, job[i], false);
    assert_true(fake_is_cancelled(house->fake, (unsigned)place_of(house, 1))); /* its only job has failed */
    assert_false(fake_is_cancelled(house->fake, (unsigned)place_of(house, 3)));
    gate_hold(false);
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(0)));               /* an answer that was not stored is not used */
    job_unref(submit_as(house, SUBMIT_ACCEPTED, "", "key", tiny(7))); /* the key is free again */
    fake_end(house->fake, (unsigned)place_of(house, 1),
             &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    solve(house, 0);
    assert_true(place_of(house, 7) >= 0); /* a place is free again, and the waiting execution is gone */
    solve(house, 3);
    await(house, kept, JOB_IS_DONE);
    assert_int_equal(state_of(house, kept), JOB_SUCCEEDED);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(jobs_forget(house->jobs, job[i], NULL), NASH_OK);
        job_unref(job[i]);
    }
    job_unref(kept);
}

/* Another server has used the Idempotency-Key before SUBMIT was committed. */
static void test_submit_conflicts(void **state)
{
    struct house *house = *state;
    gate_hold(true);
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "", "key", tiny(1));
    gate_fail(NASH_CONFLICT);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(member(object_of(house, job), "error"), "type"),
                        "\"/problems/idempotency-in-progress\"");
    gate_hold(false);
    job_unref(job);
}

/* If FINISH fails, the failure that clients have seen is posted again until the store can write. */
static void test_finish_fails(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    await(house, job, JOB_IS_DURABLE);
    gate_hold(true);
    solve(house, 1);
    gate_fail(NASH_INTERNAL);
    unavailable(house, job, true);
    struct job *again = submit(house, SUBMIT_ACCEPTED, " {\"n\":1}"); /* an answer that was not stored is not used */
    job_unref(again);
    assert_int_equal(jobs_forget(house->jobs, job, NULL), NASH_BUSY);
    while (gate_held() == 0) /* until FINISH is posted again */
        usleep(1000);
    gate_fail(NASH_INTERNAL);
    gate_hold(false);
    struct job_view view;
    job_view(house->jobs, job, &view);
    for (bool written = false; !written;) {
        struct store_job row;
        struct nash_error error = {0};
        bool found;
        assert_int_equal(store_get(house->store, &view.id, 1, STORE_BODIES, &row, &found, &error), NASH_OK);
        assert_true(found);
        written = row.state == JOB_FAILED;
        if (written) {
            assert_string_equal(row.error->data, view.row.error->data);
            assert_int_equal(row.last_event, view.row.last_event);
        }
        store_job_release(&row);
        usleep(1000);
    }
    while (jobs_forget(house->jobs, job, NULL) != NASH_OK)
        usleep(1000);
    job_view_release(&view);
    job_unref(job);
}

/* If the job's row is gone or another server has finished it, the store's state is kept. */
static void test_finish_comes_too_late(void **state)
{
    struct house *house = *state;
    static const enum nash_status why[] = {NASH_NOT_FOUND, NASH_CONFLICT};
    for (int i = 0; i < 2; i++) {
        struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(i));
        await(house, job, JOB_IS_DURABLE);
        gate_hold(true);
        solve(house, i);
        gate_fail(why[i]);
        gate_hold(false);
        await(house, job, JOB_IS_DONE);
        struct job *again = submit(house, SUBMIT_ACCEPTED, tiny(i)); /* the answer is no longer in memory */
        job_unref(again);
        job_unref(job);
        solve(house, i);
    }
}

struct forget {
    struct house *house;
    struct job *job;
    enum nash_status status;
};

static void *forget(void *context)
{
    struct forget *forget = context;
    forget->status = jobs_forget(forget->house->jobs, forget->job, NULL);
    return NULL;
}

static void test_forget_fails(void **state)
{
    struct house *house = *state;
    pthread_t thread;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    gate_hold(true);
    struct forget asked = {.house = house, .job = job};
    assert_int_equal(pthread_create(&thread, NULL, forget, &asked), 0);
    while (gate_held() == 0)
        usleep(100);
    gate_fail(NASH_BUSY);
    pthread_join(thread, NULL);
    assert_int_equal(asked.status, NASH_BUSY);
    gate_hold(false);
    struct job *still = submit(house, SUBMIT_CACHED, tiny(1)); /* the job is still stored, with its answer */
    assert_int_equal(jobs_forget(house->jobs, still, NULL), NASH_OK);
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(1)));
    job_unref(still);
    job_unref(job);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_submit_fails),          TEST(test_submit_conflicts), TEST(test_finish_fails),
        TEST(test_finish_comes_too_late), TEST(test_forget_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
