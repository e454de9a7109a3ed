/* Expected values, the switch point and the value of information, against plain sums. */
#include "tables_random.h"

const struct nash_solver *const kind_solver = &nash_solver_imperfect;

static double naive_ev(const struct random_tables *t, const long double *weight, unsigned i)
{
    double sum = 0;
    for (unsigned h = 0; h < t->states; h++)
        sum += (double)weight[h] * naive_payoff(t, i, h);
    return sum;
}

static void test_sums(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 3);
    for (int round = 0; round < 500; round++) {
        struct random_tables t = random_tables(&rng);
        struct kind_case c = {0};
        long double posterior[STATES], uniform[STATES];
        double best = -INFINITY, informed = 0, win = 0, tie = 0;
        solve_tables(&c, &t);
        naive_posterior(&t, posterior);
        for (unsigned h = 0; h < t.states; h++) {
            double most = -INFINITY;
            uniform[h] = 1.0L / t.states;
            for (unsigned i = 0; i < t.actions; i++)
                most = fmax(most, naive_payoff(&t, i, h));
            informed += (double)posterior[h] * most;
            win += (double)posterior[h] * t.win[h];
            tie += (double)posterior[h] * t.tie[h];
        }
        for (unsigned i = 0; i < t.actions; i++) {
            double ev = naive_ev(&t, posterior, i);
            best = fmax(best, ev);
            assert_near(number_at(&c, "actions", i, "ev"), ev, 1e-9);
            assert_near(number_at(&c, "actions", i, "ev_uniform"), naive_ev(&t, uniform, i), 1e-9);
            assert_true(number_at(&c, "actions", i, "stderr") == 0);
        }
        assert_near(number_at(&c, "actions", (unsigned)(*kind_word(&c, "best") - 'A'), "ev"), best, 1e-9);
        assert_near(kind_number(&c, "evpi"), informed - best, 1e-9);
        assert_near(kind_number(&c, "p_win"), win, 1e-10);
        assert_near(kind_number(&c, "p_tie"), tie, 1e-10);
        assert_near(kind_number(&c, "p_win") + kind_number(&c, "p_tie") + kind_number(&c, "p_lose"), 1, 1e-10);
        assert_near(kind_number(&c, "ignoring/ev") + kind_number(&c, "ignoring/loss"), best, 1e-9);
        kind_free(&c);
    }
}

/* Payoffs a x + b y, for two tables of payoffs x and y, give values a EV(x) + b EV(y). */
static void test_linear(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 4);
    for (int round = 0; round < 200; round++) {
        struct random_tables x = random_tables(&rng), y = x, sum = x;
        struct kind_case of_x = {0}, of_y = {0}, of_sum = {0};
        x.method = y.method = sum.method = round % 2 ? "exact" : "monte_carlo";
        for (unsigned i = 0; i < x.actions; i++) {
            y.pays_fold[i] = random_payoff(&rng);
            sum.pays_fold[i] = 2 * x.pays_fold[i] - 3 * y.pays_fold[i];
            for (unsigned o = 0; o < 3; o++) {
                y.pays[i][o] = random_payoff(&rng);
                sum.pays[i][o] = 2 * x.pays[i][o] - 3 * y.pays[i][o];
            }
        }
        solve_tables(&of_x, &x);
        solve_tables(&of_y, &y);
        solve_tables(&of_sum, &sum);
        for (unsigned i = 0; i < x.actions; i++)
            assert_near(number_at(&of_sum, "actions", i, "ev"),
                        2 * number_at(&of_x, "actions", i, "ev") - 3 * number_at(&of_y, "actions", i, "ev"), 1e-9);
        kind_free(&of_x);
        kind_free(&of_y);
        kind_free(&of_sum);
    }
}

/* Returns the standard error of the mean payoff of action 0 over n samples, whose payoff in a state and outcome is the
 * mean over the response. */
static double naive_error(const struct random_tables *t, const long double *posterior, unsigned n)
{
    double mean = naive_ev(t, posterior, 0), square = 0;
    for (unsigned h = 0; h < t->states; h++)
        for (unsigned o = 0; o < 3; o++) {
            double chance = o == 0 ? t->win[h] : o == 1 ? t->tie[h] : fmax(0, 1 - t->win[h] - t->tie[h]);
            double fold = t->responds[0] ? t->fold[0][h] : 0;
            double off = fold * t->pays_fold[0] + (1 - fold) * t->pays[0][o] - mean;
            square += (double)posterior[h] * chance * off * off;
        }
    return sqrt(square / n);
}

/* 1,000 estimates are within 4 standard errors, and the mean square of these errors is near 1. Payoffs are from -50 to
 * 50; an error below 0.02 with 20,000 samples means that a rare event decides, whose counts are not normal: there three
 * draws more are allowed. */
