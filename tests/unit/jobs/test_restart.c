/* Drain, kill, restart: no acknowledged result is lost, no unfinished job is forgotten. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "harness/fixture.h"
#include "harness/gate.h"

static void restart(struct house *house)
{
    house_stop(house);
    house_start(house);
}

/* After a kill, running and queued jobs run again, by priority, then in the order of submission. */
static void test_kill(void **state)
{
    struct house *house = *state;
    struct job_id id[6];
    for (int i = 0; i < 6; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"n\":%d,\"job\":{\"priority\":%d,\"timeout_ms\":%d}}", i, i == 4, 100 + i);
        struct job *job = submit(house, SUBMIT_ACCEPTED, body);
        await(house, job, JOB_IS_DURABLE);
        id[i] = id_of(house, job);
        job_unref(job);
    }
    restart(house);
    static const int order[] = {4, 0, 1, 2, 3, 5};
    for (int i = 0; i < 6; i++) {
        int n = order[i], place = place_of(house, n);
        assert_true(place >= 0);
        assert_int_equal(fake_at(house->fake, (unsigned)place)->timeout_ms, 100 + n);
        solve(house, n);
        struct job *job = job_of(house, &id[n]);
        await(house, job, JOB_IS_DONE);
        assert_string_equal(member(object_of(house, job), "result"), tiny(n));
        job_unref(job);
    }
    restart(house);
    assert_int_equal(fake_started(house->fake), 0);
}

/* Jobs that shared an execution share one again. */
static void test_kill_of_a_shared_execution(void **state)
{
    struct house *house = *state;
    struct job_id id[3];
    for (int i = 0; i < 3; i++) {
        struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
        await(house, job, JOB_IS_DURABLE);
        id[i] = id_of(house, job);
        job_unref(job);
    }
    restart(house);
    assert_int_equal(fake_started(house->fake), 1);
    solve(house, 1);
    for (int i = 0; i < 3; i++) {
        struct job *job = job_of(house, &id[i]);
        await(house, job, JOB_IS_DONE);
        assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
        job_unref(job);
    }
}

/* Event numbers still grow after a kill, whichever events the store had. */
static void test_event_numbers_go_on(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    await(house, job, JOB_IS_DURABLE);
    struct job_id id = id_of(house, job);
    int64_t seen = 0;
    for (int life = 0; life < 3; life++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        bool ended;
        for (int i = 0; i < 10; i++)
            fake_progress(house->fake, fake_at(house->fake, 0), "{}");
        int64_t last = job_events(house->jobs, job, seen, &text, &ended);
        assert_true(last > seen && text.len > 100 && !ended);
        seen = last;
        nash_buf_free(&text);
        job_unref(job);
        restart(house);
        job = job_of(house, &id);
    }
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    job_unref(job);
}

/* A job fails if it was running each time the server was killed; a job that only waited does not. */
static void test_too_many_attempts(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->places = 1;
    house_start(house);
    struct job *runs = submit(house, SUBMIT_ACCEPTED, tiny(1)), *waits = submit(house, SUBMIT_ACCEPTED, tiny(2));
    struct job_id runs_id = id_of(house, runs), waits_id = id_of(house, waits);
    await(house, waits, JOB_IS_DURABLE);
    job_unref(runs);
    job_unref(waits);
    for (int life = 1; life <= 4; life++) {
        struct store_op beat = {.verb = STORE_HEARTBEAT, .row = {.id = runs_id, .state = JOB_RUNNING, .started_ms = 1}};
        store_post(house->store, &beat); /* the heartbeat that the core posts for a long execution */
        store_flush(house->store);
        assert_int_equal(beat.status, NASH_OK);
        restart(house);
        runs = job_of(house, &runs_id);
        if (life <= 3) {
            assert_int_equal(state_of(house, runs), JOB_RUNNING);
        } else {
            await(house, runs, JOB_IS_DONE);
            assert_int_equal(state_of(house, runs), JOB_FAILED);
            assert_string_equal(member(member(object_of(house, runs), "error"), "type"),
                                "\"/problems/too-many-attempts\"");
        }
        job_unref(runs);
    }
    waits = job_of(house, &waits_id);
    assert_int_equal(state_of(house, waits), JOB_RUNNING);
    solve(house, 2);
    await(house, waits, JOB_IS_DONE);
    assert_int_equal(state_of(house, waits), JOB_SUCCEEDED);
    job_unref(waits);
}

