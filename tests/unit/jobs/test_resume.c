/* Resumable problems: they go on from their blob "latest" after kills of workers and servers, as long as they make
 * progress in between, and keep their blobs at the end. */
#include <pthread.h>
#include <unistd.h>

#include "harness/fixture.h"

static struct job *submit_steady(struct house *house, int n)
{
    struct jobs_request request = {.solver = &nash_solver_steady,
                                   .format = NASH_FORMAT_JSON,
                                   .text = tiny(n),
                                   .len = strlen(tiny(n)),
                                   .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    assert_int_equal(jobs_submit(house->jobs, &request, &job, &error), SUBMIT_ACCEPTED);
    return job;
}

/* Checks what the work at place 0 continues from: NULL = nothing, and it is the first run. */
static void assert_resumes(struct house *house, const char *expected)
{
    struct work *work = fake_at(house->fake, 0);
    assert_non_null(work);
    assert_int_equal(work->resumes, expected != NULL);
    store_flush(house->store);
    struct bytes *blob = fake_stored(house->fake, work, BLOB_LATEST);
    assert_string_equal(blob != NULL ? blob->data : "", expected != NULL ? expected : "");
    bytes_unref(blob);
}

static void assert_blob(struct house *house, const struct job_id *id, const char *name, const char *expected)
{
    store_flush(house->store);
    struct bytes *blob = store_blob(house->store, id, name);
    assert_string_equal(blob != NULL ? blob->data : "", expected);
    bytes_unref(blob);
}

static void assert_error(struct house *house, struct job *job, const char *type)
{
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_FAILED);
    assert_string_equal(member(member(object_of(house, job), "error"), "type"), type);
}

/* Any number of kills, each after a new blob; then as many without one as are allowed. */
static void test_kills(void **state)
{
    struct house *house = *state;
    struct job *job = submit_steady(house, 2);
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    assert_resumes(house, NULL);
    for (int i = 0; i < 12; i++) {
        char text[16];
        snprintf(text, sizeof text, "state %d", i);
        fake_blob(house->fake, fake_at(house->fake, 0), "best", text);
        fake_blob(house->fake, fake_at(house->fake, 0), BLOB_LATEST, text);
        fake_kill(house->fake, 0);
        assert_resumes(house, text);
    }
    for (int i = 0; i < 3; i++) {
        fake_blob(house->fake, fake_at(house->fake, 0), "best", "no state to continue from");
        fake_kill(house->fake, 0);
        assert_resumes(house, "state 11");
    }
    fake_kill(house->fake, 0);
    assert_error(house, job, "\"/problems/worker-killed\"");
    assert_int_equal(fake_started(house->fake), 16);
    assert_blob(house, &id, BLOB_LATEST, "state 11");
    assert_blob(house, &id, ".advance", "");
    job_unref(job);
}

/* Without a blob, it begins anew, the same number of times. Faults of the solver would only repeat. */
static void test_kills_without_a_blob(void **state)
{
    struct house *house = *state;
    struct job *job = submit_steady(house, 2);
    await(house, job, JOB_IS_DURABLE);
    for (int i = 0; i < 3; i++)
        fake_kill(house->fake, 0);
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    fake_kill(house->fake, 0);
    assert_error(house, job, "\"/problems/worker-killed\"");
    job_unref(job);
    job = submit_steady(house, 4);
    fake_blob(house->fake, fake_at(house->fake, 0), BLOB_LATEST, "state");
    fake_fail(house->fake, 0, NASH_INTERNAL, "worker-crashed");
    assert_error(house, job, "\"/problems/worker-crashed\"");
    assert_int_equal(fake_started(house->fake), 5);
    job_unref(job);
}

