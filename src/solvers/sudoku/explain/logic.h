/* The grid a person has before them: values placed, candidates open, and the step being written.
 *
 * Candidates are kept twice, by cell and by unit, as 64-bit masks, so that most techniques are a few ANDs. A value that
 * is placed leaves both. A finder looks for one technique and writes what it found into the step; nothing changes
 * before explain_apply(). */
#ifndef SUDOKU_EXPLAIN_LOGIC_H
#define SUDOKU_EXPLAIN_LOGIC_H

#include <nash/arena.h>

#include "../board.h"
#include "../geometry.h"
#include "explain.h"

enum { EXPLAIN_WORDS = (SUDOKU_EXPLAIN_MAX * SUDOKU_EXPLAIN_MAX + 63) / 64 };

/* A set of cells. Only the first `words` of the logic are in use. */
struct explain_cells {
    uint64_t word[EXPLAIN_WORDS];
};

struct sudoku_logic {
    const struct sudoku_problem *problem;
    const struct sudoku_geometry *geometry;
    struct nash_arena *arena;
    struct nash_run *run;
    unsigned size, cells, units, words;
    const uint8_t *solution;    /* the only one, or NULL where that is not proved */
    bool unique;                /* one solution, and nothing but units and clues to keep: deadly patterns may be used */
    unsigned left;              /* cells not placed */
    uint8_t *value;             /* [cell] 1..N, 0 = not placed */
    uint64_t *open;             /* [cell] candidates; 0 once placed */
    uint64_t *where;            /* [unit * N + value] places that are open to it */
    uint8_t *empty;             /* [unit] cells not placed */
    struct explain_cells *sees; /* [cell] the cells that cannot hold the same value */

    /* The step being written; its arrays are large enough for any. */
    struct sudoku_step step;
    uint16_t *cell, *unit, *cause;
    uint32_t *eliminated;
    struct sudoku_node *node;
    unsigned node_room, cause_room; /* a chain that needs more is left out of its step */

    /* Made by the first chain that is looked for; candidates only become fewer, so that they serve all later ones. */
    struct explain_links *links;
    struct explain_reach *reach;
    struct explain_closure *closure;
    struct sudoku_board *board;
    bool spent; /* the arena had no room: nothing found counts */
};

static inline uint64_t explain_bit(unsigned index)
{
    return UINT64_C(1) << index;
}

static inline unsigned explain_first(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static inline unsigned explain_count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

/* Exactly one member, exactly two: without counting, which is slow on machines of the baseline. */
static inline bool explain_is_one(uint64_t mask)
{
    return mask && !(mask & (mask - 1));
}

static inline bool explain_is_two(uint64_t mask)
{
    return explain_is_one(mask & (mask - 1));
}

/* Takes the lowest bit out of *mask and returns its index. */
static inline unsigned explain_pop(uint64_t *mask)
{
    unsigned index = explain_first(*mask);
    *mask &= *mask - 1;
    return index;
}

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

/* The i-th unit in the order people look: boxes, rows, columns, then what a variant adds. */
static inline unsigned explain_unit(const struct sudoku_logic *l, unsigned i)
{
    unsigned n = l->size;
    return i < n ? 2 * n + i : i < 3 * n ? i - n : i;
}

static inline bool explain_is_box(const struct sudoku_logic *l, unsigned unit)
{
    return l->geometry->kind[unit] == SUDOKU_BOX;
}

/* The clues placed and their candidates gone; NULL when the arena is spent. The clues must not clash. */
struct sudoku_logic *explain_logic_new(struct nash_arena *arena, const struct sudoku_problem *problem,
                                       struct nash_run *run, const uint8_t *solution);

/* Changes. explain_place() also takes the value from all cells that see the cell. */
void explain_remove(struct sudoku_logic *l, unsigned cell, unsigned value);
void explain_place(struct sudoku_logic *l, unsigned cell, unsigned value);
void explain_apply(struct sudoku_logic *l, const struct sudoku_step *step);

/* ---- writing the step ---- */

void explain_start(struct sudoku_logic *l, enum sudoku_technique technique);
void explain_add_cell(struct sudoku_logic *l, unsigned cell);
void explain_add_places(struct sudoku_logic *l, unsigned unit, uint64_t places);
void explain_add_unit(struct sudoku_logic *l, unsigned unit);
/* Eliminates those of values that are open in cell. Returns whether there is an elimination by now. */
bool explain_eliminate(struct sudoku_logic *l, unsigned cell, uint64_t values);
/* Eliminates value from the places of unit. */
bool explain_eliminate_places(struct sudoku_logic *l, unsigned unit, uint64_t places, unsigned value);
/* Eliminates value from every cell that sees all of cell[count]. */
bool explain_eliminate_seen(struct sudoku_logic *l, const uint16_t *cell, unsigned count, unsigned value);
bool explain_found_value(struct sudoku_logic *l, unsigned cell, unsigned value); /* places; returns true */
/* Appends a node; its causes are added after it. Returns its index. */
unsigned explain_add_node(struct sudoku_logic *l, uint32_t literal, bool on);
void explain_add_cause(struct sudoku_logic *l, unsigned node);
/* A copy of the step that outlives the next one, in the arena. false: no room (l->spent). */
bool explain_keep(struct sudoku_logic *l, struct sudoku_step *kept);

#endif
