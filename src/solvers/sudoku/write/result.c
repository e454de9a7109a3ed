/* Writes the answer as JSON (schema/kinds/sudoku.result.json). */
#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/explain/explain.h>
#include <solvers/sudoku/generate/generate.h>
#include <solvers/sudoku/geometry.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/progress.h>
#include <solvers/sudoku/read/alphabet.h>
#include <solvers/sudoku/units/report.h>

#include "game.h"
#include "summary.h"
#include "tally.h"

static void write_grid(struct nash_jsonw *out, const char *key, const struct sudoku_problem *p, const uint8_t *grid)
{
    char text[SUDOKU_CELLS_MAX + 1];
    nash_jsonw_kstring(out, key, grid ? sudoku_grid_text(text, p, grid) : NULL);
}

static void write_conflict(struct nash_jsonw *out, const struct sudoku_problem *p,
                           const struct sudoku_conflict *conflict)
{
    char name[32];
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "unit", sudoku_unit_name(name, sizeof name, p, conflict->unit));
    if (conflict->value)
        nash_jsonw_kstring(out, "value", (const char[]){p->symbols[conflict->value - 1], '\0'});
    else
        nash_jsonw_kuint(out, "sum", p->cage[conflict->unit - sudoku_unit_count(p)].sum);
    nash_jsonw_karray(out, "cells");
    for (unsigned i = 0; i < conflict->count; i++)
        sudoku_write_cell(out, p, conflict->cell[i]);
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

static void write_statistics(struct nash_jsonw *out, const struct sudoku_statistics *s)
{
    nash_jsonw_kobject(out, "statistics");
    nash_jsonw_kuint(out, "nodes", s->nodes);
    nash_jsonw_kuint(out, "dead_ends", s->dead_ends);
    nash_jsonw_kuint(out, "sat_conflicts", s->sat_conflicts);
    nash_jsonw_kuint(out, "sat_variables", s->sat_variables);
    nash_jsonw_kuint(out, "sat_clauses", s->sat_clauses);
    nash_jsonw_kuint(out, "solve_us", s->solve_us);
    nash_jsonw_object_end(out);
}

static void write_counts(struct nash_jsonw *out, const struct sudoku_answer *a)
{
    nash_jsonw_key(out, "unique");
    if (a->unique == SUDOKU_UNIQUE_UNKNOWN)
        nash_jsonw_null(out);
    else
        nash_jsonw_bool(out, a->unique == SUDOKU_UNIQUE_YES);
    sudoku_write_count(out, a);
    nash_jsonw_kbool(out, "count_complete", a->complete);
}

static void write_regions(struct nash_jsonw *out, const struct sudoku_problem *p)
{
    char names[SUDOKU_MAX + 1], text[SUDOKU_CELLS_MAX + 1];
    unsigned cells = p->size * p->size;
    sudoku_default_symbols(names, SUDOKU_MAX, true);
    for (unsigned cell = 0; cell < cells; cell++)
        text[cell] = names[p->region[cell]];
    text[cells] = '\0';
    nash_jsonw_kstring(out, "regions", text);
}

static void write_problem(struct nash_jsonw *out, const struct sudoku_problem *p)
{
    nash_jsonw_kuint(out, "size", p->size);
    if (p->region) {
        write_regions(out, p);
    } else {
        nash_jsonw_karray(out, "box");
        nash_jsonw_uint(out, p->box_rows);
        nash_jsonw_uint(out, p->box_cols);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_kstring(out, "symbols", p->symbols);
    nash_jsonw_kuint(out, "clues", p->clues);
}

static void write_conflicts(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    nash_jsonw_karray(out, "conflicts");
    for (size_t i = 0; i < a->conflicts; i++)
        write_conflict(out, p, &a->conflict[i]);
    nash_jsonw_array_end(out);
}

static void write_solution(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    bool hidden = p->task == SUDOKU_HINT; /* a hint must not show the solution */
    write_grid(out, "solution", p, hidden ? NULL : a->solution);
    write_counts(out, a);
    if (a->other && !hidden)
        write_grid(out, "other_solution", p, a->other);
    sudoku_write_list(out, p, a);
    if ((a->verdict == SUDOKU_TIMEOUT || a->verdict == SUDOKU_UNSOLVED) && !hidden)
        write_grid(out, "partial", p, a->partial);
    if (a->verdict == SUDOKU_CONTRADICTION)
        write_conflicts(out, p, a);
}

/* Writes the answer of a check, which must not show the solution. */
static void write_check(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    nash_jsonw_kbool(out, "complete", p->clues == p->size * p->size);
    nash_jsonw_key(out, "completable");
    if (a->verdict == SUDOKU_TIMEOUT)
        nash_jsonw_null(out);
    else
        nash_jsonw_bool(out, a->count > 0);
    write_conflicts(out, p, a);
}

void sudoku_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct sudoku_answer *a = result->answer;
    const struct sudoku_problem *p = a->generated ? a->generated : problem;
    nash_jsonw_object(out);
    sudoku_summary_write(problem, a, out);
    if (a->generation)
        sudoku_generated_write(problem, a, out);
    nash_jsonw_kstring(out, "verdict", sudoku_verdict_name(a->verdict));
    switch (p->task) {
    case SUDOKU_CHECK:
        write_check(out, p, a);
        break;
    default:
        write_solution(out, p, a);
        break;
    }
    if (a->explanation)
        sudoku_explanation_write(p, a, out);
    if (a->game_report)
        sudoku_game_write(p, a->game_report, out);
    if (a->units)
        sudoku_units_write(a->units, out);
    write_problem(out, p);
    nash_jsonw_kstring(out, "engine", sudoku_engine_name(a->engine));
    write_statistics(out, &a->statistics);
    nash_jsonw_object_end(out);
}
