#include "boards.h"

#include <stdlib.h>
#include <string.h>

#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/read/alphabet.h>

enum { ARENA_BYTES = 64 << 20, RESTART_NODES = 2000 };

static const struct sudoku_geometry *plain_geometry(struct nash_arena *arena, unsigned box_rows, unsigned box_cols)
{
    struct sudoku_problem p = {.size = box_rows * box_cols, .box_rows = box_rows, .box_cols = box_cols};
    return sudoku_geometry_new(arena, &p);
}

static struct sudoku_search *search_from(struct nash_arena *arena, const struct sudoku_geometry *g, const uint8_t *clue)
{
    struct sudoku_board *board = sudoku_board_new(arena, g);
    for (unsigned cell = 0; clue && cell < g->cells; cell++)
        if (clue[cell])
            sudoku_board_assign(board, cell, clue[cell] - 1U);
    return sudoku_search_new(arena, board);
}

static void shuffle(struct nash_rng *rng, uint16_t *item, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        item[i] = (uint16_t)i;
    for (unsigned i = count; i-- > 1;) {
        unsigned j = (unsigned)nash_rng_below(rng, i + 1);
        uint16_t kept = item[i];
        item[i] = item[j];
        item[j] = kept;
    }
}

/* Fills line[] with 0 .. bands * inside - 1, shuffled by bands and within each band. */
static void shuffle_lines(struct nash_rng *rng, unsigned bands, unsigned inside, uint16_t *line)
{
    uint16_t band[SUDOKU_MAX], place[SUDOKU_MAX];
    shuffle(rng, band, bands);
    for (unsigned b = 0; b < bands; b++) {
        shuffle(rng, place, inside);
        for (unsigned i = 0; i < inside; i++)
            line[b * inside + i] = (uint16_t)(band[b] * inside + place[i]);
    }
}

/* The cyclic grid with values renamed, rows shuffled inside bands and columns inside stacks. */
static void shuffled_pattern(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, uint8_t *grid)
{
    unsigned n = box_rows * box_cols;
    uint16_t name[SUDOKU_MAX], row[SUDOKU_MAX], column[SUDOKU_MAX];
    shuffle(rng, name, n);
    shuffle_lines(rng, box_cols, box_rows, row);
    shuffle_lines(rng, box_rows, box_cols, column);
    for (unsigned r = 0; r < n; r++)
        for (unsigned c = 0; c < n; c++)
            grid[r * n + c] = (uint8_t)(name[(row[r] % box_rows * box_cols + row[r] / box_rows + column[c]) % n] + 1);
}

bool board_of(struct nash_rng *rng, const struct sudoku_problem *shape, uint8_t *grid)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_search *search = search_from(arena, sudoku_geometry_new(arena, shape), NULL);
    search->rng = rng;
    search->below = nash_rng_below;
    bool found = sudoku_search_next(search, 10 * RESTART_NODES) == SUDOKU_FOUND;
    sudoku_board_grid(search->board, grid);
    nash_arena_free(arena);
    return found;
}

void board_regions(struct nash_rng *rng, unsigned size, unsigned box_rows, unsigned box_cols, unsigned swaps,
                   uint8_t *region)
{
    unsigned cells = size * size;
    for (unsigned cell = 0; cell < cells; cell++) {
        unsigned row = cell / size, column = cell % size;
        region[cell] = (uint8_t)(box_rows ? row / box_rows * box_rows + column / box_cols : row);
    }
    while (swaps--) {
        unsigned a = (unsigned)nash_rng_below(rng, cells), b = (unsigned)nash_rng_below(rng, cells);
        uint8_t kept = region[a];
        region[a] = region[b];
        region[b] = kept;
    }
}

/* Removes from left[] the cells of the region that are connected with `cell`. */
static void remove_connected(unsigned size, const uint8_t *region, unsigned cell, uint8_t *left)
{
    unsigned row = cell / size, column = cell % size;
    left[cell] = 0;
    if (row > 0 && left[cell - size] && region[cell - size] == region[cell])
        remove_connected(size, region, cell - size, left);
    if (row + 1 < size && left[cell + size] && region[cell + size] == region[cell])
        remove_connected(size, region, cell + size, left);
    if (column > 0 && left[cell - 1] && region[cell - 1] == region[cell])
        remove_connected(size, region, cell - 1, left);
    if (column + 1 < size && left[cell + 1] && region[cell + 1] == region[cell])
        remove_connected(size, region, cell + 1, left);
}

static bool is_connected(unsigned size, const uint8_t *region, unsigned cell)
{
    uint8_t left[SUDOKU_CELLS_MAX];
    memset(left, 1, sizeof left);
    remove_connected(size, region, cell, left);
    for (unsigned other = 0; other < size * size; other++)
        if (left[other] && region[other] == region[cell])
            return false;
    return true;
}

