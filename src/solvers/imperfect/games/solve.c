/* Answers the questions on a game. */
#include <math.h>
#include <string.h>

#include <solvers/imperfect/equilibrium/backward.h>
#include <solvers/imperfect/equilibrium/normal_form.h>
#include <solvers/imperfect/equilibrium/values.h>

#include "efg_write.h"
#include "learn/model.h"
#include "problem.h"

enum { EFG_MAX = 60 << 20 }; /* bytes of an exported file */

static bool is_zero_sum_duel(const struct game_tree *tree)
{
    return tree->players == 2 && tree->constant_sum;
}

/* ---- equilibria ---- */

static enum nash_status solve_cfr(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                                  struct nash_error *error)
{
    enum cfr_method method = p->method > GAME_CFR ? (enum cfr_method)(p->method - GAME_CFR) : CFR_AUTO;
    struct cfr_options options = {.method = method, .iterations = p->iterations, .target = p->target};
    enum nash_status status = cfr_solve(p->tree, &options, run, &a->cfr, error);
    a->method = GAME_CFR;
    a->strategy = a->cfr.strategy;
    if (status == NASH_OK)
        memcpy(a->value, a->cfr.value, sizeof a->cfr.value);
    return status;
}

static enum nash_status solve_normal_form(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                                          struct nash_error *error)
{
    struct normal_form_result found = {0};
    enum nash_status status = normal_form_solve(p->tree, run, &found, error);
    if (status == NASH_UNPROCESSABLE && is_zero_sum_duel(p->tree))
        return solve_cfr(p, run, a, error); /* the common denominator is too large */
    if (status == NASH_UNPROCESSABLE)
        return nash_fail(error, NASH_TOO_LARGE, "", "the numbers of the game have no common denominator below 2^62");
    if (status != NASH_OK)
        return status;
    a->strategy = found.strategy;
    memcpy(a->value, found.value, sizeof found.value);
    memcpy(a->exact, found.exact, sizeof a->exact);
    a->proved = true;
    return NASH_OK;
}

/* Finds an equilibrium by the method of the problem. */
static enum nash_status solve_equilibrium(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                                          struct nash_error *error)
{
    a->method = p->method;
    a->value = NASH_NEW(run->arena, double, p->tree->players);
    a->strategy = NASH_NEW(run->arena, double, p->tree->actions + 1);
    if (!a->value || !a->strategy)
        return NASH_NOMEM;
    switch (p->method) {
    case GAME_ONE_PLAYER:
        game_uniform(p->tree, a->strategy);
        a->proved = true;
        return game_best_response(p->tree, 0, a->strategy, a->strategy, a->value, run->arena);
    case GAME_BACKWARD:
        a->proved = true;
        return backward_solve(p->tree, a->strategy, a->value, run->arena);
    case GAME_NORMAL:
        return solve_normal_form(p, run, a, error);
    default:
        return solve_cfr(p, run, a, error);
    }
}

/* ---- seats ---- */

/* Fills out[actions] with the player's part of `own` and the others' part of `others`. */
static void combine(const struct game_tree *tree, uint32_t player, const double *own, const double *others, double *out)
{
    memmove(out, others, tree->actions * sizeof *out);
    game_copy_player(tree, player, own, out);
}

/* Returns the expected payoff of a player with its part of `own` against the others' part of `others`; NAN without
 * memory. scratch is [actions]. */
static double expected(const struct game_tree *tree, uint32_t player, const double *own, const double *others,
                       double *scratch, struct nash_arena *arena)
{
    double value[GAME_PLAYERS_MAX];
    combine(tree, player, own, others, scratch);
    return game_expected(tree, scratch, value, arena) == NASH_OK ? value[player] : NAN;
}

static enum nash_status evaluate_seat(const struct game_problem *p, const double *equilibrium, struct nash_run *run,
                                      struct game_seat *seat, double *scratch)
{
    const struct game_tree *tree = p->tree;
    const double *others = p->opponent ? p->opponent : p->strategy;
    enum nash_status status = NASH_OK;
    seat->ev = expected(tree, seat->player, p->strategy, others, scratch, run->arena);
    if (equilibrium)
        seat->equilibrium_ev = expected(tree, seat->player, equilibrium, others, scratch, run->arena);
    status = game_best_response(tree, seat->player, others, NULL, &seat->best_response_ev, run->arena);
    if (status == NASH_OK && is_zero_sum_duel(tree)) {
        double worst = 0;
        status = game_best_response(tree, 1 - seat->player, p->strategy, NULL, &worst, run->arena);
        seat->worst_case = tree->constant - worst;
    }
    return isnan(seat->ev) || isnan(seat->equilibrium_ev) ? NASH_NOMEM : status;
}

