/* Rounds: a farm that goes on with another task. Members join, go, lie, are silent and answer late meanwhile. */
#include <string.h>

#include "../../base/test.h"
#include "desk.h"

static struct desk desk;

static struct farm_counts counts(void)
{
    return farm_counts(desk.farm);
}

/* Returns the number that the credit of all members has for `key` in sum. */
static uint64_t credit_sum(const char *key)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    uint64_t sum = 0;
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    farm_write_credit(desk.farm, &out);
    for (const char *at = nash_buf_cstr(&buf); (at = strstr(at, quoted)) != NULL; at += strlen(quoted))
        sum += strtoull(at + strlen(quoted), NULL, 10);
    nash_buf_free(&buf);
    return sum;
}

/* Sends what a member answers to a PING: it is there. */
static void pong(unsigned member, uint32_t epoch)
{
    uint8_t message[MESSAGE_HEAD + 4];
    message_put32(message_head_write(message, FARM_PROTOCOL, MESSAGE_PONG, 9, epoch, 4), 0);
    farm_receive(desk.farm, desk.member[member].as, message, sizeof message, desk.now);
}

static void ready(unsigned member, uint32_t epoch)
{
    uint8_t message[MESSAGE_HEAD];
    message_head_write(message, FARM_PROTOCOL, FARM_READY, 9, epoch, 0);
    farm_receive(desk.farm, desk.member[member].as, message, sizeof message, desk.now);
}

static void test_rounds_add_up(void **state)
{
    uint64_t used = 0, answered = 0;
    desk_open(&desk, 5000, 400, 700, NULL);
    desk_join(&desk, true, 0);
    desk_join(&desk, false, 0.3);
    for (unsigned round = 1; round <= 5; round++) {
        desk_finish(&desk, 0, 1);
        assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
        struct primes direct;
        primes_direct(&desk.job, &direct);
        used += direct.divisions;
        assert_true(counts().answered > answered);
        answered = counts().answered;
        assert_int_equal(counts().rounds, round);
        assert_int_equal(counts().units, answered);
        assert_int_equal(credit_sum("used"), used);
        desk_renew(&desk, 5000 + 500 * round, 400, 700);
        assert_int_equal(desk.member[1].tasks, round + 1);
        assert_int_equal(credit_sum("used"), used);
        assert_int_equal(counts().answered, answered);
    }
    assert_false(desk.member[1].ended);
    assert_int_equal(credit_sum("faults"), 0);
    desk_finish(&desk, 0, 1);
    desk_expect_result(&desk);
    desk_close(&desk);
}

/* The limits of units and memory are of a round. */
static void test_limits_are_of_a_round(void **state)
{
    desk_open(&desk, 1000, 1000000, 50, &(struct farm_options){.units_max = 21, .memory_max = 64 << 10});
    desk_join(&desk, true, 0);
    for (unsigned round = 0; round < 30; round++) {
        desk_finish(&desk, 0, 0);
        desk_renew(&desk, 1000, 1000000, 50);
    }
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_int_equal(counts().answered, 30 * 20);
    desk_close(&desk);
}

