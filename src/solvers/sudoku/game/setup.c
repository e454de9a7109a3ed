/* Turns a problem into a game: conflicts and propagation first, since cells that they decide need not be played; then
 * the rules, with each open cell a player and its candidates the strategies. Turns the final values into an answer.
 *
 * The defaults are measured by tests/bench/sudoku/bench_methods.c. */
#include "setup.h"

#include <string.h>

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/exact/conflicts.h>
#include <solvers/sudoku/kind.h>
#include <solvers/sudoku/verify/verify.h>

#include "report.h"
#include "schedule.h"

enum {
    CURVE_STEP = 1 << 10 /* updates between the first points of a curve */
};

static enum nash_status out_of_memory(const struct sudoku_game *g)
{
    return nash_fail(g->error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of this job",
                     g->problem->size);
}

/* ---- setting up ---- */

static enum nash_status alloc_answer(struct sudoku_game *g)
{
    size_t cells = (size_t)g->problem->size * g->problem->size;
    g->answer = NASH_NEW(g->arena, struct sudoku_answer, 1);
    g->report = NASH_NEW(g->arena, struct sudoku_game_report, 1);
    g->rules = NASH_NEW(g->arena, struct game_rules, 1);
    uint8_t *partial = NASH_NEW(g->arena, uint8_t, cells);
    if (!g->answer || !g->report || !g->rules || !partial)
        return out_of_memory(g);
    memcpy(partial, g->problem->clue, cells);
    g->answer->partial = partial;
    g->answer->engine = SUDOKU_BY_PROPAGATION;
    g->curve_step = CURVE_STEP;
    return NASH_OK;
}

/* Without propagation the strategies are all values, or those of the pencilmarks. */
static void plain_strategies(const struct sudoku_problem *p, uint64_t *allowed)
{
    uint64_t all = (UINT64_C(1) << p->size) - 1;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        allowed[cell] = p->clue[cell] ? UINT64_C(1) << (p->clue[cell] - 1) : p->allowed ? p->allowed[cell] : all;
}

bool sudoku_game_rules(struct game_rules *rules, const struct sudoku_problem *p, const uint64_t *allowed)
{
    unsigned n = p->size;
    bool fits = game_rules_init(rules, n, p->region ? 1 : p->box_rows, p->region ? n : p->box_cols, allowed);
    if (p->region)
        memcpy(rules->box, p->region, (size_t)n * n);
    return fits;
}

static void answer_unsatisfiable(struct sudoku_game *g)
{
    g->answer->verdict = SUDOKU_UNSATISFIABLE;
    g->answer->complete = true;
}

/* Answers with the only solution, after propagation has forced every cell. */
static enum nash_status answer_forced(struct sudoku_game *g)
{
    struct sudoku_answer *a = g->answer;
    a->solution = a->partial;
    a->partial = NULL;
    if (!sudoku_is_solution(g->problem, a->solution))
        return nash_fail(g->error, NASH_INTERNAL, "", "propagation gave a grid that breaks the rules");
    a->verdict = SUDOKU_SOLVED;
    a->unique = SUDOKU_UNIQUE_YES;
    a->complete = true;
    a->count = 1;
    return NASH_OK;
}

static enum nash_status init_rules(struct sudoku_game *g, const uint64_t *allowed, bool *settled)
{
    bool fits = sudoku_game_rules(g->rules, g->problem, allowed);
    *settled = !fits || !g->rules->players;
    if (!fits) /* a cell has no value */
        answer_unsatisfiable(g);
    return fits && !g->rules->players ? answer_forced(g) : NASH_OK;
}

static enum nash_status setup_propagated(struct sudoku_game *g, const struct sudoku_geometry *geometry, bool *settled)
{
    struct sudoku_board *board = sudoku_board_new(g->arena, geometry);
    if (!board)
        return out_of_memory(g);
    *settled = !sudoku_board_load(board, g->problem) || !sudoku_board_propagate(board);
    if (*settled) {
        answer_unsatisfiable(g);
        return NASH_OK;
    }
    sudoku_board_grid(board, g->answer->partial);
    return init_rules(g, board->open, settled);
}

static void complete_options(struct sudoku_game *g)
{
    struct sudoku_options *options = &g->options;
    struct sudoku_game_report *c = g->report;
    if (!options->beta && options->method == SUDOKU_METHOD_SAP)
        options->beta = sudoku_default_beta(g->problem->size, g->problem->clues, options->propagate);
    if (options->restarts == UINT32_MAX && !options->propagate)
        options->restarts = 0; /* the patent has no restarts */
    if (!options->updates)
        options->updates = sudoku_default_updates(options->method, g->rules->players, options->propagate);
    game_weights_init(&g->weights, options->beta);
    c->method = options->method;
    c->propagate = options->propagate;
    c->beta = options->beta;
    c->players = g->rules->players;
    c->sharded = options->shards > 0;
    c->mode = options->mode;
    /* Measured at round trips from 0.2 to 50 ms (tests/bench/cluster/bench_latency.c). */
    c->mode_reason = options->mode_chosen
                         ? "independent runs exchange nothing, so that no round trip slows them down; one "
                           "shared game is not faster than this server alone"
                         : NULL;
}

