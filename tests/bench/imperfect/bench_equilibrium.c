/* Regret minimisation: iterations and CPU time to exploitability 1e-5 and 1e-6 (payoff units), of each method on each
 * built-in game, and the time of the method that "auto" chooses as a share of plain CFR+, run in turn. Exits with
 * status 1 if a value or an exploitability, computed in the tree, is wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <solvers/imperfect/equilibrium/cfr.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/builtin.h>

#include "../cost.h"

enum { GAMES = 3, REPEATS = 3 };

struct measured {
    double ms;
    struct cfr_result result;
};

/* The largest number of iterations: a method that does not get there is reported so. */
static const uint64_t limit[GAMES] = {200000, 100000, 6000};
static const double value[GAMES] = {-1.0 / 18, -0.0856064, -0.0271318};

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* Solves a game REPEATS times and keeps the fastest run. */
static struct measured solve(const struct game_tree *tree, int game, enum cfr_method method, double target)
{
    struct measured best = {.ms = INFINITY};
    for (int repeat = 0; repeat < (game == 2 ? 1 : REPEATS); repeat++) {
        struct nash_run run = {.arena = nash_arena_new((size_t)1 << 30)};
        struct cfr_options options = {.method = method, .target = target, .iterations = limit[game]};
        struct cfr_result result;
        struct nash_error error = {0};
        double begin = cpu_us();
        if (cfr_solve(tree, &options, &run, &result, &error) != NASH_OK)
            fail(error.detail);
        double ms = (cpu_us() - begin) / 1e3;
        struct game_distance distance;
        if (game_exploitability(tree, result.strategy, NULL, &distance, run.arena) != NASH_OK)
            fail("no memory");
        if (fabs(distance.exploitability - result.exploitability) > 1e-9)
            fail("the exploitability differs from the tree's");
        if (result.reached && fabs(result.value[0] - value[game]) > target + 1e-7)
            fail("the value is wrong");
        if (ms < best.ms)
            best = (struct measured){ms, result};
        nash_arena_free(run.arena);
    }
    return best;
}

static void print_cell(const struct measured *m)
{
    if (m->result.reached)
        printf(" | %7llu %8.2f ms", (unsigned long long)m->result.iterations, m->ms);
    else
        printf(" | %7llu: %.1e    ", (unsigned long long)m->result.iterations, m->result.exploitability);
}

int main(void)
{
    struct nash_error error = {0};
    struct nash_arena *arena = nash_arena_new((size_t)1 << 30);
    for (int game = 0; game < GAMES; game++) {
        struct game_tree *tree = game_builtin((unsigned)game, arena, &error);
        if (!tree)
            fail(error.detail);
        printf("%s: %u nodes, %u information sets, %u actions\n", tree->title, tree->nodes, tree->infosets,
               tree->actions);
        printf("  method  | to 1e-5: iterations, CPU | to 1e-6\n");
        for (int method = CFR_PLUS; method <= CFR_PREDICTIVE_DISCOUNTED; method++) {
            struct measured near = solve(tree, game, (enum cfr_method)method, 1e-5);
            struct measured nearer = solve(tree, game, (enum cfr_method)method, 1e-6);
            printf("  %-7s", cfr_method_names[method]);
            print_cell(&near);
            print_cell(&nearer);
            printf("\n");
        }
        struct measured plain = solve(tree, game, CFR_PLUS, 1e-5), chosen = solve(tree, game, CFR_AUTO, 1e-5);
        printf("  auto = %s: %.2f ms to 1e-5, %.2f of plain CFR+, value %.7f\n\n",
               cfr_method_names[chosen.result.method], chosen.ms, chosen.ms / plain.ms, chosen.result.value[0]);
    }
    nash_arena_free(arena);
    return 0;
}
