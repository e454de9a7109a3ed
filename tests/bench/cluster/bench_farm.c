/* Work in units against one process: CPU time of each unit, and the time that members would need, by list scheduling of
 * these times (a unit waits for its parent; a free member takes the first waiting unit in the order of the tree).
 *
 *     count    all solutions of 9x9 grids with about 10^7 of them
 *     unique   the only solution of irreducible 16x16 and 25x25 grids, and of those of the reference data
 *     luck     the first solution of heavy-tailed 25x25 and 36x36 grids by tabu search
 *
 * bench_farm [WORK [BOARDS [MEMBERS [FILE]]]]. FILE: gets the units of the last proof, for farm_replay. Times are CPU
 * times, so other processes do not matter much. "one" is the engine that solves the request without shards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/options.h>
#include <solvers/sudoku/nine/nine.h>
#include <solvers/sudoku/units/luck_job.h>
#include <solvers/sudoku/units/proof_answer.h>

#include "../../unit/sudoku/units/forest.h"
#include "../cost.h"

enum { BOARDS_MAX = 1000, MEMBERS_MAX = 64, ARENA_CAP = 512 << 20, RUNS_MAX = 100000 };

/* ---- schedules ---- */

/* What a unit costs, in ms. */
static double *cost;
static size_t cost_room;

static void set_cost(size_t at, double ms)
{
    if (at >= cost_room) {
        cost_room = 2 * at + 64;
        cost = realloc(cost, cost_room * sizeof *cost);
    }
    cost[at] = ms;
}

/* Returns the time at which `members` have carried out the whole forest, which begins at `begin`. */
static double schedule(const struct forest *f, unsigned members, double begin)
{
    double *ready = malloc(f->units * sizeof *ready), free_at[MEMBERS_MAX], end = begin;
    bool *done = calloc(f->units, sizeof *done);
    for (size_t i = 0; i < f->units; i++)
        ready[i] = i < f->roots ? begin : INFINITY;
    for (unsigned m = 0; m < members; m++)
        free_at[m] = begin;
    for (size_t left = f->units; left; left--) {
        unsigned m = 0;
        for (unsigned k = 1; k < members; k++)
            m = free_at[k] < free_at[m] ? k : m;
        size_t pick = SIZE_MAX;
        double start = INFINITY;
        for (size_t i = 0; i < f->units; i++) {
            double at = ready[i] < free_at[m] ? free_at[m] : ready[i];
            if (!done[i] && at < start) {
                start = at;
                pick = i;
            }
        }
        done[pick] = true;
        free_at[m] = start + cost[pick];
        end = free_at[m] > end ? free_at[m] : end;
        for (size_t i = 0; i < f->unit[pick].children; i++)
            ready[f->unit[pick].child[i]] = free_at[m];
    }
    free(ready);
    free(done);
    return end;
}

/* ---- proofs ---- */

struct proof_times {
    double one, hub, units, members;
    unsigned __int128 count;
    uint64_t pieces, nodes;
};

static const char *units_path;

/* Writes the units as farm_replay reads them. */
static void write_units(const struct forest *f)
{
    FILE *file = units_path ? fopen(units_path, "w") : NULL;
    long *parent = malloc(f->units * sizeof *parent);
    for (size_t i = 0; i < f->units; i++)
        parent[i] = -1;
    for (size_t i = 0; i < f->units; i++)
        for (size_t k = 0; k < f->unit[i].children; k++)
            parent[f->unit[i].child[k]] = (long)i;
    for (size_t i = 0; file && i < f->units; i++)
        fprintf(file, "%ld %.0f %zu %zu\n", parent[i], cost[i] * 1e3, f->unit[i].len, f->unit[i].answer_len);
    if (file)
        fclose(file);
    free(parent);
}

static double solve_plainly(const struct sudoku_problem *p)
{
    struct solved s = {.run = {.arena = nash_arena_new(ARENA_CAP)}};
    double start = cpu_us();
    solve(p, &s);
    double ms = (cpu_us() - start) / 1e3;
    nash_arena_free(s.run.arena);
    return ms;
}