static void test_samples(void **state)
{
    enum { SAMPLES = 20000 };
    struct nash_rng rng;
    double squares = 0;
    unsigned counted = 0;
    nash_rng_seed(&rng, 5);
    for (unsigned round = 0; round < 1000; round++) {
        struct random_tables t = random_tables(&rng);
        struct kind_case exact = {0}, drawn = {.run = {.seed = round}};
        long double posterior[STATES];
        naive_posterior(&t, posterior);
        double standard = naive_error(&t, posterior, SAMPLES);
        solve_tables(&exact, &t);
        t.method = "monte_carlo";
        t.samples = SAMPLES;
        solve_tables(&drawn, &t);
        double error = number_at(&drawn, "actions", 0, "ev") - number_at(&exact, "actions", 0, "ev");
        if (standard < 0.02) {
            assert_near(error, 0, 4 * standard + 3 * 100.0 / SAMPLES);
        } else {
            assert_near(error, 0, 4 * standard);
            assert_near(number_at(&drawn, "actions", 0, "stderr"), standard, 0.2 * standard);
            squares += error * error / (standard * standard);
            counted++;
        }
        assert_int_equal(kind_int(&drawn, "wins") + kind_int(&drawn, "ties") + kind_int(&drawn, "losses"), SAMPLES);
        assert_near(kind_number(&drawn, "p_win"), kind_number(&drawn, "wins") / SAMPLES, 1e-10);
        kind_free(&exact);
        kind_free(&drawn);
    }
    assert_true(counted > 500);
    assert_near(squares / counted, 1, 4 * sqrt(2.0 / counted));
}

/* Moves the posterior between the states that win and those that lose until the win probability is p. */
static unsigned naive_best_at(const struct random_tables *t, const long double *posterior, double p)
{
    double mass[3] = {0}, most = -INFINITY;
    unsigned best = 0;
    for (unsigned h = 0; h < t->states; h++) {
        mass[0] += (double)posterior[h] * t->win[h];
        mass[1] += (double)posterior[h] * t->tie[h];
        mass[2] += (double)posterior[h] * (1 - t->win[h] - t->tie[h]);
    }
    const double scale[3] = {p / mass[0], 1, (1 - mass[1] - p) / mass[2]};
    for (unsigned i = 0; i < t->actions; i++) {
        double sum = 0;
        for (unsigned h = 0; h < t->states; h++)
            for (unsigned o = 0; o < 3; o++) {
                double chance = o == 0 ? t->win[h] : o == 1 ? t->tie[h] : 1 - t->win[h] - t->tie[h];
                double fold = t->responds[i] ? t->fold[i][h] : 0;
                sum += (double)posterior[h] * chance * scale[o] * (fold * t->pays_fold[i] + (1 - fold) * t->pays[i][o]);
            }
        if (sum > most) {
            most = sum;
            best = i;
        }
    }
    return best;
}

static void test_switch(void **state)
{
    struct nash_rng rng;
    unsigned found = 0;
    nash_rng_seed(&rng, 6);
    for (int round = 0; round < 500; round++) {
        struct random_tables t = random_tables(&rng);
        struct kind_case c = {0};
        long double posterior[STATES];
        solve_tables(&c, &t);
        naive_posterior(&t, posterior);
        double win = kind_number(&c, "p_win"), tie = kind_number(&c, "p_tie"), room = 1 - tie;
        unsigned best = (unsigned)(*kind_word(&c, "best") - 'A');
        if (win < 0.01 || win > room - 0.01 || (t.actions > 1 && kind_number(&c, "margin") < 1e-6)) {
            kind_free(&c);
            continue;
        }
        bool any = !cJSON_IsNull(kind_at(&c, "switch_p"));
        double at = any ? kind_number(&c, "switch_p") : NAN, away = any ? fabs(at - win) : 1;
        for (int k = 1; k < 100; k++) {
            double p = room * k / 100;
            if (fabs(p - win) < away - 1e-9)
                assert_int_equal(naive_best_at(&t, posterior, p), best);
        }
        if (any && at > 0.001 && at < room - 0.001) {
            found++;
            assert_int_equal(naive_best_at(&t, posterior, at + (at < win ? -1e-6 : 1e-6)),
                             (unsigned)(*kind_word(&c, "switch_to") - 'A'));
        }
        kind_free(&c);
    }
    assert_true(found > 50);
}

