/* Writes the tables of the evaluator as C: make_tables > tables.c, at build time.
 *
 * The sums of ranks are spread over 13 million numbers. They are cut into rows of 4,096, and every row is moved so
 * that the hands of all rows share one table without a collision (row displacement: Tarjan and Yao, Storing a sparse
 * table, 1979). Rows are placed in order of falling size, those of seven cards before those of six and five, so that
 * hands of seven cards lie close together. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"

enum { RANKS = 13, MOST_HANDS = 49205, LARGEST_ROW = 256, SLOTS = HOLDEM_RANK_SLOTS, CLASSES = 7462 };

/* The numbers of the ranks, drawn one after the other at random below 2,000,000 among those that keep the sums of all
 * multisets of seven cards, at most four of a rank, distinct. Sums of five and six cards are then distinct too: the
 * same two cards could be added to both. The least such numbers (0, 1, 5, 22 ...) crowd the sums at the start of a few
 * rows, which then fill a table of twice the size. */
static const uint32_t rank_key[RANKS] = {0,       1785979, 63421,   1963136, 381690, 1632356, 1386910,
                                         1079396, 1122826, 1503332, 1668358, 574382, 199378};

struct hand {
    uint32_t sum, value;
};

static struct hand hands[MOST_HANDS];
static size_t hand_count;
static uint32_t classes[CLASSES]; /* the values of all hands of five cards, ascending */
static size_t class_count;

static uint16_t rank_strength[SLOTS];
static uint64_t taken[SLOTS / 64 + 2]; /* a bit a slot */
static uint32_t slots_used;
static uint32_t rank_row[HOLDEM_ROWS_END - HOLDEM_FIRST_ROW];

/* Returns the highest rank of the best straight of a set of ranks, or -1. An ace (bit 12) is also below the deuce. */
static int straight_top(unsigned ranks)
{
    unsigned low = ranks << 1 | ranks >> 12;
    for (int top = 12; top >= 3; top--)
        if ((low >> (top - 3) & 31) == 31)
            return top;
    return -1;
}

/* Returns category << 20 and the ranks of the best five cards of count[] in order of weight, four bits each. */
static uint32_t value_of_counts(const uint8_t count[RANKS])
{
    unsigned ranks = 0, first = 0, second = 0;
    int best = -1, next = -1;
    for (int r = RANKS - 1; r >= 0; r--) {
        ranks |= (unsigned)(count[r] > 0) << r;
        if (count[r] > first) {
            second = first;
            next = best;
            first = count[r];
            best = r;
        } else if (count[r] > second) {
            second = count[r];
            next = r;
        }
    }
    int top = straight_top(ranks);
    if (first == 3 && second >= 2)
        return 7U << 20 | (unsigned)best << 4 | (unsigned)next;
    if (top >= 0 && first < 4)
        return 5U << 20 | (unsigned)top;
    uint32_t value = 0;
    unsigned cards = 0, category = first == 4 ? 8 : first == 3 ? 4 : first == 2 ? 2 + (second == 2) : 1;
    if (first >= 2) {
        value = (unsigned)best;
        cards = first;
        ranks &= ~(1U << best);
    }
    if (category == 3) {
        value = value << 4 | (unsigned)next;
        cards += 2;
        ranks &= ~(1U << next);
    }
    for (int r = RANKS - 1; r >= 0 && cards < 5; r--)
        if (ranks >> r & 1) {
            value = value << 4 | (unsigned)r;
            cards++;
        }
    return category << 20 | value;
}

/* Returns the value of a flush of five ranks or more of one suit. */
static uint32_t value_of_flush(unsigned ranks)
{
    int top = straight_top(ranks);
    if (top >= 0)
        return 9U << 20 | (unsigned)top;
    uint32_t value = 0;
    for (int r = RANKS - 1, cards = 0; r >= 0 && cards < 5; r--)
        if (ranks >> r & 1) {
            value = value << 4 | (unsigned)r;
            cards++;
        }
    return 6U << 20 | value;
}

/* Appends the hands of `left` more cards of ranks from `rank` on. */
static void hands_of_counts(uint8_t count[RANKS], int rank, unsigned left, uint32_t sum)
{
    if (!left) {
        hands[hand_count++] = (struct hand){sum, value_of_counts(count)};
        return;
    }
    for (; rank < RANKS; rank++)
        for (unsigned n = left < 4 ? left : 4; n; n--) {
            count[rank] = (uint8_t)n;
            hands_of_counts(count, rank + 1, left - n, sum + n * (rank_key[rank] + HOLDEM_CARD_STEP));
            count[rank] = 0;
        }
}

