/* The rules of a variant, held against the size of the grid. */
#include <stdio.h>
#include <string.h>

#include "alphabet.h"
#include "draft.h"

static enum nash_status no_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
}

/* ---- regions ---- */

static enum nash_status check_region_shape(const struct sudoku_draft *draft, unsigned n, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    if (draft->region_rows == 1 && draft->region[0].count != (size_t)n * n)
        return nash_fail(error, NASH_UNPROCESSABLE, "/regions", "%zu cells, but a grid of size %u has %u",
                         draft->region[0].count, n, n * n);
    if (draft->region_rows > 1 && draft->region_rows != n)
        return nash_fail(error, NASH_UNPROCESSABLE, "/regions", "%zu rows, but a grid of size %u has %u",
                         draft->region_rows, n, n);
    for (size_t i = 0; draft->region_rows > 1 && i < n; i++)
        if (draft->region[i].count != n)
            return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer_index(pointer, sizeof pointer, "/regions", i),
                             "row %zu has %zu cells, but a row of this grid has %u", i + 1, draft->region[i].count, n);
    return NASH_OK;
}

/* Numbers the regions in the order in which their symbols come first, so that names do not matter. */
static enum nash_status settle_regions(const struct sudoku_draft *draft, struct sudoku_problem *p,
                                       struct nash_arena *arena, struct nash_error *error)
{
    uint8_t *region = NASH_NEW(arena, uint8_t, (size_t)p->size * p->size);
    unsigned number[128] = {0}, held[SUDOKU_MAX + 1] = {0}, regions = 0, cell = 0;
    enum nash_status status = check_region_shape(draft, p->size, error);
    if (status != NASH_OK)
        return status;
    if (!region)
        return no_memory(error);
    for (size_t row = 0; row < draft->region_rows; row++) {
        for (size_t i = 0; i < draft->region[row].len; i++) {
            char c = draft->region[row].text[i];
            unsigned *own = &number[(unsigned char)c & 127];
            if (sudoku_is_space(c))
                continue;
            if (!*own && regions == p->size)
                return nash_fail(error, NASH_UNPROCESSABLE, "/regions",
                                 "row %u, column %u: '%c' begins one region too many; a grid of size %u has %u",
                                 cell / p->size + 1, cell % p->size + 1, c, p->size, p->size);
            *own = *own ? *own : ++regions;
            if (held[*own]++ == p->size)
                return nash_fail(error, NASH_UNPROCESSABLE, "/regions",
                                 "row %u, column %u: region '%c' has more than %u cells", cell / p->size + 1,
                                 cell % p->size + 1, c, p->size);
            region[cell++] = (uint8_t)(*own - 1);
        }
    }
    p->region = region; /* n * n cells, at most n regions of at most n: so n of n */
    return NASH_OK;
}

/* ---- cages ---- */

static void sort(uint16_t *cell, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        uint16_t moved = cell[i];
        unsigned k = i;
        for (; k > 0 && cell[k - 1] > moved; k--)
            cell[k] = cell[k - 1];
        cell[k] = moved;
    }
}

/* One cage; owner[cell] is the number from 1 of the cage that has it. */
static enum nash_status settle_cage(const struct sudoku_cage_draft *draft, unsigned index, struct sudoku_problem *p,
                                    uint16_t *owner, uint16_t *cell, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    if (draft->count > p->size) {
        snprintf(pointer, sizeof pointer, "/cages/%u/cells", index);
        return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                         "%u cells, but a cage holds different values and a grid of size %u has %u", draft->count,
                         p->size, p->size);
    }
    for (unsigned i = 0; i < draft->count; i++) {
        unsigned row = draft->cell[i][0], column = draft->cell[i][1];
        snprintf(pointer, sizeof pointer, "/cages/%u/cells/%u", index, i);
        if (row > p->size || column > p->size)
            return nash_fail(error, NASH_UNPROCESSABLE, pointer, "row %u, column %u lies outside of a grid of size %u",
                             row, column, p->size);
        cell[i] = (uint16_t)((row - 1) * p->size + column - 1);
        if (owner[cell[i]])
            return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                             "row %u, column %u lies in cage %u already: give each cell to one cage", row, column,
                             owner[cell[i]]);
        owner[cell[i]] = (uint16_t)(index + 1);
    }
    sort(cell, draft->count);
    return NASH_OK;
}

static enum nash_status settle_cages(const struct sudoku_draft *draft, struct sudoku_problem *p,
                                     struct nash_arena *arena, struct nash_error *error)
{
    size_t cells = (size_t)p->size * p->size, used = 0;
    struct sudoku_cage *cage = NASH_NEW(arena, struct sudoku_cage, draft->cages);
    uint16_t *owner = NASH_NEW(arena, uint16_t, cells), *cell = NASH_NEW(arena, uint16_t, cells + SUDOKU_MAX);
    if (!cage || !owner || !cell)
        return no_memory(error);
    for (size_t i = 0; i < draft->cages; i++) {
        const struct sudoku_cage_draft *from = &draft->cage[i];
        enum nash_status status = settle_cage(from, (unsigned)i, p, owner, &cell[used], error);
        if (status != NASH_OK)
            return status;
        cage[i] = (struct sudoku_cage){.sum = from->sum, .count = from->count, .cell = &cell[used]};
        used += from->count;
    }
    p->cage = cage;
    p->cages = draft->cages;
    return NASH_OK;
}

enum nash_status sudoku_draft_variant(const struct sudoku_draft *draft, struct sudoku_problem *p,
                                      struct nash_arena *arena, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    p->diagonal = draft->diagonal;
    p->disjoint = draft->disjoint;
    if (draft->region_rows && draft->disjoint)
        return nash_fail(error, NASH_UNPROCESSABLE, "/disjoint",
                         "disjoint groups are cells at one place of their boxes; with irregular regions there are "
                         "none: leave one of the two out");
    if (draft->region_rows)
        status = settle_regions(draft, p, arena, error);
    return status == NASH_OK && draft->cages ? settle_cages(draft, p, arena, error) : status;
}
