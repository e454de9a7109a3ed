/* Counts optimal solution graphs by dynamic programming over sets of undecided places.
 *
 * Places are decided in their order. What can follow depends only on the set of places that are needed and undecided,
 * so the ways that lead to equal sets are added. A set keeps only places with a choice; a place with one connector is
 * replaced by its successors. Each set waits in a list at its least place, so its count is complete when that place is
 * decided. If there are too many sets, the ways so far are a lower bound, because each leads to at least one graph. */
#include <stdlib.h>

#include <solvers/andor/aostar/state.h>

#include "tight.h"

enum {
    PLACES_PER_STATE = 64, /* stored places per set, on average */
    LARGE_SET = 1000,      /* the clock is read for each set of more places */
};

struct set {
    andor_wide ways;     /* number of ways to decide places that lead to this set */
    uint32_t at, size;   /* places[at .. at + size), ascending */
    uint32_t same, wait; /* 1 + index of the next set in the same bucket, and with the same least place; 0: none */
};

struct count {
    const struct andor_tight *tight;
    struct set *sets;
    uint32_t used, room, max, places_max; /* sets: number, capacity, limit; places_max: limit of places.count */
    uint32_t *bucket;                     /* [mask + 1]: 1 + index of the first set; 0: none */
    uint32_t mask;
    uint32_t *waiting;                /* [tight->count]: 1 + index of the first set with this least place; 0: none */
    struct andor_list places;         /* the members of all sets */
    struct andor_list next_set, path; /* the set under construction; places to replace */
    uint32_t *stamp;                  /* [tight->count]: the turn in which a place was added */
    uint32_t turn;
    andor_wide done; /* number of ways that leave no place undecided */
    bool overflowed; /* a count passed 128 bits */
};

static andor_wide add_saturating(struct count *count, andor_wide a, andor_wide b)
{
    andor_wide sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    count->overflowed = true;
    return ~(andor_wide)0;
}

static bool count_need_place(struct count *count, uint32_t p)
{
    if (count->stamp[p] == count->turn)
        return true;
    count->stamp[p] = count->turn;
    bool choice = count->tight->first[p + 1] - count->tight->first[p] > 1;
    return andor_list_push(choice ? &count->next_set : &count->path, p, count->tight->run->arena);
}

static bool count_need_successors(struct count *count, uint32_t c)
{
    const struct andor_graph *graph = count->tight->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        uint32_t p = count->tight->place[graph->succ[i]];
        if (p && !count_need_place(count, p - 1))
            return false;
    }
    return true;
}

/* Replaces places without a choice by the places they lead to. */
static bool count_replace_forced(struct count *count)
{
    const struct andor_tight *tight = count->tight;
    while (count->path.count)
        if (!count_need_successors(count, tight->connector[tight->first[count->path.at[--count->path.count]]]))
            return false;
    return true;
}

