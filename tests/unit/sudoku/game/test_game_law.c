/* Checks that both engines follow the law of log-linear learning, on boards so small that all states can be listed. The
 * time in each state is compared with the Gibbs distribution exp(beta Phi) / Z; holding times and transitions, with the
 * probabilities of the heat bath. All comparisons are chi-square tests with fixed seeds, and each test is shown to fail
 * for an engine with a slightly different beta. The boards have two equal givens in a row, so they are never solved and
 * the engines never end. */
#include <math.h>
#include <string.h>

#include <solvers/sudoku/loglinear/waiting.h>

#include "../../base/test.h"
#include "../harness/game_reference.h"

enum { PLAYERS = 4, STATES = 4 * 4 * 3 * 2, THIN = 64, BINS = 64 };

/* Numbers of samples of states and of holding times, and of values of beta. A brief run uses one beta and as many
 * samples as are needed to detect a wrong one. */
static unsigned samples, stays, betas_taken;
static struct game_rules rules;
static uint8_t start[16];

/* Makes the board: four players with 4, 4, 3 and 2 allowed values, two of them in the same row and box. */
static void board(void)
{
    static const uint8_t given[16] = {0, 0, 1, 2, 3, 1, 0, 2, 2, 3, 1, 0, 1, 0, 2, 3};
    static const struct {
        uint8_t cell, allowed;
    } open[PLAYERS] = {{2, 0xf}, {3, 0xf}, {7, 0x7}, {10, 0x6}};
    uint64_t allowed[16];
    for (unsigned cell = 0; cell < 16; cell++)
        allowed[cell] = UINT64_C(1) << given[cell];
    for (unsigned i = 0; i < PLAYERS; i++)
        allowed[open[i].cell] = open[i].allowed;
    assert_true(game_rules_init(&rules, 4, 2, 2, allowed));
    assert_int_equal(rules.players, PLAYERS);
    for (unsigned cell = 0; cell < 16; cell++)
        start[cell] = given[cell];
}

/* ---- states by number ---- */

static unsigned state_number(const uint8_t *values)
{
    unsigned number = 0;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        uint64_t allowed = rules.allowed[rules.player[i]], below = (UINT64_C(1) << values[rules.player[i]]) - 1;
        number = number * (unsigned)__builtin_popcountll(allowed) + (unsigned)__builtin_popcountll(allowed & below);
    }
    return number;
}

static void state_values(unsigned number, uint8_t *values)
{
    for (uint32_t i = PLAYERS; i--;) {
        uint64_t allowed = rules.allowed[rules.player[i]];
        unsigned count = (unsigned)__builtin_popcountll(allowed), skip = number % count;
        for (number /= count; skip; skip--)
            allowed &= allowed - 1;
        values[rules.player[i]] = (uint8_t)__builtin_ctzll(allowed);
    }
}

/* ---- chi-square ---- */

/* Returns by how many standard deviations chi-square is above its mean, by Wilson and Hilferty's cube root; bins of
 * fewer than 5 expected are merged. */
static double deviation(const double *expected, const uint64_t *seen, unsigned bins)
{
    double square = 0, rest = 0, rest_seen = 0;
    unsigned used = 0;
    for (unsigned i = 0; i < bins; i++) {
        double is = (double)seen[i];
        if (expected[i] >= 5) {
            square += (is - expected[i]) * (is - expected[i]) / expected[i];
            used++;
        } else {
            rest += expected[i];
            rest_seen += is;
        }
    }
    if (rest >= 5) {
        square += (rest_seen - rest) * (rest_seen - rest) / rest;
        used++;
    } else if (rest_seen > 12 + 5 * rest) {
        return INFINITY;
    }
    double k = used - 1.0;
    return (cbrt(square / k) - (1 - 2 / (9 * k))) / sqrt(2 / (9 * k));
}

/* ---- the engines, by one interface ---- */

static struct chain chain;
static struct waiting *waiting;
static struct game_weights weights;

struct engine {
    const char *name;
    void (*begin)(uint64_t seed);
    void (*reweigh)(void);
    void (*play)(uint64_t n, uint64_t *changes);
    const uint8_t *(*values)(void);
};

