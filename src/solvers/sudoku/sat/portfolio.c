/* The time of tabu search is about exponentially distributed: at 25x25 and 45 % clues the median is 25 ms, with a
 * long tail. Log-linear learning is faster where there is much room (36x36 and few clues). CaDiCaL takes 200 ms, seldom
 * more, and can prove that there is no solution. With turns that double for all three, the portfolio takes a small
 * multiple of the time of the fastest one alone. At 36x36 and 50 % clues, tabu search solves nearly all boards first,
 * with half of the time each; CaDiCaL's turns are shorter there (exact/solve.c). What log-linear learning solves, it
 * mostly solves in its first turns; its later ones are a quarter of tabu search's.
 *
 * Its seed is fixed, so that a problem has the same answer each time. */
#include "portfolio.h"

#include <solvers/sudoku/answer.h>
#include <solvers/sudoku/game/places.h>
#include <solvers/sudoku/game/schedule.h>
#include <solvers/sudoku/game/setup.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/loglinear/waiting.h>
#include <solvers/sudoku/stops.h>

enum {
    SLICE_MOVES = 512,      /* tabu moves between two readings of the clock: 0.1 ms, at first in an empty 49x49 5 ms */
    SLICE_UPDATES = 100000, /* upper bound for log-linear learning; mostly some hundred changes */
    TURN_MOVES = 1000,      /* tabu moves for each player in the first turn */
    TURN_CHANGES = 40,      /* changes of log-linear learning for each player, about the same time */
    TURN_SHIFT_MAX = 20,    /* turns double at most this many times */
    LATER_TURNS = 3,        /* before this turn, turns are one or two times the first */
    TABU_BEHIND = 1,        /* tabu search's later turns double from this one on, as CaDiCaL's do */
    SAP_BEHIND = 3,         /* log-linear learning's from this one on */
    SAP_FIRST_FROM = 26     /* from this size on log-linear learning runs first */
};

struct sudoku_portfolio {
    struct sudoku_progress *progress;
    struct game_rules *rules;
    struct game_weights *weights;
    struct sudoku_places *places;
    void *waiting;   /* memory of log-linear learning */
    uint8_t *values; /* [cell] its start values */
    uint32_t turns;  /* turns so far; seeds the next one */
};

struct sudoku_portfolio *sudoku_portfolio_new(const struct sudoku_board *board, struct sudoku_progress *progress)
{
    struct nash_arena *arena = progress->run->arena;
    const struct sudoku_problem *p = progress->problem;
    struct sudoku_portfolio *portfolio = NASH_NEW(arena, struct sudoku_portfolio, 1);
    if (!portfolio)
        return NULL;
    portfolio->progress = progress;
    portfolio->rules = NASH_NEW(arena, struct game_rules, 1);
    portfolio->weights = NASH_NEW(arena, struct game_weights, 1);
    portfolio->values = NASH_NEW(arena, uint8_t, (size_t)p->size * p->size);
    portfolio->waiting = nash_arena_alloc_raw(arena, waiting_bytes(), GAME_LANES);
    if (!portfolio->rules || !portfolio->weights || !portfolio->values || !portfolio->waiting)
        return NULL;
    sudoku_game_rules(portfolio->rules, p, board->open);
    game_weights_init(portfolio->weights, sudoku_default_beta(p->size, p->clues, true));
    portfolio->places = sudoku_places_new(arena, portfolio->rules);
    return portfolio->places ? portfolio : NULL;
}

/* Returns how many moves or updates to make before the next reading of the clock: at most `look`, at most `left`, and
 * within the node budget. */
static uint64_t slice_of(const struct nash_run *run, uint64_t look, uint64_t left)
{
    look = left < look ? left : look;
    return run->node_limit && run->node_limit - run->nodes < look ? run->node_limit - run->nodes : look;
}

static bool portfolio_halted(struct sudoku_portfolio *portfolio)
{
    portfolio->progress->run->clock_in = 0; /* slices are long: read the clock each time */
    return nash_stop(portfolio->progress->run, SUDOKU_CHECK_GAME);
}

static enum sudoku_outcome turn_by_tabu(struct sudoku_portfolio *portfolio, uint64_t seed, uint64_t moves,
                                        uint8_t *grid)
{
    struct nash_run *run = portfolio->progress->run;
    struct sudoku_places *places = portfolio->places;
    sudoku_places_begin(places, seed);
    portfolio->progress->engine = SUDOKU_BY_TABU;
    while (sudoku_places_conflicts(places) && moves) {
        if (portfolio_halted(portfolio))
            return SUDOKU_HALTED;
        uint64_t made = sudoku_places_play(places, slice_of(run, SLICE_MOVES, moves));
        run->nodes += made;
        moves -= made;
        sudoku_progress_send(portfolio->progress);
    }
    sudoku_places_grid(places, grid);
    return sudoku_places_conflicts(places) ? SUDOKU_SPENT : SUDOKU_FOUND;
}

static enum sudoku_outcome turn_by_sap(struct sudoku_portfolio *portfolio, uint64_t seed, uint64_t changes,
                                       uint8_t *grid)
{
    struct nash_run *run = portfolio->progress->run;
    struct waiting *waiting =
        waiting_init(portfolio->waiting, portfolio->rules, portfolio->weights, seed, portfolio->values);
    portfolio->progress->engine = SUDOKU_BY_SAP;
    while (waiting_state(waiting)->conflicts && changes) {
        uint64_t made = 0;
        if (portfolio_halted(portfolio))
            return SUDOKU_HALTED;
        waiting_play(waiting, slice_of(run, SLICE_UPDATES, UINT64_MAX), &made);
        run->nodes += made;
        changes -= made < changes ? made : changes;
        changes -= changes > 0; /* ends the turn even when nothing changes any more */
        sudoku_progress_send(portfolio->progress);
    }
    for (unsigned cell = 0; cell < portfolio->rules->cells; cell++)
        grid[cell] = (uint8_t)(waiting_state(waiting)->value[cell] + 1);
    return waiting_state(waiting)->conflicts ? SUDOKU_SPENT : SUDOKU_FOUND;
}

/* Returns how many times the length of the present turn is doubled, for a search that is `behind` turns behind
 * CaDiCaL. */
static unsigned turn_shift(const struct sudoku_portfolio *portfolio, unsigned behind)
{
    unsigned turns = portfolio->turns, shift = turns < LATER_TURNS ? turns > 0 : turns - behind;
    return shift < TURN_SHIFT_MAX ? shift : TURN_SHIFT_MAX;
}

enum sudoku_outcome sudoku_portfolio_turn(struct sudoku_portfolio *portfolio, uint8_t *grid)
{
    uint64_t players = portfolio->rules->players, seed = portfolio->turns;
    uint64_t moves = players * TURN_MOVES << turn_shift(portfolio, TABU_BEHIND);
    uint64_t changes = players * TURN_CHANGES << turn_shift(portfolio, SAP_BEHIND);
    bool sap_first = portfolio->rules->side >= SAP_FIRST_FROM;
    enum sudoku_outcome outcome = SUDOKU_SPENT;
    portfolio->turns++;
    chain_start_values(portfolio->rules, seed, portfolio->values);
    for (unsigned i = 0; i < 2 && outcome == SUDOKU_SPENT; i++)
        outcome = (i == 0) == sap_first ? turn_by_sap(portfolio, seed, changes, grid)
                                        : turn_by_tabu(portfolio, seed, moves, grid);
    return outcome;
}
