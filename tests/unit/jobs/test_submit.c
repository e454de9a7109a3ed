/* Submissions: which requests are refused, which are solved, and which are answered from the cache. */
#include "harness/fixture.h"
#include "harness/gate.h"

/* ---- one job ---- */

static void test_life(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(7));
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    await(house, job, JOB_IS_DURABLE);
    solve(house, 7);
    await(house, job, JOB_IS_DONE);
    const char *object = object_of(house, job);
    assert_string_equal(member(object, "status"), "\"succeeded\"");
    assert_string_equal(member(object, "kind"), "\"tiny\"");
    assert_string_equal(member(object, "result"), "{\"n\":7}");
    assert_string_equal(member(object, "cached"), "false");
    assert_string_equal(member(object, "error"), "");
    assert_true(strlen(member(object, "created_at")) == strlen("\"2026-11-21T01:26:00.123Z\""));
    assert_true(member(object, "started_at")[0] != '\0' && member(object, "finished_at")[0] != '\0');
    struct job_view view;
    job_view(house->jobs, job, &view);
    assert_true(view.durable && view.row.final && view.queue_position == 0);
    assert_ptr_equal(view.solver, &nash_solver_tiny);
    assert_string_equal(view.row.problem->data, tiny(7));
    job_view_release(&view);
    job_unref(job);
}

/* If the answer arrives before SUBMIT is committed, no watch fires before the commit. */
static void test_answer_before_commit(void **state)
{
    struct house *house = *state;
    gate_hold(true);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    solve(house, 1);
    assert_int_equal(gate_held(), 2);
    struct job_watch durable = {.condition = JOB_IS_DURABLE}, done = {.condition = JOB_IS_DONE};
    durable.fire = done.fire = NULL; /* a call before the commit would crash */
    assert_true(job_watch(house->jobs, job, &durable, 0));
    assert_true(job_watch(house->jobs, job, &done, 0));
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    assert_string_equal(member(object_of(house, job), "result"), "");
    job_unwatch(house->jobs, &durable);
    job_unwatch(house->jobs, &done);
    gate_hold(false);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "result"), "{\"n\":1}");
    job_unref(job);
}

static void test_failure(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    fake_fail(house->fake, 0, NASH_INTERNAL, "worker-crashed");
    await(house, job, JOB_IS_DONE);
    const char *object = object_of(house, job);
    assert_string_equal(member(object, "status"), "\"failed\"");
    assert_string_equal(member(member(object, "error"), "type"), "\"/problems/worker-crashed\"");
    assert_string_equal(member(member(object, "error"), "detail"), "\"the test has it fail\"");
    assert_string_equal(member(object, "result"), "");
    job_unref(job);
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(1))); /* a failure is not used as an answer */
}

static void test_partial_answer_is_not_cached(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    fake_succeed(house->fake, 0, "{\"so_far\":0}", false);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "status"), "\"succeeded\"");
    assert_string_equal(member(object_of(house, job), "result"), "{\"so_far\":0}");
    job_unref(job);
    job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    assert_int_equal(place_of(house, 1), 0);
    job_unref(job);
}

/* ---- answers found before ---- */

static void test_cached(void **state)
{
    struct house *house = *state;
    struct job *job = solve_anew(house, 5);
    static const char *const spellings[] = {"{\"n\":5}", "{\"n\":5}", " {\"n\" : 5.0 }", "{\"note\":\"x\",\"n\":5}",
                                            "{\"n\":5,\"job\":{\"timeout_ms\":1,\"priority\":3,\"seed\":9}}"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        struct job *again = submit(house, SUBMIT_CACHED, spellings[i]);
        assert_ptr_equal(again, job);
        job_unref(again);
    }
    struct job *other = submit(house, SUBMIT_ACCEPTED, tiny(6));
    assert_int_equal(fake_started(house->fake), 2);
    job_unref(other);
    job_unref(job);
}

static void test_cached_in_store_only(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->options.memory_bytes = 0; /* no finished job is kept in memory */
    house_start(house);
    struct job *job = solve_anew(house, 5);
    struct job_view first, second;
    job_view(house->jobs, job, &first);
    struct job *again = submit(house, SUBMIT_CACHED, " {\"n\":5}");
    assert_ptr_not_equal(again, job);
    job_view(house->jobs, again, &second);
    assert_memory_equal(&first.id, &second.id, sizeof first.id);
    assert_string_equal(second.row.result->data, first.row.result->data);
    assert_int_equal(second.row.last_event, first.row.last_event);
    job_view_release(&first);
    job_view_release(&second);
    job_unref(again);
    job_unref(job);
}

