#include "habits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <base/mix.h>

#include "learn.h"
#include "values.h"

enum { KERNEL_PERCENT = 12 }; /* standard deviation of the kernel, in percent of the rank */

struct ranked {
    uint64_t path; /* hash of the public actions and the player */
    double value;  /* expected payoff at random play */
    double weight; /* probability that chance leads here, times the others' random play */
    uint32_t infoset;
};

static int ranked_compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->path != y->path)
        return x->path < y->path ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Values each information set at random play. */
static void value_sets(const struct game_tree *tree, const double *uniform, struct ranked *ranked, uint64_t *path,
                       double *reach, double *value)
{
    learn_paths(tree, path);
    game_reach(tree, uniform, GAME_ALL_PLAYERS, reach);
    for (uint32_t i = 0; i < tree->infosets; i++)
        ranked[i] = (struct ranked){.path = path[tree->infoset_node[tree->infoset_of[i].first_node]], .infoset = i};
    for (uint32_t p = 0; p < tree->players; p++) {
        for (uint32_t v = tree->nodes; v-- > 0;) {
            value[v] = tree->player[v] == GAME_TERMINAL ? reach[v] * tree->payoff[(size_t)v * tree->players + p] : 0;
            for (uint32_t c = tree->first_child[v]; c < tree->first_child[v + 1]; c++)
                value[v] += value[c];
            if (tree->player[v] == (int)p) {
                ranked[tree->infoset[v]].value += value[v];
                ranked[tree->infoset[v]].weight += reach[v];
            }
        }
    }
    for (uint32_t i = 0; i < tree->infosets; i++)
        if (ranked[i].weight > 0)
            ranked[i].value /= ranked[i].weight;
}

/* Sets the strengths to ranks among the sets of one path: the weight below a set and half of its own. */
static void rank_sets(struct habits *habits, struct ranked *ranked)
{
    uint32_t infosets = habits->tree->infosets;
    qsort(ranked, infosets, sizeof *ranked, ranked_compare);
    for (uint32_t begin = 0, end; begin < infosets; begin = end) {
        double total = 0, below = 0;
        for (end = begin; end < infosets && ranked[end].path == ranked[begin].path; end++)
            total += ranked[end].weight;
        for (uint32_t k = begin, tied; k < end; k = tied) {
            double level = 0;
            for (tied = k; tied < end && ranked[tied].value <= ranked[k].value + 1e-12; tied++)
                level += ranked[tied].weight;
            for (uint32_t n = k; n < tied; n++)
                habits->strength[ranked[n].infoset] = total > 0 ? (below + level / 2) / total : 0.5;
            below += level;
        }
    }
}

/* Numbers the menus by hashes of the action names, and lays out their pooled counts. `ranked` is room. */
static void lay_out_menus(struct habits *habits, struct ranked *ranked)
{
    static const uint64_t secret[3] = {0x9e3779b97f4a7c15, 0xd1b54a32d192ed03, 0x8bb84b93962eacc9};
    const struct game_tree *tree = habits->tree;
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        uint64_t menu = set->action_count;
        for (uint32_t a = set->first_action; a < set->first_action + set->action_count; a++)
            menu = mix64(menu ^ mix_text(secret, tree->action_name[a], strlen(tree->action_name[a])), secret[1]);
        ranked[i] = (struct ranked){.path = menu, .infoset = i};
    }
    qsort(ranked, tree->infosets, sizeof *ranked, ranked_compare);
    uint32_t begin = 0;
    for (uint32_t k = 0; k < tree->infosets; k++) {
        uint32_t i = ranked[k].infoset, actions = tree->infoset_of[i].action_count;
        if (k > 0 && ranked[k].path != ranked[k - 1].path)
            begin = habits->rows;
        habits->rows = begin + HABIT_BINS * actions;
        habits->menu[i] = begin;
        habits->row[i] = begin + (uint32_t)fmin(habits->strength[i] * HABIT_BINS, HABIT_BINS - 1) * actions;
    }
    for (int bin = 0; bin < HABIT_BINS; bin++) {
        double away = bin * 100.0 / HABIT_BINS / KERNEL_PERCENT;
        habits->kernel[bin] = exp(-away * away / 2);
    }
}

enum nash_status habits_init(struct habits *habits, const struct game_tree *tree, struct nash_arena *arena)
{
    *habits = (struct habits){.tree = tree,
                              .strength = NASH_NEW(arena, double, tree->infosets),
                              .row = NASH_NEW(arena, uint32_t, tree->infosets),
                              .menu = NASH_NEW(arena, uint32_t, tree->infosets)};
    if (!habits->strength || !habits->row || !habits->menu)
        return NASH_NOMEM;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    double *uniform = NASH_NEW(arena, double, tree->actions), *reach = NASH_NEW(arena, double, tree->nodes);
    double *value = NASH_NEW(arena, double, tree->nodes);
    uint64_t *path = NASH_NEW(arena, uint64_t, tree->nodes);
    struct ranked *ranked = NASH_NEW(arena, struct ranked, tree->infosets);
    bool room = uniform && reach && value && path && ranked;
    if (room) {
        game_uniform(tree, uniform);
        value_sets(tree, uniform, ranked, path, reach, value);
        rank_sets(habits, ranked);
        lay_out_menus(habits, ranked);
    }
    nash_arena_release(arena, mark);
    return room ? NASH_OK : NASH_NOMEM;
}

void habits_prior(const struct habits *habits, const double *generic, double generic_weight, const double *count,
                  double *prior, double *evidence, double *pool)
{
    const struct game_tree *tree = habits->tree;
    memset(pool, 0, habits->rows * sizeof *pool);
    for (uint32_t i = 0; i < tree->infosets; i++)
        for (uint32_t k = 0; k < tree->infoset_of[i].action_count; k++)
            pool[habits->row[i] + k] += count[tree->infoset_of[i].first_action + k];
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        uint32_t actions = set->action_count, bin = (habits->row[i] - habits->menu[i]) / actions;
        double total = generic_weight, *mean = prior + set->first_action;
        for (uint32_t k = 0; k < actions; k++)
            mean[k] = generic_weight * generic[set->first_action + k];
        for (uint32_t b = 0; b < HABIT_BINS; b++) {
            double near = habits->kernel[b > bin ? b - bin : bin - b];
            const double *pooled = pool + habits->menu[i] + (size_t)b * actions;
            for (uint32_t k = 0; k < actions; k++) {
                mean[k] += near * pooled[k];
                total += near * pooled[k];
            }
        }
        for (uint32_t k = 0; k < actions; k++)
            mean[k] /= total;
        evidence[i] = 1 - generic_weight / total;
    }
}
