/* The evaluator: all hands of seven cards in order, and random ones, with tables and, for comparison, by counting the
 * ranks of each hand; the table of starting hands against each other. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include <nash/rng.h>
#include <solvers/holdem/evaluate/evaluate.h>
#include <solvers/holdem/evaluate/preflop.h>
#include <solvers/holdem/range/combo.h>

#include "../cost.h"

enum {
    RANDOM_HANDS = 10000000,
    PLAIN_HANDS = RANDOM_HANDS / 10,
    HANDS = 133784560,
    ROUNDS = 5,
    ROWS = 20 * HOLDEM_COMBOS
};

static uint64_t sum; /* of all strengths, so that no evaluation is left out */

static void evaluate_last_four(struct holdem_hand hand, unsigned below)
{
    uint64_t local = 0;
    for (unsigned d = 3; d < below; d++) {
        struct holdem_hand four = holdem_hand_add(hand, d);
        for (unsigned e = 2; e < d; e++) {
            struct holdem_hand five = holdem_hand_add(four, e);
            for (unsigned f = 1; f < e; f++) {
                struct holdem_hand six = holdem_hand_add(five, f);
                for (unsigned g = 0; g < f; g++)
                    local += holdem_hand_strength(holdem_hand_add(six, g));
            }
        }
    }
    sum += local;
}

static void evaluate_all(void)
{
    for (unsigned a = 6; a < CARD_DECK; a++)
        for (unsigned b = 5; b < a; b++)
            for (unsigned c = 4; c < b; c++) {
                struct holdem_hand hand = holdem_hand_add(holdem_hand_empty(), a);
                evaluate_last_four(holdem_hand_add(holdem_hand_add(hand, b), c), c);
            }
}

static void evaluate_random(const uint8_t (*hands)[7])
{
    uint64_t local = 0;
    for (size_t i = 0; i < RANDOM_HANDS; i++)
        local += holdem_seven_strength(hands[i]);
    sum += local;
}

static int straight_top(unsigned ranks)
{
    ranks = ranks << 1 | ranks >> 12;
    ranks &= ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4;
    return ranks ? 31 - __builtin_clz(ranks) : 0;
}

/* Returns the category of seven cards from their counted ranks and suits, without the order within it. */
static unsigned category_by_counting(const uint8_t cards[static 7])
{
    unsigned count[CARD_RANKS] = {0}, suits[CARD_SUITS] = {0}, times[5] = {0}, ranks = 0, flush = 0;
    for (int i = 0; i < 7; i++) {
        count[card_rank(cards[i])]++;
        suits[card_suit(cards[i])] |= 1U << card_rank(cards[i]);
        ranks |= 1U << card_rank(cards[i]);
    }
    for (int r = 0; r < CARD_RANKS; r++)
        times[count[r]]++;
    for (int s = 0; s < CARD_SUITS; s++)
        flush = __builtin_popcount(suits[s]) >= 5 ? suits[s] : flush;
    if (flush)
        return straight_top(flush) ? HOLDEM_STRAIGHT_FLUSH : HOLDEM_FLUSH;
    if (times[4])
        return HOLDEM_QUADS;
    if (times[3] > 1 || (times[3] && times[2]))
        return HOLDEM_FULL_HOUSE;
    if (straight_top(ranks))
        return HOLDEM_STRAIGHT;
    return times[3] ? HOLDEM_TRIPS : times[2] > 1 ? HOLDEM_TWO_PAIR : times[2] ? HOLDEM_PAIR : HOLDEM_HIGH_CARD;
}

static void evaluate_by_counting(const uint8_t (*hands)[7])
{
    for (size_t i = 0; i < PLAIN_HANDS; i++)
        sum += category_by_counting(hands[i]);
}

/* Ends the program if counting and the tables disagree. */
static void check_categories(const uint8_t (*hands)[7])
{
    for (size_t i = 0; i < PLAIN_HANDS; i++)
        if (category_by_counting(hands[i]) != holdem_strength_category(holdem_seven_strength(hands[i])))
            abort();
}

