/* What is committed: the mirror of the game, the trajectory's hash and curve; and how much of it is proved.
 *
 * A round is proved when each of its parts was computed here, replayed here, or comes from a thread of this process.
 * While all are, the proof moves along with the trajectory. Once a part that nobody has replayed is committed, it stays
 * behind, and remembers whose parts they were: when one of those is caught later, or at the end of the game, the ticks
 * since the proof are played again here, which one process does in nanoseconds a tick. */
#include <string.h>

#include "conduct.h"

enum { SLICE = 1 << 18 }; /* ticks played here between two looks at the clock */

bool trajectory_new(struct conduct *c)
{
    struct nash_arena *arena = c->run->arena;
    c->chain = nash_arena_alloc_raw(arena, sizeof *c->chain, 64);
    c->at = nash_arena_alloc_raw(arena, sizeof *c->at, 64);
    return c->chain != NULL && c->at != NULL;
}

/* Is all that is committed proved? */
static bool is_proved(const struct conduct *c)
{
    return c->proof.count == 0 && !c->proof.many;
}

static void proved(struct conduct *c)
{
    c->proof.tick = c->chain->tick;
    c->proof.updates = c->playing.course->updates;
    c->proof.changes = c->playing.course->changes;
    c->proof.hash = c->hash;
    memcpy(c->proof.letter, c->chain->state.letter, c->playing.rules->cells);
    c->proof.count = 0;
    c->proof.many = false;
}

static void point(struct conduct *c)
{
    struct sudoku_course *course = c->playing.course;
    course->potential = -(int64_t)c->chain->state.conflicts;
    sudoku_playing_point(&c->playing, course->updates, course->potential, false);
    c->solved = c->chain->state.conflicts == 0;
}

void trajectory_begin(struct conduct *c)
{
    uint8_t letter[GAME_CELLS_MAX];
    if (c->run_number == 0)
        game_hash_init(&c->hash);
    c->seed = sudoku_run_seed(c->playing.seed, c->run_number);
    chain_start_letters(c->playing.rules, c->seed, letter);
    chain_init(c->chain, c->playing.rules, &c->playing.weights, c->seed, 0, letter);
    *c->at = c->chain->state;
    c->past_count = 0;
    c->past_since = 0;
    if (c->mode != &mode_replicas) /* which counts its own */
        c->playing.course->runs++;
    proved(c);
    point(c);
}

/* One change that is final. */
static void note(struct conduct *c, uint64_t tick, const struct game_event *event)
{
    game_hash_add(&c->hash, tick, event);
    if (c->past_count == PAST_MAX) {
        c->past_count /= 2;
        memmove(c->past, c->past + PAST_MAX / 2, c->past_count * sizeof *c->past);
        c->past_since = c->past[0].tick;
    }
    c->past[c->past_count++] =
        (struct past_event){.tick = tick, .cell = event->cell, .from = event->from, .to = event->to};
    c->playing.course->changes++;
}

uint32_t trajectory_commit(struct conduct *c, const struct game_event *event, size_t count, uint32_t n)
{
    size_t used = 0;
    while (used < count && event[used].at < n && c->at->conflicts > 0) {
        game_change(c->at, c->playing.rules, event[used].cell, event[used].to);
        note(c, c->chain->tick + event[used].at, &event[used]);
        used++;
    }
    if (c->at->conflicts == 0 && used > 0)
        n = event[used - 1].at + 1;
    /* It fits: cell, order and letters were looked at when it was read, and nobody else changes these cells. */
    chain_commit(c->chain, event, used, c->chain->tick + n);
    c->playing.course->updates += n;
    if (is_proved(c))
        proved(c);
    point(c);
    return n;
}

/* ---- playing here ---- */

static void each(void *context, uint64_t tick, const struct game_event *event)
{
    note(context, tick, event);
}

void trajectory_play(struct conduct *c, uint64_t n)
{
    for (uint64_t done = 0; done < n && !c->solved && !conduct_stopped(c);) {
        uint64_t changes = 0, left = n - done;
        uint64_t played = chain_play(c->chain, left < SLICE ? left : SLICE, &changes, each, c);
        done += played;
        c->playing.course->updates += played;
        point(c);
        report_tell(c);
    }
    *c->at = c->chain->state;
    if (is_proved(c))
        proved(c);
}

/* ---- proof ---- */

void trajectory_unproved(struct conduct *c, uint64_t number)
{
    if (trajectory_has_unproved(c, number))
        return;
    if (c->proof.count == UNPROVED_MAX)
        c->proof.many = true;
    else
        c->proof.unproved[c->proof.count++] = number;
}

bool trajectory_has_unproved(const struct conduct *c, uint64_t number)
{
    for (unsigned i = 0; i < c->proof.count; i++)
        if (c->proof.unproved[i] == number)
            return true;
    return c->proof.many;
}

uint64_t trajectory_suspect(const struct conduct *c)
{
    return c->proof.count == 1 && !c->proof.many ? c->proof.unproved[0] : 0;
}

bool trajectory_prove(struct conduct *c)
{
    struct game_hash before = c->hash;
    uint64_t ticks = c->chain->tick - c->proof.tick;
    if (is_proved(c))
        return true;
    c->hash = c->proof.hash;
    c->playing.course->updates = c->proof.updates;
    c->playing.course->changes = c->proof.changes;
    while (c->playing.course->points > 0 &&
           c->playing.course->curve[c->playing.course->points - 1].updates > c->proof.updates)
        c->playing.course->points--;
    c->past_count = 0;
    c->past_since = c->proof.tick;
    c->proof.count = 0;
    c->proof.many = false;
    chain_init(c->chain, c->playing.rules, &c->playing.weights, c->seed, c->proof.tick, c->proof.letter);
    c->solved = c->chain->state.conflicts == 0;
    trajectory_play(c, ticks);
    return memcmp(&before, &c->hash, sizeof before) == 0;
}