static void test_cached_for_another_owner(void **state)
{
    struct house *house = *state;
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "ann", NULL, tiny(5));
    solve(house, 5);
    await(house, job, JOB_IS_DONE);
    struct job *bobs = submit_as(house, SUBMIT_CACHED, "bob", NULL, tiny(5));
    await(house, bobs, JOB_IS_DONE);
    assert_ptr_not_equal(bobs, job);
    struct job_view view;
    job_view(house->jobs, bobs, &view);
    assert_string_equal(view.row.owner, "bob");
    assert_true(view.durable && view.row.state == JOB_SUCCEEDED && view.row.final);
    assert_string_equal(view.row.result->data, "{\"n\":5}");
    assert_null(jobs_find(house->jobs, &view.id, "ann"));
    struct job *found = jobs_find(house->jobs, &view.id, "");
    assert_ptr_equal(found, bobs);
    job_unref(found);
    found = submit_as(house, SUBMIT_CACHED, "bob", NULL, tiny(5)); /* now bob has a job with this answer himself */
    assert_ptr_equal(found, bobs);
    job_unref(found);
    job_view_release(&view);
    assert_int_equal(fake_started(house->fake), 1);
    job_unref(bobs);
    job_unref(job);
}

/* Unless owners share answers, none gets the answer of another: neither from memory, nor from an execution in flight,
 * nor from the store. Jobs without an owner share as before. */
static void test_answers_of_owners_are_apart(void **state)
{
    struct house *house = *state;
    static const char *const owners[] = {"ann", "bob", ""};
    struct job *job[3];
    house_stop(house);
    house->options.share_answers = false;
    house->options.workers = 3;
    house->places = 3;
    house_start(house);
    for (int life = 0; life < 2; life++) {
        for (int i = 0; i < 3; i++)
            job[i] = submit_as(house, life == 0 ? SUBMIT_ACCEPTED : SUBMIT_CACHED, owners[i], NULL, tiny(5));
        if (life == 0) {
            assert_int_equal(fake_started(house->fake), 3);
            for (int i = 0; i < 3; i++)
                solve(house, 5);
        }
        for (int i = 0; i < 3; i++) {
            await(house, job[i], JOB_IS_DONE);
            job_unref(job[i]);
        }
        struct job *own = submit_as(house, SUBMIT_CACHED, "ann", NULL, " {\"n\":5}");
        job_unref(own);
        house_stop(house);
        house_start(house);
    }
    job[0] = submit_as(house, SUBMIT_ACCEPTED, "eve", NULL, tiny(5));
    assert_int_equal(fake_started(house->fake), 1);
    solve(house, 5);
    await(house, job[0], JOB_IS_DONE);
    job_unref(job[0]);
}

/* ---- one execution for several jobs ---- */

static void test_identical_jobs_share_an_execution(void **state)
{
    struct house *house = *state;
    struct job *job[5];
    static const char *const owner[] = {"", "ann", "bob", "", "ann"};
    for (int i = 0; i < 5; i++)
        job[i] = submit_as(house, SUBMIT_ACCEPTED, owner[i], NULL, i < 3 ? tiny(8) : " {\"n\":8}");
    assert_int_equal(fake_started(house->fake), 1);
    gate_hold(true);
    solve(house, 8);
    struct job *late = submit(house, SUBMIT_ACCEPTED, tiny(8)); /* the answer has arrived, but is not committed */
    assert_int_equal(fake_started(house->fake), 1);
    gate_hold(false);
    await(house, late, JOB_IS_DONE);
    for (int i = 0; i < 5; i++) {
        await(house, job[i], JOB_IS_DONE);
        assert_string_equal(member(object_of(house, job[i]), "result"), "{\"n\":8}");
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(job[i], job[j]);
        job_unref(job[i]);
    }
    assert_string_equal(member(object_of(house, late), "result"), "{\"n\":8}");
    job_unref(late);
    struct jobs_stats stats;
    jobs_stats(house->jobs, &stats);
    for (size_t i = 0; i < stats.kinds; i++)
        if (stats.kind[i].solver == &nash_solver_tiny) {
            assert_int_equal(stats.kind[i].submitted, 6);
            assert_int_equal(stats.kind[i].shared, 5);
            assert_int_equal(stats.kind[i].succeeded, 6);
        }
}

