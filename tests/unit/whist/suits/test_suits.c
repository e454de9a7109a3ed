/* Compares whist of several suits with plain minimax over all cards: every deal of small orders, random larger deals.
 */
#include <stdio.h>
#include <string.h>

#include <solvers/whist/closed_rule/rule.h>
#include <solvers/whist/suits/rules.h>

#include "../../base/test.h"
#include "../harness/suits_cards.h"

enum { MEMORY = 64 << 20 };

/* Checks the list of leads: each is legal and named once, its value equals that of minimax, and the best has the value
 * of the deal. */
static void check_leads(const struct suits_deal *deal, const struct solved *s)
{
    uint64_t seen[WHIST_SUITS] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < s->answer.leads; i++) {
        const struct suits_value *v = &s->lead[i];
        assert_int_equal(seen[v->card.suit] & v->equals, 0);
        seen[v->card.suit] |= v->equals;
        assert_true(v->equals >> v->card.rank == 1);
        most = v->tricks > most ? v->tricks : most;
        for (unsigned r = 0; r < 64; r++)
            if (v->equals >> r & 1) {
                int is = brute_tricks(deal, &(struct suits_card){v->card.suit, (uint8_t)r});
                if ((int)v->tricks != is)
                    fail_msg("%s: lead %u of suit %u is worth %d, not %u", deal_text(deal), r, v->card.suit, is,
                             v->tricks);
            }
    }
    for (unsigned k = 0; k < WHIST_SUITS; k++)
        assert_true(seen[k] == deal->suit[k].leader);
    assert_int_equal(most, s->answer.tricks);
}

static void check(const struct suits_deal *deal)
{
    struct solved s = deal_solve(deal, 0, MEMORY);
    assert_int_equal(s.status, NASH_OK);
    assert_int_equal(s.low, s.high);
    assert_int_equal(s.answer.tricks, s.low);
    assert_int_equal(s.answer.line_count, 2 * deal_order(deal));
    int replayed = suits_game_replay(deal, s.line, s.answer.line_count);
    if (replayed != (int)s.answer.tricks)
        fail_msg("%s: the line makes %d, not %u", deal_text(deal), replayed, s.answer.tricks);
    check_leads(deal, &s);
}

/* Checks all deals whose suits have these lengths; returns their number. */
static unsigned all_owners(const unsigned length[WHIST_SUITS], unsigned order, int trump)
{
    unsigned deals = 0;
    for (unsigned mask = 0; mask < 1u << 2 * order; mask++) {
        if (__builtin_popcount(mask) != (int)order)
            continue;
        struct suits_deal deal = {.trump = trump};
        for (unsigned s = 0, at = 0; s < WHIST_SUITS; at += length[s++]) {
            uint64_t all = (1ull << length[s]) - 1;
            deal.suit[s] = (struct suits_suit){.leader = mask >> at & all, .other = ~mask >> at & all};
        }
        check(&deal);
        deals++;
    }
    return deals;
}

/* Checks every deal of an order in at most four suits, with the first suit as trump and without trump; returns their
 * number. */
static unsigned all_deals(unsigned order)
{
    unsigned deals = 0, n = 2 * order;
    for (unsigned a = 0; a <= n; a++)
        for (unsigned b = 0; a + b <= n; b++)
            for (unsigned c = 0; a + b + c <= n; c++)
                for (int trump = -1; trump < 1; trump++)
                    deals += all_owners((unsigned[]){a, b, c, n - a - b - c}, order, trump);
    return deals;
}

static void test_exhaustive(void **state)
{
    assert_int_equal(all_deals(1), 2 * 10 * 2);
    assert_int_equal(all_deals(2), 2 * 35 * 6);
    assert_int_equal(all_deals(3), 2 * 84 * 20);
}

static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 300; i++) {
        unsigned suits = 2 + (unsigned)nash_rng_below(&rng, 3), order = 4 + i % 20 / 19;
        struct suits_deal deal = deal_random(&rng, order, suits, 13, (int)nash_rng_below(&rng, suits + 1) - 1);
        check(&deal);
    }
}

/* The value of a deal of one suit is that of the closed rule. */
static void test_one_suit(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 200; i++) {
        unsigned order = 1 + i % 20;
        struct suits_deal deal = deal_random(&rng, order, 1, 2 * order, (int)(i % 2) - 1);
        int8_t word[2 * WHIST_SUITS_CARDS];
        int32_t room[4 * WHIST_SUITS_CARDS];
        assert_true(whist_rule_room(order) <= sizeof room / sizeof *room);
        for (unsigned k = 0; k < 2 * order; k++)
            word[k] = deal.suit[0].leader >> (2 * order - 1 - k) & 1 ? 1 : -1;
        unsigned tricks = deal_solve(&deal, 0, MEMORY).answer.tricks;
        if (tricks != whist_rule_tricks(word, order, true, room))
            fail_msg("%s: %u tricks, the rule says otherwise", deal_text(&deal), tricks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exhaustive), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_one_suit)};
    return cmocka_run_group_tests_name("whist suits", tests, NULL, NULL);
}
