/* The posterior and what each observation tells. */
#include "tables_random.h"

const struct nash_solver *const kind_solver = &nash_solver_imperfect;

#define MODEL(rows) "\"model\":{\"likelihood\":{" rows "}},\"actions\":[{\"id\":\"x\",\"payoff\":1}]"

static void test_products(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (int round = 0; round < 500; round++) {
        struct random_tables t = random_tables(&rng);
        struct kind_case c = {0};
        long double expected[STATES];
        double sum = 0;
        solve_tables(&c, &t);
        naive_posterior(&t, expected);
        for (unsigned h = 0; h < t.states; h++) {
            assert_near(number_at(&c, "hidden", h, "posterior"), (double)expected[h], 1e-10);
            sum += number_at(&c, "hidden", h, "posterior");
        }
        assert_near(sum, 1, 1e-10);
        kind_free(&c);
    }
}

/* Another order of the observations changes no bit of the posterior; another order of the states permutes it. */
static void test_orders(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 2);
    for (int round = 0; round < 200; round++) {
        struct random_tables t = random_tables(&rng), shuffled = t, turned = t;
        struct kind_case one = {0}, two = {0}, three = {0};
        for (unsigned i = t.seen; i > 1; i--) {
            unsigned k = (unsigned)nash_rng_below(&rng, i), swap = shuffled.observation[k];
            shuffled.observation[k] = shuffled.observation[i - 1];
            shuffled.observation[i - 1] = swap;
        }
        for (unsigned h = 0; h < t.states; h++) {
            unsigned k = t.states - 1 - h;
            turned.prior[h] = t.prior[k];
            for (unsigned r = 0; r < t.rows; r++)
                turned.likelihood[r][h] = t.likelihood[r][k];
        }
        solve_tables(&one, &t);
        solve_tables(&two, &shuffled);
        solve_tables(&three, &turned);
        for (unsigned h = 0; h < t.states; h++) {
            double here = number_at(&one, "hidden", h, "posterior");
            assert_true(here == number_at(&two, "hidden", h, "posterior"));
            assert_near(here, number_at(&three, "hidden", t.states - 1 - h, "posterior"), 1e-10);
        }
        kind_free(&one);
        kind_free(&two);
        kind_free(&three);
    }
}

/* Products of 10,003 likelihoods near 0.01 are 10^-18,000. */
static void test_long_history(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    nash_buf_puts(&text, "{\"hidden\":[\"p\",\"q\"],\"observations\":[\"b\"");
    for (int i = 1; i < 10003; i++)
        nash_buf_puts(&text, i % 2 || i < 9 ? ",\"b\"" : ",\"a\"");
    nash_buf_puts(&text, "]," MODEL("\"a\":[0.01,0.02],\"b\":[0.02,0.01]") "}");
    kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
    /* 5,006 times b and 4,997 times a */
    assert_near(kind_number(&c, "hidden/0/posterior"), 512.0 / 513, 1e-9);
    assert_near(kind_number(&c, "observations/10002/entropy_bits"), kind_number(&c, "entropy_bits/posterior"), 1e-9);
    assert_true(kind_has(&c, "observations/10002/posterior"));
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "explanation")), 202); /* 200 lines, the rest, the decision */
    kind_free(&c);
    nash_buf_free(&text);
}

static void test_zero_prior(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[{\"id\":\"p\",\"prior\":0},{\"id\":\"q\",\"prior\":3},\"r\"],\"observations\":[\"a\"]," MODEL(
            "\"a\":[1,0.1,0.1]") "}");
    assert_true(kind_number(&c, "hidden/0/posterior") == 0);
    assert_near(kind_number(&c, "hidden/1/posterior"), 0.75, 1e-10);
    assert_near(kind_number(&c, "observations/0/told_bits"), 0, 1e-10);
    assert_false(kind_has(&c, "observations/0/towards"));
    kind_free(&c);
}

static void test_smoothing(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[\"p\",\"q\"],\"observations\":[\"a\"],\"smoothing\":0.1," MODEL("\"a\":[1,0],\"b\":[0,1]") "}");
    assert_near(kind_number(&c, "hidden/0/posterior"), 0.95, 1e-10); /* 0.9 * 1 + 0.1 / 2 against 0.05 */
    assert_false(cJSON_IsTrue(kind_at(&c, "model_contradicted")));
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\",\"q\"],\"observations\":[\"a\"],\"smoothing\":1," MODEL("\"a\":[1,0]") "}");
    assert_near(kind_number(&c, "hidden/0/posterior"), 0.5, 1e-10);
    kind_free(&c);
}

/* The second observation is impossible in the state that the first one left; so is the fourth. */
static void test_contradiction(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\",\"q\",\"r\"],\"observations\":[\"a\",\"b\",\"c\",\"b\"]," MODEL(
                   "\"a\":[0.5,0.5,0],\"b\":[0,0,0.5],\"c\":[0.1,0.3,0.1]") "}");
    assert_true(cJSON_IsTrue(kind_at(&c, "model_contradicted")));
    assert_int_equal(kind_int(&c, "contradiction/index"), 1);
    assert_string_equal(kind_word(&c, "contradiction/observation"), "b");
    assert_int_equal(kind_int(&c, "contradiction/set_aside"), 2);
    assert_near(kind_number(&c, "hidden/0/posterior"), 0.25, 1e-10);
    assert_near(kind_number(&c, "hidden/1/posterior"), 0.75, 1e-10);
    assert_true(kind_number(&c, "hidden/2/posterior") == 0);
    assert_true(kind_has(&c, "observations/1/set_aside") && kind_has(&c, "observations/3/set_aside"));
    assert_false(kind_has(&c, "observations/0/set_aside") || kind_has(&c, "observations/2/set_aside"));
    kind_free(&c);
}

/* Of four equal states an observation leaves two: one bit. The last one makes the answer less certain, yet it tells. */
static void test_bits(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\",\"q\",\"r\",\"s\"],\"observations\":[\"a\",\"b\",\"c\"]," MODEL(
                   "\"a\":[0.8,0.8,0,0],\"b\":[0.9,0.1,0,0],\"c\":[0.1,0.9,1,1]") "}");
    assert_near(kind_number(&c, "entropy_bits/prior"), 2, 1e-10);
    assert_near(kind_number(&c, "observations/0/bits_gained"), 1, 1e-10);
    assert_near(kind_number(&c, "observations/0/told_bits"), 1, 1e-10);
    assert_near(kind_number(&c, "observations/0/likelihood"), 0.4, 1e-10);
    assert_string_equal(kind_word(&c, "observations/1/towards"), "p");
    assert_string_equal(kind_word(&c, "observations/1/away_from"), "q");
    assert_near(kind_number(&c, "observations/1/posterior/0"), 0.9, 1e-10);
    double h = -(0.9 * log2(0.9) + 0.1 * log2(0.1));
    assert_near(kind_number(&c, "observations/1/entropy_bits"), h, 1e-10);
    assert_near(kind_number(&c, "observations/2/bits_gained"), h - 1, 1e-10);
    assert_near(kind_number(&c, "observations/2/told_bits"), 0.5 * log2(0.5 / 0.9) + 0.5 * log2(0.5 / 0.1), 1e-10);
    assert_non_null(strstr(kind_word(&c, "explanation/2"), "less is certain"));
    assert_non_null(strstr(kind_word(&c, "explanation/0"), "a: told 1 bits; p rose from 0.25 to 0.5"));
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),   cmocka_unit_test(test_orders),    cmocka_unit_test(test_long_history),
        cmocka_unit_test(test_zero_prior), cmocka_unit_test(test_smoothing), cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
