/* {"game": "grundy", "piles": [7], "to_move": "MIN", "tree": true} and {"game": "nim", "piles": [3, 4, 5], "misere":
 * false}. The piles go on as they stand, since the answer names them in that order. */
#include <string.h>

#include "piles.h"
#include "states.h"

const char *const grundy_members[] = {"piles", "to_move", "tree", NULL};
const char *const nim_members[] = {"piles", "to_move", "misere", NULL};

static enum nash_status read_piles(const struct nash_json *doc, int64_t least, int64_t most, struct nash_arena *arena,
                                   struct piles_problem *p, struct nash_error *error)
{
    char at[48];
    struct nash_json_ints ints;
    const cJSON *item = nash_json_get(doc->root, "piles");
    if (!item)
        return nash_fail(error, NASH_INVALID, "", "piles is missing: give their sizes, for example \"piles\": [7]");
    enum nash_status status = nash_json_ints(doc, item, "/piles", arena, &ints, error);
    if (status != NASH_OK)
        return status;
    if (ints.count == 0)
        return nash_fail(error, NASH_INVALID, "/piles", "must hold at least one pile, for example [7]");
    if (ints.count > PILES_MOST)
        return nash_fail(error, NASH_INVALID, "/piles", "holds %zu piles; at most %d are possible", ints.count,
                         PILES_MOST);
    p->count = ints.count;
    p->pile = nash_arena_array(arena, ints.count, sizeof *p->pile);
    if (!p->pile)
        return nash_fail(error, NASH_NOMEM, "/piles", "no memory for %zu piles", ints.count);
    for (size_t i = 0; i < ints.count; i++) {
        if (ints.value[i] < least || ints.value[i] > most)
            return nash_fail(error, NASH_INVALID, nash_pointer_index(at, sizeof at, "/piles", i),
                             "a pile is an integer from %lld to %lld, not %lld", (long long)least, (long long)most,
                             (long long)ints.value[i]);
        p->pile[i] = (uint32_t)ints.value[i];
    }
    return NASH_OK;
}

static enum nash_status read_to_move(const struct nash_json *doc, bool *min_moves, struct nash_error *error)
{
    const cJSON *item = nash_json_get(doc->root, "to_move");
    if (!item)
        return NASH_OK;
    if (!cJSON_IsString(item) || (strcmp(item->valuestring, "MAX") != 0 && strcmp(item->valuestring, "MIN") != 0))
        return nash_fail(error, NASH_INVALID, "/to_move", "must be \"MAX\" or \"MIN\"");
    *min_moves = strcmp(item->valuestring, "MIN") == 0;
    return NASH_OK;
}

static enum nash_status parse(const struct nash_json *doc, int64_t least, int64_t most, struct nash_arena *arena,
                              struct piles_problem **problem, struct nash_error *error)
{
    struct piles_problem *p = NASH_NEW(arena, struct piles_problem, 1);
    if (!p)
        return nash_fail(error, NASH_NOMEM, "", "no memory for the problem");
    *problem = p;
    enum nash_status status = read_to_move(doc, &p->min_moves, error);
    return status == NASH_OK ? read_piles(doc, least, most, arena, p, error) : status;
}

enum nash_status grundy_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    struct piles_problem *p = NULL;
    enum nash_status status = parse(doc, 1, GRUNDY_MOST, arena, &p, error);
    if (status == NASH_OK)
        status = nash_json_bool(doc->root, "", "tree", &p->tree, error);
    if (status == NASH_OK && p->tree && p->count > STATES_PILES)
        return nash_fail(error, NASH_UNPROCESSABLE, "/tree",
                         "the state graph is drawn of at most %d piles, not of %zu: leave it out", STATES_PILES,
                         p->count);
    *problem = p;
    return status;
}

enum nash_status nim_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                           struct nash_error *error)
{
    struct piles_problem *p = NULL;
    enum nash_status status = parse(doc, 0, NIM_MOST, arena, &p, error);
    if (status == NASH_OK)
        status = nash_json_bool(doc->root, "", "misere", &p->misere, error);
    *problem = p;
    return status;
}

static void canon(const struct piles_problem *p, const char *game, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, game);
    nash_sha256_u64(sha, (uint64_t)p->min_moves | (uint64_t)p->tree << 1 | (uint64_t)p->misere << 2);
    nash_sha256_u64(sha, p->count);
    for (size_t i = 0; i < p->count; i++)
        nash_sha256_u64(sha, p->pile[i]);
}

void grundy_canon(const void *problem, struct nash_sha256 *sha)
{
    canon(problem, "grundy", sha);
}

void nim_canon(const void *problem, struct nash_sha256 *sha)
{
    canon(problem, "nim", sha);
}