/* Counts a 9x9 grid by its own engine at one go. */
static double count_plainly(const struct sudoku_problem *p)
{
    static struct sudoku_nine out;
    double start = cpu_us();
    sudoku_nine(p->clue, NULL, UINT32_MAX, NULL, &out);
    return (cpu_us() - start) / 1e3;
}

static struct proof_times prove(const struct sudoku_problem *p, unsigned members)
{
    static struct forest f;
    struct nash_rng rng = test_rng();
    struct proof_times t = {.one = p->all ? count_plainly(p) : solve_plainly(p)};
    double start = cpu_us();
    forest_begin(&f, p, &rng, 2, false, p->all ? 0 : p->limit);
    proof_job_try(&f.job, forest_add, &f);
    forest_run(&f, 0);
    if (f.unit[0].children) {
        f.unit[0].children = 0;
        f.units = f.roots = 0;
        f.parent = SIZE_MAX;
        assert_true(proof_job_cut(&f.job, PROOF_CUBES, forest_add, &f));
        t.hub = (cpu_us() - start) / 1e3;
        for (size_t i = 0; i < f.units; i++) {
            start = cpu_us();
            forest_run(&f, i);
            set_cost(i, (cpu_us() - start) / 1e3);
            t.units += cost[i];
        }
        t.members = schedule(&f, members, t.hub);
        write_units(&f);
    } else {
        t.hub = t.members = (cpu_us() - start) / 1e3;
    }
    forest_merge(&f);
    t.count = f.job.count;
    t.nodes = f.job.nodes;
    t.pieces = f.units;
    forest_end(&f);
    return t;
}

/* Sorts the values and returns the one at this part of them. */
static double ascending_at(double *value, unsigned count, double part)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k && value[k] < value[k - 1]; k--) {
            double swap = value[k];
            value[k] = value[k - 1];
            value[k - 1] = swap;
        }
    return count ? value[(unsigned)((count - 1) * part)] : 0;
}

/* Prints a line for a proof; boards that the hub solves alone are not divided, and count for nothing. */
static void show_proof(const char *name, const struct proof_times *t, unsigned members, double *gain, double *own,
                       double *over, unsigned *divided)
{
    double all = t->hub + t->units;
    printf("%-14s %10.0f solutions %8llu nodes %5llu units; one %8.1f ms; units %8.1f + hub %5.1f ms; %u members %7.1f "
           "ms\n",
           name, (double)t->count, (unsigned long long)t->nodes, (unsigned long long)t->pieces, t->one, t->units,
           t->hub, members, t->members);
    if (t->units <= 0)
        return;
    gain[*divided] = t->one / t->members;
    own[*divided] = all / t->members;
    over[*divided] = 100 * t->hub / all;
    ++*divided;
}

static void show_gains(const char *name, unsigned boards, unsigned divided, double *gain, double *own, double *over)
{
    double median = ascending_at(gain, divided, 0.5);
    printf(
        "%s: divided %u of %u; one / members median %.2f, least %.2f; all units / members %.2f; hub %.1f %% of the CPU "
        "time\n\n",
        name, divided, boards, median, divided ? gain[0] : 0, ascending_at(own, divided, 0.5),
        ascending_at(over, divided, 0.5));
}

static void bench_count(unsigned boards, unsigned members)
{
    static double gain[BOARDS_MAX], own[BOARDS_MAX], over[BOARDS_MAX];
    struct nash_rng rng = test_rng();
    uint8_t clue[NINE_CELLS];
    unsigned divided = 0;
    for (unsigned found = 0; found < boards;) {
        static struct sudoku_nine out;
        board_full(&rng, 3, 3, clue);
        board_uniform(&rng, 9, 20, clue);
        sudoku_nine(clue, NULL, 20000000, NULL, &out);
        if (out.count < 5000000 || !out.complete)
            continue;
        struct sudoku_problem p = board_problem(3, 3, clue, 2);
        p.all = true;
        struct proof_times t = prove(&p, members);
        if (t.count != out.count)
            printf("WRONG: %u solutions\n", out.count);
        show_proof("9x9", &t, members, gain, own, over, &divided);
        found++;
    }
    show_gains("count", boards, divided, gain, own, over);
}

