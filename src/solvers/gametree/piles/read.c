/* Reads {"game": "grundy", "piles": [7], "to_move": "MIN", "tree": true} and {"game": "nim", "piles": [5], "take": 3,
 * "misere": true}. The order of the piles is kept, because the answer lists them in that order. */
#include "misere.h"
#include "state_graph.h"

const char *const grundy_members[] = {"piles", "to_move", "misere", "tree", NULL};
const char *const nim_members[] = {"piles", "to_move", "take", "misere", "tree", NULL};

static void read_piles(struct reader *r, int64_t min, int64_t max, struct piles_problem *p)
{
    if (!reader_has(r, "piles")) {
        reader_fail(r, NASH_INVALID, NULL, "piles is missing: give their sizes, for example \"piles\": [7]");
        return;
    }
    struct nash_json_ints ints = reader_ints(r, "piles");
    if (ints.count == 0)
        reader_fail(r, NASH_INVALID, "piles", "must hold at least one pile, for example [7]");
    if (ints.count > PILES_MAX)
        reader_fail(r, NASH_INVALID, "piles", "holds %zu piles; at most %d are possible", ints.count, PILES_MAX);
    p->pile = reader_ok(r) ? READER_NEW(r, uint32_t, ints.count) : NULL;
    if (!p->pile)
        return;
    p->count = ints.count;
    for (size_t i = 0; i < ints.count; i++) {
        if (ints.value[i] < min || ints.value[i] > max) {
            reader_fail_at(r, NASH_INVALID, "piles", i, "a pile is an integer from %lld to %lld, not %lld",
                           (long long)min, (long long)max, (long long)ints.value[i]);
            return;
        }
        p->pile[i] = (uint32_t)ints.value[i];
    }
}

/* Reads the members that both games have. Returns NULL without memory. */
static struct piles_problem *read_game(struct reader *r, int64_t min, int64_t max)
{
    static const char *const players[] = {"MAX", "MIN", NULL};
    struct piles_problem *p = READER_NEW(r, struct piles_problem, 1);
    if (!p)
        return NULL;
    p->min_moves = reader_enum(r, "to_move", players, 0) == 1;
    read_piles(r, min, max, p);
    p->misere = reader_bool(r, "misere", false);
    p->tree = reader_bool(r, "tree", false);
    if (p->tree && p->count > STATES_PILES_MAX)
        reader_fail(r, NASH_UNPROCESSABLE, "tree",
                    "the state graph is drawn of at most %d piles, not of %zu: leave it out", STATES_PILES_MAX,
                    p->count);
    return p;
}

void *grundy_parse(struct reader *r)
{
    struct piles_problem *p = read_game(r, 1, GRUNDY_PILE_MAX);
    if (!p)
        return NULL;
    p->splits = true;
    uint64_t coins = p->misere && p->pile ? misere_coins(p->pile, p->count) : 0;
    if (coins > MISERE_COINS_MAX && reader_ok(r))
        reader_fail(r, NASH_UNPROCESSABLE, "piles",
                    "misere play has no table of values, its positions are searched: at most %d coins, not %llu",
                    MISERE_COINS_MAX, (unsigned long long)coins);
    return p;
}

void *nim_parse(struct reader *r)
{
    struct piles_problem *p = read_game(r, 0, NIM_PILE_MAX);
    if (p)
        p->take = (uint32_t)reader_int(r, "take", 1, NIM_PILE_MAX, NIM_PILE_MAX);
    return p;
}

static void canon(const struct piles_problem *p, const char *game, struct nash_sha256 *sha)
{
    nash_sha256_string(sha, game);
    nash_sha256_u64(sha, (uint64_t)p->min_moves | (uint64_t)p->tree << 1 | (uint64_t)p->misere << 2);
    nash_sha256_u64(sha, p->take);
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
