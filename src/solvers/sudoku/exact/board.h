/* The board of the search: the candidates by cell and by unit, with an undo trail.
 *
 * A Sudoku is an exact cover problem (Knuth, "Dancing Links", 2000) of 4 N^2 constraints (more with a variant's units):
 * every cell holds one value, every unit holds every value once. The board keeps the open members of each constraint,
 * the candidates that can still satisfy it, as a 64-bit mask. */
#ifndef SUDOKU_BOARD_H
#define SUDOKU_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/arena.h>
#include <solvers/sudoku/geometry.h>

#include "cage.h"

/* A literal: a pair of cell and value (0-based) in one word. */
#define SUDOKU_LITERAL(cell, value)   ((uint32_t)(cell) << 6 | (uint32_t)(value))
#define SUDOKU_LITERAL_CELL(literal)  ((literal) >> 6)
#define SUDOKU_LITERAL_VALUE(literal) ((literal)&63U)

enum { SUDOKU_NO_CONSTRAINT = 0xffffffff };

struct sudoku_board {
    const struct sudoku_geometry *geometry;
    unsigned constraints; /* N^2 cells, and N for each unit: 4 * N^2 of a plain grid */
    /* open[0..N^2-1]: values a cell can take; open[N^2 + unit * N + value]: places of a unit a value can take */
    uint64_t *open;
    uint32_t *trail;  /* literals removed, oldest first */
    unsigned removed; /* number of literals in trail */
    uint32_t *queue;  /* literals found forced and not yet propagated */
    unsigned queue_len;
    uint32_t *dirty; /* (unit, value) constraints to check for locked candidates; a ring without duplicates */
    uint8_t *is_dirty;
    unsigned dirty_head, dirty_len;
    uint32_t failed; /* the constraint that failed (for a cage, its first cell), or SUDOKU_NO_CONSTRAINT */

    /* Used only with cages. The cages of removed candidates are found through the trail, so that boards without cages
     * have no extra cost. */
    unsigned looked;    /* number of trail entries whose cages were queued */
    uint16_t *cage;     /* cages to propagate; a ring without duplicates */
    uint8_t *is_marked; /* [cage] 1 while the cage is in the ring */
    unsigned cage_head, cage_len;
    struct sudoku_sums *sums; /* scratch of cage.c */
};

/* Returns a board with all candidates open; NULL when the arena is exhausted. */
struct sudoku_board *sudoku_board_new(struct nash_arena *arena, const struct sudoku_geometry *geometry);

/* Removes the candidates that the pencilmarks exclude and queues the clues. False when a clue is excluded or a cell has
 * no candidate left. */
bool sudoku_board_load(struct sudoku_board *board, const struct sudoku_problem *problem);

/* Removes value (0-based) from cell. False: a constraint has no member left (board->failed). */
bool sudoku_board_remove(struct sudoku_board *board, unsigned cell, unsigned value);

/* Queues "cell holds value", whose consequences sudoku_board_propagate() draws. False when the value is not open. */
bool sudoku_board_assign(struct sudoku_board *board, unsigned cell, unsigned value);

/* Applies naked and hidden singles, then cages, then locked candidates, to the fixpoint. False on contradiction. */
bool sudoku_board_propagate(struct sudoku_board *board);

/* Undoes removals until the trail has `removed` entries, and empties the queues. */
void sudoku_board_undo(struct sudoku_board *board, unsigned removed);

/* Returns the member of a constraint at bit `index` of its mask, as a literal. */
static inline uint32_t sudoku_board_member(const struct sudoku_board *board, unsigned constraint, unsigned index)
{
    const struct sudoku_geometry *g = board->geometry;
    if (constraint < g->cells)
        return SUDOKU_LITERAL(constraint, index);
    unsigned pair = constraint - g->cells;
    unsigned unit = pair / g->size;
    return SUDOKU_LITERAL(g->cell[unit * g->size + index], pair - unit * g->size);
}

/* Returns how many cells have one candidate left. */
unsigned sudoku_board_count(const struct sudoku_board *board);

/* Writes the value 1..N of each cell with one candidate left, else 0, into grid[cells]. Returns how many are set. */
unsigned sudoku_board_grid(const struct sudoku_board *board, uint8_t *grid);

#endif
