/* Cancelling, forgetting, finding and listing jobs, blobs, and the replies that a job keeps. */
#include "harness/fixture.h"
#include "harness/gate.h"

static void conflict(enum nash_status status, const struct nash_error *error, const char *type)
{
    assert_int_equal(status, NASH_CONFLICT);
    assert_string_equal(nash_error_type(error), type);
}

static void cancelled(struct house *house, struct job *job, const char *result)
{
    await(house, job, JOB_IS_DONE);
    const char *object = object_of(house, job);
    assert_string_equal(member(object, "status"), "\"cancelled\"");
    assert_string_equal(member(object, "result"), result);
    assert_string_equal(member(object, "error"), "");
    assert_true(member(object, "finished_at")[0] != '\0');
    struct nash_error error = {0};
    conflict(jobs_cancel(house->jobs, job, &error), &error, "job-already-finished");
}

static void test_cancel_queued(void **state)
{
    struct house *house = *state;
    struct job *job[4];
    for (int i = 0; i < 4; i++)
        job[i] = submit(house, SUBMIT_ACCEPTED, tiny(i));
    assert_int_equal(jobs_cancel(house->jobs, job[2], NULL), NASH_OK);
    cancelled(house, job[2], "");
    assert_string_equal(member(object_of(house, job[3]), "queue_position"), "1");
    solve(house, 0);
    assert_true(place_of(house, 3) >= 0);
    assert_int_equal(place_of(house, 2), -1);
    for (int i = 0; i < 4; i++)
        job_unref(job[i]);
}

static void test_cancel_running(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    fake_progress(house->fake, fake_at(house->fake, 0), "{\"best\":4}");
    for (int i = 0; i < 2; i++) /* a second cancel changes nothing */
        assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    assert_true(fake_is_cancelled(house->fake, 0));
    assert_int_equal(state_of(house, job), JOB_RUNNING);
    struct job *fresh = submit(house, SUBMIT_ACCEPTED, tiny(1)); /* does not join the cancelled execution */
    assert_int_equal(fake_started(house->fake), 2);
    fake_succeed(house->fake, 0, "{\"partial\":1}", false);
    cancelled(house, job, "{\"partial\":1}");
    assert_string_equal(member(object_of(house, job), "progress"), "{\"best\":4}");
    assert_int_equal(state_of(house, fresh), JOB_RUNNING);
    job_unref(fresh);
    job_unref(job);
}

static void test_cancel_killed(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    fake_end(house->fake, 0, &(struct work_result){.status = NASH_STOPPED, .stopped = NASH_STOP_CANCEL});
    cancelled(house, job, "");
    job_unref(job);
}

/* The answer arrived before the stop: the job succeeds with it. */
static void test_cancel_too_late(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    assert_int_equal(jobs_cancel(house->jobs, job, NULL), NASH_OK);
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(submit(house, SUBMIT_CACHED, tiny(1)));
    job_unref(job);
}

static void test_cancel_shared(void **state)
{
    struct house *house = *state;
    struct job *first = submit(house, SUBMIT_ACCEPTED, tiny(1)), *second = submit(house, SUBMIT_ACCEPTED, tiny(1));
    assert_int_equal(jobs_cancel(house->jobs, first, NULL), NASH_OK);
    assert_false(fake_is_cancelled(house->fake, 0));
    cancelled(house, first, "");
    solve(house, 1);
    await(house, second, JOB_IS_DONE);
    assert_int_equal(state_of(house, second), JOB_SUCCEEDED);
    job_unref(first);
    job_unref(second);
}

static void test_cancel_between_answer_and_commit(void **state)
{
    struct house *house = *state;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    gate_hold(true);
    solve(house, 1);
    struct nash_error error = {0};
    conflict(jobs_cancel(house->jobs, job, &error), &error, "job-already-finished");
    gate_hold(false);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(state_of(house, job), JOB_SUCCEEDED);
    job_unref(job);
}

/* ---- forgetting ---- */