/* For a long execution, the core stores that it runs, with its best answer so far; both survive a kill. */
static void test_heartbeat(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    struct store_job row = {0};
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"best\":3}");
    while (row.state != JOB_RUNNING || row.started_ms == 0) {
        struct nash_error error = {0};
        bool found;
        usleep(20000);
        store_job_release(&row);
        assert_int_equal(store_get(house->store, &id, 1, STORE_BODIES, &row, &found, &error), NASH_OK);
    }
    assert_string_equal(row.progress->data, "{\"best\":3}");
    store_job_release(&row);
    job_unref(job);
    restart(house);
    job = job_of(house, &id);
    assert_string_equal(member(object_of(house, job), "progress"), "{\"best\":3}");
    job_unref(job);
}

/* Short executions may be cut off by any number of restarts. */
static void test_many_restarts(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    for (int life = 0; life < 8; life++) {
        assert_int_equal(state_of(house, job), JOB_RUNNING);
        job_unref(job);
        restart(house);
        job = job_of(house, &id);
    }
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
}

/* ---- the drain ---- */

/* Ends work in automatic mode: odd numbers answer a stop with a partial result, multiples of four answer a stop with no
 * result, all others end without a stop after 2 ms. */
static void stubborn_work(struct fake *fake, struct work *work, struct fake_answer *answer)
{
    int n = atoi(work->format == NASH_FORMAT_TEXT ? work->problem->data : work->problem->data + strlen("{\"n\":"));
    bool quick = n % 2 == 0 && n % 4 != 0;
    bool stopped = fake_nap(fake, work, quick ? 2000 : 60000000);
    answer->result.stopped = stopped ? NASH_STOP_CANCEL : NASH_STOP_NONE;
    answer->result.status = stopped && n % 4 == 0 ? NASH_STOPPED : NASH_OK;
    answer->result.final = !stopped;
    snprintf(answer->text, sizeof answer->text, stopped ? "{\"partial\":%d}" : "{\"n\":%d}", n);
}

static void test_drain(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->places = 3;
    house->work = stubborn_work;
    house_start(house);
    static const int n[] = {1, 2, 4, 5, 6}; /* 5 and 6 wait, or run after 2 has ended */
    struct job_id id[5];
    struct job *job[5];
    for (int i = 0; i < 5; i++) {
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(n[i]));
        id[i] = id_of(house, job[i]);
    }
    await(house, job[1], JOB_IS_DONE);
    jobs_drain(house->jobs, 20);
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, tiny(9), NASH_BUSY, "draining", "");
    job_unref(submit(house, SUBMIT_CACHED, tiny(2)));
    for (int i = 0; i < 5; i++) {
        enum job_state now = state_of(house, job[i]);
        if (n[i] % 4 == 2)
            assert_true(now == JOB_SUCCEEDED || (n[i] == 6 && now == JOB_QUEUED));
        else
            assert_int_equal(now, JOB_QUEUED);
        job_unref(job[i]);
    }
    house_stop(house);
    house->work = NULL;
    house->places = 5;
    house_start(house);
    for (int i = 0; i < 5; i++) {
        struct job *again = job_of(house, &id[i]);
        if (place_of(house, n[i]) >= 0)
            solve(house, n[i]);
        await(house, again, JOB_IS_DONE);
        assert_string_equal(member(object_of(house, again), "result"), tiny(n[i]));
        job_unref(again);
    }
}

/* A cancel during the drain cancels the job. */
static void test_cancel_in_drain(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->work = stubborn_work;
    house_start(house);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1)), *queued = submit(house, SUBMIT_ACCEPTED, tiny(5));
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(7)));
    struct job *third = submit(house, SUBMIT_ACCEPTED, tiny(9));
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    await(house, job, JOB_IS_DONE);
    jobs_drain(house->jobs, 0);
    assert_int_equal(state_of(house, job), JOB_CANCELLED);
    assert_int_equal(state_of(house, third), JOB_QUEUED);
    assert_int_equal(jobs_cancel(house->jobs, third, NULL), NASH_OK);
    await(house, third, JOB_IS_DONE);
    assert_int_equal(state_of(house, third), JOB_CANCELLED);
    job_unref(job);
    job_unref(queued);
    job_unref(third);
}

static void *drain(void *jobs)
{
    jobs_drain(jobs, 1);
    return NULL;
}

/* Drains while one job runs, which is stopped without an answer, and starts again. */
static void drain_and_restart(struct house *house)
{
    pthread_t thread;
    struct work_result stopped = {.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL};
    assert_int_equal(pthread_create(&thread, NULL, drain, house->jobs), 0);
    while (!fake_is_cancelled(house->fake, 0))
        usleep(100);
    fake_end(house->fake, 0, &stopped);
    pthread_join(thread, NULL);
    restart(house);
}