static void test_another_time_limit_is_another_execution(void **state)
{
    struct house *house = *state;
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(8)));
    job_unref(submit(house, SUBMIT_ACCEPTED, "{\"n\":8,\"job\":{\"timeout_ms\":100}}"));
    assert_int_equal(fake_started(house->fake), 2);
    assert_int_equal(fake_at(house->fake, 0)->timeout_ms, 2000);
    assert_int_equal(fake_at(house->fake, 1)->timeout_ms, 100);
    job_unref(submit(house, SUBMIT_ACCEPTED, "{\"n\":8,\"job\":{\"timeout_ms\":2000}}"));
    assert_int_equal(fake_started(house->fake), 2);
}

/* ---- the queue ---- */

static void test_queue(void **state)
{
    struct house *house = *state;
    static const char *const body[] = {"{\"n\":1}",
                                       "{\"n\":2}",
                                       "{\"n\":3}",
                                       "{\"n\":4,\"job\":{\"priority\":-100}}",
                                       "{\"n\":5}",
                                       "{\"n\":6,\"job\":{\"priority\":100}}",
                                       "{\"n\":7,\"job\":{\"priority\":1}}",
                                       "{\"n\":8,\"job\":{\"priority\":100}}"};
    static const int order[] = {6, 8, 7, 3, 5, 4}; /* 1 and 2 run */
    enum { JOBS = sizeof body / sizeof *body, WAITING = JOBS - 2 };
    struct job *job[JOBS];
    for (int i = 0; i < JOBS; i++)
        job[i] = submit(house, SUBMIT_ACCEPTED, body[i]);
    for (int i = 0; i < WAITING; i++) {
        char position[8];
        snprintf(position, sizeof position, "%d", i + 1);
        const char *object = object_of(house, job[order[i] - 1]);
        assert_string_equal(member(object, "status"), "\"queued\"");
        assert_string_equal(member(object, "queue_position"), position);
    }
    assert_string_equal(member(object_of(house, job[0]), "queue_position"), "");
    solve(house, 1);
    for (int i = 0; i < WAITING; i++) {
        assert_true(place_of(house, order[i]) >= 0);
        solve(house, order[i]);
    }
    solve(house, 2);
    for (int i = 0; i < JOBS; i++) {
        await(house, job[i], JOB_IS_DONE);
        job_unref(job[i]);
    }
}

/* A job with a higher priority joins a waiting execution, which moves up. */
static void test_joining_raises_priority(void **state)
{
    struct house *house = *state;
    struct job *job[6];
    for (int i = 0; i < 5; i++)
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(i));
    assert_string_equal(member(object_of(house, job[4]), "queue_position"), "3");
    job[5] = submit(house, SUBMIT_ACCEPTED, "{\"n\":4,\"job\":{\"priority\":1}}");
    assert_string_equal(member(object_of(house, job[4]), "queue_position"), "1");
    assert_string_equal(member(object_of(house, job[5]), "queue_position"), "1");
    assert_string_equal(member(object_of(house, job[2]), "queue_position"), "2");
    for (int i = 0; i < 6; i++)
        job_unref(job[i]);
}

static void test_queue_full(void **state)
{
    struct house *house = *state;
    house_stop(house);
    house->options.queue_max = 3;
    house_start(house);
    for (int i = 0; i < 5; i++)
        job_unref(submit(house, SUBMIT_ACCEPTED, tiny(i)));
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, tiny(5), NASH_BUSY, "queue-full", "");
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, tiny(1), NASH_BUSY, "queue-full",
            ""); /* even a job that could join a running execution is refused */
    solve(house, 0);
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(5));
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, tiny(6), NASH_BUSY, "queue-full", "");
    struct jobs_stats stats;
    jobs_stats(house->jobs, &stats);
    assert_int_equal(stats.queued, 3);
    assert_int_equal(stats.running, 2);
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    job_unref(submit(house, SUBMIT_ACCEPTED, tiny(6)));
    job_unref(job);
}

/* ---- Idempotency-Key ---- */

