/* Plays a game to its end: runs of an engine, in slices, until there is no conflict left, all runs are played, or the
 * job's budget is spent.
 *
 * sap uses waiting times, which follow the law of the chain at a fraction of its cost; tabu uses tabu search; a game
 * with one trajectory (token, exact) uses the chain itself, which shards reproduce bit by bit (setup.h). The run can
 * stop between two slices of a few milliseconds. */
#include "solve.h"

#include <stdio.h>

#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/loglinear/waiting.h>
#include <solvers/sudoku/stops.h>
#include <solvers/sudoku/write/game.h>

#include "report.h"
#include "schedule.h"
#include "setup.h"
#include "tabu.h"

enum {
    SLICE_MOVES = 512,          /* moves of a slice of tabu: 0.1 ms, but 5 ms at the start of an empty 49x49 */
    SLICE_CHANGES = 4096,       /* aim of a slice of sap; the share of changes measured gives its updates */
    SLICE_UPDATES_MAX = 1 << 28 /* upper bound of the updates of a slice of sap */
};

struct game_solver;

/* One way to play runs. begin() starts a run from solver->values; slice() plays at most `most` updates and adds them to
 * the report; state() returns the state of the present run; bytes() is the size of solver->memory. */
struct engine {
    void (*begin)(struct game_solver *solver, uint64_t seed);
    void (*slice)(struct game_solver *solver, uint64_t most);
    const struct game_state *(*state)(const struct game_solver *solver);
    size_t (*bytes)(void);
};

struct game_solver {
    struct sudoku_game game;
    struct nash_run *run;
    const struct engine *engine;
    void *memory;    /* the engine's state of the present run */
    uint8_t *values; /* [cell] start values of a run, 0-based */
    struct sudoku_beta_schedule schedule;
    uint64_t run_updates; /* updates of this run so far */
    uint64_t slice;       /* updates of the next slice */
    struct game_hash hash;
};

static void count_updates(struct game_solver *t, uint64_t updates, uint64_t changes)
{
    t->run_updates += updates;
    t->game.report->updates += updates;
    t->game.report->changes += changes;
}

/* ---- tabu ---- */

static void tabu_begin(struct game_solver *t, uint64_t seed)
{
    t->slice = SLICE_MOVES;
    tabu_init(t->memory, t->game.rules, seed, t->values);
}

static void tabu_slice(struct game_solver *t, uint64_t most)
{
    uint64_t moves = tabu_play(t->memory, most);
    count_updates(t, moves, moves);
}

static const struct game_state *tabu_now(const struct game_solver *t)
{
    return tabu_state(t->memory);
}

static const struct engine by_tabu = {tabu_begin, tabu_slice, tabu_now, tabu_bytes};

/* ---- sap ---- */

static void sap_begin(struct game_solver *t, uint64_t seed)
{
    sudoku_beta_schedule_init(&t->schedule, t->game.options.schedule, t->game.options.beta, t->game.options.updates);
    game_weights_init(&t->game.weights, t->schedule.beta);
    t->slice = SLICE_CHANGES;
    waiting_init(t->memory, t->game.rules, &t->game.weights, seed, t->values);
}

static void sap_slice(struct game_solver *t, uint64_t most)
{
    uint64_t changes = 0, updates = waiting_play(t->memory, most, &changes);
    count_updates(t, updates, changes);
    t->slice = changes ? updates * SLICE_CHANGES / changes : 2 * t->slice;
    t->slice = t->slice < SLICE_CHANGES ? SLICE_CHANGES : t->slice > SLICE_UPDATES_MAX ? SLICE_UPDATES_MAX : t->slice;
    if (sudoku_beta_schedule_step(&t->schedule, t->run_updates, updates, changes)) {
        game_weights_init(&t->game.weights, t->schedule.beta);
        waiting_reweigh(t->memory, &t->game.weights);
    }
    t->game.report->beta = t->schedule.beta;
}

static const struct game_state *sap_now(const struct game_solver *t)
{
    return waiting_state(t->memory);
}

static const struct engine by_sap = {sap_begin, sap_slice, sap_now, waiting_bytes};

/* ---- the chain, tick by tick ---- */

enum { SLICE_TICKS = 1 << 17 }; /* ticks of a slice: 0.1 ms where few change a value, 10 ms to 20 ms where most do */

