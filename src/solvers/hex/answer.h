/* The answer to a position: what solve.c computes, verify/ checks and write/ writes. It lives in the arena of the run.
 */
#ifndef HEX_ANSWER_H
#define HEX_ANSWER_H

#include <solvers/hex/problem.h>

struct hex_answer {
    struct nash_arena *arena; /* of the run; verify/ allocates in it */
    struct hex_opinion opinion;
    bool swaps;   /* the side to move answers the first stone with a swap instead of opinion.move */
    bool stopped; /* a budget of time or a cancel ended the engine */
    uint64_t solve_us;
};

/* Returns the side that wins: by its stones, by resignation, or by proof; HEX_EMPTY if it is unknown. */
static inline enum hex_color hex_answer_winner(const struct hex_problem *p, const struct hex_answer *a)
{
    if (p->winner != HEX_EMPTY)
        return p->winner;
    /* a swap turns a position that the side to move loses into one that it wins */
    return a->swaps && a->opinion.winner != HEX_EMPTY ? p->position.to_move : a->opinion.winner;
}

#endif
