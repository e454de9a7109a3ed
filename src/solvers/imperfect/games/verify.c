/* Checks answers by recursion over the tree, from the definitions: expected payoffs node by node, and best responses
 * infoset by infoset, chosen when they are first met. */
#include <math.h>
#include <string.h>

#include "problem.h"
#include "read/read.h"

struct check {
    const struct game_tree *tree;
    const double *strategy;
    uint32_t player;
    double *value;    /* [nodes] to the player under its best response; NAN: not known yet */
    double *others;   /* [nodes] probability that chance and the others lead here */
    uint32_t *choice; /* [infosets] index of the best action + 1; 0: not chosen yet */
    double largest;   /* absolute payoff */
};

static const double *local_strategy(const struct check *c, uint32_t v)
{
    return c->strategy + c->tree->infoset_of[c->tree->infoset[v]].first_action;
}

/* Returns the expected payoff of the player below v when all play the strategy. */
static double expected_below(const struct check *c, uint32_t v)
{
    const struct game_tree *tree = c->tree;
    double sum = 0;
    if (tree->player[v] == GAME_TERMINAL)
        return tree->payoff[(size_t)v * tree->players + c->player];
    for (uint32_t k = tree->first_child[v]; k < tree->first_child[v + 1]; k++) {
        double p = tree->player[v] == GAME_CHANCE ? tree->chance[k] : local_strategy(c, v)[game_edge(tree, k)];
        sum += p == 0 ? 0 : p * expected_below(c, k);
    }
    return sum;
}

static double best_below(struct check *c, uint32_t v);

/* Returns the best action at an infoset of the player. */
static uint32_t best_action(struct check *c, uint32_t i)
{
    const struct game_infoset *set = &c->tree->infoset_of[i];
    double best = -INFINITY;
    c->choice[i] = 1; /* where the others never lead */
    for (uint32_t a = 0; a < set->action_count; a++) {
        double sum = 0;
        for (uint32_t n = 0; n < set->node_count; n++) {
            uint32_t v = c->tree->infoset_node[set->first_node + n];
            sum += c->others[v] == 0 ? 0 : c->others[v] * best_below(c, c->tree->first_child[v] + a);
        }
        if (sum > best) {
            best = sum;
            c->choice[i] = a + 1;
        }
    }
    return c->choice[i] - 1;
}

/* Returns the expected payoff of the player below v under its best response. */
static double best_below(struct check *c, uint32_t v)
{
    const struct game_tree *tree = c->tree;
    double sum = 0;
    if (!isnan(c->value[v]))
        return c->value[v];
    if (tree->player[v] == GAME_TERMINAL) {
        sum = tree->payoff[(size_t)v * tree->players + c->player];
    } else if (tree->player[v] == (int8_t)c->player) {
        uint32_t i = tree->infoset[v];
        uint32_t action = c->choice[i] ? c->choice[i] - 1 : best_action(c, i);
        sum = best_below(c, tree->first_child[v] + action);
    } else {
        for (uint32_t k = tree->first_child[v]; k < tree->first_child[v + 1]; k++) {
            double p = tree->player[v] == GAME_CHANCE ? tree->chance[k] : local_strategy(c, v)[game_edge(tree, k)];
            sum += p == 0 ? 0 : p * best_below(c, k);
        }
    }
    return c->value[v] = sum;
}

/* Returns the value of the best response of a player to the others' part of the strategy. */
static double best_response(struct check *c, uint32_t player, const double *strategy)
{
    const struct game_tree *tree = c->tree;
    c->player = player;
    c->strategy = strategy;
    for (uint32_t i = 0; i < tree->infosets; i++)
        c->choice[i] = 0;
    for (uint32_t v = 0; v < tree->nodes; v++) {
        uint32_t parent = tree->parent[v];
        double p = v == 0 ? 1 : tree->chance[v];
        if (v && tree->player[parent] >= 0 && tree->player[parent] != (int8_t)player)
            p = local_strategy(c, parent)[game_edge(tree, v)];
        c->others[v] = v ? c->others[parent] * p : 1;
        c->value[v] = NAN;
    }
    return best_below(c, 0);
}

static double expected_payoff(struct check *c, uint32_t player, const double *strategy)
{
    c->player = player;
    c->strategy = strategy;
    return expected_below(c, 0);
}

/* Compares a number of the answer with the one found here. */
static bool agree(const struct check *c, double claimed, double found, const char *what, struct nash_error *error)
{
    if (fabs(claimed - found) <= 1e-8 * (1 + c->largest))
        return true;
    nash_fail(error, NASH_INTERNAL, "", "the %s is %.12g, not %.12g", what, found, claimed);
    return false;
}

