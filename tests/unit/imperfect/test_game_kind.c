/* Games through the plug-in: values that are known, what is asked, what is refused, keys and stops. */
#include <math.h>
#include <stdlib.h>

#include <solvers/imperfect/games/efg_write.h>
#include <solvers/imperfect/games/form.h>
#include <solvers/imperfect/games/problem.h>
#include <solvers/imperfect/games/styles.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_imperfect;
const struct nash_solver *const kind_solver = &nash_solver_imperfect;

#define JSON                     NASH_FORMAT_JSON
#define TEXT                     NASH_FORMAT_TEXT
#define ODD(text, pointer, word) kind_refuses(JSON, text, NASH_UNPROCESSABLE, pointer, word)
#define BAD(text, pointer, word) kind_refuses(JSON, text, NASH_INVALID, pointer, word)

static void solve(struct kind_case *c, const char *text)
{
    *c = (struct kind_case){0};
    kind_solve(c, JSON, text);
}

/* Returns the probability of an action at an infoset in the list of the result. */
static double action_of(const struct kind_case *c, const char *infoset, const char *action)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, kind_at(c, "strategy"))
    {
        if (strcmp(cJSON_GetObjectItem(item, "infoset")->valuestring, infoset) == 0)
            return cJSON_GetObjectItem(cJSON_GetObjectItem(item, "actions"), action)->valuedouble;
    }
    fail_msg("no infoset %s", infoset);
    return NAN;
}

static void near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%.12g is not %.12g within %g", value, expected, within);
}

/* Kuhn (1950): player 1 bets J with alpha <= 1/3, K with 3 alpha, calls with Q at 1/3 + alpha; player 2 has one
 * equilibrium strategy. */
static void check_kuhn(const struct kind_case *c, double within)
{
    near(kind_number(c, "value/0"), -1.0 / 18, within);
    near(kind_number(c, "value/1"), 1.0 / 18, within);
    double alpha = action_of(c, "J", "bet");
    assert_true(alpha >= -within && alpha <= 1.0 / 3 + within);
    near(action_of(c, "K", "bet"), 3 * alpha, 30 * within);
    near(action_of(c, "Q:pb", "bet"), 1.0 / 3 + alpha, 30 * within);
    near(action_of(c, "J:p", "bet"), 1.0 / 3, 30 * within);
    near(action_of(c, "Q:b", "bet"), 1.0 / 3, 30 * within);
    near(action_of(c, "K:b", "bet"), 1, 30 * within);
    near(action_of(c, "J:b", "bet"), 0, 30 * within);
}

static void test_kuhn(void **state)
{
    static const char *const algorithms[] = {"cfr", "cfr+", "dcfr", "pcfr+", "pdcfr+"};
    struct kind_case c;
    char text[200];
    solve(&c, "{\"game\":\"kuhn\"}");
    check_kuhn(&c, 1e-12);
    assert_string_equal(kind_word(&c, "method"), "normal_form");
    assert_string_equal(kind_word(&c, "value_exact/0"), "-1/18");
    assert_string_equal(kind_word(&c, "summary"), "Kuhn poker: value -0.0555556 0.0555556, exploitability 0");
    assert_int_equal(kind_int(&c, "infosets_count"), 12);
    kind_free(&c);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        snprintf(text, sizeof text, "{\"game\":\"kuhn\",\"algorithm\":\"%s\",\"target\":1e-5}", algorithms[i]);
        solve(&c, text);
        check_kuhn(&c, 1e-3);
        assert_true(kind_number(&c, "exploitability") <= 1e-5);
        if (i)
            assert_string_equal(kind_word(&c, "method"), algorithms[i]);
        kind_free(&c);
    }
}

static void test_leduc(void **state)
{
    struct kind_case c;
    solve(&c, "{\"game\":\"leduc\"}");
    near(kind_number(&c, "value/0"), -0.085606, 1e-6);
    assert_true(kind_number(&c, "exploitability") <= 1e-6);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "strategy")), 288);
    const cJSON *curve = kind_at(&c, "curve");
    assert_true(cJSON_GetArraySize(curve) > 20 && cJSON_GetArraySize(curve) <= CFR_CURVE_MAX);
    kind_free(&c);
}