static void test_idempotency(void **state)
{
    struct house *house = *state;
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "ann", "k1", tiny(1));
    struct job *again = submit_as(house, SUBMIT_REPEATED, "ann", "k1", tiny(1));
    assert_ptr_equal(again, job);
    job_unref(again);
    assert_null(submit_as(house, SUBMIT_REFUSED, "ann", "k1", tiny(2)));
    assert_null(submit_as(house, SUBMIT_REFUSED, "ann", "k1", "{\"n\":1 }"));
    struct job *bobs = submit_as(house, SUBMIT_ACCEPTED, "bob", "k1", tiny(2));
    job_unref(bobs);
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    again = submit_as(house, SUBMIT_REPEATED, "ann", "k1", tiny(1));
    assert_ptr_equal(again, job);
    job_unref(again);
    again = submit_as(house, SUBMIT_CACHED, "ann", "k2", tiny(1)); /* a new job, because its key must be stored */
    await(house, again, JOB_IS_DONE);
    assert_ptr_not_equal(again, job);
    job_unref(again);
    assert_null(submit_as(house, SUBMIT_REFUSED, "ann", "k2", tiny(3)));
    job_unref(job);

    house_stop(house);
    house_start(house);
    again = submit_as(house, SUBMIT_REPEATED, "ann", "k1", tiny(1));
    assert_string_equal(member(object_of(house, again), "result"), "{\"n\":1}");
    job_unref(again);
    assert_null(submit_as(house, SUBMIT_REFUSED, "ann", "k1", tiny(2)));
    assert_null(submit_as(house, SUBMIT_REFUSED, "ann", "k2", tiny(2)));
}

static void test_idempotency_key_must_be_one(void **state)
{
    struct house *house = *state;
    char longest[JOB_IDEMPOTENCY_MAX + 2];
    memset(longest, 'k', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_null(submit_as(house, SUBMIT_REFUSED, "", longest, tiny(1)));
    assert_null(submit_as(house, SUBMIT_REFUSED, "", "", tiny(1)));
    assert_null(submit_as(house, SUBMIT_REFUSED, "", "a\x01", tiny(1)));
    assert_null(submit_as(house, SUBMIT_REFUSED, "", "\xc3\xa4", tiny(1)));
    longest[sizeof longest - 2] = '\0';
    job_unref(submit_as(house, SUBMIT_ACCEPTED, "", longest, tiny(1)));
    job_unref(submit_as(house, SUBMIT_REPEATED, "", longest, tiny(1)));
}

/* ---- options and faults ---- */

static void test_options(void **state)
{
    struct house *house = *state;
    static const struct {
        const char *body;
        uint32_t timeout_ms;
        uint64_t seed;
        int priority;
    } good[] = {
        {"{\"n\":1}", 2000, 0, 0},
        {"{\"n\":2,\"job\":{}}", 2000, 0, 0},
        {"{\"job\":{\"timeout_ms\":1},\"n\":3}", 1, 0, 0},
        {"{\"n\":4,\"job\":{\"timeout_ms\":5000}}", 5000, 0, 0},
        {"{\"n\":5,\"job\":{\"timeout_ms\":1e2,\"priority\":-1.0,\"seed\":9007199254740991}}", 100, 9007199254740991,
         -1},
        {"{\"n\":6,\"job\":{\"seed\":0,\"priority\":100}}", 2000, 0, 100},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct job *job = submit(house, SUBMIT_ACCEPTED, good[i].body);
        const struct work *work = fake_at(house->fake, 0);
        assert_int_equal(work->timeout_ms, good[i].timeout_ms);
        assert_int_equal(work->seed, good[i].seed);
        struct job_view view;
        job_view(house->jobs, job, &view);
        assert_int_equal(view.row.priority, good[i].priority);
        job_view_release(&view);
        solve(house, (int)i + 1);
        await(house, job, JOB_IS_DONE);
        job_unref(job);
    }
}

static void test_faults(void **state)
{
    struct house *house = *state;
    static const struct {
        const char *body, *type, *pointer;
        enum nash_status status;
    } bad[] = {
        {"", "invalid-json", "", NASH_INVALID},
        {"{\"n\":1", "invalid-json", "", NASH_INVALID},
        {"{\"n\":1,\"n\":1}", "invalid-json", "", NASH_INVALID},
        {"[1]", "invalid-request", "", NASH_INVALID},
        {"1", "invalid-request", "", NASH_INVALID},
        {"{}", "invalid-request", "", NASH_INVALID},
        {"{\"n\":\"1\"}", "invalid-request", "/n", NASH_INVALID},
        {"{\"n\":1,\"x\":2}", "unknown-member", "/x", NASH_INVALID},
        {"{\"n\":1,\"job\":null}", "invalid-request", "/job", NASH_INVALID},
        {"{\"n\":1,\"job\":[]}", "invalid-request", "/job", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"x\":1}}", "unknown-member", "/job/x", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"job\":{}}}", "unknown-member", "/job/job", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"timeout_ms\":0}}", "invalid-request", "/job/timeout_ms", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"timeout_ms\":86400001}}", "invalid-request", "/job/timeout_ms", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"timeout_ms\":5001}}", "unprocessable", "/job/timeout_ms", NASH_UNPROCESSABLE},
        {"{\"n\":1,\"job\":{\"timeout_ms\":1.5}}", "invalid-request", "/job/timeout_ms", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"timeout_ms\":null}}", "invalid-request", "/job/timeout_ms", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"priority\":101}}", "invalid-request", "/job/priority", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"priority\":\"1\"}}", "invalid-request", "/job/priority", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"seed\":-1}}", "invalid-request", "/job/seed", NASH_INVALID},
        {"{\"n\":1,\"job\":{\"seed\":9007199254740992}}", "invalid-request", "/job/seed", NASH_INVALID},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, bad[i].body, bad[i].status, bad[i].type, bad[i].pointer);
    refused(house, &nash_solver_tiny, NASH_FORMAT_TEXT, "x", NASH_INVALID, "invalid-request", "");
    char large[2100];
    memset(large, ' ', sizeof large);
    memcpy(large + sizeof large - 8, "{\"n\":1}", 8);
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, large, NASH_TOO_LARGE, "too-large", "");
    struct store_stats stats;
    struct nash_error error = {0};
    store_flush(house->store);
    assert_int_equal(store_stats(house->store, &stats, &error), NASH_OK);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(stats.jobs[i], 0);
    assert_int_equal(fake_started(house->fake), 0);
}