static void test_forget(void **state)
{
    struct house *house = *state;
    struct nash_error error = {0};
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "ann", "key", tiny(1));
    struct job_view view;
    job_view(house->jobs, job, &view);
    conflict(jobs_forget(house->jobs, job, &error), &error, "job-not-finished");
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    assert_int_equal(jobs_forget(house->jobs, job, &error), NASH_OK);
    assert_int_equal(jobs_forget(house->jobs, job, &error), NASH_OK); /* again: the job is already gone */
    assert_null(jobs_find(house->jobs, &view.id, ""));
    job_unref(job);
    job = submit_as(house, SUBMIT_ACCEPTED, "ann", "key", tiny(1)); /* both key and answer were forgotten */
    assert_int_equal(fake_started(house->fake), 2);
    job_unref(job);
    job_view_release(&view);
}

/* ---- finding ---- */

static void test_find(void **state)
{
    struct house *house = *state;
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "ann", NULL, tiny(1));
    struct job_view view;
    job_view(house->jobs, job, &view);
    static const char *const may[] = {"ann", ""}, *const may_not[] = {"bob", "anna", "an"};
    for (int restarted = 0; restarted < 2; restarted++) {
        for (int i = 0; i < 2; i++) {
            struct job *found = jobs_find(house->jobs, &view.id, may[i]);
            assert_non_null(found);
            job_unref(found);
        }
        for (int i = 0; i < 3; i++)
            assert_null(jobs_find(house->jobs, &view.id, may_not[i]));
        if (restarted)
            break;
        solve(house, 1);
        await(house, job, JOB_IS_DONE);
        job_unref(job);
        house_stop(house);
        house_start(house);
    }
    view.id.byte[3] ^= 1;
    assert_null(jobs_find(house->jobs, &view.id, ""));
    job_view_release(&view);
}

