/* Writes the mixed equilibria and, for a constant-sum game, its value and the optimal strategies. */
#include <string.h>

#include <solvers/matrix/numbers.h>

#include "write.h"

static void write_mix(struct nash_jsonw *out, const struct matrix_mix *mix)
{
    nash_jsonw_array(out);
    for (uint32_t i = 0; i < mix->count; i++)
        numbers_write(out, mix->weight[i], 1);
    nash_jsonw_array_end(out);
}

/* Writes the strategies that are played. Returns their number. */
static uint32_t write_support(struct nash_jsonw *out, const char *key, const struct matrix_mix *mix)
{
    uint32_t count = 0;
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < mix->count; i++) {
        if (numbers_is_zero(mix->weight[i]))
            continue;
        nash_jsonw_uint(out, i);
        count++;
    }
    nash_jsonw_array_end(out);
    return count;
}

/* Writes all pure best responses to the opponent's mixture `other`: those that pay `value`. The payoff of strategy i
 * against strategy k of the opponent is pay[i * row + k * step]. */
static void write_best(struct nash_jsonw *out, const char *key, const struct matrix_mix *other, const char *value,
                       const int64_t *pay, uint32_t own, size_t row, size_t step)
{
    struct numbers_mean *mean = numbers_mean_new(other, value);
    if (!mean) {
        out->out->failed = true;
        return;
    }
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < own; i++)
        if (numbers_mean_compare(mean, pay + i * row, step) == 0)
            nash_jsonw_uint(out, i);
    nash_jsonw_array_end(out);
    numbers_mean_free(mean);
}

/* Writes the members of an equilibrium into an open object. */
static void write_equilibrium(const struct matrix_problem *p, const struct matrix_equilibrium *e,
                              struct nash_jsonw *out)
{
    nash_jsonw_key(out, "row");
    write_mix(out, &e->row);
    nash_jsonw_key(out, "col");
    write_mix(out, &e->col);
    nash_jsonw_karray(out, "payoff");
    numbers_write(out, e->row_value, p->scale);
    numbers_write(out, e->col_value, p->scale);
    nash_jsonw_array_end(out);
    uint32_t rows = write_support(out, "row_support", &e->row), cols = write_support(out, "col_support", &e->col);
    nash_jsonw_kbool(out, "pure", rows == 1 && cols == 1);
    write_best(out, "row_best", &e->col, e->row_value, p->game.a, p->game.rows, p->game.cols, 1);
    write_best(out, "col_best", &e->row, e->col_value, p->game.b, p->game.cols, 1, p->game.cols);
}

/* Writes the indices of the listed equilibria of each component; a component without any is left out. */
static void write_components(const struct matrix_answer *a, struct nash_jsonw *out)
{
    const struct matrix_equilibria *e = &a->equilibria;
    nash_jsonw_karray(out, "components");
    for (uint32_t c = 0; c < e->components; c++) {
        bool open = false;
        for (uint32_t i = 0; i < a->equilibria_listed; i++) {
            if (e->component[i] != c)
                continue;
            if (!open)
                nash_jsonw_array(out);
            open = true;
            nash_jsonw_uint(out, i);
        }
        if (open)
            nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_all(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    const struct matrix_equilibria *e = &a->equilibria;
    nash_jsonw_kobject(out, "equilibria");
    nash_jsonw_kuint(out, "count", e->count);
    nash_jsonw_kbool(out, "complete", e->complete);
    nash_jsonw_kbool(out, "degenerate", e->degenerate);
    nash_jsonw_karray(out, "list");
    for (uint32_t i = 0; i < a->equilibria_listed; i++) {
        nash_jsonw_object(out);
        write_equilibrium(p, &e->list[i], out);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    if (e->component)
        write_components(a, out);
    nash_jsonw_object_end(out);
}

static void write_one(const struct matrix_problem *p, const struct matrix_one *one, struct nash_jsonw *out)
{
    nash_jsonw_kobject(out, "one");
    write_equilibrium(p, &one->equilibrium, out);
    nash_jsonw_kstring(out, "by", one->by);
    if (one->label != MATRIX_NO_LABEL)
        nash_jsonw_kuint(out, "label", one->label);
    nash_jsonw_kuint(out, "pivots", one->pivots);
    nash_jsonw_kstring(out, "certificate", "exact");
    nash_jsonw_object_end(out);
}

/* ---- a constant sum ---- */

static bool same_mix(const struct matrix_mix *one, const struct matrix_mix *two)
{
    for (uint32_t i = 0; i < one->count; i++)
        if (strcmp(one->weight[i], two->weight[i]) != 0)
            return false;
    return true;
}

static bool is_new(const struct matrix_equilibria *e, uint32_t i, bool col)
{
    for (uint32_t k = 0; k < i; k++)
        if (same_mix(col ? &e->list[i].col : &e->list[i].row, col ? &e->list[k].col : &e->list[k].row))
            return false;
    return true;
}

/* Writes the optimal strategies of each player. If all equilibria are listed, writes all extreme optimal strategies,
 * because the extreme equilibria are their pairs; else writes one for each player. */
static void write_optimal(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    const struct matrix_equilibria *e = &a->equilibria;
    bool all = matrix_has(p, a, MATRIX_EQUILIBRIA) && e->complete && a->equilibria_listed == e->count;
    nash_jsonw_kobject(out, "optimal");
    for (int col = 0; col < 2; col++) {
        nash_jsonw_karray(out, col ? "col" : "row");
        for (uint32_t i = 0; all && i < e->count; i++)
            if (is_new(e, i, col))
                write_mix(out, col ? &e->list[i].col : &e->list[i].row);
        if (!all)
            write_mix(out, col ? &a->value.col : &a->value.row);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}

void matrix_write_equilibria(const struct matrix_problem *p, const struct matrix_answer *a, struct nash_jsonw *out)
{
    if (matrix_has(p, a, MATRIX_EQUILIBRIA))
        write_all(p, a, out);
    if (matrix_has(p, a, MATRIX_ONE))
        write_one(p, &a->one, out);
    if (a->value.value) {
        nash_jsonw_key(out, "value");
        numbers_write(out, a->value.value, p->scale);
        write_optimal(p, a, out);
    }
}
