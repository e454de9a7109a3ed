/* The evaluator: all hands of seven cards counted by strength and category, and hands of five to seven cards compared
 * with a plain evaluator, which follows the definitions. */
#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/kit/card.h>

#include "../base/test.h"

enum { STRENGTHS = 1 << 16, CATEGORIES = 10 };

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* Returns the value of five cards, larger for the better: the category above the ranks, the more frequent first. */
static uint32_t value_of_five(const uint8_t cards[5])
{
    int order[5], frequency[13] = {0}; /* order: 16 * frequency of the rank + rank */
    bool flush = true;
    for (int i = 0; i < 5; i++) {
        frequency[card_rank(cards[i])]++;
        flush &= card_suit(cards[i]) == card_suit(cards[0]);
    }
    for (int i = 0; i < 5; i++)
        order[i] = 16 * frequency[card_rank(cards[i])] + (int)card_rank(cards[i]);
    qsort(order, 5, sizeof *order, descending);
    int most = order[0] >> 4, next = order[most] >> 4, rank[5];
    for (int i = 0; i < 5; i++)
        rank[i] = order[i] & 15;
    bool straight = most == 1 && rank[0] - rank[4] == 4;
    if (most == 1 && rank[0] == 12 && rank[1] == 3) { /* A 5 4 3 2: the five leads */
        straight = true;
        memmove(rank, rank + 1, 4 * sizeof *rank);
        rank[4] = -1;
    }
    unsigned category = flush && straight        ? HOLDEM_STRAIGHT_FLUSH
                        : most == 4              ? HOLDEM_QUADS
                        : most == 3 && next == 2 ? HOLDEM_FULL_HOUSE
                        : flush                  ? HOLDEM_FLUSH
                        : straight               ? HOLDEM_STRAIGHT
                        : most == 3              ? HOLDEM_TRIPS
                        : most == 2 && next == 2 ? HOLDEM_TWO_PAIR
                        : most == 2              ? HOLDEM_PAIR
                                                 : HOLDEM_HIGH_CARD;
    uint32_t value = category;
    for (int i = 0; i < 5; i++)
        value = value << 4 | (uint32_t)(rank[i] + 1);
    return value;
}

/* Returns the value of the best five of a hand. */
static uint32_t value_of_best(const uint8_t *cards, unsigned count)
{
    uint32_t best = 0;
    for (unsigned set = 0; set < 1U << count; set++) {
        uint8_t five[5];
        unsigned n = 0;
        if (__builtin_popcount(set) != 5)
            continue;
        for (unsigned i = 0; i < count; i++)
            if (set >> i & 1)
                five[n++] = cards[i];
        uint32_t value = value_of_five(five);
        best = value > best ? value : best;
    }
    return best;
}

static uint16_t strength_of_cards(const uint8_t *cards, unsigned count)
{
    struct holdem_hand hand = holdem_hand_empty();
    for (unsigned i = 0; i < count; i++)
        hand = holdem_hand_add(hand, cards[i]);
    return holdem_hand_strength(hand);
}

/* The strength of each value that has been met, and the reverse. */
static uint32_t value_of_strength[STRENGTHS];

/* Fails unless a strength always stands for the same value. */
static void check_hand(const uint8_t *cards, unsigned count)
{
    uint16_t strength = strength_of_cards(cards, count);
    uint32_t value = value_of_best(cards, count);
    assert_int_equal(holdem_strength_category(strength), value >> 20);
    if (!value_of_strength[strength])
        value_of_strength[strength] = value;
    assert_int_equal(value_of_strength[strength], value);
}

/* All hands of five cards give each strength its value; a larger strength has a larger value. */
static void test_all_hands_of_five(void **state)
{
    uint8_t c[5];
    uint32_t last = 0, distinct = 0;
    for (c[0] = 0; c[0] < CARD_DECK; c[0]++)
        for (c[1] = 0; c[1] < c[0]; c[1]++)
            for (c[2] = 0; c[2] < c[1]; c[2]++)
                for (c[3] = 0; c[3] < c[2]; c[3]++)
                    for (c[4] = 0; c[4] < c[3]; c[4]++)
                        check_hand(c, 5);
    for (int i = 0; i < STRENGTHS; i++)
        if (value_of_strength[i]) {
            assert_true(value_of_strength[i] > last);
            last = value_of_strength[i];
            distinct++;
        }
    assert_int_equal(distinct, 7462);
}

/* Hands of six and seven cards have the strength of their best five. */
static void test_random_hands(void **state)
{
    struct nash_rng rng = test_rng();
    for (int i = 0; i < (int)test_length(200000, 2000000); i++) {
        uint8_t deck[CARD_DECK];
        for (uint8_t k = 0; k < CARD_DECK; k++)
            deck[k] = k;
        for (unsigned k = 0; k < 7; k++) {
            unsigned other = k + (unsigned)nash_rng_below(&rng, CARD_DECK - k);
            uint8_t card = deck[k];
            deck[k] = deck[other];
            deck[other] = card;
        }
        check_hand(deck, 6 + (unsigned)i % 2);
    }
}

/* Counts the hands of seven cards that complete those with the first three cards. */
static void count_hands(struct holdem_hand hand, unsigned below, uint32_t frequency[STRENGTHS])
{
    for (unsigned d = 3; d < below; d++) {
        struct holdem_hand four = holdem_hand_add(hand, d);
        for (unsigned e = 2; e < d; e++) {
            struct holdem_hand five = holdem_hand_add(four, e);
            for (unsigned f = 1; f < e; f++) {
                struct holdem_hand six = holdem_hand_add(five, f);
                for (unsigned g = 0; g < f; g++)
                    frequency[holdem_hand_strength(holdem_hand_add(six, g))]++;
            }
        }
    }
}

static void test_all_hands_of_seven(void **state)
{
    static uint32_t frequency[STRENGTHS];
    static const uint32_t right[CATEGORIES] = {0,       23294460, 58627800, 31433400, 6461620,
                                               6180020, 4047644,  3473184,  224848,   41584};
    uint32_t got[CATEGORIES] = {0}, distinct = 0;
    for (unsigned a = 6; a < CARD_DECK; a++)
        for (unsigned b = 5; b < a; b++)
            for (unsigned c = 4; c < b; c++) {
                struct holdem_hand hand = holdem_hand_add(holdem_hand_empty(), a);
                count_hands(holdem_hand_add(holdem_hand_add(hand, b), c), c, frequency);
            }
    for (unsigned i = 0; i < STRENGTHS; i++) {
        got[i >> 12 < CATEGORIES ? i >> 12 : 0] += frequency[i];
        distinct += frequency[i] > 0;
    }
    for (int i = 0; i < CATEGORIES; i++)
        assert_int_equal(got[i], right[i]);
    assert_int_equal(distinct, 4824);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_hands_of_five),
        cmocka_unit_test(test_random_hands),
        cmocka_unit_test(test_all_hands_of_seven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