/* The list of a large game has the infosets that are reached most. */
static void test_liars_dice(void **state)
{
    struct kind_case c;
    solve(&c, "{\"game\":\"liars_dice\",\"iterations\":300}");
    assert_true(kind_number(&c, "exploitability") < 0.005);
    near(kind_number(&c, "value/0"), -0.0271, 0.002);
    assert_true(cJSON_GetArraySize(kind_at(&c, "strategy")) <= 5000);
    assert_false(cJSON_IsTrue(kind_at(&c, "strategy_complete")));
    kind_free(&c);
}

/* ---- .efg ---- */

static char *write_game(unsigned game)
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct nash_error error;
    struct nash_buf text = NASH_BUF_INIT(16 << 20);
    struct game_tree *tree = game_builtin(game, arena, &error);
    assert_true(efg_write(tree, &text, arena));
    char *copy = strdup(nash_buf_cstr(&text));
    nash_buf_free(&text);
    nash_arena_free(arena);
    return copy;
}

static char *as_member(const char *efg, const char *more)
{
    cJSON *request = cJSON_Parse(more);
    cJSON_AddStringToObject(request, "efg", efg);
    char *text = cJSON_PrintUnformatted(request);
    cJSON_Delete(request);
    return text;
}

static void test_efg(void **state)
{
    struct kind_case c = {0};
    char *efg = write_game(1), *member = as_member(efg, "{}");
    kind_solve(&c, TEXT, efg);
    near(kind_number(&c, "value/0"), -0.085606, 1e-6);
    kind_free(&c);
    kind_keys(TEXT, efg, JSON, member, true);
    free(member);
    member = as_member(efg, "{\"target\":0.1}");
    kind_keys(TEXT, efg, JSON, member, false);
    free(member);
    member = as_member("EFG 2 R \"x\" { \"A\" }\nq", "{}");
    ODD(member, "/efg", "line 2: expected a node");
    free(member);
    free(efg);
    kind_refuses(TEXT, "hello", NASH_INVALID, "", "EFG 2 R");
}

static void test_export(void **state)
{
    static const char *const games[] = {"kuhn", "leduc"};
    for (unsigned game = 0; game < 2; game++) {
        struct kind_case c;
        char text[80], *efg = write_game(game);
        snprintf(text, sizeof text, "{\"game\":\"%s\",\"want\":\"export\"}", games[game]);
        solve(&c, text);
        assert_string_equal(kind_word(&c, "efg"), efg);
        kind_keys(TEXT, kind_word(&c, "efg"), TEXT, efg, true);
        kind_free(&c);
        free(efg);
    }
}

/* Files by others: Gambit's and OpenSpiel's. */
static void test_shared(void **state)
{
    static const struct {
        const char *name;
        double value;
    } files[] = {{"kuhn_poker", -1.0 / 18}, {"kuhn_poker_with_raise", -1.0 / 18}, {"leduc_poker", -0.085606}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[300];
        snprintf(path, sizeof path, SHARED_DIR "/data/imperfect/efg/%s.efg", files[i].name);
        FILE *file = fopen(path, "rb");
        if (!file) {
            print_message("skipped: %s is not in the shared data\n", files[i].name);
            continue;
        }
        char *text = calloc(1, 1 << 20);
        assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
        fclose(file);
        struct kind_case c = {0};
        kind_solve(&c, TEXT, text);
        near(kind_number(&c, "value/0"), files[i].value, 1e-6);
        kind_free(&c);
        free(text);
    }
}

/* ---- perfect information, one player, several players ---- */

#define END(x, y, z) "{\"payoff\":[" #x "," #y "," #z "]}"

