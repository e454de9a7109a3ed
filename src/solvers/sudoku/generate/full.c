/* Makes a random full grid. */
#include <string.h>

#include "generator.h"

/* Up to 25x25 the search fills the empty board: it takes the members of the tightest constraint in random order and
 * restarts when it exceeds RESTART_NODES. Every grid can result, though not all equally often (as with every search
 * that propagates; Fontana, "Random Sudoku ... Knuth's algorithm", R Journal 2011, gives uniform ones at a cost that
 * only 9x9 could afford). Above 25x25 search fails; boxes on the diagonal share no unit, so each may hold its values in
 * any order, and CaDiCaL completes them. CaDiCaL always gives the same grid, so it is shuffled: values renamed, rows
 * exchanged inside their bands and columns inside their stacks, bands and stacks exchanged. Such a shuffle breaks the
 * rules of variants, which leave no box free either; for them only the first row is given, so their grids for one
 * request differ by little more than the names of values. CaDiCaL also takes over under the rules of a variant that
 * the search does not satisfy in ATTEMPTS_MAX attempts: irregular regions may leave no grid at all. */

enum {
    SEARCH_MAX = 25,      /* largest side filled by search */
    RESTART_NODES = 2000, /* nodes of one attempt */
    ATTEMPTS_MAX = 50     /* of the search under the rules of a variant */
};

/* True under the usual rules, for which every size has grids. */
static bool is_plain(const struct sudoku_problem *p)
{
    return !p->diagonal && !p->disjoint && !p->region;
}

static enum sudoku_generate_status status_of(enum sudoku_outcome outcome)
{
    return outcome == SUDOKU_FOUND       ? SUDOKU_GENERATE_OK
           : outcome == SUDOKU_EXHAUSTED ? SUDOKU_GENERATE_IMPOSSIBLE
                                         : SUDOKU_GENERATE_HALTED;
}

/* Fills the grid by search. SUDOKU_SPENT: all attempts under the rules of a variant failed. */
static enum sudoku_outcome fill_by_search(struct sudoku_generator *f, uint8_t *grid)
{
    enum sudoku_outcome outcome = SUDOKU_SPENT;
    f->search->rng = &f->rng;
    f->search->below = nash_rng_below;
    for (unsigned i = 0; outcome == SUDOKU_SPENT && (i < ATTEMPTS_MAX || is_plain(f->problem)); i++) {
        sudoku_generator_clear(f);
        outcome = sudoku_generator_halted(f) ? SUDOKU_HALTED : sudoku_generator_search(f, RESTART_NODES);
    }
    f->search->below = NULL;
    sudoku_board_grid(f->board, grid);
    sudoku_generator_clear(f);
    return outcome;
}

/* ---- CaDiCaL ---- */

/* Puts values in random order into the first row. Under any rules this only renames the values. */
static void place_row(struct sudoku_generator *f)
{
    uint16_t value[SUDOKU_MAX];
    for (unsigned i = 0; i < f->problem->size; i++)
        value[i] = (uint16_t)i;
    sudoku_generator_shuffle(f, value, f->problem->size);
    for (unsigned i = 0; i < f->problem->size; i++)
        sudoku_board_assign(f->board, i, value[i]);
}

/* Puts values in random order into the boxes of the main diagonal. */
static void place_boxes(struct sudoku_generator *f)
{
    const struct sudoku_problem *p = f->problem;
    unsigned boxes = p->box_rows < p->box_cols ? p->box_rows : p->box_cols;
    uint16_t value[SUDOKU_MAX];
    for (unsigned i = 0; i < p->size; i++)
        value[i] = (uint16_t)i;
    for (unsigned box = 0; box < boxes; box++) {
        sudoku_generator_shuffle(f, value, p->size);
        for (unsigned i = 0; i < p->size; i++) {
            unsigned row = box * p->box_rows + i / p->box_cols, column = box * p->box_cols + i % p->box_cols;
            sudoku_board_assign(f->board, row * p->size + column, value[i]);
        }
    }
}

/* Writes a random order of the lines to line[bands * inside]: the bands exchanged, and the lines inside each band. */
static void shuffle_lines(struct sudoku_generator *f, unsigned bands, unsigned inside, uint16_t *line)
{
    uint16_t band[SUDOKU_MAX];
    for (unsigned i = 0; i < bands; i++)
        band[i] = (uint16_t)i;
    sudoku_generator_shuffle(f, band, bands);
    for (unsigned i = 0; i < bands * inside; i++)
        line[i] = (uint16_t)(band[i / inside] * inside + i % inside);
    for (unsigned i = 0; i < bands; i++)
        sudoku_generator_shuffle(f, &line[i * inside], inside);
}

static void shuffle_grid(struct sudoku_generator *f, uint8_t *grid)
{
    const struct sudoku_problem *p = f->problem;
    unsigned n = p->size;
    uint8_t old[SUDOKU_CELLS_MAX];
    uint16_t name[SUDOKU_MAX], row[SUDOKU_MAX], column[SUDOKU_MAX];
    memcpy(old, grid, (size_t)n * n);
    for (unsigned i = 0; i < n; i++)
        name[i] = (uint16_t)(i + 1);
    sudoku_generator_shuffle(f, name, n);
    shuffle_lines(f, n / p->box_rows, p->box_rows, row);
    shuffle_lines(f, n / p->box_cols, p->box_cols, column);
    for (unsigned cell = 0; cell < n * n; cell++)
        grid[cell] = (uint8_t)name[old[row[cell / n] * n + column[cell % n]] - 1];
}

static enum sudoku_generate_status fill_by_cadical(struct sudoku_generator *f, uint8_t *grid)
{
    const struct sudoku_problem *p = f->problem;
    bool plain = is_plain(p);
    struct nash_arena_mark mark = nash_arena_mark(f->run->arena);
    if (sudoku_generator_halted(f))
        return SUDOKU_GENERATE_HALTED;
    if (plain)
        place_boxes(f);
    else
        place_row(f);
    bool possible = sudoku_board_propagate(f->board);
    struct sudoku_sat *sat = possible ? sudoku_generator_sat(f) : NULL;
    sudoku_generator_clear(f);
    if (!sat)
        return possible ? SUDOKU_GENERATE_FAILED : SUDOKU_GENERATE_IMPOSSIBLE;
    enum sudoku_outcome outcome = sudoku_sat_next(sat, grid);
    sudoku_sat_free(sat);
    nash_arena_release(f->run->arena, mark);
    if (outcome == SUDOKU_FOUND && plain)
        shuffle_grid(f, grid);
    return status_of(outcome);
}

enum sudoku_generate_status sudoku_generate_full(struct sudoku_generator *f, uint8_t *grid)
{
    enum sudoku_outcome outcome = f->problem->size <= SEARCH_MAX ? fill_by_search(f, grid) : SUDOKU_SPENT;
    return outcome == SUDOKU_SPENT ? fill_by_cadical(f, grid) : status_of(outcome);
}
