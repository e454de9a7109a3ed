/* Pencilmarks: the candidates of every cell.
 *
 * As text they are N characters for each cell: candidate v at place v, or an empty cell's symbol there (Sukaku: 729
 * characters of 9x9). A cell with one candidate is a clue. When all other cells have every candidate, the problem is a
 * plain grid. */
#include "alphabet.h"
#include "input.h"

static bool read_marks(const struct sudoku_input *input, const struct reader *r, const struct sudoku_problem *p,
                       uint64_t *allowed)
{
    uint8_t value[256];
    unsigned at = 0, n = p->size;
    sudoku_symbol_values(value, p->symbols, !input->symbols && n <= 35);
    for (size_t i = 0; i < input->row[0].len; i++) {
        char c = input->row[0].text[i];
        unsigned cell = at / n, place = at % n;
        if (sudoku_is_space(c))
            continue;
        if (value[(unsigned char)c] != 0 && value[(unsigned char)c] != place + 1)
            return SUDOKU_REFUSE(
                r, input->at,
                "row %u, column %u: '%c' is no candidate at place %u of its cell; %u characters are the "
                "pencilmarks of a %ux%u grid: '%c' or '.' there",
                cell / n + 1, cell % n + 1, c, place + 1, n * n * n, n, n, p->symbols[place]);
        allowed[cell] |= (uint64_t)(value[(unsigned char)c] != 0) << place;
        at++;
    }
    return true;
}

bool sudoku_read_pencilmarks(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p,
                             uint8_t *clue)
{
    size_t cells = (size_t)p->size * p->size;
    uint64_t all = (UINT64_C(1) << p->size) - 1;
    uint64_t *allowed = READER_NEW(r, uint64_t, cells);
    bool plain = true;
    if (!allowed || (input->row[0].text && !read_marks(input, r, p, allowed)))
        return false;
    for (size_t cell = 0; cell < cells; cell++) {
        if (input->row[0].mask)
            allowed[cell] = input->row[0].mask[cell];
        if (__builtin_popcountll(allowed[cell]) == 1)
            clue[cell] = (uint8_t)(__builtin_ctzll(allowed[cell]) + 1);
        plain = plain && (clue[cell] || allowed[cell] == all);
    }
    p->allowed = plain ? NULL : allowed;
    return true;
}