static void test_backward(void **state)
{
    /* Three players in turn; the first foresees that the last prefers 4. */
    static const char text[] =
        "{\"game\":{\"players\":[\"A\",\"B\",\"C\"],\"root\":{\"player\":1,\"actions\":{\"x\":{\"player\":2,"
        "\"actions\":{"
        "\"x\":{\"player\":\"C\",\"actions\":{\"x\":" END(9, 9, 3) ",\"y\":" END(0, 5, 4) "}},\"y\":" END(
            5, 4, 0) "}},\"y\":{\"chance\":[{\"p\":0.5,\"node\":" END(3, 0,
                                                                      0) "},{\"p\":0.5,\"node\":" END(0, 1,
                                                                                                      7) "}]}}}}}";
    struct kind_case c;
    solve(&c, text);
    assert_string_equal(kind_word(&c, "method"), "backward_induction");
    near(kind_number(&c, "value/0"), 1.5, 0);
    near(kind_number(&c, "value/1"), 0.5, 0);
    near(kind_number(&c, "value/2"), 3.5, 0);
    assert_true(cJSON_IsTrue(kind_at(&c, "perfect_information")));
    near(action_of(&c, "3:3", "y"), 1, 0);
    kind_free(&c);
}

static void test_one_player(void **state)
{
    /* The player cannot tell the states apart: the safe bet is best. */
    struct kind_case c;
    solve(&c, "{\"game\":{\"players\":[\"A\"],\"root\":{\"chance\":["
              "{\"p\":\"1/"
              "2\",\"node\":{\"player\":1,\"infoset\":\"?\",\"actions\":{\"risk\":{\"payoff\":[3]},\"safe\":{"
              "\"payoff\":[1]}}}},"
              "{\"p\":\"1/"
              "2\",\"node\":{\"player\":1,\"infoset\":\"?\",\"actions\":{\"risk\":{\"payoff\":[-2]},\"safe\":{"
              "\"payoff\":[1]}}}}]}}}");
    near(kind_number(&c, "value/0"), 1, 0);
    assert_string_equal(kind_word(&c, "method"), "best_response");
    kind_free(&c);
}

/* Games in which nobody decides anything. */
static void test_no_decisions(void **state)
{
    struct kind_case c;
    solve(&c, "{\"game\":{\"players\":[\"A\",\"B\"],\"root\":{\"payoff\":[1,2]}}}");
    near(kind_number(&c, "value/1"), 2, 0);
    kind_free(&c);
    solve(&c,
          "{\"game\":{\"players\":[\"A\",\"B\"],\"root\":{\"chance\":[{\"p\":0.25,\"node\":{\"payoff\":[4,-4]}},"
          "{\"p\":0.75,\"node\":{\"payoff\":[0,0]}}]}},\"want\":\"exploit\",\"opponent_strategy\":{},\"trust\":0.5}");
    near(kind_number(&c, "seats/0/ev"), 1, 1e-12);
    kind_free(&c);
}

/* Matching pennies with a third player who guesses too: imperfect information. */
#define PENNY(name, x, y) "{\"player\":3,\"infoset\":\"c\",\"actions\":{\"h\":" x ",\"t\":" y "}}"
#define PENNIES                                                                                                        \
    "{\"players\":[\"A\",\"B\",\"C\"],\"root\":{\"player\":1,\"infoset\":\"a\",\"actions\":{"                          \
    "\"h\":{\"player\":2,\"infoset\":\"b\",\"actions\":{\"h\":" PENNY(                                                 \
        "c", END(1, -1, 1),                                                                                            \
        END(1, -1, 0)) ",\"t\":" PENNY("c", END(-1, 1, 1),                                                             \
                                       END(-1, 1,                                                                      \
                                           0)) "}},"                                                                   \
                                               "\"t\":{\"player\":2,\"infoset\":\"b\",\"actions\":{\"h\":" PENNY(      \
                                                   "c", END(-1, 1, 0),                                                 \
                                                   END(-1, 1, 1)) ",\"t\":" PENNY("c", END(1, -1, 0),                  \
                                                                                  END(1, -1, 1)) "}}}}}"

