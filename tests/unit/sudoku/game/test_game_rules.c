/* The rules of the potential game: the identity of a potential game, the counts kept in the state, equilibria, the
 * weights, and the hash of a trajectory. */
#include <math.h>
#include <string.h>

#include <solvers/sudoku/loglinear/fixed.h>

#include "../../base/test.h"
#include "../harness/game_reference.h"

static struct game_case game;
static struct game_state state;

/* Checks U_i(to) - U_i(from) = Phi(to) - Phi(from) for a move, and compares the updated state with one counted anew. */
static void check_move(uint32_t cell, uint32_t to)
{
    uint8_t values[GAME_CELLS_MAX];
    uint32_t cost[GAME_SIDE_MAX], from = state.value[cell], before = reference_conflicts(&game.rules, state.value);
    struct game_state moved = state, anew;
    reference_costs(&game.rules, state.value, cell, cost);
    memcpy(values, state.value, sizeof values);
    values[cell] = (uint8_t)to;
    uint32_t after = reference_conflicts(&game.rules, values);
    if ((int)(cost[to] - cost[from]) != (int)(after - before) || game_cost(&state, &game.rules, cell, to) != cost[to]) {
        game_case_show(&game);
        fail_msg("cell %u from %u to %u: utility by %d, potential by %d", cell, from, to, -(int)(cost[to] - cost[from]),
                 -(int)(after - before));
    }
    if (to == from)
        return;
    game_change(&moved, &game.rules, cell, to);
    assert_true(game_begin(&anew, &game.rules, values));
    assert_memory_equal(&moved, &anew, sizeof anew);
}

static void check_moves_of(uint32_t cell)
{
    for (uint64_t left = game.rules.allowed[cell]; left; left &= left - 1)
        check_move(cell, (uint32_t)__builtin_ctzll(left));
}

/* Checks every move in every state of small games, with boxes of 2 x 2 and few open cells. */
static void identity_exhaustively(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 30; round++) {
        uint64_t allowed[16], states = 1;
        for (unsigned cell = 0; cell < 16; cell++)
            allowed[cell] = UINT64_C(1) << nash_rng_below(&rng, 4);
        for (unsigned k = 0; k < 4; k++)
            allowed[nash_rng_below(&rng, 16)] = 1 + nash_rng_below(&rng, 15);
        assert_true(game_rules_init(&game.rules, 4, 2, 2, allowed));
        for (unsigned cell = 0; cell < 16; cell++)
            states *= (unsigned)__builtin_popcountll(allowed[cell]);
        for (uint64_t s = 0; s < states; s++) {
            uint64_t rest = s;
            for (unsigned cell = 0; cell < 16; cell++) {
                uint64_t mask = allowed[cell], skip = rest % (unsigned)__builtin_popcountll(mask);
                rest /= (unsigned)__builtin_popcountll(mask);
                while (skip--)
                    mask &= mask - 1;
                game.values[cell] = (uint8_t)__builtin_ctzll(mask);
            }
            assert_true(game_begin(&state, &game.rules, game.values));
            for (uint32_t i = 0; i < game.rules.players; i++)
                check_moves_of(game.rules.player[i]);
        }
    }
}

static void identity_at_random(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 60; round++) {
        game_case_random(&rng, &game);
        assert_true(game_begin(&state, &game.rules, game.values));
        assert_int_equal(state.conflicts, reference_conflicts(&game.rules, game.values));
        for (unsigned k = game.rules.side > 12 ? 2 : 100; k && game.rules.players; k--) {
            uint32_t cell = game.rules.player[nash_rng_below(&rng, game.rules.players)];
            uint32_t to = game_random_value(&rng, game.rules.allowed[cell]);
            check_move(cell, to);
            if (to != state.value[cell])
                game_change(&state, &game.rules, cell, to);
        }
    }
}

/* The counts stay right over long sequences of moves. */
static void counts_follow(void **unused)
{
    struct nash_rng rng = test_rng();
    struct game_state anew;
    (void)unused;
    for (unsigned round = 0; round < 40; round++) {
        game_case_random(&rng, &game);
        assert_true(game_begin(&state, &game.rules, game.values));
        for (unsigned k = 0; k < 2000 && game.rules.players; k++) {
            uint32_t cell = game.rules.player[nash_rng_below(&rng, game.rules.players)];
            uint32_t to = game_random_value(&rng, game.rules.allowed[cell]);
            if (to != state.value[cell])
                game_change(&state, &game.rules, cell, to);
        }
        assert_true(game_begin(&anew, &game.rules, state.value));
        assert_memory_equal(&state, &anew, sizeof anew);
    }
}

