/* The chain. chain.h defines its law; leave.h says why most ticks do not read the board. */
#include "chain.h"

/* ---- beginning ---- */

bool chain_init(struct chain *chain, const struct game_rules *rules, const struct game_weights *weights, uint64_t seed,
                uint64_t tick, const uint8_t *values)
{
    chain->rules = rules;
    chain->weights = weights;
    chain->heat = heat_path(0);
    chain->seed = seed;
    chain->tick = tick;
    chain->chance.tick = HEAT_NOWHERE;
    leave_init(&chain->leave, rules, weights);
    return game_begin(&chain->state, rules, values);
}

void chain_reweigh(struct chain *chain, const struct game_weights *weights)
{
    chain->weights = weights;
    leave_reweigh(&chain->leave, weights);
}

void chain_start_values(const struct game_rules *rules, uint64_t seed, uint8_t *values)
{
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint64_t allowed = rules->allowed[cell];
        uint32_t n = chance_below(chance_at(seed, CHANCE_START, cell).who, (uint32_t)__builtin_popcountll(allowed));
        while (n--)
            allowed &= allowed - 1;
        values[cell] = (uint8_t)__builtin_ctzll(allowed);
    }
}

/* ---- foreign changes ---- */

static bool event_fits(const struct chain *chain, const struct game_event *event)
{
    return event->cell < chain->rules->cells && chain->leave.number[event->cell] != LEAVE_IMMUTABLE &&
           event->from == chain->state.value[event->cell] && event->to != event->from &&
           event->to < chain->rules->side && chain->rules->allowed[event->cell] >> event->to & 1;
}

/* Reverts events, the last one first. */
static void revert_events(struct chain *chain, const struct game_event *event, size_t count)
{
    while (count--)
        game_change(&chain->state, chain->rules, event[count].cell, event[count].from);
}

bool chain_commit(struct chain *chain, const struct game_event *event, size_t count, uint64_t tick)
{
    struct leave_range all = {0, chain->rules->players};
    bool good = tick >= chain->tick;
    size_t set = 0;
    while (good && set < count) {
        const struct game_event *e = &event[set];
        good = e->at < tick - chain->tick && (!set || e->at > e[-1].at) && event_fits(chain, e);
        if (!good)
            break;
        leave_change(&chain->leave, &chain->state, all, e->cell, e->to, LEAVE_STALE);
        set++;
    }
    if (!good) {
        revert_events(chain, event, set);
        chain_reweigh(chain, chain->weights);
        return false;
    }
    chain->tick = tick;
    return true;
}

/* ---- playing ---- */

/* Returns the next tick that might change a value, or end. */
static uint64_t next_tick(struct chain *chain, struct leave_range range, uint64_t tick, uint64_t end)
{
    return chain->heat->scan(&chain->chance, chain->seed, tick, end, chain->rules->players, range.first, range.last,
                             chain->leave.bounds.of);
}

/* Draws the value of the player of `tick`, which must lie in the block chain->chance. *bound: the player's new bound.
 * True when the value changes; the caller then makes the change. Otherwise the new bound is set. */
static bool draw_change(struct chain *chain, uint64_t tick, struct game_event *event, uint32_t *bound)
{
    uint32_t number = chain->chance.player[tick % HEAT_BLOCK], draw = chain->chance.draw[tick % HEAT_BLOCK];
    uint32_t cell = chain->rules->player[number], from = chain->state.value[cell];
    uint32_t to = chain->heat->play(&chain->state, chain->rules, chain->weights, cell, draw, bound);
    *event = (struct game_event){.cell = (uint16_t)cell, .from = (uint8_t)from, .to = (uint8_t)to};
    if (to == from)
        leave_set(&chain->leave, number, *bound);
    return to != from;
}

/* A window being played. */
struct window {
    struct chain *chain;
    struct leave_range range;
    const struct game_event *foreign;
    size_t foreign_count, heard; /* number of foreign changes, and of those applied so far */
    struct game_event *out;
    size_t room, changes; /* capacity of out, and number of changes in it */
    bool changed;         /* a value has changed; chain->kept has the bounds from before the window */
};

/* Saves the bounds before the first change of a window. */
static void save_bounds(struct window *w)
{
    struct chain *chain = w->chain;
    if (!w->changed)
        leave_bounds_copy(&chain->kept, &chain->leave.bounds, chain->rules->players);
    w->changed = true;
}

/* Applies the next foreign change. False: it does not fit. */
static bool apply_foreign(struct window *w)
{
    const struct game_event *e = &w->foreign[w->heard];
    if ((w->heard && e->at <= e[-1].at) || !event_fits(w->chain, e) ||
        leave_within(w->range, w->chain->leave.number[e->cell]))
        return false;
    save_bounds(w);
    leave_change(&w->chain->leave, &w->chain->state, w->range, e->cell, e->to, LEAVE_STALE);
    w->heard++;
    return true;
}

