/* Branch and bound over undecided places, depth first, on an explicit stack of levels.
 *
 * Without cycles places are decided in their order, and the cheapest completion depends only on the set of needed
 * places: a table keeps the least cost at which each set was reached, and dearer branches are cut. With cycles places
 * are decided as they become needed, and a choice must not lead back to its own place. Choices are tried in the order
 * of their lower bounds. */
#include <string.h>

#include <nash/buf.h>
#include <solvers/andor/aostar/state.h>

#include "parts.h"

enum {
    TABLE_BITS = 17,          /* log2 of the largest size of the table */
    SETS_PER_PLACE = 64,      /* table entries per place, up to that size */
    SORT_MAX = 64,            /* choices of a place that are tried in the order of their bounds */
    PLACES_PER_CLOCK = 10000, /* number of places above which each step reads the clock */
    PROGRESS_EVERY = 4096     /* steps between two checks whether progress is due */
};

struct level {
    uint32_t place, chosen; /* chosen: index in parts->choice */
    uint32_t trail;         /* number of needed places before the choice */
    uint32_t to;            /* the next place to decide after the choice */
    andor_wide paid, rest;  /* before the choice: cost so far; scaled lower bound of the needed, undecided places */
    andor_wide key;         /* scaled lower bound of what the choice adds */
};

/* A set of needed places, by its hash, and the least cost at which it was reached. */
struct entry {
    uint64_t key[2];
    andor_wide paid;
};

struct search {
    const struct andor_parts *parts;
    struct andor_shared *shared;
    struct level *levels;
    uint32_t depth;
    uint32_t *trail, trailed; /* places in the order in which they became needed */
    uint8_t *needed;          /* [count] 0: not needed, 1: needed, 2: decided */
    uint32_t *coming;         /* [count]: number of undecided parents */
    uint32_t *chosen;         /* [count]: 1 + index in parts->choice; 0: undecided */
    uint32_t *stamp, turn;    /* [count]: the last turn that met the place; turn: calls of closes_cycle() */
    struct andor_list path;   /* scratch of closes_cycle() */
    uint64_t key[2];          /* hash of the set of needed, undecided places */
    andor_wide paid, rest;    /* as in struct level, now */
    struct entry *table;
    unsigned shift; /* right shift from a key to its table entry */
};

