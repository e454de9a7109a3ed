/* The paths of the heat bath (implementations for each instruction set) compared with each other and with constants
 * that hold for every compiler and machine and for WebAssembly. If these constants change, all trajectories change, and
 * so does the protocol of shards (MESSAGE_VERSION in src/cluster/envelope.h). */
#include <string.h>

#include <solvers/sudoku/loglinear/waiting.h>

#include "../../base/test.h"
#include "../harness/game_reference.h"

static struct game_case game;
static struct game_state state;
static uint32_t bound[GAME_CELLS_MAX];

static void paths_play_alike(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 400; round++) {
        game_case_random(&rng, &game);
        assert_true(game_begin(&state, &game.rules, game.values));
        for (unsigned k = 0; k < 300 && game.rules.players; k++) {
            uint32_t cell = game.rules.player[nash_rng_below(&rng, game.rules.players)];
            uint32_t draw = (uint32_t)(nash_rng_next(&rng) >> (32 + nash_rng_below(&rng, 20))), is, was = 0;
            uint32_t value = heat_path(0)->play(&state, &game.rules, &game.weights, cell, draw, &was);
            for (unsigned p = 1; heat_path(p); p++)
                if (heat_path(p)->play(&state, &game.rules, &game.weights, cell, draw, &is) != value || is != was) {
                    game_case_show(&game);
                    fail_msg("cell %u on draw %u: other by %s than by %s", cell, draw, heat_path(p)->name,
                             heat_path(0)->name);
                }
            if (value != state.value[cell])
                game_change(&state, &game.rules, cell, value);
        }
    }
}

/* Scans as the header documents it, tick by tick. */
static uint64_t scan_reference(uint64_t seed, uint64_t tick, uint64_t end, uint32_t players, uint32_t first,
                               uint32_t last)
{
    for (; tick < end; tick++) {
        struct chance chance = chance_at(seed, CHANCE_TICK, tick);
        uint32_t player = chance_below(chance.who, players);
        if (player >= first && player < last && chance.draw <= bound[player])
            break;
    }
    return tick;
}

static void paths_scan_alike(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 3000; round++) {
        uint64_t seed = nash_rng_next(&rng), tick = nash_rng_next(&rng) >> (8 + nash_rng_below(&rng, 50));
        uint32_t players = 1 + (uint32_t)nash_rng_below(&rng, GAME_CELLS_MAX);
        uint32_t first = (uint32_t)nash_rng_below(&rng, players + 1);
        uint32_t last = first + (uint32_t)nash_rng_below(&rng, players - first + 1);
        struct heat_block block = {.tick = HEAT_NOWHERE};
        if (round % 5 == 0) {
            tick = (UINT64_C(1) << 32) - nash_rng_below(&rng, 100);
            first = 0;
            last = players;
        }
        for (uint32_t i = 0; i < players; i++)
            bound[i] =
                round % 7 ? (uint32_t)(nash_rng_next(&rng) >> (32 + round % 12)) : UINT32_MAX * (uint32_t)(round % 2);
        uint64_t end = tick + nash_rng_below(&rng, 400);
        for (unsigned p = 0; heat_path(p); p++)
            for (uint64_t at = tick; at < end; at++) {
                uint64_t is = heat_path(p)->scan(&block, seed, at, end, players, first, last, bound);
                uint64_t should = scan_reference(seed, at, end, players, first, last);
                struct chance chance = chance_at(seed, CHANCE_TICK, is);
                if (is != should ||
                    (is < end && (block.tick != is - is % HEAT_BLOCK || block.draw[is % HEAT_BLOCK] != chance.draw ||
                                  block.player[is % HEAT_BLOCK] != chance_below(chance.who, players))))
                    fail_msg("%s, seed %llx, tick %llu, %u players, %u to %u: %llu, not %llu", heat_path(p)->name,
                             (unsigned long long)seed, (unsigned long long)at, players, first, last,
                             (unsigned long long)is, (unsigned long long)should);
                at = is;
            }
    }
}

/* ---- constants ---- */

/* Makes a game that is the same in every build: about three quarters of the cells are open, with half of the values. */
static void fixed_game(uint32_t side, uint32_t box_rows, uint32_t beta)
{
    uint64_t allowed[GAME_CELLS_MAX];
    for (uint32_t cell = 0; cell < side * side; cell++) {
        struct chance chance = chance_at(side, CHANCE_SEARCH, cell);
        uint32_t row = cell / side, value = (row % box_rows * (side / box_rows) + row / box_rows + cell % side) % side;
        uint64_t mask = ((uint64_t)chance.draw << 32 | chance.who) & ((UINT64_C(1) << side) - 1);
        allowed[cell] = (UINT64_C(1) << value) | (chance.more[0] % 4 ? mask : 0);
    }
    assert_true(game_rules_init(&game.rules, side, box_rows, side / box_rows, allowed));
    game_weights_init(&game.weights, beta);
    game.seed = UINT64_C(0x0123456789abcdef) * side;
    chain_start_values(&game.rules, game.seed, game.values);
}

static void note(void *context, uint64_t tick, const struct game_event *event)
{
    game_hash_add(context, tick, event);
}

