/* Problems that are solved again although their answers are known: "job":{"fresh":true}. */
#include "harness/fixture.h"
#include "harness/gate.h"

#define FRESH(n) "{\"n\":" #n ",\"job\":{\"fresh\":true}}"

/* Solves a problem again, with an answer that differs from the first. Returns its job. */
static struct job *solved_again(struct house *house, const char *body, const char *answer)
{
    struct job *job = submit(house, SUBMIT_ACCEPTED, body);
    fake_succeed(house->fake, 0, answer, true);
    await(house, job, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, job), "result"), answer);
    assert_string_equal(member(object_of(house, job), "cached"), "false");
    return job;
}

/* Checks the answer to a request that asks for no new one. */
static void assert_answer(struct house *house, const char *body, const char *answer)
{
    struct job *job = submit(house, SUBMIT_CACHED, body);
    assert_string_equal(member(object_of(house, job), "result"), answer);
    job_unref(job);
}

/* Each request is a new job, however its body is spelled; its answer is the one that is kept. */
static void test_fresh(void **state)
{
    struct house *house = *state;
    static const char *const spellings[] = {FRESH(5), FRESH(5), "{\"n\":5,\"job\":{\"fr\\u0065sh\":true}}",
                                            "{\"n\":5,\"job\":{\"fr\\u0065sh\":true}}",
                                            "{\"job\":{\"fresh\":true,\"seed\":4},\"n\":5.0}"};
    struct job *first = solve_anew(house, 5);
    struct job_id last = id_of(house, first);
    job_unref(first);
    for (unsigned i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char answer[32];
        snprintf(answer, sizeof answer, "{\"again\":%u}", i);
        struct job *again = solved_again(house, spellings[i], answer);
        struct job_id id = id_of(house, again);
        assert_memory_not_equal(&id, &last, sizeof id);
        job_unref(again);
        last = id;
        assert_answer(house, tiny(5), answer);
        assert_answer(house, " {\"n\":5}", answer);
        assert_answer(house, "{\"n\":5,\"job\":{\"fresh\":false}}", answer);
    }
    assert_int_equal(fake_started(house->fake), 6);
}

/* The same after a restart, which reads the jobs from the store. */
static void test_fresh_from_the_store(void **state)
{
    struct house *house = *state;
    job_unref(solve_anew(house, 5));
    job_unref(solved_again(house, FRESH(5), "{\"again\":1}"));
    house_stop(house);
    house_start(house);
    assert_answer(house, tiny(5), "{\"again\":1}");
    job_unref(solved_again(house, FRESH(5), "{\"again\":2}"));
    assert_answer(house, tiny(5), "{\"again\":2}");
    house_stop(house);
    house_start(house);
    assert_answer(house, tiny(5), "{\"again\":2}");
}

/* It joins no execution in flight, but others join its own; also after a kill. */
static void test_fresh_joins_nothing(void **state)
{
    struct house *house = *state;
    struct job *other = submit(house, SUBMIT_ACCEPTED, tiny(5)), *fresh = submit(house, SUBMIT_ACCEPTED, FRESH(5));
    struct job_id id = id_of(house, fresh);
    assert_int_equal(fake_busy(house->fake), 2);
    await(house, other, JOB_IS_DURABLE);
    await(house, fresh, JOB_IS_DURABLE);
    job_unref(other);
    job_unref(fresh);
    house_stop(house);
    house_start(house);
    assert_int_equal(fake_busy(house->fake), 2);
    fake_succeed(house->fake, 0, "{\"again\":0}", true);
    fake_succeed(house->fake, 1, "{\"again\":1}", true);
    fresh = job_of(house, &id);
    await(house, fresh, JOB_IS_DONE);
    assert_string_equal(member(object_of(house, fresh), "result"), "{\"again\":1}");
    job_unref(fresh);
    fresh = submit(house, SUBMIT_ACCEPTED, FRESH(6));
    other = submit(house, SUBMIT_ACCEPTED, tiny(6));
    assert_int_equal(fake_busy(house->fake), 1);
    fake_succeed(house->fake, 0, "{\"n\":6}", true);
    await(house, other, JOB_IS_DONE);
    job_unref(other);
    job_unref(fresh);
}

/* The key comes first: a repeated request is the same job, whether it runs, is finished, or is only in the store. */
static void test_fresh_with_a_key(void **state)
{
    struct house *house = *state;
    job_unref(solve_anew(house, 5));
    struct job *job = submit_as(house, SUBMIT_ACCEPTED, "", "again", FRESH(5));
    struct job_id id = id_of(house, job), same;
    for (int i = 0; i < 3; i++) {
        struct job *repeated = submit_as(house, SUBMIT_REPEATED, "", "again", FRESH(5));
        same = id_of(house, repeated);
        assert_memory_equal(&same, &id, sizeof id);
        job_unref(repeated);
        if (i == 0) {
            fake_succeed(house->fake, 0, "{\"again\":1}", true);
            await(house, job, JOB_IS_DONE);
            job_unref(job);
        } else if (i == 1) {
            house_stop(house);
            house_start(house);
        }
    }
    assert_int_equal(fake_started(house->fake), 0);
    struct job *next = submit_as(house, SUBMIT_ACCEPTED, "", "and again", FRESH(5));
    same = id_of(house, next);
    assert_memory_not_equal(&same, &id, sizeof id);
    job_unref(next);
    refused(house, &nash_solver_tiny, NASH_FORMAT_JSON, "{\"n\":5,\"job\":{\"fresh\":1}}", NASH_INVALID,
            "invalid-request", "/job/fresh");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, house_setup, house_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_fresh),
        TEST(test_fresh_from_the_store),
        TEST(test_fresh_joins_nothing),
        TEST(test_fresh_with_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