void board_jigsaw(struct nash_rng *rng, unsigned size, unsigned box_rows, unsigned box_cols, unsigned swaps,
                  uint8_t *region)
{
    board_regions(rng, size, box_rows, box_cols, 0, region);
    for (unsigned made = 0; made < swaps;) {
        unsigned a = (unsigned)nash_rng_below(rng, size * size), b = (unsigned)nash_rng_below(rng, size * size);
        uint8_t kept = region[a];
        region[a] = region[b];
        region[b] = kept;
        if (is_connected(size, region, a) && is_connected(size, region, b)) {
            made++;
        } else {
            region[b] = region[a];
            region[a] = kept;
        }
    }
}

size_t board_cages(struct nash_rng *rng, unsigned size, const uint8_t *grid, unsigned largest, unsigned percent,
                   struct sudoku_cage *cage, uint16_t *cell)
{
    uint8_t taken[SUDOKU_CELLS_MAX] = {0};
    unsigned cells = size * size;
    size_t cages = 0;
    for (unsigned start = 0; start < cells; start++) {
        if (taken[start] || nash_rng_below(rng, 100) >= percent)
            continue;
        struct sudoku_cage *made = &cage[cages++];
        uint64_t held = 0;
        *made = (struct sudoku_cage){.cell = cell};
        for (unsigned at = start, left = 1 + (unsigned)nash_rng_below(rng, largest); left && at < cells; left--) {
            taken[at] = 1;
            held |= UINT64_C(1) << grid[at];
            made->sum += grid[at];
            made->count++;
            *cell++ = (uint16_t)at;
            do /* continue with a free cell to the right or below */
                at += nash_rng_below(rng, 3) ? 1 : size;
            while (at < cells && (taken[at] || held >> grid[at] & 1));
        }
    }
    return cages;
}

void board_full(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, uint8_t *grid)
{
    if (box_rows * box_cols > 25) { /* the search cannot fill larger grids, so 36x36 and 49x49 are made by shuffling */
        shuffled_pattern(rng, box_rows, box_cols, grid);
        return;
    }
    for (enum sudoku_outcome outcome = SUDOKU_SPENT; outcome != SUDOKU_FOUND;) {
        struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
        const struct sudoku_geometry *g = plain_geometry(arena, box_rows, box_cols);
        struct sudoku_search *search = search_from(arena, g, NULL);
        search->rng = rng;
        search->below = nash_rng_below;
        outcome = sudoku_search_next(search, RESTART_NODES);
        sudoku_board_grid(search->board, grid);
        nash_arena_free(arena);
    }
}

void board_uniform(struct nash_rng *rng, unsigned size, unsigned clues, uint8_t *grid)
{
    uint16_t order[SUDOKU_CELLS_MAX];
    shuffle(rng, order, size * size);
    for (unsigned i = clues; i < size * size; i++)
        grid[order[i]] = 0;
}

void board_balanced(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, unsigned holes, uint8_t *grid)
{
    /* The holes are the cells that have one of the values 1 .. holes in another random grid, because each value of a
     * grid occurs once in each row, column and box. */
    unsigned n = box_rows * box_cols;
    uint8_t mask[SUDOKU_CELLS_MAX];
    board_full(rng, box_rows, box_cols, mask);
    for (unsigned cell = 0; cell < n * n; cell++)
        if (mask[cell] <= holes)
            grid[cell] = 0;
}

/* True when grid has a solution in which cell does not hold value. */
static bool other_value(const struct sudoku_geometry *g, const uint8_t *grid, unsigned cell, unsigned value)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct sudoku_search *search = search_from(arena, g, grid);
    sudoku_board_remove(search->board, cell, value - 1);
    bool found = sudoku_search_next(search, UINT64_MAX) == SUDOKU_FOUND;
    nash_arena_free(arena);
    return found;
}

unsigned board_dig(struct nash_rng *rng, unsigned box_rows, unsigned box_cols, uint8_t *grid)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct sudoku_geometry *g = plain_geometry(arena, box_rows, box_cols);
    uint16_t order[SUDOKU_CELLS_MAX];
    unsigned clues = g->cells;
    shuffle(rng, order, g->cells);
    for (unsigned i = 0; i < g->cells; i++) {
        uint8_t value = grid[order[i]];
        grid[order[i]] = 0;
        if (other_value(g, grid, order[i], value))
            grid[order[i]] = value;
        else
            clues--;
    }
    nash_arena_free(arena);
    return clues;
}

