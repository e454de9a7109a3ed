/* The closed rule as an engine. Its own: the room for one path, made for the first and largest word. */
#include "engine.h"
#include "rule.h"

struct room {
    uint32_t order;
    int32_t *edge;
};

enum { CARDS_PER_POLL = 256 };

/* A poll that counts for as many as a word is long. */
static bool stop(struct nash_run *run, uint32_t order)
{
    uint32_t worth = 2 * order / CARDS_PER_POLL;
    run->clock_in -= worth < run->clock_in ? worth : run->clock_in;
    return nash_stop(run, 1);
}

/* Walks over the word. False: stopped, or no memory. */
static bool walk(struct whist_path *path, struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct nash_arena *arena = work->run->arena;
    struct room *room = work->own;
    if (stop(work->run, order))
        return false;
    if (!room)
        work->own = room = NASH_NEW(arena, struct room, 1);
    if (room && (!room->edge || room->order < order)) {
        room->edge = nash_arena_alloc_raw(arena, whist_rule_room(order) * sizeof *room->edge, 16);
        room->order = order;
    }
    if (!room || !room->edge)
        return false;
    whist_path_walk(path, word, order, room->edge);
    return true;
}

static void count(struct whist_work *work)
{
    work->nodes++;
    work->run->nodes++;
}

static int tricks(struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct whist_path path;
    if (!walk(&path, work, word, order))
        return -1;
    count(work);
    return (int)whist_path_tricks(&path, true);
}

/* A lead from below a card of the other is just beaten, which takes neighbours out of one path: no word is made and
 * walked over. Not so from the leader's top interval. This is the patent's first rule of defence, verified and unproved
 * as the closed rule is (J in PROOF.md). */
static bool leads(struct whist_work *work, const int8_t *word, const struct whist_graph *graph, uint32_t order,
                  uint32_t *value)
{
    struct whist_path path;
    int32_t level = 0;
    if (!walk(&path, work, word, order))
        return false;
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct whist_interval *interval = &graph->interval[i];
        if (interval->sign > 0 && i > 1) {
            if (stop(work->run, order))
                return false;
            count(work);
            *value++ = whist_path_tricks_without(&path, interval->first - 1, level + 1, false);
        }
        level += interval->sign * (int32_t)interval->count;
    }
    return true;
}

const struct whist_engine whist_formula = {
    .name = "formula", .order_max = WHIST_ORDER_MAX, .tricks = tricks, .leads = leads};