static void test_ids(void **state)
{
    struct job_id id, read;
    char text[JOB_ID_TEXT];
    for (int i = 0; i < JOB_ID_BYTES; i++)
        id.byte[i] = (uint8_t)(i * 17);
    assert_string_equal(job_id_text(text, &id), "00112233445566778899aabbccddeeff");
    assert_true(job_id_read(text, 32, &read));
    assert_memory_equal(&id, &read, sizeof id);
    static const char *const bad[] = {"", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff0",
                                      "00112233445566778899aabbccddeefg", "0x112233445566778899aabbccddeeff"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(job_id_read(bad[i], strlen(bad[i]), &read));
}

/* ---- listing ---- */

/* Lists jobs and returns the numbers n of their problems, newest first, such as "3 1 ", in a static buffer. */
static const char *listed(struct house *house, const struct store_filter *filter)
{
    static char text[256];
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_job *rows;
    size_t count;
    struct nash_error error = {0};
    store_flush(house->store);
    if (jobs_list(house->jobs, filter, arena, &rows, &count, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    assert_true(count <= filter->limit);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (filter->states != 0 && !(filter->states >> rows[i].state & 1))
            fail_msg("state %d is not among %d", (int)rows[i].state, filter->states);
        struct job *job = jobs_find(house->jobs, &rows[i].id, "");
        struct job_view view;
        job_view(house->jobs, job, &view);
        assert_int_equal(view.row.state, rows[i].state);
        assert_null(rows[i].result);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", member(view.row.problem->data, "n"));
        job_view_release(&view);
        job_unref(job);
        store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
    return text;
}

static void test_list(void **state)
{
    struct house *house = *state;
    enum { Q = 1 << JOB_QUEUED, R = 1 << JOB_RUNNING, S = 1 << JOB_SUCCEEDED, C = 1 << JOB_CANCELLED };
    struct job *job[10];
    for (int i = 0; i < 10; i++)
        job[i] = submit_as(house, SUBMIT_ACCEPTED, i % 2 ? "ann" : "bob", NULL, tiny(i));
    solve(house, 0);
    await(house, job[0], JOB_IS_DONE);
    jobs_cancel(house->jobs, job[9], NULL);
    await(house, job[9], JOB_IS_DONE);
    static const struct {
        struct store_filter filter;
        const char *expected;
    } cases[] = {
        {{.limit = 100}, "9 8 7 6 5 4 3 2 1 0 "},
        {{.limit = 3}, "9 8 7 "},
        {{.states = S, .limit = 9}, "0 "},
        {{.states = C, .limit = 9}, "9 "},
        {{.states = R, .limit = 9}, "2 1 "}, /* running, although the store still has them as queued */
        {{.states = Q, .limit = 9}, "8 7 6 5 4 3 "},
        {{.states = R, .limit = 1}, "2 "},
        {{.states = Q, .limit = 2}, "8 7 "},
        {{.states = R | S, .limit = 9}, "2 1 0 "},
        {{.states = Q | R, .limit = 9}, "8 7 6 5 4 3 2 1 "},
        {{.owner = "ann", .limit = 9}, "9 7 5 3 1 "},
        {{.owner = "ann", .states = R, .limit = 9}, "1 "},
        {{.kind = "dice", .limit = 9}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(listed(house, &cases[i].filter), cases[i].expected);
    for (int i = 0; i < 10; i++)
        job_unref(job[i]);
}

/* ---- blobs ---- */

/* The blobs of an execution are kept with each of its jobs and removed with it. */
static void test_blobs(void **state)
{
    struct house *house = *state;
    struct job *job[2] = {submit(house, SUBMIT_ACCEPTED, tiny(1)), submit(house, SUBMIT_ACCEPTED, tiny(1))};
    fake_blob(house->fake, fake_at(house->fake, 0), "record", "old");
    fake_blob(house->fake, fake_at(house->fake, 0), "record", "new");
    solve(house, 1);
    for (int i = 0; i < 2; i++) {
        struct job_view view;
        await(house, job[i], JOB_IS_DONE);
        job_view(house->jobs, job[i], &view);
        store_flush(house->store);
        struct bytes *blob = store_blob(house->store, &view.id, "record");
        assert_non_null(blob);
        assert_string_equal(blob->data, "new");
        bytes_unref(blob);
        assert_int_equal(jobs_forget(house->jobs, job[i], NULL), NASH_OK);
        assert_null(store_blob(house->store, &view.id, "record"));
        job_view_release(&view);
        job_unref(job[i]);
    }
}

/* ---- replies ---- */

static int freed;
static void free_reply(void *reply)
{
    freed += *(int *)reply;
}

static void test_replies(void **state)
{
    struct house *house = *state;
    int first = 1, second = 10, third = 100;
    struct job *job = submit(house, SUBMIT_ACCEPTED, tiny(1));
    solve(house, 1);
    await(house, job, JOB_IS_DONE);
    freed = 0;
    assert_null(job_reply(job, 0));
    uint64_t before = jobs_answer_budget(house->jobs)->used;
    assert_ptr_equal(job_set_reply(job, 0, &first, 100, free_reply), &first);
    assert_int_equal(jobs_answer_budget(house->jobs)->used, before + 100);
    assert_ptr_equal(job_set_reply(job, 0, &second, 0, free_reply), &first);
    assert_int_equal(freed, 10);
    assert_ptr_equal(job_set_reply(job, 1, &third, 0, free_reply), &third);
    assert_ptr_equal(job_reply(job, 0), &first);
    jobs_forget(house->jobs, job, NULL);
    assert_int_equal(jobs_answer_budget(house->jobs)->used, 0);
    assert_int_equal(freed, 10);
    job_unref(job);
    assert_int_equal(freed, 111);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_cancel_queued),   TEST(test_cancel_running),
        TEST(test_cancel_killed),   TEST(test_cancel_too_late),
        TEST(test_cancel_shared),   TEST(test_cancel_between_answer_and_commit),
        TEST(test_forget),          TEST(test_find),
        cmocka_unit_test(test_ids), TEST(test_list),
        TEST(test_blobs),           TEST(test_replies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
