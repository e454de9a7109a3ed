/* What the steps of making a puzzle share. */
#ifndef SUDOKU_GENERATE_FORGE_H
#define SUDOKU_GENERATE_FORGE_H

#include <nash/rng.h>

#include "../progress.h"
#include "../sat.h"
#include "../search.h"
#include "order.h"

/* How a step ended. */
enum sudoku_forging {
    SUDOKU_FORGED,
    SUDOKU_FORGE_HALTED,     /* the run was stopped; what stands so far is whole */
    SUDOKU_FORGE_IMPOSSIBLE, /* no grid keeps all rules */
    SUDOKU_FORGE_FAILED      /* forge->error tells why */
};

struct sudoku_forge {
    const struct sudoku_problem *problem; /* the request */
    const struct sudoku_order *order;
    struct nash_run *run;
    struct nash_error *error;
    struct sudoku_answer *answer; /* its statistics are kept up to date */
    const struct sudoku_geometry *geometry;
    struct sudoku_board *board;   /* empty between two steps */
    struct sudoku_search *search; /* over board; what it learnt on one grid helps on its neighbours */
    struct sudoku_progress progress;
    struct nash_rng rng;
    unsigned target; /* clues wanted; 0 = as few as it goes */
    bool easy_going; /* nobody named that number: stop where it becomes laborious to get nearer */
};

/* Counts a step and polls the run. true: stop now. */
bool sudoku_forge_halted(struct sudoku_forge *forge);

/* Own search over the board for at most `allowance` nodes. SUDOKU_SPENT, SUDOKU_FOUND, … as sudoku_search_next(). */
enum sudoku_outcome sudoku_forge_search(struct sudoku_forge *forge, uint64_t allowance);

/* Takes everything back from the board. */
void sudoku_forge_clear(struct sudoku_forge *forge);

/* A SAT solver on the board's present state; NULL after SUDOKU_FORGE_FAILED. To be freed by sudoku_sat_free(). */
struct sudoku_sat *sudoku_forge_sat(struct sudoku_forge *forge);

enum sudoku_forging sudoku_forge_no_memory(struct sudoku_forge *forge);

/* item[0..count-1] in random order. */
void sudoku_forge_shuffle(struct sudoku_forge *forge, uint16_t *item, unsigned count);

/* full.c: a random full grid (values 1..N) that keeps all rules of the problem, into grid. */
enum sudoku_forging sudoku_forge_full(struct sudoku_forge *forge, uint8_t *grid);

#endif
