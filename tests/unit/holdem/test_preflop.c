/* The table of starting hands against each other: entries recounted on all boards, symmetry, and known probabilities.
 */
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/evaluate/preflop.h>
#include <solvers/holdem/range/combo.h>

#include "../base/test.h"

static unsigned random_combo(struct nash_rng *rng, uint64_t dead)
{
    for (;;) {
        unsigned combo = (unsigned)nash_rng_below(rng, HOLDEM_COMBOS);
        if (!(combo_mask(combo) & dead))
            return combo;
    }
}

struct count {
    struct holdem_hand first, second;
    uint32_t win, tie, boards;
};

/* Counts the boards of the given cards and `left` more below `below`. */
static void count_boards(struct count *count, struct holdem_hand board, unsigned left, unsigned below)
{
    for (unsigned card = below; card-- >= left;) {
        if ((count->first.cards | count->second.cards) & card_bit(card))
            continue;
        struct holdem_hand more = holdem_hand_add(board, card);
        if (left > 1) {
            count_boards(count, more, left - 1, card);
            continue;
        }
        unsigned first = holdem_hand_strength(holdem_hand_sum(more, count->first));
        unsigned second = holdem_hand_strength(holdem_hand_sum(more, count->second));
        count->win += first > second;
        count->tie += first == second;
        count->boards++;
    }
}

static struct holdem_hand hand_of_combo(unsigned combo)
{
    uint8_t high, low;
    combo_cards(combo, &high, &low);
    return holdem_hand_add(holdem_hand_add(holdem_hand_empty(), high), low);
}

static void test_entries_against_all_boards(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < test_length(60, 2000); i++) {
        unsigned a = random_combo(&rng, 0), b = random_combo(&rng, combo_mask(a));
        struct count count = {.first = hand_of_combo(a), .second = hand_of_combo(b)};
        uint32_t win, tie;
        count_boards(&count, holdem_hand_empty(), 5, CARD_DECK);
        holdem_preflop_pair(a, b, &win, &tie);
        assert_int_equal(count.boards, HOLDEM_PREFLOP_BOARDS);
        if (win != count.win || tie != count.tie)
            fail_msg("combos %u and %u: %u wins, %u ties, not %u and %u", a, b, win, tie, count.win, count.tie);
    }
}

/* All pairs of combos agree with a sample of boards, so that none has the entry of another one. */
static void test_all_pairs_against_sampled_boards(void **state)
{
    enum { BOARDS = 512 };
    static uint16_t strength[HOLDEM_COMBOS][BOARDS]; /* 0: shares a card with the board */
    struct nash_rng rng = test_rng();
    for (int i = 0; i < BOARDS; i++) {
        struct holdem_hand board = holdem_hand_empty();
        for (int n = 0; n < 5;) {
            unsigned card = (unsigned)nash_rng_below(&rng, CARD_DECK);
            if (board.cards & card_bit(card))
                continue;
            board = holdem_hand_add(board, card);
            n++;
        }
        for (unsigned c = 0; c < HOLDEM_COMBOS; c++)
            if (!(board.cards & combo_mask(c)))
                strength[c][i] = holdem_hand_strength(holdem_hand_sum(board, hand_of_combo(c)));
    }
    for (unsigned a = 0; a < HOLDEM_COMBOS; a++)
        for (unsigned b = 0; b < a; b++) {
            uint32_t win, tie;
            unsigned wins = 0, live = 0;
            if (combo_mask(a) & combo_mask(b))
                continue;
            for (int i = 0; i < BOARDS; i++) {
                bool both = strength[a][i] && strength[b][i];
                live += both;
                wins += both && strength[a][i] > strength[b][i];
            }
            holdem_preflop_pair(a, b, &win, &tie);
            double p = (double)win / HOLDEM_PREFLOP_BOARDS, error = wins - live * p;
            if (error * error > 49 * (live * p * (1 - p) + 2)) /* seven standard errors, more where wins are rare */
                fail_msg("combos %u and %u: %u wins on %u boards, not %.1f", a, b, wins, live, live * p);
        }
}

