/* Compares the game of one suit with libdds (dds_deal.h): the value and each lead of every deal up to six cards a hand,
 * by the closed rule and by the search for several suits. */
#include <nash/arena.h>
#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/play/values.h>

#include "../../base/test.h"
#include "../harness/dds_deal.h"

enum { MEMORY = 1 << 20, ORDER_MOST = 6 };

static unsigned leads_compared;

static void compare(const struct suits_deal *deal, const int8_t *word, unsigned order, struct nash_arena *arena)
{
    struct deal board;
    assert_true(dds_embed(deal, &board));
    struct futureTricks all = dds_solve(deal, &board);
    struct nash_run run = {.arena = arena};
    struct whist_work work = {.run = &run};
    struct whist_intervals intervals;
    struct whist_values values;
    assert_int_equal(whist_intervals_make(&intervals, word, order, arena), NASH_OK);
    assert_int_equal(whist_values_find(&values, &whist_formula, &work, word, &intervals, order, false), NASH_OK);
    struct solved s = deal_solve(deal, 0, MEMORY);
    assert_int_equal(s.answer.tricks, values.tricks);
    assert_int_equal(s.answer.leads, values.leads);
    for (unsigned i = 0; i < values.leads; i++) {
        unsigned place = intervals.interval[values.lead[i].interval].first;
        int score = dds_score(&all, 0, 14 - place);
        if (score != (int)values.lead[i].tricks || score != (int)s.lead[i].tricks)
            fail_msg("%s: the lead of the card at place %u: the rule says %u, the search %u, libdds %d",
                     deal_text(deal), place, values.lead[i].tricks, s.lead[i].tricks, score);
        leads_compared++;
    }
}

static void test_one_suit(void **state)
{
    struct nash_arena *arena = nash_arena_new(MEMORY);
    unsigned deals = 0;
    for (unsigned order = 2; order <= ORDER_MOST; order++)
        for (unsigned mask = 0; mask < 1u << 2 * order; mask++) {
            struct suits_deal deal = {.suit = {{mask, ~mask & ((1u << 2 * order) - 1)}}, .trump = -1};
            int8_t word[2 * ORDER_MOST];
            if (__builtin_popcount(mask) != (int)order)
                continue;
            for (unsigned k = 0; k < 2 * order; k++)
                word[k] = mask >> (2 * order - 1 - k) & 1 ? 1 : -1;
            compare(&deal, word, order, arena);
            nash_arena_reset(arena, MEMORY);
            deals++;
        }
    nash_arena_free(arena);
    assert_int_equal(deals, 1272);
    assert_int_equal(leads_compared, 4214);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_suit)};
    SetMaxThreads(1);
    return cmocka_run_group_tests_name("whist in libdds", tests, NULL, NULL);
}
