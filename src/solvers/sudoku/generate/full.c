/* A random full grid.
 *
 * Up to 25x25 own search fills the empty board, taking the members of the tightest constraint in random order and
 * starting anew when it is stuck: every grid can come out, though not all equally often (as with every search that
 * propagates; Fontana, "Random Sudoku ... Knuth's algorithm", R Journal 2011, gives uniform ones at a price that only
 * 9x9 could pay). Above, search is lost; boxes on the diagonal share no unit, so that each may hold its values in any
 * order, and CaDiCaL completes them. What CaDiCaL gives is always the same one, so it is shuffled: values renamed, rows
 * exchanged inside their bands and columns inside their stacks, bands and stacks exchanged.
 * The rules of variants do not outlive such a shuffle, nor do they leave boxes free; there only the first row is given,
 * so that the grids of one order differ by little more than their names. */
#include <string.h>

#include "forge.h"

enum {
    SEARCH_MAX = 25,     /* largest side filled by own search */
    RESTART_NODES = 2000 /* of one attempt */
};

static enum sudoku_forging by_search(struct sudoku_forge *f, uint8_t *grid)
{
    enum sudoku_outcome outcome = SUDOKU_SPENT;
    f->search->shuffle = &f->rng;
    while (outcome == SUDOKU_SPENT) {
        sudoku_forge_clear(f);
        outcome = sudoku_forge_halted(f) ? SUDOKU_HALTED : sudoku_forge_search(f, RESTART_NODES);
    }
    f->search->shuffle = NULL;
    sudoku_board_grid(f->board, grid);
    sudoku_forge_clear(f);
    return outcome == SUDOKU_FOUND       ? SUDOKU_FORGED
           : outcome == SUDOKU_EXHAUSTED ? SUDOKU_FORGE_IMPOSSIBLE
                                         : SUDOKU_FORGE_HALTED;
}

/* ---- large grids ---- */

/* Values in random order into the first row: a mere naming, whatever the rules. */
static void place_row(struct sudoku_forge *f)
{
    uint16_t value[SUDOKU_MAX];
    for (unsigned i = 0; i < f->problem->size; i++)
        value[i] = (uint16_t)i;
    sudoku_forge_shuffle(f, value, f->problem->size);
    for (unsigned i = 0; i < f->problem->size; i++)
        sudoku_board_assign(f->board, i, value[i]);
}

/* Values in random order into the boxes of the main diagonal. */
static void place_boxes(struct sudoku_forge *f)
{
    const struct sudoku_problem *p = f->problem;
    unsigned boxes = p->box_rows < p->box_cols ? p->box_rows : p->box_cols;
    uint16_t value[SUDOKU_MAX];
    for (unsigned i = 0; i < p->size; i++)
        value[i] = (uint16_t)i;
    for (unsigned box = 0; box < boxes; box++) {
        sudoku_forge_shuffle(f, value, p->size);
        for (unsigned i = 0; i < p->size; i++) {
            unsigned row = box * p->box_rows + i / p->box_cols, column = box * p->box_cols + i % p->box_cols;
            sudoku_board_assign(f->board, row * p->size + column, value[i]);
        }
    }
}

/* Bands and the lines inside each in random order. */
static void shuffle_lines(struct sudoku_forge *f, unsigned bands, unsigned inside, uint16_t *line)
{
    uint16_t band[SUDOKU_MAX];
    for (unsigned i = 0; i < bands; i++)
        band[i] = (uint16_t)i;
    sudoku_forge_shuffle(f, band, bands);
    for (unsigned i = 0; i < bands * inside; i++)
        line[i] = (uint16_t)(band[i / inside] * inside + i % inside);
    for (unsigned i = 0; i < bands; i++)
        sudoku_forge_shuffle(f, &line[i * inside], inside);
}

static void shuffle_grid(struct sudoku_forge *f, uint8_t *grid)
{
    const struct sudoku_problem *p = f->problem;
    unsigned n = p->size;
    uint8_t old[SUDOKU_CELLS_MAX];
    uint16_t name[SUDOKU_MAX], row[SUDOKU_MAX], column[SUDOKU_MAX];
    memcpy(old, grid, (size_t)n * n);
    for (unsigned i = 0; i < n; i++)
        name[i] = (uint16_t)(i + 1);
    sudoku_forge_shuffle(f, name, n);
    shuffle_lines(f, n / p->box_rows, p->box_rows, row);
    shuffle_lines(f, n / p->box_cols, p->box_cols, column);
    for (unsigned cell = 0; cell < n * n; cell++)
        grid[cell] = (uint8_t)name[old[row[cell / n] * n + column[cell % n]] - 1];
}

static enum sudoku_forging by_cadical(struct sudoku_forge *f, uint8_t *grid)
{
    const struct sudoku_problem *p = f->problem;
    bool plain = !p->diagonal && !p->disjoint && !p->region;
    struct nash_arena_mark mark = nash_arena_mark(f->run->arena);
    if (sudoku_forge_halted(f))
        return SUDOKU_FORGE_HALTED;
    if (plain)
        place_boxes(f);
    else
        place_row(f);
    bool possible = sudoku_board_propagate(f->board);
    struct sudoku_sat *sat = possible ? sudoku_forge_sat(f) : NULL;
    sudoku_forge_clear(f);
    if (!sat)
        return possible ? SUDOKU_FORGE_FAILED : SUDOKU_FORGE_IMPOSSIBLE;
    enum sudoku_outcome outcome = sudoku_sat_next(sat, grid);
    sudoku_sat_free(sat);
    nash_arena_release(f->run->arena, mark);
    if (outcome == SUDOKU_FOUND && plain)
        shuffle_grid(f, grid);
    return outcome == SUDOKU_FOUND       ? SUDOKU_FORGED
           : outcome == SUDOKU_EXHAUSTED ? SUDOKU_FORGE_IMPOSSIBLE
                                         : SUDOKU_FORGE_HALTED;
}

enum sudoku_forging sudoku_forge_full(struct sudoku_forge *f, uint8_t *grid)
{
    return f->problem->size <= SEARCH_MAX ? by_search(f, grid) : by_cadical(f, grid);
}