static uint64_t mix_bits(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static void key_toggle(struct search *search, uint32_t p)
{
    search->key[0] ^= mix_bits(2 * (uint64_t)p + 1);
    search->key[1] ^= mix_bits(~(2 * (uint64_t)p));
}

/* Returns the scaled lower bound of a place that is needed now, without the shares of undecided parents. */
static andor_wide least_now(const struct search *search, uint32_t p)
{
    return search->parts->least[p] - search->parts->share[p] * search->coming[p];
}

static void need_place(struct search *search, uint32_t p)
{
    if (search->needed[p])
        return;
    search->needed[p] = 1;
    search->trail[search->trailed++] = p;
    search->rest += least_now(search, p);
    key_toggle(search, p);
}

/* Removes the places from .. to - 1 from the undecided parents of their children. */
static void advance(struct search *search, uint32_t from, uint32_t to)
{
    const struct andor_parts *parts = search->parts;
    for (uint32_t k = parts->child_at[from]; k < parts->child_at[to]; k++) {
        uint32_t p = parts->child[k];
        search->coming[p]--;
        if (search->needed[p] == 1)
            search->rest += parts->share[p];
    }
}

static void retreat(struct search *search, uint32_t from, uint32_t to)
{
    const struct andor_parts *parts = search->parts;
    for (uint32_t k = parts->child_at[from]; k < parts->child_at[to]; k++)
        search->coming[parts->child[k]]++;
}

/* Returns the next place to decide, or parts->count if there is none. */
static uint32_t next_place(const struct search *search, uint32_t after)
{
    const struct andor_parts *parts = search->parts;
    if (parts->cyclic)
        return search->depth < search->trailed ? search->trail[search->depth] : parts->count;
    const uint8_t *found = memchr(search->needed + after, 1, parts->count - after);
    return found ? (uint32_t)(found - search->needed) : parts->count;
}

/* Returns whether the choices made lead from choice i back to place p. Sets *room to false if the arena is full. */
static bool closes_cycle(struct search *search, uint32_t i, uint32_t p, bool *room)
{
    const struct andor_parts *parts = search->parts;
    search->turn++;
    search->path.count = 0;
    for (;;) {
        for (uint32_t k = parts->to[i]; k < parts->to[i + 1]; k++) {
            uint32_t s = parts->succ[k];
            if (s == p)
                return true;
            if (search->stamp[s] == search->turn || !search->chosen[s])
                continue;
            search->stamp[s] = search->turn;
            *room = *room && andor_list_push(&search->path, s, parts->run->arena);
        }
        if (!search->path.count || !*room)
            return false;
        i = search->chosen[search->path.at[--search->path.count]] - 1;
    }
}

/* Returns a scaled lower bound of the cost that choice i adds. */
static andor_wide key_of(const struct search *search, uint32_t i)
{
    const struct andor_parts *parts = search->parts;
    andor_wide key = (andor_wide)andor_cost(parts->graph, parts->choice[i]) * ANDOR_SHARED_SCALE;
    for (uint32_t k = parts->to[i]; k < parts->to[i + 1]; k++)
        if (!search->needed[parts->succ[k]])
            key += least_now(search, parts->succ[k]);
    return key;
}

/* Selects a level's next choice by key, then by index; if there are more than SORT_MAX, by index alone. Returns false
 * if there is none. */
static bool next_choice(const struct search *search, struct level *level)
{
    const struct andor_parts *parts = search->parts;
    uint32_t first = parts->first[level->place], last = parts->first[level->place + 1], best = last;
    bool begun = level->chosen != ANDOR_NONE;
    if (last - first > SORT_MAX) {
        level->chosen = begun ? level->chosen + 1 : first;
        level->key = level->chosen < last ? key_of(search, level->chosen) : 0;
        return level->chosen < last;
    }
    andor_wide least = ANDOR_WIDE_INF;
    for (uint32_t i = first; i < last; i++) {
        andor_wide key = key_of(search, i);
        bool later = !begun || key > level->key || (key == level->key && i > level->chosen);
        if (later && key < least) {
            least = key;
            best = i;
        }
    }
    level->chosen = best;
    level->key = least;
    return best < last;
}

/* Returns whether a completion can cost less than the best graph found. paid: cost so far; scaled: scaled lower bound
 * of the remaining cost. */
static bool can_improve(const struct search *search, andor_wide paid, andor_wide scaled)
{
    andor_wide rest = scaled / ANDOR_SHARED_SCALE + (scaled % ANDOR_SHARED_SCALE != 0);
    return paid + rest < search->shared->cost;
}

/* Returns whether the set of needed places was reached before at no higher cost; otherwise stores it in the table. */
static bool is_dominated(struct search *search)
{
    struct entry *entry = &search->table[search->key[0] >> search->shift];
    if (search->parts->cyclic)
        return false;
    if (entry->key[0] == search->key[0] && entry->key[1] == search->key[1] && entry->paid <= search->paid)
        return true;
    *entry = (struct entry){{search->key[0], search->key[1]}, search->paid};
    return false;
}

/* Stores the complete graph as the best one. */
static void record_best(struct search *search)
{
    const struct andor_parts *parts = search->parts;
    struct andor_shared *shared = search->shared;
    uint32_t *connectors = shared->connectors;
    for (uint32_t i = 0; i < search->depth; i++)
        connectors[i] = parts->choice[search->levels[i].chosen];
    connectors[search->depth] = ANDOR_NONE;
    shared->cost = search->paid;
}

/* Decides the place of the last level by its choice. Returns false if the choice closes a cycle. */
static bool make_choice(struct search *search, struct level *level, bool *room)
{
    const struct andor_parts *parts = search->parts;
    uint32_t p = level->place, i = level->chosen;
    if (parts->cyclic && closes_cycle(search, i, p, room))
        return false;
    search->needed[p] = 2;
    search->chosen[p] = i + 1;
    key_toggle(search, p);
    search->rest -= least_now(search, p);
    search->paid += andor_cost(parts->graph, parts->choice[i]);
    for (uint32_t k = parts->to[i]; k < parts->to[i + 1]; k++)
        need_place(search, parts->succ[k]);
    level->to = next_place(search, p);
    if (!parts->cyclic)
        advance(search, p, level->to);
    return true;
}

/* Undoes the choice of the last level. */
static void undo_choice(struct search *search, const struct level *level)
{
    if (!search->parts->cyclic)
        retreat(search, level->place, level->to);
    while (search->trailed > level->trail) {
        uint32_t p = search->trail[--search->trailed];
        search->needed[p] = 0;
        key_toggle(search, p);
    }
    key_toggle(search, level->place);
    search->needed[level->place] = 1;
    search->chosen[level->place] = 0;
    search->paid = level->paid;
    search->rest = level->rest;
}

static void descend(struct search *search, uint32_t place)
{
    search->levels[search->depth++] = (struct level){
        .place = place, .chosen = ANDOR_NONE, .trail = search->trailed, .paid = search->paid, .rest = search->rest};
}

/* Tries the next choice of the last level. Returns false if the level is finished. */
static bool search_step(struct search *search, bool *room)
{
    const struct andor_parts *parts = search->parts;
    struct level *level = &search->levels[search->depth - 1];
    andor_wide others = search->rest - least_now(search, level->place);
    if (!next_choice(search, level))
        return false;
    if (!can_improve(search, search->paid, others + level->key)) /* if choices are sorted, later ones are no better */
        return parts->first[level->place + 1] - parts->first[level->place] > SORT_MAX;
    if (!make_choice(search, level, room))
        return true;
    uint32_t next = level->to;
    if (next == parts->count) {
        if (search->paid < search->shared->cost)
            record_best(search);
        undo_choice(search, level);
        return true;
    }
    bool hope = can_improve(search, search->paid, search->rest) &&
                (parts->cyclic || search->paid + parts->chain[next] < search->shared->cost);
    if (hope && !is_dominated(search))
        descend(search, next);
    else
        undo_choice(search, level);
    return true;
}

/* Computes the final lower bound from the choices that were not tried. */
static void compute_final_bound(struct search *search)
{
    struct andor_shared *shared = search->shared;
    shared->bound = shared->cost;
    while (search->depth) {
        struct level level = search->levels[--search->depth];
        bool sorted = search->parts->first[level.place + 1] - search->parts->first[level.place] <= SORT_MAX;
        andor_wide others = search->rest - least_now(search, level.place);
        if (next_choice(search, &level)) {
            andor_wide rest = sorted ? others + level.key : search->rest;
            andor_wide bound = search->paid + rest / ANDOR_SHARED_SCALE + (rest % ANDOR_SHARED_SCALE != 0);
            andor_wide chain = search->parts->cyclic ? 0 : search->paid + search->parts->chain[level.place];
            bound = chain > bound ? chain : bound;
            shared->bound = bound < shared->bound ? bound : shared->bound;
        }
        if (search->depth)
            undo_choice(search, &search->levels[search->depth - 1]);
    }
}

static void report_progress(const struct search *search)
{
    struct nash_run *run = search->parts->run;
    if (search->shared->branched % PROGRESS_EVERY || !nash_progress_due(run))
        return;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "shared");
    nash_jsonw_kuint(&out, "branched", search->shared->branched);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &text);
}

