/* The combos of a range in blocks of two ranks, for holdem_equity_range_v_range().
 *
 * Without a flush, the strength of a hand depends on its ranks alone, so a board has 91 strengths in place of 1326. The
 * block of ranks high >= low has the weights of its 4 by 4 combos (suit of the high card by suit of the low card; of a
 * pair, those with the larger suit first), and their sums by card. */
#ifndef HOLDEM_EQUITY_BLOCKS_H
#define HOLDEM_EQUITY_BLOCKS_H

#include <nash/arena.h>

#include "equity.h"

enum {
    BLOCKS = CARD_RANKS * (CARD_RANKS + 1) / 2, /* 91 */
    BLOCK_COMBOS = CARD_SUITS * CARD_SUITS,
    RANK_BOARDS = 6188, /* multisets of five ranks */
    ALONE_MAX = 45      /* see showdown.c: 10 cards of a suit in pairs, or 9 cards in pairs and alone */
};

/* The blocks in ascending order of strength on boards of the same five ranks. */
struct rank_order {
    uint16_t strength[BLOCKS]; /* by block */
    uint8_t block[BLOCKS];     /* ascending */
    uint8_t count;             /* blocks that are possible */
};

/* The sums of one block over the cards that are alive. */
struct block_sums {
    double high[CARD_SUITS], low[CARD_SUITS], total;
};

struct blocks {
    double weight[BLOCKS][BLOCK_COMBOS];
    struct block_sums sums[BLOCKS];
    double alive[CARD_RANKS][CARD_SUITS]; /* 1, or 0 for a known card */
    double win[BLOCKS][BLOCK_COMBOS];     /* weight of weaker hands, summed over boards */
    double held[BLOCKS][BLOCK_COMBOS];    /* the same with equal ones, less the weight of the hero's own combo */
    struct rank_order **order;            /* [RANK_BOARDS], made when needed; of one board: a single one */
    bool one_board;
    struct nash_arena *arena;
};

static inline unsigned block_of(unsigned high, unsigned low)
{
    return high * (high + 1) / 2 + low;
}

/* Returns the entry of a combo in a table of blocks. */
static inline double *block_entry(double table[BLOCKS][BLOCK_COMBOS], unsigned high, unsigned low)
{
    return &table[block_of(card_rank(high), card_rank(low))][CARD_SUITS * card_suit(high) + card_suit(low)];
}

extern const uint8_t block_high[BLOCKS], block_low[BLOCKS]; /* the ranks of a block */

/* Fills the blocks with a range, all cards alive except those of the set. */
void blocks_begin(struct blocks *b, const struct holdem_range *range, uint64_t known);
/* Computes the sums of a block over the cards that are alive. */
void blocks_sum(struct blocks *b, unsigned block);
/* Kills a card, and computes the sums of its 13 blocks. */
void blocks_kill(struct blocks *b, unsigned card, struct block_sums saved[static CARD_RANKS]);
/* Restores what blocks_kill() saved. */
void blocks_revive(struct blocks *b, unsigned card, const struct block_sums saved[static CARD_RANKS]);
/* Returns the order of the blocks on a board; NULL if the arena is full. */
const struct rank_order *blocks_order(struct blocks *b, uint64_t board);
/* Adds the outcome of all combos on a board of five cards, which are not alive, `times` times. Returns false if the
 * arena is full. */
bool blocks_showdown(struct blocks *b, uint64_t board, double times);

#endif
