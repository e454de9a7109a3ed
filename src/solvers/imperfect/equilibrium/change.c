/* Finds when an opponent changed, by predictions of each period from the periods before it. */
#include <math.h>
#include <string.h>

#include "learn.h"

/* The periods of a table: groups of blocks of about equal numbers of hands. */
struct periods {
    uint32_t first[LEARN_PERIODS + 1]; /* the first block of each period, and one past the last block */
    uint32_t count;
};

static void divide(const struct learn_table *table, struct periods *periods)
{
    double total = 0, so_far = 0;
    for (uint32_t k = 0; k < table->count; k++)
        total += table->list[k].count;
    periods->count = 0;
    for (uint32_t k = 0; k < table->count; k++) {
        bool begins = k == 0 || table->list[k].block != table->list[k - 1].block;
        if (begins && so_far * LEARN_PERIODS >= total * periods->count && periods->count < LEARN_PERIODS)
            periods->first[periods->count++] = table->list[k].block;
        so_far += table->list[k].count;
    }
    periods->first[periods->count] = table->count ? table->list[table->count - 1].block + 1 : 0;
}

/* Copies the entries of blocks from..to-1 as a table of its own; the list is shared. */
static struct learn_table part_of(const struct learn_table *table, uint32_t from, uint32_t to)
{
    struct learn_table part = {.list = table->list, .arena = table->arena};
    while (part.list < table->list + table->count && part.list->block < from)
        part.list++;
    while (part.list + part.count < table->list + table->count && part.list[part.count].block < to)
        part.count++;
    return part;
}

/* Returns the log-likelihood of period t as predicted by a fit of the periods from..t-1. */
static double predict(const struct learn_views *views, const struct learn_table *table, const struct periods *periods,
                      uint32_t from, uint32_t t, const struct learn_options *options, struct nash_run *run,
                      double *reach)
{
    struct learn_table past = part_of(table, periods->first[from], periods->first[t]);
    struct learn_options plain = *options;
    struct learn_fit fit;
    double hands;
    plain.detect_change = false;
    plain.discount = 0;
    plain.passes = 20;
    if (learn_fit(views, &past, &plain, run, &fit) != NASH_OK)
        return NAN;
    return learn_log_likelihood(views, table, periods->first[t], periods->first[t + 1], fit.strategy, reach, &hands);
}

/* Finds the best change after period `from`. Returns its period, or 0 if none is supported. */
static uint32_t best_change(const struct learn_views *views, const struct learn_table *table,
                            const struct periods *periods, uint32_t from, const struct learn_options *options,
                            struct nash_run *run, double *reach, double *nats)
{
    double since[LEARN_PERIODS] = {0}; /* gains of the periods since a change, summed so far */
    uint32_t best = 0;
    *nats = LEARN_CHANGE_NATS;
    for (uint32_t t = from + 1; t < periods->count; t++) {
        struct nash_arena_mark mark = nash_arena_mark(run->arena);
        double all = predict(views, table, periods, from, t, options, run, reach);
        double generic = predict(views, table, periods, t, t, options, run, reach);
        double baseline = fmax(all, generic);
        since[t] += generic - baseline;
        for (uint32_t b = from + 1; b < t; b++)
            since[b] += predict(views, table, periods, b, t, options, run, reach) - baseline;
        nash_arena_release(run->arena, mark);
    }
    for (uint32_t b = from + 1; b < periods->count; b++)
        if (since[b] > *nats) {
            *nats = since[b];
            best = b;
        }
    return best;
}

enum nash_status learn_change(const struct learn_views *views, const struct learn_table *table,
                              const struct learn_options *options, struct nash_run *run, uint32_t *block, double *nats)
{
    struct periods periods;
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    double *reach = NASH_NEW(run->arena, double, views->tree->nodes), found;
    *block = 0;
    *nats = 0;
    if (!reach)
        return NASH_NOMEM;
    divide(table, &periods);
    for (uint32_t from = 0, next; from + 1 < periods.count && run->stopped == NASH_STOP_NONE; from = next) {
        next = best_change(views, table, &periods, from, options, run, reach, &found);
        if (next == 0)
            break;
        *block = periods.first[next];
        *nats = found;
    }
    nash_arena_release(run->arena, mark);
    return NASH_OK;
}
