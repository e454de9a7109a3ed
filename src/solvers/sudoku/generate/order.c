/* Reading an order and telling at once which ones nothing can fill. */
#include "order.h"

#include <stdio.h>
#include <string.h>

#include "../explain/explain.h"

enum { BOX_MIN = 2, BOX_MAX = 24, NAME_MAX_BYTES = 32 };

static const char *const levels[SUDOKU_LEVELS] = {
    [SUDOKU_ANY_LEVEL] = "any", [SUDOKU_EASY] = "easy",     [SUDOKU_MEDIUM] = "medium",
    [SUDOKU_HARD] = "hard",     [SUDOKU_EXPERT] = "expert", [SUDOKU_EXTREME] = "extreme",
};

const char *sudoku_order_level_name(enum sudoku_level level)
{
    return levels[level];
}

/* ---- reading ---- */

struct reader {
    const struct nash_json *doc;
    const cJSON *item;
    const char *at;
    struct nash_error *error;
    char pointer[64];
};

static const char *at(struct reader *r, const char *name)
{
    return nash_pointer(r->pointer, sizeof r->pointer, r->at, name);
}

static enum nash_status read_box(struct reader *r, struct nash_arena *arena, struct sudoku_order *order)
{
    const cJSON *item = nash_json_get(r->item, "box");
    struct nash_json_ints box;
    if (!item)
        return NASH_OK;
    enum nash_status status = nash_json_ints(r->doc, item, at(r, "box"), arena, &box, r->error);
    if (status != NASH_OK)
        return status;
    bool fine = box.count == 2;
    for (size_t i = 0; fine && i < 2; i++)
        fine = box.value[i] >= BOX_MIN && box.value[i] <= BOX_MAX;
    if (!fine)
        return nash_fail(r->error, NASH_INVALID, r->pointer,
                         "must be [rows, columns] of one box, each from %d to %d, as [2, 3] for 6x6", BOX_MIN, BOX_MAX);
    order->box_rows = (unsigned)box.value[0];
    order->box_cols = (unsigned)box.value[1];
    return NASH_OK;
}

static enum nash_status read_clues(struct reader *r, struct sudoku_order *order)
{
    const cJSON *item = nash_json_get(r->item, "clues");
    int64_t clues = 0;
    if (cJSON_IsString(item)) {
        order->minimal = strcmp(item->valuestring, "minimal") == 0;
        if (!order->minimal)
            return nash_fail(r->error, NASH_INVALID, at(r, "clues"), "must be a number of clues, or \"minimal\"");
        return NASH_OK;
    }
    enum nash_status status = nash_json_int(r->item, r->at, "clues", 1, SUDOKU_CELLS_MAX, &clues, r->error);
    order->clues = (unsigned)clues;
    return status;
}

/* The member's index in names[first..count-1] into *value, which stays as it is when the member is absent. */
static enum nash_status read_word(struct reader *r, const char *member, const char *const names[], unsigned first,
                                  unsigned count, unsigned *value)
{
    const char *word = NULL;
    char choice[128] = "";
    enum nash_status status = nash_json_string(r->item, r->at, member, NAME_MAX_BYTES, &word, r->error);
    if (status != NASH_OK || !word)
        return status;
    for (unsigned i = first; i < count; i++) {
        if (strcmp(word, names[i]) == 0) {
            *value = i;
            return NASH_OK;
        }
        strncat(choice, i == first ? "" : ", ", sizeof choice - strlen(choice) - 1);
        strncat(choice, names[i], sizeof choice - strlen(choice) - 1);
    }
    return nash_fail(r->error, NASH_INVALID, at(r, member), "must be one of %s", choice);
}

static enum nash_status read_words(struct reader *r, struct sudoku_order *order)
{
    const char *symmetries[SUDOKU_SYMMETRIES];
    unsigned symmetry = SUDOKU_SYMMETRY_NONE, level = SUDOKU_ANY_LEVEL;
    for (unsigned i = 0; i < SUDOKU_SYMMETRIES; i++)
        symmetries[i] = sudoku_symmetry_name((enum sudoku_symmetry)i);
    enum nash_status status = read_word(r, "symmetry", symmetries, 0, SUDOKU_SYMMETRIES, &symmetry);
    if (status == NASH_OK)
        status = read_word(r, "difficulty", levels, SUDOKU_EASY, SUDOKU_LEVELS, &level);
    order->symmetry = (enum sudoku_symmetry)symmetry;
    order->level = (enum sudoku_level)level;
    return status;
}

