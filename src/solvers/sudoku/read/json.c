/* Reads the JSON form of a problem: exactly what schema/kinds/sudoku.request.json allows.
 *
 * A body that breaks the schema is NASH_INVALID. Only a body without such errors is checked as a whole, which is
 * NASH_UNPROCESSABLE when its parts do not fit together, so that schema and server agree on every body.
 * Rows of integers alone never become cJSON nodes; null or 1.0 among them make an ordinary array. */
#include "json.h"

#include <math.h>
#include <string.h>

#include <solvers/kit/text_reader.h>
#include <solvers/sudoku/kind.h>

#include "alphabet.h"
#include "link/link.h"

enum { FLAT_MIN = SUDOKU_MIN * SUDOKU_MIN };

void sudoku_read_string(const struct reader *r, struct sudoku_row *row)
{
    const char *text = r->value->valuestring;
    size_t length = strlen(text);
    if (length < 1 || length > SUDOKU_TEXT_MAX) {
        reader_fail(r, NASH_INVALID, NULL, "must be 1 to %d characters long", SUDOKU_TEXT_MAX);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (!sudoku_is_space(text[i]) && (text[i] < '!' || text[i] > '~')) {
            reader_fail(r, NASH_INVALID, NULL,
                        "character %zu is not printable ASCII: write a cell as one symbol, an empty one as '.'", i + 1);
            return;
        }
        row->count += !sudoku_is_space(text[i]);
    }
    row->text = text;
    row->len = length;
}

/* Reads the string r: a whole grid, 1..SUDOKU_PASTE_MAX characters of any kind. */
static void read_paste(const struct reader *r, struct sudoku_row *row)
{
    const char *text = r->value->valuestring;
    struct text_span span = {text, text + strlen(text)};
    size_t characters = 0;
    if (!text_utf8_length(span, &characters) || characters < 1 || characters > SUDOKU_PASTE_MAX)
        reader_fail(r, NASH_INVALID, NULL, "must be 1 to %d characters long", SUDOKU_PASTE_MAX);
    row->text = text;
    row->len = text_length(span);
}

/* ---- grids of numbers ---- */

/* Converts a number to the value of a cell. False after reporting a number that no cell can have. */
static bool read_cell(const struct reader *array, size_t index, double number, uint8_t *value)
{
    *value = number > 0 && number <= SUDOKU_MAX ? (uint8_t)number : 0;
    if (number >= -1 && number <= SUDOKU_MAX && number == trunc(number))
        return true;
    reader_fail_at(array, NASH_INVALID, NULL, index,
                   "a cell is an integer from 1 to the grid's size, at most %d; or 0, -1 or null when empty",
                   SUDOKU_MAX);
    return false;
}

/* Reads an array of integers and nulls, element by element. */
static void read_mixed(struct reader *array, struct sudoku_row *row)
{
    uint8_t *value = READER_NEW(array, uint8_t, reader_count(array));
    size_t count = 0;
    for (struct reader item = {0}; value && reader_item(&item, array); count++) {
        const cJSON *cell = item.value;
        double number = cJSON_IsNull(cell) ? 0 : cJSON_IsNumber(cell) ? cell->valuedouble : NAN;
        if (!read_cell(array, count, number, &value[count]))
            return;
    }
    row->value = value;
    row->count = count;
}

static void read_ints(struct reader *array, struct sudoku_row *row)
{
    struct nash_json_ints ints = reader_as_ints(array);
    uint8_t *value = READER_NEW(array, uint8_t, ints.count);
    for (size_t i = 0; value && i < ints.count; i++)
        if (!read_cell(array, i, (double)ints.value[i], &value[i]))
            return;
    row->value = value;
    row->count = ints.count;
}

static bool all_numbers(const cJSON *array)
{
    for (const cJSON *item = array->child; item; item = item->next)
        if (!cJSON_IsNumber(item))
            return false;
    return true;
}

/* Reads an array of lo..hi integers or nulls. */
static void read_values(struct reader *array, size_t lo, size_t hi, struct sudoku_row *row)
{
    if (all_numbers(array->value))
        read_ints(array, row);
    else
        read_mixed(array, row);
    if (row->count < lo || row->count > hi)
        reader_fail(array, NASH_INVALID, NULL, "must hold %zu to %zu cells, not %zu", lo, hi, row->count);
}

/* ---- the grid ---- */

