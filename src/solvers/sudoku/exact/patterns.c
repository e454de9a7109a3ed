/* Regions of any shape leave few patterns: about 500 where the cells of a 9x9 grid are dealt to regions at random,
 * 46,656 with boxes. A cover by patterns has one decision for each value and sees at once that too few of them are left
 * for a cell. On such boards it takes some hundred nodes, the search by cells 10^5 and CaDiCaL up to 40,000 conflicts.
 * Where patterns are many, nodes are expensive, so an allowance ends the attempt.
 *
 * Branches on the cell or value with the fewest patterns (Knuth, "Dancing Links", 2000). */
#include "patterns.h"

#include <solvers/sudoku/stops.h>

enum {
    PATTERNS_MAX = 20000, /* more are given up; collecting as many takes about 3 ms */
    STEPS_MAX = 1000000,  /* steps of collecting, about 5 ms */
    SIDE_MAX = SUDOKU_PATTERNS_SIZE_MAX,
    CELLS_MAX = SIDE_MAX * SIDE_MAX,
    EQUAL = SIDE_MAX, /* stands for each of the equal values */
    LONG_LIST = 256   /* a node that looks at more patterns reads the clock */
};

typedef unsigned __int128 cell_mask;

struct pattern {
    cell_mask cells;
    uint8_t value; /* 0-based, or EQUAL */
};

/* A choice between the patterns of the list that have the cell `column`, or the value `column - CELLS_MAX`. */
struct level {
    const uint16_t *list; /* [count] the patterns that fit those chosen before */
    unsigned count, at;   /* at: the next one to try */
    unsigned column;
    unsigned equal_left; /* equal values not yet placed */
    cell_mask cells_left;
    uint32_t values_left; /* the other values not yet placed */
};

struct sudoku_patterns {
    const struct sudoku_geometry *geometry;
    struct sudoku_progress *progress;
    uint64_t equal;
    unsigned count, steps;
    bool spent, halted;      /* spent: too many patterns, or the allowance is used up */
    struct pattern *pattern; /* [PATTERNS_MAX] */
    unsigned depth;
    struct level level[SIDE_MAX];
    uint16_t chosen[SIDE_MAX]; /* [depth] the pattern chosen there */
};

/* ---- collecting ---- */

/* A pattern while it grows row by row. */
struct growing {
    const struct sudoku_board *board;
    unsigned value, name;
    cell_mask cells;
    uint64_t units; /* units after the rows that have a cell in it, bit unit - N */
};

/* Returns the units of the cell after the rows, as bits. */
static uint64_t units_of(const struct sudoku_geometry *g, unsigned cell)
{
    uint64_t units = 0;
    for (unsigned kind = SUDOKU_ROW + 1; kind < g->kinds; kind++)
        if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
            units |= UINT64_C(1) << (g->unit[cell][kind] - g->size);
    return units;
}

/* Adds all patterns that continue `growing` from `row`. False: too many, or the run stops. */
static bool collect(struct sudoku_patterns *p, struct growing growing, unsigned row)
{
    const struct sudoku_geometry *g = p->geometry;
    const uint64_t all = (UINT64_C(1) << (g->units - g->size)) - 1;
    if (row == g->size) {
        if (growing.units == all)
            p->pattern[p->count++] = (struct pattern){growing.cells, (uint8_t)growing.name};
        p->spent = p->count == PATTERNS_MAX;
        return !p->spent;
    }
    p->spent = ++p->steps == STEPS_MAX;
    p->halted = nash_stop(p->progress->run, SUDOKU_CHECK_PATTERNS);
    if (p->spent || p->halted)
        return false;
    for (uint64_t open = growing.board->open[g->cells + row * g->size + growing.value]; open; open &= open - 1) {
        unsigned cell = row * g->size + (unsigned)__builtin_ctzll(open);
        uint64_t units = units_of(g, cell);
        struct growing next = growing;
        next.cells |= (cell_mask)1 << cell;
        next.units |= units;
        if (!(growing.units & units) && !collect(p, next, row + 1))
            return false;
    }
    return true;
}

/* Collects the patterns of each value; those of equal values, which are the same, once. */
static void collect_all(struct sudoku_patterns *p, const struct sudoku_board *board)
{
    bool has_equal = false;
    for (unsigned value = 0; value < p->geometry->size; value++) {
        bool is_equal = p->equal >> value & 1;
        if (is_equal && has_equal)
            continue;
        has_equal = has_equal || is_equal;
        if (!collect(p, (struct growing){.board = board, .value = value, .name = is_equal ? EQUAL : value}, 0))
            return;
    }
}

/* ---- the cover ---- */

static bool pattern_has(const struct pattern *pattern, unsigned column)
{
    return column < CELLS_MAX ? pattern->cells >> column & 1 : pattern->value == column - CELLS_MAX;
}

