/* Large bodies: the executor reads them, and the core decides. The test is the executor. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include <base/memory/tempfile.h>
#include <jobs/intakes.h>

#include "harness/fixture.h"

/* One body on its way. */
struct arrival {
    struct intake *intake;
    _Atomic unsigned woken;
    enum submit_result result;
    struct job *job;
    struct nash_error error;
};

static void wake(void *context)
{
    atomic_fetch_add(&((struct arrival *)context)->woken, 1);
}

static struct intake *start_as(struct house *house, struct arrival *arrival, const char *text, const char *key)
{
    struct nash_error error = {0};
    *arrival = (struct arrival){0};
    struct tempfile *file = tempfile_new(house->folder, NULL, &error);
    assert_int_equal(tempfile_append(file, text, strlen(text), &error), NASH_OK);
    const struct jobs_request request = {
        .solver = &nash_solver_tiny, .format = NASH_FORMAT_JSON, .file = file, .owner = "", .idempotency = key};
    arrival->intake = intake_start(house->jobs, &request, wake, arrival, &arrival->error);
    tempfile_unref(file);
    return arrival->intake;
}

static void start(struct house *house, struct arrival *arrival, int n)
{
    assert_non_null(start_as(house, arrival, tiny(n), NULL));
}

/* What a worker reports of the problem n. */
static struct work_reading reading_of(int n)
{
    int64_t number = n;
    struct work_reading reading = {.key = nash_canonical_key(&nash_solver_tiny, &number, 0), .timeout_ms = 1000};
    reading.fingerprint.byte[0] = (uint8_t)n;
    return reading;
}

/* Returns the place of work of this kind whose problem is not in memory; -1: none. */
static int place_with(struct house *house, enum work_kind kind)
{
    for (unsigned i = 0; i < house->places; i++) {
        const struct work *work = fake_at(house->fake, i);
        if (work != NULL && work->kind == kind && work->problem == NULL)
            return (int)i;
    }
    return -1;
}

static void report(struct house *house, int n)
{
    int place = place_with(house, WORK_READING);
    struct work_reading reading = reading_of(n);
    assert_true(place >= 0);
    fake_read(house->fake, (unsigned)place, &reading);
}

static void take(struct arrival *arrival)
{
    for (int ms = 0; atomic_load(&arrival->woken) == 0; ms++) {
        if (ms == 20000)
            fail_msg("there is no outcome");
        usleep(1000);
    }
    assert_true(intake_take(arrival->intake, &arrival->result, &arrival->job, &arrival->error));
    assert_int_equal(atomic_load(&arrival->woken), 1);
    intake_end(arrival->intake);
}

static void end_job(struct house *house, struct job *job)
{
    await(house, job, JOB_IS_DONE);
    job_unref(job);
}

static void solve_file(struct house *house, int n)
{
    int place = place_with(house, WORK_PROBLEM);
    assert_true(place >= 0);
    fake_succeed(house->fake, (unsigned)place, tiny(n), true);
}

/* ---- decisions ---- */

/* The worker that has read a new problem solves it; nothing else is started. */
static void test_adopted(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    start(house, &arrival, 5);
    assert_false(intake_take(arrival.intake, &arrival.result, &arrival.job, &arrival.error));
    report(house, 5);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_ACCEPTED);
    assert_int_equal(state_of(house, arrival.job), JOB_RUNNING);
    assert_int_equal(fake_started(house->fake), 1);
    assert_non_null(fake_at(house->fake, 0)->file);
    solve_file(house, 5);
    await(house, arrival.job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, arrival.job), "result"), "{\"n\":5}");
    job_unref(arrival.job);
    assert_int_equal(fake_busy(house->fake), 0);
}

/* An answer found before, an execution in flight, and an answer that only the store has. */
static void test_known(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    job_unref(solve_anew(house, 5));
    start(house, &arrival, 5);
    report(house, 5);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_CACHED);
    job_unref(arrival.job);
    assert_int_equal(fake_busy(house->fake), 0);
    struct job *first = submit(house, SUBMIT_ACCEPTED, "{\"n\":6,\"job\":{\"timeout_ms\":1000}}");
    start(house, &arrival, 6);
    report(house, 6);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_ACCEPTED);
    assert_int_equal(fake_busy(house->fake), 1);
    solve(house, 6);
    end_job(house, first);
    end_job(house, arrival.job);
    house_stop(house);
    house_start(house);
    start(house, &arrival, 6);
    report(house, 6);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_CACHED);
    job_unref(arrival.job);
}

