/* Leduc against the six fixed opponents of games/styles.h and one whose actions are random at each information set.
 *
 * Trust: payoff against the known model and worst case at trust 0, 0.5, 0.75 and 1, mean of the seats, in antes a hand.
 * Learning: the share of the exact best response captured after 0, 100, 1,000 and 10,000 hands, mean of RUNS seeded
 * runs with its 95 % interval and the lowest run; what was won while learning; and CPU time. With habits and without.
 * Exits with status 1 if a style's lowest run after 10,000 hands captures less than 0.90 or trust 0.5 loses over 0.6.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/rng.h>
#include <solvers/imperfect/equilibrium/restricted.h>
#include <solvers/imperfect/equilibrium/session.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/builtin.h>
#include <solvers/imperfect/games/styles.h>

#include "../cost.h"

/* FIRST: the style after "uniform". */
enum { FIRST = 1, STYLES = 6, OPPONENTS = STYLES + 1, RUNS = 20, POINTS = 4, LEDUC = 1 };

static struct nash_error error;
static struct game_tree *tree;
static struct learn_views views;
static double *opponent[OPPONENTS], *generic;
static bool failed;

static void check(enum nash_status status)
{
    if (status == NASH_OK)
        return;
    fprintf(stderr, "%s %s\n", nash_status_name(status), error.detail);
    exit(1);
}

static const char *opponent_name(int k)
{
    return k < STYLES ? game_style_names[FIRST + k] : "random sets";
}

static void make_opponents(struct nash_arena *arena)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 17);
    for (int k = 0; k < OPPONENTS; k++) {
        opponent[k] = NASH_NEW(arena, double, tree->actions);
        if (k < STYLES) {
            game_style((unsigned)(FIRST + k), LEDUC, tree, opponent[k]);
            continue;
        }
        for (uint32_t i = 0; i < tree->infosets; i++) {
            const struct game_infoset *set = &tree->infoset_of[i];
            double sum = 0, *local = opponent[k] + set->first_action;
            for (uint32_t a = 0; a < set->action_count; a++)
                sum += local[a] = -log(1 - nash_rng_unit(&rng)); /* uniform over the simplex */
            for (uint32_t a = 0; a < set->action_count; a++)
                local[a] /= sum;
        }
    }
}

/* The prior: the mean of an equilibrium and of random play. */
static void make_generic(struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena};
    struct cfr_options options = {.target = 1e-4};
    struct cfr_result result;
    check(cfr_solve(tree, &options, &run, &result, &error));
    generic = NASH_NEW(arena, double, tree->actions);
    game_uniform(tree, generic);
    for (uint32_t a = 0; a < tree->actions; a++)
        generic[a] = (generic[a] + result.strategy[a]) / 2;
}

static void bench_trust(void)
{
    static const double trust[] = {0, 0.5, 0.75, 1};
    printf("trust, known model: payoff / worst case (share of the best response), CPU of both seats\n");
    for (int k = 0; k < OPPONENTS; k++) {
        double ev[4] = {0}, worst[4] = {0}, begin = cpu_us();
        struct nash_run run = {.arena = nash_arena_new((size_t)1 << 30)};
        for (int t = 0; t < 4; t++)
            for (uint32_t seat = 0; seat < 2; seat++) {
                struct response_options options = {.player = seat, .trust = trust[t], .cfr = {.target = 1e-4}};
                struct response response;
                check(response_solve(tree, opponent[k], &options, &run, &response, &error));
                ev[t] += response.ev / 2;
                worst[t] += response.worst_case / 2;
            }
        printf("  %-13s", opponent_name(k));
        for (int t = 0; t < 4; t++)
            printf(" | %.2f: %6.3f / %6.3f (%.2f)", trust[t], ev[t], worst[t], ev[t] / ev[3]);
        printf(" | %.0f ms\n", (cpu_us() - begin) / 1e3);
        failed |= k < STYLES && worst[1] < -0.6;
        nash_arena_free(run.arena);
    }
}

static void bench_opponent(int k, double habit)
{
    static const uint64_t schedule[POINTS] = {0, 100, 1000, 10000};
    double sum[POINTS] = {0}, squares[POINTS] = {0}, least[POINTS], won = 0, best = 0, worst = 0, begin = cpu_us();
    for (int r = 0; r < RUNS; r++) {
        struct nash_run run = {.arena = nash_arena_new((size_t)1 << 30), .seed = 1 + (uint64_t)r};
        struct session_options options = {.opponent = opponent[k],
                                          .learn = {.generic = generic, .habit = habit},
                                          .schedule = schedule,
                                          .points = POINTS};
        struct session session;
        check(session_play(&views, &options, &run, &session, &error));
        for (int p = 0; p < POINTS; p++) {
            double captured = session.point[p].captured;
            sum[p] += captured;
            squares[p] += captured * captured;
            least[p] = r == 0 || captured < least[p] ? captured : least[p];
        }
        won += session.point[POINTS - 1].won / RUNS;
        best = (session.point[0].best[0] + session.point[0].best[1]) / 2;
        worst += (session.point[POINTS - 1].worst[0] + session.point[POINTS - 1].worst[1]) / 2 / RUNS;
        nash_arena_free(run.arena);
    }
    printf("  %-13s | %.3f", opponent_name(k), best);
    for (int p = 0; p < POINTS; p++) {
        double mean = sum[p] / RUNS, variance = fmax(0, squares[p] / RUNS - mean * mean) / (RUNS - 1);
        printf(" | %.3f+-%.3f (%.3f)", mean, 2.093 * sqrt(variance), least[p]);
    }
    printf(" | %.3f | %.2f | %.0f ms\n", won, worst, (cpu_us() - begin) / 1e3 / RUNS);
    failed |= k < STYLES && habit >= 0 && least[POINTS - 1] < 0.90;
}

int main(void)
{
    struct nash_arena *arena = nash_arena_new((size_t)1 << 30);
    tree = game_builtin(LEDUC, arena, &error);
    if (!tree)
        check(error.status);
    check(learn_views_init(&views, tree, arena));
    make_opponents(arena);
    make_generic(arena);
    bench_trust();
    for (int habits = 1; habits >= 0; habits--) {
        printf("\nlearnt%s, %d runs: best response | captured after 0, 100, 1,000, 10,000 hands +- 95 %% (lowest run) "
               "| won a"
               " hand while learning | worst case at the end | CPU of a run\n",
               habits ? "" : " without habits", RUNS);
        for (int k = 0; k < OPPONENTS; k++)
            bench_opponent(k, habits ? 0 : -1);
    }
    nash_arena_free(arena);
    return failed;
}
