/* Equilibria as pairs of vertices, without repetition. A vertex is known by the variables that are 0 there. */
#ifndef MATRIX_EXACT_COLLECT_H
#define MATRIX_EXACT_COLLECT_H

#include "keys.h"
#include "table.h"

struct corner {
    struct matrix_mix mix;
    const char *value; /* what the best answers get */
    uint64_t walk;     /* the walk that met it last, from 1: for those who walk */
};

struct corners {
    struct keys zeros; /* of each vertex: bits of variables */
    struct corner *corner;
    uint32_t room;
    bool degenerate; /* a vertex where more variables are 0 than must be */
};

struct collect {
    struct nash_arena *arena;
    struct corners row, col;
    struct keys pairs; /* one word: the row player's vertex, then the column player's in the upper half */
};

bool collect_init(struct collect *collect, const struct matrix_game *game, struct nash_arena *arena);

/* The number of the vertex the table stands at, KEYS_FULL when the arena is spent. */
uint32_t collect_corner(struct corners *corners, struct table *table, struct nash_arena *arena);

/* False: the arena is spent. */
bool collect_pair(struct collect *collect, uint32_t row, uint32_t col);

/* Lists the pairs in order and finds the components. */
enum nash_status collect_list(const struct collect *collect, struct matrix_equilibria *found);

#endif