/* A job of higher priority waits: the worker forgets the problem, and its job waits behind the other. */
static void test_queued(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    struct job *one = submit(house, SUBMIT_ACCEPTED, tiny(1));
    start(house, &arrival, 5);
    struct job *two = submit(house, SUBMIT_ACCEPTED, "{\"n\":2,\"job\":{\"priority\":1}}");
    assert_int_equal(state_of(house, two), JOB_QUEUED);
    report(house, 5);
    take(&arrival);
    assert_int_equal(state_of(house, arrival.job), JOB_QUEUED);
    assert_int_equal(state_of(house, two), JOB_RUNNING);
    solve(house, 1);
    end_job(house, one);
    assert_int_equal(state_of(house, arrival.job), JOB_RUNNING);
    solve(house, 2);
    end_job(house, two);
    solve_file(house, 5);
    end_job(house, arrival.job);
}

/* Queues the problem n behind two others, and waits until it is stored. */
static void queue_file(struct house *house, struct arrival *arrival, int n)
{
    start(house, arrival, n);
    struct job *two = submit(house, SUBMIT_ACCEPTED, "{\"n\":2,\"job\":{\"priority\":1}}");
    report(house, n);
    take(arrival);
    await(house, arrival->job, JOB_IS_DURABLE);
    assert_int_equal(state_of(house, arrival->job), JOB_QUEUED);
    job_unref(two);
}

/* Checks that the problem of the work is in the store alone, and what it is. */
static void expect_stored(struct house *house, const char *text)
{
    char read[64] = "";
    int place = place_with(house, WORK_PROBLEM);
    assert_true(place >= 0);
    struct work *work = fake_at(house->fake, (unsigned)place);
    assert_true(work->problem == NULL && work->file == NULL);
    assert_int_equal(work->len, strlen(text));
    assert_int_equal(fake_problem(house->fake, work, 0, read, sizeof read - 1), strlen(text));
    assert_string_equal(read, text);
    assert_int_equal(fake_problem(house->fake, work, 2, read, 3), 3);
    assert_memory_equal(read, text + 2, 3);
}

/* A problem that waits has left the memory once it is stored, and is read from the store. */
static void test_shed(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    struct job *one = submit(house, SUBMIT_ACCEPTED, tiny(1));
    queue_file(house, &arrival, 5);
    solve(house, 2);
    expect_stored(house, tiny(5));
    fake_kill(house->fake, (unsigned)place_with(house, WORK_PROBLEM)); /* so it can be read once more */
    expect_stored(house, tiny(5));
    solve_file(house, 5);
    end_job(house, arrival.job);
    solve(house, 1);
    end_job(house, one);
}

/* The job in whose row the problem was is cancelled and removed: another job that waits for it has it, too. */
static void test_shed_and_removed(void **state)
{
    static const char text[] = " {\"n\":5,\"job\":{\"timeout_ms\":1000}}";
    struct house *house = *state;
    struct arrival arrival;
    struct nash_error error;
    struct job *one = submit(house, SUBMIT_ACCEPTED, tiny(1));
    queue_file(house, &arrival, 5);
    struct job *also = submit(house, SUBMIT_ACCEPTED, text);
    await(house, also, JOB_IS_DURABLE);
    assert_int_equal(jobs_cancel(house->jobs, arrival.job, &error), NASH_OK);
    await(house, arrival.job, JOB_IS_DONE);
    assert_int_equal(jobs_forget(house->jobs, arrival.job, &error), NASH_OK);
    job_unref(arrival.job);
    solve(house, 2);
    int place = place_of(house, 5);
    if (place < 0) {
        expect_stored(house, text);
        solve_file(house, 5);
    } else {
        solve(house, 5);
    }
    end_job(house, also);
    solve(house, 1);
    end_job(house, one);
}

static void test_refused(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    start(house, &arrival, 5);
    struct work_result result = {.status = NASH_INVALID};
    nash_fail(&result.error, NASH_INVALID, "/n", "is no number");
    fake_end(house->fake, 0, &result);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_REFUSED);
    assert_null(arrival.job);
    assert_string_equal(arrival.error.pointer, "/n");
    assert_string_equal(arrival.error.detail, "is no number");
    assert_null(start_as(house, &arrival, tiny(5), ""));
    assert_int_equal(arrival.error.status, NASH_INVALID);
}

static void test_idempotency(void **state)
{
    struct house *house = *state;
    struct arrival first, again, other;
    start_as(house, &first, tiny(5), "key");
    assert_true(fake_at(house->fake, 0)->fingerprint);
    report(house, 5);
    take(&first);
    start_as(house, &again, tiny(5), "key");
    report(house, 5);
    take(&again);
    assert_int_equal(again.result, SUBMIT_REPEATED);
    assert_ptr_equal(again.job, first.job);
    start_as(house, &other, tiny(7), "key");
    report(house, 7);
    take(&other);
    assert_int_equal(other.result, SUBMIT_REFUSED);
    assert_string_equal(other.error.type, "idempotency-mismatch");
    solve_file(house, 5);
    end_job(house, first.job);
    job_unref(again.job);
}

