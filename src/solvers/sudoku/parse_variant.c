/* The members of a request that change the rules. */
#include <stdio.h>

#include "cage.h"
#include "reader.h"

enum { CAGES_MAX = SUDOKU_CELLS_MAX };

static enum nash_status no_memory(const struct sudoku_reader *r, const char *at)
{
    return nash_fail(r->error, NASH_NOMEM, at, "the problem does not fit into the memory of this job");
}

/* ---- regions ---- */

static enum nash_status read_regions(const struct sudoku_reader *r, struct sudoku_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "regions");
    size_t count = cJSON_IsString(item) ? 1 : (size_t)cJSON_GetArraySize(item), i = 0;
    if (!item)
        return NASH_OK;
    if (!cJSON_IsString(item) && (!cJSON_IsArray(item) || count < SUDOKU_MIN || count > SUDOKU_MAX))
        return nash_fail(r->error, NASH_INVALID, "/regions",
                         "must be a string with a symbol for each cell, or an array of %d to %d such rows", SUDOKU_MIN,
                         SUDOKU_MAX);
    struct sudoku_row *row = NASH_NEW(r->arena, struct sudoku_row, count);
    if (!row)
        return no_memory(r, "/regions");
    draft->region_rows = count;
    draft->region = row;
    if (cJSON_IsString(item))
        return sudoku_read_text(r, item, "/regions", row);
    for (const cJSON *line = item->child; line; line = line->next, i++) {
        char at[sizeof r->error->pointer];
        nash_pointer_index(at, sizeof at, "/regions", i);
        if (!cJSON_IsString(line))
            return nash_fail(r->error, NASH_INVALID, at, "must be a string with a symbol for each cell of the row");
        enum nash_status status = sudoku_read_text(r, line, at, &row[i]);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

/* ---- cages ---- */

/* One [row, column]. */
static enum nash_status read_cell(const struct sudoku_reader *r, const cJSON *item, const char *at, uint8_t cell[2])
{
    struct nash_json_ints place;
    enum nash_status status = nash_json_ints(r->doc, item, at, r->arena, &place, r->error);
    if (status != NASH_OK)
        return status;
    if (place.count != 2)
        return nash_fail(r->error, NASH_INVALID, at, "must be [row, column], counted from 1");
    for (size_t i = 0; i < 2; i++) {
        char pointer[sizeof r->error->pointer];
        if (place.value[i] < 1 || place.value[i] > SUDOKU_MAX)
            return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, i),
                             "must be an integer from 1 to %d", SUDOKU_MAX);
        cell[i] = (uint8_t)place.value[i];
    }
    return NASH_OK;
}

static enum nash_status read_cage(const struct sudoku_reader *r, const cJSON *item, const char *at,
                                  struct sudoku_cage_draft *cage)
{
    static const char *const names[] = {"sum", "cells", NULL};
    char cells_at[sizeof r->error->pointer], cell_at[sizeof r->error->pointer];
    int64_t sum = 0;
    enum nash_status status = nash_json_only(item, at, names, r->error);
    if (status == NASH_OK)
        status = nash_json_int(item, at, "sum", 1, SUDOKU_SUM_MAX, &sum, r->error);
    if (status != NASH_OK)
        return status;
    const cJSON *cells = nash_json_get(item, "cells"), *place = cells ? cells->child : NULL;
    nash_pointer(cells_at, sizeof cells_at, at, "cells");
    if (!cells || !sum)
        return nash_fail(r->error, NASH_INVALID, at,
                         "\"%s\" is missing: a cage is {\"sum\": 10, \"cells\": [[1, 1], [1, 2]]}",
                         cells ? "sum" : "cells");
    size_t count = cJSON_IsArray(cells) ? (size_t)cJSON_GetArraySize(cells) : 0;
    if (count < 1 || count > SUDOKU_MAX || !cJSON_IsArray(place))
        return nash_fail(r->error, NASH_INVALID, cells_at, "must be an array of 1 to %d cells, each [row, column]",
                         SUDOKU_MAX);
    uint8_t(*cell)[2] = nash_arena_array(r->arena, count, sizeof *cell);
    if (!cell)
        return no_memory(r, cells_at);
    for (size_t i = 0; place; place = place->next, i++)
        if ((status = read_cell(r, place, nash_pointer_index(cell_at, sizeof cell_at, cells_at, i), cell[i])) !=
            NASH_OK)
            return status;
    *cage =
        (struct sudoku_cage_draft){.sum = (unsigned)sum, .count = (unsigned)count, .cell = (const uint8_t(*)[2])cell};
    return NASH_OK;
}

static enum nash_status read_cages(const struct sudoku_reader *r, struct sudoku_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "cages");
    size_t count = cJSON_IsArray(item) ? (size_t)cJSON_GetArraySize(item) : 0, i = 0;
    if (!item)
        return NASH_OK;
    if (count < 1 || count > CAGES_MAX)
        return nash_fail(r->error, NASH_INVALID, "/cages",
                         "must be an array of 1 to %d cages, each {\"sum\": 10, \"cells\": [[1, 1], [1, 2]]}",
                         CAGES_MAX);
    struct sudoku_cage_draft *cage = NASH_NEW(r->arena, struct sudoku_cage_draft, count);
    if (!cage)
        return no_memory(r, "/cages");
    draft->cages = count;
    draft->cage = cage;
    for (const cJSON *one = item->child; one; one = one->next, i++) {
        char at[sizeof r->error->pointer];
        enum nash_status status = read_cage(r, one, nash_pointer_index(at, sizeof at, "/cages", i), &cage[i]);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

enum nash_status sudoku_read_variant(const struct sudoku_reader *r, struct sudoku_draft *draft)
{
    enum nash_status status = nash_json_bool(r->doc->root, "", "diagonal", &draft->diagonal, r->error);
    if (status == NASH_OK)
        status = nash_json_bool(r->doc->root, "", "disjoint", &draft->disjoint, r->error);
    if (status == NASH_OK)
        status = read_regions(r, draft);
    return status == NASH_OK ? read_cages(r, draft) : status;
}
