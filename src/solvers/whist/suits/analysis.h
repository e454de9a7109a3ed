/* The answer to a problem of several suits: the solved deal, and the analysis of a played game. */
#ifndef WHIST_SUITS_ANALYSIS_H
#define WHIST_SUITS_ANALYSIS_H

#include "suits.h"

struct whist_problem;
struct whist_answer;

/* A card of a played game: the value of the game before and after it. */
struct whist_suits_move {
    uint32_t before, after; /* tricks of the deal's leader in the whole game, before and after the card */
    uint32_t cost;          /* tricks that the player lost by this card */
    struct suits_card best; /* a card of cost 0 */
    bool by_first;          /* played by the deal's leader */
};

struct whist_suits_answer {
    struct suits_answer found;
    const struct whist_suits_move *move; /* the first `moves` cards of the played game; NULL: none */
    uint32_t moves;
};

/* Fills the answer to a problem of several suits. Returns NASH_OK or NASH_NOMEM. */
enum nash_status whist_solve_suits(const struct whist_problem *problem, struct nash_run *run,
                                   struct whist_answer *answer);

#endif
