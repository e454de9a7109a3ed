/* Waits for the next draw that is not above its player's bound (leave.h).
 *
 * Of the players * 2^32 pairs (player, draw) that a tick may have, sum (bound + 1) are not above the bound: this share
 * q of the ticks is active. So the ticks until the next active one are geometric, and its pair is uniform among those;
 * heat->play() decides it like a tick of the chain. Bounds that are too high cost an active tick, no more.
 *
 * The geometric number is 1 + floor(ln u / ln(1 - q)), in fixed point; its rounding moves a tick to the next one with a
 * probability below 2^-12 at the smallest q, 2^-17, less at others. */
#include "waiting.h"

#include "chance.h"
#include "fixed.h"
#include "leave.h"

struct waiting {
    const struct heat_path *heat;
    uint64_t seed, looks; /* looks: waiting times drawn so far */
    uint64_t wait;        /* ticks up to and including the next active one; 0: not drawn yet */
    uint64_t which;       /* 64 random bits that select the player and the draw of that tick */
    struct game_state state;
    struct leave leave;
};

size_t waiting_bytes(void)
{
    return sizeof(struct waiting);
}

struct waiting *waiting_init(void *memory, const struct game_rules *rules, const struct game_weights *weights,
                             uint64_t seed, const uint8_t *values)
{
    struct waiting *w = memory;
    w->heat = heat_path(0);
    w->seed = seed;
    w->looks = 0;
    w->wait = 0;
    leave_init(&w->leave, rules, weights);
    return game_begin(&w->state, rules, values) ? w : NULL;
}

void waiting_reweigh(struct waiting *waiting, const struct game_weights *weights)
{
    leave_reweigh(&waiting->leave, weights);
    waiting->wait = 0; /* a geometric waiting time is memoryless, so it can be drawn again */
}

void waiting_use(struct waiting *waiting, const struct heat_path *heat)
{
    waiting->heat = heat;
}

const struct game_state *waiting_state(const struct waiting *waiting)
{
    return &waiting->state;
}

static uint32_t groups(const struct waiting *w)
{
    return (w->leave.rules->players + LEAVE_GROUP - 1) / LEAVE_GROUP;
}

/* Returns the number of pairs of player and draw within the bounds. */
static uint64_t active_pairs(const struct waiting *w)
{
    uint64_t sum = w->leave.rules->players;
    for (uint32_t g = 0; g < groups(w); g++)
        sum += w->leave.bounds.sum[g];
    return sum;
}

static void draw_wait(struct waiting *w)
{
    uint32_t players = w->leave.rules->players;
    uint64_t pairs = active_pairs(w), all = (uint64_t)players << 32;
    struct chance chance = chance_at(w->seed, CHANCE_TICK, w->looks++);
    w->which = (uint64_t)chance.more[0] << 32 | chance.more[1];
    w->wait = pairs == all ? 1 : fixed_geometric((uint64_t)chance.who << 32 | chance.draw, pairs, players);
}

/* Returns the player of this active tick, and in *draw its draw: the pair of rank which * pairs >> 64. */
static uint32_t active_pair(const struct waiting *w, uint32_t *draw)
{
    const struct leave_bounds *bounds = &w->leave.bounds;
    uint32_t players = w->leave.rules->players;
    uint64_t rank = fixed_mul_high(w->which, active_pairs(w));
    uint32_t i = 0;
    for (uint32_t g = 0; i + LEAVE_GROUP <= players && rank >= bounds->sum[g] + LEAVE_GROUP; g++, i += LEAVE_GROUP)
        rank -= bounds->sum[g] + LEAVE_GROUP;
    for (; rank > bounds->of[i]; i++)
        rank -= (uint64_t)bounds->of[i] + 1;
    *draw = (uint32_t)rank;
    return i;
}

static void play_active_tick(struct waiting *w, uint64_t *changes)
{
    const struct game_rules *rules = w->leave.rules;
    uint32_t draw, bound, number = active_pair(w, &draw), cell = rules->player[number];
    uint32_t to = w->heat->play(&w->state, rules, w->leave.weights, cell, draw, &bound);
    w->wait = 0;
    if (to == w->state.value[cell]) {
        leave_set(&w->leave, number, bound);
        return;
    }
    leave_change(&w->leave, &w->state, (struct leave_range){0, rules->players}, cell, to, bound);
    ++*changes;
}

uint64_t waiting_play(struct waiting *w, uint64_t n, uint64_t *changes)
{
    uint64_t played = 0;
    if (!w->leave.rules->players)
        return w->state.conflicts ? n : 0;
    while (w->state.conflicts && played < n) {
        if (!w->wait)
            draw_wait(w);
        if (w->wait > n - played) {
            w->wait -= n - played;
            return n;
        }
        played += w->wait;
        play_active_tick(w, changes);
    }
    return played;
}