static void chain_begin(struct game_solver *t, uint64_t seed)
{
    t->slice = SLICE_TICKS;
    chain_init(t->memory, t->game.rules, &t->game.weights, seed, 0, t->values);
}

static void hash_change(void *context, uint64_t tick, const struct game_event *event)
{
    game_hash_add(context, tick, event);
}

static void chain_slice(struct game_solver *t, uint64_t most)
{
    uint64_t changes = 0, ticks = chain_play(t->memory, most, &changes, hash_change, &t->hash);
    count_updates(t, ticks, changes);
    t->game.report->ticks += ticks;
}

static const struct game_state *chain_now(const struct game_solver *t)
{
    return &((const struct chain *)t->memory)->state;
}

static size_t chain_bytes(void)
{
    return sizeof(struct chain);
}

static const struct engine by_chain = {chain_begin, chain_slice, chain_now, chain_bytes};

/* ---- runs ---- */

static void send_progress(struct game_solver *t)
{
    struct nash_run *run = t->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    sudoku_game_progress(t->game.problem, t->game.report, t->engine->state(t)->value, 0, &out);
    nash_jsonw_object_end(&out);
    nash_progress_send(run, &buf);
}

/* Updates the report and the curve, sends progress and polls the run. True when it is stopped. */
static bool report_and_poll(struct game_solver *t)
{
    struct sudoku_game_report *c = t->game.report;
    c->potential = -(int64_t)t->engine->state(t)->conflicts;
    sudoku_game_add_point(&t->game, c->updates, c->potential, false);
    send_progress(t);
    t->run->clock_in = 0; /* polled some hundred times a second: read the clock each time */
    return nash_stop(t->run, SUDOKU_CHECK_GAME);
}

/* Plays run `number` of the game to its end. True when the job is stopped. */
static bool play_run(struct game_solver *t, uint32_t number)
{
    uint64_t seed = sudoku_run_seed(t->game.seed, number), changes;
    t->game.report->runs++;
    t->run_updates = 0;
    chain_start_values(t->game.rules, seed, t->values);
    t->engine->begin(t, seed);
    while (!report_and_poll(t)) {
        uint64_t left = t->game.options.updates - t->run_updates;
        if (!left || !t->engine->state(t)->conflicts)
            return false;
        if (t->run->node_limit && t->run->node_limit - t->run->nodes < left) /* a node budget bounds the changes */
            left = t->run->node_limit - t->run->nodes;
        changes = t->game.report->changes;
        t->engine->slice(t, t->slice < left ? t->slice : left);
        changes = t->game.report->changes - changes;
        t->run->nodes += changes ? changes : 1; /* a slice without changes uses a node budget too */
    }
    return true;
}

static const struct engine *engine_for(const struct sudoku_options *options)
{
    if (options->method == SUDOKU_METHOD_TABU)
        return &by_tabu;
    return sudoku_options_is_one_trajectory(options) ? &by_chain : &by_sap;
}

static bool alloc_engine(struct game_solver *t)
{
    t->engine = engine_for(&t->game.options);
    t->memory = nash_arena_alloc_raw(t->game.arena, t->engine->bytes(), GAME_LANES);
    t->values = NASH_NEW(t->game.arena, uint8_t, t->game.rules->cells);
    game_hash_init(&t->hash);
    return t->memory && t->values;
}

enum nash_status sudoku_solve_game(const struct sudoku_problem *p, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error)
{
    struct game_solver t = {.run = run};
    bool settled, stopped = false;
    enum nash_status status = sudoku_game_setup(&t.game, p, run->seed, run->arena, &settled, error);
    result->answer = t.game.answer;
    result->final = true;
    if (status != NASH_OK || settled)
        return status;
    if (!alloc_engine(&t))
        return nash_fail(error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of this job", p->size);
    for (uint32_t number = 0; number <= t.game.options.restarts && !stopped; number++) {
        stopped = play_run(&t, number);
        if (!t.engine->state(&t)->conflicts)
            break;
    }
    if (t.engine == &by_chain)
        snprintf(t.game.report->trajectory, sizeof t.game.report->trajectory, "%08x%08x", t.hash.lane[0],
                 t.hash.lane[1]);
    return sudoku_game_end(&t.game, t.engine->state(&t)->value, stopped ? SUDOKU_CUT_OFF : SUDOKU_ENDED, result);
}