static bool search_init(struct search *search)
{
    const struct andor_parts *parts = search->parts;
    struct nash_arena *arena = parts->run->arena;
    unsigned bits = 4;
    while (bits < TABLE_BITS && 1U << bits < (uint64_t)SETS_PER_PLACE * parts->count)
        bits++;
    search->shift = 64 - bits;
    search->levels = nash_arena_alloc_raw(arena, parts->count * sizeof *search->levels, _Alignof(struct level));
    search->trail = NASH_NEW(arena, uint32_t, parts->count);
    search->needed = NASH_NEW(arena, uint8_t, parts->count);
    search->coming = NASH_NEW(arena, uint32_t, parts->count);
    search->chosen = NASH_NEW(arena, uint32_t, parts->count);
    search->stamp = NASH_NEW(arena, uint32_t, parts->count);
    search->table = NASH_NEW(arena, struct entry, (size_t)1 << bits);
    if (!search->levels || !search->trail || !search->needed || !search->coming || !search->chosen || !search->stamp ||
        !search->table)
        return false;
    memcpy(search->coming, parts->parents, parts->count * sizeof *search->coming);
    return true;
}

enum nash_status andor_shared_search(const struct andor_parts *parts, struct andor_shared *shared)
{
    struct search search = {.parts = parts, .shared = shared};
    bool room = search_init(&search), stopped = false;
    if (room) {
        need_place(&search, 0);
        descend(&search, 0);
    }
    while (room && search.depth) {
        if (parts->count > PLACES_PER_CLOCK) /* a step may visit all places */
            parts->run->clock_in = 0;
        stopped = nash_stop(parts->run, ANDOR_CHECK_SHARED);
        if (stopped)
            break;
        shared->branched++;
        parts->run->nodes++;
        report_progress(&search);
        if (!search_step(&search, &room) && --search.depth)
            undo_choice(&search, &search.levels[search.depth - 1]);
    }
    if (!room)
        return nash_fail(parts->error, NASH_NOMEM, "", "the memory of this job does not hold the search");
    shared->proved = !stopped;
    compute_final_bound(&search);
    return NASH_OK;
}
