/* The member's side of luck. */
#include "luck.h"

#include <string.h>

#include <base/little_endian.h>
#include <solvers/sudoku/game/tabu.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/loglinear/waiting.h>

/* A run is played in pieces, between which stop() is called; sap sees its fewest conflicts at the ends of pieces. */
enum { PIECE_SAP = 1 << 16, PIECE_TABU = 1 << 12, ALIGNED = 64 };

struct luck {
    bool (*stop)(void *context);
    void *stop_context;
    enum luck_method method;
    struct game_rules rules;
    struct game_weights weights;
    uint8_t value[GAME_CELLS_MAX];
    _Alignas(ALIGNED) uint8_t engine[]; /* struct tabu or struct waiting */
};

/* What a run has done. */
struct run {
    uint64_t moves, changes;
    uint32_t fewest;
    const struct game_state *state;
};

size_t luck_bytes(void)
{
    size_t tabu = tabu_bytes(), waiting = waiting_bytes();
    return sizeof(struct luck) + (tabu > waiting ? tabu : waiting);
}

static bool read_regions(struct luck *luck, struct bytes_reader *reader)
{
    uint32_t side = luck->rules.side, count[GAME_SIDE_MAX] = {0};
    for (uint32_t cell = 0; cell < luck->rules.cells; cell++) {
        luck->rules.box[cell] = (uint8_t)bytes_next(reader, 1);
        if (luck->rules.box[cell] >= side || ++count[luck->rules.box[cell]] > side)
            return false;
    }
    return true;
}

bool luck_open(void *memory, const uint8_t *task, size_t len)
{
    struct luck *luck = memory;
    struct bytes_reader reader = {.at = task, .left = len};
    uint64_t allowed[GAME_CELLS_MAX];
    unsigned side = (unsigned)bytes_next(&reader, 1), rows = (unsigned)bytes_next(&reader, 1);
    unsigned columns = (unsigned)bytes_next(&reader, 1), method = (unsigned)bytes_next(&reader, 1);
    unsigned zero = (unsigned)bytes_next(&reader, 4);
    bool regions = !rows && !columns;
    luck->stop = NULL;
    luck->method = (enum luck_method)method;
    if (side < 4 || side > GAME_SIDE_MAX || zero || (method != LUCK_SAP && method != LUCK_TABU) ||
        (!regions && (!rows || !columns || rows * columns != side)))
        return false;
    for (unsigned cell = 0; cell < side * side; cell++)
        allowed[cell] = bytes_next(&reader, (side + 7) / 8);
    return game_rules_init(&luck->rules, side, regions ? 1 : rows, regions ? side : columns, allowed) &&
           (!regions || read_regions(luck, &reader)) && luck->rules.players && !reader.failed && !reader.left;
}

void luck_on_stop(void *memory, bool (*stop)(void *context), void *context)
{
    struct luck *luck = memory;
    luck->stop = stop;
    luck->stop_context = context;
}

static bool luck_stopped(const struct luck *luck)
{
    return luck->stop && luck->stop(luck->stop_context);
}

static bool play_tabu(struct luck *luck, uint64_t seed, uint64_t moves, struct run *run)
{
    struct tabu *tabu = tabu_init(luck->engine, &luck->rules, seed, luck->value);
    if (!tabu)
        return false;
    run->state = tabu_state(tabu);
    while (run->moves < moves && run->state->conflicts) {
        uint64_t left = moves - run->moves;
        run->moves += tabu_play(tabu, left < PIECE_TABU ? left : PIECE_TABU);
        if (luck_stopped(luck))
            break;
    }
    run->changes = run->moves;
    run->fewest = tabu_best(tabu);
    return true;
}

static bool play_sap(struct luck *luck, uint64_t seed, uint64_t updates, uint32_t beta, struct run *run)
{
    game_weights_init(&luck->weights, beta);
    struct waiting *waiting = waiting_init(luck->engine, &luck->rules, &luck->weights, seed, luck->value);
    if (!waiting)
        return false;
    run->state = waiting_state(waiting);
    run->fewest = run->state->conflicts;
    while (run->moves < updates && run->changes < LUCK_CHANGES_MAX && run->state->conflicts) {
        uint64_t left = updates - run->moves;
        uint64_t played = waiting_play(waiting, left < PIECE_SAP ? left : PIECE_SAP, &run->changes);
        run->moves += played;
        run->fewest = run->state->conflicts < run->fewest ? run->state->conflicts : run->fewest;
        if (!played || luck_stopped(luck)) /* without a play no player will ever change */
            break;
    }
    return true;
}

size_t luck_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    struct luck *luck = memory;
    struct run run = {0};
    if (len != LUCK_UNIT)
        return 0;
    uint64_t seed = bytes_get(unit, 8), moves = bytes_get(unit + 8, 8);
    uint32_t beta = (uint32_t)bytes_get(unit + 16, 4);
    bool tabu = luck->method == LUCK_TABU;
    if (!moves || moves > (tabu ? LUCK_MOVES_MAX : luck_updates_max) || (tabu ? beta != 0 : !beta || beta > BETA_MAX))
        return 0;
    chain_start_values(&luck->rules, seed, luck->value);
    if (!(tabu ? play_tabu(luck, seed, moves, &run) : play_sap(luck, seed, moves, beta, &run)))
        return 0;
    uint8_t *at = bytes_put(bytes_put(answer, 8, run.moves), 8, run.changes);
    at = bytes_put(bytes_put(at, 4, run.state->conflicts), 4, run.fewest);
    memcpy(at, run.state->value, luck->rules.cells);
    return LUCK_ANSWER_HEAD + luck->rules.cells;
}
