/* Writes exact counts and lists of solutions. */
#include "tally.h"

#include <string.h>

#include <solvers/sudoku/progress.h>

static const uint64_t exact_in_json = UINT64_C(1) << 53;

unsigned __int128 sudoku_count_of(const struct sudoku_answer *a)
{
    return a->tally ? a->tally->count : a->count;
}

char *sudoku_count_text(char out[SUDOKU_COUNT_TEXT], unsigned __int128 count)
{
    char *at = out + SUDOKU_COUNT_TEXT - 1;
    *at = '\0';
    do
        *--at = (char)('0' + (unsigned)(count % 10));
    while (count /= 10);
    return memmove(out, at, (size_t)(out + SUDOKU_COUNT_TEXT - at));
}

void sudoku_write_count(struct nash_jsonw *out, const struct sudoku_answer *a)
{
    char text[SUDOKU_COUNT_TEXT];
    unsigned __int128 count = sudoku_count_of(a);
    if (count <= exact_in_json)
        nash_jsonw_kuint(out, "count", (uint64_t)count);
    else
        nash_jsonw_kstring(out, "count", sudoku_count_text(text, count));
}

void sudoku_write_list(struct nash_jsonw *out, const struct sudoku_problem *p, const struct sudoku_answer *a)
{
    char text[SUDOKU_CELLS_MAX + 1];
    if (!p->list || !a->tally)
        return;
    nash_jsonw_karray(out, "list");
    for (unsigned i = 0; i < a->tally->listed; i++)
        nash_jsonw_string(out, sudoku_grid_text(text, p, a->tally->list + (size_t)i * p->size * p->size));
    nash_jsonw_array_end(out);
}