/* Kills the server while the job runs, as the store knows by a heartbeat, and starts it again. */
static void kill_server(struct house *house, const struct job_id *id)
{
    struct store_op beat = {.verb = STORE_HEARTBEAT, .row = {.id = *id, .state = JOB_RUNNING, .started_ms = 1}};
    store_post(house->store, &beat); /* the heartbeat that the core posts for a long execution */
    store_flush(house->store);
    assert_int_equal(beat.status, NASH_OK);
    house_stop(house);
    house_start(house);
}

/* Servers that die do not count either while there is progress between their deaths. */
static void test_dead_servers(void **state)
{
    struct house *house = *state;
    struct job *job = submit_steady(house, 2);
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    job_unref(job);
    for (int i = 0; i < 8; i++) {
        char text[16];
        snprintf(text, sizeof text, "state %d", i);
        fake_blob(house->fake, fake_at(house->fake, 0), BLOB_LATEST, text);
        kill_server(house, &id);
        assert_resumes(house, text);
    }
    for (int i = 0; i < 2; i++) {
        kill_server(house, &id);
        assert_resumes(house, "state 7");
    }
    kill_server(house, &id);
    job = job_of(house, &id);
    assert_error(house, job, "\"/problems/too-many-attempts\"");
    assert_blob(house, &id, BLOB_LATEST, "state 7");
    job_unref(job);
}

/* A pause: the cancelled job keeps its blobs until it is forgotten. */
static void test_cancel_keeps_blobs(void **state)
{
    struct house *house = *state;
    struct job *job = submit_steady(house, 2);
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    fake_blob(house->fake, fake_at(house->fake, 0), BLOB_LATEST, "state");
    fake_end(house->fake, 0, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_CANCELLED);
    assert_blob(house, &id, BLOB_LATEST, "state");
    assert_int_equal(jobs_forget(house->jobs, job, NULL), NASH_OK);
    assert_blob(house, &id, BLOB_LATEST, "");
    job_unref(job);
}

static void *drain(void *jobs)
{
    jobs_drain(jobs, 60000);
    return NULL;
}

/* A drain does not wait for resumable work, which would not end in time: it is stopped at once, and goes on later. */
static void test_drain(void **state)
{
    struct house *house = *state;
    pthread_t thread;
    struct job *job = submit_steady(house, 2), *other = submit(house, SUBMIT_ACCEPTED, tiny(5));
    struct job_id id = id_of(house, job);
    assert_int_equal(pthread_create(&thread, NULL, drain, house->jobs), 0);
    while (!fake_is_cancelled(house->fake, 0))
        usleep(100);
    assert_false(fake_is_cancelled(house->fake, 1));
    fake_blob(house->fake, fake_at(house->fake, 0), BLOB_LATEST, "state");
    fake_succeed(house->fake, 0, "{\"partial\":1}", false);
    fake_succeed(house->fake, 1, "{}", true);
    pthread_join(thread, NULL);
    assert_int_equal(state_of(house, job), JOB_QUEUED);
    assert_int_equal(state_of(house, other), JOB_SUCCEEDED);
    job_unref(job);
    job_unref(other);
    house_stop(house);
    house_start(house);
    assert_resumes(house, "state");
    fake_succeed(house->fake, 0, "{}", true);
    job = job_of(house, &id);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
}

/* ---- a problem that the server has filled ---- */

/* Returns a job that keeps what its client sent. */
static struct job *submit_filled(struct house *house, enum submit_result expected, const char *key, const char *sent,
                                 const char *text)
{
    struct jobs_request request = {.solver = &nash_solver_steady,
                                   .format = NASH_FORMAT_JSON,
                                   .text = text,
                                   .len = strlen(text),
                                   .sent = sent,
                                   .sent_len = strlen(sent),
                                   .keeps_sent = true,
                                   .owner = "",
                                   .idempotency = key};
    struct nash_error error = {0};
    struct job *job;
    assert_int_equal(jobs_submit(house->jobs, &request, &job, &error), expected);
    return job;
}

