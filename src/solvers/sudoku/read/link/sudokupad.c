/* SudokuPad's own JSON. Its rules are the clues, the regions, the cages and `global`; everything else is drawing. Rules
 * that are only drawn cannot be read, so that a puzzle with drawings is refused. Names have a short form too. */
#include <string.h>

#include <solvers/sudoku/exact/cage.h>

#include "puzzle.h"

/* Members without a rule, and those that are read here. */
static const char *const silent[] = {"id",     "cellSize", "cs",       "metadata",   "settings", "title",   "t",
                                     "author", "rules",    "solution", "cells",      "ce",       "regions", "re",
                                     "cages",  "ca",       "version",  "msgcorrect", NULL};

/* Returns the child that has one of the names; false when both are absent or say nothing. */
static bool find(struct reader *child, struct reader *r, const char *name, const char *short_name)
{
    return ((reader_has(r, name) && reader_member(child, r, name)) ||
            (reader_has(r, short_name) && reader_member(child, r, short_name))) &&
           !puzzle_is_nothing(child);
}

static const cJSON *find_value(const cJSON *object)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, "value");
    return value ? value : cJSON_GetObjectItemCaseSensitive(object, "v");
}

static const char *long_name(const char *name)
{
    static const char *const names[][2] = {{"l", "lines"}, {"a", "arrows"}, {"u", "underlays"}, {"o", "overlays"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return name;
}

static bool check_members(struct puzzle *p)
{
    struct puzzle_refused refused = {.count = 0};
    for (const cJSON *item = p->root->value->child; item; item = item->next) {
        struct reader member;
        if (!puzzle_is_listed(item->string, silent) && reader_member(&member, p->root, item->string) &&
            !puzzle_is_nothing(&member))
            puzzle_refuse(&refused, long_name(item->string), cJSON_IsArray(item) ? reader_count(&member) : 1);
    }
    return puzzle_supported(p, &refused, "regions, cages with a sum");
}

static void read_cell(struct puzzle *p, struct reader *cell, size_t at)
{
    int64_t value = cJSON_IsObject(cell->value) ? puzzle_number(find_value(cell->value), 0) : 0;
    if (value < 0 || value > p->n)
        reader_fail(cell, NASH_UNPROCESSABLE, NULL, "a value is a number from 1 to %u", p->n);
    else
        p->value[at] = (uint8_t)value;
}

/* Reads an array of [row, column] from 0, at most `room`, as row and column from 1. Returns their number. */
static size_t read_cells(struct puzzle *p, struct reader *cells, uint8_t (*cell)[2], size_t room)
{
    size_t count = 0;
    for (struct reader item = {0}; reader_ok(p->root) && count < room && reader_item(&item, cells);) {
        struct nash_json_ints place = reader_as_ints(&item);
        if (place.count != 2 || place.value[0] < 0 || place.value[0] >= p->n || place.value[1] < 0 ||
            place.value[1] >= p->n) {
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "a cell is [row, column], from 0 to %u", p->n - 1);
            return count;
        }
        cell[count][0] = (uint8_t)(place.value[0] + 1);
        cell[count++][1] = (uint8_t)(place.value[1] + 1);
    }
    return count;
}

static void read_regions(struct puzzle *p)
{
    struct reader regions;
    uint8_t cell[SUDOKU_MAX + 1][2];
    unsigned index = 0;
    if (!find(&regions, p->root, "regions", "re") || !cJSON_IsArray(regions.value) || reader_count(&regions) != p->n) {
        reader_fail(p->root, NASH_UNPROCESSABLE, NULL, "the puzzle needs %u regions", p->n);
        return;
    }
    memset(p->region, UINT8_MAX, (size_t)p->n * p->n);
    for (struct reader item = {0}; reader_ok(p->root) && reader_item(&item, &regions); index++) {
        size_t count = cJSON_IsArray(item.value) ? read_cells(p, &item, cell, p->n + 1) : 0;
        if (reader_ok(p->root) && count != p->n)
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "a region of this grid has %u cells", p->n);
        for (size_t i = 0; i < count; i++) {
            uint8_t *region = &p->region[(cell[i][0] - 1U) * p->n + cell[i][1] - 1U];
            if (*region != UINT8_MAX)
                reader_fail(&item, NASH_UNPROCESSABLE, NULL, "row %u, column %u lies in two regions", cell[i][0],
                            cell[i][1]);
            *region = (uint8_t)index;
        }
    }
}

/* Reads a cage. Cages without cells hold words about the puzzle; hidden ones mark rows and columns. */
static void read_cage(struct puzzle *p, struct reader *from)
{
    struct reader cells;
    const cJSON *object = from->value, *unique = cJSON_GetObjectItemCaseSensitive(object, "unique");
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(object, "type");
    const cJSON *total = cJSON_GetObjectItemCaseSensitive(object, "sum");
    bool marks = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "hidden")) ||
                 (cJSON_IsString(type) && strcmp(type->valuestring, "rowcol") == 0);
    if (marks || !cJSON_IsObject(object) || !find(&cells, from, "cells", "ce") || !cJSON_IsArray(cells.value))
        return;
    int64_t sum = puzzle_number(total, 0) > 0 ? puzzle_number(total, 0) : puzzle_number(find_value(object), 0);
    if (sum < 1 || sum > SUDOKU_SUM_MAX || cJSON_IsFalse(unique)) {
        reader_fail(from, NASH_UNPROCESSABLE, NULL, "a cage without a sum, or with equal values, is not supported");
        return;
    }
    size_t room = reader_count(&cells);
    uint8_t(*cell)[2] = reader_alloc(p->root, room + 1, sizeof *cell);
    size_t count = cell ? read_cells(p, &cells, cell, room) : 0;
    p->cage[p->cages++] =
        (struct sudoku_cage_input){.sum = (unsigned)sum, .count = (unsigned)count, .cell = (const uint8_t(*)[2])cell};
}

void sudokupad_read(struct puzzle *p)
{
    struct reader grid, cages;
    bool has_cages = find(&cages, p->root, "cages", "ca") && cJSON_IsArray(cages.value);
    if (!find(&grid, p->root, "cells", "ce") || !cJSON_IsArray(grid.value)) {
        reader_fail(p->root, NASH_UNPROCESSABLE, NULL, "the puzzle has no cells");
        return;
    }
    if (!puzzle_begin(p, reader_count(&grid), has_cages ? reader_count(&cages) : 0) || !check_members(p))
        return;
    puzzle_read_grid(p, &grid, read_cell);
    read_regions(p);
    for (struct reader item = {0}; has_cages && reader_ok(p->root) && reader_item(&item, &cages);)
        read_cage(p, &item);
    if (reader_ok(p->root))
        puzzle_end(p);
}
