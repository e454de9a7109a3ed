/* Counting by what is still to be decided.
 *
 * Places are decided in their order. After some of them, what the rest can be depends only on the set of places that
 * are needed and not decided; so the ways that lead to equal sets are added up. Of a set only the places with a choice
 * are kept: what has none is replaced by what it leads to. Sets wait in a list at their least place, so that each is
 * complete when its turn comes. When there are too many, the ways so far are a bound: each leads to a graph at least.
 */
#include <stdlib.h>

#include <solvers/andor/aostar/state.h>
#include <solvers/andor/tight.h>

enum {
    PLACES_A_STATE = 64, /* of all sets together: on the average */
    LARGE_SET = 1000,    /* the clock is looked at for each */
};

struct set {
    andor_wide ways;
    uint32_t at, size;   /* places[at] .. in rising order */
    uint32_t same, wait; /* 1 + the next set of equal hash, of equal least place; 0: none */
};

struct count {
    const struct andor_tight *tight;
    struct set *sets;
    uint32_t used, room, most, places_most;
    uint32_t *bucket; /* [mask + 1] */
    uint32_t mask;
    uint32_t *waiting; /* [tight->count] */
    struct andor_list places;
    struct andor_list next, path; /* a set that is being made; places still to be replaced */
    uint32_t *stamp;              /* [tight->count] the turn in which a place came into it */
    uint32_t turn;
    andor_wide done; /* ways that left nothing to decide */
    bool passed;     /* 128 bits */
};

static andor_wide plus(struct count *count, andor_wide a, andor_wide b)
{
    andor_wide sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    count->passed = true;
    return ~(andor_wide)0;
}

static bool come_to(struct count *count, uint32_t p)
{
    if (count->stamp[p] == count->turn)
        return true;
    count->stamp[p] = count->turn;
    bool choice = count->tight->first[p + 1] - count->tight->first[p] > 1;
    return andor_list_push(choice ? &count->next : &count->path, p, count->tight->run->arena);
}

static bool come_to_all(struct count *count, uint32_t c)
{
    const struct andor_graph *graph = count->tight->graph;
    for (uint32_t i = graph->to[c]; i < graph->to[c + 1]; i++) {
        uint32_t p = count->tight->place[graph->succ[i]];
        if (p && !come_to(count, p - 1))
            return false;
    }
    return true;
}

/* What has no choice gives way to what it leads to. */
static bool replace(struct count *count)
{
    const struct andor_tight *tight = count->tight;
    while (count->path.count)
        if (!come_to_all(count, tight->connector[tight->first[count->path.at[--count->path.count]]]))
            return false;
    return true;
}

static int by_number(const void *a, const void *b)
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
    uint32_t room = count->room ? 2 * count->room : 64;
    struct set *moved = nash_arena_alloc_raw(count->tight->run->arena, room * sizeof *moved, _Alignof(struct set));
    if (!moved)
        return false;
    if (count->used)
        memcpy(moved, count->sets, count->used * sizeof *moved);
    count->sets = moved;
    count->room = room;
    return true;
}

/* Adds ways to the set in `next`, which is made when it is new. */
static enum nash_status add_ways(struct count *count, andor_wide ways)
{
    uint32_t size = count->next.count, *places = count->next.at;
    if (!size) {
        count->done = plus(count, count->done, ways);
        return NASH_OK;
    }
    qsort(places, size, sizeof *places, by_number);
    uint32_t *bucket = &count->bucket[hash_of(places, size) & count->mask];
    for (uint32_t s = *bucket; s; s = count->sets[s - 1].same) {
        struct set *set = &count->sets[s - 1];
        if (set->size == size && !memcmp(count->places.at + set->at, places, size * sizeof *places)) {
            set->ways = plus(count, set->ways, ways);
            return NASH_OK;
        }
    }
    if (count->used == count->most || count->places.count + size > count->places_most)
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

/* The set s without its least place, which is decided by connector c. */
static enum nash_status decide(struct count *count, const struct set *set, uint32_t c)
{
    count->next.count = count->path.count = 0;
    count->turn++;
    for (uint32_t i = 1; i < set->size; i++)
        if (!come_to(count, count->places.at[set->at + i]))
            return NASH_NOMEM;
    if (!come_to_all(count, c) || !replace(count))
        return NASH_NOMEM;
    return add_ways(count, set->ways);
}

/* Too many: the ways of what waits, from set s of place p on, each of which leads somewhere. */
static void add_waiting(struct count *count, uint32_t s, uint32_t p)
{
    for (;;) {
        for (; s; s = count->sets[s - 1].wait)
            count->done = plus(count, count->done, count->sets[s - 1].ways);
        if (++p >= count->tight->count)
            return;
        s = count->waiting[p];
    }
}

/* NASH_STOPPED, NASH_TOO_LARGE: not all of it. */
static enum nash_status decide_all(struct count *count)
{
    const struct andor_tight *tight = count->tight;
    for (uint32_t p = 0; p < tight->count; p++)
        for (uint32_t s = count->waiting[p]; s; s = count->sets[s - 1].wait) {
            struct set set = count->sets[s - 1];
            if (set.size > LARGE_SET)
                tight->run->clock_in = 0;
            enum nash_status status = nash_stop(tight->run, ANDOR_CHECK_OPTIMA) ? NASH_STOPPED : NASH_OK;
            for (uint32_t i = tight->first[p]; status == NASH_OK && i < tight->first[p + 1]; i++)
                status = decide(count, &set, tight->connector[i]);
            if (status == NASH_STOPPED || status == NASH_TOO_LARGE)
                add_waiting(count, set.wait, p);
            if (status != NASH_OK)
                return status;
        }
    return NASH_OK;
}

static bool begin(struct count *count, uint32_t states)
{
    struct nash_arena *arena = count->tight->run->arena;
    uint32_t places = count->tight->count, buckets = 64;
    states = states < 1U << 28 ? states : 1U << 28;
    while (buckets < states && buckets < 1U << 16)
        buckets *= 2;
    count->most = states;
    count->mask = buckets - 1;
    count->places_most = states > UINT32_MAX / PLACES_A_STATE ? UINT32_MAX : states * PLACES_A_STATE;
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
    if (begin(&count, states) && (!tight->count || come_to(&count, 0)) && replace(&count))
        status = add_ways(&count, 1);
    if (status == NASH_OK)
        status = decide_all(&count);
    nash_arena_release(tight->run->arena, mark);
    if (status == NASH_NOMEM)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not hold the sets to be counted");
    optima->count = count.done ? count.done : 1;
    optima->complete = status == NASH_OK && !count.passed;
    return NASH_OK;
}
