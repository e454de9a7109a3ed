/* The JSON form of a problem: exactly what schema/kinds/sudoku.request.json allows, and nothing more. Variants are read
 * in parse_variant.c.
 *
 * Whatever breaks the schema is found here and is NASH_INVALID; it is looked for in the whole body before draft.c holds
 * the parts against each other (NASH_UNPROCESSABLE), so that schema and server agree on every body.
 * Rows of integers alone never become cJSON nodes (nash_json_ints); null or 1.0 among them make an ordinary array. */
#include <math.h>
#include <string.h>

#include "alphabet.h"
#include "draft.h"
#include "generate/order.h"
#include "reader.h"

enum { BOX_MIN = 2, BOX_MAX = 24, FLAT_MIN = SUDOKU_MIN * SUDOKU_MIN };

static enum nash_status out_of_memory(const struct sudoku_reader *r, const char *at)
{
    return nash_fail(r->error, NASH_NOMEM, at, "the grid does not fit into the memory of this job");
}

enum nash_status sudoku_read_text(const struct sudoku_reader *r, const cJSON *item, const char *at,
                                  struct sudoku_row *row)
{
    const char *text = item->valuestring;
    size_t length = strlen(text);
    if (length < 1 || length > SUDOKU_TEXT_MAX)
        return nash_fail(r->error, NASH_INVALID, at, "must be 1 to %d characters long", SUDOKU_TEXT_MAX);
    for (size_t i = 0; i < length; i++) {
        if (!sudoku_is_space(text[i]) && (text[i] < '!' || text[i] > '~'))
            return nash_fail(r->error, NASH_INVALID, at,
                             "character %zu is not printable ASCII: write a cell as one symbol, an empty one as '.'",
                             i + 1);
        row->count += !sudoku_is_space(text[i]);
    }
    row->text = text;
    row->len = length;
    return NASH_OK;
}

static enum nash_status check_value(const struct sudoku_reader *r, const char *at, size_t index, double value)
{
    char pointer[sizeof r->error->pointer];
    if (value >= -1 && value <= SUDOKU_MAX && value == trunc(value))
        return NASH_OK;
    return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, index),
                     "a cell is an integer from 1 to the grid's size, at most %d; or 0, -1 or null when empty",
                     SUDOKU_MAX);
}

/* Integers and nulls, walked as cJSON nodes. */
static enum nash_status read_mixed(const struct sudoku_reader *r, const cJSON *array, const char *at,
                                   struct sudoku_row *row)
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
        value[i] = number > 0 ? (uint8_t)number : 0;
    }
    row->value = value;
    row->count = i;
    return NASH_OK;
}

static enum nash_status read_ints(const struct sudoku_reader *r, const cJSON *array, const char *at,
                                  struct sudoku_row *row)
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
        value[i] = ints.value[i] > 0 ? (uint8_t)ints.value[i] : 0;
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
static enum nash_status read_values(const struct sudoku_reader *r, const cJSON *array, const char *at, size_t lo,
                                    size_t hi, struct sudoku_row *row)
{
    enum nash_status status = all_numbers(array) ? read_ints(r, array, at, row) : read_mixed(r, array, at, row);
    if (status == NASH_OK && (row->count < lo || row->count > hi))
        return nash_fail(r->error, NASH_INVALID, at, "must hold %zu to %zu cells, not %zu", lo, hi, row->count);
    return status;
}

/* An array of rows, all of them strings or all of them arrays, as the first one is. */
static enum nash_status read_rows(const struct sudoku_reader *r, const cJSON *array, struct sudoku_draft *draft)
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
        status =
            text ? sudoku_read_text(r, item, at, &row[i]) : read_values(r, item, at, SUDOKU_MIN, SUDOKU_MAX, &row[i]);
        if (status != NASH_OK)
            return status;
    }
    draft->nested = true;
    draft->rows = count;
    draft->row = row;
    return NASH_OK;
}

static enum nash_status read_grid(const struct sudoku_reader *r, const cJSON *item, struct sudoku_draft *draft)
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
        return sudoku_read_text(r, item, draft->at, row);
    return read_values(r, item, draft->at, FLAT_MIN, SUDOKU_CELLS_MAX, row);
}

static enum nash_status read_box(const struct sudoku_reader *r, struct sudoku_draft *draft)
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

static enum nash_status read_symbols(const struct sudoku_reader *r, struct sudoku_draft *draft)
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

static enum nash_status read_numbers(const struct sudoku_reader *r, struct sudoku_draft *draft)
{
    int64_t size = 0, limit = SUDOKU_SOLUTIONS_DEFAULT;
    enum nash_status status = nash_json_int(r->doc->root, "", "size", SUDOKU_MIN, SUDOKU_MAX, &size, r->error);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "solutions", 1, SUDOKU_SOLUTIONS_MAX, &limit, r->error);
    draft->size = (unsigned)size;
    draft->limit = (uint32_t)limit;
    return status;
}

