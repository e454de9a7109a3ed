/* From a problem to a game: clashes and propagation first, since what they settle need not be played; then the rules,
 * each open cell a player with the candidates that are left. And back: letters to an answer.
 *
 * Defaults are measured, not reasoned; tests/bench/sudoku/bench_methods.c measures them. */
#include "playing.h"

#include <string.h>

#include "board.h"
#include "clash.h"
#include "temper.h"

enum {
    CURVE_STEP = 1 << 10 /* updates between the first points of a curve */
};

static enum nash_status out_of_memory(const struct sudoku_playing *g)
{
    return nash_fail(g->error, NASH_NOMEM, "", "a game of size %u does not fit into the memory of this job",
                     g->problem->size);
}

/* ---- the beginning ---- */

static enum nash_status set_up(struct sudoku_playing *g)
{
    size_t cells = (size_t)g->problem->size * g->problem->size;
    g->answer = NASH_NEW(g->arena, struct sudoku_answer, 1);
    g->course = NASH_NEW(g->arena, struct sudoku_course, 1);
    g->rules = NASH_NEW(g->arena, struct game_rules, 1);
    uint8_t *partial = NASH_NEW(g->arena, uint8_t, cells);
    if (!g->answer || !g->course || !g->rules || !partial)
        return out_of_memory(g);
    memcpy(partial, g->problem->clue, cells);
    g->answer->partial = partial;
    g->answer->engine = SUDOKU_BY_PROPAGATION;
    g->curve_step = CURVE_STEP;
    return NASH_OK;
}

/* Without propagation: every letter, or what pencilmarks leave. */
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

static void no_solution(struct sudoku_playing *g)
{
    g->answer->verdict = SUDOKU_UNSATISFIABLE;
    g->answer->complete = true;
}

/* Everything was forced: the only solution. */
static enum nash_status forced(struct sudoku_playing *g)
{
    struct sudoku_answer *a = g->answer;
    a->solution = a->partial;
    a->partial = NULL;
    if (!sudoku_holds(g->problem, a->solution))
        return nash_fail(g->error, NASH_INTERNAL, "", "propagation gave a grid that breaks the rules");
    a->verdict = SUDOKU_SOLVED;
    a->unique = SUDOKU_UNIQUE_YES;
    a->complete = true;
    a->count = 1;
    return NASH_OK;
}

static enum nash_status lay_out(struct sudoku_playing *g, const uint64_t *allowed, bool *settled)
{
    bool fits = sudoku_game_rules(g->rules, g->problem, allowed);
    *settled = !fits || !g->rules->players;
    if (!fits) /* a cell without any letter */
        no_solution(g);
    return fits && !g->rules->players ? forced(g) : NASH_OK;
}

static enum nash_status propagate(struct sudoku_playing *g, const struct sudoku_geometry *geometry, bool *settled)
{
    struct sudoku_board *board = sudoku_board_new(g->arena, geometry);
    if (!board)
        return out_of_memory(g);
    *settled = !sudoku_board_load(board, g->problem) || !sudoku_board_propagate(board);
    if (*settled) {
        no_solution(g);
        return NASH_OK;
    }
    sudoku_board_grid(board, g->answer->partial);
    return lay_out(g, board->open, settled);
}

static void fill_in(struct sudoku_playing *g)
{
    struct sudoku_play *play = &g->play;
    struct sudoku_course *c = g->course;
    if (!play->beta && play->method == SUDOKU_METHOD_SAP)
        play->beta = sudoku_default_beta(g->problem->size, g->problem->clues, play->propagate);
    if (play->restarts == UINT32_MAX && !play->propagate)
        play->restarts = 0; /* the patent knows none */
    if (!play->updates)
        play->updates = sudoku_default_updates(play->method, g->rules->players, play->propagate);
    game_weights_init(&g->weights, play->beta);
    c->method = play->method;
    c->propagate = play->propagate;
    c->beta = play->beta;
    c->players = g->rules->players;
    c->sharded = play->shards > 0;
    c->mode = play->mode;
}

enum nash_status sudoku_playing_open(struct sudoku_playing *g, const struct sudoku_problem *p, uint64_t seed,
                                     struct nash_arena *arena, bool *settled, struct nash_error *error)
{
    *g = (struct sudoku_playing){.problem = p, .play = *p->play, .seed = seed, .arena = arena, .error = error};
    *settled = true;
    enum nash_status status = set_up(g);
    const struct sudoku_geometry *geometry = status == NASH_OK ? sudoku_geometry_new(arena, p) : NULL;
    if (status != NASH_OK)
        return status;
    if (!geometry || sudoku_find_clashes(p, geometry, arena, g->answer) != NASH_OK)
        return out_of_memory(g);
    if (g->answer->conflicts) {
        g->answer->verdict = SUDOKU_CONTRADICTION;
        g->answer->complete = true;
        return NASH_OK;
    }
    if (g->play.propagate) {
        status = propagate(g, geometry, settled);
    } else {
        uint64_t allowed[SUDOKU_CELLS_MAX];
        plain_strategies(p, allowed);
        status = lay_out(g, allowed, settled);
    }
    if (status != NASH_OK || *settled)
        return status;
    g->answer->course = g->course;
    fill_in(g);
    return NASH_OK;
}

uint64_t sudoku_run_seed(uint64_t seed, uint32_t run)
{
    return seed + run * UINT64_C(0x9e3779b97f4a7c15);
}

/* ---- the curve ---- */

void sudoku_playing_point(struct sudoku_playing *g, uint64_t updates, int64_t potential, bool last)
{
    struct sudoku_course *c = g->course;
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

/* ---- the end ---- */

/* values: of every cell; the answer's from now on. */
static enum nash_status solved(struct sudoku_playing *g, uint8_t *values)
{
    struct sudoku_answer *a = g->answer;
    if (!sudoku_holds(g->problem, values))
        return nash_fail(g->error, NASH_INTERNAL, "", "the game gave a grid that breaks the rules");
    a->solution = values;
    a->verdict = SUDOKU_SOLVED;
    a->count = 1;
    return NASH_OK;
}

enum nash_status sudoku_playing_close(struct sudoku_playing *g, const uint8_t *letters, enum sudoku_ending ending,
                                      struct nash_result *result)
{
    struct sudoku_course *c = g->course;
    struct sudoku_answer *a = g->answer;
    struct game_state *state = nash_arena_alloc_raw(g->arena, sizeof *state, _Alignof(struct game_state));
    if (!state)
        return out_of_memory(g);
    if (!game_begin(state, g->rules, letters))
        return nash_fail(g->error, NASH_INTERNAL, "", "the game ended with a letter that is not allowed");
    uint8_t *values = NASH_NEW(g->arena, uint8_t, g->rules->cells);
    if (!values)
        return out_of_memory(g);
    for (unsigned cell = 0; cell < g->rules->cells; cell++)
        values[cell] = (uint8_t)(letters[cell] + 1);
    c->letters = values;
    c->potential = -(int64_t)state->conflicts;
    c->nash = game_is_nash(state, g->rules);
    sudoku_playing_point(g, c->updates, c->potential, true);
    a->engine = c->method == SUDOKU_METHOD_TABU ? SUDOKU_BY_TABU : SUDOKU_BY_SAP;
    a->verdict = ending == SUDOKU_ENDED ? SUDOKU_UNSOLVED : SUDOKU_TIMEOUT;
    result->answer = a;
    result->final = !state->conflicts || ending == SUDOKU_ENDED;
    return state->conflicts ? NASH_OK : solved(g, values);
}