static struct job *submit_to(struct house *house, const struct nash_solver *solver, enum nash_format format,
                             enum submit_result expected, const char *text)
{
    struct jobs_request request = {.solver = solver, .format = format, .text = text, .len = strlen(text), .owner = ""};
    struct nash_error error = {0};
    struct job *job;
    assert_int_equal(jobs_submit(house->jobs, &request, &job, &error), expected);
    return job;
}

static void test_text_form(void **state)
{
    struct house *house = *state;
    struct job *job = submit_to(house, &nash_solver_tiny, NASH_FORMAT_TEXT, SUBMIT_ACCEPTED, "17");
    assert_int_equal(fake_at(house->fake, 0)->format, NASH_FORMAT_TEXT);
    fake_succeed(house->fake, 0, tiny(17), true);
    await(house, job, JOB_IS_DONE);
    struct job *again = submit(house, SUBMIT_CACHED, tiny(17));
    assert_ptr_equal(again, job);
    job_unref(again);
    job_unref(job);
}

/* If a kind's answer depends on the seed, the seed is part of the canonical key; otherwise it is not (test_cached). */
static void test_seed(void **state)
{
    struct house *house = *state;
    static const char *const body[] = {"{\"n\":1}", "{\"n\":1,\"job\":{\"seed\":1}}", "{\"n\":1,\"job\":{\"seed\":2}}"};
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < 3; i++) {
            struct job *job = submit_to(house, &nash_solver_dice, NASH_FORMAT_JSON,
                                        round == 0 ? SUBMIT_ACCEPTED : SUBMIT_CACHED, body[i]);
            char result[32];
            snprintf(result, sizeof result, "{\"seed\":%zu}", i);
            if (round == 0)
                fake_succeed(house->fake, 0, result, true);
            await(house, job, JOB_IS_DONE);
            assert_string_equal(member(object_of(house, job), "result"), result);
            job_unref(job);
        }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_life),
        TEST(test_answer_before_commit),
        TEST(test_failure),
        TEST(test_partial_answer_is_not_cached),
        TEST(test_cached),
        TEST(test_cached_in_store_only),
        TEST(test_cached_for_another_owner),
        TEST(test_answers_of_owners_are_apart),
        TEST(test_identical_jobs_share_an_execution),
        TEST(test_another_time_limit_is_another_execution),
        TEST(test_queue),
        TEST(test_joining_raises_priority),
        TEST(test_queue_full),
        TEST(test_idempotency),
        TEST(test_idempotency_key_must_be_one),
        TEST(test_options),
        TEST(test_faults),
        TEST(test_text_form),
        TEST(test_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
