/* The symmetries of a pattern of clues, as orbits: sets of cells that are kept or emptied together. */
#ifndef SUDOKU_GENERATE_SYMMETRY_H
#define SUDOKU_GENERATE_SYMMETRY_H

#include <nash/arena.h>
#include <nash/rng.h>
#include <solvers/sudoku/problem.h>

enum sudoku_symmetry {
    SUDOKU_SYMMETRY_NONE,
    SUDOKU_ROTATIONAL,   /* a half turn */
    SUDOKU_QUARTER,      /* a quarter turn */
    SUDOKU_HORIZONTAL,   /* top and bottom exchanged */
    SUDOKU_VERTICAL,     /* left and right exchanged */
    SUDOKU_MIRRORED,     /* mirrored at the main diagonal; named "diagonal" in requests */
    SUDOKU_ANTIMIRRORED, /* mirrored at the other diagonal; named "antidiagonal" */
    SUDOKU_FULL,         /* all of these at once */
    SUDOKU_SYMMETRIES
};

/* The names in requests and answers, indexed by the enum, with a NULL at the end. */
extern const char *const sudoku_symmetry_names[];

/* Cells that the symmetry maps to each other: 1, 2, 4 or 8. */
struct sudoku_orbit {
    uint16_t cell[8];
    uint8_t count;
};

struct sudoku_orbits {
    unsigned count;
    struct sudoku_orbit *orbit;
};

/* The numbers of orbits with 1, 2, 4 and 8 cells. */
struct sudoku_orbit_sizes {
    unsigned of[4];
};

/* Finds all orbits of a grid of side `size`, in the order of their first cells. False when the arena is exhausted. */
bool sudoku_orbits_init(struct sudoku_orbits *orbits, struct nash_arena *arena, unsigned size,
                        enum sudoku_symmetry symmetry);

struct sudoku_orbit_sizes sudoku_orbit_sizes(unsigned size, enum sudoku_symmetry symmetry);

/* Returns the index in `of` of orbits with `count` cells. */
static inline unsigned sudoku_orbit_class(unsigned count)
{
    return (unsigned)__builtin_ctz(count);
}

/* True when exactly `cells` cells can be made of whole orbits, each used at most once. */
bool sudoku_orbits_sum(const struct sudoku_orbit_sizes *sizes, unsigned cells);

#endif
