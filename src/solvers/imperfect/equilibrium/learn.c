/* The table of hands and its fit. */
#include "learn.h"

#include <math.h>
#include <string.h>

#include "cfr.h"
#include "habits.h"
#include "values.h"

static int count_compare(const struct learn_count *a, const struct learn_count *b)
{
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->seat != b->seat)
        return a->seat < b->seat ? -1 : 1;
    if (a->shown != b->shown)
        return a->shown < b->shown ? -1 : 1;
    return (a->terminal > b->terminal) - (a->terminal < b->terminal);
}

static bool table_grow(struct learn_table *table)
{
    if (table->count < table->room)
        return true;
    uint32_t room = table->room ? 2 * table->room : 64;
    struct learn_count *list = NASH_NEW(table->arena, struct learn_count, room);
    if (!list)
        return false;
    if (table->count)
        memcpy(list, table->list, table->count * sizeof *list);
    table->list = list;
    table->room = room;
    return true;
}

bool learn_add(struct learn_table *table, const struct learn_views *views, const struct learn_hand *hand,
               uint32_t block, double count)
{
    uint32_t terminal =
        hand->shown ? hand->terminal : views->kind[(size_t)hand->seat * views->tree->nodes + hand->terminal];
    struct learn_count entry = {block, hand->seat, hand->shown, terminal, count};
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (count_compare(&table->list[middle], &entry) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < table->count && count_compare(&table->list[low], &entry) == 0) {
        table->list[low].count += count;
        return true;
    }
    if (!table_grow(table))
        return false;
    memmove(table->list + low + 1, table->list + low, (table->count - low) * sizeof *table->list);
    table->list[low] = entry;
    table->count++;
    return true;
}

/* The work space of a fit. */
struct fit {
    const struct learn_views *views;
    const struct learn_table *table;
    const struct learn_options *options;
    const double *generic;
    double *strategy;
    double *seen;   /* [2 * nodes] at seat * nodes: expected number of hands through a node, of each observer */
    double *reach;  /* [2 * nodes]: probability of chance and of the observer's opponent */
    double *action; /* [actions]: expected counts */
    double *prior;  /* [actions]: mean of the prior */
    double *known;  /* [infosets]: share of the opponent's own habits in the prior */
    double *pool;   /* room of habits_prior() */
    uint32_t from, to;
};

static double hand_weight(const struct fit *fit, const struct learn_count *entry)
{
    double discount = fit->options->discount;
    if (!(discount > 0 && discount < 1))
        return entry->count;
    return entry->count * pow(discount, fit->to - 1 - entry->block);
}

/* Spreads the hands over their terminals by the posterior, then adds up the expected counts from the ends to the root.
 */
static void expect(struct fit *fit)
{
    const struct game_tree *tree = fit->views->tree;
    size_t nodes = tree->nodes;
    memset(fit->seen, 0, 2 * nodes * sizeof *fit->seen);
    memset(fit->action, 0, tree->actions * sizeof *fit->action);
    for (uint32_t seat = 0; seat < 2; seat++)
        game_reach(tree, fit->strategy, UINT32_C(1) << (1 - seat), fit->reach + seat * nodes);
    for (uint32_t k = 0; k < fit->table->count; k++) {
        const struct learn_count *entry = &fit->table->list[k];
        if (entry->block < fit->from || entry->block >= fit->to)
            continue;
        double *seen = fit->seen + entry->seat * nodes, *reach = fit->reach + entry->seat * nodes, total = 0;
        const uint32_t *next = fit->views->next + entry->seat * nodes;
        double weight = hand_weight(fit, entry);
        if (entry->shown) {
            seen[entry->terminal] += weight;
            continue;
        }
        for (uint32_t z = entry->terminal; z != UINT32_MAX; z = next[z])
            total += reach[z];
        for (uint32_t z = entry->terminal; total > 0 && z != UINT32_MAX; z = next[z])
            seen[z] += weight * reach[z] / total;
    }
    for (uint32_t v = tree->nodes; v-- > 0;) {
        uint32_t first = tree->first_child[v];
        for (uint32_t c = first; c < tree->first_child[v + 1]; c++) {
            fit->seen[v] += fit->seen[c];
            fit->seen[nodes + v] += fit->seen[nodes + c];
            if (tree->player[v] >= 0)
                fit->action[tree->infoset_of[tree->infoset[v]].first_action + (c - first)] +=
                    fit->seen[(size_t)(1 - tree->player[v]) * nodes + c];
        }
    }
}

static double prior_strength(const struct learn_options *options)
{
    return options->strength > 0 ? options->strength : LEARN_STRENGTH;
}

/* Sets the strategy to the mean of the Dirichlet posterior. Returns the largest change of a probability. */
static double maximise(struct fit *fit)
{
    const struct game_tree *tree = fit->views->tree;
    double strength = prior_strength(fit->options), largest = 0;
    for (uint32_t i = 0; i < tree->infosets; i++) {
        const struct game_infoset *set = &tree->infoset_of[i];
        double total = strength;
        for (uint32_t a = set->first_action; a < set->first_action + set->action_count; a++)
            total += fit->action[a];
        for (uint32_t a = set->first_action; a < set->first_action + set->action_count; a++) {
            double p = (fit->action[a] + strength * fit->prior[a]) / total;
            largest = fmax(largest, fabs(p - fit->strategy[a]));
            fit->strategy[a] = p;
        }
    }
    return largest;
}

