/* What the readers of other programs' puzzles share. */
#include "puzzle.h"

#include <stdio.h>
#include <string.h>

bool puzzle_begin(struct puzzle *p, size_t size, size_t cages)
{
    unsigned n = (unsigned)size;
    if (size < SUDOKU_MIN || size > SUDOKU_MAX) {
        reader_fail(p->root, NASH_UNPROCESSABLE, NULL, "a grid of size %zu; sizes from %d to %d are supported", size,
                    SUDOKU_MIN, SUDOKU_MAX);
        return false;
    }
    unsigned boxed = sudoku_box_rows(n), height = boxed ? boxed : 1; /* without boxes the rows are the regions */
    p->n = n;
    p->value = READER_NEW(p->root, uint8_t, (size_t)n * n);
    p->region = READER_NEW(p->root, uint8_t, (size_t)n * n);
    p->cage = READER_NEW(p->root, struct sudoku_cage_input, cages + 1);
    for (unsigned cell = 0; p->region && cell < n * n; cell++)
        p->region[cell] = (uint8_t)(cell / n / height * height + cell % n / (n / height));
    return p->value && p->region && p->cage;
}

void puzzle_read_grid(struct puzzle *p, struct reader *grid,
                      void (*read_cell)(struct puzzle *p, struct reader *cell, size_t at))
{
    size_t at = 0, rows = 0;
    for (struct reader row = {0}; reader_ok(p->root) && reader_item(&row, grid); rows++) {
        size_t columns = cJSON_IsArray(row.value) ? reader_count(&row) : 0;
        if (columns != p->n) {
            reader_fail(&row, NASH_UNPROCESSABLE, NULL, "row %zu has %zu cells; the grid has %u rows of %u cells",
                        rows + 1, columns, p->n, p->n);
            return;
        }
        for (struct reader cell = {0}; reader_item(&cell, &row); at++)
            read_cell(p, &cell, at);
    }
}

/* True when the regions are the usual boxes. */
static bool are_boxes(const struct puzzle *p)
{
    unsigned n = p->n, height = sudoku_box_rows(n);
    for (unsigned cell = 0; height && cell < n * n; cell++)
        if (p->region[cell] != p->region[cell / n / height * height * n + cell % n / (n / height) * (n / height)])
            return false;
    return height;
}

/* Writes the regions as a text, a symbol for each cell. */
static bool write_regions(struct puzzle *p)
{
    size_t cells = (size_t)p->n * p->n;
    struct sudoku_row *row = READER_NEW(p->root, struct sudoku_row, 1);
    char *text = reader_alloc(p->root, cells + 1, 1);
    if (!row || !text)
        return false;
    for (size_t cell = 0; cell < cells; cell++)
        text[cell] = (char)('0' + p->region[cell]);
    *row = (struct sudoku_row){.text = text, .len = cells, .count = cells};
    p->input->region = row;
    p->input->region_rows = 1;
    return true;
}

/* Reports that the request has a member that the puzzle brings along. */
static bool check_request(const struct puzzle *p)
{
    const struct sudoku_input *input = p->input;
    bool size = input->size && input->size != p->n, regions = input->region_rows && !are_boxes(p);
    if (!size && !regions && !(input->cages && p->cages))
        return true;
    reader_fail(p->root, NASH_UNPROCESSABLE, NULL, "the puzzle has its own %s: leave that of the request out",
                size      ? "size"
                : regions ? "regions"
                          : "cages");
    return false;
}

bool puzzle_end(struct puzzle *p)
{
    size_t cells = (size_t)p->n * p->n, held[SUDOKU_MAX] = {0};
    struct sudoku_row *row = READER_NEW(p->root, struct sudoku_row, 1);
    if (!row || !check_request(p))
        return false;
    for (size_t cell = 0; cell < cells; cell++)
        held[p->region[cell] < p->n ? p->region[cell] : 0]++;
    for (unsigned region = 0; region < p->n; region++)
        if (held[region] != p->n) {
            reader_fail(p->root, NASH_UNPROCESSABLE, NULL, "region %u has %zu cells; each of the %u regions needs %u",
                        region + 1, held[region], p->n, p->n);
            return false;
        }
    *row = (struct sudoku_row){.value = p->value, .count = cells};
    for (size_t cell = 0; p->mask && cell < cells; cell++)
        if (p->value[cell])
            p->mask[cell] = UINT64_C(1) << (p->value[cell] - 1);
    if (p->mask)
        *row = (struct sudoku_row){.mask = p->mask, .count = cells};
    p->input->row = row;
    p->input->size = p->n;
    if (p->cages) {
        p->input->cage = p->cage;
        p->input->cages = p->cages;
    }
    return are_boxes(p) || write_regions(p);
}

int64_t puzzle_number(const cJSON *value, int64_t fallback)
{
    int64_t number;
    if (!value || cJSON_IsNull(value) || (cJSON_IsString(value) && !*value->valuestring))
        return fallback;
    if (cJSON_IsNumber(value))
        return value->valuedouble >= 0 && value->valuedouble <= 1e6 && value->valuedouble == (int)value->valuedouble
                   ? (int64_t)value->valuedouble
                   : -1;
    bool text = cJSON_IsString(value) && nash_parse_int64(value->valuestring, strlen(value->valuestring), &number);
    return text && number >= 0 ? number : -1;
}

bool puzzle_is_nothing(const struct reader *r)
{
    const cJSON *value = r->value;
    return cJSON_IsNull(value) || cJSON_IsFalse(value) || (cJSON_IsString(value) && !*value->valuestring) ||
           (cJSON_IsNumber(value) && value->valuedouble == 0) || (cJSON_IsArray(value) && reader_count(r) == 0);
}

bool puzzle_is_listed(const char *name, const char *const names[])
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names;
}

void puzzle_refuse(struct puzzle_refused *refused, const char *name, size_t times)
{
    size_t used = strlen(refused->names), room = sizeof refused->names - used;
    refused->first = refused->first ? refused->first : name;
    refused->count++;
    snprintf(refused->names + used, room, times > 1 ? "%s%.40s (%zu)" : "%s%.40s", used ? ", " : "", name, times);
}

bool puzzle_supported(const struct puzzle *p, const struct puzzle_refused *refused, const char *supported)
{
    char pointer[64];
    if (!refused->count)
        return true;
    reader_fail_pointer(p->root, NASH_UNPROCESSABLE, nash_pointer(pointer, sizeof pointer, "", refused->first),
                        "not supported: %s; supported besides the grid: %s", refused->names, supported);
    return false;
}