static void test_three_players(void **state)
{
    struct kind_case c;
    ODD("{\"game\":" PENNIES "}", "", "best_response or evaluate");
    solve(&c, "{\"game\":" PENNIES
              ",\"want\":\"best_response\",\"player\":\"C\",\"opponent_strategy\":{\"a\":{\"h\":0.75,\"t\":0.25}}}");
    near(kind_number(&c, "value"), 0.75, 1e-12);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "strategy")), 1);
    kind_free(&c);
    solve(&c, "{\"game\":" PENNIES ",\"want\":\"evaluate\",\"strategy\":{\"a\":[0.75,0.25],\"b\":[1,0]}}");
    near(kind_number(&c, "seats/0/ev"), 0.5, 1e-12);
    near(kind_number(&c, "seats/1/best_response_ev"), 0.5, 1e-12);
    near(kind_number(&c, "nash_gap"), 1, 1e-12);
    near(kind_number(&c, "exploitability"), (0.5 + 1 + 0.25) / 3, 1e-12);
    kind_free(&c);
}

/* A game whose payoffs do not sum to a constant: one equilibrium of the battle of the sexes, exactly. */
static void test_general_sum(void **state)
{
    struct kind_case c;
    solve(&c,
          "{\"game\":{\"players\":[\"A\",\"B\"],\"root\":{\"player\":1,\"infoset\":\"a\",\"actions\":{"
          "\"x\":{\"player\":2,\"infoset\":\"b\",\"actions\":{\"x\":{\"payoff\":[3,2]},\"y\":{\"payoff\":[0,0]}}},"
          "\"y\":{\"player\":2,\"infoset\":\"b\",\"actions\":{\"x\":{\"payoff\":[0,0]},\"y\":{\"payoff\":[2,3]}}}}}}}");
    assert_string_equal(kind_word(&c, "method"), "normal_form");
    near(kind_number(&c, "exploitability"), 0, 0);
    kind_free(&c);
}

/* ---- evaluate, exploit ---- */

static void test_evaluate(void **state)
{
    struct kind_case c;
    solve(&c, "{\"game\":\"kuhn\",\"want\":\"evaluate\",\"strategy\":\"uniform\"}");
    near(kind_number(&c, "seats/0/ev"), 0.125, 1e-12);
    near(kind_number(&c, "seats/0/best_response_ev"), 0.5, 1e-12);
    near(kind_number(&c, "seats/1/best_response_ev"), 5.0 / 12, 1e-12);
    near(kind_number(&c, "exploitability"), 11.0 / 24, 1e-12);
    near(kind_number(&c, "game_value/0"), -1.0 / 18, 1e-5);
    kind_free(&c);

    /* An equilibrium strategy against itself: nothing is lost, and the worst case is the value. */
    solve(&c, "{\"game\":\"kuhn\"}");
    cJSON *request = cJSON_Parse("{\"game\":\"kuhn\",\"want\":\"evaluate\",\"player\":1}");
    cJSON *list = cJSON_AddArrayToObject(request, "strategy"), *item;
    cJSON_ArrayForEach(item, kind_at(&c, "strategy"))
    {
        if (strcmp(cJSON_GetObjectItem(item, "player")->valuestring, "1") == 0)
            cJSON_AddItemToArray(list, cJSON_Duplicate(item, true));
    }
    char *text = cJSON_PrintUnformatted(request);
    kind_free(&c);
    solve(&c, text);
    near(kind_number(&c, "worst_case"), -1.0 / 18, 1e-9);
    assert_false(kind_has(&c, "ev"));
    assert_string_equal(kind_word(&c, "seats/0/player"), "1");
    kind_free(&c);
    free(text);
    cJSON_Delete(request);
}

