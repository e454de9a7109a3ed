/* Each kind of false answer is planted and refused. */
#include <string.h>

#include "../../base/test.h"
#include "desk.h"

enum { END = 2000, BUDGET = 300, RANGE = 500, PHONE = 0, LOCAL = 1 };

static struct desk desk;

static struct farm_counts counts(void)
{
    return farm_counts(desk.farm);
}

static void expect_quarantined(unsigned member)
{
    assert_true(desk.member[member].ended);
    assert_int_equal(desk.member[member].end, FARM_QUARANTINED);
    assert_true(desk.member[member].bye);
}

/* A phone whose units are all computed again, and a local member that answers nothing yet. */
static void open_audited(void)
{
    desk_open(&desk, END, BUDGET, RANGE, NULL);
    desk_join(&desk, false, 1);
    desk_join(&desk, true, 0);
}

static void finish(void)
{
    desk_finish(&desk, PHONE, LOCAL);
    desk_expect_result(&desk);
    desk_close(&desk);
}

static void test_each_false_answer_is_found(void **state)
{
    for (unsigned lie = 0; lie < PRIMES_LIES; lie++) {
        open_audited();
        assert_true(desk_compute(&desk, PHONE));
        uint8_t unit[PRIMES_UNIT];
        memcpy(unit, desk_first(&desk), 8);
        message_put64(unit + 8, message_u64(unit) + RANGE);
        assert_true(primes_lie((enum primes_lie)lie, desk_first(&desk), unit));
        desk_send(&desk, PHONE);
        assert_false(desk.member[PHONE].ended); /* nothing speaks against it yet */
        assert_int_equal(counts().audits_open, 1);
        desk_finish(&desk, LOCAL, LOCAL);
        expect_quarantined(PHONE);
        assert_true(counts().dropped > 0);
        finish();
    }
}

static void test_all_unproved_answers_of_a_liar_go_with_their_descendants(void **state)
{
    open_audited();
    for (unsigned i = 0; i < 3; i++) /* honest at first */
        assert_true(desk_answer(&desk, PHONE));
    uint64_t proved = counts().proved, answered = counts().answered;
    assert_int_equal(proved, 0);
    assert_true(desk_compute(&desk, PHONE));
    desk_first(&desk)[16] ^= 1; /* the primes */
    desk_send(&desk, PHONE);
    assert_int_equal(counts().answered, answered + 1);
    while (!desk.member[PHONE].ended)
        assert_true(desk_answer(&desk, LOCAL));
    expect_quarantined(PHONE);
    assert_int_equal(counts().answered, counts().proved); /* what is left is of the local member */
    finish();
}

/* The honest answers go too, although no audit was drawn: the farm cannot tell them from others. */
static void test_one_lie_takes_all_unproved_answers_back(void **state)
{
    desk_open(&desk, END, BUDGET, RANGE, NULL);
    desk_join(&desk, false, 0);
    for (unsigned i = 0; i < 5; i++)
        assert_true(desk_answer(&desk, PHONE));
    assert_true(counts().answered >= 5);
    assert_true(desk_compute(&desk, PHONE));
    message_put64(desk_first(&desk) + 16, UINT64_MAX);
    desk_send(&desk, PHONE);
    expect_quarantined(PHONE);
    assert_int_equal(counts().answered, 0);
    assert_int_equal(counts().units, END / RANGE); /* no child is left */
    desk_join(&desk, true, 0);
    finish();
}

static void test_a_contradiction_is_found_without_an_audit(void **state)
{
    desk_open(&desk, END, BUDGET, RANGE, NULL);
    desk_join(&desk, false, 0);
    assert_true(desk_compute(&desk, PHONE));
    message_put64(desk_first(&desk) + 16, UINT64_MAX); /* more primes than numbers */
    desk_send(&desk, PHONE);
    expect_quarantined(PHONE);
    assert_string_equal(desk.member[PHONE].why, "it counts more primes than numbers");
    assert_true(farm_wants_trusted(desk.farm));
    desk_join(&desk, true, 0);
    finish();
}

