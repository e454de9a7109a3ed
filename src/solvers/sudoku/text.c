/* The text form: one puzzle, as people paste it.
 *
 * A line of symbols ("53..7....6..195..."), or one line a row, or a drawing with |, + and - between the boxes. Blanks,
 * line ends and these three are dropped; lines that begin with '#' are comments. The size follows from the number of
 * cells, the rest is as in JSON without size, box and symbols. */
#include "alphabet.h"
#include "draft.h"

static bool is_drawing(char c)
{
    return c == '|' || c == '+' || c == '-';
}

enum nash_status sudoku_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    char *cells = nash_arena_alloc(arena, SUDOKU_CELLS_MAX + 1);
    struct sudoku_row row = {.text = cells};
    bool line_start = true, comment = false;
    if (!cells)
        return nash_fail(error, NASH_NOMEM, "", "the grid does not fit into the memory of this job");
    for (size_t i = 0; i < len; i++) {
        comment = text[i] != '\n' && (comment || (line_start && text[i] == '#'));
        line_start = text[i] == '\n' || (line_start && sudoku_is_space(text[i]));
        if (comment || sudoku_is_space(text[i]) || is_drawing(text[i]))
            continue;
        if (text[i] < '!' || text[i] > '~')
            return nash_fail(error, NASH_INVALID, "",
                             "byte %zu is not printable ASCII: write a cell as one symbol, an empty one as '.'", i + 1);
        if (row.count == SUDOKU_CELLS_MAX)
            return nash_fail(error, NASH_UNPROCESSABLE, "", "more than %d cells: the largest grid is %d x %d",
                             SUDOKU_CELLS_MAX, SUDOKU_MAX, SUDOKU_MAX);
        cells[row.count++] = text[i];
    }
    struct sudoku_draft draft = {.at = "", .rows = 1, .row = &row, .limit = SUDOKU_SOLUTIONS_DEFAULT};
    return sudoku_draft_finish(&draft, arena, problem, error);
}
