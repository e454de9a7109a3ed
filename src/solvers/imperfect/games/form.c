/* The form "game": its key and the table of its functions. */
#include "form.h"

#include <string.h>

#include "learn/model.h"
#include "problem.h"
#include "read/read.h"

static void hash_number(struct nash_sha256 *sha, double number)
{
    double value = number + 0.0; /* -0 becomes 0 */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    nash_sha256_u64(sha, bits);
}

static void hash_numbers(struct nash_sha256 *sha, const double *number, size_t count)
{
    nash_sha256_u64(sha, number ? count : UINT64_MAX);
    for (size_t i = 0; number && i < count; i++)
        hash_number(sha, number[i]);
}

static void hash_tree(struct nash_sha256 *sha, const struct game_tree *tree)
{
    nash_sha256_string(sha, tree->title);
    nash_sha256_u64(sha, tree->players);
    for (uint32_t p = 0; p < tree->players; p++)
        nash_sha256_string(sha, tree->player_name[p]);
    nash_sha256_u64(sha, tree->infosets);
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        nash_sha256_string(sha, set->name);
        nash_sha256_u64(sha, (uint64_t)set->action_count << 8 | set->player);
    }
    for (uint32_t a = 0; a < tree->actions; a++)
        nash_sha256_string(sha, tree->action_name[a]);
    nash_sha256_u64(sha, tree->nodes);
    for (uint32_t v = 0; v < tree->nodes; v++) {
        nash_sha256_u64(sha, (uint64_t)tree->infoset[v] << 32 | tree->first_child[v]);
        hash_number(sha, tree->chance[v]);
    }
    hash_numbers(sha, tree->payoff, (size_t)tree->nodes * tree->players);
}

/* The names of chance moves are left out: no answer has them. A built-in game is hashed by its number. */
static void game_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct game_problem *p = problem;
    nash_sha256_u64(sha, (uint64_t)(p->builtin + 1));
    if (p->builtin < 0)
        hash_tree(sha, p->tree);
    nash_sha256_u64(sha, p->want);
    nash_sha256_u64(sha, p->player);
    nash_sha256_u64(sha, p->method);
    hash_numbers(sha, p->strategy, p->tree->actions);
    hash_numbers(sha, p->opponent, p->tree->actions);
    hash_numbers(sha, p->count, p->tree->infosets);
    hash_number(sha, p->trust);
    nash_sha256_u64(sha, p->model ? p->model->table.count : UINT64_MAX);
    nash_sha256_u64(sha, p->model && p->trust_given);
    for (uint32_t i = 0; p->model && i < p->model->table.count; i++) {
        const struct learn_count *count = &p->model->table.list[i];
        nash_sha256_u64(sha, (uint64_t)count->block << 32 | count->terminal);
        nash_sha256_u64(sha, (uint64_t)count->seat << 1 | count->shown);
        hash_number(sha, count->count);
    }
    nash_sha256_u64(sha, p->iterations);
    hash_number(sha, p->target);
}

#define GAME_FORM(member_name)                                                                                         \
    {                                                                                                                  \
        .name = "game", .member = (member_name), .read = game_read, .canon = game_canon, .solve = game_solve,          \
        .verify = game_verify, .describe = game_describe, .write = game_write                                          \
    }

const struct form imperfect_game = GAME_FORM("game");
const struct form imperfect_efg = GAME_FORM("efg");
