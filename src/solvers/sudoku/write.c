/* The answer as JSON (schema/kinds/sudoku.result.json) and as text.
 *
 * The text form is one line for each puzzle, so that a batch keeps its lines: the solution in the problem's symbols, or
 * a word that can be no grid ("contradiction", "unsatisfiable", "timeout", "unsolved"); of a check always such a word.
 */
#include "alphabet.h"
#include "brief.h"
#include "explain/explain.h"
#include "generate/generate.h"
#include "geometry.h"
#include "playing.h"
#include "progress.h"

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
    nash_jsonw_key(out, "cells");
    nash_jsonw_array(out);
    for (unsigned i = 0; i < conflict->count; i++) {
        nash_jsonw_array(out);
        nash_jsonw_uint(out, conflict->cell[i] / p->size + 1);
        nash_jsonw_uint(out, conflict->cell[i] % p->size + 1);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

static void write_statistics(struct nash_jsonw *out, const struct sudoku_statistics *s)
{
    nash_jsonw_key(out, "statistics");
    nash_jsonw_object(out);
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
    nash_jsonw_kuint(out, "count", a->count);
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
        nash_jsonw_key(out, "box");
        nash_jsonw_array(out);
        nash_jsonw_uint(out, p->box_rows);
        nash_jsonw_uint(out, p->box_cols);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_kstring(out, "symbols", p->symbols);
    nash_jsonw_kuint(out, "clues", p->clues);
}

static void write_conflicts(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    nash_jsonw_key(out, "conflicts");
    nash_jsonw_array(out);
    for (size_t i = 0; i < a->conflicts; i++)
        write_conflict(out, p, &a->conflict[i]);
    nash_jsonw_array_end(out);
}

static void write_solution(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    bool hidden = p->task == SUDOKU_HINT; /* a hint gives no more away than itself */
    write_grid(out, "solution", p, hidden ? NULL : a->solution);
    write_counts(out, a);
    if (a->other && !hidden)
        write_grid(out, "other_solution", p, a->other);
    if ((a->verdict == SUDOKU_TIMEOUT || a->verdict == SUDOKU_UNSOLVED) && !hidden)
        write_grid(out, "partial", p, a->partial);
    if (a->verdict == SUDOKU_CONTRADICTION)
        write_conflicts(out, p, a);
}

/* Nothing that would give the solution away. */
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
    const struct sudoku_problem *p = a->made ? a->made : problem;
    nash_jsonw_object(out);
    sudoku_brief_write(problem, a, out);
    if (a->making)
        sudoku_made_write(problem, a, out);
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
    if (a->course)
        sudoku_game_write(p, a->course, out);
    write_problem(out, p);
    nash_jsonw_kstring(out, "engine", sudoku_engine_name(a->engine));
    write_statistics(out, &a->statistics);
    nash_jsonw_object_end(out);
}

void sudoku_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct sudoku_answer *a = result->answer;
    char text[SUDOKU_CELLS_MAX + 1];
    const struct sudoku_problem *p = a->made ? a->made : problem;
    const uint8_t *shown = a->made ? a->made->clue : a->solution;
    bool grid = a->verdict == SUDOKU_SOLVED && p->task == SUDOKU_SOLVE;
    nash_buf_puts(out, grid ? sudoku_grid_text(text, p, shown) : sudoku_verdict_name(a->verdict));
}

/* "12. X-wing (3.2): …" */
static void step_text(const cJSON *step, unsigned number, struct nash_buf *out)
{
    if (number)
        nash_buf_printf(out, "%u. ", number);
    nash_buf_printf(out, "%s (%.1f): %s", nash_json_get(step, "technique")->valuestring,
                    nash_json_get(step, "rating")->valuedouble, nash_json_get(step, "text")->valuestring);
}

void sudoku_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *verdict = nash_json_get(result, "verdict"), *hint = nash_json_get(result, "hint"), *step;
    const cJSON *grid = nash_json_get(result, "puzzle"); /* of one that was made */
    unsigned number = 0;
    if (cJSON_IsObject(hint)) {
        step_text(hint, 0, out);
        return;
    }
    cJSON_ArrayForEach(step, nash_json_get(result, "steps"))
    {
        step_text(step, ++number, out);
        nash_buf_putc(out, '\n');
    }
    if (!cJSON_IsString(grid))
        grid = nash_json_get(result, "solution");
    nash_buf_puts(out, cJSON_IsString(grid) ? grid->valuestring : verdict->valuestring);
}
