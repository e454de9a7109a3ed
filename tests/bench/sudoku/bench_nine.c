/* Measures a 9x9 puzzle: solve and prove unique, one core, on each path of the engine that this machine can run.
 * Microseconds are of process CPU time, the best of some passes over a set; instructions are counted by the kernel if
 * it allows it ("-" if not); the worst puzzle is the slowest of a set by the best of its own passes. The last line of a
 * set is the general board engine in the same run: the ratio is stable on a noisy machine. Sets come from the reference
 * data beside the repository; one is generated. Asserts nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <nash/arena.h>
#include <solvers/sudoku/exact/search.h>
#include <solvers/sudoku/nine/nine.h>

#include "../../unit/sudoku/harness/boards.h"
#include "../cost.h"

enum { PUZZLES_MAX = 5000, PASSES = 7, MADE = 500, LIMIT = 2, ARENA_BYTES = 1 << 20 };

struct set {
    const char *name;
    unsigned count;
    uint8_t clue[PUZZLES_MAX][NINE_CELLS];
};

struct cost {
    double us, worst_us, instructions, nodes; /* instructions < 0: not counted */
};

/* Solves one puzzle; adds its guesses. */
typedef void solve_fn(const void *with, const uint8_t *clue, uint64_t *nodes);

static void by_path(const void *with, const uint8_t *clue, uint64_t *nodes)
{
    const struct sudoku_nine_path *path = with;
    struct sudoku_nine out;
    path->count(clue, NULL, LIMIT, NULL, &out);
    *nodes += out.nodes;
}

static void by_board(const void *with, const uint8_t *clue, uint64_t *nodes)
{
    static struct nash_arena *arena;
    arena = arena ? arena : nash_arena_new(ARENA_BYTES);
    struct sudoku_problem p = board_problem(3, 3, clue, LIMIT);
    struct sudoku_board *board = sudoku_board_new(arena, sudoku_geometry_new(arena, &p));
    struct sudoku_search *search = sudoku_search_new(arena, board);
    unsigned found = 0;
    (void)with;
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        if (clue[cell])
            sudoku_board_assign(board, cell, clue[cell] - 1U);
    while (found < LIMIT && sudoku_search_next(search, UINT64_MAX) == SUDOKU_FOUND)
        found++;
    *nodes += search->nodes;
    nash_arena_reset(arena, ARENA_BYTES);
}

static double pass(const struct set *set, solve_fn *solve, const void *with, uint64_t *nodes)
{
    double start = cpu_us();
    *nodes = 0;
    for (unsigned i = 0; i < set->count; i++)
        solve(with, set->clue[i], nodes);
    return (cpu_us() - start) / set->count;
}

static double worst(const struct set *set, solve_fn *solve, const void *with)
{
    double slowest = 0;
    uint64_t nodes = 0;
    for (unsigned i = 0; i < set->count; i++) {
        double best = 1e9;
        for (unsigned k = 0; k < PASSES; k++) {
            double start = cpu_us();
            solve(with, set->clue[i], &nodes);
            double us = cpu_us() - start;
            best = us < best ? us : best;
        }
        slowest = best > slowest ? best : slowest;
    }
    return slowest;
}

static struct cost measure(const struct set *set, solve_fn *solve, const void *with)
{
    struct cost cost = {.us = 1e9, .instructions = -1, .worst_us = worst(set, solve, with)};
    int counter = instruction_counter();
    uint64_t nodes, instructions;
    if (counter >= 0) {
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
        pass(set, solve, with, &nodes);
        if (read(counter, &instructions, sizeof instructions) == sizeof instructions && instructions)
            cost.instructions = (double)instructions / set->count;
        close(counter);
    }
    for (unsigned k = 0; k < PASSES; k++) {
        double us = pass(set, solve, with, &nodes);
        cost.us = us < cost.us ? us : cost.us;
    }
    cost.nodes = (double)nodes / set->count;
    return cost;
}

static void print(const char *set, unsigned count, const char *engine, struct cost cost, double board_us)
{
    char instructions[32] = "-";
    if (cost.instructions >= 0)
        snprintf(instructions, sizeof instructions, "%.0f", cost.instructions);
    printf("%-30s %6u %-8s %9.2f %9.1f %13s %8.2f %9.3f\n", set, count, engine, cost.us, cost.worst_us, instructions,
           cost.nodes, cost.us / board_us);
    fflush(stdout);
}

static void compare(const struct set *set)
{
    if (!set->count) {
        printf("%-30s skipped: no reference data\n", set->name);
        return;
    }
    struct cost board = measure(set, by_board, NULL);
    for (unsigned k = 0; sudoku_nine_path(k); k++)
        print(set->name, set->count, sudoku_nine_path(k)->name, measure(set, by_path, sudoku_nine_path(k)), board.us);
    print(set->name, set->count, "board", board, board.us);
}

/* ---- sources of puzzles ---- */

/* Lines that begin with 81 cells. */
static void load(struct set *set, const char *name, const char *path)
{
    char line[512];
    FILE *file = fopen(path, "r");
    set->name = name;
    set->count = 0;
    while (file && set->count < PUZZLES_MAX && fgets(line, sizeof line, file)) {
        if (strspn(line, "0123456789.") < NINE_CELLS)
            continue;
        board_read(line, NINE_CELLS, set->clue[set->count++]);
    }
    if (file)
        fclose(file);
}

static void make(struct set *set)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 20261121);
    set->name = "irreducible (made)";
    for (set->count = 0; set->count < MADE; set->count++) {
        board_full(&rng, 3, 3, set->clue[set->count]);
        board_dig(&rng, 3, 3, set->clue[set->count]);
    }
}

int main(void)
{
    static const char *const data[][2] = {
        {"17 clues", SHARED_DIR "/data/sudoku/9x9/17_clue_5000.txt"},
        {"top1465", SHARED_DIR "/data/sudoku/9x9/top1465.txt"},
        {"rated 0.0-8.5", SHARED_DIR "/data/sudoku/9x9/rated_2000.csv"},
        {"two or more solutions", SHARED_DIR "/data/sudoku/9x9/two_or_more_solutions_5000.txt"},
    };
    static struct set set;
    printf("%-30s %6s %-8s %9s %9s %13s %8s %9s\n", "set", "n", "engine", "us", "worst us", "instructions", "guesses",
           "of board");
    make(&set);
    compare(&set);
    for (unsigned i = 0; i < sizeof data / sizeof *data; i++) {
        load(&set, data[i][0], data[i][1]);
        compare(&set);
    }
    return 0;
}
