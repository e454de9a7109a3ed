/* Cells of hands on a board. */
#include "cells.h"

#include <math.h>
#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>

enum { WINDOWS = 10 }; /* straights, five-high to ace-high */

double class_points(unsigned hand_class)
{
    const unsigned row = hand_class / 13, column = hand_class % 13;
    const unsigned high = 12 - (row < column ? row : column), low = 12 - (row < column ? column : row);
    double points = high == 12 ? 10 : high >= 8 ? (double)high - 3 : (double)(high + 2) / 2;
    if (high == low)
        return points < 2.5 ? 5 : 2 * points;
    static const double gap_cost[] = {0, 1, 2, 4, 5};
    const unsigned gap = high - low - 1;
    points -= gap_cost[gap < 4 ? gap : 4];
    if (gap <= 1 && high < 10)
        points += 1;
    return row < column ? points + 2 : points;
}

void cells_weights(double weight[static HOLDEM_CLASSES])
{
    for (unsigned c = 0; c < HOLDEM_CLASSES; c++)
        weight[c] = exp(class_points(c) / 10);
}

void cells_preflop(uint8_t cell[static HOLDEM_COMBOS])
{
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        cell[i] = (uint8_t)combo_class(i);
}

struct board {
    uint64_t set;
    unsigned count, ranks, top; /* ranks: a set of bits; top: the highest one */
    unsigned suited[CARD_SUITS];
    uint8_t straight_outs[CARD_RANKS][CARD_RANKS]; /* by the ranks of the two hole cards */
};

/* Counts the ranks that would make a straight with a hole card's help, at most 2. 0 if there is a straight already. */
static uint8_t straight_outs(unsigned ranks, unsigned board_ranks)
{
    const unsigned all = ranks << 1 | ranks >> 12, shared = board_ranks << 1 | board_ranks >> 12; /* bit 0: an ace */
    unsigned outs = 0, seen = 0;
    for (int w = WINDOWS - 1; w >= 0; w--) {
        const unsigned window = 31U << w, missing = window & ~all;
        if (!missing)
            return 0;
        unsigned rank = missing;
        if (rank == 1)
            rank = 1U << 13; /* the low ace is the ace */
        if ((missing & (missing - 1)) || (seen & rank))
            continue;
        seen |= rank;
        outs += (window & ~shared) != missing;
    }
    return (uint8_t)(outs < 2 ? outs : 2);
}

static void board_begin(struct board *b, const uint8_t *card, unsigned count)
{
    *b = (struct board){.count = count};
    for (unsigned k = 0; k < count; k++) {
        b->set |= card_bit(card[k]);
        b->ranks |= 1U << card_rank(card[k]);
        b->suited[card_suit(card[k])]++;
    }
    b->top = 31 - (unsigned)__builtin_clz(b->ranks);
    for (unsigned high = 0; high < CARD_RANKS && count < 5; high++)
        for (unsigned low = 0; low <= high; low++)
            b->straight_outs[high][low] = straight_outs(b->ranks | 1U << high | 1U << low, b->ranks);
}

/* Returns 2 for a flush draw, 1 on the flop for three cards of a suit, else 0. */
static unsigned flush_draw(const struct board *b, unsigned high, unsigned low)
{
    unsigned draw = 0;
    const unsigned suit[2] = {card_suit(high), card_suit(low)};
    for (unsigned k = 0; k < 2; k++) {
        const unsigned shared = b->suited[suit[k]], all = shared + 1 + (suit[0] == suit[1]);
        if (all == 4)
            return 2;
        if (b->count == 3 && all == 3 && shared >= 1)
            draw = 1;
    }
    return draw;
}

static unsigned combo_draw(const struct board *b, unsigned high, unsigned low, unsigned strength)
{
    if (b->count == 5 || holdem_strength_category((uint16_t)strength) >= HOLDEM_TRIPS)
        return 0;
    const unsigned flush = flush_draw(b, high, low);
    const unsigned outs = b->straight_outs[card_rank(high)][card_rank(low)];
    const unsigned over = (card_rank(high) > b->top ? 1U : 0U) + (card_rank(low) > b->top ? 1U : 0U);
    if (flush == 2 && outs)
        return 3;
    if (flush == 2 || outs == 2)
        return 2;
    return outs || (flush && over) || over == 2;
}

struct ranked {
    uint16_t strength, combo;
};

/* Sorts by strength, stable. */
static void ranked_sort(struct ranked *item, struct ranked *space, unsigned count)
{
    for (unsigned shift = 0; shift < 16; shift += 8) {
        unsigned start[257] = {0};
        for (unsigned k = 0; k < count; k++)
            start[(item[k].strength >> shift & 255) + 1]++;
        for (unsigned d = 0; d < 256; d++)
            start[d + 1] += start[d];
        for (unsigned k = 0; k < count; k++)
            space[start[item[k].strength >> shift & 255]++] = item[k];
        memcpy(item, space, count * sizeof *item);
    }
}

void cells_of_board(const uint8_t *board, unsigned count, const double weight[static HOLDEM_CLASSES],
                    uint8_t cell[static HOLDEM_COMBOS])
{
    struct board b;
    board_begin(&b, board, count);
    struct holdem_hand shared = holdem_hand_empty();
    for (unsigned k = 0; k < count; k++)
        shared = holdem_hand_add(shared, board[k]);
    struct ranked item[HOLDEM_COMBOS], space[HOLDEM_COMBOS];
    unsigned live = 0;
    double all = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        cell[i] = CELL_DEAD;
        if (combo_mask(i) & b.set)
            continue;
        const struct holdem_hand hand =
            holdem_hand_add(holdem_hand_add(shared, holdem_combo_high[i]), holdem_combo_low[i]);
        item[live++] = (struct ranked){holdem_hand_strength(hand), (uint16_t)i};
        all += weight[combo_class(i)];
    }
    ranked_sort(item, space, live);
    double below = 0;
    for (unsigned first = 0, end; first < live; first = end) {
        double same = 0;
        for (end = first; end < live && item[end].strength == item[first].strength; end++)
            same += weight[combo_class(item[end].combo)];
        unsigned bin = (unsigned)((below + same / 2) / all * CELL_BINS);
        bin = bin < CELL_BINS ? bin : CELL_BINS - 1;
        for (unsigned k = first; k < end; k++) {
            const unsigned i = item[k].combo;
            const unsigned draw = combo_draw(&b, holdem_combo_high[i], holdem_combo_low[i], item[k].strength);
            cell[i] = (uint8_t)(draw * CELL_BINS + bin);
        }
        below += same;
    }
}
