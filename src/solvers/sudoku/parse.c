/* The JSON form of a problem: exactly what schema/kinds/sudoku.request.json allows, and nothing more.
 *
 * Whatever breaks the schema is found here and is NASH_INVALID; it is looked for in the whole body before draft.c holds
 * the parts against each other (NASH_UNPROCESSABLE), so that schema and server agree on every body.
 * Rows of integers alone never become cJSON nodes (nash_json_ints); null or 1.0 among them make an ordinary array. */
#include <math.h>
#include <string.h>

#include "alphabet.h"
#include "draft.h"
#include "generate/order.h"

enum { TEXT_MAX = 16384, BOX_MIN = 2, BOX_MAX = 24, FLAT_MIN = SUDOKU_MIN * SUDOKU_MIN };

struct reader {
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error;
};

static enum nash_status out_of_memory(const struct reader *r, const char *at)
{
    return nash_fail(r->error, NASH_NOMEM, at, "the grid does not fit into the memory of this job");
}

static enum nash_status read_text(const struct reader *r, const cJSON *item, const char *at, struct sudoku_row *row)
{
    const char *text = item->valuestring;
    size_t length = strlen(text);
    if (length < 1 || length > TEXT_MAX)
        return nash_fail(r->error, NASH_INVALID, at, "must be 1 to %d characters long", TEXT_MAX);
    for (size_t i = 0; i < length; i++) {
        if (!sudoku_is_space(text[i]) && (text[i] < '!' || text[i] > '~'))
            return nash_fail(r->error, NASH_INVALID, at,
                             "character %zu is not printable ASCII: write a cell as one symbol, an empty one as '.'",
                             i + 1);
        row->count += !sudoku_is_space(text[i]);
    }
    row->text = text;
    return NASH_OK;
}

static enum nash_status check_value(const struct reader *r, const char *at, size_t index, double value)
{
    char pointer[sizeof r->error->pointer];
    if (value >= 0 && value <= SUDOKU_MAX && value == trunc(value))
        return NASH_OK;
    return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, index),
                     "a cell is an integer from 0 (empty) to the grid's size, at most %d, or null", SUDOKU_MAX);
}

/* Integers and nulls, walked as cJSON nodes. */
static enum nash_status read_mixed(const struct reader *r, const cJSON *array, const char *at, struct sudoku_row *row)
{
    size_t i = 0;
    uint8_t *value = NASH_NEW(r->arena, uint8_t, (size_t)cJSON_GetArraySize(array));
    if (!value)
        return out_of_memory(r, at);
    for (const cJSON *item = array->child; item; item = item->next, i++) {
        double number = cJSON_IsNull(item) ? 0 : cJSON_IsNumber(item) ? item->valuedouble : NAN;
        enum nash_status status = check_value(r, at, i, number);
        if (status != NASH_OK)
            return status;
        value[i] = (uint8_t)number;
    }
    row->value = value;
    row->count = i;
    return NASH_OK;
}

static enum nash_status read_ints(const struct reader *r, const cJSON *array, const char *at, struct sudoku_row *row)
{
    struct nash_json_ints ints;
    enum nash_status status = nash_json_ints(r->doc, array, at, r->arena, &ints, r->error);
    if (status != NASH_OK)
        return status;
    uint8_t *value = NASH_NEW(r->arena, uint8_t, ints.count);
    if (!value)
        return out_of_memory(r, at);
    for (size_t i = 0; i < ints.count; i++) {
        if ((status = check_value(r, at, i, (double)ints.value[i])) != NASH_OK)
            return status;
        value[i] = (uint8_t)ints.value[i];
    }
    row->value = value;
    row->count = ints.count;
    return NASH_OK;
}

static bool all_numbers(const cJSON *array)
{
    for (const cJSON *item = array->child; item; item = item->next)
        if (!cJSON_IsNumber(item))
            return false;
    return true;
}

/* An array of lo..hi integers or nulls. */
static enum nash_status read_values(const struct reader *r, const cJSON *array, const char *at, size_t lo, size_t hi,
                                    struct sudoku_row *row)
{
    enum nash_status status = all_numbers(array) ? read_ints(r, array, at, row) : read_mixed(r, array, at, row);
    if (status == NASH_OK && (row->count < lo || row->count > hi))
        return nash_fail(r->error, NASH_INVALID, at, "must hold %zu to %zu cells, not %zu", lo, hi, row->count);
    return status;
}

/* An array of rows, all of them strings or all of them arrays, as the first one is. */
static enum nash_status read_rows(const struct reader *r, const cJSON *array, struct sudoku_draft *draft)
{
    size_t i = 0, count = (size_t)cJSON_GetArraySize(array);
    bool text = cJSON_IsString(array->child);
    if (count < SUDOKU_MIN || count > SUDOKU_MAX)
        return nash_fail(r->error, NASH_INVALID, draft->at, "must hold %d to %d rows, not %zu", SUDOKU_MIN, SUDOKU_MAX,
                         count);
    struct sudoku_row *row = NASH_NEW(r->arena, struct sudoku_row, count);
    if (!row)
        return out_of_memory(r, draft->at);
    for (const cJSON *item = array->child; item; item = item->next, i++) {
        char at[sizeof r->error->pointer];
        enum nash_status status;
        nash_pointer_index(at, sizeof at, draft->at, i);
        if (text ? !cJSON_IsString(item) : !cJSON_IsArray(item))
            return nash_fail(r->error, NASH_INVALID, at, "must be %s, as the first row is",
                             text ? "a string" : "an array");
        status = text ? read_text(r, item, at, &row[i]) : read_values(r, item, at, SUDOKU_MIN, SUDOKU_MAX, &row[i]);
        if (status != NASH_OK)
            return status;
    }
    draft->nested = true;
    draft->rows = count;
    draft->row = row;
    return NASH_OK;
}

