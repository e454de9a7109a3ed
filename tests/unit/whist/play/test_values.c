/* Compares the strategy graph, and the value of every lead and reply, with minimax. */
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/play/values.h>

#include "../../base/test.h"
#include "../harness/check.h"
#include "../harness/reference.h"
#include "../harness/table.h"

enum { ARENA = 1 << 24, ORDER = 60 };

static struct test_table table;
static int8_t word[2 * ORDER];

static int setup(void **state)
{
    table_open(&table, ARENA);
    return table.run.arena ? 0 : -1;
}

static int teardown(void **state)
{
    table_close(&table);
    return 0;
}

static struct whist_intervals graph_of(uint32_t order)
{
    struct whist_intervals intervals;
    assert_int_equal(whist_intervals_make(&intervals, word, order, table.run.arena), NASH_OK);
    return intervals;
}

static void test_graph_is_the_word(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned round = 0; round < 2000; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER), place = 0;
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        table_clear(&table, ARENA);
        struct whist_intervals intervals = graph_of(order);
        for (uint32_t i = 0; i < intervals.count; i++) {
            const struct whist_interval *interval = &intervals.interval[i];
            CHECK_EQUAL(interval->first, place, word, order);
            assert_true(interval->count >= 1);
            assert_true(i == 0 || interval->sign == -intervals.interval[i - 1].sign);
            for (uint32_t c = 0; c < interval->count; c++)
                CHECK_EQUAL(word[place++], interval->sign, word, order);
        }
        CHECK_EQUAL(place, 2 * order, word, order);
    }
}

/* Returns the leader's tricks after a lead and a reply, from the reference values. */
static unsigned reply_value(uint32_t order, uint32_t lead, uint32_t reply)
{
    int8_t after[2 * ORDER];
    bool won = whist_word_after(word, order, lead, reply, after);
    unsigned rest = order == 1 ? 0 : reference_all_cards((uint32_t)whist_mask_of(after, order - 1), order - 1);
    return won ? rest + 1 : order - 1 - rest;
}

static void check_lead(const struct whist_lead *lead, const struct whist_intervals *intervals, uint32_t order,
                       unsigned value)
{
    const struct whist_interval *interval = &intervals->interval[lead->interval];
    unsigned least = order;
    CHECK_EQUAL(interval->sign, 1, word, order);
    for (uint32_t i = 0; i < lead->replies; i++) {
        const struct whist_reply *reply = &lead->reply[i];
        const struct whist_interval *answer = &intervals->interval[reply->interval];
        CHECK_EQUAL(answer->sign, -1, word, order);
        assert_true(i == 0 || reply->interval > lead->reply[i - 1].interval);
        for (uint32_t a = 0; a < interval->count; a++)
            for (uint32_t b = 0; b < answer->count; b++)
                CHECK_EQUAL(reply->tricks, reply_value(order, interval->first + a, answer->first + b), word, order);
        CHECK_EQUAL(reply->optimal, reply->tricks == lead->tricks, word, order);
        least = reply->tricks < least ? reply->tricks : least;
    }
    CHECK_EQUAL(lead->tricks, least, word, order);
    CHECK_EQUAL(lead->optimal, least == value, word, order);
    assert_true(least == value || least + 1 == value);
}