static void test_bluff(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[{\"id\":\"value\",\"prior\":2},\"bluff\"],\"observations\":[\"bet\"],"
               "\"model\":{\"likelihood\":{\"bet\":[0.9,0.6]}},\"outcome\":{\"win\":[\"bluff\"]},\"actions\":"
               "[{\"id\":\"fold\",\"payoff\":0},{\"id\":\"call\",\"payoff_win\":150,\"payoff_lose\":-50}]}");
    assert_near(kind_number(&c, "p_win"), 0.25, 1e-10);
    assert_near(kind_number(&c, "actions/1/ev"), 0, 1e-10);
    assert_near(kind_number(&c, "switch_p"), 0.25, 1e-10);
    assert_string_equal(kind_word(&c, "method"), "exact");
    assert_string_equal(kind_word(&c, "best"), "fold");
    assert_true(kind_number(&c, "margin") == 0 && kind_number(&c, "actions/1/ev") == 0);
    kind_free(&c);
}

/* At the break-even point rounding neither chooses nor shows: priors n to 1, where a call wins n for each 1 that it
 * loses. */
static void test_break_even(void **state)
{
    for (int n = 2; n < 60; n++) {
        char text[500];
        struct kind_case c = {0};
        snprintf(text, sizeof text,
                 "{\"hidden\":[{\"id\":\"value\",\"prior\":%d},\"bluff\"],\"observations\":[\"bet\"],\"model\":"
                 "{\"likelihood\":{\"bet\":[0.7,0.7]}},\"outcome\":{\"win\":[\"bluff\"]},\"actions\":[{\"id\":\"fold\","
                 "\"payoff\":0},{\"id\":\"call\",\"payoff_win\":%d,\"payoff_lose\":-50}]}",
                 n, 50 * n);
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_string_equal(kind_word(&c, "best"), "fold");
        assert_true(kind_number(&c, "margin") == 0 && kind_number(&c, "actions/1/ev") == 0);
        assert_true(kind_number(&c, "ignoring/loss") == 0);
        assert_non_null(strstr(kind_word(&c, "explanation/1"), "fold: worth 0, the same as call"));
        kind_free(&c);
    }
}

/* A tie pays the mean of the other payoffs unless the request says otherwise. */
static void test_ties(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\",\"q\"],\"outcome\":{\"win\":[],\"tie\":[\"p\",\"q\"]},\"actions\":"
               "[{\"id\":\"x\",\"payoff_win\":10,\"payoff_lose\":-4},"
               "{\"id\":\"y\",\"payoff_win\":10,\"payoff_lose\":-4,\"payoff_tie\":5}]}");
    assert_near(kind_number(&c, "actions/0/ev"), 3, 1e-10);
    assert_near(kind_number(&c, "actions/1/ev"), 5, 1e-10);
    assert_near(kind_number(&c, "p_tie"), 1, 1e-10);
    kind_free(&c);
}

static void test_response(void **state)
{
    struct kind_case c = {0}, of_model = {0};
    static const char own[] =
        "{\"hidden\":[{\"id\":\"p\",\"prior\":3},\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{"
        "\"id\":\"raise\",\"payoff_win\":20,\"payoff_lose\":-20,\"response\":{\"fold\":[0.5,0.1],"
        "\"payoff_fold\":8}}]}";
    static const char model[] =
        "{\"hidden\":[{\"id\":\"p\",\"prior\":3},\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":"
        "[{\"id\":\"raise\",\"payoff_win\":20,\"payoff_lose\":-20}],\"model\":{\"response\":"
        "{\"raise\":{\"fold\":[0.5,0.1],\"payoff_fold\":8}}}}";
    kind_solve(&c, NASH_FORMAT_JSON, own);
    kind_solve(&of_model, NASH_FORMAT_JSON, model);
    assert_near(kind_number(&c, "actions/0/ev"), 0.75 * (0.5 * 8 + 0.5 * 20) + 0.25 * (0.1 * 8 + 0.9 * -20), 1e-10);
    assert_near(kind_number(&of_model, "actions/0/ev"), kind_number(&c, "actions/0/ev"), 0);
    assert_true(cJSON_IsNull(kind_at(&c, "margin")) && cJSON_IsNull(kind_at(&c, "switch_p")));
    kind_free(&c);
    kind_free(&of_model);
}

/* The doctor's case: a player who ignores the tests would wait. No outcome, so no chances and no switch point. */
static void test_matrix(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[{\"id\":\"healthy\",\"prior\":99},\"ill\"],\"observations\":[\"+\",\"+\"],\"model\":"
        "{\"likelihood\":{\"+\":[0.05,0.9]}},\"actions\":[{\"id\":\"wait\",\"payoff\":[0,-100]},{\"id\":\"treat\","
        "\"payoff\":[-10,-5]}]}");
    double ill = 0.81 / (0.81 + 99 * 0.0025);
    assert_near(kind_number(&c, "actions/1/ev"), -10 + 5 * ill, 1e-10);
    assert_string_equal(kind_word(&c, "best"), "treat");
    assert_string_equal(kind_word(&c, "ignoring/best"), "wait");
    assert_near(kind_number(&c, "ignoring/loss"), -10 + 5 * ill + 100 * ill, 1e-9);
    assert_near(kind_number(&c, "evpi"), 10 * (1 - ill), 1e-9);
    assert_false(kind_has(&c, "p_win") || kind_has(&c, "compare/seed"));
    assert_true(cJSON_IsNull(kind_at(&c, "switch_p")));
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),   cmocka_unit_test(test_linear),   cmocka_unit_test(test_samples),
        cmocka_unit_test(test_switch), cmocka_unit_test(test_bluff),    cmocka_unit_test(test_break_even),
        cmocka_unit_test(test_ties),   cmocka_unit_test(test_response), cmocka_unit_test(test_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
