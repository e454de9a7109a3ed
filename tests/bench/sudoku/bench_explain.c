/* Measures explanations: quantiles of CPU time over each set, the spread of ratings, and the rank correlation with the
 * difficulty of rated_2000.csv (search effort of another solver, its own scale). Times are CPU milliseconds of solving
 * and explaining together, without reading and writing. Asserts nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nash/arena.h>
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/explain.h>

#include "../../unit/sudoku/harness/boards.h"

extern const struct nash_solver nash_solver_sudoku;

enum { BOARDS_MAX = 50000, SCORES = 128 };

struct set {
    const char *name;
    unsigned box_rows, box_cols, count;
    uint8_t (*clue)[SUDOKU_CELLS_MAX];
    double *difficulty; /* difficulty, if the set has it; else NULL */
    double ms[BOARDS_MAX], score[BOARDS_MAX];
    unsigned techniques[SUDOKU_TECHNIQUES], faults, stuck;
};

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void explain(struct set *set, unsigned i, struct nash_arena *arena)
{
    struct sudoku_problem p = board_problem(set->box_rows, set->box_cols, set->clue[i], 2);
    struct nash_run run = {.arena = arena};
    struct nash_result result;
    struct nash_error error;
    p.task = SUDOKU_EXPLAIN;
    double start = cpu_ms();
    enum nash_status status = nash_solver_sudoku.solve(&p, &run, &result, &error);
    set->ms[i] = cpu_ms() - start;
    const struct sudoku_answer *a = status == NASH_OK ? result.answer : NULL;
    if (!a || nash_solver_sudoku.verify(&p, &result, &error) != NASH_OK) {
        set->faults++;
        return;
    }
    struct sudoku_rating r = sudoku_rating_of(a->explanation);
    set->score[i] = r.score / 10.0;
    set->techniques[r.hardest]++;
    set->stuck += a->explanation->stuck;
}

/* ---- rank correlation ---- */

struct ranked {
    double value;
    unsigned index;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Computes ranks, with ties at their mean. */
static void rank(const double *value, unsigned count, double *out)
{
    struct ranked *r = calloc(count, sizeof *r);
    if (!r)
        abort();
    for (unsigned i = 0; i < count; i++)
        r[i] = (struct ranked){value[i], i};
    qsort(r, count, sizeof *r, by_value);
    for (unsigned i = 0, j; i < count; i = j) {
        for (j = i; j < count && r[j].value <= r[i].value; j++)
            ;
        for (unsigned k = i; k < j; k++)
            out[r[k].index] = (i + j - 1) / 2.0;
    }
    free(r);
}

static double spearman(const double *a, const double *b, unsigned count)
{
    double *ra = calloc(count, sizeof *ra), *rb = calloc(count, sizeof *rb), mean = (count - 1) / 2.0;
    double ab = 0, aa = 0, bb = 0;
    if (!ra || !rb)
        abort();
    rank(a, count, ra);
    rank(b, count, rb);
    for (unsigned i = 0; i < count; i++) {
        ab += (ra[i] - mean) * (rb[i] - mean);
        aa += (ra[i] - mean) * (ra[i] - mean);
        bb += (rb[i] - mean) * (rb[i] - mean);
    }
    free(ra);
    free(rb);
    return ab / sqrt(aa * bb);
}

/* ---- sets ---- */

static struct set *start(const char *name, unsigned box_rows, unsigned box_cols)
{
    struct set *set = calloc(1, sizeof *set);
    if (!set || !(set->clue = calloc(BOARDS_MAX, sizeof *set->clue)))
        abort();
    set->name = name;
    set->box_rows = box_rows;
    set->box_cols = box_cols;
    return set;
}

static void finish(struct set *set)
{
    struct nash_arena *arena = nash_arena_new(256 << 20);
    if (!set->count || !arena)
        printf("%-28s not here\n", set->name);
    for (unsigned i = 0; i < set->count; i++) {
        explain(set, i, arena);
        nash_arena_reset(arena, 256 << 20);
    }
    if (set->count) {
        double correlation = set->difficulty ? spearman(set->score, set->difficulty, set->count) : NAN;
        qsort(set->ms, set->count, sizeof *set->ms, ascending);
        qsort(set->score, set->count, sizeof *set->score, ascending);
        unsigned n = set->count;
        printf("%-28s %5u %6u %5u %9.3f %9.3f %9.3f %9.3f   %4.1f %4.1f %4.1f %4.1f", set->name, n, set->faults,
               set->stuck, set->ms[n / 2], set->ms[n * 9 / 10], set->ms[n * 99 / 100], set->ms[n - 1],
               set->score[n / 10], set->score[n / 2], set->score[n * 9 / 10], set->score[n - 1]);
        if (set->difficulty)
            printf("   rank correlation with difficulty: %.3f", correlation);
        printf("\n    hardest step:");
        for (unsigned t = 0; t < SUDOKU_TECHNIQUES; t++)
            if (set->techniques[t])
                printf(" %s %u;", sudoku_technique_name(t), set->techniques[t]);
        printf("\n");
    }
    fflush(stdout);
    nash_arena_free(arena);
    free(set->clue);
    free(set->difficulty);
    free(set);
}

/* Reads a puzzle of 81 characters at the start of each line; of a CSV the number in the fourth column. */
static void load(struct set *set, const char *path, bool rated, unsigned most)
{
    char line[512];
    FILE *file = fopen(path, "r");
    if (rated && !(set->difficulty = calloc(BOARDS_MAX, sizeof *set->difficulty)))
        abort();
    while (file && set->count < most && fgets(line, sizeof line, file)) {
        if (strspn(line, ".0123456789") < 81)
            continue;
        board_read(line, 81, set->clue[set->count]);
        if (rated)
            sscanf(line, "%*[^,],%*[^,],%*[^,],%lf", &set->difficulty[set->count]);
        set->count++;
    }
    if (file)
        fclose(file);
}

static void make(struct set *set, unsigned count)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 20261121);
    for (; set->count < count; set->count++) {
        board_full(&rng, set->box_rows, set->box_cols, set->clue[set->count]);
        board_dig(&rng, set->box_rows, set->box_cols, set->clue[set->count]);
    }
}

static void made(const char *name, unsigned box_rows, unsigned box_cols, unsigned count)
{
    struct set *set = start(name, box_rows, box_cols);
    make(set, count);
    finish(set);
}

static void loaded(const char *name, const char *path, bool rated, unsigned most)
{
    struct set *set = start(name, 3, 3);
    load(set, path, rated, most);
    finish(set);
}

/* With an argument: that file alone. */
int main(int argc, char **argv)
{
    printf("%-28s %5s %6s %5s %9s %9s %9s %9s   %s\n", "set", "n", "faults", "stuck", "p50 ms", "p90 ms", "p99 ms",
           "max ms", "score p10, p50, p90, max");
    if (argc > 1) {
        loaded(argv[1], argv[1], false, BOARDS_MAX);
        return 0;
    }
    loaded("17 clues (goal p50 <= 5)", SHARED_DIR "/data/sudoku/9x9/17_clue_5000.txt", false, BOARDS_MAX);
    loaded("rated_2000", SHARED_DIR "/data/sudoku/9x9/rated_2000.csv", true, BOARDS_MAX);
    loaded("top1465, the first 200", SHARED_DIR "/data/sudoku/9x9/top1465.txt", false, 200);
    made("9x9 irreducible (made)", 3, 3, 300);
    made("6x6 irreducible (made)", 2, 3, 300);
    made("12x12 irreducible (made)", 3, 4, 30);
    made("16x16 irreducible (made)", 4, 4, 8);
    return 0;
}
