/* Learning an opponent through the plug-in: hands as text, models that add up, and answers by a model. */
#include <math.h>
#include <stdlib.h>

#include <solvers/imperfect/equilibrium/cfr.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_imperfect;
const struct nash_solver *const kind_solver = &nash_solver_imperfect;

#define JSON                     NASH_FORMAT_JSON
#define ODD(text, pointer, word) kind_refuses(JSON, text, NASH_UNPROCESSABLE, pointer, word)

static void solve(struct kind_case *c, const char *text)
{
    *c = (struct kind_case){0};
    kind_solve(c, JSON, text);
}

/* Returns the request with the members, {"learn": {...}}, and the model of c. The caller frees it. */
static char *with_model(const struct kind_case *c, const char *request)
{
    cJSON *json = cJSON_Parse(request);
    cJSON_AddItemToObject(json, "model", cJSON_Duplicate(kind_at(c, "model"), true));
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

/* Player 2 folds queens and never bets jacks. */
#define HANDS                                                                                                          \
    "#1 1 J bet pass\\n#2 1 J pass pass shows Q\\n1 K bet bet shows Q\\n\\n1 Q pass pass shows J\\n#1 1 J bet "        \
    "pass\\nwrong\\n1 J bet"

static void test_hands(void **state)
{
    struct kind_case c, again;
    solve(&c, "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"" HANDS "\"}}");
    assert_int_equal(kind_int(&c, "learnt/hands"), 4);
    assert_int_equal(kind_int(&c, "learnt/repeated"), 1);
    assert_int_equal(kind_int(&c, "learnt/refused_count"), 2);
    assert_int_equal(kind_int(&c, "learnt/refused/0/where"), 7);
    assert_int_equal(kind_int(&c, "learnt/refused/1/where"), 8);
    assert_int_equal(kind_int(&c, "model/hands"), 4);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "model/seen")), 2);

    /* The hands with an identifier are known now; the others count again. */
    char *text = with_model(&c, "{\"learn\":{\"hands\":\"" HANDS "\"}}");
    solve(&again, text);
    assert_int_equal(kind_int(&again, "learnt/repeated"), 3);
    assert_int_equal(kind_int(&again, "model/hands"), 6);
    kind_free(&again);
    free(text);

    /* Nothing more to learn: the same model. */
    text = with_model(&c, "{\"learn\":{}}");
    solve(&again, text);
    assert_true(cJSON_Compare(kind_at(&c, "model"), kind_at(&again, "model"), true));
    assert_true(cJSON_Compare(kind_at(&c, "report"), kind_at(&again, "report"), true));
    kind_free(&again);
    free(text);

    /* Two models add up. */
    cJSON *both = cJSON_Parse("{\"learn\":{\"models\":[]}}");
    cJSON *models = cJSON_GetObjectItem(cJSON_GetObjectItem(both, "learn"), "models");
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(models, cJSON_Duplicate(kind_at(&c, "model"), true));
    text = cJSON_PrintUnformatted(both);
    solve(&again, text);
    assert_int_equal(kind_int(&again, "model/hands"), 8);
    assert_int_equal(cJSON_GetArraySize(kind_at(&again, "model/counts")),
                     cJSON_GetArraySize(kind_at(&c, "model/counts")));
    kind_free(&again);
    free(text);
    cJSON_Delete(both);
    kind_free(&c);
}

/* A response to 2,000 hands of an opponent comes near to the best response, and is safer where trust follows the data.
 */
