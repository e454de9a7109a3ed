/* The closed rule as an engine. Its private data is the array for one path, allocated for the first and largest
 * word. */
#include <solvers/whist/methods/engine.h>

#include "rule.h"

struct room {
    uint32_t order;
    int32_t *edge;
};

enum { CARDS_PER_POLL = 256 };

/* Polls the stop flag; one call counts for 2 * order / CARDS_PER_POLL polls. */
static bool formula_poll(struct nash_run *run, uint32_t order)
{
    uint32_t worth = 2 * order / CARDS_PER_POLL;
    run->clock_in -= worth < run->clock_in ? worth : run->clock_in;
    return nash_stop(run, 1);
}

/* Walks over the word. Returns false when stopped or out of memory. */
static bool formula_walk(struct whist_path *path, struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct nash_arena *arena = work->run->arena;
    struct room *room = work->state;
    if (formula_poll(work->run, order))
        return false;
    if (!room)
        work->state = room = NASH_NEW(arena, struct room, 1);
    if (room && (!room->edge || room->order < order)) {
        room->edge = nash_arena_alloc_raw(arena, whist_rule_room(order) * sizeof *room->edge, 16);
        room->order = order;
    }
    if (!room || !room->edge)
        return false;
    whist_path_walk(path, word, order, room->edge);
    return true;
}

static void formula_count_node(struct whist_work *work)
{
    work->nodes++;
    work->run->nodes++;
}

static int formula_tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct whist_path path;
    if (!formula_walk(&path, work, word, order))
        return -1;
    formula_count_node(work);
    return (int)whist_path_tricks(&path, true);
}

/* Values each lead below the leader's top interval. The reply is the card just above the lead: the trick removes two
 * neighbours from the path, so no new word is built and walked. This is the first defence rule of the patent; like
 * the closed rule, it is verified and unproved (J in PROOF.md). */
static bool formula_leads(struct whist_work *work, const int8_t *word, const struct whist_intervals *intervals,
                          uint32_t order, uint32_t *value)
{
    struct whist_path path;
    int32_t level = 0;
    if (!formula_walk(&path, work, word, order))
        return false;
    for (uint32_t i = 0; i < intervals->count; i++) {
        const struct whist_interval *interval = &intervals->interval[i];
        if (interval->sign > 0 && i > 1) {
            if (formula_poll(work->run, order))
                return false;
            formula_count_node(work);
            *value++ = whist_path_tricks_without(&path, interval->first - 1, level + 1, false);
        }
        level += interval->sign * (int32_t)interval->count;
    }
    return true;
}

const struct whist_engine whist_formula = {
    .name = "formula", .order_max = WHIST_ORDER_MAX, .tricks = formula_tricks, .leads = formula_leads};