static enum nash_status evaluate(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                                 struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    double *scratch = NASH_NEW(run->arena, double, p->tree->actions + 1);
    double *strategy = NASH_NEW(run->arena, double, p->tree->actions + 1);
    if (!scratch || !strategy)
        return NASH_NOMEM;
    if (is_zero_sum_duel(p->tree))
        status = solve_equilibrium(p, run, a, error);
    a->proved = false; /* that equilibrium is not the answer */
    for (uint32_t s = 0; s < a->seats && status == NASH_OK; s++)
        status = evaluate_seat(p, a->strategy, run, &a->seat[s], scratch);
    memcpy(strategy, p->strategy, p->tree->actions * sizeof *strategy);
    a->strategy = strategy;
    return status;
}

/* Fills the best responses of the seats; the others' part of the strategy is what they respond to. */
static enum nash_status respond(const struct game_problem *p, struct nash_run *run, struct game_answer *a)
{
    const struct game_tree *tree = p->tree;
    enum nash_status status = NASH_OK;
    double *response = NASH_NEW(run->arena, double, tree->actions + 1);
    a->strategy = NASH_NEW(run->arena, double, tree->actions + 1);
    if (!response || !a->strategy)
        return NASH_NOMEM;
    memcpy(a->strategy, p->opponent, tree->actions * sizeof *response);
    for (uint32_t s = 0; s < a->seats && status == NASH_OK; s++) {
        struct game_seat *seat = &a->seat[s];
        status = game_best_response(tree, seat->player, p->opponent, response, &seat->best_response_ev, run->arena);
        game_copy_player(tree, seat->player, response, a->strategy);
        seat->ev = seat->best_response_ev;
    }
    return status;
}

/* Fills the responses of the seats with the trust asked for, and for comparison with none and all. */
static enum nash_status exploit(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                                struct nash_error *error)
{
    const struct game_tree *tree = p->tree;
    enum nash_status status = NASH_OK;
    a->strategy = NASH_NEW(run->arena, double, tree->actions + 1);
    if (!a->strategy)
        return NASH_NOMEM;
    memcpy(a->strategy, p->opponent, tree->actions * sizeof *a->strategy);
    for (uint32_t s = 0; s < a->seats && status == NASH_OK; s++) {
        struct game_seat *seat = &a->seat[s];
        struct response_options options = {.player = seat->player,
                                           .trust = p->trust,
                                           .count = p->count,
                                           .cfr = {.iterations = p->iterations, .target = p->target}};
        struct response chosen;
        status = response_solve(tree, p->opponent, &options, run, &chosen, error);
        if (status != NASH_OK)
            break;
        game_copy_player(tree, seat->player, chosen.strategy, a->strategy);
        seat->ev = chosen.ev;
        seat->worst_case = chosen.worst_case;
        options.count = NULL;
        options.trust = 0;
        status = response_solve(tree, p->opponent, &options, run, &seat->safe, error);
        options.trust = 1;
        if (status == NASH_OK)
            status = response_solve(tree, p->opponent, &options, run, &seat->full, error);
        seat->best_response_ev = seat->full.ev;
        seat->equilibrium_ev = seat->safe.ev;
    }
    return status;
}

/* ---- the question ---- */

/* Fills the reach of the infosets of a player, or of all for UINT32_MAX, when all play `strategy`. */
static bool fill_reach(const struct game_tree *tree, uint32_t player, const double *strategy, struct game_answer *a,
                       struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    double *reach = NASH_NEW(arena, double, tree->nodes);
    if (!reach)
        return false;
    game_reach(tree, strategy, GAME_ALL_PLAYERS, reach);
    for (uint32_t v = 0; v < tree->nodes; v++)
        if (tree->player[v] >= 0 && (player == UINT32_MAX || tree->player[v] == (int8_t)player))
            a->reach[tree->infoset[v]] += reach[v];
    nash_arena_release(arena, mark);
    return true;
}

/* Fills the reach of the infosets whose strategies are answered: in an equilibrium, or of each response against the
 * opponents. */