static const struct {
    uint32_t side, box_rows, beta;
    uint64_t tick;
    uint32_t chain[2];         /* hash of the trajectory of the first ticks */
    uint64_t ticks, waited[2]; /* number of these ticks; ticks and changes of the game played by waiting times */
} known[] = {
    {4, 2, BETA_ONE / 8, 0, {0x4f1bef2f, 0x886ee1d9}, 4118, {371, 234}},
    {9, 3, 3 * BETA_ONE, 0, {0x4846d869, 0x01197101}, 2969, {3487, 189}},
    {16, 4, 2 * BETA_ONE, 0xffffff00, {0x173680e6, 0x764b827a}, 200000, {200000, 72312}},
    {25, 5, 9 * BETA_ONE / 5, 0, {0x3e5a0938, 0xdea09481}, 200000, {200000, 108675}},
    {36, 6, 2 * BETA_ONE, UINT64_C(1) << 50, {0xb8fdaa6b, 0xb52871a9}, 200000, {200000, 112709}},
    {49, 7, 2 * BETA_ONE, 12345, {0xf5b64128, 0xd25544c5}, 200000, {200000, 125596}},
};

static void trajectories_are_known(void **unused)
{
    static struct chain chain;
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fixed_game(known[i].side, known[i].box_rows, known[i].beta);
        for (unsigned p = 0; heat_path(p); p++) {
            struct game_hash hash;
            uint64_t changes = 0;
            game_hash_init(&hash);
            assert_true(chain_init(&chain, &game.rules, &game.weights, game.seed, known[i].tick, game.values));
            chain.heat = heat_path(p);
            uint64_t ticks = chain_play(&chain, 200000, &changes, note, &hash);
            if (hash.lane[0] != known[i].chain[0] || hash.lane[1] != known[i].chain[1] || ticks != known[i].ticks)
                fail_msg("side %u by %s: {0x%08x, 0x%08x}, %llu ticks; %llu changes, %u conflicts", known[i].side,
                         heat_path(p)->name, hash.lane[0], hash.lane[1], (unsigned long long)ticks,
                         (unsigned long long)changes, chain.state.conflicts);
        }
    }
}

static void waits_are_known(void **unused)
{
    static _Alignas(64) uint8_t memory[1 << 20];
    (void)unused;
    assert_true(waiting_bytes() <= sizeof memory);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        fixed_game(known[i].side, known[i].box_rows, known[i].beta);
        for (unsigned p = 0; heat_path(p); p++) {
            uint64_t changes = 0;
            struct waiting *waiting = waiting_init(memory, &game.rules, &game.weights, game.seed, game.values);
            assert_non_null(waiting);
            waiting_use(waiting, heat_path(p));
            uint64_t ticks = waiting_play(waiting, 200000, &changes);
            if (ticks != known[i].waited[0] || changes != known[i].waited[1])
                fail_msg("side %u by %s: {%llu, %llu}; %u conflicts", known[i].side, heat_path(p)->name,
                         (unsigned long long)ticks, (unsigned long long)changes, waiting_state(waiting)->conflicts);
        }
    }
}

/* A game without players. */
static void without_players(void **unused)
{
    static _Alignas(64) uint8_t memory[1 << 20];
    static struct chain chain;
    uint64_t allowed[16], changes = 0;
    uint8_t values[16];
    (void)unused;
    for (unsigned conflicts = 0; conflicts < 2; conflicts++) {
        for (uint32_t cell = 0; cell < 16; cell++) {
            values[cell] = (uint8_t)((cell / 4 % 2 * 2 + cell / 8 + cell) % 4);
            if (cell == 7 && conflicts)
                values[cell] ^= 1;
            allowed[cell] = UINT64_C(1) << values[cell];
        }
        assert_true(game_rules_init(&game.rules, 4, 2, 2, allowed));
        game_weights_init(&game.weights, BETA_ONE);
        assert_true(chain_init(&chain, &game.rules, &game.weights, 1, 0, values));
        assert_true(chain_play(&chain, 100000, &changes, NULL, NULL) == (conflicts ? 100000 : 0));
        struct waiting *waiting = waiting_init(memory, &game.rules, &game.weights, 1, values);
        assert_true(waiting_play(waiting, 100000, &changes) == (conflicts ? 100000 : 0));
        assert_true(changes == 0 && game_is_nash(&chain.state, &game.rules));
    }
}

/* At beta 64 a player nearly always takes a best response: the number of conflicts never increases, and the game ends
 * in a Nash equilibrium. */
static void cold_games_descend(void **unused)
{
    static struct chain chain;
    struct nash_rng rng = test_rng();
    unsigned moved = 0;
    (void)unused;
    for (unsigned round = 0; round < 60; round++) {
        uint64_t changes = 0;
        game_case_random(&rng, &game);
        game_weights_init(&game.weights, BETA_MAX);
        assert_true(chain_init(&chain, &game.rules, &game.weights, game.seed, 0, game.values));
        for (unsigned k = 0; k < 100; k++) {
            uint32_t conflicts = chain.state.conflicts;
            chain_play(&chain, 8 * game.rules.players, &changes, NULL, NULL);
            assert_true(chain.state.conflicts <= conflicts);
        }
        moved += changes > 0;
        if (!game_is_nash(&chain.state, &game.rules)) {
            game_case_show(&game);
            fail_msg("round %u: no equilibrium after %llu changes", round, (unsigned long long)changes);
        }
    }
    assert_true(moved > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_play_alike),       cmocka_unit_test(paths_scan_alike),
        cmocka_unit_test(trajectories_are_known), cmocka_unit_test(waits_are_known),
        cmocka_unit_test(without_players),        cmocka_unit_test(cold_games_descend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
