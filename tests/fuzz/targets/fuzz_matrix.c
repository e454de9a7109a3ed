/* Fuzzes both parsers of matrix games, and solves accepted problems briefly.
 *
 * An accepted problem must have payoffs below 2^62 and a name for every strategy; written again it must have the same
 * key. */
#include <inttypes.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/matrix/problem.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 64 << 20, NODES = 2000, SOLVED_SIDE = 12 };

extern const struct nash_solver nash_solver_matrix;

/* ---- checks of an accepted problem ---- */

static void check_problem(const struct matrix_problem *p)
{
    const int64_t limit = INT64_C(1) << 62;
    size_t count = (size_t)p->game.rows * p->game.cols;
    int64_t chances = 0;
    if (!p->game.rows || !p->game.cols || p->game.rows > MATRIX_SIDE_MAX || p->game.cols > MATRIX_SIDE_MAX)
        fuzz_fail("a game of no size is accepted", "");
    if (p->scale < 1 || p->scale >= limit || (p->form == MATRIX_DECISION) != !p->game.b)
        fuzz_fail("a game is not in its normal form", "");
    for (size_t i = 0; i < count; i++)
        if (p->game.a[i] <= -limit || p->game.a[i] >= limit ||
            (p->game.b && (p->game.b[i] <= -limit || p->game.b[i] >= limit)))
            fuzz_fail("a payoff is too wide", "");
    for (uint32_t i = 0; i < p->game.rows + p->game.cols; i++) {
        const char *name = i < p->game.rows ? p->row_name[i] : p->col_name[i - p->game.rows];
        if (!name || !*name)
            fuzz_fail("a strategy has no name", "");
    }
    for (uint32_t j = 0; p->probability && j < p->game.cols; j++) {
        if (p->probability[j] < 0)
            fuzz_fail("a probability is negative", "");
        chances += p->probability[j];
    }
    if (p->probability && chances != p->probability_scale)
        fuzz_fail("probabilities are accepted that do not sum up to 1", "");
}

/* ---- writing it again ---- */

static void write_ratio(struct nash_jsonw *out, int64_t num, int64_t den)
{
    char text[48];
    snprintf(text, sizeof text, "%" PRId64 "/%" PRId64, num, den);
    nash_jsonw_string(out, text);
}

static void write_table(struct nash_jsonw *out, const char *key, const struct matrix_problem *p, const int64_t *entry)
{
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < p->game.rows; i++) {
        nash_jsonw_array(out);
        for (uint32_t j = 0; j < p->game.cols; j++)
            write_ratio(out, *entry++, p->scale);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_names(struct nash_jsonw *out, const char *key, const char *const *name, uint32_t count)
{
    nash_jsonw_karray(out, key);
    for (uint32_t i = 0; i < count; i++)
        nash_jsonw_string(out, name[i]);
    nash_jsonw_array_end(out);
}

static void write_rest(struct nash_jsonw *out, const struct matrix_problem *p)
{
    if (p->row_player)
        nash_jsonw_kstring(out, "row_player", p->row_player);
    if (p->col_player)
        nash_jsonw_kstring(out, "col_player", p->col_player);
    nash_jsonw_kbool(out, "cooperative", p->cooperative);
    nash_jsonw_kstring(out, "timing", p->dynamic ? "dynamic" : "static");
    nash_jsonw_kuint(out, "limit", p->limit);
    nash_jsonw_karray(out, "want");
    for (unsigned what = MATRIX_WANTS; what-- > 0;)
        if (p->want >> what & 1)
            nash_jsonw_string(out, matrix_want_names[what]);
    nash_jsonw_array_end(out);
}

static void write_chances(struct nash_jsonw *out, const struct matrix_problem *p)
{
    nash_jsonw_key(out, "alpha");
    write_ratio(out, p->alpha.num, p->alpha.den);
    if (!p->probability)
        return;
    nash_jsonw_karray(out, "probability");
    for (uint32_t j = 0; j < p->game.cols; j++)
        write_ratio(out, p->probability[j], p->probability_scale);
    nash_jsonw_array_end(out);
}

/* Checks that the problem, written as JSON with all optional members, has the same key. */
static void check_spelling(const struct matrix_problem *p, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    bool decision = p->form == MATRIX_DECISION;
    nash_jsonw_object(&out);
    write_table(&out, p->form == MATRIX_BIMATRIX ? "row_payoff" : "payoff", p, p->game.a);
    if (p->form == MATRIX_BIMATRIX)
        write_table(&out, "col_payoff", p, p->game.b);
    write_names(&out, decision ? "acts" : "rows", p->row_name, p->game.rows);
    write_names(&out, decision ? "states" : "cols", p->col_name, p->game.cols);
    if (decision)
        write_chances(&out, p);
    else
        write_rest(&out, p);
    nash_jsonw_object_end(&out);
    fuzz_same_problem(&nash_solver_matrix, p, &buf, arena);
    nash_buf_free(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const struct matrix_problem *p = fuzz_parse(&nash_solver_matrix, data, size, arena);
    if (p) {
        check_problem(p);
        check_spelling(p, arena);
        if (p->game.rows <= SOLVED_SIDE && p->game.cols <= SOLVED_SIDE)
            fuzz_solve(&nash_solver_matrix, p, &run, false);
    }
    nash_arena_free(arena);
    return 0;
}
