/* The rules of a farm: order and end, leases, limits, credit, stored answers. */
#include <string.h>

#include <cluster/unit_farm/runner.h>

#include "../../base/test.h"
#include "desk.h"
#include "roots.h"
#include "sim.h"

static struct desk desk;

static struct farm_counts counts(void)
{
    return farm_counts(desk.farm);
}

/* ---- order and end ---- */

static void test_counts_agree_with_a_sieve(void **state)
{
    desk_open(&desk, 5000, 400, 700, NULL);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    desk_expect_result(&desk);
    assert_int_equal(desk.job.primes, primes_sieve(5000));
    assert_true(counts().units > 50);
    desk_close(&desk);
}

static void test_a_farm_without_units_is_complete(void **state)
{
    desk_open(&desk, 1, 1, 1, NULL);
    desk.job.next = 1; /* supply() has nothing */
    desk_join(&desk, true, 0);
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    desk_close(&desk);
}

static void test_last_needs_all_units_before_it(void **state)
{
    desk_open(&desk, 1000, 1000000, 100, NULL);
    desk.job.last_after = 500; /* the answer of [400,500) or of a later one */
    for (unsigned i = 0; i < 8; i++)
        desk_join(&desk, true, 0);
    for (unsigned i = 7; i > 0; i--) /* the units from the last one leased to the second */
        assert_true(desk_answer(&desk, i));
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_true(desk_answer(&desk, 0));
    desk_expect_result(&desk);
    assert_int_equal(desk.job.merged, 6);
    assert_true(counts().answered >= 6);
    desk_close(&desk);
}

static void test_a_limit_ends_a_list_without_a_gap(void **state)
{
    desk_open(&desk, 100000, 2000, 500, NULL);
    primes_limit(&desk.job, 100);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    desk_expect_result(&desk);
    assert_true(desk.job.primes >= 100 && desk.job.primes < 200);
    assert_true(counts().units < 50);
    desk_close(&desk);
}

static void test_a_certificate_ends_all(void **state)
{
    static const struct farm_work *const works[] = {&roots_work, NULL};
    struct roots job;
    roots_init(&job, 1000003, 4, 1000); /* 2 and 1000001 */
    job.next = 500000;
    struct sim_options options = {
        .farm = {.job = &job.job, .self = &job, .task = job.task, .task_len = sizeof job.task, .seed = 3},
        .works = works,
        .seed = 4,
        .local_from_ns = 100000 * (int64_t)SIM_MS};
    struct sim *sim = sim_new(&options);
    for (unsigned i = 0; i < 5; i++)
        sim_join(sim,
                 &(struct sim_member_options){.rtt_ns = 20 * SIM_MS, .audit = 1, .ns_per_step = 1000, .capacity = 2},
                 0);
    struct sim_result result = sim_run(sim, INT64_C(1000000) * SIM_MS);
    assert_int_equal(result.state, FARM_COMPLETE);
    farm_merge(sim_farm(sim), false);
    assert_true(job.root == 2 || job.root == 1000001);
    assert_int_equal(farm_counts(sim_farm(sim)).audits, 0);
    sim_free(sim);
}

/* ---- leases ---- */