static void test_captured(void **state)
{
    struct kind_case c;
    solve(&c, "{\"game\":\"leduc\",\"want\":\"best_response\",\"opponent_strategy\":\"maniac\"}");
    double best = kind_number(&c, "value");
    kind_free(&c);
    solve(&c, "{\"game\":\"leduc\",\"want\":\"evaluate\",\"strategy\":\"station\",\"opponent_strategy\":\"maniac\"}");
    near(kind_number(&c, "best_response_ev"), best, 1e-12);
    double ev = kind_number(&c, "ev"), safe = kind_number(&c, "equilibrium_ev");
    near(kind_number(&c, "captured"), (ev - safe) / (best - safe), 1e-9);
    near(kind_number(&c, "share_of_best"), ev / best, 1e-9);
    assert_true(kind_number(&c, "worst_case") <= ev && safe < best);
    kind_free(&c);
}

/* Trust trades safety for gain: both change in one direction, between the equilibrium and the best response. */
static void test_trust(void **state)
{
    for (unsigned style = 0; game_style_names[style]; style++) {
        double last_ev = -INFINITY, last_worst = INFINITY;
        for (int trust = 0; trust <= 4; trust++) {
            struct kind_case c;
            char text[200];
            snprintf(
                text, sizeof text,
                "{\"game\":\"leduc\",\"want\":\"exploit\",\"opponent_strategy\":\"%s\",\"trust\":%g,\"target\":1e-4}",
                game_style_names[style], trust / 4.0);
            solve(&c, text);
            double ev = kind_number(&c, "ev"), worst = kind_number(&c, "worst_case");
            assert_true(ev >= last_ev - 1e-3 && worst <= last_worst + 1e-3);
            near(kind_number(&c, "comparison/0/worst_case"), 0, 1e-3);
            assert_true(ev <= kind_number(&c, "comparison/1/ev") + 1e-9);
            if (trust == 4)
                near(ev, kind_number(&c, "best_response_ev"), 1e-12);
            last_ev = ev;
            last_worst = worst;
            kind_free(&c);
        }
    }
}

/* ---- refusals, keys, stops ---- */

static void test_refusals(void **state)
{
    BAD("{\"game\":\"chess\"}", "/game", "kuhn");
    BAD("{\"game\":3}", "/game", "name of a game");
    BAD("{\"game\":\"kuhn\",\"efg\":\"\"}", "/efg", "no such member");
    BAD("{\"game\":\"kuhn\",\"want\":\"win\"}", "/want", "solve");
    BAD("{\"game\":\"kuhn\",\"iterations\":0}", "/iterations", "1");
    BAD("{\"game\":\"kuhn\",\"target\":-1}", "/target", "0");
    BAD("{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":\"tight\",\"trust\":1.5}", "/trust", "1");
    BAD("{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":\"brave\"}", "/opponent_strategy", "style");
    BAD("{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":7}", "/opponent_strategy",
        "expected a strategy");
    ODD("{\"game\":\"liars_dice\",\"want\":\"best_response\",\"opponent_strategy\":\"tight\"}", "/opponent_strategy",
        "kuhn");
    ODD("{\"game\":\"kuhn\",\"trust\":0.5}", "/trust", "no meaning");
    ODD("{\"game\":\"kuhn\",\"want\":\"evaluate\"}", "", "\"strategy\" is needed");
    ODD("{\"game\":\"kuhn\",\"want\":\"exploit\"}", "", "\"opponent_strategy\" is needed");
    ODD("{\"game\":\"kuhn\",\"want\":\"best_response\",\"player\":3,\"opponent_strategy\":{}}", "/player",
        "not a player");
    ODD("{\"game\":\"kuhn\",\"want\":\"best_response\",\"player\":\"x\",\"opponent_strategy\":{}}", "/player",
        "not a player");
    ODD("{\"game\":\"kuhn\",\"algorithm\":\"backward_induction\"}", "/algorithm", "perfect information");
    ODD("{\"game\":\"leduc\",\"algorithm\":\"normal_form\"}", "/algorithm", "400");
    ODD("{\"game\":" PENNIES ",\"algorithm\":\"cfr+\"}", "/algorithm", "two players");
    ODD("{\"game\":" PENNIES ",\"want\":\"exploit\",\"opponent_strategy\":{}}", "/want", "two players");
    ODD("{\"game\":" PENNIES ",\"want\":\"evaluate\",\"player\":1,\"strategy\":{}}", "/opponent_strategy", "needed");
}

