/* The members that change the rules: diagonal, disjoint, regions, cages. */
#include <solvers/sudoku/exact/cage.h>

#include "json.h"

enum { CAGES_MAX = SUDOKU_CELLS_MAX };

/* ---- regions ---- */

static void read_regions(struct reader *r, struct sudoku_input *input)
{
    struct reader regions;
    if (!reader_member(&regions, r, "regions"))
        return;
    bool text = cJSON_IsString(regions.value);
    size_t count = text ? 1 : reader_is_flat(&regions) ? 0 : reader_count(&regions), i = 0; /* numbers are not rows */
    if (!text && (count < SUDOKU_MIN || count > SUDOKU_MAX)) {
        reader_fail(&regions, NASH_INVALID, NULL,
                    "must be a string with a symbol for each cell, or an array of %d to %d such rows", SUDOKU_MIN,
                    SUDOKU_MAX);
        return;
    }
    struct sudoku_row *row = READER_NEW(&regions, struct sudoku_row, count);
    if (row && text)
        sudoku_read_string(&regions, row);
    for (struct reader item = {0}; row && reader_item(&item, &regions); i++) {
        if (cJSON_IsString(item.value))
            sudoku_read_string(&item, &row[i]);
        else
            reader_fail(&item, NASH_INVALID, NULL, "must be a string with a symbol for each cell of the row");
    }
    input->region_rows = count;
    input->region = row;
}

/* ---- cages ---- */

/* Reads one [row, column]. */
static void read_cell(const struct reader *r, uint8_t cell[2])
{
    struct nash_json_ints place = reader_as_ints(r);
    if (place.count != 2) {
        reader_fail(r, NASH_INVALID, NULL, "must be [row, column], counted from 1");
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        if (place.value[i] < 1 || place.value[i] > SUDOKU_MAX)
            reader_fail_at(r, NASH_INVALID, NULL, i, "must be an integer from 1 to %d", SUDOKU_MAX);
        cell[i] = (uint8_t)place.value[i];
    }
}

static void read_cage(struct reader *r, struct sudoku_cage_input *cage)
{
    static const char *const names[] = {"sum", "cells", NULL};
    struct reader cells;
    size_t i = 0;
    reader_only(r, names);
    cage->sum = (unsigned)reader_int(r, "sum", 1, SUDOKU_SUM_MAX, 0);
    bool given = reader_member(&cells, r, "cells");
    if (!given || !cage->sum) {
        reader_fail(r, NASH_INVALID, NULL, "\"%s\" is missing: a cage is {\"sum\": 10, \"cells\": [[1, 1], [1, 2]]}",
                    given ? "sum" : "cells");
        return;
    }
    size_t count = reader_count(&cells);
    if (count < 1 || count > SUDOKU_MAX || !cJSON_IsArray(cells.value->child)) {
        reader_fail(&cells, NASH_INVALID, NULL, "must be an array of 1 to %d cells, each [row, column]", SUDOKU_MAX);
        return;
    }
    uint8_t(*cell)[2] = reader_alloc(r, count, sizeof *cell);
    for (struct reader item = {0}; cell && reader_item(&item, &cells); i++)
        read_cell(&item, cell[i]);
    cage->count = (unsigned)count;
    cage->cell = (const uint8_t(*)[2])cell;
}

static void read_cages(struct reader *r, struct sudoku_input *input)
{
    struct reader cages;
    if (!reader_member(&cages, r, "cages"))
        return;
    size_t count = reader_count(&cages), i = 0;
    if (count < 1 || count > CAGES_MAX) {
        reader_fail(&cages, NASH_INVALID, NULL,
                    "must be an array of 1 to %d cages, each {\"sum\": 10, \"cells\": [[1, 1], [1, 2]]}", CAGES_MAX);
        return;
    }
    struct sudoku_cage_input *cage = READER_NEW(&cages, struct sudoku_cage_input, count);
    for (struct reader item = {0}; cage && reader_item(&item, &cages); i++)
        read_cage(&item, &cage[i]);
    input->cages = count;
    input->cage = cage;
}

void sudoku_read_variant(struct reader *r, struct sudoku_input *input)
{
    input->diagonal = reader_bool(r, "diagonal", false);
    input->disjoint = reader_bool(r, "disjoint", false);
    read_regions(r, input);
    read_cages(r, input);
}