/* Plays n ticks, or fewer when out is full; returns how many. UINT32_MAX: a foreign change does not fit. */
static uint32_t play_window(struct window *w, uint32_t n)
{
    struct chain *chain = w->chain;
    uint32_t at = 0, bound;
    struct game_event event;
    for (;;) {
        bool more = w->heard < w->foreign_count && w->foreign[w->heard].at < n;
        uint32_t end = more ? w->foreign[w->heard].at : n;
        while (at < end) {
            at = (uint32_t)(next_tick(chain, w->range, chain->tick + at, chain->tick + end) - chain->tick);
            if (at == end)
                break;
            if (draw_change(chain, chain->tick + at, &event, &bound)) {
                if (w->changes == w->room)
                    return at;
                save_bounds(w);
                leave_change(&chain->leave, &chain->state, w->range, event.cell, event.to, bound);
                event.at = at;
                w->out[w->changes++] = event;
            }
            at++;
        }
        if (!more)
            return n;
        if (!apply_foreign(w))
            return UINT32_MAX;
    }
}

size_t chain_window(struct chain *chain, uint32_t *n, uint32_t row, uint32_t row_end, const struct game_event *foreign,
                    size_t foreign_count, struct game_event *out, size_t room)
{
    struct window w = {.chain = chain,
                       .range = {chain->leave.row_first[row], chain->leave.row_first[row_end]},
                       .foreign = foreign,
                       .foreign_count = foreign_count,
                       .out = out,
                       .room = room};
    uint32_t played = play_window(&w, *n);
    /* no cell is in both lists, so the order does not matter */
    revert_events(chain, out, w.changes);
    revert_events(chain, foreign, w.heard);
    if (w.changed)
        leave_bounds_copy(&chain->leave.bounds, &chain->kept, chain->rules->players);
    if (played == UINT32_MAX)
        return SIZE_MAX;
    *n = played;
    return w.changes;
}

/* Where more than one tick in HOT changes a value, keeping the bounds costs more than it saves. Each stretch of STRETCH
 * ticks decides this for the next one. */
enum { STRETCH = 1024, HOT = 32 };

/* The function that chain_play() calls with every change, and its first argument. */
struct listener {
    void (*each)(void *context, uint64_t tick, const struct game_event *event);
    void *context;
};

/* Plays up to `end` or to a solution, by the bounds. Returns the number of changes. */
static uint64_t play_by_bounds(struct chain *chain, uint64_t end, struct listener listener)
{
    struct leave_range all = {0, chain->rules->players};
    struct game_event event;
    uint64_t changes = 0;
    uint32_t bound;
    while (chain->state.conflicts && chain->tick < end) {
        uint64_t tick = next_tick(chain, all, chain->tick, end);
        chain->tick = tick + (tick < end);
        if (tick == end || !draw_change(chain, tick, &event, &bound))
            continue;
        leave_change(&chain->leave, &chain->state, all, event.cell, event.to, bound);
        changes++;
        if (listener.each)
            listener.each(listener.context, tick, &event);
    }
    return changes;
}

/* Plays like play_by_bounds(), but computes every tick; the bounds are invalid afterwards. */
static uint64_t play_every_tick(struct chain *chain, uint64_t end, struct listener listener)
{
    struct game_event event;
    uint64_t changes = 0;
    uint32_t bound;
    for (; chain->state.conflicts && chain->tick < end; chain->tick++) {
        if (chain->tick - chain->tick % HEAT_BLOCK != chain->chance.tick)
            chain->heat->fill(&chain->chance, chain->seed, chain->tick - chain->tick % HEAT_BLOCK,
                              chain->rules->players);
        if (!draw_change(chain, chain->tick, &event, &bound))
            continue;
        game_change(&chain->state, chain->rules, event.cell, event.to);
        changes++;
        if (listener.each)
            listener.each(listener.context, chain->tick, &event);
    }
    return changes;
}

uint64_t chain_play(struct chain *chain, uint64_t n, uint64_t *changes,
                    void (*each)(void *context, uint64_t tick, const struct game_event *event), void *context)
{
    struct listener listener = {each, context};
    uint64_t begin = chain->tick, end = begin + n;
    bool hot = false;
    while (chain->state.conflicts && chain->tick < end && chain->rules->players) {
        uint64_t stretch = end - chain->tick < STRETCH ? end : chain->tick + STRETCH;
        uint64_t changed = hot ? play_every_tick(chain, stretch, listener) : play_by_bounds(chain, stretch, listener);
        if (hot)
            leave_reweigh(&chain->leave, chain->weights);
        hot = changed * HOT > STRETCH;
        *changes += changed;
    }
    if (chain->state.conflicts)
        chain->tick = end; /* without players no tick can change anything */
    return chain->tick - begin;
}