static void test_an_answer_without_bytes_quarantines(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    uint32_t number = message_u32(desk_first(&desk) - FARM_ITEM_FIXED), batch = message_u32(desk.done + MESSAGE_HEAD);
    uint8_t *p = message_head_write(desk.done, FARM_PROTOCOL, FARM_DONE, 9, message_u32(desk.done + 12), 16);
    message_put32(message_put32(message_put32(message_put32(p, batch), 1), number), 0);
    desk.done_len = MESSAGE_HEAD + 16;
    desk_send(&desk, PHONE);
    expect_quarantined(PHONE);
    finish();
}

/* The right answer to another unit, which check() cannot tell from its range alone, is found by the audit. */
static void test_the_answer_to_another_unit_is_refused(void **state)
{
    open_audited();
    uint8_t earlier[PRIMES_ANSWER];
    assert_true(desk_compute(&desk, PHONE));
    memcpy(earlier, desk_first(&desk), sizeof earlier);
    desk_send(&desk, PHONE);
    assert_true(desk_compute(&desk, PHONE));
    memcpy(desk_first(&desk), earlier, sizeof earlier);
    desk_send(&desk, PHONE);
    expect_quarantined(PHONE);
    assert_string_equal(desk.member[PHONE].why, "its answer is of another range");
    finish();
}

static void test_replays_and_forgeries_are_faults_without_effect(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    desk_send(&desk, PHONE);
    struct farm_counts before = counts();
    desk_send(&desk, PHONE); /* the same again */
    assert_int_equal(counts().answered, before.answered);
    assert_true(desk_compute(&desk, PHONE));
    uint8_t whole[MESSAGE_MAX];
    memcpy(whole, desk.done, desk.done_len);
    message_put32(desk.done + 8, 10); /* of another farm */
    desk_send(&desk, PHONE);
    memcpy(desk.done, whole, desk.done_len);
    message_put32(desk.done + 12, message_u32(whole + 12) + 1); /* of another epoch */
    desk_send(&desk, PHONE);
    memcpy(desk.done, whole, desk.done_len);
    message_put32(desk.done + MESSAGE_HEAD, message_u32(whole + MESSAGE_HEAD) + 100); /* a batch that was not sent */
    desk_send(&desk, PHONE);
    memcpy(desk.done, whole, desk.done_len);
    desk.done[2] = 3; /* another protocol */
    desk_send(&desk, PHONE);
    assert_int_equal(counts().answered, before.answered);
    assert_false(desk.member[PHONE].ended);
    memcpy(desk.done, whole, desk.done_len); /* the unit is still leased to it */
    desk_send(&desk, PHONE);
    assert_int_equal(counts().answered, before.answered + 1);
    finish();
}

static void test_a_forged_number_gives_the_unit_back(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    uint64_t answered = counts().answered;
    message_put32(desk_first(&desk) - FARM_ITEM_FIXED, 0x7fffffff);
    desk_send(&desk, PHONE);
    assert_int_equal(counts().answered, answered);
    assert_false(desk.member[PHONE].ended);
    finish();
}

static void test_another_version_is_quarantined(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    desk.done[1]++;
    desk_send(&desk, PHONE);
    expect_quarantined(PHONE);
    finish();
}

static void test_a_member_that_sends_noise_is_ended(void **state)
{
    open_audited();
    for (unsigned i = 0; i < 100 && !desk.member[PHONE].ended; i++) {
        memset(desk.done, 0xee, desk.done_len = i % 40);
        if (i % 40 > 1)
            desk.done[1] = MESSAGE_VERSION;
        desk_send(&desk, PHONE);
    }
    assert_true(desk.member[PHONE].ended);
    assert_int_equal(desk.member[PHONE].end, FARM_LEFT);
    finish();
}