static void chain_begin(uint64_t seed)
{
    assert_true(chain_init(&chain, &rules, &weights, seed, 0, start));
}
static void chain_weights(void)
{
    chain_reweigh(&chain, &weights);
}
static void chain_go(uint64_t n, uint64_t *changes)
{
    assert_true(chain_play(&chain, n, changes, NULL, NULL) == n);
}
static const uint8_t *chain_values(void)
{
    return chain.state.value;
}
static void waiting_begin(uint64_t seed)
{
    static _Alignas(64) uint8_t memory[1 << 20];
    assert_true(waiting_bytes() <= sizeof memory);
    waiting = waiting_init(memory, &rules, &weights, seed, start);
    assert_non_null(waiting);
}
static void waiting_weights(void)
{
    waiting_reweigh(waiting, &weights);
}
static void waiting_go(uint64_t n, uint64_t *changes)
{
    assert_true(waiting_play(waiting, n, changes) == n);
}
static const uint8_t *waiting_values(void)
{
    return waiting_state(waiting)->value;
}

static const struct engine engines[] = {{"chain", chain_begin, chain_weights, chain_go, chain_values},
                                        {"waiting", waiting_begin, waiting_weights, waiting_go, waiting_values}};

/* ---- the time in each state ---- */

static double occupation(const struct engine *engine, double beta, double played_beta)
{
    static double expected[STATES];
    static uint64_t seen[STATES];
    uint8_t values[16];
    double z = 0;
    uint64_t changes = 0;
    memcpy(values, start, sizeof values);
    for (unsigned s = 0; s < STATES; s++) {
        state_values(s, values);
        assert_int_equal(state_number(values), s);
        seen[s] = 0;
        z += expected[s] = exp(-beta * reference_conflicts(&rules, values));
    }
    for (unsigned s = 0; s < STATES; s++)
        expected[s] *= samples / z;
    game_weights_init(&weights, 3 * BETA_ONE); /* first with a large beta, then with the given one */
    engine->begin(1);
    engine->play(1000, &changes);
    game_weights_init(&weights, (uint32_t)(played_beta * BETA_ONE));
    engine->reweigh();
    engine->play(10000, &changes);
    for (unsigned k = 0; k < samples; k++) {
        engine->play(THIN, &changes);
        seen[state_number(engine->values())]++;
    }
    return deviation(expected, seen, STATES);
}

static void gibbs_law(void **unused)
{
    static const double betas[] = {0.3, 1.0, 1.5};
    (void)unused;
    board();
    for (unsigned e = 0; e < 2; e++)
        for (unsigned b = 0; b < betas_taken; b++) {
            double off = occupation(&engines[e], betas[b], betas[b]);
            if (off > 4)
                fail_msg("%s at beta %g: %g standard deviations from the Gibbs law", engines[e].name, betas[b], off);
            off = occupation(&engines[e], betas[b], betas[b] + 0.1);
            if (off < 6)
                fail_msg("%s at beta %g + 0.1 passes as %g: %g", engines[e].name, betas[b], betas[b], off);
        }
}

/* ---- holding times and transitions ---- */

/* Computes the probabilities that a tick changes a state. p[i][v]: probability that player i changes to value v.
 * Returns the sum. */
static double leaving(double beta, const uint8_t *values, double p[PLAYERS][4])
{
    double sum = 0;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        uint32_t cost[GAME_SIDE_MAX], cell = rules.player[i];
        double z = 0;
        reference_costs(&rules, values, cell, cost);
        for (uint32_t value = 0; value < 4; value++)
            z += rules.allowed[cell] >> value & 1 ? exp(-beta * cost[value]) : 0;
        for (uint32_t value = 0; value < 4; value++) {
            bool change = rules.allowed[cell] >> value & 1 && value != values[cell];
            sum += p[i][value] = change ? exp(-beta * cost[value]) / z / PLAYERS : 0;
        }
    }
    return sum;
}

struct stays {
    double stay, where; /* deviation() of the holding times and of the transitions */
};

