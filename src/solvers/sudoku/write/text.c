/* Writes the answer as text.
 *
 * The last line is the solution in the problem's symbols, a generated puzzle, a hint, or a word that can be no grid
 * ("contradiction", "unsatisfiable", "timeout", "unsolved", "no hint"); for a check always such a word. The remarks
 * before it are the steps of an explanation, conflicts, and what is known of further solutions. A solution without a
 * remark is the only one. */
#include <string.h>

#include <solvers/kit/text_answer.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/progress.h>

extern const struct nash_solver nash_solver_sudoku;

void sudoku_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct sudoku_problem *p = problem;
    const struct sudoku_answer *a = result->answer;
    char text[SUDOKU_CELLS_MAX + 1];
    if (p->task == SUDOKU_SOLVE && a->verdict == SUDOKU_SOLVED && a->unique == SUDOKU_UNIQUE_YES)
        nash_buf_puts(out, sudoku_grid_text(text, p, a->solution)); /* the line of a batch, usually */
    else
        text_by_json(&nash_solver_sudoku, problem, result, out);
}

/* Writes "row 3: 7 in r3c1, r3c5" for each conflict, or "cage 2: sum 9 in ...". */
static void remark_conflicts(const cJSON *result, struct nash_buf *out)
{
    const cJSON *conflict, *cell;
    cJSON_ArrayForEach(conflict, nash_json_get(result, "conflicts"))
    {
        const char *value = text_member_string(conflict, "value");
        struct nash_buf cells = NASH_BUF_INIT(0);
        cJSON_ArrayForEach(cell, nash_json_get(conflict, "cells"))
            nash_buf_printf(&cells, "%sr%dc%d", cells.len > 0 ? ", " : "", cJSON_GetArrayItem(cell, 0)->valueint,
                            cJSON_GetArrayItem(cell, 1)->valueint);
        if (*value)
            text_remark(out, "%s: %s in %s", text_member_string(conflict, "unit"), value, nash_buf_cstr(&cells));
        else
            text_remark(out, "%s: sum %.0f in %s", text_member_string(conflict, "unit"),
                        text_member_number(conflict, "sum"), nash_buf_cstr(&cells));
        nash_buf_free(&cells);
    }
}

/* Writes the steps of an explanation, "1. X-wing (3.2): ...", and its rating. */
static void remark_steps(const cJSON *result, struct nash_buf *out)
{
    const cJSON *rating = nash_json_get(result, "rating"), *steps = nash_json_get(result, "steps"), *step;
    unsigned number = 0;
    cJSON_ArrayForEach(step, steps)
        text_remark(out, "%u. %s (%.1f): %s", ++number, text_member_string(step, "technique"),
                    text_member_number(step, "rating"), text_member_string(step, "text"));
    if (steps && cJSON_IsObject(rating))
        text_remark(out, "rating %.1f, %s, %s", text_member_number(rating, "score"),
                    text_member_string(rating, "level"), text_member_string(rating, "hardest"));
    if (cJSON_IsTrue(nash_json_get(result, "stuck")))
        text_remark(out, "stuck: no technique makes progress");
}

/* Writes what is known of further solutions, unless the solution is the only one. */
static void remark_solutions(const cJSON *result, struct nash_buf *out)
{
    double count = text_member_number(result, "count");
    const char *large = text_member_string(result, "count"); /* above 2^53 */
    const char *more = cJSON_IsTrue(nash_json_get(result, "count_complete")) ? "" : " or more";
    if (*large)
        text_remark(out, "%s%s solutions", large, more);
    else if (count > 1)
        text_remark(out, "%.0f%s solutions", count, more);
    else if (count == 1 && cJSON_IsNull(nash_json_get(result, "unique")))
        text_remark(out, "not proved to be the only solution");
}

/* Writes the list of solutions. */
static void remark_list(const cJSON *result, struct nash_buf *out)
{
    const cJSON *grid;
    unsigned number = 0;
    cJSON_ArrayForEach(grid, nash_json_get(result, "list"))
        text_remark(out, "%u. %s", ++number, cJSON_GetStringValue(grid));
}

/* Writes how far a search came that found no solution. */
static void remark_partial(const cJSON *result, struct nash_buf *out)
{
    const cJSON *potential = nash_json_get(nash_json_get(result, "game"), "potential");
    const char *partial = text_member_string(result, "partial");
    if (*partial && cJSON_IsNumber(potential))
        text_remark(out, "potential %.0f: %s", potential->valuedouble, partial);
    else if (*partial)
        text_remark(out, "so far: %s", partial);
}

static void write_answer(const cJSON *result, struct nash_buf *out)
{
    const cJSON *hint = nash_json_get(result, "hint");
    const char *verdict = text_member_string(result, "verdict");
    const char *grid = text_member_string(result, "puzzle"); /* a generated one */
    if (!*grid)
        grid = text_member_string(result, "solution");
    if (cJSON_IsObject(hint))
        nash_buf_printf(out, "%s (%.1f): %s", text_member_string(hint, "technique"), text_member_number(hint, "rating"),
                        text_member_string(hint, "text"));
    else if (*grid)
        nash_buf_puts(out, grid);
    else
        nash_buf_puts(out, cJSON_IsNull(hint) && strcmp(verdict, "solved") == 0 ? "no hint" : verdict);
}

void sudoku_text_of(const cJSON *result, struct nash_buf *out)
{
    const char *level = text_member_string(nash_json_get(result, "rating"), "level");
    remark_conflicts(result, out);
    remark_steps(result, out);
    if (cJSON_IsFalse(nash_json_get(result, "reached")))
        text_remark(out, "not as ordered: %.0f clues%s%s", text_member_number(result, "clues"), *level ? ", " : "",
                    level);
    if (!*text_member_string(result, "puzzle"))
        remark_solutions(result, out);
    remark_list(result, out);
    remark_partial(result, out);
    write_answer(result, out);
}
