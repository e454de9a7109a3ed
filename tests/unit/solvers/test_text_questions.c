/* What a request asks beside a text is in the text answer, or the answer names it as being only in JSON. The members
 * are those of the schema: one that is missing here fails. A member with its default value asks for nothing. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/nash.h>

#include "../base/schema.h"
#include "../base/test.h"

#define PRISONERS "2 2  5 4  9 0  1 4  -1 0"
#define ENDGAME   "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"
#define SUITS     "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
#define SUDOKU    "1..4..1..3..2..."
#define RULES     "start 6; goal 1; 6 -> 3,3; 6 -> 4,2; 4 -> 2,2; 3 -> 2,1; 2 -> 1,1; h value"
#define ENDLESS   "start 1; goal 0; n -> 2*n, 2*n+1; n -> 3*n"
#define LARGE     "start 150000; goal 0; n -> n-1 if n > 0"
#define GAME      "((3 5) (2 9))"
#define PENNIES                                                                                                        \
    "EFG 2 R \"pennies\" { \"A\" \"B\" } p \"\" 1 1 \"a\" { \"h\" \"t\" } 0 p \"\" 2 1 \"b\" { \"h\" \"t\" } 0 "       \
    "t \"\" 1 \"\" { 1 -1 } t \"\" 2 \"\" { -1 1 } p \"\" 2 1 0 t \"\" 2 t \"\" 1"
#define DUEL    "AhKs v QQ on Qh7s2d"
#define AGAINST "\"want\":\"best_response\",\"opponent_strategy\":{\"b\":[1,0]}"

static const struct question {
    const char *kind, *name, *value; /* a member and its value */
    const char *text;
    const char *beside; /* other members; NULL: none */
    const char *says; /* a part of the answer to the question; NULL: the member belongs to the problem or the search */
    const char *adds; /* NULL, or the members that the result of such a problem has besides */
} questions[] = {
    {"sudoku", "size", "4", SUDOKU, NULL, NULL, NULL},
    {"sudoku", "box", "[2,2]", SUDOKU, NULL, NULL, NULL},
    {"sudoku", "symbols", "\"1234\"", SUDOKU, NULL, NULL, NULL},
    {"sudoku", "solutions", "5", "1...............", NULL, "# 5 or more solutions", NULL},
    {"sudoku", "list", "2", "1...............", "\"solutions\":\"all\"", "# 2. 12343412", "list"},
    {"sudoku", "check", "true", "11..............", NULL, "contradiction", NULL},
    {"sudoku", "explain", "true", SUDOKU, NULL, "# rating ", NULL},
    {"sudoku", "hint", "true", SUDOKU, NULL, "): ", NULL},
    {"sudoku", "diagonal", "true", "1...............", NULL, NULL, NULL},
    {"sudoku", "disjoint", "true", "1...............", NULL, NULL, NULL},
    {"sudoku", "regions", "\"AABBAABBCCDDCCDD\"", SUDOKU, NULL, NULL, "regions"},
    {"sudoku", "cages", "[{\"sum\":3,\"cells\":[[1,1],[1,2]]}]", "1...............", NULL, NULL, NULL},
    {"sudoku", "method", "\"exact\"", SUDOKU, NULL, NULL, NULL},
    {"sudoku", "propagate", "true", SUDOKU, "\"method\":\"sap\"", NULL, NULL},
    {"sudoku", "beta", "2", SUDOKU, "\"method\":\"sap\"", NULL, NULL},
    {"sudoku", "schedule", "\"anneal\"", SUDOKU, "\"method\":\"sap\"", NULL, NULL},
    {"sudoku", "updates", "1000", SUDOKU, "\"method\":\"sap\"", NULL, NULL},
    {"sudoku", "restarts", "3", SUDOKU, "\"method\":\"sap\"", NULL, NULL},
    {"sudoku", "shards", NULL, NULL, NULL, NULL, NULL}, /* played by a server */
    {"sudoku", "mode", NULL, NULL, NULL, NULL, NULL},
    {"sudoku", "audit", NULL, NULL, NULL, NULL, NULL},
    {"sudoku", "wait_ms", NULL, NULL, NULL, NULL, NULL},
    {"sudoku", "pace", NULL, NULL, NULL, NULL, NULL},

    {"whist", "leader", "\"b\"", "abba", NULL, NULL, NULL},
    {"whist", "method", "\"naive\"", "abba", NULL, NULL, NULL},
    {"whist", "compare", "true", "abba", NULL, "# naive: a 1, b 1; ", NULL},
    {"whist", "confirm", "true", "abba", NULL, "# confirmed by ", NULL},
    {"whist", "play", "[1,2]", "abba", NULL, "# 2 cards played, 0 mistakes", NULL},
    {"whist", "graph", "false", "abba", NULL, NULL, NULL},
    {"whist", "leads", "false", "abba", NULL, NULL, NULL},
    {"whist", "line", "false", "abba", NULL, NULL, NULL},
    {"whist", "distribution", "{}", "abba", NULL, "# deals by the tricks of the leader, from 0: 2 3 1", NULL},

    {"bridge", "want", "\"table\"", ENDGAME, NULL, "[OptimumResultTable ", NULL},
    {"bridge", "want", "\"card\"", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\"", "{W to play in S: ", NULL},
    {"bridge", "want", "\"line\"", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\"", "{Line, ", NULL},
    {"bridge", "want", "\"par\"", SUITS, NULL, "[OptimumScore ", NULL},
    {"bridge", "want", "\"play\"", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\",\"play\":\"D2\"", "{Mistakes: ", NULL},
    {"bridge", "want", "\"score\"", ENDGAME, "\"contract\":\"1S by N\",\"tricks\":8", "{Score: ", NULL},
    {"bridge", "strain", "\"S\"", ENDGAME, "\"leader\":\"W\"", "{W to play in S: ", NULL},
    {"bridge", "leader", "\"W\"", ENDGAME, "\"strain\":\"S\"", "{W to play in S: ", NULL},
    {"bridge", "contract", "\"1S by N\"", ENDGAME, NULL, "[Contract \"1S\"]", NULL},
    {"bridge", "declarer", "\"N\"", ENDGAME, "\"contract\":\"1S\"", "[Declarer \"N\"]", NULL},
    {"bridge", "trick", "\"\"", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\"", NULL, NULL},
    {"bridge", "dealer", "\"E\"", SUITS, "\"want\":\"par\"", NULL, NULL},
    {"bridge", "vulnerable", "\"both\"", SUITS, "\"want\":\"par\"", NULL, NULL},
    {"bridge", "tricks", "8", ENDGAME, "\"contract\":\"1S by N\",\"want\":\"score\"", NULL, NULL},
    {"bridge", "play", "\"D2\"", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\"", "{Mistakes: ", NULL},
    {"bridge", "samples", "5", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\",\"known\":[\"N\",\"W\"]",
     "{5 deals: ", NULL},
    {"bridge", "known", "[\"N\",\"W\"]", ENDGAME, "\"strain\":\"S\",\"leader\":\"W\",\"samples\":5", NULL, NULL},
    {"bridge", "constraints", "{\"E\":{\"hcp\":[0,37]}}", ENDGAME,
     "\"strain\":\"S\",\"leader\":\"W\",\"samples\":5,\"known\":[\"N\",\"W\"]", NULL, NULL},

    {"andor", "cost_model", "\"shared\"", RULES, NULL, NULL, NULL},
    {"andor", "engine", "\"dp\"", RULES, NULL, NULL, NULL},
    {"andor", "tip", "\"leftmost\"", RULES, "\"engine\":\"ao_star\"", NULL, NULL},
    {"andor", "trace", "true", RULES, NULL, "# only in JSON: trace\n", NULL},
    {"andor", "values", "\"all\"", RULES, NULL, "# only in JSON: values\n", NULL},
    {"andor", "values", "\"solution\"", RULES, NULL, "# only in JSON: values\n", NULL},
    {"andor", "values", "\"none\"", RULES, NULL, "", NULL}, /* asks for less */
    {"andor", "graphs", "20", RULES, NULL, "# only in JSON: graphs\n", NULL},
    {"andor", "graphs", "1", RULES, NULL, "# only in JSON: graphs\n", NULL},
    {"andor", "graphs", "0", RULES, NULL, "", NULL},
    {"andor", "dot", "true", RULES, NULL, "# only in JSON: dot\n", NULL},
    {"andor", "compare", "true", RULES, NULL, "# only in JSON: compare\n", NULL},
    {"andor", "k_best", "2", RULES, NULL, " | k_best of ", NULL},
    {"andor", "solution_graph", "[\"R1\"]", RULES, NULL, " | solution_graph ", NULL},
    {"andor", "k_best", "2", ENDLESS, "\"node_limit\":7", "# k_best: the whole graph could not be evaluated\n", NULL},
    {"andor", "solution_graph", "[\"R1\"]", ENDLESS, "\"node_limit\":7",
     "# solution_graph: the rules make more nodes than node_limit allows\n", NULL},
    {"andor", "graphs", "20", ENDLESS, "\"node_limit\":7", "unknown", NULL}, /* there are none */
    {"andor", "graphs", "20", LARGE, "\"node_limit\":200000", "# graphs: the graph is too large to count them\n", NULL},
    {"andor", "node_limit", "7", RULES, NULL, NULL, NULL},

    {"gametree", "to_move", "\"MIN\"", GAME, NULL, NULL, NULL},
    {"gametree", "engine", "\"minimax\"", GAME, NULL, NULL, NULL},
    {"gametree", "compare", "true", GAME, NULL, "# only in JSON: compare\n", NULL},
    {"gametree", "depth", "2", GAME, NULL, NULL, NULL},
    {"gametree", "trace", "true", GAME, NULL, "# only in JSON: trace\n", NULL},
    {"gametree", "trace", "{\"from\":2,\"count\":1}", GAME, NULL, "# only in JSON: trace\n", NULL},
    {"gametree", "trace", "true", "tictactoe .O..X....", "\"ply\":2", "# only in JSON: trace\n", NULL},
    {"gametree", "compare", "true", "tictactoe .O..X....", "\"ply\":2", "# only in JSON: compare\n", NULL},
    {"gametree", "window", "[4,5]", GAME, NULL, "# the value is an upper bound", NULL},
    {"gametree", "ply", "2", "tictactoe .O..X....", NULL, NULL, "stage tree"}, /* the value is that of the stage */
    {"gametree", "symmetry", "false", "tictactoe .O..X....", "\"ply\":2", NULL, NULL},
    {"gametree", "eval", "\"open_lines\"", "tictactoe .O..X....", "\"ply\":2", NULL, NULL},
    {"gametree", "count", "true", "tictactoe .O..X....", NULL, "# only in JSON: count\n", NULL},
    {"gametree", "tree", "true", "nim 3 4", NULL, "# only in JSON: tree\n", NULL},
    {"gametree", "tree", "true", "grundy 7", NULL, "# only in JSON: tree\n", NULL},
    {"gametree", "misere", "true", "nim 3 4", NULL, NULL, NULL},
    {"gametree", "take", "2", "nim 3 4", NULL, NULL, "take"},
    {"gametree", "want", "\"all\"", "connect4 4455", NULL,
     "# columns: 1 -4, 2 -3, 3 18, 4 2, 5 2, 6 18, 7 -3\n# line: 3 4 6\n", NULL},
    {"gametree", "want", "\"value\"", "connect4 4455", NULL, "18 -", NULL},
    {"gametree", "want", "\"best\"", "connect4 4455", NULL, "18 3", NULL},

    {"matrix", "want", "\"pure\"", PRISONERS, NULL, "# pure: ", NULL},
    {"matrix", "want", "\"classification\"", PRISONERS, NULL, "# only in JSON: classification\n", NULL},
    {"matrix", "want", "\"pareto\"", PRISONERS, NULL, "# only in JSON: pareto\n", NULL},
    {"matrix", "want", "\"security\"", PRISONERS, NULL, "# only in JSON: security\n", NULL},
    {"matrix", "want", "\"dominance\"", PRISONERS, NULL, "# only in JSON: dominance\n", NULL},
    {"matrix", "want", "[\"pure\",\"classification\",\"pareto\",\"security\",\"dominance\"]", PRISONERS, NULL,
     "# only in JSON: classification, pareto, security, dominance\n", NULL},
    {"matrix", "want", "[\"one\",\"pure\",\"classification\",\"pareto\",\"security\",\"dominance\",\"equilibria\"]",
     PRISONERS, NULL, "# only in JSON: classification, pareto, security, dominance\n", NULL},
    {"matrix", "want", "\"one\"", PRISONERS, NULL, "NE,", NULL},
    {"matrix", "want", "\"equilibria\"", PRISONERS, NULL, "NE,", NULL},
    {"matrix", "limit", "3", PRISONERS, NULL, NULL, NULL},
    {"matrix", "cooperative", "true", PRISONERS, NULL, NULL, NULL},
    {"matrix", "timing", "\"dynamic\"", PRISONERS, NULL, NULL, NULL},

    {"imperfect", "want", "\"best_response\"", PENNIES, "\"opponent_strategy\":\"uniform\"", "value 0", NULL},
    {"imperfect", "want", "\"evaluate\"", PENNIES, "\"strategy\":{\"a\":[1,0]}", "best_response_ev 0.5", NULL},
    {"imperfect", "want", "\"exploit\"", PENNIES, "\"opponent_strategy\":{\"b\":[1,0]}", "captured 1", NULL},
    {"imperfect", "want", "\"export\"", PENNIES, NULL, "\nEFG 2 R \"pennies\"", NULL},
    {"imperfect", "player", "1", PENNIES, AGAINST, NULL, NULL},
    {"imperfect", "strategy", "\"uniform\"", PENNIES, "\"want\":\"evaluate\"", NULL, NULL},
    {"imperfect", "opponent_strategy", "{}", PENNIES, "\"want\":\"best_response\"", NULL, NULL},
    {"imperfect", "trust", "0", PENNIES, "\"want\":\"exploit\",\"opponent_strategy\":{}", NULL, NULL},
    {"imperfect", "algorithm", "\"cfr\"", PENNIES, NULL, NULL, "iterations target_reached curve"},
    {"imperfect", "iterations", "5", PENNIES, "\"algorithm\":\"cfr\"", NULL, NULL},
    {"imperfect", "target", "0.1", PENNIES, "\"algorithm\":\"cfr\"", NULL, NULL},

    {"hex", "engine", "\"random\"", "3 a2", NULL, NULL, NULL},
    {"hex", "iterations", "20", "3 a2", NULL, NULL, NULL},
    {"hex", "nodes", "1000", "3 a2", NULL, NULL, NULL},
    {"hex", "exploration", "0.5", "3 a2", NULL, NULL, NULL},
    {"hex", "rave", "false", "3 a2", NULL, NULL, NULL},
    {"hex", "plain", "true", "3 a2", NULL, NULL, NULL},
    {"hex", "simulations", "20", "3 a2", "\"engine\":\"dqn+search\"", NULL, NULL},
    {"hex", "net", NULL, NULL, NULL, NULL, NULL}, /* base64 of a network, see tests/unit/hex */
    {"hex", "all", "true", "3 a1", NULL, "# winning: ", "winning"},
    {"hex", "swap", "true", "3 b2", NULL, "swap", NULL},
    {"hex", "review", "true", "3 a1 a2 b2", NULL, "2 a2 loses, b2 wins", NULL},
    {"hex", "record", "true", "3 a2", NULL, ";B[a2]", NULL},

    {"holdem", "method", "\"monte_carlo\"", DUEL, NULL, NULL, "samples"},
    {"holdem", "samples", "1000", DUEL, "\"method\":\"monte_carlo\"", NULL, NULL},
    {"holdem", "want", "[\"combos\"]", DUEL, NULL, "# only in JSON: combos\n", NULL},
    {"holdem", "want", "[\"grid\"]", DUEL, NULL, "0.", NULL}, /* a grid is there without the question */
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* Returns the answer to the text of q, with its member or without it. The caller frees it. */
static char *answer_of(const struct question *q, bool asked, bool want_text)
{
    char members[600];
    struct nash_answer answer;
    const char *beside = q->beside ? q->beside : "";
    if (asked)
        snprintf(members, sizeof members, "{\"%s\":%s%s%s}", q->name, q->value, *beside ? "," : "", beside);
    else
        snprintf(members, sizeof members, "{%s}", beside);
    const struct nash_solve_options options = {.format = NASH_FORMAT_TEXT, .members = members, .want_text = want_text};
    enum nash_status status = nash_solve(q->kind, q->text, strlen(q->text), &options, &answer);
    if (status != NASH_OK && asked)
        print_error("%s: %s with %s: %s\n", q->kind, q->text, members, answer.error.detail);
    char *text = status == NASH_OK ? strdup(answer.json) : asked ? strdup("{}") : NULL;
    nash_answer_free(&answer);
    return text;
}

/* Returns whether a result has a member that the other one lacks, and that is no report on the search. */
static bool adds_member(const char *with, const char *without, const char *besides, const char **name)
{
    cJSON *more = cJSON_Parse(with), *less = cJSON_Parse(without), *item;
    static char found[64];
    *name = NULL;
    cJSON_ArrayForEach(item, more) if (!cJSON_HasObjectItem(less, item->string) &&
                                       strcmp(item->string, "omitted") != 0 &&
                                       (!besides || !strstr(besides, item->string)))
    {
        snprintf(found, sizeof found, "%s", item->string);
        *name = found;
    }
    cJSON_Delete(more);
    cJSON_Delete(less);
    return *name != NULL;
}

/* Returns whether the text answers the question. */
static bool check_question(const struct question *q)
{
    const char *member = NULL;
    char *with = answer_of(q, true, true), *without = answer_of(q, false, true);
    char *json = answer_of(q, true, false), *json_without = answer_of(q, false, false);
    bool answered = !q->says || strstr(with, q->says);
    bool silent = q->says || !json_without || !adds_member(json, json_without, q->adds, &member);
    bool apart = !q->says || *q->says != '#' || !without || !strstr(without, q->says);
    if (!answered)
        print_error("%s %s, %s: \"%s\" lacks \"%s\"\n", q->kind, q->text, q->name, with, q->says);
    if (!silent)
        print_error("%s %s: \"%s\" adds \"%s\", so it is a question\n", q->kind, q->text, q->name, member);
    if (!apart)
        print_error("%s %s: \"%s\" stands there without \"%s\"\n", q->kind, q->text, q->says, q->name);
    free(with);
    free(without);
    free(json);
    free(json_without);
    return answered && silent && apart;
}

static void test_answers(void **state)
{
    unsigned faults = 0;
    for (size_t i = 0; i < QUESTIONS; i++)
        faults += questions[i].value && !check_question(&questions[i]);
    assert_int_equal(faults, 0);
}

/* A question whose answer is missing has the reason in its place. */
static void test_missing(void **state)
{
    static const struct {
        const char *kind, *result, *text;
    } missing[] = {
        {"whist", "{\"tricks\":{\"a\":1,\"b\":1},\"omitted\":{\"play\":\"late\"}}", "# play: late\na 1, b 1"},
        {"andor", "{\"solvable\":null,\"omitted\":{\"k_best\":\"late\",\"trace\":\"large\"}}",
         "# trace: large\n# k_best: late\nunknown"},
        {"andor", "{\"solvable\":null,\"omitted\":{\"optimal_graphs\":\"late\"}}", "unknown"}, /* not asked for */
        {"gametree", "{\"value\":1,\"best\":0,\"omitted\":{\"engines\":\"late\"}}", "# compare: late\n1 0"},
    };
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        struct nash_buf out = NASH_BUF_INIT(0);
        cJSON *result = cJSON_Parse(missing[i].result);
        nash_find_kind(missing[i].kind, strlen(missing[i].kind))->text_of(result, &out);
        assert_string_equal(nash_buf_cstr(&out), missing[i].text);
        cJSON_Delete(result);
        nash_buf_free(&out);
    }
}