#define AGAINST(json) "{\"game\":\"kuhn\",\"want\":\"best_response\",\"player\":1,\"opponent_strategy\":" json "}"

static void test_strategies(void **state)
{
    ODD(AGAINST("{\"X\":[1,0]}"), "/opponent_strategy/X", "no infoset \"X\"");
    ODD(AGAINST("{\"J\":[1,0]}"), "/opponent_strategy/J", "belongs to player 1");
    ODD(AGAINST("{\"J:b\":[1]}"), "/opponent_strategy/J:b", "expected 2 probabilities");
    ODD(AGAINST("{\"J:b\":[0.5,0.4]}"), "/opponent_strategy/J:b", "sum to 1");
    ODD(AGAINST("{\"J:b\":{\"fold\":1}}"), "/opponent_strategy/J:b/fold", "no such action");
    ODD(AGAINST("{\"J:b\":{}}"), "/opponent_strategy/J:b", "sum to 1");
    ODD(AGAINST("{\"J:b\":[2,-1]}"), "/opponent_strategy/J:b/0", "from 0 to 1");
    BAD(AGAINST("{\"J:b\":[\"x\",1]}"), "/opponent_strategy/J:b/0", "number");
    BAD(AGAINST("{\"J:b\":1}"), "/opponent_strategy/J:b", "expected {action");
    BAD(AGAINST("[{\"infoset\":\"J:b\"}]"), "/opponent_strategy/0", "actions");
    BAD(AGAINST("[1]"), "/opponent_strategy/0", "object");
    ODD(AGAINST("[{\"infoset\":\"J:b\",\"actions\":[1,0]},{\"infoset\":\"J:b\",\"actions\":[1,0]}]"),
        "/opponent_strategy/1/infoset", "twice");
    kind_keys(JSON, AGAINST("{\"J:b\":[\"1/3\",\"2/3\"]}"), JSON,
              AGAINST("[{\"infoset\":\"J:b\",\"actions\":{\"bet\":\"2/3\",\"pass\":\"1/3\"}}]"), true);
    kind_keys(JSON, AGAINST("{\"J:b\":[1,0]}"), JSON, AGAINST("{\"J:b\":{\"pass\":1}}"), true);
    kind_keys(JSON, AGAINST("{\"J:b\":[1,0]}"), JSON,
              AGAINST("[{\"infoset\":\"J:b\",\"actions\":[1,0]},{\"infoset\":\"J\",\"actions\":[1,0]}]"), true);
    kind_keys(JSON, AGAINST("{}"), JSON, AGAINST("\"uniform\""), true);
    kind_keys(JSON, AGAINST("{\"J:b\":[1,0]}"), JSON, AGAINST("{\"J:b\":[0,1]}"), false);
    kind_keys(JSON, "{\"game\":\"kuhn\"}", JSON, "{\"game\":\"leduc\"}", false);
    kind_keys(JSON, "{\"game\":\"kuhn\"}", JSON, "{\"game\":\"kuhn\",\"algorithm\":\"cfr+\"}", false);
}

static void test_stops(void **state)
{
    static const _Atomic int cancel = 1;
    struct kind_case c = {.run = {.force_check = EQUILIBRIUM_STOP_CFR}};
    kind_solve(&c, JSON, "{\"game\":\"leduc\"}");
    assert_false(c.result.final);
    assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
    kind_free(&c);
    c = (struct kind_case){.run = {.cancel = &cancel}};
    kind_solve(&c, JSON, "{\"game\":\"leduc\",\"want\":\"exploit\",\"opponent_strategy\":\"tight\",\"trust\":0.5}");
    assert_false(c.result.final);
    kind_free(&c);
    c = (struct kind_case){.run = {.force_check = EQUILIBRIUM_STOP_STRATEGIES}};
    assert_int_equal(kind_parse(&c, JSON, "{\"game\":\"kuhn\"}"), NASH_OK);
    c.run.arena = c.arena;
    assert_int_equal(kind_solver->solve(c.problem, &c.run, &c.result, &c.error), NASH_STOPPED);
    kind_free(&c);
}