/* Returns whether the state is a Nash equilibrium: tries each change of each player and counts all conflicts anew. */
static bool nash_by_brute_force(void)
{
    uint8_t values[GAME_CELLS_MAX];
    memcpy(values, state.value, sizeof values);
    for (uint32_t cell = 0; cell < game.rules.cells; cell++)
        for (uint32_t value = 0; value < game.rules.side; value++) {
            uint8_t own = values[cell];
            if (!(game.rules.allowed[cell] >> value & 1))
                continue;
            values[cell] = (uint8_t)value;
            uint32_t conflicts = reference_conflicts(&game.rules, values);
            values[cell] = own;
            if (conflicts < state.conflicts)
                return false;
        }
    return true;
}

static void nash_points(void **unused)
{
    struct nash_rng rng = test_rng();
    unsigned yes = 0, unsolved = 0, no = 0;
    (void)unused;
    for (unsigned round = 0; round < 300; round++) {
        do
            game_case_random(&rng, &game);
        while (game.rules.side > 9);
        assert_true(game_begin(&state, &game.rules, game.values));
        /* a random number of moves that lower the number of conflicts, mostly as many as are possible */
        for (unsigned k = (unsigned)nash_rng_below(&rng, 4000); k && game.rules.players; k--) {
            uint32_t cell = game.rules.player[nash_rng_below(&rng, game.rules.players)];
            uint32_t to = game_random_value(&rng, game.rules.allowed[cell]);
            if (game_cost(&state, &game.rules, cell, to) < game_cost(&state, &game.rules, cell, state.value[cell]))
                game_change(&state, &game.rules, cell, to);
        }
        bool nash = nash_by_brute_force();
        if (game_is_nash(&state, &game.rules) != nash) {
            game_case_show(&game);
            fail_msg("round %u: %d by brute force", round, nash);
        }
        yes += nash;
        unsolved += nash && state.conflicts;
        no += !nash;
    }
    if (yes < 50 || unsolved < 20 || no < 10)
        fail_msg("%u equilibria, %u of them no solutions, %u others: too few of a kind", yes, unsolved, no);
}

static void bad_rules(void **unused)
{
    uint64_t allowed[GAME_CELLS_MAX];
    uint8_t values[GAME_CELLS_MAX] = {0};
    (void)unused;
    for (unsigned i = 0; i < GAME_CELLS_MAX; i++)
        allowed[i] = 0xf;
    assert_true(game_rules_init(&game.rules, 4, 2, 2, allowed));
    assert_int_equal(game.rules.players, 16);
    assert_true(game_begin(&state, &game.rules, values));
    assert_int_equal(state.conflicts, 3 * 4 * 6);
    values[15] = 4;
    assert_false(game_begin(&state, &game.rules, values));
    assert_false(game_rules_init(&game.rules, 4, 2, 3, allowed));
    assert_false(game_rules_init(&game.rules, 4, 0, 4, allowed));
    assert_false(game_rules_init(&game.rules, 4, 0x80000002U, 2, allowed)); /* the product overflows to 4 in 32 bits */
    assert_false(game_rules_init(&game.rules, 3, 1, 3, allowed));
    assert_false(game_rules_init(&game.rules, 50, 5, 10, allowed));
    allowed[3] = 0;
    assert_false(game_rules_init(&game.rules, 4, 2, 2, allowed));
    allowed[3] = 0x11;
    assert_false(game_rules_init(&game.rules, 4, 2, 2, allowed));
    allowed[3] = 0x8;
    assert_true(game_rules_init(&game.rules, 4, 2, 2, allowed));
    assert_int_equal(game.rules.players, 15);
    values[15] = 0;
    assert_false(game_begin(&state, &game.rules, values));
}

/* ---- numbers ---- */

static void weights_are_exponentials(void **unused)
{
    struct nash_rng rng = test_rng();
    struct game_weights weights;
    (void)unused;
    for (unsigned round = 0; round < 3000; round++) {
        uint32_t beta = round == 0   ? 1
                        : round == 1 ? BETA_MAX
                                     : 1 + (uint32_t)nash_rng_below(&rng, BETA_MAX >> (round % 14));
        game_weights_init(&weights, beta);
        assert_int_equal(weights.of[0], WEIGHT_ONE);
        for (unsigned k = 0; k < WEIGHTS; k++) {
            long double exact = expl(-(long double)beta / BETA_ONE * k) * WEIGHT_ONE;
            if (fabsl(weights.of[k] - exact) > 0.51L || (k && weights.of[k] > weights.of[k - 1]))
                fail_msg("beta %u, k %u: %u, not %Lf", beta, k, weights.of[k], exact);
        }
    }
}