static void test_units_of_a_member_that_goes_wait_again(void **state)
{
    desk_open(&desk, 1000, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    assert_true(counts().leased > 0);
    farm_leave(desk.farm, desk.member[0].as, desk.now);
    assert_int_equal(counts().leased, 0);
    assert_int_equal(counts().members, 0);
    assert_true(farm_wants_trusted(desk.farm));
    desk_join(&desk, true, 0);
    desk_finish(&desk, 1, 1);
    desk_expect_result(&desk);
    desk_close(&desk);
}

static void test_a_silent_member_is_lost(void **state)
{
    desk_open(&desk, 1000, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    for (unsigned i = 0; i < 30 && !desk.member[0].ended; i++)
        desk_step(&desk, 1000 * (int64_t)DESK_MS);
    assert_true(desk.member[0].ended);
    assert_int_equal(desk.member[0].end, FARM_LOST);
    assert_int_equal(counts().leased, 0);
    desk_close(&desk);
}

/* A slow member has the time that the job names before its first answer. */
static void test_a_long_unit_is_awaited(void **state)
{
    desk_open(&desk, 1000, 1000000, 100, NULL);
    desk.job.job.unit_ms = 60000;
    desk_join(&desk, false, 0);
    for (unsigned i = 0; i < 60; i++)
        desk_step(&desk, 1000 * (int64_t)DESK_MS);
    assert_false(desk.member[0].ended);
    for (unsigned i = 0; i < 5; i++)
        desk_step(&desk, 1000 * (int64_t)DESK_MS);
    assert_true(desk.member[0].ended);
    assert_int_equal(desk.member[0].end, FARM_LOST);
    desk_close(&desk);
}

static void test_a_late_unit_is_issued_again_and_the_first_answer_counts(void **state)
{
    desk_open(&desk, 100, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    desk_join(&desk, true, 0);
    assert_int_equal(desk.member[1].queued, 0);
    desk_step(&desk, 600 * (int64_t)DESK_MS);
    assert_int_equal(desk.member[1].queued, 1);
    assert_int_equal(counts().reissued, 1);
    assert_true(desk_answer(&desk, 1));
    desk_expect_result(&desk);
    assert_true(desk_compute(&desk, 0));
    desk_send(&desk, 0); /* too late: the farm is over */
    desk_close(&desk);
}

static void test_a_member_without_the_work_is_given_back(void **state)
{
    uint8_t refused[MESSAGE_HEAD + 4];
    desk_open(&desk, 1000, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    message_put32(message_head_write(refused, FARM_PROTOCOL, MESSAGE_REFUSED, 9, 1, 4), MESSAGE_UNABLE);
    farm_receive(desk.farm, desk.member[0].as, refused, sizeof refused, desk.now);
    assert_true(desk.member[0].ended);
    assert_int_equal(desk.member[0].end, FARM_UNABLE);
    unsigned queued = desk.member[0].queued;
    desk_step(&desk, DESK_MS);
    assert_int_equal(desk.member[0].queued, queued);
    assert_int_equal(counts().leased, 0);
    assert_true(farm_wants_trusted(desk.farm));
    desk_close(&desk);
}

/* ---- limits ---- */

static void grow(const struct farm_options *limits, const char *part)
{
    desk_open(&desk, 1000, 10, 1000, limits);
    desk.job.endless = 1;
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    assert_int_equal(farm_state(desk.farm), FARM_FAILED);
    assert_int_equal(farm_error_status(desk.farm), NASH_TOO_LARGE);
    assert_non_null(strstr(farm_error(desk.farm), part));
    desk_close(&desk);
}

static void test_units_that_grow_without_end_fail_the_farm(void **state)
{
    grow(&(struct farm_options){.units_max = 1000}, "more than 1000 units");
    grow(&(struct farm_options){.depth_max = 20}, "more than 20 times");
    grow(&(struct farm_options){.memory_max = 1 << 20}, "more than 1 MiB");
}

/* False answers exceed the limit: the farm goes on with what is computed here, and also what other members answer to
 * units that they have is not used any more. */
static void test_false_answers_cannot_fail_the_farm(void **state)
{
    desk_open(&desk, 1000, 1000000, 250, &(struct farm_options){.units_max = 40});
    for (unsigned i = 0; i < 3; i++)
        desk_join(&desk, false, 0);
    while (!farm_wants_trusted(desk.farm) && desk_compute(&desk, 0)) {
        uint8_t *answer = desk_first(&desk); /* only one number of the range was counted */
        message_put64(message_put64(answer + 8, message_u64(answer) + 1), 0);
        desk_send(&desk, 0);
    }
    assert_true(farm_wants_trusted(desk.farm));
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_true(desk_answer(&desk, 1) && desk_answer(&desk, 2));
    assert_int_equal(counts().answered, 0);
    unsigned local = desk_join(&desk, true, 0);
    desk_finish(&desk, local, local);
    desk_expect_result(&desk);
    desk_close(&desk);
}

/* ---- credit ---- */

static uint64_t sum_of(const char *json, const char *key)
{
    uint64_t sum = 0;
    char name[40];
    snprintf(name, sizeof name, "\"%s\":", key);
    for (const char *at = json; (at = strstr(at, name)) != NULL;)
        sum += strtoull(at += strlen(name), NULL, 10);
    return sum;
}

/* Fails unless the used steps are those of the result, and all computed steps are accounted for. */
static void expect_credit(void)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    farm_write_credit(desk.farm, &out);
    const char *json = nash_buf_cstr(&buf);
    assert_int_equal(sum_of(json, "used"), desk.job.divisions);
    assert_int_equal(sum_of(json, "computed"), sum_of(json, "used") + sum_of(json, "audited") + sum_of(json, "wasted"));
    assert_true(sum_of(json, "verified") <= sum_of(json, "used"));
    nash_buf_free(&buf);
}

static void test_credit_adds_up_to_the_whole(void **state)
{
    desk_open(&desk, 3000, 300, 600, NULL);
    desk_join(&desk, false, 1);
    desk_join(&desk, true, 0);
    desk_join(&desk, false, 0.2);
    for (unsigned i = 0; i < 5; i++)
        assert_true(desk_answer(&desk, 0));
    assert_true(desk_compute(&desk, 0));
    desk_first(&desk)[16] ^= 1;
    desk_send(&desk, 0);
    desk_finish(&desk, 0, 2);
    desk_expect_result(&desk);
    expect_credit();
    desk_close(&desk);
}

static void test_credit_is_of_the_answers_that_a_limit_needs(void **state)
{
    desk_open(&desk, 3000, 300, 100, NULL);
    primes_limit(&desk.job, 50);
    for (unsigned i = 0; i < 5; i++)
        desk_join(&desk, true, 0);
    desk_finish(&desk, 1, 4); /* units behind the first one */
    desk_finish(&desk, 0, 4);
    desk_expect_result(&desk);
    assert_true(desk.job.merged < counts().units);
    expect_credit();
    desk_close(&desk);
}

/* Answers that come out of order decide nothing before the gap is closed. A lie that decides too early is found by its
 * audit; the count begins anew. */
static void test_a_decision_follows_the_order(void **state)
{
    desk_open(&desk, 100000, 100000, 500, NULL);
    primes_decide(&desk.job, 300); /* the roots have 95, 73, 71 and 64 primes */
    for (unsigned i = 0; i < 4; i++)
        desk_join(&desk, false, i == 0);
    for (unsigned i = 3; i > 0; i--)
        assert_true(desk_answer(&desk, i));
    assert_int_equal(counts().answered, 3);
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_int_equal(desk.job.counted, 0);
    assert_true(desk_compute(&desk, 0));
    uint8_t *answer = desk_first(&desk);
    message_put64(answer + 16, 400);
    desk_send(&desk, 0);
    assert_int_equal(desk.job.counted, 400);
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING); /* the audit is open */
    desk_join(&desk, true, 0);
    desk_finish(&desk, 1, 4);
    assert_true(desk.member[0].ended && desk.member[0].end == FARM_QUARANTINED);
    desk_expect_result(&desk);
    assert_int_equal(desk.job.merged, 4);
    expect_credit();
    desk_close(&desk);
}

/* A farm that is stopped counts what is known: nothing behind a gap, or also that, but no answer whose audit is open.
 */
static void test_a_stopped_farm_merges_what_is_known(void **state)
{
    for (unsigned gaps = 0; gaps < 2; gaps++) {
        desk_open(&desk, 1000, 1000000, 100, NULL);
        for (unsigned i = 0; i < 3; i++)
            desk_join(&desk, false, i == 1); /* the second one is audited */
        assert_true(desk_answer(&desk, 0) && desk_answer(&desk, 1) && desk_answer(&desk, 2));
        assert_int_equal(counts().answered, 3);
        farm_merge(desk.farm, gaps);
        assert_int_equal(desk.job.merged, 1 + gaps);
        assert_int_equal(desk.job.primes, gaps ? 25 + 16 : 25); /* below 100; from 200 to 300 */
        expect_credit();
        desk_close(&desk);
    }
}

/* ---- stored answers ---- */

static void test_stored_answers_are_not_computed_again(void **state)
{
    struct nash_buf blob = NASH_BUF_INIT(0);
    const char *why = NULL;
    desk_open(&desk, 5000, 400, 700, NULL);
    desk_join(&desk, true, 0);
    desk_join(&desk, false, 0.5);
    for (unsigned i = 0; i < 20; i++) {
        desk_answer(&desk, 0);
        desk_answer(&desk, 1);
    }
    uint64_t proved = counts().proved, answered = counts().answered, open = counts().audits_open;
    assert_true(proved < answered);
    farm_save(desk.farm, &blob, SIZE_MAX);
    desk_close(&desk);

    desk_open(&desk, 5000, 400, 700, NULL);
    assert_true(farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why));
    assert_int_equal(counts().restored, answered);
    assert_int_equal(counts().answered, answered);
    assert_int_equal(counts().proved, proved);
    assert_int_equal(counts().audits_open, open);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    desk_expect_result(&desk);
    assert_null(desk.wrong_before);
    expect_credit();
    desk_close(&desk);
    nash_buf_free(&blob);
}

/* A lie that was drawn for an audit is found after a crash, and all answers of its member that are not proved go with
 * it; a member that has its name now is not blamed. The same blob may be stored and read again in between. */
static void test_a_stored_lie_is_found(void **state)
{
    struct nash_buf blob = NASH_BUF_INIT(0), again = NASH_BUF_INIT(0);
    const char *why = NULL;
    desk_open(&desk, 5000, 400, 700, NULL);
    desk_join(&desk, false, 1);
    desk_join(&desk, false, 0);
    for (unsigned i = 0; i < 10; i++) {
        assert_true(desk_compute(&desk, 0));
        desk_first(&desk)[16] ^= i == 5;
        desk_send(&desk, 0);
        desk_answer(&desk, 1);
    }
    farm_save(desk.farm, &blob, SIZE_MAX);
    desk_close(&desk);
    desk_open(&desk, 5000, 400, 700, NULL);
    assert_true(farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why));
    farm_save(desk.farm, &again, SIZE_MAX);
    desk_close(&desk);
    assert_int_equal(again.len, blob.len);
    assert_memory_equal(again.data, blob.data, blob.len);
    desk_open(&desk, 5000, 400, 700, NULL);
    assert_true(farm_restore(desk.farm, (const uint8_t *)again.data, again.len, &why));
    desk_join(&desk, false, 0); /* "member 0" as before */
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 1);
    desk_expect_result(&desk);
    assert_string_equal(desk.wrong_before, "member 0");
    assert_false(desk.member[0].ended);
    expect_credit();
    desk_close(&desk);
    nash_buf_free(&blob);
    nash_buf_free(&again);
}

