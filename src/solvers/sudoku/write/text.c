/* Writes the answer as text.
 *
 * In a batch the text is one line for each puzzle: the solution in the problem's symbols, or a word that can be no grid
 * ("contradiction", "unsatisfiable", "timeout", "unsolved"); for a check always such a word. */
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/progress.h>

void sudoku_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct sudoku_answer *a = result->answer;
    char text[SUDOKU_CELLS_MAX + 1];
    const struct sudoku_problem *p = a->generated ? a->generated : problem;
    const uint8_t *shown = a->generated ? a->generated->clue : a->solution;
    bool grid = a->verdict == SUDOKU_SOLVED && p->task == SUDOKU_SOLVE;
    nash_buf_puts(out, grid ? sudoku_grid_text(text, p, shown) : sudoku_verdict_name(a->verdict));
}

/* Writes "12. X-wing (3.2): ..." with the step's text; number 0: without the number. */
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
    const cJSON *grid = nash_json_get(result, "puzzle"); /* of a generated puzzle */
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
