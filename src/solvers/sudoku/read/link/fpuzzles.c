/* The JSON of f-puzzles. A cell's value is a clue only where `given` is true: else it is an entry of a solver. Members
 * that are null, false or empty are absent. Drawings that f-puzzles adds to a rule (fromConstraint) say nothing new;
 * other drawings may stand for rules and are refused, as is every member that is not known here. */
#include <stdio.h>
#include <string.h>

#include <solvers/sudoku/exact/cage.h>

#include "puzzle.h"

/* Members without a rule: about the puzzle, or for its display. */
static const char *const silent[] = {"size",
                                     "title",
                                     "author",
                                     "ruleset",
                                     "grid",
                                     "solution",
                                     "highlightConflicts",
                                     "disabledlogic",
                                     "truecandidatesoptions",
                                     "successMessage",
                                     "msgcorrect",
                                     "hideconflicts",
                                     "foglight",
                                     "fogofwar",
                                     "custominfo",
                                     "source",
                                     "settings",
                                     "metadata",
                                     "id",
                                     "killercage",
                                     "disjointgroups",
                                     "diagonal+",
                                     "diagonal-",
                                     NULL};
static const char *const drawings[] = {"cage", "line", "rectangle", "circle", "text", NULL};

static bool is_true(struct reader *r, const char *name)
{
    struct reader member;
    return reader_member(&member, r, name) && !puzzle_is_nothing(&member);
}

/* Returns how many elements of a drawing belong to no rule. */
static size_t own_drawings(struct reader *drawing)
{
    size_t own = 0;
    for (struct reader item = {0}; reader_item(&item, drawing);) {
        const cJSON *from = cJSON_GetObjectItemCaseSensitive(item.value, "fromConstraint");
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(item.value, "value");
        bool about =
            cJSON_IsString(value) && strchr(value->valuestring, ':'); /* "author: x", a cage that shows nothing */
        own += !(from && !cJSON_IsFalse(from) && !cJSON_IsNull(from)) && !about;
    }
    return own;
}

/* Lists the members that have rules which this program does not have. */
static bool check_members(struct puzzle *p)
{
    struct puzzle_refused refused = {.count = 0};
    bool rising = is_true(p->root, "diagonal+"), falling = is_true(p->root, "diagonal-");
    for (const cJSON *item = p->root->value->child; item; item = item->next) {
        struct reader member;
        if (puzzle_is_listed(item->string, silent) || !reader_member(&member, p->root, item->string) ||
            puzzle_is_nothing(&member))
            continue;
        bool drawn = puzzle_is_listed(item->string, drawings) && cJSON_IsArray(item);
        size_t times = drawn ? own_drawings(&member) : cJSON_IsArray(item) ? reader_count(&member) : 1;
        if (times)
            puzzle_refuse(&refused, item->string, times);
    }
    if (rising != falling)
        puzzle_refuse(&refused, rising ? "diagonal+" : "diagonal-", 1);
    p->input->diagonal = p->input->diagonal || (rising && falling);
    p->input->disjoint = p->input->disjoint || is_true(p->root, "disjointgroups");
    return puzzle_supported(p, &refused,
                            "killercage with a value, both diagonals together, disjointgroups, regions, "
                            "givenPencilMarks");
}

/* ---- the grid ---- */

static void read_marks(struct puzzle *p, struct reader *cell, size_t at)
{
    struct reader marks;
    uint64_t mask = 0;
    if (!reader_member(&marks, cell, "givenPencilMarks") || puzzle_is_nothing(&marks))
        return;
    struct nash_json_ints values = reader_as_ints(&marks);
    for (size_t i = 0; i < values.count; i++) {
        if (values.value[i] < 1 || values.value[i] > p->n)
            reader_fail(&marks, NASH_UNPROCESSABLE, NULL, "candidates are numbers from 1 to %u", p->n);
        else
            mask |= UINT64_C(1) << (values.value[i] - 1);
    }
    if (!p->mask && (p->mask = READER_NEW(p->root, uint64_t, (size_t)p->n * p->n)))
        for (size_t i = 0; i < (size_t)p->n * p->n; i++)
            p->mask[i] = (UINT64_C(1) << p->n) - 1;
    if (p->mask)
        p->mask[at] = mask;
}