/* ---- deaths ---- */

static void test_deaths(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    start(house, &arrival, 5);
    fake_kill(house->fake, 0); /* is read by another worker */
    assert_int_equal(atomic_load(&arrival.woken), 0);
    report(house, 5);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_ACCEPTED);
    solve_file(house, 5);
    end_job(house, arrival.job);
    start(house, &arrival, 6);
    fake_kill(house->fake, 0);
    fake_kill(house->fake, 0);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_REFUSED);
    assert_string_equal(arrival.error.type, "worker-killed");
    start(house, &arrival, 6);
    fake_fail(house->fake, 0, NASH_INTERNAL, "runaway"); /* would only repeat */
    take(&arrival);
    assert_string_equal(arrival.error.type, "runaway");
    struct intake_stats stats;
    intake_stats(house->jobs, &stats);
    assert_int_equal(stats.retried, 2);
    assert_int_equal(stats.reading + stats.waiting, 0);
}

/* Starts the house anew with one worker and a place for readings: a second reading waits. */
static void use_one_worker(struct house *house)
{
    house_stop(house);
    house->extra_places = 1;
    house_start(house);
}

/* ---- the owner leaves ---- */

static void test_ends(void **state)
{
    struct house *house = *state;
    struct arrival reading, waiting;
    struct intake_stats stats;
    use_one_worker(house);
    start(house, &reading, 5);
    start(house, &waiting, 6);
    intake_stats(house->jobs, &stats);
    assert_int_equal(stats.waiting, 1);
    intake_end(waiting.intake);
    intake_end(reading.intake);
    assert_true(fake_is_cancelled(house->fake, 0));
    fake_end(house->fake, 0, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    start(house, &reading, 7);
    intake_end(reading.intake);
    report(house, 7); /* the worker was faster than the cancel: the job is made */
    for (int ms = 0; place_with(house, WORK_PROBLEM) < 0 && ms < 20000; ms++)
        usleep(1000);
    solve_file(house, 7);
    intake_stats(house->jobs, &stats);
    assert_int_equal(stats.waiting + stats.reading, 0);
    assert_int_equal(atomic_load(&reading.woken) + atomic_load(&waiting.woken), 0);
}

/* A server that drains refuses those that wait, and those that were read. */
static void *drain(void *context)
{
    struct house *house = context;
    jobs_drain(house->jobs, 20000);
    return NULL;
}

static void test_drain(void **state)
{
    struct house *house = *state;
    struct arrival reading, waiting, late;
    pthread_t thread;
    use_one_worker(house);
    start(house, &reading, 5);
    start(house, &waiting, 6);
    assert_int_equal(pthread_create(&thread, NULL, drain, house), 0);
    take(&waiting);
    assert_string_equal(waiting.error.type, "draining");
    report(house, 5);
    take(&reading);
    assert_string_equal(reading.error.type, "draining");
    pthread_join(thread, NULL);
    assert_null(start_as(house, &late, tiny(7), NULL));
    assert_string_equal(late.error.type, "draining");
    assert_int_equal(fake_busy(house->fake), 0);
}

/* ---- limits ---- */

static void test_queue_bytes(void **state)
{
    struct house *house = *state;
    struct arrival arrival;
    struct intake_stats stats;
    house_stop(house);
    house->options.queue_bytes = 20;
    house_start(house);
    start(house, &arrival, 5);
    report(house, 5);
    take(&arrival);
    assert_int_equal(arrival.result, SUBMIT_ACCEPTED);
    struct job *second = submit(house, SUBMIT_ACCEPTED, tiny(6));
    intake_stats(house->jobs, &stats);
    assert_int_equal(stats.queue_bytes, 2 * strlen(tiny(5)));
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, tiny(7), NASH_BUSY, "queue-full", "");
    solve(house, 6);
    end_job(house, second);
    struct job *third = submit(house, SUBMIT_ACCEPTED, tiny(7));
    struct nash_error error;
    assert_int_equal(jobs_cancel(house->jobs, third, &error), NASH_OK);
    fake_end(house->fake, 1, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    end_job(house, third);
    solve_file(house, 5);
    end_job(house, arrival.job);
    intake_stats(house->jobs, &stats);
    assert_int_equal(stats.queue_bytes, 0);
    assert_int_equal(stats.refused, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_adopted),     TEST(test_known),       TEST(test_queued), TEST(test_shed), TEST(test_shed_and_removed),
        TEST(test_refused),     TEST(test_idempotency), TEST(test_deaths), TEST(test_ends), TEST(test_drain),
        TEST(test_queue_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
