/* A game from its first letters to its last: runs of an engine, in slices, until there is no conflict left, the runs
 * are played, or the job's budget is spent.
 *
 * Which engine: for sap waiting times, which follow the law of the chain at a fraction of its cost; for tabu tabu; and
 * for a game that names its trajectory (token, exact) the chain itself, which shards must come to bit by bit
 * (playing.h). Between two slices the run may be stopped; a slice is some milliseconds. */
#include "solve_play.h"

#include <stdio.h>

#include "game/chain.h"
#include "game/tabu.h"
#include "game/waiting.h"
#include "playing.h"
#include "temper.h"

enum {
    SLICE_MOVES = 512,          /* of tabu: 0.1 ms, and 5 ms at the beginning of an empty 49x49 */
    SLICE_CHANGES = 4096,       /* of sap: updates follow from the acceptance seen */
    SLICE_UPDATES_MAX = 1 << 28 /* at least so often */
};

struct table;

/* One way to play; state and slice are of the present run. */
struct engine {
    void (*begin)(struct table *table, uint64_t seed); /* from table->letters */
    void (*slice)(struct table *table, uint64_t most); /* at most so many updates; counts them in the course */
    const struct game_state *(*state)(const struct table *table);
    size_t (*bytes)(void);
};

struct table {
    struct sudoku_playing game;
    struct nash_run *run;
    const struct engine *engine;
    void *memory; /* the engine's */
    uint8_t *letters;
    struct sudoku_temper temper;
    uint64_t run_updates; /* of this run */
    uint64_t slice;       /* updates of the next slice */
    struct game_hash hash;
};

static void count(struct table *t, uint64_t updates, uint64_t changes)
{
    t->run_updates += updates;
    t->game.course->updates += updates;
    t->game.course->changes += changes;
}

/* ---- tabu ---- */

static void tabu_begin(struct table *t, uint64_t seed)
{
    t->slice = SLICE_MOVES;
    tabu_init(t->memory, t->game.rules, seed, t->letters);
}

static void tabu_slice(struct table *t, uint64_t most)
{
    uint64_t moves = tabu_play(t->memory, most);
    count(t, moves, moves);
}

static const struct game_state *tabu_stands(const struct table *t)
{
    return tabu_state(t->memory);
}

static const struct engine by_tabu = {tabu_begin, tabu_slice, tabu_stands, tabu_bytes};

/* ---- sap ---- */

static void sap_begin(struct table *t, uint64_t seed)
{
    sudoku_temper_init(&t->temper, t->game.play.schedule, t->game.play.beta, t->game.play.updates);
    game_weights_init(&t->game.weights, t->temper.beta);
    t->slice = SLICE_CHANGES;
    waiting_init(t->memory, t->game.rules, &t->game.weights, seed, t->letters);
}

static void sap_slice(struct table *t, uint64_t most)
{
    uint64_t changes = 0, updates = waiting_play(t->memory, most, &changes);
    count(t, updates, changes);
    t->slice = changes ? updates * SLICE_CHANGES / changes : 2 * t->slice;
    t->slice = t->slice < SLICE_CHANGES ? SLICE_CHANGES : t->slice > SLICE_UPDATES_MAX ? SLICE_UPDATES_MAX : t->slice;
    if (sudoku_temper_step(&t->temper, t->run_updates, updates, changes)) {
        game_weights_init(&t->game.weights, t->temper.beta);
        waiting_reweigh(t->memory, &t->game.weights);
    }
    t->game.course->beta = t->temper.beta;
}

static const struct game_state *sap_stands(const struct table *t)
{
    return waiting_state(t->memory);
}

static const struct engine by_sap = {sap_begin, sap_slice, sap_stands, waiting_bytes};

/* ---- the chain, tick by tick ---- */

enum { SLICE_TICKS = 1 << 17 }; /* 0.1 ms where few of them change a letter, 10 ms to 20 ms where most do */

static void chain_begin(struct table *t, uint64_t seed)
{
    t->slice = SLICE_TICKS;
    t->game.course->has_trajectory = true;
    chain_init(t->memory, t->game.rules, &t->game.weights, seed, 0, t->letters);
}

