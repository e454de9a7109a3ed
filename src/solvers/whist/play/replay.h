/* A game in progress: the word of the remaining cards, as the player on lead sees it, and the place of each of them
 * in the root's word. */
#ifndef WHIST_REPLAY_H
#define WHIST_REPLAY_H

#include <solvers/whist/deal.h>

struct whist_replay {
    uint32_t order;   /* remaining cards of a hand */
    int8_t *word;     /* 2 * order entries: +1 a card of the player on lead */
    uint32_t *place;  /* place of each card in the root's word; ascending */
    bool first_leads; /* the root's leader is on lead */
    uint32_t won;     /* tricks of the root's leader so far */
    int8_t *after;    /* buffer for the word after the next trick */
};

/* Starts a game; all memory comes from the arena. Returns false when out of memory. */
bool whist_replay_init(struct whist_replay *game, const int8_t *word, uint32_t order, struct nash_arena *arena);

/* Plays the cards at `lead` and `reply` of the current word. Returns true if the player on lead won the trick. */
bool whist_replay_play(struct whist_replay *game, uint32_t lead, uint32_t reply);

/* Returns the place in the current word of a remaining card, from its place in the root's word. O(log n). */
uint32_t whist_replay_find(const struct whist_replay *game, uint32_t place);

#endif