static enum nash_status read_grid(const struct reader *r, const cJSON *item, struct sudoku_draft *draft)
{
    if (!cJSON_IsString(item) && !cJSON_IsArray(item))
        return nash_fail(r->error, NASH_INVALID, draft->at,
                         "must be a string, an array of row strings, an array of integers or an array of such rows");
    if (cJSON_IsArray(item) && (cJSON_IsString(item->child) || cJSON_IsArray(item->child)))
        return read_rows(r, item, draft);
    struct sudoku_row *row = NASH_NEW(r->arena, struct sudoku_row, 1);
    if (!row)
        return out_of_memory(r, draft->at);
    draft->rows = 1;
    draft->row = row;
    if (cJSON_IsString(item))
        return read_text(r, item, draft->at, row);
    return read_values(r, item, draft->at, FLAT_MIN, SUDOKU_CELLS_MAX, row);
}

static enum nash_status read_box(const struct reader *r, struct sudoku_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "box");
    struct nash_json_ints box;
    if (!item)
        return NASH_OK;
    enum nash_status status = nash_json_ints(r->doc, item, "/box", r->arena, &box, r->error);
    if (status != NASH_OK)
        return status;
    if (box.count != 2)
        return nash_fail(r->error, NASH_INVALID, "/box", "must be [rows, columns] of one box, as [2, 3] for 6x6");
    for (size_t i = 0; i < 2; i++)
        if (box.value[i] < BOX_MIN || box.value[i] > BOX_MAX)
            return nash_fail(r->error, NASH_INVALID, i ? "/box/1" : "/box/0", "must be an integer from %d to %d",
                             BOX_MIN, BOX_MAX);
    draft->box_rows = (unsigned)box.value[0];
    draft->box_cols = (unsigned)box.value[1];
    return NASH_OK;
}

static enum nash_status read_symbols(const struct reader *r, struct sudoku_draft *draft)
{
    const char *symbols = NULL;
    bool seen[128] = {false};
    enum nash_status status = nash_json_string(r->doc->root, "", "symbols", SUDOKU_MAX, &symbols, r->error);
    if (status != NASH_OK || !symbols)
        return status;
    if (strlen(symbols) < SUDOKU_MIN)
        return nash_fail(r->error, NASH_INVALID, "/symbols", "must be at least %d characters long", SUDOKU_MIN);
    for (const char *c = symbols; *c; c++) {
        if (*c < '!' || *c > '~' || *c == '.' || *c == '_')
            return nash_fail(r->error, NASH_INVALID, "/symbols",
                             "must be printable ASCII without blanks, '.' and '_' (these mean empty)");
        if (seen[(unsigned char)*c])
            return nash_fail(r->error, NASH_INVALID, "/symbols", "must be distinct: '%c' stands twice", *c);
        seen[(unsigned char)*c] = true;
    }
    draft->symbols = symbols;
    return NASH_OK;
}

static enum nash_status read_numbers(const struct reader *r, struct sudoku_draft *draft)
{
    int64_t size = 0, limit = SUDOKU_SOLUTIONS_DEFAULT;
    enum nash_status status = nash_json_int(r->doc->root, "", "size", SUDOKU_MIN, SUDOKU_MAX, &size, r->error);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "solutions", 1, SUDOKU_SOLUTIONS_MAX, &limit, r->error);
    draft->size = (unsigned)size;
    draft->limit = (uint32_t)limit;
    return status;
}

/* A puzzle to make: its shape may stand in the order or beside it. */
static enum nash_status parse_order(const struct reader *r, const cJSON *item, struct sudoku_draft *draft,
                                    void **problem)
{
    struct sudoku_order *order = NASH_NEW(r->arena, struct sudoku_order, 1);
    if (!order)
        return out_of_memory(r, draft->at);
    enum nash_status status = sudoku_order_parse(r->doc, item, draft->at, r->arena, order, r->error);
    if (status != NASH_OK)
        return status;
    return sudoku_draft_order(draft, order, r->arena, problem, r->error);
}

enum nash_status sudoku_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const names[] = {"puzzle", "grid", "size", "box", "symbols", "solutions", "generate", NULL};
    struct nash_error unasked;
    const struct reader r = {doc, arena, error ? error : &unasked};
    struct sudoku_draft draft = {0};
    enum nash_status status = nash_json_only(doc->root, "", names, r.error);
    if (status != NASH_OK)
        return status;
    const cJSON *puzzle = nash_json_get(doc->root, "puzzle"), *grid = nash_json_get(doc->root, "grid");
    const cJSON *generate = nash_json_get(doc->root, "generate");
    if (generate && (puzzle || grid))
        return nash_fail(r.error, NASH_INVALID, "/generate",
                         "makes a puzzle: leave \"puzzle\" out, or ask for nothing");
    if (!generate && !puzzle == !grid)
        return nash_fail(r.error, NASH_INVALID, puzzle ? "/grid" : "",
                         puzzle ? "is another name of \"puzzle\": give one of the two"
                                : "the member \"puzzle\" is missing, for example {\"puzzle\": \"53..7....6..195...\"}");
    draft.at = puzzle ? "/puzzle" : grid ? "/grid" : "/generate";
    if ((status = read_numbers(&r, &draft)) != NASH_OK || (status = read_box(&r, &draft)) != NASH_OK ||
        (status = read_symbols(&r, &draft)) != NASH_OK)
        return status;
    if (generate)
        return parse_order(&r, generate, &draft, problem);
    if ((status = read_grid(&r, puzzle ? puzzle : grid, &draft)) != NASH_OK)
        return status;
    return sudoku_draft_finish(&draft, arena, problem, r.error);
}