double learn_log_likelihood(const struct learn_views *views, const struct learn_table *table, uint32_t from,
                            uint32_t to, const double *strategy, double *reach, double *hands)
{
    double sum = 0;
    *hands = 0;
    for (uint32_t seat = 0; seat < 2; seat++) {
        const uint32_t *next = views->next + (size_t)seat * views->tree->nodes;
        game_reach(views->tree, strategy, UINT32_C(1) << (1 - seat), reach);
        for (uint32_t k = 0; k < table->count; k++) {
            const struct learn_count *entry = &table->list[k];
            if (entry->seat != seat || entry->block < from || entry->block >= to)
                continue;
            double p = reach[entry->terminal];
            for (uint32_t z = next[entry->terminal]; !entry->shown && z != UINT32_MAX; z = next[z])
                p += reach[z];
            sum += entry->count * log(fmax(p, 1e-300));
            *hands += entry->count;
        }
    }
    return sum;
}

static bool fit_room(struct fit *fit, struct nash_arena *arena)
{
    const struct game_tree *tree = fit->views->tree;
    fit->seen = NASH_NEW(arena, double, 2 * (size_t)tree->nodes);
    fit->reach = NASH_NEW(arena, double, 2 * (size_t)tree->nodes);
    fit->action = NASH_NEW(arena, double, tree->actions);
    fit->prior = NASH_NEW(arena, double, tree->actions);
    fit->known = NASH_NEW(arena, double, tree->infosets);
    fit->pool = NASH_NEW(arena, double, fit->views->habits->rows);
    return fit->seen && fit->reach && fit->action && fit->prior && fit->known && fit->pool;
}

/* Runs EM from the prior. The prior's mean follows the habits, which are counted with every pass. */
static void fit_run(struct fit *fit, struct nash_run *run)
{
    uint32_t passes = fit->options->passes ? fit->options->passes : LEARN_PASSES;
    size_t bytes = fit->views->tree->actions * sizeof *fit->strategy;
    double habit = fit->options->habit == 0 ? LEARN_HABIT : fit->options->habit;
    memcpy(fit->prior, fit->generic, bytes);
    memcpy(fit->strategy, fit->generic, bytes);
    for (uint32_t pass = 0; pass < passes && !nash_stop(run, EQUILIBRIUM_STOP_FIT); pass++) {
        expect(fit);
        if (habit > 0)
            habits_prior(fit->views->habits, fit->generic, habit, fit->action, fit->prior, fit->known, fit->pool);
        if (maximise(fit) < 1e-6)
            break;
    }
}

/* Fills the results from the last pass. */
static void fit_report(struct fit *fit, struct learn_fit *fitted)
{
    const struct game_tree *tree = fit->views->tree;
    double hands;
    for (uint32_t i = 0; i < tree->infosets; i++) {
        for (uint32_t k = 0; k < tree->infoset_of[i].action_count; k++)
            fitted->count[i] += fit->action[tree->infoset_of[i].first_action + k];
        fitted->evidence[i] = fitted->count[i] + prior_strength(fit->options) * fit->known[i];
    }
    fitted->log_likelihood =
        learn_log_likelihood(fit->views, fit->table, fit->from, fit->to, fit->strategy, fit->reach, &fitted->hands);
    fitted->generic_log_likelihood =
        learn_log_likelihood(fit->views, fit->table, fit->from, fit->to, fit->generic, fit->reach, &hands);
    if (fitted->hands > 0) {
        fitted->log_likelihood /= fitted->hands;
        fitted->generic_log_likelihood /= fitted->hands;
    }
}

enum nash_status learn_fit(const struct learn_views *views, const struct learn_table *table,
                           const struct learn_options *options, struct nash_run *run, struct learn_fit *fitted)
{
    const struct game_tree *tree = views->tree;
    *fitted = (struct learn_fit){.strategy = NASH_NEW(run->arena, double, tree->actions),
                                 .count = NASH_NEW(run->arena, double, tree->infosets),
                                 .evidence = NASH_NEW(run->arena, double, tree->infosets)};
    if (!fitted->strategy || !fitted->count || !fitted->evidence)
        return NASH_NOMEM;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct fit fit = {.views = views, .table = table, .options = options, .strategy = fitted->strategy};
    double *uniform = NASH_NEW(run->arena, double, tree->actions);
    enum nash_status status = uniform && fit_room(&fit, run->arena) ? NASH_OK : NASH_NOMEM;
    if (status == NASH_OK && options->detect_change)
        status = learn_change(views, table, options, run, &fitted->changed_at, &fitted->changed_by);
    if (status == NASH_OK) {
        game_uniform(tree, uniform);
        fit.generic = options->generic ? options->generic : uniform;
        fit.from = fitted->changed_at;
        for (uint32_t k = 0; k < table->count; k++)
            fit.to = table->list[k].block + 1;
        fit_run(&fit, run);
        fit_report(&fit, fitted);
    }
    nash_arena_release(run->arena, mark);
    return status;
}