/* With an arena of any size a request is answered, or refused for lack of memory. */
static void test_memory(void **state)
{
    static const char *const requests[] = {
        "{\"game\":\"kuhn\",\"algorithm\":\"cfr+\",\"iterations\":5}", "{\"game\":\"kuhn\"}",
        ("{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":{\"Q:b\":[1,0]},"
         "\"trust\":0.5,\"iterations\":5}"),
        "{\"game\":\"kuhn\",\"want\":\"evaluate\",\"strategy\":\"tight\",\"iterations\":5}"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        unsigned solved = 0, refused = 0;
        for (size_t size = 1000; size < 2000000; size += size / 8) {
            struct nash_arena *arena = nash_arena_new(size);
            struct nash_json doc = {0};
            struct nash_error error = {0};
            struct nash_run run = {.arena = arena};
            struct nash_result result = {0};
            void *p = NULL;
            enum nash_status status = nash_json_parse(&doc, requests[i], strlen(requests[i]), arena, &error);
            if (status == NASH_OK)
                status = kind_solver->parse(&doc, arena, &p, &error);
            if (status == NASH_OK)
                status = kind_solver->solve(p, &run, &result, &error);
            if (status == NASH_OK)
                assert_int_equal(kind_solver->verify(p, &result, &error), NASH_OK);
            else
                assert_int_equal(status, NASH_NOMEM);
            *(status == NASH_OK ? &solved : &refused) += 1;
            nash_json_free(&doc);
            nash_arena_free(arena);
        }
        assert_true(solved > 3 && refused > 3);
    }
}

/* An answer with a wrong number or strategy is refused. */
static void test_verify(void **state)
{
    for (int fault = 0; fault < 5; fault++) {
        struct kind_case c;
        solve(&c, fault < 3 ? "{\"game\":\"kuhn\"}"
                            : "{\"game\":\"kuhn\",\"want\":\"exploit\",\"opponent_strategy\":\"tight\",\"trust\":0.5}");
        struct game_answer *a = c.result.answer;
        if (fault == 0)
            a->value[0] += 1e-6;
        else if (fault == 1)
            a->strategy[0] += 1e-6;
        else if (fault == 2)
            a->exploitability += 1e-6;
        else if (fault == 3)
            a->seat[0].ev += 1e-6;
        else
            a->seat[1].worst_case -= 1e-6;
        assert_int_equal(kind_solver->verify(c.problem, &c.result, &c.error), NASH_INTERNAL);
        kind_free(&c);
    }
}

static void test_styles(void **state)
{
    near(game_hand_strength(0, "Q:pb"), 0.5, 0);
    near(game_hand_strength(1, "J:rc/J:c"), 1, 0); /* a pair */
    near(game_hand_strength(1, "K:rc/J"), (1 * 0.5 + 2 + 0) / (1 + 2 + 1),
         1e-12); /* ties K, beats two Q, loses to a J */
    /* Against a random hand, the three ranks win one half of the showdowns on average. */
    near(game_hand_strength(1, "J") + game_hand_strength(1, "Q") + game_hand_strength(1, "K"), 1.5, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kuhn),          cmocka_unit_test(test_leduc),       cmocka_unit_test(test_liars_dice),
        cmocka_unit_test(test_efg),           cmocka_unit_test(test_export),      cmocka_unit_test(test_shared),
        cmocka_unit_test(test_backward),      cmocka_unit_test(test_one_player),  cmocka_unit_test(test_no_decisions),
        cmocka_unit_test(test_three_players), cmocka_unit_test(test_general_sum), cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_captured),      cmocka_unit_test(test_trust),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_strategies),    cmocka_unit_test(test_stops),       cmocka_unit_test(test_memory),
        cmocka_unit_test(test_verify),        cmocka_unit_test(test_styles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
