/* Wilson intervals, Elo differences and the SPRT against their definitions, computed with libm. */
#include <math.h>

#include <solvers/hex/match/statistics.h>

#include "../base/test.h"

static void close_to(double got, double expected, const char *what, unsigned wins, unsigned games)
{
    if (!(fabs(got - expected) <= 1e-11 * (1 + fabs(expected))))
        fail_msg("%s of %u wins in %u games is %.17g, not %.17g", what, wins, games, got, expected);
}

/* Wilson's bounds are the rates p from which the observed rate is z standard deviations of p away. They are found by
 * bisection here. */
static double wilson_bound(double rate, double n, double from, double to)
{
    for (int i = 0; i < 200; i++) {
        double p = (from + to) / 2;
        if (fabs(rate - p) > 1.959963984540054 * sqrt(p * (1 - p) / n))
            from = p;
        else
            to = p;
    }
    return from;
}

static void wilson_is_its_definition(void **state)
{
    (void)state;
    for (unsigned games = 1; games <= 120; games++)
        for (unsigned wins = 0; wins <= games; wins++) {
            struct hex_interval got = hex_wilson(wins, games);
            double rate = (double)wins / games;
            close_to(got.low, wilson_bound(rate, games, 0, rate), "the lower bound", wins, games);
            close_to(got.high, wilson_bound(rate, games, 1, rate), "the upper bound", wins, games);
        }
    struct hex_interval known = hex_wilson(40, 50); /* 80 % [67-89] */
    assert_int_equal(lround(known.low * 100), 67);
    assert_int_equal(lround(known.high * 100), 89);
}

static void elo_is_its_definition(void **state)
{
    (void)state;
    for (unsigned games = 2; games <= 1000; games += 7)
        for (unsigned wins = 1; wins < games; wins++) {
            double score = (double)wins / games, elo = hex_elo(score);
            close_to(elo, -400 * log10(1 / score - 1), "the Elo difference", wins, games);
            close_to(1 / (1 + pow(10, -elo / 400)), score, "the score", wins, games);
        }
    assert_true(hex_elo(1) > 1e300 && hex_elo(0) < -1e300);
    assert_true(hex_elo(0.5) == 0);
}

/* The likelihood ratio game by game, and the bounds of Wald. */
static void sprt_is_its_definition(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned wrong = 0, decided = 0, tests = test_length(2000, 20000);
    (void)state;
    for (unsigned n = 0; n < tests; n++) {
        struct hex_sprt test = {.elo0 = (double)nash_rng_below(&rng, 100) - 50, .alpha = 0.05, .beta = 0.1};
        test.elo1 = test.elo0 + 40 + (double)nash_rng_below(&rng, 200);
        double p0 = 1 / (1 + pow(10, -test.elo0 / 400)), p1 = 1 / (1 + pow(10, -test.elo1 / 400)), llr = 0;
        unsigned wins = 0, losses = 0;
        struct hex_sprt_state state_now = {0};
        while (state_now.decision == HEX_SPRT_CONTINUE && wins + losses < 5000) {
            bool win = nash_rng_unit(&rng) < p0;
            wins += win;
            losses += !win;
            llr += win ? log(p1 / p0) : log((1 - p1) / (1 - p0));
            state_now = hex_sprt(&test, wins, losses);
            if (fabs(state_now.llr - llr) > 1e-9 * (1 + fabs(llr)))
                fail_msg("llr %.12f, not %.12f after %u:%u", state_now.llr, llr, wins, losses);
            if (fabs(llr - log(0.9 / 0.05)) > 1e-6 && fabs(llr - log(0.1 / 0.95)) > 1e-6)
                assert_int_equal(state_now.decision, llr > log(0.9 / 0.05)   ? HEX_SPRT_ACCEPT
                                                     : llr < log(0.1 / 0.95) ? HEX_SPRT_REJECT
                                                                             : HEX_SPRT_CONTINUE);
        }
        decided += state_now.decision != HEX_SPRT_CONTINUE;
        wrong += state_now.decision == HEX_SPRT_ACCEPT;
    }
    assert_true(decided > tests * 95 / 100);
    if (wrong * 100 > tests * 7) /* alpha is 5 %; the excess over the bound makes it less */
        fail_msg("%u of %u tests accept elo1 although elo0 is true", wrong, tests);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_is_its_definition),
        cmocka_unit_test(elo_is_its_definition),
        cmocka_unit_test(sprt_is_its_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
