/* Equilibria as pairs of vertices, without repetition. A vertex is identified by the variables that are 0 there. */
#ifndef MATRIX_EQUILIBRIA_COLLECT_H
#define MATRIX_EQUILIBRIA_COLLECT_H

#include <solvers/matrix/exact/tableau.h>

#include "keys.h"

struct vertex {
    struct matrix_mix mix;
    const char *value; /* the opponent's payoff for best responses */
    uint64_t walk;     /* number of the last walk that met the vertex, from 1; 0: none */
};

struct vertices {
    struct keys zeros;     /* for each vertex, the set of variables that are 0 */
    struct vertex *vertex; /* [room], numbered as in `zeros` */
    uint32_t room;
    bool degenerate; /* at some vertex more variables are 0 than the dimension */
};

struct collect {
    struct nash_arena *arena;
    struct vertices row, col;
    struct keys pairs; /* number of the row player's vertex | number of the column player's vertex << 32 */
};

bool collect_init(struct collect *collect, const struct matrix_game *game, struct nash_arena *arena);

/* Returns the number of the tableau's vertex, which is added if it is new; KEYS_FULL if the arena is full. */
uint32_t collect_vertex(struct vertices *vertices, struct tableau *tableau, struct nash_arena *arena);

/* Adds a pair of vertices, by their numbers. Returns false if the arena is full. */
bool collect_pair(struct collect *collect, uint32_t row, uint32_t col);

/* Lists the pairs in order and finds their components. */
enum nash_status collect_list(const struct collect *collect, struct matrix_equilibria *found);

#endif