/* ---- the schema ---- */

/* Returns how many questions have the member; asks: only those that are questions; value: only those with this word. */
static unsigned count_questions(const char *kind, const char *name, bool asks, const char *value)
{
    unsigned count = 0;
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", value ? value : "");
    for (size_t i = 0; i < QUESTIONS; i++) {
        const struct question *q = &questions[i];
        if (strcmp(q->kind, kind) == 0 && strcmp(q->name, name) == 0 && (!asks || q->says) &&
            (!value || strcmp(q->value, quoted) == 0))
            count++;
    }
    return count;
}

/* Fails unless each word of a question that is not its default has an answer here. */
static void check_words(const char *kind, const char *name, const cJSON *property)
{
    const cJSON *words = cJSON_GetObjectItem(property, "enum"), *usual = cJSON_GetObjectItem(property, "default");
    const cJSON *one, *word;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(property, "anyOf")) if (!words) words =
        cJSON_GetObjectItem(one, "enum");
    cJSON_ArrayForEach(word, words) if (!cJSON_Compare(word, usual, true) &&
                                        !count_questions(kind, name, true, word->valuestring))
        fail_msg("%s: nothing shows how a text answers \"%s\": \"%s\"", kind, name, word->valuestring);
}

static void test_all_members(void **state)
{
    size_t kinds;
    const struct nash_solver *const *all = nash_kinds(&kinds);
    for (size_t i = 0; i < kinds; i++) {
        const struct nash_solver *solver = all[i];
        cJSON *schema = test_request_schema(solver->kind);
        const cJSON *name;
        cJSON_ArrayForEach(name, cJSON_GetObjectItem(schema, "x-beside-text"))
        {
            const char *member = name->valuestring;
            if (!count_questions(solver->kind, member, false, NULL))
                fail_msg("%s: nothing shows whether \"%s\" is a question, and how a text answers it", solver->kind,
                         member);
            if (count_questions(solver->kind, member, true, NULL))
                check_words(solver->kind, member,
                            cJSON_GetObjectItem(cJSON_GetObjectItem(schema, "properties"), member));
        }
        cJSON_Delete(schema);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers), cmocka_unit_test(test_missing),
                                       cmocka_unit_test(test_all_members)};
    struct nash_error error;
    if (nash_prepare(NULL, &error) != NASH_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
