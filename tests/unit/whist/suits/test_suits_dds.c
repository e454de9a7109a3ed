/* Compares whist of several suits with libdds (dds_deal.h). Arguments: number of deals, and largest number of cards a
 * hand (default 9). */
#include "../../base/test.h"
#include "../harness/dds_deal.h"

enum { MEMORY = 64 << 20 };

static unsigned deals, order_most = 9;

static void compare(const struct suits_deal *deal, const struct deal *board)
{
    struct solved s = deal_solve(deal, 0, MEMORY);
    assert_int_equal(s.status, NASH_OK);
    struct futureTricks all = dds_solve(deal, board);
    for (unsigned i = 0; i < s.answer.leads; i++) {
        const struct suits_value *v = &s.lead[i];
        for (unsigned r = 0; r < 64; r++)
            if (v->equals >> r & 1) {
                int score = dds_score(&all, v->card.suit, dds_rank(&deal->suit[v->card.suit], r));
                if (score != (int)v->tricks)
                    fail_msg("%s: lead %u of suit %u is worth %u, libdds says %d", deal_text(deal), r, v->card.suit,
                             v->tricks, score);
            }
    }
}

static void test_several_suits(void **state)
{
    struct nash_rng rng = test_rng();
    struct deal board;
    unsigned with_trump = 0;
    for (unsigned i = 0; i < deals;) {
        unsigned suits = 1 + (unsigned)nash_rng_below(&rng, 4), most = suits * DDS_RANKS / 2;
        unsigned order = 1 + (unsigned)nash_rng_below(&rng, most < order_most ? most : order_most);
        struct suits_deal deal = deal_random(&rng, order, suits, DDS_RANKS, (int)nash_rng_below(&rng, suits + 1) - 1);
        if (!dds_embed(&deal, &board))
            continue;
        compare(&deal, &board);
        with_trump += deal.trump >= 0;
        i++;
    }
    assert_true(with_trump > deals / 4);
}

/* Checks dds_embed(): the hands of South and West must have the properties that dds_deal.h requires. */
static void test_embedding(void **state)
{
    struct nash_rng rng = test_rng();
    struct deal board;
    unsigned fitting = 0;
    for (unsigned i = 0; i < 1000; i++) {
        struct suits_deal deal =
            deal_random(&rng, 1 + i % 13, WHIST_SUITS, DDS_RANKS, (int)nash_rng_below(&rng, WHIST_SUITS + 1) - 1);
        if (!dds_embed(&deal, &board))
            continue;
        fitting++;
        for (int h = 0, cards; h < DDS_HANDS; h++) {
            cards = 0;
            for (int s = 0; s < WHIST_SUITS; s++)
                cards += __builtin_popcount(board.remainCards[h][s]);
            assert_int_equal(cards, deal_order(&deal));
        }
        for (int s = 0; s < WHIST_SUITS; s++) {
            unsigned ours = board.remainCards[DDS_NORTH][s] | board.remainCards[DDS_EAST][s];
            unsigned theirs = board.remainCards[DDS_SOUTH][s] | board.remainCards[DDS_WEST][s];
            assert_true(!ours || theirs < (ours & -ours));
            assert_true(s != deal.trump || !theirs);
        }
    }
    assert_true(fitting > 500);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_embedding), cmocka_unit_test(test_several_suits)};
    deals = test_length(2500, 10000);
    if (argc > 1)
        deals = (unsigned)atoi(argv[1]);
    if (argc > 2)
        order_most = (unsigned)atoi(argv[2]);
    SetMaxThreads(1);
    return cmocka_run_group_tests_name("whist suits in libdds", tests, NULL, NULL);
}
