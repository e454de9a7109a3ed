/* Writes the result as JSON: schema/kinds/matrix.result.json. */
#include <string.h>

#include <solvers/matrix/numbers.h>

#include "write.h"

static const char *const form_names[] = {
    [MATRIX_BIMATRIX] = "bimatrix", [MATRIX_ZERO_SUM] = "zero_sum", [MATRIX_DECISION] = "decision"};

static const int64_t PLAIN = INT64_C(1000000000000000); /* integers below it are JSON numbers */

/* ---- shared ---- */

void matrix_write_rational(struct nash_jsonw *out, __int128 num, __int128 den)
{
    char text[RATIONAL_TEXT];
    if (den == 1 && num > -PLAIN && num < PLAIN)
        nash_jsonw_int(out, (int64_t)num);
    else
        numbers_write(out, rational_text(text, num, den), 1);
}

void matrix_write_marked(struct nash_jsonw *out, const char *key, const char *const *name, const bool *marked,
                         uint32_t count)
{
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < count; i++)
        if (marked[i])
            nash_jsonw_string(out, name[i]);
    nash_jsonw_array_end(out);
}

void matrix_write_dominator(struct nash_jsonw *out, const char *key, const char *const *name,
                            const struct matrix_dominator *why)
{
    nash_jsonw_kstring(out, key, name[why->strategy]);
    nash_jsonw_key(out, "by");
    if (why->by == MATRIX_BY_MIXTURE) {
        nash_jsonw_object(out);
        for (uint32_t i = 0; i < why->mix.count; i++) {
            if (numbers_is_zero(why->mix.weight[i]))
                continue;
            nash_jsonw_key(out, name[i]);
            numbers_write(out, why->mix.weight[i], 1);
        }
        nash_jsonw_object_end(out);
    } else {
        nash_jsonw_string(out, name[why->by]);
    }
    nash_jsonw_kbool(out, "strict", why->strict);
}

void matrix_write_table(struct nash_jsonw *out, const char *key, const int64_t *entry, uint32_t rows, uint32_t cols,
                        int64_t scale)
{
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < rows; i++) {
        nash_jsonw_array(out);
        for (uint32_t j = 0; j < cols; j++)
            matrix_write_rational(out, *entry++, scale);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

/* ---- the whole ---- */

static void write_names(struct nash_jsonw *out, const char *key, const char *const *name, uint32_t count)
{
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < count; i++)
        nash_jsonw_string(out, name[i]);
    nash_jsonw_array_end(out);
}

static void write_game(const struct matrix_problem *p, struct nash_jsonw *out)
{
    const struct matrix_game *game = &p->game;
    bool decision = p->form == MATRIX_DECISION;
    nash_jsonw_kstring(out, "game", form_names[p->form]);
    write_names(out, decision ? "acts" : "rows", p->row_name, game->rows);
    write_names(out, decision ? "states" : "cols", p->col_name, game->cols);
    if (p->row_player)
        nash_jsonw_kstring(out, "row_player", p->row_player);
    if (p->col_player)
        nash_jsonw_kstring(out, "col_player", p->col_player);
    matrix_write_table(out, decision ? "payoff" : "row_payoff", game->a, game->rows, game->cols, p->scale);
    if (game->b)
        matrix_write_table(out, "col_payoff", game->b, game->rows, game->cols, p->scale);
}

static void write_unfinished(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    uint32_t unfinished = p->form == MATRIX_DECISION ? a->unfinished : a->unfinished & p->want;
    if (!a->unfinished)
        return;
    nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_karray(out, "unfinished");
    for (uint32_t what = 0; what < MATRIX_WANTS; what++)
        if (unfinished >> what & 1)
            nash_jsonw_string(out, matrix_want_names[what]);
    nash_jsonw_array_end(out);
}

void matrix_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct matrix_problem *p = problem;
    const struct matrix_answer *a = result->answer;
    nash_jsonw_object(out);
    matrix_write_summary(p, a, out);
    write_game(p, out);
    if (p->form == MATRIX_DECISION) {
        matrix_write_decision(p, a, out);
    } else {
        matrix_write_pure(p, a, out);
        matrix_write_equilibria(p, a, out);
        matrix_write_analysis(p, a, out);
    }
    write_unfinished(p, a, out);
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "pivots", a->equilibria.pivots + a->one.pivots);
    nash_jsonw_kuint(out, "vertices", a->equilibria.vertices);
    nash_jsonw_kuint(out, "solve_us", a->solve_us);
    nash_jsonw_object_end(out);
    nash_jsonw_object_end(out);
}
