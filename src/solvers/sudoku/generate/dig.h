/* Digging: clues are taken from a full grid while it stays the only solution. */
#ifndef SUDOKU_GENERATE_DIG_H
#define SUDOKU_GENERATE_DIG_H

#include "forge.h"

struct sudoku_dig {
    struct sudoku_forge *forge;
    struct sudoku_orbits orbits;
    uint8_t *solution;
    uint8_t *clue;  /* part of solution, which is its only solution between two calls (order->unique) */
    unsigned clues; /* in it */

    /* of the pass under way */
    uint16_t *order;                /* orbits to try, one after the other */
    uint16_t *open;                 /* those that no probe has settled yet */
    struct sudoku_orbit_sizes rest; /* of the orbits not decided */
    struct sudoku_sat *sat;
};

/* For grids of the forge's problem. false when the arena is spent. */
bool sudoku_dig_init(struct sudoku_dig *dig, struct sudoku_forge *forge);

/* Puts all clues of dig->solution back. */
void sudoku_dig_fill(struct sudoku_dig *dig);

/* Tries to empty the first `count` orbits of dig->order in this order, until forge->target clues are left. Where that
 * is not reached and the forge is not easy-going, no further orbit of them can be emptied: if they were all that hold
 * clues, the puzzle is irreducible. Ends early when the run is stopped; clue and clues are whole then too. */
enum sudoku_forging sudoku_dig_pass(struct sudoku_dig *dig, unsigned count);

/* Puts `count` random empty orbits back, and writes into dig->order all that hold clues: first those that held them
 * before, then the new ones, each group in random order. Returns how many these are. */
unsigned sudoku_dig_restore(struct sudoku_dig *dig, unsigned count);

/* Puts one empty orbit back. */
void sudoku_dig_put_back(struct sudoku_dig *dig, unsigned orbit);

/* dig->order = all orbits that hold clues, in random order. Returns how many. */
unsigned sudoku_dig_shuffle(struct sudoku_dig *dig);

/* Is there a second solution under dig->clue? Into `other` if there is: SUDOKU_FOUND, SUDOKU_EXHAUSTED, or
 * SUDOKU_HALTED. */
enum sudoku_forging sudoku_dig_second(struct sudoku_dig *dig, uint8_t *other, enum sudoku_outcome *outcome);

#endif
