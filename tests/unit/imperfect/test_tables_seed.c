/* The method of the seed: its corrected formula, and each of its defects D1 to D7 reported where it matters. */
#include "tables_random.h"

const struct nash_solver *const kind_solver = &nash_solver_imperfect;

#define SEED "\"method\":\"seed\",\"samples\":40000"

/* Returns the correction of a defect, or NULL. */
static const cJSON *correction(const struct kind_case *c, const char *defect)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, kind_at(c, "corrections"))
    {
        if (strcmp(cJSON_GetObjectItemCaseSensitive(one, "defect")->valuestring, defect) == 0)
            return one;
    }
    return NULL;
}

static double correction_number(const struct kind_case *c, const char *defect, const char *name)
{
    const cJSON *one = correction(c, defect);
    if (!one || !cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(one, name)))
        fail_msg("no number %s of %s", name, defect);
    return cJSON_GetObjectItemCaseSensitive(one, name)->valuedouble;
}

/* The formula itself: a probability, from counts that add up; the printed one is above 1. */
static void test_ratio(void **state)
{
    struct kind_case c = {.run = {.seed = 1}};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[{\"id\":\"p\",\"prior\":3},\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"call\","
        "\"payoff_win\":1,\"payoff_lose\":-1},{\"id\":\"raise\",\"payoff_win\":2,\"payoff_lose\":-5}]," SEED "}");
    double wins = kind_number(&c, "wins"), losses = kind_number(&c, "losses");
    assert_near(wins + losses, 40000, 0);
    assert_near(kind_number(&c, "p_win"), wins / (wins + losses), 1e-10);
    assert_near(kind_number(&c, "p_win"), 0.75, 4 * sqrt(0.75 * 0.25 / 40000));
    assert_near(kind_number(&c, "p_win") + kind_number(&c, "p_lose"), 1, 1e-10);
    assert_near(correction_number(&c, "D1", "literal"), wins / losses, 1e-10);
    assert_true(correction_number(&c, "D1", "literal") > 1);
    assert_near(correction_number(&c, "D1", "corrected"), kind_number(&c, "p_win"), 0);
    assert_near(kind_number(&c, "actions/1/ev"), 7 * kind_number(&c, "p_win") - 5, 1e-9);
    assert_near(kind_number(&c, "actions/1/stderr"), 7 * sqrt(0.75 * 0.25 / 40000), 2e-4);
    assert_string_equal(kind_word(&c, "best"), "call");
    kind_free(&c);
}

static void test_ratio_of_nothing(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"call\",\"payoff_win\":1,"
               "\"payoff_lose\":-1}]," SEED "}");
    assert_true(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(correction(&c, "D1"), "literal")));
    assert_near(kind_number(&c, "p_win"), 1, 0);
    assert_false(kind_has(&c, "compare/literal"));
    kind_free(&c);
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[\"p\"],\"outcome\":{\"win\":[],\"tie\":[\"p\"]},\"actions\":[{\"id\":\"call\",\"payoff_win\":1,"
        "\"payoff_lose\":-1}]," SEED "}");
    assert_near(kind_number(&c, "p_win"), 0.5, 0);
    assert_true(cJSON_IsNull(kind_at(&c, "actions/0/stderr")));
    kind_free(&c);
}

/* A prior of 1 to 9 turns the decision that equal priors give. */
static void test_prior(void **state)
{
    struct kind_case c = {0};
    static const char format[] =
        "{\"hidden\":[{\"id\":\"p\",\"prior\":%d},{\"id\":\"q\",\"prior\":1}],\"outcome\":{\"win\":[\"q\"]},"
        "\"actions\":"
        "[{\"id\":\"fold\",\"payoff\":0},{\"id\":\"call\",\"payoff_win\":3,\"payoff_lose\":-1}]," SEED "}";
    char text[400];
    snprintf(text, sizeof text, format, 9);
    kind_solve(&c, NASH_FORMAT_JSON, text);
    assert_near(correction_number(&c, "D2", "literal"), 0.5, 1e-10);
    assert_near(correction_number(&c, "D2", "corrected"), 0.1, 0.01);
    assert_string_equal(kind_word(&c, "best"), "fold");
    assert_string_equal(kind_word(&c, "compare/literal/best"), "call");
    kind_free(&c);
    snprintf(text, sizeof text, format, 1);
    kind_solve(&c, NASH_FORMAT_JSON, text);
    assert_null(correction(&c, "D2"));
    kind_free(&c);
}

/* A product of zeroes, one that underflows, and one that does not. */
static void test_zeroes(void **state)
{
    static const struct {
        const char *row;
        unsigned count;
        bool reported, contradicted;
    } cases[] = {{"[0,0]", 1, true, true}, {"[0.1,0.2]", 600, true, false}, {"[0.1,0.2]", 100, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        struct kind_case c = {0};
        nash_buf_printf(&text,
                        "{\"hidden\":[\"p\",\"q\"],\"model\":{\"likelihood\":{\"a\":%s}},\"outcome\":{\"win\":[\"p\"]},"
                        "\"actions\":[{\"id\":\"x\",\"payoff_win\":3,\"payoff_lose\":-1}]," SEED
                        ",\"observations\":[\"a\"",
                        cases[i].row);
        for (unsigned k = 1; k < cases[i].count; k++)
            nash_buf_puts(&text, ",\"a\"");
        nash_buf_puts(&text, "]}");
        kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&text));
        assert_int_equal(correction(&c, "D3") != NULL, cases[i].reported);
        assert_int_equal(cJSON_IsTrue(kind_at(&c, "model_contradicted")), cases[i].contradicted);
        kind_free(&c);
        nash_buf_free(&text);
    }
}

