/* Digging: removes clues from a full grid while it stays the only solution. */
#ifndef SUDOKU_GENERATE_DIG_H
#define SUDOKU_GENERATE_DIG_H

#include "generator.h"

struct sudoku_dig {
    struct sudoku_generator *generator;
    struct sudoku_orbits orbits;
    uint8_t *solution; /* [cell] the full grid */
    uint8_t *clue;     /* [cell] part of solution; with spec->unique it has no other solution between two calls */
    unsigned clues;    /* number of clues */

    /* Work memory of a pass: */
    uint16_t *sequence;             /* orbits to try, in this order */
    uint16_t *open;                 /* orbits still undecided */
    struct sudoku_orbit_sizes rest; /* sizes of the undecided orbits */
    struct sudoku_sat *sat;         /* NULL until CaDiCaL is set up */
};

/* Allocates for grids of the generator's problem. False when the arena is exhausted. */
bool sudoku_dig_init(struct sudoku_dig *dig, struct sudoku_generator *generator);

/* Restores all clues of dig->solution. */
void sudoku_dig_fill(struct sudoku_dig *dig);

/* Tries to empty the first `count` orbits of dig->sequence in this order, until generator->target clues are left. If
 * the target is not reached and easy_going is false, none of these orbits that still has clues can be emptied; if the
 * sequence had all orbits with clues, the puzzle is irreducible. Ends early when the run is stopped; clue and clues are
 * consistent then too. */
enum sudoku_generate_status sudoku_dig_pass(struct sudoku_dig *dig, unsigned count);

/* Restores `count` random empty orbits, and writes all orbits with clues into dig->sequence: first those that had clues
 * before, then the restored ones, each group in random order. Returns their number. */
unsigned sudoku_dig_restore(struct sudoku_dig *dig, unsigned count);

/* Restores one empty orbit. */
void sudoku_dig_put_back(struct sudoku_dig *dig, unsigned orbit);

/* Writes all orbits with clues into dig->sequence, in random order. Returns their number. */
unsigned sudoku_dig_shuffle(struct sudoku_dig *dig);

/* Searches for a second solution of dig->clue and writes it to `other`. *outcome: SUDOKU_FOUND, SUDOKU_EXHAUSTED, or
 * SUDOKU_HALTED. */
enum sudoku_generate_status sudoku_dig_second(struct sudoku_dig *dig, uint8_t *other, enum sudoku_outcome *outcome);

#endif
