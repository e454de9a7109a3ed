/* A played game looked at: the value before and after each card, and what each mistake cost. */
#ifndef WHIST_PLAY_H
#define WHIST_PLAY_H

#include "engine.h"

struct whist_move {
    uint32_t place;  /* of the card, in the root's word */
    bool by_first;   /* played by the root's leader */
    uint32_t before; /* tricks the root's leader makes in the whole game from here on with best play, those he has
                        included */
    uint32_t after;  /* the same after this card */
    uint32_t cost;   /* tricks the player gave away: 0 or 1 for a lead */
    uint32_t best;   /* place of a card that costs nothing: the card itself where cost is 0 */
};

/* cards: places in the root's word, in the order played, at most 2n; the caller has checked that each is the card of
 * the player whose turn it is (whist_play_check). moves: count entries, in the run's arena; NULL when stopped. */
enum nash_status whist_play_analyse(const struct whist_move **moves, const struct whist_engine *engine,
                                    struct whist_work *work, const int8_t *word, uint32_t order, const uint32_t *cards,
                                    uint32_t count);

/* The first of the cards that the player whose turn it is does not hold any more (or never held); count when all is
 * well, UINT32_MAX without memory. */
uint32_t whist_play_check(const int8_t *word, uint32_t order, const uint32_t *cards, uint32_t count,
                          struct nash_arena *arena);

#endif