static void each(void *context, uint64_t tick, const struct game_event *event)
{
    game_hash_add(context, tick, event);
}

static void chain_slice(struct table *t, uint64_t most)
{
    uint64_t changes = 0, ticks = chain_play(t->memory, most, &changes, each, &t->hash);
    count(t, ticks, changes);
    t->game.course->ticks += ticks;
}

static const struct game_state *chain_stands(const struct table *t)
{
    return &((const struct chain *)t->memory)->state;
}

static size_t chain_bytes(void)
{
    return sizeof(struct chain);
}

static const struct engine by_chain = {chain_begin, chain_slice, chain_stands, chain_bytes};

/* ---- the course ---- */

static void tell(struct table *t)
{
    struct nash_run *run = t->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    sudoku_game_progress(t->game.problem, t->game.course, t->engine->state(t)->letter, 0, &out);
    nash_jsonw_object_end(&out);
    if (!buf.failed)
        run->progress(run, buf.data, buf.len);
    nash_buf_free(&buf);
}

/* true: stopped. */
static bool look_around(struct table *t)
{
    struct sudoku_course *c = t->game.course;
    c->potential = -(int64_t)t->engine->state(t)->conflicts;
    sudoku_playing_point(&t->game, c->updates, c->potential, false);
    tell(t);
    t->run->clock_in = 0; /* asked some hundred times a second: look at the clock each time */
    return nash_stop(t->run, SUDOKU_CHECK_GAME);
}

/* true: stopped. */
static bool play_run(struct table *t, uint32_t number)
{
    uint64_t seed = sudoku_run_seed(t->game.seed, number), changes;
    t->game.course->runs++;
    t->run_updates = 0;
    chain_start_letters(t->game.rules, seed, t->letters);
    t->engine->begin(t, seed);
    while (!look_around(t)) {
        uint64_t left = t->game.play.updates - t->run_updates;
        if (!left || !t->engine->state(t)->conflicts)
            return false;
        if (t->run->node_limit && t->run->node_limit - t->run->nodes < left) /* no more changes than that */
            left = t->run->node_limit - t->run->nodes;
        changes = t->game.course->changes;
        t->engine->slice(t, t->slice < left ? t->slice : left);
        changes = t->game.course->changes - changes;
        t->run->nodes += changes ? changes : 1; /* what stands still spends a node budget too */
    }
    return true;
}

static const struct engine *engine_of(const struct sudoku_play *play)
{
    if (play->method == SUDOKU_METHOD_TABU)
        return &by_tabu;
    return sudoku_play_is_one_trajectory(play) ? &by_chain : &by_sap;
}

static bool set_up(struct table *t)
{
    t->engine = engine_of(&t->game.play);
    t->memory = nash_arena_alloc_raw(t->game.arena, t->engine->bytes(), GAME_LANES);
    t->letters = NASH_NEW(t->game.arena, uint8_t, t->game.rules->cells);
    game_hash_init(&t->hash);
    return t->memory && t->letters;
}

enum nash_status sudoku_solve_play(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error)
{
    struct table t = {.run = run};
    bool settled, stopped = false;
    enum nash_status status = sudoku_playing_open(&t.game, p, run->seed, run->arena, &settled, error);
    result->answer = t.game.answer;
    result->final = true;
    if (status != NASH_OK || settled)
        return status;
    if (!set_up(&t))
        return nash_fail(error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of this job", p->size);
    for (uint32_t number = 0; number <= t.game.play.restarts && !stopped; number++) {
        stopped = play_run(&t, number);
        if (!t.engine->state(&t)->conflicts)
            break;
    }
    if (t.game.course->has_trajectory)
        snprintf(t.game.course->trajectory, sizeof t.game.course->trajectory, "%08x%08x", t.hash.lane[0],
                 t.hash.lane[1]);
    return sudoku_playing_close(&t.game, t.engine->state(&t)->letter, stopped ? SUDOKU_CUT_OFF : SUDOKU_ENDED, result);
}
