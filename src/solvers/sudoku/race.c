/* The time that tabu search needs is about exponentially distributed: median 15 ms at 25x25 and 45 % clues, and a long
 * tail. Log-linear learning is ten times slower there, but where there is much room (36x36 and few clues) it is thirty
 * times quicker. CaDiCaL takes 200 ms, seldom more, and can prove that there is nothing to find. In turns that double
 * for all three the portfolio takes a small multiple of what the quickest alone would.
 *
 * Its seed is fixed: the answer to a problem is to be the same each time. */
#include "race.h"

#include "game/chain.h"
#include "game/tabu.h"
#include "game/waiting.h"
#include "playing.h"
#include "temper.h"

enum {
    LOOK_MOVES = 512,      /* between two looks at the clock: 0.1 ms, and 5 ms at the beginning of an empty 49x49 */
    LOOK_UPDATES = 100000, /* of log-linear learning: at most so many, mostly some hundred changes */
    TURN_MOVES = 1000,     /* of the first turn, for each player */
    TURN_CHANGES = 40,     /* about the same time */
    TURN_SHIFT_MAX = 20,
    SAP_FIRST_FROM = 26 /* from this size on it begins */
};

struct sudoku_race {
    struct sudoku_progress *progress;
    struct game_rules *rules;
    struct game_weights *weights;
    void *memory; /* of either search */
    uint8_t *letters;
    uint32_t turns;
};

struct sudoku_race *sudoku_race_new(const struct sudoku_board *board, struct sudoku_progress *progress)
{
    struct nash_arena *arena = progress->run->arena;
    const struct sudoku_problem *p = progress->problem;
    struct sudoku_race *race = NASH_NEW(arena, struct sudoku_race, 1);
    if (!race)
        return NULL;
    size_t bytes = tabu_bytes() > waiting_bytes() ? tabu_bytes() : waiting_bytes();
    race->progress = progress;
    race->rules = NASH_NEW(arena, struct game_rules, 1);
    race->weights = NASH_NEW(arena, struct game_weights, 1);
    race->letters = NASH_NEW(arena, uint8_t, (size_t)p->size * p->size);
    race->memory = nash_arena_alloc_raw(arena, bytes, GAME_LANES);
    if (!race->rules || !race->weights || !race->letters || !race->memory)
        return NULL;
    sudoku_game_rules(race->rules, p, board->open);
    game_weights_init(race->weights, sudoku_default_beta(p->size, p->clues, true));
    return race;
}

/* At most `left` units of work until the next look at the clock; a node budget is kept. */
static uint64_t look_of(const struct nash_run *run, uint64_t look, uint64_t left)
{
    look = left < look ? left : look;
    return run->node_limit && run->node_limit - run->nodes < look ? run->node_limit - run->nodes : look;
}

static bool halted(struct sudoku_race *race)
{
    race->progress->run->clock_in = 0; /* the looks are far apart */
    return nash_stop(race->progress->run, SUDOKU_CHECK_GAME);
}

static enum sudoku_outcome finish(struct sudoku_race *race, const struct game_state *state, uint8_t *grid)
{
    for (unsigned cell = 0; cell < race->rules->cells; cell++)
        grid[cell] = (uint8_t)(state->letter[cell] + 1);
    return state->conflicts ? SUDOKU_SPENT : SUDOKU_FOUND;
}

static enum sudoku_outcome by_tabu(struct sudoku_race *race, uint64_t seed, uint64_t moves, uint8_t *grid)
{
    struct nash_run *run = race->progress->run;
    struct tabu *tabu = tabu_init(race->memory, race->rules, seed, race->letters);
    race->progress->engine = SUDOKU_BY_TABU;
    while (tabu_state(tabu)->conflicts && moves) {
        if (halted(race))
            return SUDOKU_HALTED;
        uint64_t made = tabu_play(tabu, look_of(run, LOOK_MOVES, moves));
        run->nodes += made;
        moves -= made;
        sudoku_progress_tell(race->progress);
    }
    return finish(race, tabu_state(tabu), grid);
}

static enum sudoku_outcome by_sap(struct sudoku_race *race, uint64_t seed, uint64_t changes, uint8_t *grid)
{
    struct nash_run *run = race->progress->run;
    struct waiting *waiting = waiting_init(race->memory, race->rules, race->weights, seed, race->letters);
    race->progress->engine = SUDOKU_BY_SAP;
    while (waiting_state(waiting)->conflicts && changes) {
        uint64_t made = 0;
        if (halted(race))
            return SUDOKU_HALTED;
        waiting_play(waiting, look_of(run, LOOK_UPDATES, UINT64_MAX), &made);
        run->nodes += made;
        changes -= made < changes ? made : changes;
        changes -= changes > 0; /* where nothing changes any more it comes to an end too */
        sudoku_progress_tell(race->progress);
    }
    return finish(race, waiting_state(waiting), grid);
}

enum sudoku_outcome sudoku_race_turn(struct sudoku_race *race, uint8_t *grid)
{
    unsigned shift = race->turns < TURN_SHIFT_MAX ? race->turns : TURN_SHIFT_MAX;
    uint64_t seed = race->turns++, share = (uint64_t)race->rules->players << shift;
    bool sap_first = race->rules->side >= SAP_FIRST_FROM;
    enum sudoku_outcome outcome = SUDOKU_SPENT;
    chain_start_letters(race->rules, seed, race->letters);
    for (unsigned i = 0; i < 2 && outcome == SUDOKU_SPENT; i++)
        outcome = (i == 0) == sap_first ? by_sap(race, seed, share * TURN_CHANGES, grid)
                                        : by_tabu(race, seed, share * TURN_MOVES, grid);
    return outcome;
}