/* Stored answers that are not proved exceed a limit: they are left out, and the farm continues by itself. */
static void test_stored_answers_cannot_exceed_a_limit(void **state)
{
    struct nash_buf blob = NASH_BUF_INIT(0);
    const char *why = NULL;
    desk_open(&desk, 1000, 1000000, 250, NULL);
    desk_join(&desk, false, 0);
    for (unsigned i = 0; i < 60 && desk_compute(&desk, 0); i++) {
        uint8_t *answer = desk_first(&desk); /* only one number of the range was counted */
        message_put64(message_put64(answer + 8, message_u64(answer) + 1), 0);
        desk_send(&desk, 0);
    }
    farm_save(desk.farm, &blob, SIZE_MAX);
    desk_close(&desk);
    desk_open(&desk, 1000, 1000000, 250, &(struct farm_options){.units_max = 40});
    assert_false(farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why));
    assert_string_equal(why, "its units exceed a limit");
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    desk_expect_result(&desk);
    desk_close(&desk);
    nash_buf_free(&blob);
}

static void test_a_whole_farm_is_restored(void **state)
{
    struct nash_buf blob = NASH_BUF_INIT(0);
    const char *why = NULL;
    desk_open(&desk, 5000, 400, 700, NULL);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    uint64_t units = counts().units;
    farm_save(desk.farm, &blob, SIZE_MAX);
    desk_close(&desk);
    for (size_t room = 0; room < blob.len + 100; room += 97) { /* as much as fits */
        struct nash_buf part = NASH_BUF_INIT(0);
        desk_open(&desk, 5000, 400, 700, NULL);
        farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why);
        farm_save(desk.farm, &part, room);
        assert_true(part.len <= room || part.len == 48);
        desk_close(&desk);
        desk_open(&desk, 5000, 400, 700, NULL);
        assert_true(farm_restore(desk.farm, (const uint8_t *)part.data, part.len, &why));
        desk_join(&desk, true, 0);
        desk_finish(&desk, 0, 0);
        desk_expect_result(&desk);
        assert_true(room < blob.len || counts().restored == units);
        desk_close(&desk);
        nash_buf_free(&part);
    }
    nash_buf_free(&blob);
}