/* Reads an array of rows. All rows must be strings or all must be arrays, as the first one is. */
static void read_rows(struct reader *grid, struct sudoku_input *input)
{
    size_t i = 0, count = reader_count(grid);
    bool text = cJSON_IsString(grid->value->child);
    if (count < SUDOKU_MIN || count > SUDOKU_MAX) {
        reader_fail(grid, NASH_INVALID, NULL, "must hold %d to %d rows, not %zu", SUDOKU_MIN, SUDOKU_MAX, count);
        return;
    }
    struct sudoku_row *row = READER_NEW(grid, struct sudoku_row, count);
    for (struct reader item = {0}; row && reader_item(&item, grid); i++) {
        if (text ? !cJSON_IsString(item.value) : !cJSON_IsArray(item.value))
            reader_fail(&item, NASH_INVALID, NULL, "must be %s, as the first row is", text ? "a string" : "an array");
        else if (text)
            sudoku_read_string(&item, &row[i]);
        else
            read_values(&item, SUDOKU_MIN, SUDOKU_MAX, &row[i]);
    }
    input->nested = true;
    input->rows = count;
    input->row = row;
}

static void read_grid(struct reader *r, const char *name, struct sudoku_input *input)
{
    struct reader grid;
    if (!name || !reader_member(&grid, r, name))
        return;
    const cJSON *value = grid.value;
    input->is_foreign = link_is_puzzle(value);
    if (input->is_foreign) {
        input->rows = 1;
        return;
    }
    if (cJSON_IsArray(value) && (cJSON_IsString(value->child) || cJSON_IsArray(value->child))) {
        read_rows(&grid, input);
        return;
    }
    struct sudoku_row *row = READER_NEW(&grid, struct sudoku_row, 1);
    input->rows = 1;
    input->row = row;
    if (row && cJSON_IsString(value))
        read_paste(&grid, row);
    else if (row && cJSON_IsArray(value))
        read_values(&grid, FLAT_MIN, SUDOKU_CELLS_MAX, row);
    else
        reader_fail(&grid, NASH_INVALID, NULL,
                    "must be a string, an array of row strings, an array of integers or an array of such rows, or "
                    "the JSON of f-puzzles or SudokuPad");
}

/* Returns the name of the member that holds the grid; NULL when there is none, as with cages only or generate. */
static const char *find_grid(struct reader *r, struct sudoku_input *input)
{
    bool puzzle = reader_has(r, "puzzle"), grid = reader_has(r, "grid");
    bool cages = reader_has(r, "cages"), generate = reader_has(r, "generate");
    if (generate && (puzzle || grid || cages))
        reader_fail(r, NASH_INVALID, "generate", "makes a puzzle: leave the %s out, or do not ask for a puzzle",
                    cages ? "cages" : "grid");
    if (puzzle && grid)
        reader_fail(r, NASH_INVALID, "grid", "is another name of \"puzzle\": give one of the two");
    if (!puzzle && !grid && !cages && !generate)
        reader_fail(r, NASH_INVALID, NULL,
                    "the member \"puzzle\" is missing, for example {\"puzzle\": \"53..7....6..195...\"}");
    input->at = puzzle ? "/puzzle" : grid ? "/grid" : "";
    return puzzle ? "puzzle" : grid ? "grid" : NULL;
}

/* ---- other members ---- */

static void read_box(struct reader *r, struct sudoku_input *input)
{
    struct reader member;
    if (!reader_member(&member, r, "box"))
        return;
    struct nash_json_ints box = reader_as_ints(&member);
    if (box.count != 2) {
        reader_fail(&member, NASH_INVALID, NULL, "must be [rows, columns] of one box, as [2, 3] for 6x6");
        return;
    }
    for (size_t i = 0; i < 2; i++)
        if (box.value[i] < SUDOKU_BOX_MIN || box.value[i] > SUDOKU_BOX_MAX)
            reader_fail_at(&member, NASH_INVALID, NULL, i, "must be an integer from %d to %d", SUDOKU_BOX_MIN,
                           SUDOKU_BOX_MAX);
    input->box_rows = (unsigned)box.value[0];
    input->box_cols = (unsigned)box.value[1];
}

static void read_symbols(struct reader *r, struct sudoku_input *input)
{
    const char *symbols = reader_string(r, "symbols", SUDOKU_MAX);
    bool seen[128] = {false};
    if (symbols && strlen(symbols) < SUDOKU_MIN)
        reader_fail(r, NASH_INVALID, "symbols", "must be at least %d characters long", SUDOKU_MIN);
    for (const char *c = symbols; c && *c; c++) {
        bool usable = *c >= '!' && *c <= '~' && *c != '.' && *c != '_';
        if (!usable)
            reader_fail(r, NASH_INVALID, "symbols",
                        "must be printable ASCII without blanks, '.' and '_' (these mean empty)");
        else if (seen[(unsigned char)*c])
            reader_fail(r, NASH_INVALID, "symbols", "must be distinct: '%c' stands twice", *c);
        seen[(unsigned char)*c & 127] = true;
    }
    input->symbols = symbols;
}