static unsigned permuted(unsigned combo, const uint8_t suits[CARD_SUITS])
{
    uint8_t high, low;
    combo_cards(combo, &high, &low);
    return combo_of(card_make(card_rank(high), suits[card_suit(high)]),
                    card_make(card_rank(low), suits[card_suit(low)]));
}

/* What one hand wins the other loses, and the suits' names do not matter. */
static void test_symmetry(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < 200000; i++) {
        uint8_t suits[CARD_SUITS] = {0, 1, 2, 3};
        unsigned a = random_combo(&rng, 0), b = random_combo(&rng, combo_mask(a));
        uint32_t win, tie, other_win, other_tie;
        for (unsigned s = CARD_SUITS - 1; s; s--) {
            unsigned other = (unsigned)nash_rng_below(&rng, s + 1);
            uint8_t suit = suits[s];
            suits[s] = suits[other];
            suits[other] = suit;
        }
        holdem_preflop_pair(a, b, &win, &tie);
        assert_true(win + tie > 0 && win < HOLDEM_PREFLOP_BOARDS);
        holdem_preflop_pair(permuted(a, suits), permuted(b, suits), &other_win, &other_tie);
        assert_true(other_win == win && other_tie == tie);
        holdem_preflop_pair(b, a, &other_win, &other_tie);
        assert_true(other_win == HOLDEM_PREFLOP_BOARDS - win - tie && other_tie == tie);
    }
}

static void test_rows(void **state)
{
    uint32_t win[HOLDEM_COMBOS], tie[HOLDEM_COMBOS];
    for (unsigned combo = 0; combo < HOLDEM_COMBOS; combo++) {
        holdem_preflop_row(combo, win, tie);
        for (unsigned other = 0; other < HOLDEM_COMBOS; other++) {
            uint32_t wins = 0, ties = 0;
            if (!(combo_mask(combo) & combo_mask(other)))
                holdem_preflop_pair(combo, other, &wins, &ties);
            assert_int_equal(win[other], wins);
            assert_int_equal(tie[other], ties);
        }
    }
}

/* Returns the equity of the combos of one class, or of one combo if `only` is below 1326, against a class or, 169, all
 * combos. */
static double equity_of(unsigned only, unsigned first, unsigned second)
{
    double sum = 0;
    unsigned pairs = 0;
    for (unsigned a = 0; a < HOLDEM_COMBOS; a++)
        for (unsigned b = 0; b < HOLDEM_COMBOS; b++) {
            bool wanted = (only < HOLDEM_COMBOS ? a == only : combo_class(a) == first) &&
                          (second == HOLDEM_CLASSES || combo_class(b) == second);
            uint32_t win, tie;
            if (!wanted || combo_mask(a) & combo_mask(b))
                continue;
            holdem_preflop_pair(a, b, &win, &tie);
            sum += (win + tie / 2.0) / HOLDEM_PREFLOP_BOARDS;
            pairs++;
        }
    return sum / pairs;
}

/* Probabilities found by another program (OMPEval). */
static void test_known_equities(void **state)
{
    enum { AA = 0, KK = 14 };
    unsigned aces = combo_of(card_make(12, 2), card_make(12, 3)), kings = combo_of(card_make(11, 0), card_make(11, 1));
    uint32_t win, tie;
    holdem_preflop_pair(aces, kings, &win, &tie);
    assert_float_equal((win + tie / 2.0) / HOLDEM_PREFLOP_BOARDS, 0.812555, 5e-7);
    assert_float_equal(equity_of(aces, 0, HOLDEM_CLASSES), 0.852037, 5e-7);
    assert_float_equal(equity_of(HOLDEM_COMBOS, AA, KK), 0.819461, 5e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_against_all_boards),
        cmocka_unit_test(test_all_pairs_against_sampled_boards),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_known_equities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
