/* Branch and bound over the places still to be decided, depth first, on a list of levels.
 *
 * Without cycles places are decided in their order, and what the rest can be depends only on which are needed: a table
 * keeps the least cost at which such a set was come to, and what comes dearer is left. With cycles places are decided
 * as they come to be needed, and a choice must not lead back to its own place. Choices are tried by what they are known
 * to add at least. */
#include <string.h>

#include <nash/buf.h>
#include <solvers/andor/aostar/state.h>
#include <solvers/andor/shared_parts.h>

enum { TABLE_BITS = 17, SETS_A_PLACE = 64, SORT_MOST = 64, COUNT_OFTEN = 10000, TELL_EVERY = 4096 };

struct level {
    uint32_t place, chosen; /* chosen: place in parts->choice */
    uint32_t trail;         /* needed places before its choice */
    uint32_t to;            /* the next place after it: all before are passed */
    andor_wide paid, rest;  /* before its choice; rest: scaled, what is needed costs at least */
    andor_wide key;         /* of the choice: scaled, what it adds at least */
};

struct entry {
    uint64_t key[2];
    andor_wide paid;
};

struct search {
    const struct andor_parts *parts;
    struct andor_shared *shared;
    struct level *levels;
    uint32_t depth;
    uint32_t *trail, trailed; /* places in the order in which they came to be needed */
    uint8_t *needed;          /* [count] 1: needed, 2: decided */
    uint32_t *coming;         /* [count] parents not yet passed */
    uint32_t *chosen;         /* [count] 1 + place in parts->choice */
    uint32_t *stamp, turn;
    struct andor_list path;
    uint64_t key[2]; /* of the set that is needed and not decided */
    andor_wide paid, rest;
    struct entry *table;
    unsigned shift; /* of a key, to its entry */
};

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static void flip(struct search *search, uint32_t p)
{
    search->key[0] ^= mixed(2 * (uint64_t)p + 1);
    search->key[1] ^= mixed(~(2 * (uint64_t)p));
}

/* What a place costs at least that is needed now, without what parents still to come may count. */
static andor_wide counts_for(const struct search *search, uint32_t p)
{
    return search->parts->least[p] - search->parts->share[p] * search->coming[p];
}

static void need(struct search *search, uint32_t p)
{
    if (search->needed[p])
        return;
    search->needed[p] = 1;
    search->trail[search->trailed++] = p;
    search->rest += counts_for(search, p);
    flip(search, p);
}

/* Whether p was needed or not, no parent before `to` is to come any more. */
static void pass(struct search *search, uint32_t from, uint32_t to)
{
    const struct andor_parts *parts = search->parts;
    for (uint32_t k = parts->kid_at[from]; k < parts->kid_at[to]; k++) {
        uint32_t p = parts->kid[k];
        search->coming[p]--;
        if (search->needed[p] == 1)
            search->rest += parts->share[p];
    }
}

static void pass_back(struct search *search, uint32_t from, uint32_t to)
{
    const struct andor_parts *parts = search->parts;
    for (uint32_t k = parts->kid_at[from]; k < parts->kid_at[to]; k++)
        search->coming[parts->kid[k]]++;
}

/* The next place to be decided; parts->count: there is none. */
static uint32_t next_place(const struct search *search, uint32_t after)
{
    const struct andor_parts *parts = search->parts;
    if (parts->cyclic)
        return search->depth < search->trailed ? search->trail[search->depth] : parts->count;
    const uint8_t *found = memchr(search->needed + after, 1, parts->count - after);
    return found ? (uint32_t)(found - search->needed) : parts->count;
}

/* Do the choices made lead from choice i back to place p? */
static bool leads_back(struct search *search, uint32_t i, uint32_t p, bool *room)
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

/* What choice i adds at least, scaled. */
static andor_wide key_of(const struct search *search, uint32_t i)
{
    const struct andor_parts *parts = search->parts;
    andor_wide key = (andor_wide)andor_cost(parts->graph, parts->choice[i]) * ANDOR_SHARED_SCALE;
    for (uint32_t k = parts->to[i]; k < parts->to[i + 1]; k++)
        if (!search->needed[parts->succ[k]])
            key += counts_for(search, parts->succ[k]);
    return key;
}