static void check_values(const struct whist_engine *engine, uint32_t order)
{
    struct whist_values full, short_;
    struct whist_intervals intervals = graph_of(order);
    CHECK_EQUAL(whist_values_find(&full, engine, &table.work, word, &intervals, order, true), NASH_OK, word, order);
    CHECK_EQUAL(whist_values_find(&short_, engine, &table.work, word, &intervals, order, false), NASH_OK, word, order);
    unsigned value = reference_all_cards((uint32_t)whist_mask_of(word, order), order), replies = 0;
    CHECK_EQUAL(full.tricks, value, word, order);
    CHECK_EQUAL(short_.tricks, value, word, order);
    CHECK_EQUAL(full.leads, short_.leads, word, order);
    for (uint32_t i = 0; i < intervals.count; i++)
        replies += intervals.interval[i].sign < 0;
    CHECK_EQUAL(full.leads, intervals.count - replies, word, order);
    for (uint32_t i = 0; i < full.leads; i++) {
        CHECK_EQUAL(full.lead[i].replies, replies, word, order);
        check_lead(&full.lead[i], &intervals, order, value);
        assert_null(short_.lead[i].reply);
        CHECK_EQUAL(short_.lead[i].interval, full.lead[i].interval, word, order);
        CHECK_EQUAL(short_.lead[i].tricks, full.lead[i].tricks, word, order);
        CHECK_EQUAL(short_.lead[i].optimal, full.lead[i].optimal, word, order);
    }
}

static void test_all_deals_to_order_6(void **state)
{
    for (uint32_t n = 1; n <= 6; n++)
        for (uint32_t mask = (1U << n) - 1; mask < 1U << 2 * n; mask = reference_next(mask)) {
            whist_word_of(mask, n, word);
            table_clear(&table, ARENA);
            check_values(&whist_formula, n);
            table.work.state = NULL;
            check_values(&reference_engine, n);
        }
}

/* For orders beyond the table: by the closed rule, the least value of all replies equals that of the two replies that
 * suffice, and the best lead has the value of the deal. */
static void test_two_replies_are_enough(void **state)
{
    struct nash_rng rng = test_rng();
    int32_t room[2 * ORDER];
    for (unsigned round = 0; round < 800; round++) {
        uint32_t order = 1 + (uint32_t)nash_rng_below(&rng, ORDER);
        struct whist_values full, short_;
        reference_deal(word, order, round % REFERENCE_FAMILIES, &rng);
        table_clear(&table, ARENA);
        struct whist_intervals intervals = graph_of(order);
        CHECK_EQUAL(whist_values_find(&full, &whist_formula, &table.work, word, &intervals, order, true), NASH_OK, word,
                    order);
        CHECK_EQUAL(whist_values_find(&short_, &whist_formula, &table.work, word, &intervals, order, false), NASH_OK,
                    word, order);
        CHECK_EQUAL(full.tricks, whist_rule_tricks(word, order, true, room), word, order);
        for (uint32_t i = 0; i < full.leads; i++)
            CHECK_EQUAL(full.lead[i].tricks, short_.lead[i].tricks, word, order);
    }
}

static void test_stops_and_memory(void **state)
{
    struct nash_rng rng = test_rng();
    struct whist_values values;
    reference_deal(word, ORDER, 0, &rng);
    for (unsigned check = 1; check <= 2; check++) {
        table_clear(&table, ARENA);
        struct whist_intervals intervals = graph_of(ORDER);
        table.run.force_check = check;
        assert_int_equal(whist_values_find(&values, &whist_formula, &table.work, word, &intervals, ORDER, true),
                         NASH_OK);
        assert_null(values.lead);
        assert_int_equal(table.run.stopped, NASH_STOP_TEST);
        assert_int_equal(table.run.last_check, check);
    }
    bool done = false;
    for (size_t bytes = 1024; !done && bytes < ARENA; bytes *= 2) {
        table_clear(&table, bytes);
        struct whist_intervals intervals;
        enum nash_status status = whist_intervals_make(&intervals, word, ORDER, table.run.arena);
        if (status == NASH_OK)
            status = whist_values_find(&values, &whist_formula, &table.work, word, &intervals, ORDER, true);
        assert_true(status == NASH_OK || status == NASH_NOMEM);
        assert_true(bytes > 1024 || status == NASH_NOMEM);
        done = status == NASH_OK;
        assert_true(!done || values.lead);
    }
    assert_true(done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph_is_the_word),
        cmocka_unit_test(test_all_deals_to_order_6),
        cmocka_unit_test(test_two_replies_are_enough),
        cmocka_unit_test(test_stops_and_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