/* Half of the draws are ties, which pay 5 and which the seed's value leaves out. */
static void test_no_ties(void **state)
{
    struct kind_case c = {.run = {.seed = 4}};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[{\"id\":\"p\",\"prior\":1},{\"id\":\"q\",\"prior\":2},{\"id\":\"r\",\"prior\":1}],\"outcome\":"
        "{\"win\":[\"p\"],\"tie\":[\"q\"]},\"actions\":[{\"id\":\"x\",\"payoff_win\":1,\"payoff_tie\":5,"
        "\"payoff_lose\":-1},{\"id\":\"y\",\"payoff\":1}]," SEED "}");
    assert_near(correction_number(&c, "D4", "corrected"), 0.5, 0.02);
    assert_near(kind_number(&c, "p_tie"), 0, 0);
    assert_near(kind_number(&c, "actions/0/ev"), 0, 0.05);
    assert_string_equal(kind_word(&c, "compare/seed/best"), "y");
    assert_string_equal(kind_word(&c, "compare/exact/best"), "x");
    assert_near(kind_number(&c, "compare/exact/ev"), 2.5, 1e-10);
    assert_near(kind_number(&c, "compare/seed/ev"), 1, 1e-10);
    kind_free(&c);
}

/* The opponent folds all bluffs to a raise: the exact method raises, the seed calls. */
static void test_no_response(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"hidden\":[\"p\",\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"call\",\"payoff_win\":4,"
               "\"payoff_lose\":-1},{\"id\":\"raise\",\"payoff_win\":5,\"payoff_lose\":-3,\"response\":{\"fold\":[0,1],"
               "\"payoff_fold\":3}}]," SEED "}");
    assert_near(correction_number(&c, "D5", "literal"), 1, 0.05);
    assert_near(correction_number(&c, "D5", "corrected"), 4, 1e-10);
    assert_string_equal(kind_word(&c, "best"), "call");
    assert_string_equal(kind_word(&c, "compare/exact/best"), "raise");
    assert_near(kind_number(&c, "compare/seed/ev"), 1.5, 1e-10);
    kind_free(&c);
}

/* The choice may pay -9 where another action never loses; D6 is silent where the choice is the safest. */
static void test_no_safety(void **state)
{
    struct kind_case c = {0};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[{\"id\":\"p\",\"prior\":9},\"q\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"fold\","
        "\"payoff\":0},{\"id\":\"call\",\"payoff_win\":4,\"payoff_lose\":-9}]," SEED "}");
    assert_near(correction_number(&c, "D6", "literal"), -9, 0);
    assert_near(correction_number(&c, "D6", "corrected"), 0, 0);
    kind_free(&c);
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[\"p\",{\"id\":\"q\",\"prior\":9}],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"fold\","
        "\"payoff\":0},{\"id\":\"call\",\"payoff_win\":4,\"payoff_lose\":-9}]," SEED "}");
    assert_null(correction(&c, "D6"));
    kind_free(&c);
}

/* Samples are not needed: the exact value stands beside the sampled one. */
static void test_sampled(void **state)
{
    struct kind_case c = {.run = {.seed = 7}};
    kind_solve(
        &c, NASH_FORMAT_JSON,
        "{\"hidden\":[\"p\",\"q\",\"r\"],\"outcome\":{\"win\":[\"p\"]},\"actions\":[{\"id\":\"x\",\"payoff_win\":6,"
        "\"payoff_lose\":0}]," SEED "}");
    assert_near(correction_number(&c, "D7", "corrected"), 2, 1e-10);
    assert_near(correction_number(&c, "D7", "literal"), kind_number(&c, "actions/0/ev"), 0);
    assert_true(correction_number(&c, "D7", "literal") != 2);
    assert_near(correction_number(&c, "D7", "literal"), 2, 4 * kind_number(&c, "actions/0/stderr"));
    kind_free(&c);
}

/* On random problems: p_win is a probability, and no way to decide is worth more than the exact one. */
static void test_compare(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 8);
    unsigned better = 0;
    for (unsigned round = 0; round < 300; round++) {
        struct random_tables t = random_tables(&rng);
        struct kind_case c = {.run = {.seed = round}};
        t.method = "seed";
        solve_tables(&c, &t);
        assert_true(kind_number(&c, "p_win") >= 0 && kind_number(&c, "p_win") <= 1);
        assert_int_equal(kind_int(&c, "wins") + kind_int(&c, "ties") + kind_int(&c, "losses"), 1000);
        double exact = kind_number(&c, "compare/exact/ev");
        for (unsigned way = 0; way < 4; way++) {
            char path[32];
            snprintf(path, sizeof path, "compare/%s/ev", (const char *[]){"literal", "seed", "uniform", "prior"}[way]);
            if (kind_has(&c, path))
                assert_true(kind_number(&c, path) <= exact + 1e-9);
        }
        better += kind_number(&c, "compare/seed/ev") < exact - 1e-9;
        kind_free(&c);
    }
    assert_true(better > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio),     cmocka_unit_test(test_ratio_of_nothing), cmocka_unit_test(test_prior),
        cmocka_unit_test(test_zeroes),    cmocka_unit_test(test_no_ties),          cmocka_unit_test(test_no_response),
        cmocka_unit_test(test_no_safety), cmocka_unit_test(test_sampled),          cmocka_unit_test(test_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