/* Compares holding times and transitions of an engine, played at played_beta, with the law at beta. A geometric time T
 * with distribution F is made uniform as F(T - 1) + V (F(T) - F(T - 1)) with V uniform. */
static struct stays staying(const struct engine *engine, double beta, double played_beta)
{
    static double expected[BINS], expected_to[STATES * PLAYERS * 4];
    static uint64_t seen[BINS], seen_to[STATES * PLAYERS * 4];
    struct nash_rng rng = test_rng();
    uint64_t changes = 0;
    for (unsigned i = 0; i < BINS; i++) {
        expected[i] = (double)stays / BINS;
        seen[i] = 0;
    }
    memset(expected_to, 0, sizeof expected_to);
    memset(seen_to, 0, sizeof seen_to);
    game_weights_init(&weights, (uint32_t)(played_beta * BETA_ONE));
    engine->begin(2);
    for (unsigned k = 0; k < stays; k++) {
        uint8_t was[16];
        double p[PLAYERS][4];
        uint64_t before = changes;
        uint32_t ticks = 0;
        memcpy(was, engine->values(), sizeof was);
        for (; changes == before; ticks++)
            engine->play(1, &changes);
        assert_true(changes == before + 1);
        double q = leaving(beta, was, p), v = (double)(nash_rng_next(&rng) >> 11) * 0x1p-53;
        double uniform = 1 - pow(1 - q, (double)(ticks - 1)) * (1 - v * q);
        seen[(unsigned)fmin(uniform * BINS, BINS - 1)]++;
        unsigned base = state_number(was) * PLAYERS * 4;
        for (unsigned i = 0; i < PLAYERS; i++)
            for (unsigned value = 0; value < 4; value++) {
                uint32_t cell = rules.player[i];
                expected_to[base + i * 4 + value] += p[i][value] / q;
                seen_to[base + i * 4 + value] += engine->values()[cell] == value && was[cell] != value;
            }
    }
    return (struct stays){deviation(expected, seen, BINS), deviation(expected_to, seen_to, STATES * PLAYERS * 4)};
}

static void staying_and_going(void **unused)
{
    static const double betas[] = {0.3, 1.5, 4.0};
    (void)unused;
    board();
    for (unsigned e = 0; e < 2; e++)
        for (unsigned b = 0; b < betas_taken; b++) {
            struct stays right = staying(&engines[e], betas[b], betas[b]);
            struct stays wrong = staying(&engines[e], betas[b], betas[b] + 0.1);
            if (right.stay > 4 || right.where > 4)
                fail_msg("%s at beta %g: %g and %g standard deviations", engines[e].name, betas[b], right.stay,
                         right.where);
            if (wrong.stay < 6 && wrong.where < 6)
                fail_msg("%s at beta %g + 0.1 passes as %g: %g and %g", engines[e].name, betas[b], betas[b], wrong.stay,
                         wrong.where);
        }
}

/* The game is the same whether its ticks are played in one call or in many. */
static void calls_do_not_matter(void **unused)
{
    struct nash_rng rng = test_rng();
    (void)unused;
    board();
    game_weights_init(&weights, 2 * BETA_ONE);
    for (unsigned e = 0; e < 2; e++)
        for (unsigned round = 0; round < test_length(20, 100); round++) {
            uint8_t at_once[16];
            uint64_t changes = 0, again = 0, left = 5000;
            engines[e].begin(round);
            engines[e].play(left, &changes);
            memcpy(at_once, engines[e].values(), sizeof at_once);
            engines[e].begin(round);
            while (left) {
                uint64_t n = nash_rng_below(&rng, left < 60 ? left + 1 : 60);
                engines[e].play(n, &again);
                left -= n;
            }
            assert_true(again == changes);
            assert_memory_equal(engines[e].values(), at_once, sizeof at_once);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gibbs_law),
        cmocka_unit_test(staying_and_going),
        cmocka_unit_test(calls_do_not_matter),
    };
    samples = test_is_long() ? 50000 : 20000;
    stays = test_is_long() ? 60000 : 32000;
    betas_taken = test_length(1, 3);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