void board_read(const char *line, unsigned cells, uint8_t *clue)
{
    for (unsigned cell = 0; cell < cells; cell++)
        clue[cell] = line[cell] == '.' ? 0 : (uint8_t)(line[cell] - '0');
}

struct sudoku_problem board_problem(unsigned box_rows, unsigned box_cols, const uint8_t *clue, uint32_t limit)
{
    struct sudoku_problem problem = {
        .size = box_rows * box_cols, .box_rows = box_rows, .box_cols = box_cols, .limit = limit, .clue = clue};
    sudoku_default_symbols(problem.symbols, problem.size, false);
    for (unsigned cell = 0; cell < problem.size * problem.size; cell++)
        problem.clues += clue[cell] != 0;
    return problem;
}

/* ---- brute force ---- */

struct brute {
    const struct sudoku_problem *problem;
    uint8_t grid[SUDOKU_CELLS_MAX];
    uint32_t found, limit;
};

/* True when the two cells must differ. */
static bool brute_sees(const struct sudoku_problem *p, unsigned a, unsigned b)
{
    unsigned n = p->size, row[] = {a / n, b / n}, column[] = {a % n, b % n};
    if (row[0] == row[1] || column[0] == column[1])
        return true;
    if (p->diagonal &&
        ((row[0] == column[0] && row[1] == column[1]) || (row[0] + column[0] == n - 1 && row[1] + column[1] == n - 1)))
        return true;
    if (p->region)
        return p->region[a] == p->region[b];
    unsigned tall = p->box_rows, wide = p->box_cols;
    if (p->disjoint && row[0] % tall == row[1] % tall && column[0] % wide == column[1] % wide)
        return true;
    return row[0] / tall == row[1] / tall && column[0] / wide == column[1] / wide;
}

/* Returns whether `value` fits the cage of `cell`, if it has one: no repetition, and the sum is not exceeded, and it is
 * reached if the cage is full. */
static bool brute_cage(const struct brute *b, unsigned cell, unsigned value)
{
    for (size_t i = 0; i < b->problem->cages; i++) {
        const struct sudoku_cage *cage = &b->problem->cage[i];
        unsigned sum = value, open = 0, inside = 0;
        for (unsigned k = 0; k < cage->count; k++) {
            inside += cage->cell[k] == cell;
            open += !b->grid[cage->cell[k]] && cage->cell[k] != cell;
            sum += cage->cell[k] == cell ? 0 : b->grid[cage->cell[k]];
        }
        for (unsigned k = 0; inside && k < cage->count; k++)
            if (cage->cell[k] != cell && b->grid[cage->cell[k]] == value)
                return false;
        if (inside)
            return open ? sum < cage->sum : sum == cage->sum;
    }
    return true;
}

/* True when the rules allow value in cell. */
static bool brute_allows(const struct brute *b, unsigned cell, unsigned value)
{
    const struct sudoku_problem *p = b->problem;
    if (p->allowed && !(p->allowed[cell] >> (value - 1) & 1))
        return false;
    for (unsigned other = 0; other < p->size * p->size; other++)
        if (b->grid[other] == value && other != cell && brute_sees(p, cell, other))
            return false;
    return brute_cage(b, cell, value);
}

/* Returns the empty cell with the fewest possible values, or size^2 if no cell is empty. */
static unsigned brute_cell(const struct brute *b)
{
    unsigned n = b->problem->size, best = n * n, best_count = n + 1;
    for (unsigned cell = 0; cell < n * n && best_count > 1; cell++) {
        unsigned count = 0;
        for (unsigned value = 1; !b->grid[cell] && value <= n && count < best_count; value++)
            count += brute_allows(b, cell, value);
        if (!b->grid[cell] && count < best_count) {
            best = cell;
            best_count = count;
        }
    }
    return best;
}

static void brute_go(struct brute *b)
{
    unsigned n = b->problem->size, cell = brute_cell(b);
    if (cell == n * n) {
        b->found++;
        return;
    }
    for (unsigned value = 1; value <= n && b->found < b->limit; value++) {
        if (!brute_allows(b, cell, value))
            continue;
        b->grid[cell] = (uint8_t)value;
        brute_go(b);
        b->grid[cell] = 0;
    }
}

uint32_t brute_count(const struct sudoku_problem *problem, uint32_t limit)
{
    static struct brute b;
    b = (struct brute){.problem = problem, .limit = limit};
    /* clues are set one by one, so conflicting ones count as no solution */
    for (unsigned cell = 0; cell < problem->size * problem->size; cell++) {
        if (problem->clue[cell] && !brute_allows(&b, cell, problem->clue[cell]))
            return 0;
        b.grid[cell] = problem->clue[cell];
    }
    brute_go(&b);
    return b.found;
}