static void bench_unique_size(unsigned rows, unsigned columns, unsigned boards, unsigned members)
{
    static double gain[BOARDS_MAX], own[BOARDS_MAX], over[BOARDS_MAX];
    struct nash_rng rng = test_rng();
    uint8_t clue[SUDOKU_CELLS_MAX];
    unsigned divided = 0;
    char name[16];
    snprintf(name, sizeof name, "%ux%u", rows * columns, rows * columns);
    for (unsigned k = 0; k < boards; k++) {
        board_full(&rng, rows, columns, clue);
        board_dig(&rng, rows, columns, clue);
        struct sudoku_problem p = board_problem(rows, columns, clue, 2);
        struct proof_times t = prove(&p, members);
        show_proof(name, &t, members, gain, own, over, &divided);
    }
    show_gains(name, boards, divided, gain, own, over);
}

/* The grids of a file of the reference data: "grid" of each object. */
static void bench_unique_file(const char *path, unsigned boards, unsigned members)
{
    static double gain[BOARDS_MAX], own[BOARDS_MAX], over[BOARDS_MAX];
    static char text[4 << 20];
    char name[300];
    snprintf(name, sizeof name, "%s/data/sudoku/%s", SHARED_DIR, path);
    FILE *file = fopen(name, "r");
    unsigned divided = 0, k = 0;
    if (!file) {
        printf("unique %s: the reference data is not installed\n", path);
        return;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (char *at = text; k < boards && (at = strstr(at, "\"grid\"")); k++) {
        uint8_t clue[SUDOKU_CELLS_MAX];
        for (unsigned cell = 0; cell < 625; cell++) {
            at += strcspn(at, "0123456789");
            clue[cell] = (uint8_t)strtoul(at, &at, 10);
        }
        struct sudoku_problem p = board_problem(5, 5, clue, 2);
        struct proof_times t = prove(&p, members);
        show_proof("25x25", &t, members, gain, own, over, &divided);
    }
    show_gains(path, k, divided, gain, own, over);
}

/* ---- luck ---- */

/* Carries out runs until `solutions` have found one. Returns the number of runs; cost[] has their times, solved[]
 * whether they ended in a solution. */
static unsigned play_runs(const struct sudoku_problem *p, uint64_t seed, bool *solved, unsigned solutions)
{
    struct nash_arena *arena = nash_arena_new(ARENA_CAP);
    struct sudoku_game game;
    struct luck_job job;
    bool settled;
    struct nash_error error = {0};
    unsigned runs = 0;
    uint8_t unit[LUCK_UNIT], *answer = malloc(LUCK_ANSWER_HEAD + SUDOKU_CELLS_MAX);
    const char *why;
    if (sudoku_game_setup(&game, p, seed, arena, &settled, &error) == NASH_OK && !settled) {
        void *runner = nash_arena_alloc_raw(arena, luck_bytes(), 64);
        luck_job_begin(&job, &game);
        luck_open(runner, job.bytes, job.len);
        for (unsigned found = 0; found < solutions && runs < RUNS_MAX; runs++) {
            luck_job_unit(&job, runs, unit);
            double start = cpu_us();
            size_t len = luck_run(runner, unit, sizeof unit, answer);
            set_cost(runs, (cpu_us() - start) / 1e3);
            solved[runs] = luck_job_check(&job, unit, sizeof unit, answer, len, &why) == LUCK_SOLVED;
            found += solved[runs];
        }
    }
    free(answer);
    nash_arena_free(arena);
    return runs;
}

/* Returns when `members` have the first solution, if each takes the next run as soon as it is free. */
static double first_solution(const bool *solved, unsigned runs, unsigned members)
{
    double free_at[MEMBERS_MAX] = {0}, first = INFINITY;
    for (unsigned i = 0; i < runs; i++) {
        unsigned m = 0;
        for (unsigned k = 1; k < members; k++)
            m = free_at[k] < free_at[m] ? k : m;
        free_at[m] += cost[i];
        if (solved[i] && free_at[m] < first)
            first = free_at[m];
    }
    return first;
}

/* Returns the time to the solution of the game in one process, in ms. */
static double play_plainly(const struct sudoku_problem *p, uint64_t seed)
{
    struct solved s = {.run = {.arena = nash_arena_new(ARENA_CAP), .seed = seed}};
    double start = cpu_us();
    solve(p, &s);
    double ms = (cpu_us() - start) / 1e3;
    nash_arena_free(s.run.arena);
    return ms;
}

static void bench_luck_size(unsigned rows, unsigned holes, unsigned boards, unsigned members)
{
    static double gain[BOARDS_MAX];
    static bool solved[RUNS_MAX];
    struct nash_rng rng = test_rng();
    uint8_t clue[SUDOKU_CELLS_MAX];
    double sum_one = 0, sum_members = 0;
    unsigned heavy = 0;
    for (unsigned k = 0; heavy < boards && k < 10 * boards; k++) {
        struct sudoku_options options = {.method = SUDOKU_METHOD_TABU,
                                         .propagate = true,
                                         .restarts = UINT32_MAX,
                                         .shards = members,
                                         .mode = SUDOKU_MODE_REPLICAS,
                                         .audit = -1};
        board_full(&rng, rows, rows, clue);
        board_balanced(&rng, rows, rows, holes, clue);
        struct sudoku_problem p = board_problem(rows, rows, clue, 1);
        p.options = &options;
        double one = 0, some = 0;
        unsigned seeds = 3;
        for (unsigned s = 0; s < seeds; s++) {
            uint64_t seed = nash_rng_next(&rng);
            unsigned runs = play_runs(&p, seed, solved, members);
            some += first_solution(solved, runs, members);
            options.shards = 0;
            one += play_plainly(&p, seed);
            options.shards = members;
        }
        if (one / seeds < 40) /* ms: not heavy-tailed */
            continue;
        gain[heavy++] = one / some;
        printf("luck %ux%u, board %u: one %.0f ms, %u members %.0f ms\n", rows * rows, rows * rows, k, one / seeds,
               members, some / seeds);
        sum_one += one / seeds;
        sum_members += some / seeds;
    }
    printf("luck %ux%u, %u holes a unit, %u boards, 3 seeds each: mean time to a solution one %.0f ms, %u members %.0f "
           "ms: "
           "%.2f; of a board, median %.2f, quartiles %.2f and %.2f\n",
           rows * rows, rows * rows, holes, heavy, sum_one / heavy, members, sum_members / heavy, sum_one / sum_members,
           ascending_at(gain, heavy, 0.5), ascending_at(gain, heavy, 0.25), ascending_at(gain, heavy, 0.75));
}

int main(int argc, char **argv)
{
    const char *work = argc > 1 ? argv[1] : "all";
    unsigned boards = argc > 2 ? (unsigned)atoi(argv[2]) : 5, members = argc > 3 ? (unsigned)atoi(argv[3]) : 5;
    units_path = argc > 4 ? argv[4] : NULL;
    bool all = strcmp(work, "all") == 0;
    boards = boards < BOARDS_MAX ? boards : BOARDS_MAX;
    members = members < MEMBERS_MAX ? members : MEMBERS_MAX;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (all || strcmp(work, "count") == 0)
        bench_count(boards, members);
    if (all || strcmp(work, "unique") == 0) {
        bench_unique_size(4, 4, boards, members);
        bench_unique_file("25x25/dug-unique_clues297.json", boards, members);
        bench_unique_file("25x25/dug-unique_clues310.json", boards, members);
    }
    if (all || strcmp(work, "dug") == 0)
        bench_unique_size(5, 5, boards, members);
    if (all || strcmp(work, "luck") == 0) {
        bench_luck_size(5, 14, boards, members);
        bench_luck_size(6, 17, boards, members);
    }
    free(cost);
    return 0;
}
