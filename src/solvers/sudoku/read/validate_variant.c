/* Checks the rules of a variant against the size of the grid. */
#include <stdio.h>
#include <string.h>

#include "alphabet.h"
#include "input.h"

/* ---- regions ---- */

static bool validate_region_shape(const struct sudoku_input *input, const struct reader *r, unsigned n)
{
    char pointer[32];
    if (input->region_rows == 1 && input->region[0].count != (size_t)n * n)
        return SUDOKU_REFUSE(r, "/regions", "%zu cells, but a grid of size %u has %u", input->region[0].count, n,
                             n * n);
    if (input->region_rows > 1 && input->region_rows != n)
        return SUDOKU_REFUSE(r, "/regions", "%zu rows, but a grid of size %u has %u", input->region_rows, n, n);
    for (size_t i = 0; input->region_rows > 1 && i < n; i++)
        if (input->region[i].count != n)
            return SUDOKU_REFUSE(r, nash_pointer_index(pointer, sizeof pointer, "/regions", i),
                                 "row %zu has %zu cells, but a row of this grid has %u", i + 1, input->region[i].count,
                                 n);
    return true;
}

struct numbering {
    uint8_t *region;               /* [cell] its region */
    unsigned number[128];          /* [symbol] its region + 1; 0 = not seen yet */
    unsigned held[SUDOKU_MAX + 1]; /* [region + 1] number of its cells so far */
    unsigned regions, cell;        /* numbers of regions and cells seen so far */
};

/* Adds the next cell to the region named c. */
static bool number_cell(struct numbering *s, const struct reader *r, unsigned n, char c)
{
    unsigned *own = &s->number[(unsigned char)c & 127];
    if (!*own && s->regions == n)
        return SUDOKU_REFUSE(r, "/regions",
                             "row %u, column %u: '%c' begins one region too many; a grid of size %u has %u",
                             s->cell / n + 1, s->cell % n + 1, c, n, n);
    *own = *own ? *own : ++s->regions;
    if (s->held[*own]++ == n)
        return SUDOKU_REFUSE(r, "/regions", "row %u, column %u: region '%c' has more than %u cells", s->cell / n + 1,
                             s->cell % n + 1, c, n);
    s->region[s->cell++] = (uint8_t)(*own - 1);
    return true;
}

/* Numbers the regions by the first appearance of their symbols, so that problems that differ in names only are equal.
 */
static bool validate_regions(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    struct numbering s = {.region = NULL};
    if (!validate_region_shape(input, r, p->size) || !(s.region = READER_NEW(r, uint8_t, (size_t)p->size * p->size)))
        return false;
    for (size_t row = 0; row < input->region_rows; row++)
        for (size_t i = 0; i < input->region[row].len; i++)
            if (!sudoku_is_space(input->region[row].text[i]) &&
                !number_cell(&s, r, p->size, input->region[row].text[i]))
                return false;
    p->region = s.region; /* n regions of n cells, since n^2 cells lie in at most n regions of at most n cells */
    return true;
}

/* ---- cages ---- */

/* Sets owner[cell], the number from 1 of the cage that has the cell (0 = none), for the cells of one cage. */
static bool validate_cage(const struct sudoku_cage_input *cage, unsigned index, const struct reader *r, unsigned n,
                          uint16_t *owner)
{
    char pointer[48];
    if (cage->count > n) {
        snprintf(pointer, sizeof pointer, "/cages/%u/cells", index);
        return SUDOKU_REFUSE(r, pointer, "%u cells, but a cage holds different values and a grid of size %u has %u",
                             cage->count, n, n);
    }
    for (unsigned i = 0; i < cage->count; i++) {
        unsigned row = cage->cell[i][0], column = cage->cell[i][1];
        snprintf(pointer, sizeof pointer, "/cages/%u/cells/%u", index, i);
        if (row > n || column > n)
            return SUDOKU_REFUSE(r, pointer, "row %u, column %u lies outside of a grid of size %u", row, column, n);
        uint16_t *own = &owner[(row - 1) * n + column - 1];
        if (*own)
            return SUDOKU_REFUSE(r, pointer, "row %u, column %u lies in cage %u already: give each cell to one cage",
                                 row, column, *own);
        *own = (uint16_t)(index + 1);
    }
    return true;
}

/* The cells are added to their cages in ascending order, so that no cage has to be sorted. */
static bool validate_cages(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    size_t cells = (size_t)p->size * p->size, used = 0;
    struct sudoku_cage *cage = READER_NEW(r, struct sudoku_cage, input->cages);
    uint16_t *owner = READER_NEW(r, uint16_t, cells), *cell = READER_NEW(r, uint16_t, cells);
    size_t *end = READER_NEW(r, size_t, input->cages); /* [cage] end of its cells in `cell` so far */
    if (!cage || !owner || !cell || !end)
        return false;
    for (size_t i = 0; i < input->cages; i++) {
        const struct sudoku_cage_input *from = &input->cage[i];
        if (!validate_cage(from, (unsigned)i, r, p->size, owner))
            return false;
        cage[i] = (struct sudoku_cage){.sum = from->sum, .count = from->count, .cell = &cell[used]};
        end[i] = used;
        used += from->count;
    }
    for (size_t i = 0; i < cells; i++)
        if (owner[i])
            cell[end[owner[i] - 1]++] = (uint16_t)i;
    p->cage = cage;
    p->cages = input->cages;
    return true;
}

bool sudoku_validate_variant(const struct sudoku_input *input, const struct reader *r, struct sudoku_problem *p)
{
    p->diagonal = input->diagonal;
    p->disjoint = input->disjoint;
    if (input->region_rows && input->disjoint)
        return SUDOKU_REFUSE(r, "/disjoint",
                             "disjoint groups are cells at one place of their boxes; with irregular regions there are "
                             "none: leave one of the two out");
    return (!input->region_rows || validate_regions(input, r, p)) && (!input->cages || validate_cages(input, r, p));
}