static void logarithms(void **unused)
{
    struct nash_rng rng = test_rng();
    const long double one = 0x1p58L;
    (void)unused;
    for (unsigned round = 0; round < 300000; round++) {
        uint64_t u = round == 0 ? 1 : round == 1 ? UINT64_MAX : nash_rng_next(&rng) >> round % 64;
        long double exact = -logl((long double)(u ? u : 1) / 0x1p64L),
                    is = (long double)fixed_minus_ln(u ? u : 1) / one;
        if (fabsl(is - exact) > 0x1p-29L)
            fail_msg("-ln(%llu / 2^64) = %Lg, not %Lg", (unsigned long long)u, is, exact);
    }
}

/* fixed_geometric() equals 1 + floor() of the exact quotient of logarithms, up to rounding. */
static void geometric_numbers(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 300000; round++) {
        uint32_t players = 1 + (uint32_t)nash_rng_below(&rng, GAME_CELLS_MAX);
        uint64_t all = (uint64_t)players << 32, u = nash_rng_next(&rng) >> nash_rng_below(&rng, 40);
        uint64_t least = (uint64_t)players << 15, pairs = least + nash_rng_below(&rng, (all - least) >> round % 17);
        long double q = (long double)pairs / (long double)all;
        long double exact = logl((long double)(u ? u : 1) / 0x1p64L) / log1pl(-q);
        long double is = (long double)fixed_geometric(u, pairs, players);
        if (is < 1 || is - 1 > exact + 0.001L + exact * 1e-8L || is < exact - 0.001L - exact * 1e-8L)
            fail_msg("u %llu, q %Lg: %Lf, not %Lf", (unsigned long long)u, q, is, exact + 1);
    }
}

static void high_products(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    for (unsigned round = 0; round < 100000; round++) {
        uint64_t a = nash_rng_next(&rng) >> nash_rng_below(&rng, 64),
                 b = nash_rng_next(&rng) >> nash_rng_below(&rng, 64);
        /* reference: long multiplication in base 2^16 */
        uint64_t digit[8] = {0};
        for (unsigned i = 0; i < 4; i++) {
            uint64_t carry = 0;
            for (unsigned j = 0; j < 4 || (carry && i + j < 8); j++) {
                uint64_t product = j < 4 ? (a >> 16 * i & 0xffff) * (b >> 16 * j & 0xffff) : 0;
                carry += digit[i + j] + product;
                digit[i + j] = carry & 0xffff;
                carry >>= 16;
            }
        }
        uint64_t high = digit[4] | digit[5] << 16 | digit[6] << 32 | digit[7] << 48;
        assert_true(fixed_mul_high(a, b) == high);
        assert_true(fixed_mul_high_portable(a, b) == high);
    }
}

/* The hash depends on the changes, their ticks and their order. */
static void trajectory_name(void **unused)
{
    const struct game_event event[2] = {{.cell = 0x102, .from = 3, .to = 4}, {.cell = 5, .from = 6, .to = 7}};
    struct game_hash hash, other;
    (void)unused;
    game_hash_init(&hash);
    game_hash_add(&hash, UINT64_C(0x123456789abcde), &event[0]);
    game_hash_add(&hash, UINT64_C(0x123456789abcdf), &event[1]);
    /* computed separately, as game.h documents it */
    assert_int_equal(hash.lane[0], 0xc0f6fe3c);
    assert_int_equal(hash.lane[1], 0xc1662616);
    game_hash_init(&other);
    game_hash_add(&other, UINT64_C(0x123456789abcde), &event[1]);
    game_hash_add(&other, UINT64_C(0x123456789abcdf), &event[0]);
    assert_memory_not_equal(&hash, &other, sizeof hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identity_exhaustively),
        cmocka_unit_test(identity_at_random),
        cmocka_unit_test(counts_follow),
        cmocka_unit_test(nash_points),
        cmocka_unit_test(bad_rules),
        cmocka_unit_test(logarithms),
        cmocka_unit_test(weights_are_exponentials),
        cmocka_unit_test(geometric_numbers),
        cmocka_unit_test(high_products),
        cmocka_unit_test(trajectory_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
