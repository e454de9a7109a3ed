/* The trajectory: the mirror of the game, its hash and curve, and how much of it is proved.
 *
 * A round is proved if each of its parts was computed here, replayed here, or comes from a thread of this process.
 * As long as every round is proved, the proof advances with the trajectory. At the first unproved round it stops, and
 * records the members whose parts were not replayed. When one of these members is quarantined, and at the end of each
 * run, the ticks after the proof are replayed here, at some nanoseconds a tick. */
#include <string.h>

#include "coordinator.h"

enum { SLICE = 1 << 14 }; /* ticks between two checks of the clock: 2 ms at most */

bool trajectory_new(struct coordinator *c)
{
    struct nash_arena *arena = c->run->arena;
    c->chain = nash_arena_alloc_raw(arena, sizeof *c->chain, 64);
    c->at = nash_arena_alloc_raw(arena, sizeof *c->at, 64);
    return c->chain != NULL && c->at != NULL;
}

bool trajectory_is_proved(const struct coordinator *c)
{
    return c->proof.count == 0 && !c->proof.many;
}

static void mark_proved(struct coordinator *c)
{
    c->proof.tick = c->chain->tick;
    c->proof.updates = c->playing.report->updates;
    c->proof.changes = c->playing.report->changes;
    c->proof.hash = c->hash;
    memcpy(c->proof.value, c->chain->state.value, c->playing.rules->cells);
    c->proof.count = 0;
    c->proof.many = false;
    credits_proved(c->credits);
}

static void trajectory_point(struct coordinator *c)
{
    struct sudoku_game_report *course = c->playing.report;
    course->potential = -(int64_t)c->chain->state.conflicts;
    sudoku_game_add_point(&c->playing, course->updates, course->potential, false);
    c->solved = c->chain->state.conflicts == 0;
}

void trajectory_begin(struct coordinator *c)
{
    uint8_t value[GAME_CELLS_MAX];
    if (c->run_number == 0)
        game_hash_init(&c->hash);
    c->seed = sudoku_run_seed(c->playing.seed, c->run_number);
    chain_start_values(c->playing.rules, c->seed, value);
    chain_init(c->chain, c->playing.rules, &c->playing.weights, c->seed, 0, value);
    *c->at = c->chain->state;
    c->past_count = 0;
    c->past_since = 0;
    credits_begin_run(c->credits);
    rear_restart(c);
    c->playing.report->runs++;
    mark_proved(c);
    trajectory_point(c);
}

uint64_t trajectory_past_tick(const struct coordinator *c, unsigned i)
{
    return c->past_since + c->past[i].at;
}

/* Appends a change to c->past. When it is full, the older half is dropped; all are, if they are too old for a tick of
 * 32 bits. */
static void past_add(struct coordinator *c, uint64_t tick, struct game_event event)
{
    unsigned dropped = tick - c->past_since > UINT32_MAX ? c->past_count : c->past_count == PAST_MAX ? PAST_MAX / 2 : 0;
    if (dropped > 0 || tick - c->past_since > UINT32_MAX) {
        uint64_t since = dropped < c->past_count ? trajectory_past_tick(c, dropped) : tick;
        c->past_count -= dropped;
        memmove(c->past, c->past + dropped, c->past_count * sizeof *c->past);
        for (unsigned i = 0; i < c->past_count; i++)
            c->past[i].at -= (uint32_t)(since - c->past_since);
        c->past_since = since;
    }
    event.at = (uint32_t)(tick - c->past_since);
    c->past[c->past_count++] = event;
}

/* Adds a final change, which the account made, to c->hash and c->past. */
static void trajectory_record(struct coordinator *c, uint64_t tick, const struct game_event *event, unsigned account)
{
    game_hash_add(&c->hash, tick, event);
    credits_settle(c->credits, account, event->cell);
    c->rear.events++;
    past_add(c, tick, *event);
    c->playing.report->changes++;
}

