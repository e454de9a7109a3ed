/* The code around solvers: registry, nash_solve(), canonical keys, stopping. */
#include <string.h>

#include <base/clock.h>
#include <nash/nash.h>

#include "../base/test.h"

static struct nash_answer answer;

static enum nash_status solve(const char *kind, const char *text, const struct nash_solve_options *options)
{
    nash_answer_free(&answer);
    return nash_solve(kind, text, strlen(text), options, &answer);
}

static void test_registry(void **state)
{
    size_t count, tests = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(nash_find_kind(kinds[i]->kind, strlen(kinds[i]->kind)), kinds[i]);
        assert_null(nash_find_kind(kinds[i]->kind, strlen(kinds[i]->kind) - 1));
        tests += strcmp(kinds[i]->kind, "sum") == 0 || strcmp(kinds[i]->kind, "dice") == 0;
    }
    assert_int_equal(tests, 2);
    assert_string_equal(kinds[0]->kind, "sudoku");
    assert_null(nash_find_kind("", 0));
    assert_null(nash_find_kind("sum\0", 4));
    assert_true(nash_version()[0] >= '0' && nash_version()[0] <= '9');
}

static void test_answers(void **state)
{
    struct nash_solve_options options = {.seed = 100};
    assert_int_equal(solve("sum", "{\"numbers\":[1,2,3]}", NULL), NASH_OK);
    assert_string_equal(answer.json, "{\"sum\":6}");
    assert_int_equal(answer.len, 9);
    assert_true(answer.final);
    assert_int_equal(solve("sum", "{\"numbers\":[1,2,3],\"job\":{\"seed\":7}}", &options), NASH_OK);
    assert_string_equal(answer.json, "{\"sum\":106}");
    options.want_text = true;
    options.format = NASH_FORMAT_TEXT;
    assert_int_equal(solve("sum", "-5", &options), NASH_OK);
    assert_string_equal(answer.json, "95");
    options.format = NASH_FORMAT_JSON;
    assert_int_equal(solve("dice", "{\"numbers\":[]}", &options),
                     NASH_OK); /* without a text form, the answer is JSON */
    assert_string_equal(answer.json, "{\"sum\":100}");
    assert_int_equal(solve("tally", "{\"numbers\":[7]}", &options), NASH_OK); /* the text is made from the JSON */
    assert_string_equal(answer.json, "sum 107");
    nash_answer_free(&answer);
}

