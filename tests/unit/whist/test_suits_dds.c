/* Whist of several suits against libdds, which plays bridge: N leads and is our leader, E follows and is the other. The
 * two hands between get the lowest cards of each suit, and no trumps. They never win a trick so, never lead, and bind
 * nobody: what N and E may play depends on their own hands and the suit led. So the tricks are those of N against E.
 *
 * It fits where each suit has 13 cards at most and enough low ones are left: without trump to 13 cards a hand, with
 * trump to 9, and beyond where the trump suit is long. Arguments: how many deals (10,000), and the cards of the largest
 * hand (9). */
#include <dds/dll.h>
#include <stdio.h>
#include <string.h>

#include "../base/test.h"
#include "suits_cards.h"

enum { MEMORY = 64 << 20, RANKS = 13, NORTH = 0, EAST = 1, SOUTH = 2, WEST = 3, NO_TRUMP = 4 };

static unsigned deals = 10000, order_most = 9;

/* The k-th card from the top of what a suit of ours holds becomes the k-th from the ace. */
static unsigned dds_rank(const struct suits_suit *suit, unsigned rank)
{
    return 14u - (unsigned)__builtin_popcountll((suit->leader | suit->other) >> rank >> 1);
}

/* False where it does not fit. */
static bool embed(const struct suits_deal *deal, struct deal *board)
{
    unsigned order = deal_order(deal), need = 2 * order;
    *board = (struct deal){.trump = deal->trump < 0 ? NO_TRUMP : deal->trump, .first = NORTH};
    for (int s = 0; s < WHIST_SUITS; s++) {
        const struct suits_suit *suit = &deal->suit[s];
        unsigned low = 14; /* the highest rank that is left */
        for (unsigned r = 64; r--;)
            if ((suit->leader | suit->other) >> r & 1) {
                if (low < 2)
                    return false;
                board->remainCards[suit->leader >> r & 1 ? NORTH : EAST][s] |= 1u << low--;
            }
        for (; s != deal->trump && low >= 2 && need; low--, need--)
            board->remainCards[need > order ? SOUTH : WEST][s] |= 1u << low;
    }
    return need == 0;
}

/* The score that the library gives to a card. */
static int score_of(const struct futureTricks *all, int suit, unsigned rank)
{
    for (int i = 0; i < all->cards; i++)
        if (all->suit[i] == suit && (all->rank[i] == (int)rank || all->equals[i] >> rank & 1))
            return all->score[i];
    return -1;
}

static void compare(const struct suits_deal *deal, const struct deal *board)
{
    struct solved s = deal_solve(deal, 0, MEMORY);
    struct futureTricks all;
    assert_int_equal(s.status, NASH_OK);
    int rc = SolveBoard(*board, -1, 3, 1, &all, 0);
    if (rc != RETURN_NO_FAULT)
        fail_msg("%s: SolveBoard answers %d", deal_text(deal), rc);
    for (unsigned i = 0; i < s.answer.leads; i++) {
        const struct suits_value *v = &s.lead[i];
        for (unsigned r = 0; r < 64; r++)
            if (v->equals >> r & 1) {
                int score = score_of(&all, v->card.suit, dds_rank(&deal->suit[v->card.suit], r));
                if (score != (int)v->tricks)
                    fail_msg("%s: lead %u of suit %u is worth %u, libdds says %d", deal_text(deal), r, v->card.suit,
                             v->tricks, score);
            }
    }
}

static void test_several_suits(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    struct deal board;
    unsigned with_trump = 0;
    for (unsigned i = 0; i < deals;) {
        unsigned suits = 1 + (unsigned)nash_rng_below(&rng, 4), most = suits * RANKS / 2;
        unsigned order = 1 + (unsigned)nash_rng_below(&rng, most < order_most ? most : order_most);
        struct suits_deal deal = deal_random(&rng, order, suits, RANKS, (int)nash_rng_below(&rng, suits + 1) - 1);
        if (!embed(&deal, &board))
            continue;
        compare(&deal, &board);
        with_trump += deal.trump >= 0;
        i++;
    }
    assert_true(with_trump > deals / 4);
}

/* The other players' cards are what the comparison rests on. */
static void test_embedding(void **state)
{
    (void)state;
    struct nash_rng rng = test_rng();
    struct deal board;
    for (unsigned i = 0; i < 1000; i++) {
        struct suits_deal deal =
            deal_random(&rng, 1 + i % 13, WHIST_SUITS, RANKS, (int)nash_rng_below(&rng, WHIST_SUITS + 1) - 1);
        if (!embed(&deal, &board))
            continue;
        for (int h = 0, cards; h < DDS_HANDS; h++) {
            cards = 0;
            for (int s = 0; s < WHIST_SUITS; s++)
                cards += __builtin_popcount(board.remainCards[h][s]);
            assert_int_equal(cards, deal_order(&deal));
        }
        for (int s = 0; s < WHIST_SUITS; s++) {
            unsigned ours = board.remainCards[NORTH][s] | board.remainCards[EAST][s];
            unsigned theirs = board.remainCards[SOUTH][s] | board.remainCards[WEST][s];
            assert_true(!ours || theirs < (ours & -ours));
            assert_true(s != deal.trump || !theirs);
        }
    }
}

/* One suit: every deal to six cards a hand, as the simple trick-taking game. */
static void test_one_suit(void **state)
{
    (void)state;
    struct deal board;
    for (unsigned order = 1; order <= 6; order++)
        for (unsigned mask = 0; mask < 1u << 2 * order; mask++) {
            uint64_t all = (1ull << 2 * order) - 1;
            struct suits_deal deal = {.suit = {{mask, ~mask & all}}, .trump = -1};
            if (__builtin_popcount(mask) == (int)order && embed(&deal, &board))
                compare(&deal, &board);
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_embedding), cmocka_unit_test(test_one_suit),
                                       cmocka_unit_test(test_several_suits)};
    if (argc > 1)
        deals = (unsigned)atoi(argv[1]);
    if (argc > 2)
        order_most = (unsigned)atoi(argv[2]);
    SetMaxThreads(1);
    return cmocka_run_group_tests_name("whist suits in libdds", tests, NULL, NULL);
}