static bool fill_reaches(const struct game_problem *p, struct game_answer *a, struct nash_arena *arena)
{
    double *profile = NASH_NEW(arena, double, p->tree->actions + 1);
    a->reach = NASH_NEW(arena, double, p->tree->infosets + 1);
    if (!profile || !a->reach)
        return false;
    if (p->want == GAME_SOLVE || p->want == GAME_EVALUATE)
        return fill_reach(p->tree, UINT32_MAX, a->strategy, a, arena);
    for (uint32_t s = 0; s < a->seats; s++) {
        combine(p->tree, a->seat[s].player, a->strategy, p->opponent, profile);
        if (!fill_reach(p->tree, a->seat[s].player, profile, a, arena))
            return false;
    }
    return true;
}

static struct game_seat *new_seats(const struct game_problem *p, struct game_answer *a, struct nash_arena *arena)
{
    bool none = p->want == GAME_SOLVE || p->want == GAME_EXPORT;
    a->seats = none ? 0 : p->player == UINT32_MAX ? p->tree->players : 1;
    a->seat = NASH_NEW(arena, struct game_seat, a->seats + 1);
    for (uint32_t s = 0; a->seat && s < a->seats; s++)
        a->seat[s].player = p->player == UINT32_MAX ? s : p->player;
    return a->seat;
}

static enum nash_status export_efg(const struct game_problem *p, struct nash_run *run, struct game_answer *a)
{
    struct nash_buf text = NASH_BUF_INIT(EFG_MAX);
    if (efg_write(p->tree, &text, run->arena))
        a->efg = nash_arena_strndup(run->arena, text.data, text.len);
    nash_buf_free(&text);
    return a->efg ? NASH_OK : NASH_NOMEM;
}

static enum nash_status answer(const struct game_problem *p, struct nash_run *run, struct game_answer *a,
                               struct nash_error *error)
{
    switch (p->want) {
    case GAME_SOLVE:
        return solve_equilibrium(p, run, a, error);
    case GAME_BEST_RESPONSE:
        return respond(p, run, a);
    case GAME_EVALUATE:
        return evaluate(p, run, a, error);
    case GAME_EXPORT:
        return export_efg(p, run, a);
    default:
        return exploit(p, run, a, error);
    }
}

/* Returns the problem with the opponent that fits its model best, or the problem itself. NULL without memory. Without a
 * trust that was asked for, each infoset is trusted by its observations. */
static const struct game_problem *fit_opponent(const struct game_problem *p, struct nash_run *run)
{
    struct learn_options options = {.detect_change = true};
    struct learn_fit fit;
    if (!p->model)
        return p;
    struct game_problem *fitted = NASH_NEW(run->arena, struct game_problem, 1);
    if (!fitted || learn_fit(&p->model->views, &p->model->table, &options, run, &fit) != NASH_OK)
        return NULL;
    *fitted = *p;
    fitted->opponent = fit.strategy;
    fitted->count = p->trust_given ? NULL : fit.count;
    return fitted;
}

enum nash_status game_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error)
{
    struct game_answer *a = result->answer = NASH_NEW(run->arena, struct game_answer, 1);
    *error = (struct nash_error){0};
    const struct game_problem *p = a ? fit_opponent(problem, run) : NULL;
    if (a)
        a->problem = p;
    if (!p || !new_seats(p, a, run->arena))
        return nash_fail(error, NASH_NOMEM, "", "the game does not fit into memory");
    enum nash_status status = answer(p, run, a, error);
    a->timeout = run->stopped != NASH_STOP_NONE;
    a->has_distance = p->want == GAME_SOLVE || (p->want == GAME_EVALUATE && !p->opponent && p->player == UINT32_MAX);
    if (status == NASH_OK && a->has_distance) {
        struct game_distance distance;
        status = game_exploitability(p->tree, a->strategy, NULL, &distance, run->arena);
        a->exploitability = distance.exploitability;
        a->largest_gain = distance.largest_gain;
        if (a->proved && fabs(a->largest_gain) < 1e-9) /* the rest is rounding */
            a->exploitability = a->largest_gain = 0;
    }
    if (status == NASH_OK && p->want != GAME_EXPORT && !fill_reaches(p, a, run->arena))
        status = NASH_NOMEM;
    result->final = !a->timeout;
    if (status == NASH_NOMEM)
        return nash_fail(error, status, "", "the game does not fit into memory");
    if (status == NASH_STOPPED)
        return nash_fail(error, status, "", "stopped before the first equilibrium");
    return status;
}
