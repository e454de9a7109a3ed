/* Writes the analysis of a game without its mixed equilibria. */
#include <solvers/matrix/numbers.h>

#include "write.h"

static void write_profile(const struct matrix_problem *p, const struct matrix_profile *profile, struct nash_jsonw *out)
{
    nash_jsonw_kstring(out, "row", p->row_name[profile->row]);
    nash_jsonw_kstring(out, "col", p->col_name[profile->col]);
}

static void write_payoff(const struct matrix_problem *p, const struct matrix_profile *profile, struct nash_jsonw *out)
{
    size_t at = (size_t)profile->row * p->game.cols + profile->col;
    nash_jsonw_karray(out, "payoff");
    matrix_write_rational(out, p->game.a[at], p->scale);
    matrix_write_rational(out, p->game.b[at], p->scale);
    nash_jsonw_array_end(out);
}

/* Writes the indices of the best responses to each strategy of the opponent. */
static void write_best(struct nash_jsonw *out, const char *key, const bool *best, uint32_t own, uint32_t other)
{
    nash_jsonw_karray(out, key);
    for (uint32_t k = 0; k < other; k++) {
        nash_jsonw_array(out);
        for (uint32_t i = 0; i < own; i++)
            if (best[(size_t)i * other + k])
                nash_jsonw_uint(out, i);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

void matrix_write_pure(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    if (!matrix_has(p, a, MATRIX_PURE))
        return;
    nash_jsonw_kobject(out, "best_responses");
    write_best(out, "row", a->best[0], p->game.rows, p->game.cols);
    write_best(out, "col", a->best[1], p->game.cols, p->game.rows);
    nash_jsonw_object_end(out);
    nash_jsonw_kuint(out, "pure_count", a->pure.count);
    nash_jsonw_karray(out, "pure");
    for (uint32_t i = 0; i < a->pure.listed; i++) {
        nash_jsonw_object(out);
        write_profile(p, &a->pure.list[i], out);
        write_payoff(p, &a->pure.list[i], out);
        nash_jsonw_kbool(out, "strict", a->pure.list[i].strict);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

/* ---- dominance ---- */

static void write_dominated(const struct matrix_problem *p, const struct matrix_dominance *d, int side,
                            struct nash_jsonw *out)
{
    nash_jsonw_karray(out, side ? "cols" : "rows");
    for (uint32_t i = 0; i < d->count[side]; i++) {
        nash_jsonw_object(out);
        matrix_write_dominator(out, side ? "col" : "row", side ? p->col_name : p->row_name, &d->list[side][i]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_elimination(const struct matrix_problem *p, const char *key, const struct matrix_elimination *e,
                              struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, key);
    nash_jsonw_karray(out, "order");
    for (uint32_t i = 0; i < e->strikes; i++) {
        nash_jsonw_object(out);
        nash_jsonw_kuint(out, "round", e->strike[i].round);
        nash_jsonw_kstring(out, "player", e->strike[i].col ? "col" : "row");
        matrix_write_dominator(out, "strategy", e->strike[i].col ? p->col_name : p->row_name, &e->strike[i].why);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    matrix_write_marked(out, "rows", p->row_name, e->alive[0], p->game.rows);
    matrix_write_marked(out, "cols", p->col_name, e->alive[1], p->game.cols);
    nash_jsonw_object_end(out);
}

static void write_dominance(const struct matrix_problem *p, const struct matrix_dominance *d, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "dominance");
    write_dominated(p, d, 0, out);
    write_dominated(p, d, 1, out);
    nash_jsonw_kobject(out, "iterated");
    write_elimination(p, "strict", &d->strict, out);
    write_elimination(p, "weak", &d->weak, out);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}

/* ---- Pareto, security, classification ---- */

static void write_pareto(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "pareto_count", a->pareto.count);
    nash_jsonw_karray(out, "pareto");
    for (uint32_t i = 0; i < a->pareto.listed; i++) {
        nash_jsonw_object(out);
        write_profile(p, &a->pareto.list[i], out);
        write_payoff(p, &a->pareto.list[i], out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "pareto_better_than_equilibrium");
    for (uint32_t i = 0; i < a->better.listed; i++) {
        nash_jsonw_object(out);
        write_profile(p, &a->better.list[i], out);
        nash_jsonw_kuint(out, "than", a->better_than[i]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_security(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "security");
    for (int s = 0; s < 2; s++) {
        const struct matrix_security *security = &a->security[s];
        nash_jsonw_kobject(out, s ? "col" : "row");
        nash_jsonw_kobject(out, "pure");
        nash_jsonw_key(out, "level");
        matrix_write_rational(out, security->level, p->scale);
        matrix_write_marked(out, "strategies", s ? p->col_name : p->row_name, security->best,
                            s ? p->game.cols : p->game.rows);
        nash_jsonw_object_end(out);
        nash_jsonw_kobject(out, "mixed");
        nash_jsonw_key(out, "level");
        numbers_write(out, security->mixed.value, p->scale);
        nash_jsonw_karray(out, "strategy");
        for (uint32_t i = 0; i < security->mixed.row.count; i++)
            numbers_write(out, security->mixed.row.weight[i], 1);
        nash_jsonw_array_end(out);
        nash_jsonw_object_end(out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
}

static void write_classification(const struct matrix_problem *p, const struct matrix_classification *c,
                                 struct nash_jsonw *out)
{
    static const char *const sums[] = {
        [MATRIX_SUM_NONE] = "non-zero", [MATRIX_SUM_CONSTANT] = "constant", [MATRIX_SUM_ZERO] = "zero"};
    nash_jsonw_kobject(out, "classification");
    nash_jsonw_kstring(out, "sum", sums[c->sum]);
    if (c->sum == MATRIX_SUM_CONSTANT) {
        nash_jsonw_key(out, "constant");
        matrix_write_rational(out, c->constant, p->scale);
    }
    nash_jsonw_kbool(out, "symmetric", c->symmetric);
    nash_jsonw_kstring(out, "timing", p->dynamic ? "dynamic" : "static");
    nash_jsonw_kbool(out, "cooperative", p->cooperative);
    nash_jsonw_kstring(out, "information", "complete");
    nash_jsonw_object_end(out);
}

void matrix_write_analysis(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    if (matrix_has(p, a, MATRIX_DOMINANCE))
        write_dominance(p, &a->dominance, out);
    if (matrix_has(p, a, MATRIX_PARETO))
        write_pareto(p, a, out);
    if (matrix_has(p, a, MATRIX_SECURITY))
        write_security(p, a, out);
    if (matrix_has(p, a, MATRIX_CLASSIFICATION))
        write_classification(p, &a->classification, out);
}
