/* Slices of the express process, and flows, in the whole core: two workers, and a third place for slices. */
#include <jobs/dispatch/slices.h>

#include "../harness/fixture.h"

enum { WORKERS = 2 };

static int setup(void **state)
{
    static struct house house;
    house_init(&house);
    house_has_one_flow = false;
    house.places = WORKERS + EXPRESS_SLOTS;
    house.extra_places = EXPRESS_SLOTS;
    house_start(&house);
    *state = &house;
    return 0;
}

static struct job *submit_for(struct house *house, const char *owner, int n)
{
    return submit_as(house, SUBMIT_ACCEPTED, owner, NULL, tiny(n));
}

/* Ends the slice of the problem n as the pool does: the solver was stopped and has a partial answer. */
static void cut(struct house *house, int n)
{
    struct bytes *result = bytes_copy("{\"n\":-1}", 8);
    struct work_result end = {.status = NASH_OK, .stopped = NASH_STOP_CANCEL, .result = result};
    fake_end(house->fake, (unsigned)place_of(house, n), &end);
    bytes_unref(result);
}

static bool is_in_slice(struct house *house, int n)
{
    int place = place_of(house, n);
    return place >= 0 && fake_at(house->fake, (unsigned)place)->slice_ms == SLICE_MS;
}

static const char *position(struct house *house, struct job *job)
{
    return member(object_of(house, job), "queue_position");
}

/* A short problem is answered in its slice, while others occupy the workers. For its client it waits until then. */
static void test_short(void **state)
{
    struct house *house = *state;
    struct job *slow[2] = {submit_for(house, "ann", 1), submit_for(house, "ann", 2)};
    assert_false(is_in_slice(house, 1) || is_in_slice(house, 2));
    struct job *job = submit_for(house, "bob", 3);
    assert_true(is_in_slice(house, 3));
    assert_int_equal(state_of(house, job), JOB_QUEUED);
    fake_progress(house->fake, fake_at(house->fake, (unsigned)place_of(house, 3)), "{\"best\":1}");
    assert_string_equal(member(object_of(house, job), "progress"), "");
    solve(house, 3);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    struct job_view view;
    job_view(house->jobs, job, &view);
    assert_true(view.row.started_ms >= view.row.created_ms - 2);
    job_view_release(&view);
    job_unref(job);
    job_unref(slow[0]);
    job_unref(slow[1]);
}

/* A longer one is stopped, its partial answer is dropped, and it waits for a worker, with its full time limit. */
static void test_cut(void **state)
{
    struct house *house = *state;
    struct job *slow[2] = {submit_for(house, "ann", 1), submit_for(house, "ann", 2)};
    struct job *job = submit_for(house, "bob", 3), *next = submit_for(house, "bob", 4);
    uint32_t limit_ms = fake_at(house->fake, (unsigned)place_of(house, 3))->timeout_ms;
    cut(house, 3);
    assert_int_equal(state_of(house, job), JOB_QUEUED);
    assert_int_equal(place_of(house, 3), -1);
    assert_string_equal(position(house, job), "1");
    assert_true(is_in_slice(house, 4)); /* each problem gets one slice */
    cut(house, 4);
    assert_int_equal(fake_busy(house->fake), WORKERS);
    solve(house, 1);
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    const struct work *work = fake_at(house->fake, (unsigned)place_of(house, 3));
    assert_true(work->slice_ms == 0 && work->timeout_ms == limit_ms && work_left_ms(work) == limit_ms);
    solve(house, 3);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "result"), "{\"n\":3}");
    struct jobs_stats stats;
    jobs_stats(house->jobs, &stats);
    assert_true(stats.slices == 2 && stats.slices_cut == 2);
    job_unref(job);
    job_unref(next);
    job_unref(slow[0]);
    job_unref(slow[1]);
}

/* A client may cancel in the slice; a crash in it is an end like any other; a drain leaves the job in the store. */
static void test_other_ends(void **state)
{
    struct house *house = *state;
    struct job *slow[2] = {submit_for(house, "ann", 1), submit_for(house, "ann", 2)};
    struct job *cancelled = submit_for(house, "bob", 3);
    assert_int_equal(jobs_cancel(house->jobs, cancelled, NULL), NASH_OK);
    assert_true(fake_is_cancelled(house->fake, (unsigned)place_of(house, 3)));
    cut(house, 3);
    await(house, cancelled, JOB_IS_DONE);
    assert_int_equal(state_of(house, cancelled), JOB_CANCELLED);
    struct job *crashed = submit_for(house, "bob", 4);
    fake_fail(house->fake, (unsigned)place_of(house, 4), NASH_UNPROCESSABLE, "no-solution");
    await(house, crashed, JOB_IS_DONE);
    assert_int_equal(state_of(house, crashed), JOB_FAILED);
    struct job *twice[2] = {submit_for(house, "bob", 5), submit_for(house, "eve", 5)};
    assert_int_equal(jobs_cancel(house->jobs, twice[0], NULL), NASH_OK);
    assert_int_equal(state_of(house, twice[1]), JOB_QUEUED);
    cut(house, 5);
    assert_int_equal(state_of(house, twice[1]), JOB_QUEUED);
    assert_string_equal(position(house, twice[1]), "1");
    struct job *all[] = {slow[0], slow[1], cancelled, crashed, twice[0], twice[1]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        job_unref(all[i]);
}

/* Many problems of one flow do not delay that of another by more than one slice, and it goes before all of theirs. */
static void test_other_flow(void **state)
{
    struct house *house = *state;
    enum { SLOW = 200 };
    struct job *slow[SLOW];
    for (int i = 0; i < SLOW; i++)
        slow[i] = submit_for(house, "ann", 100 + i);
    struct job *job = submit_for(house, "bob", 3);
    assert_false(is_in_slice(house, 3));
    cut(house, 102);
    assert_true(is_in_slice(house, 3));
    solve(house, 3);
    await(house, job, JOB_IS_DONE);
    job_unref(job);
    job = submit_for(house, "bob", 4); /* a long one: it is next for a worker */
    cut(house, 103);
    assert_true(is_in_slice(house, 4));
    cut(house, 4);
    assert_string_equal(position(house, job), "1");
    solve(house, 100);
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    job_unref(job);
    for (int i = 0; i < SLOW; i++)
        job_unref(slow[i]);
}

/* A flow that asks for the waiting problem of another does not make it wait among its own. */
static void test_joined(void **state)
{
    struct house *house = *state;
    struct job *slow[10];
    for (int i = 0; i < 10; i++)
        slow[i] = submit_for(house, "ann", 100 + i);
    struct job *job = submit_for(house, "bob", 109);
    cut(house, 102);
    assert_true(is_in_slice(house, 109));
    job_unref(job);
    for (int i = 0; i < 10; i++)
        job_unref(slow[i]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_short), TEST(test_cut), TEST(test_other_ends), TEST(test_other_flow), TEST(test_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