static void read_cell(struct puzzle *p, struct reader *cell, size_t at)
{
    if (!cJSON_IsObject(cell->value) && !cJSON_IsNull(cell->value)) {
        reader_fail(cell, NASH_UNPROCESSABLE, NULL, "a cell is an object");
        return;
    }
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(cell->value, "value");
    const cJSON *region = cJSON_GetObjectItemCaseSensitive(cell->value, "region");
    int64_t number = puzzle_number(value, 0), own = region ? puzzle_number(region, -1) : p->region[at];
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(cell->value, "given"))) {
        if (number < 1 || number > p->n)
            reader_fail(cell, NASH_UNPROCESSABLE, "value", "a given value is a number from 1 to %u", p->n);
        else
            p->value[at] = (uint8_t)number;
    }
    if (own < 0 || own >= p->n)
        reader_fail(cell, NASH_UNPROCESSABLE, "region", "the cell needs a region from 0 to %u", p->n - 1);
    else
        p->region[at] = (uint8_t)own;
    read_marks(p, cell, at);
}

/* ---- cages ---- */

/* Reads a name such as R3C10. */
static bool read_name(const char *name, unsigned n, uint8_t cell[2])
{
    unsigned row, column;
    int end = 0;
    if (!name || sscanf(name, "R%2uC%2u%n", &row, &column, &end) != 2 || name[end] || row < 1 || row > n ||
        column < 1 || column > n)
        return false;
    cell[0] = (uint8_t)row;
    cell[1] = (uint8_t)column;
    return true;
}

static void read_cage(struct puzzle *p, struct reader *from)
{
    struct sudoku_cage_input *cage = &p->cage[p->cages++];
    int64_t sum =
        cJSON_IsObject(from->value) ? puzzle_number(cJSON_GetObjectItemCaseSensitive(from->value, "value"), 0) : 0;
    struct reader cells;
    size_t i = 0;
    if (sum < 1 || sum > SUDOKU_SUM_MAX) {
        reader_fail(from, NASH_UNPROCESSABLE, NULL,
                    "a cage without a sum is not supported: \"value\" is a number from 1 on");
        return;
    }
    if (!reader_array(&cells, from, "cells") || reader_count(&cells) == 0) {
        reader_fail(from, NASH_UNPROCESSABLE, "cells", "a cage needs cells");
        return;
    }
    uint8_t(*cell)[2] = reader_alloc(p->root, reader_count(&cells) + 1, sizeof *cell);
    for (struct reader item = {0}; cell && reader_item(&item, &cells); i++)
        if (!read_name(cJSON_GetStringValue(item.value), p->n, cell[i]))
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "a cell is named R1C1 to R%uC%u", p->n, p->n);
    *cage = (struct sudoku_cage_input){.sum = (unsigned)sum, .count = (unsigned)i, .cell = (const uint8_t(*)[2])cell};
}

void fpuzzles_read(struct puzzle *p)
{
    struct reader grid, cages;
    bool has_cages = reader_member(&cages, p->root, "killercage") && !puzzle_is_nothing(&cages);
    if (!reader_array(&grid, p->root, "grid") || (has_cages && !reader_array(&cages, p->root, "killercage")))
        return;
    int64_t size =
        puzzle_number(cJSON_GetObjectItemCaseSensitive(p->root->value, "size"), (int64_t)reader_count(&grid));
    if (size < 0 || (size_t)size != reader_count(&grid)) {
        reader_fail(p->root, NASH_UNPROCESSABLE, "grid", "%zu rows, but size is %lld", reader_count(&grid),
                    (long long)size);
        return;
    }
    if (!puzzle_begin(p, (size_t)size, has_cages ? reader_count(&cages) : 0) || !check_members(p))
        return;
    puzzle_read_grid(p, &grid, read_cell);
    for (struct reader item = {0}; has_cages && reader_ok(p->root) && reader_item(&item, &cages);)
        read_cage(p, &item);
    if (reader_ok(p->root))
        puzzle_end(p);
}