/* Returns the open column with the fewest patterns in the list. */
static unsigned tightest_column(const struct sudoku_patterns *p, const struct level *level)
{
    uint16_t count[CELLS_MAX + SIDE_MAX + 1] = {0};
    unsigned best = 0, fewest = UINT32_MAX;
    for (unsigned i = 0; i < level->count; i++) {
        const struct pattern *pattern = &p->pattern[level->list[i]];
        for (uint64_t low = (uint64_t)pattern->cells; low; low &= low - 1)
            count[__builtin_ctzll(low)]++;
        for (uint64_t high = (uint64_t)(pattern->cells >> 64); high; high &= high - 1)
            count[64 + __builtin_ctzll(high)]++;
        count[CELLS_MAX + pattern->value]++;
    }
    for (unsigned column = 0; column < CELLS_MAX + SIDE_MAX; column++) {
        bool open =
            column < CELLS_MAX ? level->cells_left >> column & 1 : level->values_left >> (column - CELLS_MAX) & 1;
        if (open && count[column] < fewest) {
            fewest = count[column];
            best = column;
        }
    }
    return best;
}

/* Enters the level below, with the patterns of the list that fit the chosen one. */
static void push_level(struct sudoku_patterns *p)
{
    const struct level *above = &p->level[p->depth];
    const struct pattern *chosen = &p->pattern[p->chosen[p->depth]];
    struct level *below = &p->level[++p->depth];
    bool is_equal = chosen->value == EQUAL;
    uint16_t *list = (uint16_t *)above->list + above->count;
    *below = (struct level){.list = list,
                            .equal_left = above->equal_left - is_equal,
                            .cells_left = above->cells_left & ~chosen->cells,
                            .values_left = above->values_left & ~(is_equal ? 0 : UINT32_C(1) << chosen->value)};
    for (unsigned i = 0; i < above->count; i++) {
        const struct pattern *other = &p->pattern[above->list[i]];
        bool named = other->value == EQUAL ? below->equal_left : below->values_left >> other->value & 1;
        list[below->count] = above->list[i];
        below->count += named && !(other->cells & chosen->cells);
    }
    below->column = tightest_column(p, below);
}

struct sudoku_patterns *sudoku_patterns_new(const struct sudoku_board *board, uint64_t equal,
                                            struct sudoku_progress *progress)
{
    struct nash_arena *arena = progress->run->arena;
    const struct sudoku_geometry *g = board->geometry;
    struct sudoku_patterns *p = NASH_NEW(arena, struct sudoku_patterns, 1);
    if (!p)
        return NULL;
    p->geometry = g;
    p->progress = progress;
    p->equal = equal;
    p->pattern = nash_arena_alloc_raw(arena, PATTERNS_MAX * sizeof *p->pattern, _Alignof(struct pattern));
    if (!p->pattern)
        return NULL;
    collect_all(p, board);
    uint16_t *list = nash_arena_alloc_raw(arena, (size_t)p->count * SIDE_MAX * sizeof *list, sizeof *list);
    if (!list)
        return NULL;
    for (unsigned i = 0; i < p->count; i++)
        list[i] = (uint16_t)i;
    p->level[0] = (struct level){.list = list,
                                 .count = p->count,
                                 .equal_left = (unsigned)__builtin_popcountll(equal),
                                 .cells_left = ((cell_mask)1 << g->cells) - 1,
                                 .values_left = (uint32_t)(((UINT64_C(1) << g->size) - 1) & ~equal)};
    p->level[0].column = tightest_column(p, &p->level[0]);
    return p;
}

/* Writes the chosen patterns; the equal values in ascending order. */
static void write_grid(const struct sudoku_patterns *p, uint8_t *grid)
{
    uint64_t equal = p->equal;
    for (unsigned i = 0; i < p->geometry->size; i++) {
        const struct pattern *pattern = &p->pattern[p->chosen[i]];
        unsigned value = pattern->value == EQUAL ? (unsigned)__builtin_ctzll(equal) : pattern->value;
        equal &= pattern->value == EQUAL ? equal - 1 : equal;
        for (unsigned cell = 0; cell < p->geometry->cells; cell++)
            if (pattern->cells >> cell & 1)
                grid[cell] = (uint8_t)(value + 1);
    }
}

/* Chooses the next pattern of the deepest level that has one. False: all are tried. */
static bool choose_next(struct sudoku_patterns *p)
{
    for (;; p->depth--) {
        struct level *level = &p->level[p->depth];
        while (level->at < level->count && !pattern_has(&p->pattern[level->list[level->at]], level->column))
            level->at++;
        if (level->at < level->count) {
            p->chosen[p->depth] = level->list[level->at++];
            return true;
        }
        if (!p->depth)
            return false;
        p->progress->answer->statistics.dead_ends++;
    }
}

enum sudoku_outcome sudoku_patterns_next(struct sudoku_patterns *p, uint64_t allowance, uint8_t *grid)
{
    struct nash_run *run = p->progress->run;
    while (!p->halted && !p->spent && choose_next(p)) {
        p->progress->answer->statistics.nodes++;
        run->nodes++;
        if (p->depth + 1 == p->geometry->size) {
            write_grid(p, grid);
            return SUDOKU_FOUND;
        }
        unsigned count = p->level[p->depth].count;
        run->clock_in = count > LONG_LIST ? 0 : run->clock_in;
        p->halted = nash_stop(run, SUDOKU_CHECK_PATTERNS);
        p->spent = allowance < count;
        allowance -= count;
        sudoku_progress_send(p->progress);
        push_level(p);
    }
    return p->halted ? SUDOKU_HALTED : p->spent ? SUDOKU_SPENT : SUDOKU_EXHAUSTED;
}