/* Two phones answer the same unit; a second lease needs that the first is late. */
static void test_members_in_league_do_not_prove_each_other(void **state)
{
    desk_open(&desk, 100, 1000000, 100, NULL); /* a single unit */
    unsigned first = desk_join(&desk, false, 1), second = desk_join(&desk, false, 1);
    desk_step(&desk, 600 * (int64_t)DESK_MS);
    assert_int_equal(desk.member[second].queued, 1); /* it was issued again */
    for (unsigned i = first; i <= second; i++) {
        assert_true(desk_compute(&desk, i));
        desk_first(&desk)[16]++; /* the same lie */
        desk_send(&desk, i);
    }
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_int_equal(counts().proved, 0);
    assert_true(farm_wants_trusted(desk.farm));
    unsigned local = desk_join(&desk, true, 0);
    desk_finish(&desk, local, local);
    expect_quarantined(first);
    desk_expect_result(&desk);
    assert_int_equal(desk.job.primes, 25);
    desk_close(&desk);
}

/* Without any audit drawn, two different answers are decided by a trusted member. */
static void test_a_dispute_is_decided_here(void **state)
{
    for (unsigned liar = 0; liar < 2; liar++) {
        desk_open(&desk, 100, 1000000, 100, NULL);
        desk_join(&desk, false, 0);
        desk_join(&desk, false, 0);
        desk_step(&desk, 600 * (int64_t)DESK_MS);
        uint8_t done[2][MESSAGE_HEAD + 100];
        for (unsigned i = 0; i < 2; i++) {
            assert_true(desk_compute(&desk, i));
            desk_first(&desk)[16] = (uint8_t)(desk_first(&desk)[16] + (i == liar));
            memcpy(done[i], desk.done, desk.done_len);
        }
        for (unsigned i = 0; i < 2; i++) { /* both before the farm steps, which would end it */
            farm_receive(desk.farm, desk.member[i].as, done[i], desk.done_len, desk.now);
        }
        desk_step(&desk, 0);
        assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
        unsigned local = desk_join(&desk, true, 0);
        desk_finish(&desk, local, local);
        expect_quarantined(liar);
        assert_false(desk.member[1 - liar].ended);
        desk_expect_result(&desk);
        desk_close(&desk);
    }
}

static void test_a_lie_is_found_after_its_member_has_gone(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    desk_first(&desk)[16]++;
    desk_send(&desk, PHONE);
    farm_leave(desk.farm, desk.member[PHONE].as, desk.now);
    desk_finish(&desk, LOCAL, LOCAL);
    assert_int_equal(desk.member[PHONE].end, FARM_QUARANTINED);
    finish();
}

/* A member that has left comes back under its name, before its lie is found. */
static void test_a_liar_that_returns_is_still_the_liar(void **state)
{
    open_audited();
    assert_true(desk_compute(&desk, PHONE));
    desk_first(&desk)[16]++;
    desk_send(&desk, PHONE);
    struct farm_member_options again = {.name = "member 0", .kind = "phone", .audit = 1, .own = &desk.member[PHONE]};
    farm_leave(desk.farm, desk.member[PHONE].as, desk.now);
    assert_ptr_equal(farm_join(desk.farm, &again, desk.now), desk.member[PHONE].as);
    desk_finish(&desk, LOCAL, LOCAL);
    expect_quarantined(PHONE);
    assert_ptr_not_equal(farm_join(desk.farm, &again, desk.now), desk.member[PHONE].as);
    finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_false_answer_is_found),
        cmocka_unit_test(test_all_unproved_answers_of_a_liar_go_with_their_descendants),
        cmocka_unit_test(test_one_lie_takes_all_unproved_answers_back),
        cmocka_unit_test(test_a_contradiction_is_found_without_an_audit),
        cmocka_unit_test(test_an_answer_without_bytes_quarantines),
        cmocka_unit_test(test_the_answer_to_another_unit_is_refused),
        cmocka_unit_test(test_replays_and_forgeries_are_faults_without_effect),
        cmocka_unit_test(test_a_forged_number_gives_the_unit_back),
        cmocka_unit_test(test_another_version_is_quarantined),
        cmocka_unit_test(test_a_member_that_sends_noise_is_ended),
        cmocka_unit_test(test_members_in_league_do_not_prove_each_other),
        cmocka_unit_test(test_a_dispute_is_decided_here),
        cmocka_unit_test(test_a_lie_is_found_after_its_member_has_gone),
        cmocka_unit_test(test_a_liar_that_returns_is_still_the_liar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
