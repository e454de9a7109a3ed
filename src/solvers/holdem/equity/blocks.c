#include "blocks.h"

#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>

const uint8_t block_high[BLOCKS] = {
    0,                                                  /* 2 */
    1,  1,                                              /* 3 */
    2,  2,  2,                                          /* 4 */
    3,  3,  3,  3,                                      /* 5 */
    4,  4,  4,  4,  4,                                  /* 6 */
    5,  5,  5,  5,  5,  5,                              /* 7 */
    6,  6,  6,  6,  6,  6,  6,                          /* 8 */
    7,  7,  7,  7,  7,  7,  7,  7,                      /* 9 */
    8,  8,  8,  8,  8,  8,  8,  8,  8,                  /* T */
    9,  9,  9,  9,  9,  9,  9,  9,  9,  9,              /* J */
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,         /* Q */
    11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,     /* K */
    12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, /* A */
};
const uint8_t block_low[BLOCKS] = {
    0,                                        /* 2 */
    0, 1,                                     /* 3 */
    0, 1, 2,                                  /* 4 */
    0, 1, 2, 3,                               /* 5 */
    0, 1, 2, 3, 4,                            /* 6 */
    0, 1, 2, 3, 4, 5,                         /* 7 */
    0, 1, 2, 3, 4, 5, 6,                      /* 8 */
    0, 1, 2, 3, 4, 5, 6, 7,                   /* 9 */
    0, 1, 2, 3, 4, 5, 6, 7, 8,                /* T */
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,             /* J */
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,         /* Q */
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,     /* K */
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, /* A */
};

/* ---- sums ---- */

void blocks_sum(struct blocks *b, unsigned block)
{
    const double *alive_high = b->alive[block_high[block]], *alive_low = b->alive[block_low[block]];
    struct block_sums *sums = &b->sums[block];
    *sums = (struct block_sums){.total = 0};
    for (unsigned i = 0; i < CARD_SUITS; i++) {
        double sum = 0;
        for (unsigned j = 0; j < CARD_SUITS; j++) {
            const double weight = b->weight[block][CARD_SUITS * i + j] * alive_high[i] * alive_low[j];
            sums->low[j] += weight;
            sum += weight;
        }
        sums->high[i] = sum;
        sums->total += sum;
    }
}

void blocks_begin(struct blocks *b, const struct holdem_range *range, uint64_t known)
{
    memset(b->weight, 0, sizeof b->weight);
    memset(b->win, 0, sizeof b->win);
    memset(b->held, 0, sizeof b->held);
    for (unsigned high = 1, combo = 0; high < CARD_DECK; high++)
        for (unsigned low = 0; low < high; low++, combo++)
            *block_entry(b->weight, high, low) = (double)range->weight[combo];
    for (unsigned card = 0; card < CARD_DECK; card++)
        b->alive[card_rank(card)][card_suit(card)] = known >> card & 1 ? 0 : 1;
    for (unsigned block = 0; block < BLOCKS; block++)
        blocks_sum(b, block);
}

/* Returns the block of a rank and another one. */
static unsigned block_with(unsigned rank, unsigned other)
{
    return rank > other ? block_of(rank, other) : block_of(other, rank);
}

void blocks_kill(struct blocks *b, unsigned card, struct block_sums saved[static CARD_RANKS])
{
    const unsigned rank = card_rank(card);
    b->alive[rank][card_suit(card)] = 0;
    for (unsigned other = 0; other < CARD_RANKS; other++) {
        const unsigned block = block_with(rank, other);
        saved[other] = b->sums[block];
        blocks_sum(b, block);
    }
}

void blocks_revive(struct blocks *b, unsigned card, const struct block_sums saved[static CARD_RANKS])
{
    const unsigned rank = card_rank(card);
    b->alive[rank][card_suit(card)] = 1;
    for (unsigned other = 0; other < CARD_RANKS; other++)
        b->sums[block_with(rank, other)] = saved[other];
}

/* ---- the order of the ranks ---- */

/* Sets rank[5] to the ranks of a board in ascending order. */
static void board_ranks(uint64_t board, unsigned rank[static HOLDEM_BOARD])
{
    for (unsigned i = 0; i < HOLDEM_BOARD; i++, board &= board - 1)
        rank[i] = card_rank((unsigned)__builtin_ctzll(board));
}

/* Numbers the multisets of five ranks: r0 <= r1 <= ... is the set r0 < r1 + 1 < ... of 17. */
static unsigned rank_board(const unsigned rank[static HOLDEM_BOARD])
{
    const unsigned a = rank[0], b = rank[1] + 1, c = rank[2] + 2, d = rank[3] + 3, e = rank[4] + 4;
    return a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 + d * (d - 1) * (d - 2) * (d - 3) / 24 +
           e * (e - 1) * (e - 2) * (e - 3) * (e - 4) / 120;
}

/* Computes the strengths without a flush: the suits are dealt in turn, so that no five of seven cards share one. */
static void order_strengths(const unsigned rank[static HOLDEM_BOARD], struct rank_order *order)
{
    struct holdem_hand board = holdem_hand_empty();
    unsigned copies[CARD_RANKS] = {0};
    for (unsigned i = 0; i < HOLDEM_BOARD; i++) {
        board = holdem_hand_add(board, card_make(rank[i], i % CARD_SUITS));
        copies[rank[i]]++;
    }
    for (unsigned block = 0; block < BLOCKS; block++) {
        const unsigned high = block_high[block], low = block_low[block];
        if (copies[high] + (high == low) >= CARD_SUITS || copies[low] >= CARD_SUITS)
            continue; /* the strength remains 0 */
        const struct holdem_hand hand = holdem_hand_add(board, card_make(high, 1));
        order->strength[block] = holdem_hand_strength(holdem_hand_add(hand, card_make(low, 2)));
    }
}

/* Eight strengths, compared at once. */
typedef uint16_t strengths __attribute__((vector_size(16)));
enum { LANES = 8, VECTORS = (BLOCKS + LANES - 1) / LANES };

/* Sorts by counting for each block the weaker ones. */
static void order_blocks(struct rank_order *order)
{
    union {
        strengths vector[VECTORS];
        uint16_t of[VECTORS * LANES];
    } strength = {.of = {0}}, place = {.of = {0}};
    uint8_t used[BLOCKS + 1] = {0};
    unsigned impossible = 0;
    memcpy(strength.of, order->strength, sizeof order->strength);
    for (unsigned j = 0; j < BLOCKS; j++) {
        const uint16_t s = order->strength[j];
        const strengths all = {s, s, s, s, s, s, s, s};
        impossible += s == 0;
        for (unsigned i = 0; i < VECTORS; i++)
            place.vector[i] -= (strengths)(all < strength.vector[i]); /* true is -1 */
    }
    for (unsigned i = 0; i < BLOCKS; i++)
        if (order->strength[i]) {
            const unsigned at = place.of[i] - impossible;
            order->block[at + used[at]++] = (uint8_t)i;
        }
    order->count = (uint8_t)(BLOCKS - impossible);
}

const struct rank_order *blocks_order(struct blocks *b, uint64_t board)
{
    unsigned rank[HOLDEM_BOARD];
    board_ranks(board, rank);
    struct rank_order **order = &b->order[b->one_board ? 0 : rank_board(rank)];
    if (!*order && (*order = NASH_NEW(b->arena, struct rank_order, 1))) {
        order_strengths(rank, *order);
        order_blocks(*order);
    }
    return *order;
}