/* A job that was cancelled before the drain and stops during it is cancelled, not suspended. */
static void test_drain_after_cancel(void **state)
{
    struct house *house = *state;
    pthread_t thread;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1)), *other = submit(house, SUBMIT_ACCEPTED, tiny(2));
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    assert_int_equal(pthread_create(&thread, NULL, drain, house->jobs), 0);
    while (!fake_is_cancelled(house->fake, 1))
        usleep(100);
    for (unsigned i = 0; i < 2; i++)
        fake_succeed(house->fake, i, "{\"partial\":1}", false);
    pthread_join(thread, NULL);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_CANCELLED);
    assert_string_equal(member(object_of(house, job), "result"), "{\"partial\":1}");
    assert_int_equal(state_of(house, other), JOB_QUEUED);
    job_unref(job);
    job_unref(other);
}

/* The best answer of a suspended execution is shown again after the next start. */
static void test_progress_survives_the_drain(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"best\":3}");
    job_unref(job);
    drain_and_restart(house);
    job = job_of(house, &id);
    assert_string_equal(member(object_of(house, job), "progress"), "{\"best\":3}");
    job_unref(job);
}

/* ---- blobs of the run ---- */

static void assert_stored(struct house *house, const char *name, const char *expected)
{
    struct bytes *blob = fake_stored(house->fake, fake_at(house->fake, 0), name);
    if (expected == NULL)
        assert_null(blob);
    else
        assert_string_equal(blob->data, expected);
    bytes_unref(blob);
}

static void assert_no_blob(struct house *house, const struct job_id *id, const char *name)
{
    store_flush(house->store);
    assert_null(store_blob(house->store, id, name));
}

/* The state that an executor stored while it ran comes back after a kill, the newest of each name, and is gone once the
 * job is finished. */
static void test_blobs_of_the_run(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    job_unref(job);
    fake_blob(house->fake, fake_at(house->fake, 0), ".units", "one");
    assert_stored(house, ".units", NULL); /* the first run begins without any */
    for (int life = 0; life < 3; life++) {
        fake_blob(house->fake, fake_at(house->fake, 0), ".units", "two");
        fake_blob(house->fake, fake_at(house->fake, 0), ".other", "three");
        fake_blob(house->fake, fake_at(house->fake, 0), "record", "four");
        restart(house);
        assert_stored(house, ".units", "two");
        assert_stored(house, ".other", "three");
        assert_stored(house, ".none", NULL);
    }
    solve(house, 1);
    job = job_of(house, &id);
    await(house, job, JOB_IS_DONE);
    job_unref(job);
    assert_no_blob(house, &id, ".units");
    assert_no_blob(house, &id, ".other");
    struct bytes *record = store_blob(house->store, &id, "record");
    assert_string_equal(record->data, "four");
    bytes_unref(record);
}

/* After a drain and for a shared execution whose first job joined it after the blob was stored. */
static void test_blobs_of_a_shared_run(void **state)
{
    struct house *house = *state;
    struct job *first = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id ids[2] = {id_of(house, first)};
    fake_blob(house->fake, fake_at(house->fake, 0), ".units", "one");
    struct job *second = submit(house, SUBMIT_ACCEPTED, "{\"n\":1,\"job\":{\"priority\":5}}");
    ids[1] = id_of(house, second);
    job_unref(first);
    job_unref(second);
    drain_and_restart(house);
    assert_int_equal(fake_started(house->fake), 1);
    assert_stored(house, ".units", "one");
    assert_int_equal(store_blob(house->store, &ids[1], ".units") != NULL, 0);
    fake_fail(house->fake, 0, NASH_INTERNAL, "worker-crashed");
    for (int i = 0; i < 2; i++) {
        struct job *job = job_of(house, &ids[i]);
        await(house, job, JOB_IS_DONE);
        job_unref(job);
        assert_no_blob(house, &ids[i], ".units");
    }
}

/* A FINISH that becomes one insert with its SUBMIT overtakes the blob between them, which is refused then. */
static void test_no_blob_after_the_end(void **state)
{
    struct house *house = *state;
    gate_hold(true);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    struct job_id id = id_of(house, job);
    fake_blob(house->fake, fake_at(house->fake, 0), ".units", "one");
    solve(house, 1);
    gate_hold(false);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
    assert_no_blob(house, &id, ".units");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_kill),
        TEST(test_kill_of_a_shared_execution),
        TEST(test_event_numbers_go_on),
        TEST(test_too_many_attempts),
        TEST(test_heartbeat),
        TEST(test_many_restarts),
        TEST(test_drain),
        TEST(test_cancel_in_drain),
        TEST(test_drain_after_cancel),
        TEST(test_progress_survives_the_drain),
        TEST(test_blobs_of_the_run),
        TEST(test_blobs_of_a_shared_run),
        TEST(test_no_blob_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