static int compare_places(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t hash_of(const uint32_t *places, uint32_t size)
{
    uint64_t hash = size;
    for (uint32_t i = 0; i < size; i++)
        hash = (hash ^ places[i]) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return (uint32_t)(hash >> 32);
}

static bool grow_sets(struct count *count)
{
    struct set *moved =
        andor_grow(count->sets, count->used, sizeof *moved, count->used + 1, &count->room, count->tight->run->arena);
    if (moved)
        count->sets = moved;
    return moved;
}

/* Adds ways to the set in next_set, and creates the set if it is new. */
static enum nash_status add_ways(struct count *count, andor_wide ways)
{
    uint32_t size = count->next_set.count, *places = count->next_set.at;
    if (!size) {
        count->done = add_saturating(count, count->done, ways);
        return NASH_OK;
    }
    qsort(places, size, sizeof *places, compare_places);
    uint32_t *bucket = &count->bucket[hash_of(places, size) & count->mask];
    for (uint32_t s = *bucket; s; s = count->sets[s - 1].same) {
        struct set *set = &count->sets[s - 1];
        if (set->size == size && !memcmp(count->places.at + set->at, places, size * sizeof *places)) {
            set->ways = add_saturating(count, set->ways, ways);
            return NASH_OK;
        }
    }
    if (count->used == count->max || count->places.count + size > count->places_max)
        return NASH_TOO_LARGE;
    uint32_t at = count->places.count;
    if (!andor_list_reserve(&count->places, at + size, count->tight->run->arena) ||
        (count->used == count->room && !grow_sets(count)))
        return NASH_NOMEM;
    memcpy(count->places.at + at, places, size * sizeof *places);
    count->places.count += size;
    count->sets[count->used++] = (struct set){ways, at, size, *bucket, count->waiting[places[0]]};
    *bucket = count->waiting[places[0]] = count->used;
    return NASH_OK;
}

/* Makes the set that remains when connector c decides the least place of `set`. */
static enum nash_status decide_place(struct count *count, const struct set *set, uint32_t c)
{
    count->next_set.count = count->path.count = 0;
    count->turn++;
    for (uint32_t i = 1; i < set->size; i++)
        if (!count_need_place(count, count->places.at[set->at + i]))
            return NASH_NOMEM;
    if (!count_need_successors(count, c) || !count_replace_forced(count))
        return NASH_NOMEM;
    return add_ways(count, set->ways);
}

/* Adds the ways of all waiting sets to count->done, from set s of place p on. Each way leads to at least one graph. */
static void add_waiting(struct count *count, uint32_t s, uint32_t p)
{
    for (;;) {
        for (; s; s = count->sets[s - 1].wait)
            count->done = add_saturating(count, count->done, count->sets[s - 1].ways);
        if (++p >= count->tight->count)
            return;
        s = count->waiting[p];
    }
}

/* Decides place after place. After NASH_STOPPED or NASH_TOO_LARGE the count is a lower bound. */
static enum nash_status decide_all_places(struct count *count)
{
    const struct andor_tight *tight = count->tight;
    for (uint32_t p = 0; p < tight->count; p++)
        for (uint32_t s = count->waiting[p]; s; s = count->sets[s - 1].wait) {
            struct set set = count->sets[s - 1];
            if (set.size > LARGE_SET)
                tight->run->clock_in = 0;
            enum nash_status status = nash_stop(tight->run, ANDOR_CHECK_OPTIMA) ? NASH_STOPPED : NASH_OK;
            for (uint32_t i = tight->first[p]; status == NASH_OK && i < tight->first[p + 1]; i++)
                status = decide_place(count, &set, tight->connector[i]);
            if (status == NASH_STOPPED || status == NASH_TOO_LARGE)
                add_waiting(count, set.wait, p);
            if (status != NASH_OK)
                return status;
        }
    return NASH_OK;
}

static bool count_init(struct count *count, uint32_t states)
{
    struct nash_arena *arena = count->tight->run->arena;
    uint32_t places = count->tight->count, buckets = 64;
    states = states < 1U << 28 ? states : 1U << 28;
    while (buckets < states && buckets < 1U << 16)
        buckets *= 2;
    count->max = states;
    count->mask = buckets - 1;
    count->places_max = states > UINT32_MAX / PLACES_PER_STATE ? UINT32_MAX : states * PLACES_PER_STATE;
    count->bucket = NASH_NEW(arena, uint32_t, buckets);
    count->waiting = NASH_NEW(arena, uint32_t, places);
    count->stamp = NASH_NEW(arena, uint32_t, places);
    return count->bucket && count->waiting && count->stamp;
}

enum nash_status andor_tight_count(const struct andor_tight *tight, uint32_t states, struct andor_optima *optima,
                                   struct nash_error *error)
{
    struct count count = {.tight = tight, .turn = 1};
    struct nash_arena_mark mark = nash_arena_mark(tight->run->arena);
    enum nash_status status = NASH_NOMEM;
    if (count_init(&count, states) && (!tight->count || count_need_place(&count, 0)) && count_replace_forced(&count))
        status = add_ways(&count, 1);
    if (status == NASH_OK)
        status = decide_all_places(&count);
    nash_arena_release(tight->run->arena, mark);
    if (status == NASH_NOMEM)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold the sets to be counted");
    optima->count = count.done ? count.done : 1;
    optima->complete = status == NASH_OK && !count.overflowed;
    return NASH_OK;
}
