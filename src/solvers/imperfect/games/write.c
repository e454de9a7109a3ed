/* Writes the answer as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/imperfect/write/write.h>
#include <solvers/kit/summary.h>

#include "learn/model.h"
#include "problem.h"

enum { STRATEGY_LIST_MAX = 5000 }; /* infosets in the list of a result */

/* ---- the summary ---- */

static void describe(const struct game_problem *p, struct summary *summary)
{
    static const char *const names[] = {"Kuhn poker", "Leduc hold'em", "liar's dice"};
    if (p->builtin >= 0) {
        summary_add(summary, "%s", names[p->builtin]);
        return;
    }
    summary_add(summary, "game tree, ");
    summary_add_count(summary, p->tree->nodes, "node", "nodes");
    summary_add(summary, ", ");
    summary_add_count(summary, p->tree->infosets, "infoset", "infosets");
}

void game_describe(const void *problem, struct nash_buf *out)
{
    struct summary summary = {0};
    describe(problem, &summary);
    nash_buf_add(out, summary.text, summary.len);
}

/* Returns the mean over the seats of the number at this offset of a seat. */
static double seat_mean(const struct game_answer *a, size_t offset)
{
    double sum = 0;
    for (uint32_t s = 0; s < a->seats; s++) {
        double number;
        memcpy(&number, (const char *)&a->seat[s] + offset, sizeof number);
        sum += number;
    }
    return sum / a->seats;
}

#define SEAT_MEAN(a, member) seat_mean((a), offsetof(struct game_seat, member))

static void write_summary(const struct game_problem *p, const struct game_answer *a, struct nash_jsonw *out)
{
    struct summary summary = {0};
    describe(p, &summary);
    if (p->want == GAME_SOLVE) {
        summary_add(&summary, ": value");
        for (uint32_t q = 0; q < p->tree->players; q++)
            summary_add(&summary, " %.6g", a->value[q]);
        summary_add(&summary, ", exploitability %.3g", a->exploitability);
    } else if (p->want == GAME_EXPORT) {
        summary_add(&summary, ": an .efg file of %zu bytes", strlen(a->efg));
    } else if (p->want == GAME_BEST_RESPONSE) {
        summary_add(&summary, ": best response %.6g", SEAT_MEAN(a, ev));
    } else if (p->opponent || p->player == UINT32_MAX) {
        summary_add(&summary, ": expected value %.6g", SEAT_MEAN(a, ev));
    } else {
        summary_add(&summary, ": worst case %.6g", SEAT_MEAN(a, worst_case));
    }
    if (a->timeout)
        summary_add(&summary, ", timeout");
    summary_write(&summary, out);
}

/* ---- strategies ---- */

static bool is_answered(const struct game_problem *p, const struct game_answer *a, uint32_t player)
{
    bool answered = p->want == GAME_SOLVE;
    for (uint32_t s = 0; s < a->seats; s++)
        answered |= a->seat[s].player == player;
    return answered;
}

static int compare_reach(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Returns the reach that an infoset must exceed to be listed: -1 if all are, so that the list keeps the infosets that
 * are reached most. */
static double least_reach(const struct game_problem *p, const struct game_answer *a, uint32_t infosets)
{
    double *sorted = infosets > STRATEGY_LIST_MAX ? malloc(infosets * sizeof *sorted) : NULL;
    uint32_t count = 0;
    if (!sorted)
        return infosets > STRATEGY_LIST_MAX ? INFINITY : -1;
    for (uint32_t i = 0; i < p->tree->infosets; i++)
        if (is_answered(p, a, p->tree->infoset_of[i].player))
            sorted[count++] = a->reach[i];
    qsort(sorted, count, sizeof *sorted, compare_reach);
    double least = sorted[STRATEGY_LIST_MAX];
    free(sorted);
    return least;
}

static void write_infoset(const struct game_tree *tree, const struct game_answer *a, uint32_t i, struct nash_jsonw *out)
{
    const struct game_infoset *set = &tree->infoset_of[i];
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "player", tree->player_name[set->player]);
    nash_jsonw_kstring(out, "infoset", set->name);
    nash_jsonw_kobject(out, "actions");
    for (uint32_t k = 0; k < set->action_count; k++)
        nash_jsonw_kdouble(out, tree->action_name[set->first_action + k],
                           tables_round(a->strategy[set->first_action + k]));
    nash_jsonw_object_end(out);
    nash_jsonw_kdouble(out, "reach", tables_round(fmin(a->reach[i], 1)));
    nash_jsonw_object_end(out);
}