static void test_response(void **state)
{
    char hands[2000 * 24] = "";
    size_t len = 0;
    for (int i = 0; i < 1000; i++) {
        static const char *const one[] = {"1 J bet pass\\n", "1 K bet bet shows Q\\n", "1 Q bet pass\\n",
                                          "1 K bet pass\\n"};
        len += (size_t)snprintf(hands + len, sizeof hands - len, "%s",
                                one[i % 10 == 0       ? 1
                                    : i % 10 % 3 == 0 ? 0
                                    : i % 10 % 3 == 1 ? 2
                                                      : 3]);
    }
    char *request = malloc(sizeof hands + 200);
    snprintf(request, sizeof hands + 200, "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"%s\"}}", hands);
    struct kind_case c, best, safe;
    solve(&c, request);
    free(request);
    assert_int_equal(kind_int(&c, "model/hands"), 1000);
    assert_true(kind_number(&c, "report/log_likelihood") > kind_number(&c, "report/generic_log_likelihood"));
    char *text = with_model(&c, "{\"game\":\"kuhn\",\"want\":\"exploit\",\"player\":1,\"trust\":1}");
    solve(&best, text);
    free(text);
    text = with_model(&c, "{\"game\":\"kuhn\",\"want\":\"exploit\",\"player\":1}");
    solve(&safe, text);
    assert_true(cJSON_IsTrue(kind_at(&safe, "trust_by_data")));
    assert_true(kind_number(&best, "ev") >= kind_number(&safe, "ev") - 1e-6);
    assert_true(kind_number(&best, "worst_case") <= kind_number(&safe, "worst_case") + 1e-6);
    assert_int_equal(kind_int(&safe, "hands"), 1000);
    kind_free(&best);
    kind_free(&safe);
    free(text);
    text = with_model(&c, "{\"game\":\"leduc\",\"want\":\"exploit\"}");
    ODD(text, "/model/game", "another game");
    free(text);
    text = with_model(&c, "{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":\"tight\"}");
    ODD(text, "/opponent_strategy", "one of them");
    free(text);
    kind_free(&c);
}

static void test_refusals(void **state)
{
    ODD("{\"learn\":{}}", "/learn/game", "a game is needed");
    ODD("{\"learn\":{\"hands\":\"1 J bet pass\"}}", "/learn/game", "a game is needed");
    ODD("{\"learn\":{\"models\":[]}}", "/learn/game", "a game is needed");
    ODD("{\"learn\":{\"hands\":\"\"},\"model\":{}}", "/learn/game", "a game is needed");
    ODD("{\"learn\":{\"models\":[{}]}}", "/learn/game", "a game is needed");
    ODD("{\"learn\":{\"game\":\"chess\"}}", "/learn/game", "kuhn");
    ODD("{\"learn\":{\"game\":\"liars_dice\"}}", "/learn", "50000");
    ODD("{\"learn\":{\"game\":\"kuhn\",\"x\":1}}", "/learn/x", "no such member");
    ODD("{\"learn\":{\"game\":\"kuhn\"},\"model\":{\"game\":\"leduc\"}}", "/model/game", "another game");
    ODD("{\"learn\":{\"game\":\"kuhn\"},\"model\":{\"counts\":[{\"hand\":\"3 J\"}]}}", "/model/counts/0/hand", "seat");
    kind_refuses(JSON, "{\"learn\":1}", NASH_INVALID, "/learn", "object");
    kind_refuses(JSON, "{\"learn\":{},\"game\":\"kuhn\"}", NASH_INVALID, "/game", "no such member");
}

static void test_stops(void **state)
{
    struct kind_case c = {.run = {.force_check = EQUILIBRIUM_STOP_FIT}};
    kind_solve(&c, JSON, "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"" HANDS "\"}}");
    assert_false(c.result.final);
    assert_int_equal(kind_int(&c, "model/hands"), 4); /* what was learnt is complete */
    char *text = with_model(&c, "{\"game\":\"kuhn\",\"want\":\"best_response\"}");
    kind_free(&c);
    c = (struct kind_case){.run = {.force_check = EQUILIBRIUM_STOP_FIT}};
    kind_solve(&c, JSON, text);
    assert_false(c.result.final);
    assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
    kind_free(&c);
    free(text);
}

static void test_keys(void **state)
{
    kind_keys(JSON, "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"1 J bet pass\"}}", JSON,
              "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"\\n 1  J bet pass \\n\"}}", true);
    kind_keys(JSON, "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"1 J bet pass\"}}", JSON,
              "{\"learn\":{\"game\":\"kuhn\",\"hands\":\"1 K bet pass\"}}", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hands), cmocka_unit_test(test_response),
                                       cmocka_unit_test(test_refusals), cmocka_unit_test(test_stops),
                                       cmocka_unit_test(test_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