/* What is asked: at most one of the tasks. A second one is looked at last, since the schema allows it. */
static enum nash_status read_task(const struct sudoku_reader *r, struct sudoku_draft *draft, const char **second)
{
    static const struct {
        const char *name, *pointer;
        enum sudoku_task task;
    } tasks[] = {
        {"check", "/check", SUDOKU_CHECK}, {"explain", "/explain", SUDOKU_EXPLAIN}, {"hint", "/hint", SUDOKU_HINT}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        bool asked = false;
        enum nash_status status = nash_json_bool(r->doc->root, "", tasks[i].name, &asked, r->error);
        if (status != NASH_OK)
            return status;
        if (asked && draft->task != SUDOKU_SOLVE)
            *second = tasks[i].pointer;
        else if (asked)
            draft->task = tasks[i].task;
    }
    return NASH_OK;
}

/* The member that holds the grid, NULL when there is none: then cages are all that is known. */
static enum nash_status find_grid(const struct sudoku_reader *r, struct sudoku_draft *draft, const cJSON **item)
{
    const cJSON *puzzle = nash_json_get(r->doc->root, "puzzle"), *grid = nash_json_get(r->doc->root, "grid");
    const cJSON *generate = nash_json_get(r->doc->root, "generate"), *cages = nash_json_get(r->doc->root, "cages");
    if (generate && (puzzle || grid || cages))
        return nash_fail(r->error, NASH_INVALID, "/generate",
                         "makes a puzzle: leave the %s out, or do not ask for a puzzle", cages ? "cages" : "grid");
    if (puzzle && grid)
        return nash_fail(r->error, NASH_INVALID, "/grid", "is another name of \"puzzle\": give one of the two");
    if (!puzzle && !grid && !cages && !generate)
        return nash_fail(r->error, NASH_INVALID, "",
                         "the member \"puzzle\" is missing, for example {\"puzzle\": \"53..7....6..195...\"}");
    draft->at = puzzle ? "/puzzle" : grid ? "/grid" : "";
    *item = puzzle ? puzzle : grid;
    return NASH_OK;
}

/* What to make. Its size and box stand in it, or else beside it. */
static enum nash_status read_order(const struct sudoku_reader *r, struct sudoku_draft *draft, const char **second)
{
    const cJSON *item = nash_json_get(r->doc->root, "generate");
    struct sudoku_order *order = item ? NASH_NEW(r->arena, struct sudoku_order, 1) : NULL;
    if (!item)
        return NASH_OK;
    if (!order)
        return out_of_memory(r, "/generate");
    enum nash_status status = sudoku_order_parse(r->doc, item, "/generate", r->arena, order, r->error);
    if (order->size || order->box_rows) {
        *second = draft->size ? "/size" : draft->box_rows ? "/box" : *second;
        draft->shape_at = "/generate";
        draft->size = order->size;
        draft->box_rows = order->box_rows;
        draft->box_cols = order->box_cols;
    }
    if (draft->task != SUDOKU_SOLVE)
        *second = "/generate";
    draft->task = SUDOKU_GENERATE;
    draft->order = order;
    return status;
}

enum nash_status sudoku_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const names[] = {
        "puzzle",   "grid",    "size",     "box",  "symbols",  "solutions", "diagonal", "disjoint",  "regions",
        "cages",    "check",   "explain",  "hint", "generate", "method",    "shards",   "propagate", "beta",
        "schedule", "updates", "restarts", "mode", "audit",    "wait_ms",   NULL};
    struct nash_error unasked;
    const struct sudoku_reader r = {doc, arena, error ? error : &unasked};
    struct sudoku_draft draft = {0};
    const cJSON *grid = NULL;
    const char *second = NULL;
    enum nash_status status = nash_json_only(doc->root, "", names, r.error);
    if (status != NASH_OK || (status = find_grid(&r, &draft, &grid)) != NASH_OK ||
        (status = read_numbers(&r, &draft)) != NASH_OK || (status = read_box(&r, &draft)) != NASH_OK ||
        (status = read_symbols(&r, &draft)) != NASH_OK || (status = read_task(&r, &draft, &second)) != NASH_OK ||
        (status = read_order(&r, &draft, &second)) != NASH_OK ||
        (status = sudoku_read_variant(&r, &draft)) != NASH_OK || (status = sudoku_read_play(&r, &draft)) != NASH_OK ||
        (grid && (status = read_grid(&r, grid, &draft)) != NASH_OK))
        return status;
    if (second)
        return nash_fail(r.error, NASH_UNPROCESSABLE, second,
                         "one thing is asked at a time, in one place: leave this one or the other out");
    if (draft.task != SUDOKU_SOLVE && nash_json_get(doc->root, "solutions"))
        return nash_fail(r.error, NASH_UNPROCESSABLE, "/solutions",
                         "counts solutions, which is not asked here: leave it out");
    return sudoku_draft_finish(&draft, arena, problem, r.error);
}
