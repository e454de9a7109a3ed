/* Tags of jobs, and changes of all jobs that pass a filter. */
#include <jobs/bulk.h>
#include <nash/request.h>

#include "../harness/fixture.h"

enum { MANY = 250 }; /* more than two pages */

static struct job *submit_tagged(struct house *house, int n, const char *tags)
{
    char text[1024];
    snprintf(text, sizeof text, "{\"n\":%d,\"job\":{\"tags\":%s}}", n, tags);
    return submit_as(house, SUBMIT_ACCEPTED, n % 2 ? "ann" : "bob", NULL, text);
}

static uint64_t cancel(struct house *house, struct store_filter filter)
{
    uint64_t count = 0;
    struct nash_error error = {0};
    assert_int_equal(jobs_cancel_all(house->jobs, &filter, &count, &error), NASH_OK);
    return count;
}

static uint64_t forget(struct house *house, struct store_filter filter)
{
    uint64_t count = 0;
    struct nash_error error = {0};
    store_flush(house->store);
    assert_int_equal(jobs_forget_all(house->jobs, &filter, &count, &error), NASH_OK);
    return count;
}

static size_t count_jobs(struct house *house)
{
    struct nash_arena *arena = nash_arena_new(16 << 20);
    struct store_job *rows;
    size_t count;
    struct nash_error error = {0};
    assert_int_equal(jobs_list(house->jobs, &(struct store_filter){.limit = 1000}, arena, &rows, &count, &error),
                     NASH_OK);
    for (size_t i = 0; i < count; i++)
        store_job_release(&rows[i]);
    nash_arena_free(arena);
    return count;
}

static void test_many(void **state)
{
    struct house *house = *state;
    for (int i = 0; i < MANY; i++) /* two run */
        job_unref(submit_tagged(house, i, i % 5 ? "[\"four\"]" : "[\"fifth\",\"x:y/z\"]"));
    store_flush(house->store);
    assert_int_equal(cancel(house, (struct store_filter){.tag = "none"}), 0);
    assert_int_equal(cancel(house, (struct store_filter){.tag = "x:y/z", .owner = "ann"}), MANY / 10);
    assert_int_equal(cancel(house, (struct store_filter){.tag = "fifth", .owner = "ann"}), 0);
    assert_int_equal(cancel(house, (struct store_filter){.states = 1 << JOB_SUCCEEDED}), 0);
    assert_int_equal(forget(house, (struct store_filter){.states = 1 << JOB_QUEUED}), 0);
    assert_int_equal(forget(house, (struct store_filter){.owner = "bob"}), 0);
    assert_int_equal(forget(house, (struct store_filter){.tag = "fifth"}), MANY / 10);
    assert_int_equal(count_jobs(house), MANY - MANY / 10);
    uint64_t cancelled = cancel(house, (struct store_filter){0});
    assert_int_equal(cancelled, MANY - MANY / 10);
    for (int place = 0; place < 2; place++)
        fake_fail(house->fake, (unsigned)place, NASH_STOPPED, "cancelled");
    assert_int_equal(forget(house, (struct store_filter){0}), MANY - MANY / 10);
    assert_int_equal(count_jobs(house), 0);
}

/* A known answer is used, but the job of a request with tags has them. */
static void test_answers(void **state)
{
    struct house *house = *state;
    struct job *first = solve_anew(house, 1), *second;
    second = submit_as(house, SUBMIT_CACHED, "", NULL, "{\"n\":1,\"job\":{\"tags\":[\"a\"]}}");
    await(house, second, JOB_IS_DONE);
    assert_ptr_not_equal(first, second);
    assert_string_equal(member(object_of(house, second), "tags"), "[\"a\"]");
    struct job *third = submit_as(house, SUBMIT_CACHED, "", NULL, "{\"n\":1,\"job\":{\"tags\":[\"a\"], \"seed\":0}}");
    await(house, third, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, third), "tags"), "[\"a\"]");
    job_unref(first);
    job_unref(second);
    job_unref(third);
}

static void test_form(void **state)
{
    struct house *house = *state;
    static const char *const bad[][2] = {{"[]", "/job/tags"},
                                         {"\"a\"", "/job/tags"},
                                         {"[1]", "/job/tags/0"},
                                         {"[\"\"]", "/job/tags/0"},
                                         {"[\"a\",\"b c\"]", "/job/tags/1"},
                                         {"[\"a\\\"b\"]", "/job/tags/0"},
                                         {"[\"\xc3\xa9\"]", "/job/tags/0"},
                                         {"[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]", "/job/tags"}};
    char text[256];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{\"n\":1,\"job\":{\"tags\":%s}}", bad[i][0]);
        refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, text, NASH_INVALID, "invalid-request", bad[i][1]);
    }
    char longest[NASH_TAGS_BYTES] = "[", tag[NASH_TAG_MAX + 8];
    memset(tag, 'x', NASH_TAG_MAX);
    tag[NASH_TAG_MAX] = '\0';
    for (int i = 0; i < NASH_TAGS_MAX; i++) {
        strcat(longest, i == 0 ? "\"" : ",\"");
        strcat(longest, tag);
        strcat(longest, "\"");
    }
    strcat(longest, "]");
    assert_true(nash_tags_check(longest, strlen(longest)));
    job_unref(submit_tagged(house, 7, longest));
    static const char *const broken[] = {
        "",         "[",         "[]",       "[\"\"]",         "[\"a\"",       "[\"a\"]]",
        "[\"a\",]", "[\"a b\"]", "[ \"a\"]", "[\"a\",\"b\"] ", "[\"a\"\"b\"]", "{\"a\"]"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_false(nash_tags_check(broken[i], strlen(broken[i])));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {TEST(test_many), TEST(test_answers), TEST(test_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