static void assert_problem(struct house *house, struct job *job, const char *expected)
{
    struct job_view view;
    job_view(house->jobs, job, &view);
    assert_string_equal(view.row.problem->data, expected);
    job_view_release(&view);
}

/* What is solved is stored until the job is finished, also over a death of the server; clients see what was sent. */
static void test_filled(void **state)
{
    static const char sent[] = "{\"model\":\"x\"}", whole[] = "{\"n\":2,\"note\":\"of x\"}";
    struct house *house = *state;
    struct job *job = submit_filled(house, SUBMIT_ACCEPTED, "key", sent, whole);
    struct job_id id = id_of(house, job);
    await(house, job, JOB_IS_DURABLE);
    assert_problem(house, job, sent);
    assert_string_equal(fake_at(house->fake, 0)->problem->data, whole);
    job_unref(job);
    for (int i = 0; i < 2; i++) {
        kill_server(house, &id);
        assert_string_equal(fake_at(house->fake, 0)->problem->data, whole);
        fake_kill(house->fake, 0);
        assert_string_equal(fake_at(house->fake, 0)->problem->data, whole);
    }
    assert_blob(house, &id, ".problem", whole);
    job = job_of(house, &id);
    assert_problem(house, job, sent);
    fake_succeed(house->fake, 0, "{\"of\":2}", true);
    await(house, job, JOB_IS_DONE);
    assert_problem(house, job, sent);
    job_unref(job);
    assert_blob(house, &id, ".problem", "");
    house_stop(house);
    house_start(house);
    job = job_of(house, &id);
    assert_problem(house, job, sent);

    /* The same problem has the answer, whatever names it; what was sent has it only as long as it means the same. */
    static const char other[] = "{\"n\":4,\"note\":\"of x, later\"}";
    struct job *same = submit_filled(house, SUBMIT_CACHED, NULL, "{\"model\":\"y\"}", whole);
    assert_ptr_equal(same, job);
    struct job *later = submit_filled(house, SUBMIT_ACCEPTED, NULL, sent, other);
    assert_string_equal(fake_at(house->fake, 0)->problem->data, other);
    job_unref(later);
    job_unref(same);
    /* The Idempotency-Key belongs to what was sent. */
    same = submit_filled(house, SUBMIT_REPEATED, "key", sent, other);
    struct job_id repeated = id_of(house, same);
    assert_memory_equal(&repeated, &id, sizeof id);
    job_unref(same);
    assert_null(submit_filled(house, SUBMIT_REFUSED, "key", "{\"model\":\"z\"}", whole));
    job_unref(job);
}

/* Each of the jobs that share an execution can go on alone. */
static void test_filled_and_shared(void **state)
{
    static const char whole[] = "{\"n\":2,\"note\":\"of x\"}";
    struct house *house = *state;
    struct job *first = submit_filled(house, SUBMIT_ACCEPTED, NULL, "{\"model\":\"x\"}", whole);
    struct job *second = submit_filled(house, SUBMIT_ACCEPTED, NULL, "{\"model\":\"y\"}", whole);
    struct job_id id = id_of(house, second);
    assert_int_equal(fake_started(house->fake), 1);
    await(house, second, JOB_IS_DURABLE);
    assert_int_equal(jobs_cancel(house->jobs, first, NULL), NASH_OK);
    await(house, first, JOB_IS_DONE);
    struct job_id gone = id_of(house, first);
    assert_blob(house, &gone, ".problem", "");
    job_unref(first);
    job_unref(second);
    kill_server(house, &id);
    assert_string_equal(fake_at(house->fake, 0)->problem->data, whole);
    second = job_of(house, &id);
    assert_problem(house, second, "{\"model\":\"y\"}");
    job_unref(second);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_kills),
        TEST(test_kills_without_a_blob),
        TEST(test_dead_servers),
        TEST(test_cancel_keeps_blobs),
        TEST(test_drain),
        TEST(test_filled),
        TEST(test_filled_and_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