static bool check_probabilities(const struct game_tree *tree, const double *strategy, struct nash_error *error)
{
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        double sum = 0;
        for (uint32_t k = 0; k < set->action_count; k++) {
            double p = strategy[set->first_action + k];
            sum += p >= 0 ? p : NAN;
        }
        if (!(fabs(sum - 1) <= 1e-9)) {
            nash_fail(error, NASH_INTERNAL, "", "the strategy at an infoset sums to %.12g", sum);
            return false;
        }
    }
    return true;
}

/* Checks the distance of the strategy from an equilibrium, and the values of all players. */
static bool check_profile(struct check *c, const struct game_answer *a, bool values, struct nash_error *error)
{
    double total = 0, largest = 0;
    for (uint32_t q = 0; q < c->tree->players; q++) {
        double value = expected_payoff(c, q, a->strategy);
        double gain = best_response(c, q, a->strategy) - value;
        total += gain;
        largest = fmax(largest, gain);
        if (values && !agree(c, a->value[q], value, "value", error))
            return false;
    }
    return agree(c, a->exploitability, total / c->tree->players, "exploitability", error) &&
           agree(c, a->largest_gain, largest, "largest gain", error) &&
           (!a->proved || agree(c, 0, largest, "gain of a deviation", error));
}

/* Checks the numbers of one seat. profile is scratch for [actions]. */
static bool check_seat(struct check *c, const struct game_problem *p, const struct game_answer *a,
                       const struct game_seat *seat, double *profile, struct nash_error *error)
{
    const struct game_tree *tree = c->tree;
    bool has_others = p->opponent || p->player == UINT32_MAX;
    const double *others = p->opponent ? p->opponent : p->strategy;
    bool duel = tree->players == 2 && tree->constant_sum;
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        const double *from = set->player == seat->player ? a->strategy : others;
        for (uint32_t k = 0; k < set->action_count; k++)
            profile[set->first_action + k] = from[set->first_action + k];
    }
    if (has_others &&
        (!agree(c, seat->ev, expected_payoff(c, seat->player, profile), "expected payoff", error) ||
         !agree(c, seat->best_response_ev, best_response(c, seat->player, others), "best response", error)))
        return false;
    return !duel || p->want == GAME_BEST_RESPONSE ||
           agree(c, seat->worst_case, tree->constant - best_response(c, 1 - seat->player, profile), "worst case",
                 error);
}

/* Checks that the exported text is read as a game of the same size and payoffs. */
static enum nash_status check_export(const struct game_tree *tree, const char *efg, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new((size_t)512 << 20);
    struct nash_error refused = {0};
    struct reader r;
    double sum = 0, again = 0;
    reader_root(&r, NULL, arena, &refused);
    const struct game_tree *read = arena ? efg_read(&r, efg, strlen(efg)) : NULL;
    bool same = read && read->nodes == tree->nodes && read->infosets == tree->infosets &&
                read->actions == tree->actions && read->players == tree->players;
    for (size_t i = 0; same && i < (size_t)tree->nodes * tree->players; i++) {
        sum += fabs(tree->payoff[i]);
        again += fabs(read->payoff[i]);
    }
    same = same && fabs(sum - again) <= 1e-9 * sum;
    nash_arena_free(arena);
    return same ? NASH_OK : nash_fail(error, NASH_INTERNAL, "", "the exported game differs: %s", refused.detail);
}

static enum nash_status check_answer(struct check *c, const struct game_problem *p, const struct game_answer *a,
                                     double *profile, struct nash_error *error)
{
    for (size_t i = 0; i < (size_t)c->tree->nodes * c->tree->players; i++)
        c->largest = fmax(c->largest, fabs(c->tree->payoff[i]));
    if (p->want == GAME_EXPORT)
        return check_export(c->tree, a->efg, error);
    bool right = check_probabilities(c->tree, a->strategy, error) &&
                 (!a->has_distance || check_profile(c, a, p->want == GAME_SOLVE, error));
    for (uint32_t s = 0; right && s < a->seats; s++)
        right = check_seat(c, p, a, &a->seat[s], profile, error);
    return right ? NASH_OK : NASH_INTERNAL;
}

enum nash_status game_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct game_problem *p = ((const struct game_answer *)result->answer)->problem;
    const struct game_tree *tree = p->tree;
    (void)problem;
    struct nash_arena *arena = nash_arena_new((size_t)256 << 20);
    if (!arena)
        return nash_fail(error, NASH_NOMEM, "", "no memory to check the answer");
    struct check c = {.tree = tree,
                      .value = NASH_NEW(arena, double, tree->nodes),
                      .others = NASH_NEW(arena, double, tree->nodes),
                      .choice = NASH_NEW(arena, uint32_t, tree->infosets + 1)};
    double *profile = NASH_NEW(arena, double, tree->actions + 1);
    enum nash_status status = c.value && c.others && c.choice && profile
                                  ? check_answer(&c, p, result->answer, profile, error)
                                  : nash_fail(error, NASH_NOMEM, "", "no memory to check the answer");
    nash_arena_free(arena);
    return status;
}
