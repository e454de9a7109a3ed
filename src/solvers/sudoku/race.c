/* The time tabu search needs is about exponentially distributed: median 15 ms at 25x25 and 45 % clues, and a long tail,
 * where CaDiCaL takes 200 ms, seldom more, and can prove that there is nothing to find. In turns that double for both
 * the portfolio takes at most some four times what the quicker one alone would.
 *
 * Its seed is fixed: the answer to a problem is to be the same each time. */
#include "race.h"

#include "game/chain.h"
#include "game/tabu.h"

enum {
    SLICE = 4096,     /* moves, about a millisecond, between two looks at the clock */
    TURN_MOVES = 300, /* of the first turn, for each player */
    TURN_SHIFT_MAX = 20
};

struct sudoku_race {
    struct sudoku_progress *progress;
    struct game_rules *rules;
    void *memory; /* of the search */
    uint8_t *letters;
    uint32_t turns;
};

struct sudoku_race *sudoku_race_new(const struct sudoku_board *board, struct sudoku_progress *progress)
{
    struct nash_arena *arena = progress->run->arena;
    const struct sudoku_problem *p = progress->problem;
    unsigned n = p->size, cells = n * n;
    struct sudoku_race *race = NASH_NEW(arena, struct sudoku_race, 1);
    if (!race)
        return NULL;
    race->progress = progress;
    race->rules = NASH_NEW(arena, struct game_rules, 1);
    race->letters = NASH_NEW(arena, uint8_t, cells);
    race->memory = nash_arena_alloc_raw(arena, tabu_bytes(), GAME_LANES);
    if (!race->rules || !race->letters || !race->memory)
        return NULL;
    game_rules_init(race->rules, n, p->region ? 1 : p->box_rows, p->region ? n : p->box_cols, board->open);
    for (unsigned cell = 0; p->region && cell < cells; cell++)
        race->rules->box[cell] = p->region[cell];
    return race;
}

/* Moves until the next look at the clock; a node budget is kept to the move. */
static uint64_t slice_of(const struct nash_run *run, uint64_t left)
{
    uint64_t slice = left < SLICE ? left : SLICE;
    if (run->node_limit && run->node_limit - run->nodes < slice)
        slice = run->node_limit - run->nodes;
    return slice;
}

enum sudoku_outcome sudoku_race_turn(struct sudoku_race *race, uint8_t *grid)
{
    struct nash_run *run = race->progress->run;
    unsigned shift = race->turns < TURN_SHIFT_MAX ? race->turns : TURN_SHIFT_MAX;
    uint64_t seed = race->turns++, left = (uint64_t)race->rules->players * TURN_MOVES << shift;
    chain_start_letters(race->rules, seed, race->letters);
    struct tabu *tabu = tabu_init(race->memory, race->rules, seed, race->letters);
    const struct game_state *state = tabu_state(tabu);
    race->progress->engine = SUDOKU_BY_TABU;
    while (state->conflicts && left) {
        run->clock_in = 0; /* a slice is long: look at the clock each time */
        if (nash_stop(run, SUDOKU_CHECK_GAME))
            return SUDOKU_HALTED;
        uint64_t moves = tabu_play(tabu, slice_of(run, left));
        run->nodes += moves;
        left -= moves;
        sudoku_progress_tell(race->progress);
    }
    for (unsigned cell = 0; cell < race->rules->cells; cell++)
        grid[cell] = (uint8_t)(state->letter[cell] + 1);
    return state->conflicts ? SUDOKU_SPENT : SUDOKU_FOUND;
}