/* A member has a unit that another one has answered meanwhile. Its answer comes in the next round. */
static void test_a_late_answer_of_the_round_before_is_no_fault(void **state)
{
    desk_open(&desk, 100, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    desk_join(&desk, true, 0);
    desk_step(&desk, 600 * (int64_t)DESK_MS);
    assert_true(desk_answer(&desk, 1));
    assert_true(desk_compute(&desk, 0)); /* by the task of its round */
    desk_renew(&desk, 1000, 1000000, 250);
    uint64_t answered = counts().answered;
    farm_receive(desk.farm, desk.member[0].as, desk.done, desk.done_len, desk.now);
    assert_int_equal(counts().answered, answered);
    assert_int_equal(credit_sum("faults"), 0);
    assert_int_equal(credit_sum("wrong"), 0);
    assert_false(desk.member[0].ended);
    desk_finish(&desk, 0, 1);
    desk_expect_result(&desk);
    assert_int_equal(credit_sum("faults"), 0);
    desk_close(&desk);
}

/* The same while the farm rests: the member is free for the next round. */
static void test_a_late_answer_while_the_farm_rests(void **state)
{
    desk_open(&desk, 100, 1000000, 100, NULL);
    desk_join(&desk, false, 0);
    desk_join(&desk, true, 0);
    desk_step(&desk, 600 * (int64_t)DESK_MS);
    assert_true(desk_answer(&desk, 1));
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    assert_true(desk_answer(&desk, 0));
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    assert_int_equal(counts().answered, 1);
    assert_int_equal(credit_sum("faults"), 0);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_true(desk.member[0].queued > 0);
    desk_finish(&desk, 0, 1);
    desk_expect_result(&desk);
    desk_close(&desk);
}

/* A farm may rest for minutes. A member that is there is not lost, one that is not there is. */
static void test_members_are_asked_while_the_farm_rests(void **state)
{
    desk_open(&desk, 1000, 1000000, 250, NULL);
    desk_join(&desk, false, 0); /* epoch 1 */
    desk_join(&desk, false, 0);
    desk_finish(&desk, 0, 1);
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    ready(0, 1);
    for (unsigned i = 0, pings = desk.member[0].pings; i < 600; i++) {
        desk_step(&desk, 200 * (int64_t)DESK_MS);
        if (desk.member[0].pings > pings)
            pong(0, 1);
        pings = desk.member[0].pings;
    }
    assert_in_range(desk.member[0].pings, 100, 600);
    assert_false(desk.member[0].ended);
    assert_true(desk.member[1].ended);
    assert_int_equal(desk.member[1].end, FARM_LOST);
    assert_int_equal(credit_sum("units"), 4);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_true(desk.member[0].queued > 0);
    assert_int_equal(desk.member[1].tasks, 1);
    desk_finish(&desk, 0, 0);
    desk_expect_result(&desk);
    desk_close(&desk);
}

static void test_members_join_and_leave_while_the_farm_rests(void **state)
{
    uint8_t leave[MESSAGE_HEAD];
    desk_open(&desk, 1000, 1000000, 250, NULL);
    desk_join(&desk, false, 0);
    desk_finish(&desk, 0, 0);
    message_head_write(leave, FARM_PROTOCOL, MESSAGE_LEAVE, 9, 1, 0);
    farm_receive(desk.farm, desk.member[0].as, leave, sizeof leave, desk.now);
    assert_true(desk.member[0].ended);
    assert_int_equal(desk.member[0].end, FARM_LEFT);
    assert_false(farm_wants_trusted(desk.farm));
    unsigned joined = desk_join(&desk, false, 0);
    assert_int_equal(desk.member[joined].queued, 0);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_int_equal(desk.member[joined].tasks, 2);
    desk_finish(&desk, joined, joined);
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    farm_leave(desk.farm, desk.member[joined].as, desk.now);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_true(farm_wants_trusted(desk.farm)); /* nobody is there */
    joined = desk_join(&desk, true, 0);
    desk_finish(&desk, joined, joined);
    desk_expect_result(&desk);
    assert_int_equal(credit_sum("units"), 12);
    desk_close(&desk);
}

/* Of a liar that is found in the third round, the answers of the third are taken back; those of the rounds before are
 * counted. It stays out. */
static void test_a_liar_is_found_in_a_later_round(void **state)
{
    desk_open(&desk, 1000, 1000000, 250, NULL);
    desk_join(&desk, false, 0);
    for (unsigned round = 0; round < 2; round++) {
        desk_finish(&desk, 0, 0);
        desk_renew(&desk, 1000, 1000000, 250);
    }
    assert_int_equal(counts().proved, 0);
    assert_true(desk_answer(&desk, 0));
    desk_join(&desk, true, 0);
    assert_true(counts().answered > 8);
    assert_true(desk_compute(&desk, 0));
    uint8_t *answer = desk_first(&desk);
    message_put64(answer, message_u64(answer) + 1); /* of another range */
    desk_send(&desk, 0);
    assert_true(desk.member[0].ended);
    assert_int_equal(desk.member[0].end, FARM_QUARANTINED);
    assert_int_equal(counts().answered, 8);
    assert_int_equal(counts().kept, 8);
    desk_finish(&desk, 1, 1);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_int_equal(desk.member[0].tasks, 3);
    desk_finish(&desk, 1, 1);
    desk_expect_result(&desk);
    assert_int_equal(counts().answered, 16);
    assert_int_equal(counts().kept, 8);
    desk_close(&desk);
}

/* A member that is quarantined while the farm rests takes the round back that is not merged yet. */
static void test_a_quarantine_while_the_farm_rests(void **state)
{
    desk_open(&desk, 1000, 1000000, 250, NULL);
    desk_join(&desk, false, 0);
    desk_finish(&desk, 0, 0);
    assert_int_equal(farm_state(desk.farm), FARM_COMPLETE);
    uint8_t other[MESSAGE_HEAD];
    message_head_write(other, FARM_PROTOCOL, FARM_READY, 9, 1, 0);
    other[1] = MESSAGE_VERSION + 1;
    farm_receive(desk.farm, desk.member[0].as, other, sizeof other, desk.now);
    assert_int_equal(desk.member[0].end, FARM_QUARANTINED);
    assert_int_equal(farm_state(desk.farm), FARM_RUNNING);
    assert_int_equal(counts().answered, 0);
    desk_join(&desk, true, 0);
    desk_finish(&desk, 1, 1);
    desk_expect_result(&desk);
    desk_close(&desk);
}

/* A round that needs the units at its begin only leaves the others, whatever their state. */
static void test_units_that_are_not_needed_go_with_their_round(void **state)
{
    desk_open(&desk, 100000, 2000, 500, NULL);
    primes_limit(&desk.job, 100);
    desk_join(&desk, true, 0);
    desk_join(&desk, false, 1);
    desk_finish(&desk, 0, 1);
    desk_renew(&desk, 1000, 1000000, 250);
    assert_int_equal(counts().units, counts().answered + counts().waiting + counts().leased);
    assert_int_equal(counts().audits_open, 0);
    desk_finish(&desk, 0, 1);
    desk_expect_result(&desk);
    desk_close(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds_add_up),
        cmocka_unit_test(test_limits_are_of_a_round),
        cmocka_unit_test(test_a_late_answer_of_the_round_before_is_no_fault),
        cmocka_unit_test(test_a_late_answer_while_the_farm_rests),
        cmocka_unit_test(test_members_are_asked_while_the_farm_rests),
        cmocka_unit_test(test_members_join_and_leave_while_the_farm_rests),
        cmocka_unit_test(test_a_liar_is_found_in_a_later_round),
        cmocka_unit_test(test_a_quarantine_while_the_farm_rests),
        cmocka_unit_test(test_units_that_are_not_needed_go_with_their_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
