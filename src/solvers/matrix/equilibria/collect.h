/* Equilibria as pairs of vertices, without repetition. A vertex is identified by the variables that are 0 there. */
#ifndef MATRIX_EQUILIBRIA_COLLECT_H
#define MATRIX_EQUILIBRIA_COLLECT_H

#include <solvers/matrix/exact/tableau.h>

#include "keys.h"

struct vertex {
    struct matrix_mix mix;
    const char *value; /* payoff of the best responses */
    uint64_t walk;     /* number of the last walk that met it, from 1; 0: none */
};

struct vertices {
    struct keys zeros; /* bit sets of variables, one for each vertex */
    struct vertex *vertex;
    uint32_t room;
    bool degenerate; /* at some vertex more variables are 0 than the dimension */
};

struct collect {
    struct nash_arena *arena;
    struct vertices row, col;
    struct keys pairs; /* one word: the row player's vertex, the column player's in the upper half */
};

bool collect_init(struct collect *collect, const struct matrix_game *game, struct nash_arena *arena);

/* Returns the number of the tableau's vertex, or KEYS_FULL if the arena is full. */
uint32_t collect_vertex(struct vertices *vertices, struct tableau *tableau, struct nash_arena *arena);

/* Returns false if the arena is full. */
bool collect_pair(struct collect *collect, uint32_t row, uint32_t col);

/* Lists the pairs in order and finds their components. */
enum nash_status collect_list(const struct collect *collect, struct matrix_equilibria *found);

#endif
