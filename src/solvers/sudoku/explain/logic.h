/* The grid of a human solver: values placed, candidates open, and the step being written.
 *
 * Candidates are kept twice, by cell and by unit, as 64-bit masks, so that most techniques are a few ANDs. A placed
 * value is removed from both. A finder searches one technique and writes its step; nothing changes before
 * explain_apply(). */
#ifndef SUDOKU_EXPLAIN_LOGIC_H
#define SUDOKU_EXPLAIN_LOGIC_H

#include <nash/arena.h>
#include <solvers/sudoku/exact/board.h>

#include "../geometry.h"
#include "bits.h"
#include "explain.h"

enum { EXPLAIN_WORDS = (SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX + 63) / 64 };

/* A set of cells. Only the first `words` of the logic are used. */
struct explain_cells {
    uint64_t word[EXPLAIN_WORDS];
};

struct sudoku_logic {
    const struct sudoku_problem *problem;
    const struct sudoku_geometry *geometry;
    struct nash_arena *arena;
    struct nash_run *run;
    unsigned size, cells, units, words; /* N, N squared, number of units, words of a set of cells */
    const uint8_t *solution;            /* the only solution, or NULL where that is not proved */
    bool unique;                /* one solution, and no rules but units and clues: deadly patterns may be used */
    unsigned left;              /* number of cells not placed */
    uint8_t *value;             /* [cell] 1..N, 0 = not placed */
    uint64_t *open;             /* [cell] candidates; 0 when placed */
    uint64_t *where;            /* [unit * N + value] places of the unit that can hold the value */
    uint8_t *empty;             /* [unit] number of cells not placed */
    struct explain_cells *sees; /* [cell] the cells that cannot hold the same value */

    /* The step being written; its arrays are large enough for any step. */
    struct sudoku_step step;
    uint16_t *cell, *unit, *cause;
    uint32_t *eliminated;
    struct sudoku_node *node;
    unsigned node_room, cause_room; /* capacity of node and cause; a longer chain is left out of its step */

    /* Allocated for the first chain; candidates only become fewer, so the memory serves all later ones. */
    struct explain_links *links;
    struct explain_reach *reach;
    struct explain_closure *closure; /* [closures] */
    unsigned closures;
    struct sudoku_board *board;
    bool spent; /* the arena is exhausted: results are invalid */
};

static inline uint64_t explain_where(const struct sudoku_logic *l, unsigned unit, unsigned value)
{
    return l->where[unit * l->size + value];
}

static inline unsigned explain_cell_of(const struct sudoku_logic *l, unsigned unit, unsigned place)
{
    return l->geometry->cell[unit * l->size + place];
}

static inline bool explain_sees(const struct sudoku_logic *l, unsigned a, unsigned b)
{
    return l->sees[a].word[b / 64] >> b % 64 & 1;
}

/* Returns the i-th unit in the order of search: boxes, rows, columns, then those of a variant. */
static inline unsigned explain_unit(const struct sudoku_logic *l, unsigned i)
{
    unsigned n = l->size;
    return i < n ? 2 * n + i : i < 3 * n ? i - n : i;
}

static inline bool explain_is_box(const struct sudoku_logic *l, unsigned unit)
{
    return l->geometry->kind[unit] == SUDOKU_BOX;
}

/* Returns the logic with the clues placed; NULL when the arena is exhausted. The clues must not conflict. */
struct sudoku_logic *explain_logic_new(struct nash_arena *arena, const struct sudoku_problem *problem,
                                       struct nash_run *run, const uint8_t *solution);

/* Change the grid; values are 0-based. explain_place() also removes the value from all cells that see the cell. */
void explain_remove(struct sudoku_logic *l, unsigned cell, unsigned value);
void explain_place(struct sudoku_logic *l, unsigned cell, unsigned value);
void explain_apply(struct sudoku_logic *l, const struct sudoku_step *step);

/* ---- writing the step ---- */

void explain_start(struct sudoku_logic *l, enum sudoku_technique technique);
void explain_add_cell(struct sudoku_logic *l, unsigned cell);
void explain_add_places(struct sudoku_logic *l, unsigned unit, uint64_t places);
void explain_add_unit(struct sudoku_logic *l, unsigned unit);
/* Eliminates the values (a mask) that are open in cell. Returns whether the step has an elimination. */
bool explain_eliminate(struct sudoku_logic *l, unsigned cell, uint64_t values);
/* Eliminates value from the places of unit. */
bool explain_eliminate_places(struct sudoku_logic *l, unsigned unit, uint64_t places, unsigned value);
/* Eliminates value from every cell that sees all of cell[count]. */
bool explain_eliminate_seen(struct sudoku_logic *l, const uint16_t *cell, unsigned count, unsigned value);
/* Sets the placement of the step. Returns true. */
bool explain_found_value(struct sudoku_logic *l, unsigned cell, unsigned value);
/* Appends a node, whose causes are added after it. Returns its index. */
unsigned explain_add_node(struct sudoku_logic *l, uint32_t literal, bool on);
/* Sets the pattern of the last node, and the nested chain, which stays where it is. */
void explain_set_cut(struct sudoku_logic *l, const struct sudoku_pattern *pattern, const struct sudoku_step *nested);
void explain_add_cause(struct sudoku_logic *l, unsigned node);
/* Copies the step into the arena, so that it outlives the next one. False: the arena is exhausted (l->spent). */
bool explain_keep(struct sudoku_logic *l, struct sudoku_step *kept);

#endif
