/* Measures each method by the share of clues: how many boards are solved within two seconds of CPU time, in how much
 * time, with how many updates. Boards come from the reference data beside the repository if present, else they are
 * generated from seeds: full grids with random cells emptied, so that a solution exists. 36x36 is always generated.
 * Asserts nothing about time. bench_methods [METHOD [SIDE [SHARE [BETA]]]] measures a part. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <nash/nash.h>
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/game/report.h>
#include <solvers/sudoku/loglinear/weights.h>

#include "../../unit/sudoku/harness/boards.h"

enum { BOARDS_MAX = 64, MADE = 10, LOOK_NS = 20000000 };

static const double budget_s = 2; /* of CPU time, since the machine may be shared */
static uint32_t beta;             /* 0 = the default */

extern const struct nash_solver nash_solver_sudoku;

struct way {
    const char *name;
    struct sudoku_options options;
};

static const struct way ways[] = {
    {"plain", {.method = SUDOKU_METHOD_SAP, .restarts = UINT32_MAX - 1}},
    {"sap", {.method = SUDOKU_METHOD_SAP, .propagate = true, .restarts = UINT32_MAX}},
    {"tabu", {.method = SUDOKU_METHOD_TABU, .propagate = true, .restarts = UINT32_MAX}},
    {"auto", {.method = SUDOKU_METHOD_AUTO}},
    {"exact", {.method = SUDOKU_METHOD_EXACT}},
};

struct set {
    unsigned order, share; /* boxes of order x order, percent of clues */
    unsigned count;
    uint8_t clue[BOARDS_MAX][SUDOKU_CELLS_MAX];
};

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct tally {
    unsigned solved;
    double seconds[BOARDS_MAX], updates[BOARDS_MAX];
};

/* The host of a run: ends it when its CPU time is spent. */
struct watch {
    double start;
    _Atomic int spent;
};

static void look(struct nash_run *run, const char *json, size_t len)
{
    struct watch *watch = run->host;
    (void)json;
    (void)len;
    watch->spent = cpu_s() - watch->start > budget_s;
    run->progress_next_ns = clock_mono_ns() + LOOK_NS;
}

static void solve(const struct way *way, const struct set *set, unsigned board, struct tally *tally)
{
    struct sudoku_problem p = board_problem(set->order, set->order, set->clue[board], 1);
    struct nash_arena *arena = nash_arena_new(nash_solver_sudoku.limits.memory_bytes);
    struct watch watch = {.start = cpu_s()};
    struct nash_run run = {.arena = arena, .seed = board, .progress = look, .host = &watch, .cancel = &watch.spent};
    struct nash_result result = {0};
    struct nash_error error;
    struct sudoku_options options = way->options;
    options.beta = beta;
    p.options = options.method == SUDOKU_METHOD_AUTO ? NULL : &options;
    if (options.method == SUDOKU_METHOD_AUTO || options.method == SUDOKU_METHOD_EXACT)
        p.limit = 2; /* with a second solution, or the proof that there is none */
    if (nash_solver_sudoku.solve(&p, &run, &result, &error) == NASH_OK) {
        const struct sudoku_answer *a = result.answer;
        tally->seconds[board] = cpu_s() - watch.start;
        tally->solved += a->verdict == SUDOKU_SOLVED;
        tally->updates[board] = a->game_report ? (double)a->game_report->updates : (double)run.nodes;
    }
    nash_arena_free(arena);
}

static void measure(const struct way *way, const struct set *set)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < set->count; i++)
        solve(way, set, i, &tally);
    unsigned n = set->count, side = set->order * set->order;
    qsort(tally.seconds, n, sizeof *tally.seconds, ascending);
    qsort(tally.updates, n, sizeof *tally.updates, ascending);
    printf("%2ux%-2u %3u%% %-6s %3u/%-3u %9.4f %9.4f %9.4f %12.4g %12.4g\n", side, side, set->share, way->name,
           tally.solved, n, tally.seconds[n / 2], tally.seconds[n * 9 / 10], tally.seconds[n - 1], tally.updates[n / 2],
           tally.updates[n - 1]);
    fflush(stdout);
}

/* ---- sources of boards ---- */

/* Line 1: the order of the boxes, line 2 a number; then the cells, -1 = empty. */
static bool load(struct set *set, const char *path)
{
    int order, number, value;
    FILE *file = fopen(path, "r");
    unsigned cell = 0, cells = set->order * set->order * set->order * set->order;
    if (!file)
        return false;
    bool fine = fscanf(file, "%d %d", &order, &number) == 2 && (unsigned)order == set->order;
    for (; fine && cell < cells && fscanf(file, "%d", &value) == 1; cell++)
        set->clue[set->count][cell] = value > 0 ? (uint8_t)value : 0;
    fclose(file);
    set->count += fine && cell == cells;
    return fine;
}

static void load_all(struct set *set)
{
    char pattern[512];
    glob_t files;
    unsigned side = set->order * set->order;
    snprintf(pattern, sizeof pattern, SHARED_DIR "/data/sudoku/acs/inst%ux%u_%u_*", side, side, set->share);
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc && set->count < BOARDS_MAX; i++)
        load(set, files.gl_pathv[i]);
    globfree(&files);
}

static void make_all(struct set *set)
{
    struct nash_rng rng;
    unsigned cells = set->order * set->order * set->order * set->order;
    nash_rng_seed(&rng, cells + set->share);
    for (; set->count < MADE; set->count++) {
        board_full(&rng, set->order, set->order, set->clue[set->count]);
        board_uniform(&rng, set->order * set->order, cells * set->share / 100, set->clue[set->count]);
    }
}

int main(int argc, char **argv)
{
    static const unsigned shares[] = {0, 20, 30, 35, 40, 45, 50, 55, 60, 65};
    static struct set set;
    beta = argc > 4 ? (uint32_t)(atof(argv[4]) * BETA_ONE) : 0;
    printf("side  clues  way  solved   median s     p90 s     max s  med updates  max updates\n");
    for (unsigned order = 3; order <= 6; order++) {
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            if ((argc > 2 && (unsigned)atoi(argv[2]) != order * order) ||
                (argc > 3 && (unsigned)atoi(argv[3]) != shares[i]))
                continue;
            set.order = order;
            set.share = shares[i];
            set.count = 0;
            load_all(&set);
            if (!set.count)
                make_all(&set);
            for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
                if (argc < 2 || strcmp(argv[1], "all") == 0 || strcmp(argv[1], ways[k].name) == 0)
                    measure(&ways[k], &set);
        }
    }
    return 0;
}
