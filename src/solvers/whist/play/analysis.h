/* The analysis of a played game: the value before and after each card, and the cost of each mistake. */
#ifndef WHIST_ANALYSIS_H
#define WHIST_ANALYSIS_H

#include <solvers/whist/methods/engine.h>

struct whist_move {
    uint32_t place;  /* place of the card in the root's word */
    bool by_first;   /* played by the root's leader */
    uint32_t before; /* tricks of the root's leader in the whole game if both play optimally from here on */
    uint32_t after;  /* the same after this card */
    uint32_t cost;   /* tricks that the player lost by this card: 0 or 1 for a lead */
    uint32_t best;   /* place of a card of cost 0: the card itself if its cost is 0 */
};

/* Analyses a game. cards: places in the root's word, in the order played, at most 2n; precondition: each is held by
 * the player whose turn it is (whist_play_legal_prefix). *moves: count entries in the run's arena, NULL when
 * stopped. Returns NASH_OK or NASH_NOMEM. */
enum nash_status whist_analysis_make(const struct whist_move **moves, const struct whist_engine *engine,
                                     struct whist_work *work, const int8_t *word, uint32_t order, const uint32_t *cards,
                                     uint32_t count);

/* Returns the index of the first card that the player whose turn it is does not hold; count if all are legal;
 * UINT32_MAX when out of memory. */
uint32_t whist_play_legal_prefix(const int8_t *word, uint32_t order, const uint32_t *cards, uint32_t count,
                                 struct nash_arena *arena);

#endif