enum nash_status sudoku_order_parse(const struct nash_json *doc, const cJSON *item, const char *pointer,
                                    struct nash_arena *arena, struct sudoku_order *order, struct nash_error *error)
{
    static const char *const names[] = {"size", "box", "clues", "unique", "symmetry", "difficulty", NULL};
    struct reader r = {.doc = doc, .item = item, .at = pointer, .error = error};
    int64_t size = 0;
    enum nash_status status;
    *order = (struct sudoku_order){.unique = true};
    if (!cJSON_IsObject(item))
        return nash_fail(error, NASH_INVALID, pointer,
                         "must be an object, for example {\"size\": 9, \"clues\": 26, \"symmetry\": \"rotational\"}");
    if ((status = nash_json_only(item, pointer, names, error)) != NASH_OK ||
        (status = nash_json_int(item, pointer, "size", SUDOKU_MIN, SUDOKU_MAX, &size, error)) != NASH_OK ||
        (status = read_box(&r, arena, order)) != NASH_OK || (status = read_clues(&r, order)) != NASH_OK ||
        (status = nash_json_bool(item, pointer, "unique", &order->unique, error)) != NASH_OK)
        return status;
    order->size = (unsigned)size;
    return read_words(&r, order);
}

/* ---- what cannot be ---- */

/* No unique puzzle has fewer clues. In general two values without a clue could be exchanged; for plain grids up to 9x9
 * the least numbers are known (9x9: McGuire, Tugemann, Civario, "There is no 16-clue Sudoku", 2012). */
static unsigned fewest_clues(const struct sudoku_problem *p)
{
    bool plain = !p->diagonal && !p->disjoint && !p->region && !p->cages;
    if (plain && p->size == 9)
        return 17;
    if (plain && p->size == 6)
        return 8;
    if (plain && p->size == 4)
        return 4;
    return p->size - 1;
}

/* The clue numbers next to `clues` that the symmetry allows, as words: "24 or 26". */
static void neighbours(char *out, size_t size, const struct sudoku_orbit_sizes *sizes, unsigned clues, unsigned cells)
{
    unsigned below = clues, above = clues;
    while (below > 0 && !sudoku_orbits_sum(sizes, below))
        below--;
    while (above < cells && !sudoku_orbits_sum(sizes, above))
        above++;
    snprintf(out, size, "%u or %u", below, above);
}

static enum nash_status check_clues(const struct sudoku_problem *p, const struct sudoku_order *order,
                                    const char *pointer, struct nash_error *error)
{
    unsigned cells = p->size * p->size, fewest = fewest_clues(p);
    struct sudoku_orbit_sizes sizes = sudoku_orbit_sizes(p->size, order->symmetry);
    char near[32];
    if (order->clues > cells)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer, "a grid of size %u has only %u cells", p->size, cells);
    if (order->unique && order->clues < fewest)
        return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                         "no puzzle of size %u with one solution has fewer than %u clues: ask for more of them, or for "
                         "\"unique\": false",
                         p->size, fewest);
    if (sudoku_orbits_sum(&sizes, order->clues))
        return NASH_OK;
    neighbours(near, sizeof near, &sizes, order->clues, cells);
    return nash_fail(error, NASH_UNPROCESSABLE, pointer,
                     "no pattern of %u clues in a grid of size %u has the symmetry \"%s\": ask for %s", order->clues,
                     p->size, sudoku_symmetry_name(order->symmetry), near);
}

enum nash_status sudoku_order_check(const struct sudoku_problem *p, const struct sudoku_order *order,
                                    const char *pointer, struct nash_error *error)
{
    char path[64];
    if (!order->unique && order->minimal)
        return nash_fail(
            error, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "clues"),
            "\"minimal\" means that one solution needs every clue: leave \"unique\" out, or give a number");
    if (!order->unique && order->level)
        return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "difficulty"),
                         "only a puzzle with one solution has a difficulty: leave \"unique\" or \"difficulty\" out");
    if (order->level && p->size > SUDOKU_EXPLAIN_MAX)
        return nash_fail(error, NASH_UNPROCESSABLE, nash_pointer(path, sizeof path, pointer, "difficulty"),
                         "puzzles up to size %d have a rating: leave \"difficulty\" out", SUDOKU_EXPLAIN_MAX);
    if (!order->clues)
        return NASH_OK;
    return check_clues(p, order, nash_pointer(path, sizeof path, pointer, "clues"), error);
}

/* A usual number: 36 % of a 9x9 grid, more of a larger one, where one solution needs a larger part of the cells. */
unsigned sudoku_order_target(const struct sudoku_problem *p, const struct sudoku_order *order)
{
    struct sudoku_orbit_sizes sizes = sudoku_orbit_sizes(p->size, order->symmetry);
    unsigned cells = p->size * p->size;
    unsigned permille = p->size < 9 ? 440 : 360 + (p->size - 9) * 85 / 10;
    unsigned target = cells * permille / 1000;
    if (order->minimal || order->clues)
        return order->clues;
    while (!sudoku_orbits_sum(&sizes, target))
        target++;
    return target;
}

void sudoku_order_canon(const struct sudoku_order *order, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, order->clues);
    nash_sha256_u64(sha, order->minimal);
    nash_sha256_u64(sha, order->unique);
    nash_sha256_u64(sha, order->symmetry);
    nash_sha256_u64(sha, order->level);
}