/* Reads the task. The schema allows several at once; then *second is set to the name of the last one. */
static void read_task(struct reader *r, struct sudoku_input *input, const char **second)
{
    static const struct {
        const char *name;
        enum sudoku_task task;
    } tasks[] = {{"check", SUDOKU_CHECK}, {"explain", SUDOKU_EXPLAIN}, {"hint", SUDOKU_HINT}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (!reader_bool(r, tasks[i].name, false))
            continue;
        if (input->task != SUDOKU_SOLVE)
            *second = tasks[i].name;
        else
            input->task = tasks[i].task;
    }
}

/* Reads how many solutions to count, and how many of them to list. */
static void read_solutions(struct reader *r, struct sudoku_input *input)
{
    struct reader member;
    input->limit = SUDOKU_SOLUTIONS_DEFAULT;
    input->list = (unsigned)reader_int(r, "list", 1, SUDOKU_LIST_MAX, 0);
    if (!reader_member(&member, r, "solutions"))
        return;
    if (!cJSON_IsString(member.value)) {
        input->limit = (uint32_t)reader_as_int(&member, 1, SUDOKU_SOLUTIONS_MAX, SUDOKU_SOLUTIONS_DEFAULT);
    } else if (strcmp(member.value->valuestring, "all") == 0) {
        input->limit = UINT32_MAX;
        input->all = true;
    } else {
        reader_fail(&member, NASH_INVALID, NULL, "must be a number of solutions, or \"all\"");
    }
}

/* Members that do not describe the grid. */
#define MEMBERS                                                                                                        \
    "size", "box", "symbols", "solutions", "list", "diagonal", "disjoint", "regions", "cages", "check", "explain",     \
        "hint", "method", "shards", "propagate", "beta", "schedule", "updates", "restarts", "mode", "audit", "wait_ms"

/* Reads all members but the grid. Sets *second to the name of a member that contradicts another one. */
static void read_members(struct reader *r, struct sudoku_input *input, const char **second)
{
    input->size = (unsigned)reader_int(r, "size", SUDOKU_MIN, SUDOKU_MAX, 0);
    read_solutions(r, input);
    read_box(r, input);
    read_symbols(r, input);
    read_task(r, input, second);
    sudoku_read_generate(r, input, second);
    sudoku_read_variant(r, input);
    sudoku_read_game(r, input);
}

/* Refuses members that ask for two things. */
static void check_task(struct reader *r, const struct sudoku_input *input, const char *second)
{
    if (second)
        reader_fail(r, NASH_UNPROCESSABLE, second,
                    "one thing is asked at a time, in one place: leave this one or the other out");
    if (input->task != SUDOKU_SOLVE && reader_has(r, "solutions"))
        reader_fail(r, NASH_UNPROCESSABLE, "solutions", "counts solutions, which is not asked here: leave it out");
    if (input->list && !input->all)
        reader_fail(r, NASH_UNPROCESSABLE, "list",
                    "lists the first of all solutions: say \"solutions\": \"all\", or leave it out");
}

enum nash_status sudoku_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const names[] = {"puzzle", "grid", "generate", MEMBERS, NULL};
    struct sudoku_input input = {.shape_at = ""};
    const char *second = NULL;
    struct reader r;
    reader_root(&r, doc, arena, error);
    if (link_is_puzzle(doc->root))
        return reader_fail(
            &r, NASH_INVALID, NULL,
            "this is the JSON of f-puzzles or SudokuPad: send it as text/plain, or as the member \"puzzle\" "
            "(jq '{puzzle: .}')");
    reader_only(&r, names);
    const char *grid = find_grid(&r, &input);
    read_members(&r, &input, &second);
    read_grid(&r, grid, &input);
    check_task(&r, &input, second);
    if (reader_ok(&r) && input.is_foreign)
        link_read_json(&r, &input, doc, cJSON_GetObjectItemCaseSensitive(doc->root, grid));
    return reader_ok(&r) ? sudoku_input_validate(&input, &r, problem) : reader_status(&r);
}

void sudoku_read_beside_text(struct reader *r, struct sudoku_input *input)
{
    static const char *const names[] = {MEMBERS, NULL};
    const char *second = NULL;
    reader_only(r, names);
    read_members(r, input, &second);
    check_task(r, input, second);
}
