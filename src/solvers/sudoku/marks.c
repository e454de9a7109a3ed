/* Pencilmarks: the candidates of every cell.
 *
 * As text they are N characters for each cell, candidate v at place v or an empty cell's symbol there (Sukaku: 729
 * characters of 9x9). A cell with one candidate is a clue; when no other cell lacks a candidate it is a plain grid. */
#include "alphabet.h"
#include "draft.h"

static enum nash_status read_marks(const struct sudoku_draft *draft, const struct sudoku_problem *p, uint64_t *allowed,
                                   struct nash_error *error)
{
    uint8_t value[256];
    unsigned at = 0, n = p->size;
    sudoku_symbol_values(value, p->symbols, !draft->symbols && n <= 35);
    for (size_t i = 0; i < draft->row[0].len; i++) {
        char c = draft->row[0].text[i];
        unsigned cell = at / n, place = at % n;
        if (sudoku_is_space(c))
            continue;
        if (value[(unsigned char)c] != 0 && value[(unsigned char)c] != place + 1)
            return nash_fail(error, NASH_UNPROCESSABLE, draft->at,
                             "row %u, column %u: '%c' is no candidate at place %u of its cell; %u characters are the "
                             "pencilmarks of a %ux%u grid: '%c' or '.' there",
                             cell / n + 1, cell % n + 1, c, place + 1, n * n * n, n, n, p->symbols[place]);
        allowed[cell] |= (uint64_t)(value[(unsigned char)c] != 0) << place;
        at++;
    }
    return NASH_OK;
}

enum nash_status sudoku_draft_marks(const struct sudoku_draft *draft, struct sudoku_problem *p, uint8_t *clue,
                                    struct nash_arena *arena, struct nash_error *error)
{
    size_t cells = (size_t)p->size * p->size;
    uint64_t all = (UINT64_C(1) << p->size) - 1;
    uint64_t *allowed = NASH_NEW(arena, uint64_t, cells);
    bool plain = true;
    if (!allowed)
        return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    enum nash_status status = draft->row[0].text ? read_marks(draft, p, allowed, error) : NASH_OK;
    for (size_t cell = 0; status == NASH_OK && cell < cells; cell++) {
        if (draft->row[0].mask)
            allowed[cell] = draft->row[0].mask[cell];
        if (__builtin_popcountll(allowed[cell]) == 1)
            clue[cell] = (uint8_t)(__builtin_ctzll(allowed[cell]) + 1);
        plain = plain && (clue[cell] || allowed[cell] == all);
    }
    p->allowed = plain ? NULL : allowed;
    return status;
}