static void draw_hands(uint8_t (*hands)[7])
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (size_t i = 0; i < RANDOM_HANDS; i++) {
        uint64_t drawn = 0;
        for (int k = 0; k < 7;) {
            unsigned card = (unsigned)nash_rng_below(&rng, CARD_DECK);
            if (drawn & card_bit(card))
                continue;
            drawn |= card_bit(card);
            hands[i][k++] = (uint8_t)card;
        }
    }
}

static void bench_hands(const uint8_t (*hands)[7])
{
    double best[3] = {1e300, 1e300, 1e300};
    for (int round = 0; round < ROUNDS; round++) {
        double start = cpu_us();
        evaluate_all();
        double all = cpu_us();
        evaluate_random(hands);
        double random = cpu_us();
        evaluate_by_counting(hands);
        double spent[3] = {all - start, random - all, cpu_us() - random};
        for (int i = 0; i < 3; i++)
            best[i] = spent[i] < best[i] ? spent[i] : best[i];
    }
    double plain = PLAIN_HANDS / best[2];
    printf("all %d hands in order: %4.0f M/s, %5.1fx of counting\n", HANDS, HANDS / best[0], HANDS / best[0] / plain);
    printf("%d random hands: %4.0f M/s, %5.1fx of counting\n", RANDOM_HANDS, RANDOM_HANDS / best[1],
           RANDOM_HANDS / best[1] / plain);
    printf("the category alone by counting: %4.1f M/s\n", plain);
}

/* Prints the instructions of an evaluation in order, if the kernel counts them. */
static void count_instructions(void)
{
    uint64_t instructions;
    int counter = instruction_counter();
    if (counter < 0)
        return;
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    evaluate_all();
    if (read(counter, &instructions, sizeof instructions) == sizeof instructions)
        printf("instructions of an evaluation in order: %.2f\n", (double)instructions / HANDS);
    close(counter);
}

/* Nothing is made at start: the first evaluation costs the page faults of its tables. */
static void bench_first(void)
{
    static const uint8_t hand[7] = {0, 5, 10, 20, 30, 40, 51};
    double start = cpu_us();
    sum += holdem_seven_strength(hand);
    double first = cpu_us();
    sum += holdem_seven_strength(hand);
    printf("the first evaluation: %.1f us, the next %.1f us\n", first - start, cpu_us() - first);
    size_t slots = HOLDEM_RANK_SLOTS;
    printf("tables: %zu bytes\n", sizeof holdem_card_key + sizeof holdem_flush_strength + sizeof holdem_rank_row +
                                      slots * sizeof *holdem_rank_strength);
}

static void bench_preflop(void)
{
    uint32_t win[HOLDEM_COMBOS], tie[HOLDEM_COMBOS];
    double best[2] = {1e300, 1e300};
    for (int round = 0; round < ROUNDS; round++) {
        double start = cpu_us();
        for (unsigned a = 0; a < HOLDEM_COMBOS; a++) {
            holdem_preflop_row(a, win, tie);
            sum += win[a / 2];
        }
        double rows = cpu_us();
        for (unsigned a = 0; a < HOLDEM_COMBOS; a += 13)
            for (unsigned b = 0; b < HOLDEM_COMBOS; b++)
                if (!(combo_mask(a) & combo_mask(b))) {
                    holdem_preflop_pair(a, b, win, tie);
                    sum += *win;
                }
        double spent[2] = {rows - start, cpu_us() - rows};
        for (int i = 0; i < 2; i++)
            best[i] = spent[i] < best[i] ? spent[i] : best[i];
    }
    printf("a row of 1326 starting hands: %.1f us, all rows: %.1f ms; %.1f ns a hand of a row, %.1f ns alone\n",
           best[0] / HOLDEM_COMBOS, best[0] / 1e3, best[0] * 1e3 / HOLDEM_COMBOS / HOLDEM_COMBOS,
           best[1] * 1e3 / HOLDEM_COMBOS / 102);
}

int main(void)
{
    uint8_t(*hands)[7] = malloc(RANDOM_HANDS * sizeof *hands);
    if (!hands)
        return 1;
    bench_first();
    draw_hands(hands);
    check_categories(hands);
    bench_hands(hands);
    count_instructions();
    bench_preflop();
    printf("(sum of all: %llu)\n", (unsigned long long)sum);
    free(hands);
    return 0;
}
