#include "random_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/mix.h>
#include <solvers/imperfect/equilibrium/values.h>
#include <solvers/imperfect/games/builtin.h>

enum { LEVELS_MAX = 8, PLAYERS_MAX = 4, SETS_MAX = 20000, PURE_MAX = 5000 };

struct level {
    int mover;        /* a player, or GAME_CHANCE */
    uint32_t choices; /* 2 or 3 */
    uint32_t seen;    /* bit p: player p sees the choice */
};

struct maker {
    struct game_build build;
    struct nash_rng *rng;
    struct level level[LEVELS_MAX];
    uint32_t levels, players;
    bool constant;
    uint64_t key[SETS_MAX]; /* of each infoset */
};

static const char *const choice_names[] = {"a", "b", "c"};

static uint32_t find_set(struct maker *m, uint32_t level, uint64_t seen)
{
    const struct level *l = &m->level[level];
    uint64_t key = mix64(seen + level * 0xe7037ed1a0b428db, 0x9e3779b97f4a7c15) | 1;
    uint32_t n = m->build.infosets;
    for (uint32_t i = 0; i < n; i++)
        if (m->key[i] == key)
            return i;
    if (n == SETS_MAX)
        abort();
    m->key[n] = key;
    return game_build_infoset(&m->build, (uint32_t)l->mover,
                              game_print(m->build.arena, "%u:%016llx", level, (unsigned long long)key), l->choices,
                              choice_names);
}

static void make_end(struct maker *m, uint32_t parent, double p, const char *edge)
{
    double payoff[PLAYERS_MAX];
    uint32_t end = game_add_terminal(&m->build, parent, p, edge);
    for (uint32_t k = 0; k < m->players; k++)
        payoff[k] = ((double)nash_rng_below(m->rng, 17) - 8) / 2;
    if (m->constant)
        payoff[1] = 1 - payoff[0];
    game_add_payoff(&m->build, end, payoff);
}

/* Adds the subtree of a level. seen[]: a hash of what each player has seen. */
static void make_node(struct maker *m, uint32_t parent, double p, const char *edge, uint32_t level,
                      const uint64_t seen[PLAYERS_MAX])
{
    if (level == m->levels || (level > 1 && nash_rng_below(m->rng, 5) == 0)) {
        make_end(m, parent, p, edge);
        return;
    }
    if (nash_rng_below(m->rng, 6) == 0) {
        parent = game_add_chance(&m->build, parent, p, edge);
        p = 1;
        edge = "on";
    }
    const struct level *l = &m->level[level];
    uint32_t node = l->mover == GAME_CHANCE
                        ? game_add_chance(&m->build, parent, p, edge)
                        : game_add_decision(&m->build, parent, p, edge, find_set(m, level, seen[l->mover]));
    for (uint32_t k = 0; k < l->choices; k++) {
        uint64_t next[PLAYERS_MAX];
        for (uint32_t q = 0; q < PLAYERS_MAX; q++)
            next[q] = l->seen >> q & 1 ? mix64(seen[q] ^ (level * 4 + k + 1), 0xd1b54a32d192ed03) : seen[q];
        double chance = 1.0 / l->choices;
        if (l->mover == GAME_CHANCE && l->choices == 2)
            chance = k ? 2.0 / 3 : 1.0 / 3;
        make_node(m, node, l->mover == GAME_CHANCE ? chance : 1, choice_names[k], level + 1, next);
    }
}

static struct game_tree *make(struct nash_arena *arena, struct nash_rng *rng, uint32_t players, uint32_t levels,
                              bool constant, bool perfect)
{
    struct maker *m = NASH_NEW(arena, struct maker, 1);
    struct nash_error error = {0};
    m->rng = rng;
    m->players = players;
    m->levels = levels;
    m->constant = constant;
    for (uint32_t d = 0; d < levels; d++) {
        struct level *l = &m->level[d];
        l->mover = nash_rng_below(rng, 4) == 0 ? GAME_CHANCE : (int)nash_rng_below(rng, players);
        l->choices = 2 + (uint32_t)nash_rng_below(rng, 2);
        l->seen = perfect ? UINT32_MAX : (uint32_t)nash_rng_below(rng, 1 << PLAYERS_MAX);
        if (l->mover >= 0)
            l->seen |= UINT32_C(1) << l->mover;
    }
    const uint64_t nothing[PLAYERS_MAX] = {0x8bb84b93962eacc9, 0x4b33a62ed433d4a3, 0x4d5a2da51de1aa47,
                                           0xa0761d6478bd642f};
    game_build_begin(&m->build, arena, players);
    m->build.title = "a random game";
    make_node(m, GAME_NO_PARENT, 1, "", 0, nothing);
    struct game_tree *tree = game_build_end(&m->build, &error);
    if (!tree) {
        fprintf(stderr, "%s\n", error.detail);
        abort();
    }
    return tree;
}

struct game_tree *random_game(struct nash_arena *arena, struct nash_rng *rng, uint32_t players, uint32_t levels,
                              bool constant)
{
    return make(arena, rng, players, levels, constant, false);
}

struct game_tree *random_perfect_game(struct nash_arena *arena, struct nash_rng *rng, uint32_t players, uint32_t levels)
{
    return make(arena, rng, players, levels, false, true);
}

void random_strategy(const struct game_tree *tree, struct nash_rng *rng, double *strategy)
{
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        double sum = 0;
        for (uint32_t a = set->first_action; a < set->first_action + set->action_count; a++)
            sum += strategy[a] = (double)nash_rng_below(rng, 4) + 1e-3;
        for (uint32_t a = set->first_action; a < set->first_action + set->action_count; a++)
            strategy[a] /= sum;
    }
}

bool brute_best_response(const struct game_tree *tree, uint32_t player, const double *strategy,
                         struct nash_arena *arena, double *best)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < tree->infosets; i++)
        if (tree->infoset_of[i].player == player && (count *= tree->infoset_of[i].action_count) > PURE_MAX)
            return false;
    double *pure = NASH_NEW(arena, double, tree->actions), value[PLAYERS_MAX];
    memcpy(pure, strategy, tree->actions * sizeof *pure);
    for (uint64_t n = 0; n < count; n++) {
        uint64_t rest = n;
        for (uint32_t i = 0; i < tree->infosets; i++) {
            const struct game_infoset *set = &tree->infoset_of[i];
            if (set->player != player)
                continue;
            for (uint32_t k = 0; k < set->action_count; k++)
                pure[set->first_action + k] = k == rest % set->action_count;
            rest /= set->action_count;
        }
        if (game_expected(tree, pure, value, arena) != NASH_OK)
            return false;
        if (n == 0 || value[player] > *best)
            *best = value[player];
    }
    return true;
}