static void test_a_blob_that_does_not_fit_is_ignored(void **state)
{
    struct nash_buf blob = NASH_BUF_INIT(0);
    const char *why = NULL;
    desk_open(&desk, 3000, 400, 700, NULL);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 0, 0);
    farm_save(desk.farm, &blob, SIZE_MAX);
    desk_close(&desk);
    desk_open(&desk, 3001, 400, 700, NULL);
    assert_false(farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why));
    assert_string_equal(why, "it belongs to another task");
    assert_int_equal(counts().restored, 0);
    desk_close(&desk);
    for (size_t len = 0; len < blob.len; len += 7) { /* cut off: what is there is used, nothing else happens */
        uint8_t *cut = malloc(len + 1);
        memcpy(cut, blob.data, len);
        desk_open(&desk, 3000, 400, 700, NULL);
        farm_restore(desk.farm, cut, len, &why);
        desk_join(&desk, true, 0);
        desk_finish(&desk, 0, 0);
        desk_expect_result(&desk);
        desk_close(&desk);
        free(cut);
    }
    blob.data[8]++;
    desk_open(&desk, 3000, 400, 700, NULL);
    assert_false(farm_restore(desk.farm, (const uint8_t *)blob.data, blob.len, &why));
    assert_string_equal(why, "it is of another version");
    desk_close(&desk);
    nash_buf_free(&blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_agree_with_a_sieve),
        cmocka_unit_test(test_a_farm_without_units_is_complete),
        cmocka_unit_test(test_last_needs_all_units_before_it),
        cmocka_unit_test(test_a_limit_ends_a_list_without_a_gap),
        cmocka_unit_test(test_a_decision_follows_the_order),
        cmocka_unit_test(test_a_certificate_ends_all),
        cmocka_unit_test(test_units_of_a_member_that_goes_wait_again),
        cmocka_unit_test(test_a_silent_member_is_lost),
        cmocka_unit_test(test_a_long_unit_is_awaited),
        cmocka_unit_test(test_a_late_unit_is_issued_again_and_the_first_answer_counts),
        cmocka_unit_test(test_a_member_without_the_work_is_given_back),
        cmocka_unit_test(test_units_that_grow_without_end_fail_the_farm),
        cmocka_unit_test(test_false_answers_cannot_fail_the_farm),
        cmocka_unit_test(test_credit_adds_up_to_the_whole),
        cmocka_unit_test(test_credit_is_of_the_answers_that_a_limit_needs),
        cmocka_unit_test(test_a_stopped_farm_merges_what_is_known),
        cmocka_unit_test(test_stored_answers_are_not_computed_again),
        cmocka_unit_test(test_a_stored_lie_is_found),
        cmocka_unit_test(test_stored_answers_cannot_exceed_a_limit),
        cmocka_unit_test(test_a_whole_farm_is_restored),
        cmocka_unit_test(test_a_blob_that_does_not_fit_is_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