static void write_strategy(const struct game_problem *p, const struct game_answer *a, struct nash_jsonw *out)
{
    uint32_t infosets = 0;
    for (uint32_t i = 0; i < p->tree->infosets; i++)
        infosets += is_answered(p, a, p->tree->infoset_of[i].player);
    double least = least_reach(p, a, infosets);
    nash_jsonw_karray(out, "strategy");
    for (uint32_t q = 0; q < p->tree->players; q++)
        for (uint32_t i = 0; i < p->tree->infosets; i++)
            if (p->tree->infoset_of[i].player == q && is_answered(p, a, q) && a->reach[i] > least)
                write_infoset(p->tree, a, i, out);
    nash_jsonw_array_end(out);
    nash_jsonw_kbool(out, "strategy_complete", infosets <= STRATEGY_LIST_MAX);
}

/* ---- the questions ---- */

static const char *method_name(const struct game_answer *a)
{
    return a->method == GAME_CFR          ? cfr_method_names[a->cfr.method]
           : a->method == GAME_ONE_PLAYER ? "best_response"
                                          : game_method_names[a->method];
}

static void write_equilibrium(const struct game_problem *p, const struct game_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, "value");
    for (uint32_t q = 0; q < p->tree->players; q++)
        nash_jsonw_double(out, tables_round(a->value[q]));
    nash_jsonw_array_end(out);
    if (a->exact[0]) {
        nash_jsonw_karray(out, "value_exact");
        nash_jsonw_string(out, a->exact[0]);
        nash_jsonw_string(out, a->exact[1]);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_kdouble(out, "exploitability", tables_round(a->exploitability));
    nash_jsonw_kdouble(out, "nash_gap", tables_round(a->largest_gain));
    nash_jsonw_kstring(out, "method", method_name(a));
    nash_jsonw_kbool(out, "exact", a->proved);
    nash_jsonw_kbool(out, "perfect_information", p->tree->perfect_information);
    nash_jsonw_kbool(out, "constant_sum", p->tree->constant_sum);
    if (a->method != GAME_CFR)
        return;
    nash_jsonw_kuint(out, "iterations", a->cfr.iterations);
    nash_jsonw_kbool(out, "target_reached", a->cfr.reached);
    nash_jsonw_karray(out, "curve");
    for (uint32_t i = 0; i < a->cfr.curve_points; i++) {
        nash_jsonw_array(out);
        nash_jsonw_uint(out, a->cfr.curve[i].iterations);
        nash_jsonw_double(out, tables_round(a->cfr.curve[i].exploitability));
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

/* Writes a share, or null if the whole is not positive. */
static void write_share(struct nash_jsonw *out, const char *key, double part, double whole)
{
    nash_jsonw_kdouble(out, key, tables_round(whole > 1e-9 ? part / whole : NAN));
}

static void write_trust(struct nash_jsonw *out, double trust, double ev, double worst_case)
{
    nash_jsonw_object(out);
    nash_jsonw_kdouble(out, "trust", tables_round(trust));
    nash_jsonw_kdouble(out, "ev", tables_round(ev));
    nash_jsonw_kdouble(out, "worst_case", tables_round(worst_case));
    nash_jsonw_object_end(out);
}

/* Writes the numbers of a seat, or of the mean of all seats. */
static void write_numbers(const struct game_problem *p, const struct game_seat *seat, struct nash_jsonw *out)
{
    bool has_others = p->opponent || p->player == UINT32_MAX;
    bool duel = p->tree->players == 2 && p->tree->constant_sum;
    if (p->want == GAME_BEST_RESPONSE) {
        nash_jsonw_kdouble(out, "value", tables_round(seat->ev));
        return;
    }
    if (has_others) {
        nash_jsonw_kdouble(out, "ev", tables_round(seat->ev));
        nash_jsonw_kdouble(out, "best_response_ev", tables_round(seat->best_response_ev));
    }
    if (has_others && duel) {
        nash_jsonw_kdouble(out, "equilibrium_ev", tables_round(seat->equilibrium_ev));
        write_share(out, "captured", seat->ev - seat->equilibrium_ev, seat->best_response_ev - seat->equilibrium_ev);
        write_share(out, "share_of_best", seat->ev, seat->best_response_ev);
    }
    if (duel)
        nash_jsonw_kdouble(out, "worst_case", tables_round(seat->worst_case));
    if (p->want == GAME_EXPLOIT) {
        nash_jsonw_karray(out, "comparison");
        write_trust(out, 0, seat->safe.ev, seat->safe.worst_case);
        write_trust(out, 1, seat->full.ev, seat->full.worst_case);
        nash_jsonw_array_end(out);
    }
}

static void write_seats(const struct game_problem *p, const struct game_answer *a, struct nash_jsonw *out)
{
    struct game_seat mean = {.ev = SEAT_MEAN(a, ev),
                             .best_response_ev = SEAT_MEAN(a, best_response_ev),
                             .worst_case = SEAT_MEAN(a, worst_case),
                             .equilibrium_ev = SEAT_MEAN(a, equilibrium_ev),
                             .safe = {.ev = SEAT_MEAN(a, safe.ev), .worst_case = SEAT_MEAN(a, safe.worst_case)},
                             .full = {.ev = SEAT_MEAN(a, full.ev), .worst_case = SEAT_MEAN(a, full.worst_case)}};
    if (p->want == GAME_EXPLOIT && !p->count)
        nash_jsonw_kdouble(out, "trust", tables_round(p->trust));
    else if (p->want == GAME_EXPLOIT)
        nash_jsonw_kbool(out, "trust_by_data", true);
    if (p->model)
        nash_jsonw_kdouble(out, "hands", p->model->hands);
    write_numbers(p, &mean, out);
    if (p->want == GAME_EVALUATE && a->value) {
        nash_jsonw_karray(out, "game_value");
        nash_jsonw_double(out, tables_round(a->value[0]));
        nash_jsonw_double(out, tables_round(a->value[1]));
        nash_jsonw_array_end(out);
    }
    if (a->has_distance) {
        nash_jsonw_kdouble(out, "exploitability", tables_round(a->exploitability));
        nash_jsonw_kdouble(out, "nash_gap", tables_round(a->largest_gain));
    }
    nash_jsonw_karray(out, "seats");
    for (uint32_t s = 0; s < a->seats; s++) {
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "player", p->tree->player_name[a->seat[s].player]);
        write_numbers(p, &a->seat[s], out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

void game_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct game_answer *a = result->answer;
    const struct game_problem *p = a->problem;
    (void)problem;
    nash_jsonw_object(out);
    write_summary(p, a, out);
    nash_jsonw_kstring(out, "game", p->builtin >= 0 ? game_builtin_names[p->builtin] : p->tree->title);
    nash_jsonw_karray(out, "players");
    for (uint32_t q = 0; q < p->tree->players; q++)
        nash_jsonw_string(out, p->tree->player_name[q]);
    nash_jsonw_array_end(out);
    nash_jsonw_kuint(out, "nodes", p->tree->nodes);
    nash_jsonw_kuint(out, "infosets_count", p->tree->infosets);
    nash_jsonw_kstring(out, "want", game_want_names[p->want]);
    if (p->want == GAME_SOLVE)
        write_equilibrium(p, a, out);
    else if (p->want == GAME_EXPORT)
        nash_jsonw_kstring(out, "efg", a->efg);
    else
        write_seats(p, a, out);
    if (p->want != GAME_EVALUATE && p->want != GAME_EXPORT)
        write_strategy(p, a, out);
    if (a->timeout)
        nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_object_end(out);
}
