/* A game in progress: the word of the cards that are left, as the player on lead sees it, and where each of them was in
 * the root's word. */
#ifndef WHIST_GAME_H
#define WHIST_GAME_H

#include "deal.h"

struct whist_game {
    uint32_t order;   /* cards a hand that are left */
    int8_t *word;     /* 2 order: +1 a card of the player on lead */
    uint32_t *place;  /* of each at the root; ascending */
    bool first_leads; /* the root's leader is on lead */
    uint32_t made;    /* tricks of the root's leader so far */
    int8_t *after;    /* room for the word after the next trick */
};

/* All in the arena. False: no memory. */
bool whist_game_init(struct whist_game *game, const int8_t *word, uint32_t order, struct nash_arena *arena);

/* The trick of the cards at `lead` and `reply` in the word now is played. Returns whether the player on lead won it. */
bool whist_game_take(struct whist_game *game, uint32_t lead, uint32_t reply);

/* The place in the word now of a card that is left, from its place at the root. O(log n). */
uint32_t whist_game_find(const struct whist_game *game, uint32_t place);

#endif