enum nash_status sudoku_game_setup(struct sudoku_game *g, const struct sudoku_problem *p, uint64_t seed,
                                   struct nash_arena *arena, bool *settled, struct nash_error *error)
{
    *g = (struct sudoku_game){.problem = p, .options = *p->options, .seed = seed, .arena = arena, .error = error};
    *settled = true;
    enum nash_status status = alloc_answer(g);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    const struct sudoku_geometry *geometry = status == NASH_OK ? sudoku_geometry_new(arena, p) : NULL;
    if (status != NASH_OK)
        return status;
    if (!geometry || sudoku_find_conflicts(p, geometry, arena, g->answer) != NASH_OK)
        return out_of_memory(g);
    if (g->answer->conflicts) {
        g->answer->verdict = SUDOKU_CONTRADICTION;
        g->answer->complete = true;
        return NASH_OK;
    }
    if (g->options.propagate) {
        status = setup_propagated(g, geometry, settled);
    } else {
        uint64_t allowed[SUDOKU_CELLS_MAX];
        plain_strategies(p, allowed);
        status = init_rules(g, allowed, settled);
    }
    if (status != NASH_OK || *settled)
        return status;
    nash_arena_release(arena, mark); /* a game that lasts does not keep the memory of geometry and propagation */
    g->answer->game_report = g->report;
    complete_options(g);
    return NASH_OK;
}

uint64_t sudoku_run_seed(uint64_t seed, uint32_t run)
{
    return seed + run * UINT64_C(0x9e3779b97f4a7c15);
}

/* ---- the curve ---- */

void sudoku_game_add_point(struct sudoku_game *g, uint64_t updates, int64_t potential, bool last)
{
    struct sudoku_game_report *c = g->report;
    if (c->points && (updates <= c->curve[c->points - 1].updates || c->points == SUDOKU_CURVE_MAX)) {
        if (last)
            c->curve[c->points - 1] = (struct sudoku_curve_point){updates, potential};
        return;
    }
    if (c->points && !last && updates - c->curve[c->points - 1].updates < g->curve_step)
        return;
    c->curve[c->points++] = (struct sudoku_curve_point){updates, potential};
    if (c->points < SUDOKU_CURVE_MAX || last)
        return;
    for (unsigned i = 0; i < SUDOKU_CURVE_MAX / 2; i++)
        c->curve[i] = c->curve[2 * i];
    c->points = SUDOKU_CURVE_MAX / 2;
    g->curve_step *= 2;
}

/* ---- the answer ---- */

/* Answers with grid, which belongs to the answer from now on. */
static enum nash_status answer_solved(struct sudoku_game *g, uint8_t *grid)
{
    struct sudoku_answer *a = g->answer;
    if (!sudoku_is_solution(g->problem, grid))
        return nash_fail(g->error, NASH_INTERNAL, "", "the game gave a grid that breaks the rules");
    a->solution = grid;
    a->verdict = SUDOKU_SOLVED;
    a->count = 1;
    return NASH_OK;
}

enum nash_status sudoku_game_end(struct sudoku_game *g, const uint8_t *values, enum sudoku_ending ending,
                                 struct nash_result *result)
{
    struct sudoku_game_report *c = g->report;
    struct sudoku_answer *a = g->answer;
    struct game_state *state = nash_arena_alloc_raw(g->arena, sizeof *state, _Alignof(struct game_state));
    if (!state)
        return out_of_memory(g);
    if (!game_begin(state, g->rules, values))
        return nash_fail(g->error, NASH_INTERNAL, "", "the game ended with a value that is not allowed");
    uint8_t *grid = NASH_NEW(g->arena, uint8_t, g->rules->cells);
    if (!grid)
        return out_of_memory(g);
    for (unsigned cell = 0; cell < g->rules->cells; cell++)
        grid[cell] = (uint8_t)(values[cell] + 1);
    c->grid = grid;
    c->potential = -(int64_t)state->conflicts;
    c->nash = game_is_nash(state, g->rules);
    sudoku_game_add_point(g, c->updates, c->potential, true);
    a->engine = c->method == SUDOKU_METHOD_TABU ? SUDOKU_BY_TABU : SUDOKU_BY_SAP;
    a->verdict = ending == SUDOKU_ENDED ? SUDOKU_UNSOLVED : SUDOKU_TIMEOUT;
    result->answer = a;
    result->final = !state->conflicts || ending == SUDOKU_ENDED;
    return state->conflicts ? NASH_OK : answer_solved(g, grid);
}