/* The next choice of a level by its key, then by number; of many by number alone. false: there is none. */
static bool next_choice(const struct search *search, struct level *level)
{
    const struct andor_parts *parts = search->parts;
    uint32_t first = parts->first[level->place], last = parts->first[level->place + 1], best = last;
    bool begun = level->chosen != ANDOR_NONE;
    if (last - first > SORT_MOST) {
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

/* Is anything cheaper than the best to be hoped for? scaled: of what is not paid. */
static bool hopeful(const struct search *search, andor_wide paid, andor_wide scaled)
{
    andor_wide rest = scaled / ANDOR_SHARED_SCALE + (scaled % ANDOR_SHARED_SCALE != 0);
    return paid + rest < search->shared->cost;
}

/* Was the set that is needed come to before, and no dearer? */
static bool known(struct search *search)
{
    struct entry *entry = &search->table[search->key[0] >> search->shift];
    if (search->parts->cyclic)
        return false;
    if (entry->key[0] == search->key[0] && entry->key[1] == search->key[1] && entry->paid <= search->paid)
        return true;
    *entry = (struct entry){{search->key[0], search->key[1]}, search->paid};
    return false;
}

/* All that is needed is decided: the best so far. */
static void keep(struct search *search)
{
    const struct andor_parts *parts = search->parts;
    struct andor_shared *shared = search->shared;
    uint32_t *connectors = shared->connectors;
    for (uint32_t i = 0; i < search->depth; i++)
        connectors[i] = parts->choice[search->levels[i].chosen];
    connectors[search->depth] = ANDOR_NONE;
    shared->cost = search->paid;
}

/* Decides the place of the last level by its choice, and passes on. false: that cannot be the best. */
static bool decide(struct search *search, struct level *level, bool *room)
{
    const struct andor_parts *parts = search->parts;
    uint32_t p = level->place, i = level->chosen;
    if (parts->cyclic && leads_back(search, i, p, room))
        return false;
    search->needed[p] = 2;
    search->chosen[p] = i + 1;
    flip(search, p);
    search->rest -= counts_for(search, p);
    search->paid += andor_cost(parts->graph, parts->choice[i]);
    for (uint32_t k = parts->to[i]; k < parts->to[i + 1]; k++)
        need(search, parts->succ[k]);
    level->to = next_place(search, p);
    if (!parts->cyclic)
        pass(search, p, level->to);
    return true;
}

/* Takes back the choice of the last level. */
static void take_back(struct search *search, const struct level *level)
{
    if (!search->parts->cyclic)
        pass_back(search, level->place, level->to);
    while (search->trailed > level->trail) {
        uint32_t p = search->trail[--search->trailed];
        search->needed[p] = 0;
        flip(search, p);
    }
    flip(search, level->place);
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

/* One step: the next choice of the last level. false: the level is done with. */
static bool step(struct search *search, bool *room)
{
    const struct andor_parts *parts = search->parts;
    struct level *level = &search->levels[search->depth - 1];
    andor_wide others = search->rest - counts_for(search, level->place);
    if (!next_choice(search, level))
        return false;
    if (!hopeful(search, search->paid, others + level->key)) /* nor are the choices after it, when they are sorted */
        return parts->first[level->place + 1] - parts->first[level->place] > SORT_MOST;
    if (!decide(search, level, room))
        return true;
    uint32_t next = level->to;
    if (next == parts->count) {
        if (search->paid < search->shared->cost)
            keep(search);
        take_back(search, level);
        return true;
    }
    bool hope = hopeful(search, search->paid, search->rest) &&
                (parts->cyclic || search->paid + parts->chain[next] < search->shared->cost);
    if (hope && !known(search))
        descend(search, next);
    else
        take_back(search, level);
    return true;
}

/* Ended early: no graph is cheaper than what the choices not yet made can give. */
static void find_bound(struct search *search)
{
    struct andor_shared *shared = search->shared;
    shared->bound = shared->cost;
    while (search->depth) {
        struct level level = search->levels[--search->depth];
        bool sorted = search->parts->first[level.place + 1] - search->parts->first[level.place] <= SORT_MOST;
        andor_wide others = search->rest - counts_for(search, level.place);
        if (next_choice(search, &level)) {
            andor_wide rest = sorted ? others + level.key : search->rest;
            andor_wide bound = search->paid + rest / ANDOR_SHARED_SCALE + (rest % ANDOR_SHARED_SCALE != 0);
            andor_wide chain = search->parts->cyclic ? 0 : search->paid + search->parts->chain[level.place];
            bound = chain > bound ? chain : bound;
            shared->bound = bound < shared->bound ? bound : shared->bound;
        }
        if (search->depth)
            take_back(search, &search->levels[search->depth - 1]);
    }
}

static void tell(const struct search *search)
{
    struct nash_run *run = search->parts->run;
    if (search->shared->branched % TELL_EVERY || !nash_progress_due(run))
        return;
    struct nash_buf text = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&text);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", "shared");
    nash_jsonw_kuint(&out, "branched", search->shared->branched);
    nash_jsonw_object_end(&out);
    if (!text.failed)
        run->progress(run, text.data, text.len);
    nash_buf_free(&text);
}

static bool begin(struct search *search)
{
    const struct andor_parts *parts = search->parts;
    struct nash_arena *arena = parts->run->arena;
    unsigned bits = 4;
    while (bits < TABLE_BITS && 1U << bits < (uint64_t)SETS_A_PLACE * parts->count)
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
    bool room = begin(&search), stopped = false;
    if (room) {
        need(&search, 0);
        descend(&search, 0);
    }
    while (room && search.depth) {
        if (parts->count > COUNT_OFTEN) /* a step may go over all places */
            parts->run->clock_in = 0;
        stopped = nash_stop(parts->run, ANDOR_CHECK_SHARED);
        if (stopped)
            break;
        shared->branched++;
        parts->run->nodes++;
        tell(&search);
        if (!step(&search, &room) && --search.depth)
            take_back(&search, &search.levels[search.depth - 1]);
    }
    if (!room)
        return nash_fail(parts->error, NASH_NOMEM, "", "the memory of this job does not hold the search");
    shared->proved = !stopped;
    find_bound(&search);
    return NASH_OK;
}