static int compare_values(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_sums(const void *a, const void *b)
{
    return compare_values(&((const struct hand *)a)->sum, &((const struct hand *)b)->sum);
}

/* Fills classes with the values of all hands of five cards, those without a flush being hands[]. */
static void number_classes(void)
{
    static uint32_t values[CLASSES];
    size_t n = 0;
    for (size_t i = 0; i < hand_count; i++)
        values[n++] = hands[i].value;
    for (unsigned ranks = 0; ranks < HOLDEM_RANK_SETS; ranks++)
        if (__builtin_popcount(ranks) == 5)
            values[n++] = value_of_flush(ranks);
    qsort(values, n, sizeof *values, compare_values);
    for (size_t i = 0; i < n; i++)
        if (!class_count || classes[class_count - 1] != values[i])
            classes[class_count++] = values[i];
}

/* Returns category << 12 | the number of the value among those of its category. */
static uint16_t strength_of_value(uint32_t value)
{
    uint32_t category = value >> 20, first = category << 20;
    size_t low[2];
    for (int i = 0; i < 2; i++) {
        uint32_t wanted = i ? value : first;
        size_t a = 0, b = class_count;
        while (a < b) {
            size_t middle = (a + b) / 2;
            if (classes[middle] < wanted)
                a = middle + 1;
            else
                b = middle;
        }
        low[i] = a;
    }
    return (uint16_t)(category << 12 | (uint32_t)(low[1] - low[0]));
}

/* Returns 64 bits of taken[] from a slot on. */
static uint64_t taken_from(uint32_t slot)
{
    const uint64_t *word = taken + slot / 64;
    unsigned bit = slot % 64;
    return bit ? word[0] >> bit | word[1] << (64 - bit) : word[0];
}

/* Places the row of `count` hands, in order of their sums, at the first slots that are free, trying 64 places at once.
 */
static void place_row(const struct hand *row, size_t count)
{
    static uint32_t full; /* every slot before it is taken */
    while (!~taken_from(full))
        full += 64;
    for (uint32_t at = full;; at += 64) {
        uint64_t collides = 0;
        for (size_t i = 0; i < count && ~collides; i++)
            collides |= taken_from(at + row[i].sum - row[0].sum);
        if (!~collides)
            continue;
        at += (uint32_t)__builtin_ctzll(~collides);
        for (size_t i = 0; i < count; i++) {
            uint32_t slot = at + row[i].sum - row[0].sum;
            rank_strength[slot] = strength_of_value(row[i].value);
            taken[slot / 64] |= UINT64_C(1) << slot % 64;
            slots_used = slot >= slots_used ? slot + 1 : slots_used;
        }
        rank_row[(row[0].sum >> HOLDEM_ROW_SHIFT) - HOLDEM_FIRST_ROW] = at - row[0].sum;
        return;
    }
}

/* Places the rows of hands[], in order of their sums. */
static void place_rows(void)
{
    static uint32_t start[MOST_HANDS + 1];
    size_t rows = 0;
    for (size_t i = 0; i < hand_count; i++)
        if (!i || hands[i].sum >> HOLDEM_ROW_SHIFT != hands[i - 1].sum >> HOLDEM_ROW_SHIFT)
            start[rows++] = (uint32_t)i;
    start[rows] = (uint32_t)hand_count;
    for (uint32_t size = LARGEST_ROW; size; size--)
        for (size_t r = 0; r < rows; r++)
            if (start[r + 1] - start[r] == size)
                place_row(hands + start[r], size);
}

/* Fills hands[] with those of a number of cards in order of their sums. Returns whether the sums are distinct. */
static bool list_hands(unsigned cards)
{
    uint8_t count[RANKS] = {0};
    hand_count = 0;
    hands_of_counts(count, 0, cards, 0);
    qsort(hands, hand_count, sizeof *hands, compare_sums);
    for (size_t i = 1; i < hand_count; i++)
        if (hands[i].sum == hands[i - 1].sum)
            return false;
    return true;
}

static void print_numbers(const char *name, const void *numbers, size_t count, unsigned width)
{
    printf("\nconst uint%u_t %s[%zu] = {", 8 * width, name, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t number = width == 2   ? ((const uint16_t *)numbers)[i]
                          : width == 4 ? ((const uint32_t *)numbers)[i]
                                       : ((const uint64_t *)numbers)[i];
        printf("%s%" PRIu64 "%s,", i % 16 ? "" : "\n", number, width == 8 ? "U" : "");
    }
    printf("\n};\n");
}

int main(void)
{
    static uint64_t card_key[52];
    static uint16_t flush[HOLDEM_RANK_SETS];
    list_hands(5);
    number_classes();
    for (unsigned cards = 7; cards >= 5; cards--) {
        if (!list_hands(cards)) {
            fprintf(stderr, "make_tables: two hands of %u cards have the same sum of ranks\n", cards);
            return 1;
        }
        place_rows();
    }
    if (slots_used != SLOTS) {
        fprintf(stderr, "make_tables: HOLDEM_RANK_SLOTS should be %" PRIu32 "\n", slots_used);
        return 1;
    }
    for (unsigned ranks = 0; ranks < HOLDEM_RANK_SETS; ranks++)
        if (__builtin_popcount(ranks) >= 5)
            flush[ranks] = strength_of_value(value_of_flush(ranks));
    for (unsigned card = 0; card < 52; card++)
        card_key[card] = (uint64_t)HOLDEM_SUIT_STEP << (32 + HOLDEM_SUIT_BITS * (card & 3)) |
                         (rank_key[card >> 2] + HOLDEM_CARD_STEP);
    printf("/* Written by make_tables.c. */\n#include <solvers/holdem/evaluate/tables.h>\n");
    print_numbers("holdem_card_key", card_key, 52, 8);
    print_numbers("holdem_flush_strength", flush, HOLDEM_RANK_SETS, 2);
    print_numbers("holdem_rank_row", rank_row, HOLDEM_ROWS_END - HOLDEM_FIRST_ROW, 4);
    print_numbers("holdem_rank_strength", rank_strength, SLOTS, 2);
    return 0;
}