uint32_t trajectory_commit(struct coordinator *c, const struct game_event *event, size_t count, uint32_t n)
{
    size_t used = 0;
    while (used < count && event[used].at < n && c->at->conflicts > 0) {
        game_change(c->at, c->playing.rules, event[used].cell, event[used].to);
        unsigned owner = c->credits->owner_of_row[c->playing.rules->row[event[used].cell]];
        trajectory_record(c, c->chain->tick + event[used].at, &event[used], c->partition[owner].part->by);
        used++;
    }
    if (c->at->conflicts == 0 && used > 0)
        n = event[used - 1].at + 1;
    round_credit(c, n);
    /* This cannot fail: audit_read() has checked cell, order and values, and no other partition has these cells. */
    chain_commit(c->chain, event, used, c->chain->tick + n);
    c->playing.report->updates += n;
    if (trajectory_is_proved(c))
        mark_proved(c);
    trajectory_point(c);
    return n;
}

/* ---- playing in this thread ---- */

static void record_change(void *context, uint64_t tick, const struct game_event *event)
{
    trajectory_record(context, tick, event, CREDIT_HUB);
}

uint64_t trajectory_play(struct coordinator *c, uint64_t n)
{
    uint64_t done = 0;
    bool more = n > 0;
    while (more && !c->solved && !coordinator_stopped(c)) {
        uint64_t changes = 0, left = n - done;
        uint64_t played = chain_play(c->chain, left < SLICE ? left : SLICE, &changes, record_change, c);
        done += played;
        c->playing.report->updates += played;
        credits_used(c->credits, CREDIT_HUB, played, true, true);
        trajectory_point(c);
        report_progress(c);
        more = done < n && !coordinator_step_is_over(c);
    }
    *c->at = c->chain->state;
    if (trajectory_is_proved(c))
        mark_proved(c);
    return done;
}

/* ---- proof ---- */

void trajectory_unproved(struct coordinator *c, uint64_t number)
{
    if (trajectory_has_unproved(c, number))
        return;
    if (c->proof.count == UNPROVED_MAX)
        c->proof.many = true;
    else
        c->proof.unproved[c->proof.count++] = number;
}

bool trajectory_has_unproved(const struct coordinator *c, uint64_t number)
{
    for (unsigned i = 0; i < c->proof.count; i++)
        if (c->proof.unproved[i] == number)
            return true;
    return c->proof.many;
}

uint64_t trajectory_suspect(const struct coordinator *c)
{
    return c->proof.count == 1 && !c->proof.many ? c->proof.unproved[0] : 0;
}

void trajectory_replay(struct coordinator *c)
{
    c->replay.before = c->hash;
    c->replay.left = trajectory_is_proved(c) ? 0 : c->chain->tick - c->proof.tick;
    if (trajectory_is_proved(c))
        return;
    credits_replay(c->credits);
    rear_restart(c);
    c->hash = c->proof.hash;
    c->playing.report->updates = c->proof.updates;
    c->playing.report->changes = c->proof.changes;
    while (c->playing.report->points > 0 &&
           c->playing.report->curve[c->playing.report->points - 1].updates > c->proof.updates)
        c->playing.report->points--;
    c->past_count = 0;
    c->past_since = c->proof.tick;
    c->proof.count = 0;
    c->proof.many = false;
    chain_init(c->chain, c->playing.rules, &c->playing.weights, c->seed, c->proof.tick, c->proof.value);
    c->solved = c->chain->state.conflicts == 0;
}

enum replay_state trajectory_replay_step(struct coordinator *c)
{
    c->replay.left -= trajectory_play(c, c->replay.left);
    if (c->replay.left > 0 && !c->solved && !coordinator_stopped(c))
        return REPLAY_RUNS;
    if (c->replay.left > 0 && !c->solved) {
        credits_replayed(c->credits, false);
        return REPLAY_CUT;
    }
    bool held = memcmp(&c->replay.before, &c->hash, sizeof c->hash) == 0;
    credits_replayed(c->credits, held);
    return held ? REPLAY_HELD : REPLAY_DIFFERS;
}