static void test_errors(void **state)
{
    static char large[3000];
    memset(large, ' ', sizeof large - 1);
    static const struct {
        const char *kind, *text;
        enum nash_status status;
        const char *type, *pointer;
    } wrong[] = {
        {"summ", "{}", NASH_NOT_FOUND, "unknown-kind", ""},
        {"sum", "{", NASH_INVALID, "invalid-json", ""},
        {"sum", "", NASH_INVALID, "invalid-json", ""},
        {"sum", "{\"numbers\":[1,2.5]}", NASH_INVALID, "invalid-request", "/numbers/1"},
        {"sum", "{\"numbers\":[],\"x\":1}", NASH_INVALID, "unknown-member", "/x"},
        {"sum", large, NASH_TOO_LARGE, "too-large", ""},
        {"sum", "{\"numbers\":[],\"trick\":\"silent\"}", NASH_INTERNAL, "internal", ""},
        {"sum", "{\"numbers\":[],\"trick\":\"wrong\"}", NASH_INTERNAL, "verification-failed", ""},
        {"sum", "{\"numbers\":[],\"trick\":\"hungry\"}", NASH_NOMEM, "out-of-memory", ""},
        {"sum", "{\"numbers\":[],\"trick\":\"flood\"}", NASH_TOO_LARGE, "too-large", ""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(solve(wrong[i].kind, wrong[i].text, NULL), wrong[i].status);
        assert_int_equal(answer.status, wrong[i].status);
        assert_int_equal(answer.error.status, wrong[i].status);
        assert_string_equal(nash_error_type(&answer.error), wrong[i].type);
        assert_string_equal(answer.error.pointer, wrong[i].pointer);
        assert_true(answer.error.detail[0] != '\0');
        assert_null(answer.json);
        assert_false(answer.final);
    }
    struct nash_solve_options text = {.format = NASH_FORMAT_TEXT}, small = {.memory_bytes = 300};
    assert_int_equal(solve("dice", "1", &text), NASH_INVALID);
    assert_string_equal(nash_error_type(&answer.error), "no-text-form");
    char many[1500] = "{\"numbers\":[1";
    while (strlen(many) < 1400)
        strcat(many, ",1");
    strcat(many, "]}");
    assert_int_equal(solve("sum", many, &small), NASH_NOMEM);
    nash_answer_free(&answer);
}

/* "job" means the same as in a request to the server; an option of the call takes precedence over its member. */
static void test_job(void **state)
{
    static const struct {
        const char *text;
        enum nash_status status;
        const char *type, *pointer;
    } wrong[] = {
        {"{\"numbers\":[],\"job\":[]}", NASH_INVALID, "invalid-request", "/job"},
        {"{\"numbers\":[],\"job\":{\"sed\":1}}", NASH_INVALID, "unknown-member", "/job/sed"},
        {"{\"numbers\":[],\"job\":{\"callback\":\"https://x\"}}", NASH_INVALID, "unknown-member", "/job/callback"},
        {"{\"numbers\":[],\"job\":{\"webhook\":1}}", NASH_INVALID, "invalid-request", "/job/webhook"},
        {"{\"numbers\":[],\"job\":{\"seed\":-1}}", NASH_INVALID, "invalid-request", "/job/seed"},
        {"{\"numbers\":[],\"job\":{\"seed\":9007199254740992}}", NASH_INVALID, "invalid-request", "/job/seed"},
        {"{\"numbers\":[],\"job\":{\"timeout_ms\":0}}", NASH_INVALID, "invalid-request", "/job/timeout_ms"},
        {"{\"numbers\":[],\"job\":{\"timeout_ms\":86400001}}", NASH_INVALID, "invalid-request", "/job/timeout_ms"},
        {"{\"numbers\":[],\"job\":{\"priority\":101}}", NASH_INVALID, "invalid-request", "/job/priority"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(solve("sum", wrong[i].text, NULL), wrong[i].status);
        assert_string_equal(nash_error_type(&answer.error), wrong[i].type);
        assert_string_equal(answer.error.pointer, wrong[i].pointer);
    }
    static const char seeded[] = "{\"numbers\":[1],\"job\":{\"seed\":7,\"priority\":-100,\"timeout_ms\":86400000}}";
    struct nash_solve_options options = {0};
    assert_int_equal(solve("sum", seeded, NULL), NASH_OK);
    assert_string_equal(answer.json, "{\"sum\":8}");
    options.has_seed = true;
    assert_int_equal(solve("sum", seeded, &options), NASH_OK);
    assert_string_equal(answer.json, "{\"sum\":1}");
    options.seed = 100;
    assert_int_equal(solve("sum", seeded, &options), NASH_OK);
    assert_string_equal(answer.json, "{\"sum\":101}");
    nash_answer_free(&answer);
}

/* A server refuses a time limit above that of the kind, after all that is malformed; a job whose "job" was read before
 * is not checked again. */
static void test_time_limit(void **state)
{
    static const char text[] = "{\"numbers\":[1],\"job\":{\"timeout_ms\":1001}}";
    static const char unknown[] = "{\"job\":{\"timeout_ms\":1001},\"numbers\":[1],\"nosuch\":1}";
    const struct nash_solver *sum = nash_find_kind("sum", 3);
    const struct nash_body body = {.format = NASH_FORMAT_JSON, .text = text, .len = strlen(text)};
    const struct nash_body malformed = {.format = NASH_FORMAT_JSON, .text = unknown, .len = strlen(unknown)};
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_error error;
    struct nash_job job;
    void *problem;
    assert_int_equal(nash_request_read(sum, &body, arena, &problem, &job, 1000, &error), NASH_UNPROCESSABLE);
    assert_string_equal(error.pointer, "/job/timeout_ms");
    assert_string_equal(error.detail, "sum takes at most 1000 ms (time_ms_max of its limits)");
    assert_int_equal(nash_request_read(sum, &malformed, arena, &problem, &job, 1000, &error), NASH_INVALID);
    assert_string_equal(error.pointer, "/nosuch");
    assert_int_equal(nash_request_read(sum, &body, arena, &problem, &job, 1001, &error), NASH_OK);
    assert_int_equal(job.timeout_ms, 1001);
    assert_int_equal(nash_request_read(sum, &body, arena, &problem, &job, 0, &error), NASH_OK);
    assert_int_equal(nash_request_read(sum, &body, arena, &problem, NULL, 1000, &error), NASH_OK);
    nash_arena_free(arena);
}

static bool is_long(const void *problem)
{
    return *(const bool *)problem;
}

/* Without job.timeout_ms, a problem that takes hours may take as long as its kind allows. */
static void test_default_time_limit(void **state)
{
    const struct nash_solver plain = {.limits = {.time_ms_default = 7, .time_ms_max = 90}};
    const struct nash_solver solver = {.limits = plain.limits, .background = is_long};
    assert_int_equal(nash_time_default(&plain, &(bool){true}), 7);
    assert_int_equal(nash_time_default(&solver, &(bool){false}), 7);
    assert_int_equal(nash_time_default(&solver, &(bool){true}), 90);
}

/* A result is appended to the output buffer; after a failure, the buffer is as before. */
static void test_appends(void **state)
{
    static const char good[] = "{\"numbers\":[1]}", flood[] = "{\"numbers\":[1],\"trick\":\"flood\"}";
    const struct nash_solver *sum = nash_find_kind("sum", 3);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_run run = {.arena = nash_arena_new(1 << 20)};
    bool final;
    nash_buf_puts(&out, "before ");
    assert_int_equal(nash_solve_run(sum, NASH_FORMAT_JSON, flood, strlen(flood), false, &run, &out, &final, NULL),
                     NASH_TOO_LARGE);
    assert_int_equal(nash_solve_run(sum, NASH_FORMAT_JSON, good, strlen(good), false, &run, &out, &final, NULL),
                     NASH_OK);
    assert_string_equal(nash_buf_cstr(&out), "before {\"sum\":1}");
    nash_buf_free(&out);
    nash_arena_free(run.arena);
}

static void test_budgets(void **state)
{
    static const char endless[] = "{\"numbers\":[1,1],\"trick\":\"endless\"}";
    _Atomic int cancel = 1;
    struct nash_solve_options options = {.timeout_ms = 5};
    assert_int_equal(solve("sum", endless, &options), NASH_OK);
    assert_false(answer.final);
    options = (struct nash_solve_options){.timeout_ms = UINT64_MAX, .node_limit = 1};
    assert_int_equal(solve("sum", endless, &options), NASH_OK);
    assert_false(answer.final);
    options = (struct nash_solve_options){.timeout_ms = UINT64_MAX / 2, .cancel = &cancel};
    assert_int_equal(solve("sum", endless, &options), NASH_OK);
    assert_false(answer.final);
    assert_int_equal(solve("sum", endless, NULL), NASH_OK); /* stopped by the kind's own time limit */
    assert_false(answer.final);
    nash_answer_free(&answer);
}

/* Polls up to `most` times until the stop check fires; returns the number of polls, or 0 if it did not fire. */
static unsigned polls(struct nash_run *run, unsigned most)
{
    for (unsigned i = 1; i <= most; i++)
        if (nash_stop(run, 7))
            return i;
    return 0;
}

static void test_stop(void **state)
{
    _Atomic int cancel = 0;
    struct nash_run run = {.cancel = &cancel, .node_limit = 1000, .deadline_ns = INT64_MAX};
    assert_int_equal(polls(&run, 10000), 0);
    run.nodes = 1000;
    assert_in_range(polls(&run, 10000), 1, NASH_CLOCK_EVERY + 1);
    assert_int_equal(run.stopped, NASH_STOP_NODES);
    assert_int_equal(run.last_check, 7);
    cancel = 1; /* after the stop: the first reason is kept */
    assert_int_equal(polls(&run, 1), 1);
    assert_int_equal(run.stopped, NASH_STOP_NODES);

    run = (struct nash_run){.cancel = &cancel, .node_limit = 1, .nodes = 1, .deadline_ns = 1};
    assert_int_equal(polls(&run, 1), 1); /* a cancel takes precedence over node limit and deadline */
    assert_int_equal(run.stopped, NASH_STOP_CANCEL);
    run = (struct nash_run){.deadline_ns = clock_mono_ns() - 1};
    assert_int_equal(polls(&run, 1), 1);
    assert_int_equal(run.stopped, NASH_STOP_TIME);
    run = (struct nash_run){0};
    assert_int_equal(polls(&run, 100000), 0); /* without limits and a cancel flag, the check never fires */

    run = (struct nash_run){.force_check = 3};
    assert_false(nash_stop(&run, 2));
    assert_true(nash_stop(&run, 3));
    assert_true(nash_stop(&run, 2));
    assert_int_equal(run.stopped, NASH_STOP_TEST);
    assert_int_equal(run.last_check, 3);
}

static void no_progress(struct nash_run *run, const char *json, size_t len)
{
    (void)run, (void)json, (void)len;
}

static void test_progress(void **state)
{
    struct nash_run run = {0};
    assert_false(nash_progress_due(&run));
    run.progress = no_progress;
    assert_true(nash_progress_due(&run));
    run.progress_next_ns = INT64_MAX;
    assert_false(nash_progress_due(&run));
}

static struct nash_hash key(const struct nash_solver *solver, const char *text, uint64_t seed)
{
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct nash_json doc;
    void *problem;
    assert_int_equal(nash_json_parse(&doc, text, strlen(text), arena, NULL), NASH_OK);
    assert_int_equal(solver->parse(&doc, arena, &problem, NULL), NASH_OK);
    struct nash_hash hash = nash_canonical_key(solver, problem, seed);
    nash_json_free(&doc);
    nash_arena_free(arena);
    return hash;
}

static bool same(struct nash_hash a, struct nash_hash b)
{
    return memcmp(a.byte, b.byte, sizeof a.byte) == 0;
}

static void test_keys(void **state)
{
    const struct nash_solver *sum = nash_find_kind("sum", 3), *dice = nash_find_kind("dice", 4);
    struct nash_solver newer = *sum;
    newer.version = "2";
    struct nash_hash one = key(sum, "{\"numbers\":[1,2]}", 0);
    assert_true(same(one, key(sum, " {\"numbers\" : [1 , 2.0]} ", 5)));
    assert_false(same(one, key(sum, "{\"numbers\":[2,1]}", 0)));
    assert_false(same(one, key(dice, "{\"numbers\":[1,2]}", 0)));
    assert_false(same(one, key(&newer, "{\"numbers\":[1,2]}", 0)));
    assert_false(same(key(dice, "{\"numbers\":[1,2]}", 0), key(dice, "{\"numbers\":[1,2]}", 1)));
    assert_true(same(key(dice, "{\"numbers\":[1,2]}", 1), key(dice, "{\"numbers\":[1,2]}", 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_job),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_appends),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_default_time_limit),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
