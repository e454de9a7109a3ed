/* Equilibria of random games, compared with lrsnash (Debian: lrslib) if it is installed.
 *
 * All extreme equilibria: games of n by n with payoffs 0..99, milliseconds of process CPU time, alternating with
 * lrsnash, and the ratio of the sums. Then games of payoffs 0..2, which are degenerate, and von Stengel's of 75
 * equilibria. Then one equilibrium of large games without pure ones, mean and worst. Exits with status 1 if counts
 * differ or an equilibrium is invalid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <nash/rng.h>
#include <solvers/matrix/game.h>

#include "../../unit/matrix/cauchy.h"
#include "../cost.h"

enum { SIDE = 200, ARENA = 1 << 30 };

static int64_t pay_a[SIDE * SIDE], pay_b[SIDE * SIDE];
static struct matrix_game game = {.a = pay_a, .b = pay_b};
static struct nash_rng rng;
static struct nash_run run;

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void draw(uint32_t side, uint64_t payoffs)
{
    game.rows = game.cols = side;
    for (uint32_t k = 0; k < side * side; k++) {
        pay_a[k] = (int64_t)nash_rng_below(&rng, payoffs);
        pay_b[k] = (int64_t)nash_rng_below(&rng, payoffs);
    }
}

static void fresh(void)
{
    nash_arena_reset(run.arena, ARENA);
    run = (struct nash_run){.arena = run.arena};
}

static double all_ms(uint32_t *count)
{
    struct matrix_equilibria found;
    struct nash_error error = {0};
    fresh();
    double begin = cpu_us();
    if (matrix_all_equilibria(&game, UINT32_MAX, &run, &found, &error) != NASH_OK || !found.complete)
        fail(error.detail);
    double ms = (cpu_us() - begin) / 1e3;
    for (uint32_t k = 0; k < found.count; k++)
        if (matrix_check_equilibrium(&game, &found.list[k], &error) != NASH_OK)
            fail(error.detail);
    *count = found.count;
    return ms;
}

static double children_ms(void)
{
    struct rusage use;
    getrusage(RUSAGE_CHILDREN, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
           (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

/* Returns the CPU time of lrsnash on the game, or -1. */
static double lrs_ms(uint32_t *count)
{
    char path[] = "/tmp/nash_bench_XXXXXX", command[128], line[8192];
    int made = mkstemp(path);
    FILE *file = made < 0 ? NULL : fdopen(made, "w");
    if (!file)
        return -1;
    fprintf(file, "%u %u\n", game.rows, game.cols);
    for (uint32_t player = 0; player < 2; player++)
        for (uint32_t k = 0; k < game.rows * game.cols; k++)
            fprintf(file, "%s%ld", k % game.cols ? " " : "\n", (long)(player ? game.b : game.a)[k]);
    fputc('\n', file);
    fclose(file);
    snprintf(command, sizeof command, "lrsnash %s 2>/dev/null", path);
    double begin = children_ms();
    FILE *pipe = popen(command, "r");
    *count = UINT32_MAX;
    while (pipe && fgets(line, sizeof line, pipe))
        sscanf(line, "*Number of equilibria found: %u", count);
    if (pipe)
        pclose(pipe);
    unlink(path);
    return *count == UINT32_MAX ? -1 : children_ms() - begin;
}

static void versus(const char *what, uint32_t games, uint32_t side, uint64_t payoffs)
{
    double ours = 0, theirs = 0, worst = 0;
    uint32_t equilibria = 0;
    nash_rng_seed(&rng, side);
    for (uint32_t k = 0; k < games; k++) {
        uint32_t count, count_lrs;
        if (payoffs)
            draw(side, payoffs);
        else
            cauchy_game(&game, side, pay_a, pay_b);
        double ms = all_ms(&count), lrs = lrs_ms(&count_lrs);
        if (lrs >= 0 && count != count_lrs)
            fail("lrsnash finds another number of equilibria");
        ours += ms;
        worst = ms > worst ? ms : worst;
        theirs = lrs < 0 || theirs < 0 ? -1 : theirs + lrs;
        equilibria += count;
    }
    printf("%-28s %6.1f equilibria %9.2f ms (worst %8.2f)", what, (double)equilibria / games, ours / games, worst);
    if (theirs < 0)
        printf("   lrsnash: not here\n");
    else
        printf("   lrsnash %10.1f ms, %.1f times ours\n", theirs / games, theirs / ours);
}

static bool has_pure(void)
{
    for (uint32_t i = 0; i < game.rows; i++)
        for (uint32_t j = 0; j < game.cols; j++) {
            bool best = true;
            for (uint32_t k = 0; k < game.rows && best; k++)
                best = pay_a[k * game.cols + j] <= pay_a[i * game.cols + j] &&
                       pay_b[i * game.cols + k] <= pay_b[i * game.cols + j];
            if (best)
                return true;
        }
    return false;
}

static void one(uint32_t games, uint32_t side)
{
    double sum = 0, worst = 0;
    uint64_t pivots = 0;
    nash_rng_seed(&rng, side);
    for (uint32_t k = 0; k < games; k++) {
        struct matrix_one found;
        struct nash_error error = {0};
        do
            draw(side, 100000);
        while (has_pure());
        fresh();
        double begin = cpu_us();
        if (matrix_one_equilibrium(&game, &run, &found, &error) != NASH_OK)
            fail(error.detail);
        double ms = (cpu_us() - begin) / 1e3;
        if (matrix_check_equilibrium(&game, &found.equilibrium, &error) != NASH_OK)
            fail(error.detail);
        sum += ms;
        worst = ms > worst ? ms : worst;
        pivots += found.pivots;
    }
    printf("one of %3u by %3u, none pure   %9.2f ms (worst %8.2f), %.0f pivots\n", side, side, sum / games, worst,
           (double)pivots / games);
}

static void zero_sum(uint32_t games, uint32_t side)
{
    double sum = 0, worst = 0;
    nash_rng_seed(&rng, side);
    for (uint32_t k = 0; k < games; k++) {
        struct matrix_value value;
        struct nash_error error = {0};
        draw(side, 1000);
        fresh();
        double begin = cpu_us();
        if (matrix_zero_sum(side, side, pay_a, &run, &value, &error) != NASH_OK)
            fail(error.detail);
        double ms = (cpu_us() - begin) / 1e3;
        sum += ms;
        worst = ms > worst ? ms : worst;
    }
    printf("value of %3u by %3u            %9.2f ms (worst %8.2f)\n", side, side, sum / games, worst);
}

int main(void)
{
    run.arena = nash_arena_new(ARENA);
    if (!run.arena)
        return 1;
    versus("8 by 8", 20, 8, 100);
    versus("10 by 10", 20, 10, 100);
    versus("12 by 12", 10, 12, 100);
    versus("14 by 14", 6, 14, 100);
    versus("15 by 15", 6, 15, 100);
    versus("8 by 8, payoffs 0..2", 20, 8, 3);
    versus("12 by 12, payoffs 0..2", 6, 12, 3);
    versus("6 by 6, von Stengel's", 5, 6, 0);
    versus("8 by 8, the same for 8", 3, 8, 0);
    one(40, 50);
    one(40, 100);
    one(10, 200);
    zero_sum(10, 100);
    zero_sum(3, 200);
    nash_arena_free(run.arena);
    return 0;
}
