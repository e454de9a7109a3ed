/* Game trees over HTTP: the cases of the lecture notes with their known answers, refused inputs with their reasons, and
 * a page of steps. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

static struct daemon d;

/* Returns a finished job. */
static struct answer solve(const char *body)
{
    struct answer answer = ask_json_with(d.port, "/v1/gametree", "Prefer: wait=60", body);
    if (answer.status != 200 || strcmp(answer_text(&answer, "status"), "succeeded") != 0)
        fail_msg("%s: %d %.500s", body, answer.status, answer.reply.body);
    return answer;
}

static const cJSON *result_of(const struct answer *answer, const char *name)
{
    const cJSON *member = cJSON_GetObjectItem(answer_member(answer, "result"), name);
    if (!member)
        fail_msg("no %s in %.1000s", name, answer->reply.body);
    return member;
}

static int number_of(const cJSON *object, const char *name)
{
    const cJSON *member = cJSON_GetObjectItem(object, name);
    if (!cJSON_IsNumber(member))
        fail_msg("no number %s", name);
    return member->valueint;
}

static int result_number(const struct answer *answer, const char *name)
{
    return number_of(answer_member(answer, "result"), name);
}

/* Compares a member with JSON text, for example a whole list. */
static void expect_json(const cJSON *member, const char *text)
{
    char *printed = cJSON_PrintUnformatted(member);
    assert_string_equal(printed, text);
    cJSON_free(printed);
}

/* ---- stored trees ---- */

/* The minimal number of leaves for branching B and depth D: 42 rows of the lecture notes, p. 83. */
static void test_minimum_leaves(void **state)
{
    static const int least[6][7] = {{1, 1, 1, 1, 1, 1, 1},         {2, 3, 5, 7, 11, 15, 23},
                                    {3, 5, 11, 17, 35, 53, 107},   {4, 7, 19, 31, 79, 127, 319},
                                    {5, 9, 29, 49, 149, 249, 749}, {6, 11, 41, 71, 251, 431, 1511}};
    for (int b = 1; b <= 6; b++)
        for (int depth = 1, leaves = b; depth <= 7; depth++, leaves *= b) {
            char body[160];
            snprintf(body, sizeof body,
                     "{\"generate\":{\"branching\":%d,\"depth\":%d,\"values\":\"equal\"},\"engine\":\"alphabeta\"}", b,
                     depth);
            struct answer answer = solve(body);
            assert_int_equal(number_of(result_of(&answer, "statistics"), "tree_leaves"), leaves);
            assert_int_equal(result_number(&answer, "leaves"), least[b - 1][depth - 1]);
            assert_int_equal(result_number(&answer, "minimum_leaves"), least[b - 1][depth - 1]);
            answer_free(&answer);
        }
}

#define TIES "\"tree\":[\"MAX\",[\"MIN\",3,5],[\"MIN\",3,9],[\"MIN\",[\"MAX\",[\"MIN\",2,8],7],1]]"

/* A node is cut at equality too, and also by remote ancestors: lecture notes, p. 80. */
static void test_tie_rules(void **state)
{
    static const int visited[] = {3, 5, 3, 2, 7, 1};
    const cJSON *step;
    size_t leaves = 0;
    struct answer answer = solve("{" TIES ",\"engine\":\"alphabeta\",\"trace\":true}");
    assert_int_equal(result_number(&answer, "value"), 3);
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(result_of(&answer, "trace"), "steps"))
    {
        if (strcmp(cJSON_GetObjectItem(step, "event")->valuestring, "leaf") != 0)
            continue;
        assert_true(leaves < sizeof visited / sizeof *visited);
        assert_int_equal(number_of(step, "value"), visited[leaves++]);
    }
    assert_int_equal(leaves, 6);
    expect_json(result_of(&answer, "cuts"),
                "[{\"at\":[1],\"kind\":\"alpha\",\"by\":[],\"bound\":3,\"value\":3,\"skipped\":[[1,1]]},"
                "{\"at\":[2,0,0],\"kind\":\"alpha\",\"by\":[],\"bound\":3,\"value\":2,\"skipped\":[[2,0,0,1]]}]");
    expect_json(result_of(&answer, "best_moves"), "[0,1]");
    answer_free(&answer);
}

/* A page of steps has its position among all steps. */
static void test_a_page_of_steps(void **state)
{
    struct answer answer = solve("{" TIES ",\"trace\":{\"from\":8,\"count\":2}}");
    const cJSON *trace = result_of(&answer, "trace");
    assert_int_equal(number_of(trace, "events"), 20);
    assert_int_equal(number_of(trace, "from"), 8);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(trace, "complete")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(trace, "steps")), 2);
    expect_json(cJSON_GetArrayItem(cJSON_GetObjectItem(trace, "steps"), 0),
                "{\"event\":\"cut\",\"at\":[1],\"player\":\"MIN\",\"kind\":\"alpha\",\"by\":[],\"bound\":3,\"value\":3,"
                "\"skipped\":[[1,1]],\"alpha\":3,\"beta\":3}");
    answer_free(&answer);
}

/* One tree in all its forms is one job. */
static void test_spellings_share_an_answer(void **state)
{
    static const char *const same[] = {
        "{\"tree\":[[3,5.5],[2,9]]}",
        "{\"tree\":[\"MAX\",{\"children\":[{\"value\":3},5.5]},[\"MIN\",2,9]],\"to_move\":\"MAX\",\"engine\":\"auto\"}",
        "{\"parent\":[-1,0,0,1,1,2,2],\"value\":[null,null,null,3,5.5,2,9]}",
        "{\"parent\":[2,2,-1,0,1,0,1],\"value\":[null,null,null,3.0,2,5.5,9],\"player\":[1,1,0,0,0,0,0]}",
        "{\"first_child\":[1,3,5,-1,-1,-1,-1],\"value\":[null,null,null,3,5.5,2,9]}",
        "{\"children\":[2,2,2,0,0,0,0],\"value\":[null,null,null,3,5.5,2,9]}",
        "{\"first_child\":[1,5,3,0,0,0,0],\"children\":[2,2,2,0,0,0,0],\"value\":[null,null,null,2,9,3,5.5]}",
    };
    struct answer first = solve(same[0]);
    assert_int_equal(result_number(&first, "value"), 3);
    for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
        struct answer answer = solve(same[i]);
        if (strcmp(answer_text(&answer, "id"), answer_text(&first, "id")) != 0)
            fail_msg("%s is another problem than %s", same[i], same[0]);
        answer_free(&answer);
    }
    answer_free(&first);
}

/* Iterative deepening examines at most 1.5 times the minimum of leaves, plain alpha-beta many times as many. */
static void test_engines_compared(void **state)
{
    static const char *const sums[] = {"\"branching\":5,\"depth\":9", "\"branching\":40,\"depth\":4"};
    for (size_t i = 0; i < 2; i++) {
        char body[160];
        double ratio[3] = {0};
        const cJSON *one;
        snprintf(body, sizeof body, "{\"generate\":{%s,\"values\":\"incremental\"},\"compare\":true}", sums[i]);
        struct answer answer = solve(body);
        cJSON_ArrayForEach(one, result_of(&answer, "engines"))
        {
            static const char *const names[] = {"auto", "minimax", "alphabeta"};
            assert_int_equal(number_of(one, "value"), result_number(&answer, "value"));
            for (size_t e = 0; e < 3; e++)
                if (strcmp(cJSON_GetObjectItem(one, "engine")->valuestring, names[e]) == 0)
                    ratio[e] = cJSON_GetObjectItem(one, "ratio")->valuedouble;
        }
        assert_true(ratio[0] >= 1 && ratio[0] <= 1.5 && ratio[2] > 4 && ratio[1] > ratio[2]);
        answer_free(&answer);
    }
}

/* Evaluations of inner nodes are used, and a window gives bounds. */
static void test_depth_and_window(void **state)
{
    struct answer answer = solve("{\"first_child\":[1,3,5,-1,-1,-1,-1],\"value\":[0,4,1,3,5,2,9],\"depth\":1}");
    assert_int_equal(result_number(&answer, "value"), 4);
    assert_true(cJSON_IsFalse(result_of(&answer, "exact")));
    answer_free(&answer);
    answer = solve("{" TIES ",\"engine\":\"alphabeta\",\"window\":[3.5,null]}");
    assert_string_equal(answer_text2(&answer, "result", "bound"), "upper");
    assert_true(result_number(&answer, "value") <= 3);
    answer_free(&answer);
}

/* ---- tic-tac-toe ---- */

/* Writes moves and replies of a stage as "cell:value(cell:e ...)", to compare them as text. */
static void print_stage(const struct answer *answer, char *text)
{
    const cJSON *move, *reply;
    cJSON_ArrayForEach(move, cJSON_GetObjectItem(result_of(answer, "stage"), "moves"))
    {
        text += sprintf(text, "%d:%d%s(", number_of(move, "cell"), number_of(move, "value"),
                        cJSON_IsTrue(cJSON_GetObjectItem(move, "best")) ? "!" : "");
        cJSON_ArrayForEach(reply, cJSON_GetObjectItem(move, "replies"))
        {
            assert_int_equal(number_of(reply, "e"), number_of(reply, "max_open") - number_of(reply, "min_open"));
            text += sprintf(text, " %d:%d", number_of(reply, "cell"), number_of(reply, "e"));
        }
        text = stpcpy(text, ") ");
    }
}

/* Figures 4.8 and 4.9 of the lecture notes, the latter with both replies of MIN to the centre. */
static void test_stages(void **state)
{
    static const struct {
        const char *board, *stage, *best;
        int leaves, all;
    } figures[] = {
        {".........", "0:-1( 1:1 2:0 4:-1 5:1 8:0) 1:-2( 0:-1 3:0 4:-2 6:-1 7:0) 4:1!( 0:1 1:2) ", "[4]", 12, 72},
        {".O..X....",
         "0:1!( 2:2 3:2 5:2 6:1 7:3 8:1) 3:0( 0:1 2:1 5:1 6:0 7:2 8:0) 6:1!( 0:2 2:2 3:2 5:2 7:3 8:1) "
         "7:0( 0:1 3:1 6:0) ",
         "[0,6]", 21, 42},
        {"O...X....",
         "1:0( 2:0 3:1 5:0 6:0 7:0 8:0) 2:1!( 1:2 3:2 5:1 6:1 7:1 8:1) 5:0( 1:1 2:0 3:1 6:0 7:0 8:0) "
         "8:1!( 1:2 2:1 5:1) ",
         "[2,8]", 21, 42},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char body[96], text[1024];
        snprintf(body, sizeof body, "{\"game\":\"tictactoe\",\"board\":\"%s\",\"ply\":2}", figures[i].board);
        struct answer answer = solve(body);
        print_stage(&answer, text);
        assert_string_equal(text, figures[i].stage);
        assert_int_equal(result_number(&answer, "value"), 1);
        expect_json(result_of(&answer, "best_moves"), figures[i].best);
        assert_int_equal(number_of(result_of(&answer, "stage"), "leaves"), figures[i].leaves);
        assert_int_equal(number_of(result_of(&answer, "stage"), "leaves_without_symmetry"), figures[i].all);
        answer_free(&answer);
    }
}

static void test_evaluation(void **state)
{
    struct answer answer = solve("{\"game\":\"tictactoe\",\"board\":\".O..X....\",\"ply\":2}");
    assert_int_equal(result_number(&answer, "e"), 2);
    assert_int_equal(result_number(&answer, "max_open"), 6);
    assert_int_equal(result_number(&answer, "min_open"), 4);
    answer_free(&answer);
}

static void test_the_whole_game(void **state)
{
    struct answer answer = solve("{\"game\":\"tictactoe\",\"count\":true,\"compare\":true}");
    const cJSON *counts = result_of(&answer, "counts");
    assert_int_equal(result_number(&answer, "value"), 0);
    assert_true(cJSON_IsTrue(result_of(&answer, "exact")));
    assert_int_equal(number_of(counts, "nodes"), 549946);
    assert_int_equal(number_of(counts, "games"), 255168);
    assert_int_equal(number_of(counts, "positions"), 5478);
    assert_int_equal(number_of(counts, "positions_up_to_symmetry"), 765);
    assert_int_equal(number_of(result_of(&answer, "statistics"), "tree_nodes"), 549946);
    answer_free(&answer);
}

/* ---- piles and columns ---- */

/* Of the single piles of 1 to 60, the second player wins exactly these. A pile of 7 has a graph of 14 states. */
static void test_grundy(void **state)
{
    static const char losing[] = " 1 2 4 7 10 20 23 26 50 53 ";
    for (int n = 1; n <= 60; n++) {
        char body[64], name[8];
        snprintf(body, sizeof body, "{\"game\":\"grundy\",\"piles\":[%d]}", n);
        snprintf(name, sizeof name, " %d ", n);
        struct answer answer = solve(body);
        assert_string_equal(answer_text2(&answer, "result", "winner"), strstr(losing, name) ? "MIN" : "MAX");
        answer_free(&answer);
    }
    struct answer answer = solve("{\"game\":\"grundy\",\"piles\":[7],\"to_move\":\"MIN\",\"tree\":true}");
    const cJSON *states = result_of(&answer, "states");
    assert_string_equal(answer_text2(&answer, "result", "winner"), "MAX");
    assert_int_equal(number_of(states, "count"), 14);
    assert_int_equal(number_of(states, "terminals"), 3);
    answer_free(&answer);
}

static void test_many_piles(void **state)
{
    static const struct {
        const char *piles;
        int value;
    } cases[] = {{"3,3", 0}, {"3,5", 3}, {"3,6", 0}, {"5,8", 0}, {"11,12,13", 0}, {"13,17,9", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"game\":\"grundy\",\"piles\":[%s]}", cases[i].piles);
        struct answer answer = solve(body);
        assert_int_equal(result_number(&answer, "value"), cases[i].value);
        assert_string_equal(answer_text2(&answer, "result", "winner"), cases[i].value ? "MAX" : "MIN");
        answer_free(&answer);
    }
}

/* Two columns are full, so that all moves can be scored in time even with a sanitizer. */
static void test_connect_four(void **state)
{
    struct answer answer = solve("{\"game\":\"connect4\",\"moves\":\"666666777777112233\"}");
    assert_int_equal(result_number(&answer, "value"), 12);
    assert_int_equal(result_number(&answer, "best"), 4);
    answer_free(&answer);
}

/* ---- text form ---- */

#define FORMS                                                                                                          \
    "! invalid-request: write a tree, as in ((3 5) (2 9)), MIN ((3 5) 4) or (<1/3:3 2/3:6> 4), or a game and its "     \
    "position, as in tictactoe .O..X...., connect4 44455, grundy 7 3, nim 3 4 5, grundy misere 7 or nim take 3 "       \
    "misere 5\n"

/* One problem on each line, one answer on each line: the value and a best move. */
static void test_lines_of_text(void **state)
{
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: text/plain", NULL};
    struct answer answer = ask(d.port, "POST", "/v1/gametree/batch", headers,
                               "((3 5) (3 9) (((2 8) 7) 1))\nMIN (1.5, (2 -1e1))\n5\n# a remark\n"
                               "tictactoe .O..X....\ntictactoe XXXOO....\nconnect4 666666777777112233\ngrundy 7 3\n"
                               "(<1/3:3 2/3:(5 2)> <1 4>)\nnim 3, 4,5\nnim 1 1\nnim misere 1 1\nnim take 3 misere "
                               "5\ngrundy misere 7\n((3 5)\n3 "
                               "4\ngrundy x\nchess e4\ntictactoe XX\n");
    expect_status(&answer, 200);
    assert_string_equal(
        answer.reply.body,
        "3 0\n1.5 0\n5 -\n"
        "1 0\n1 -\n12 4\n1 3->1+2\n"
        "5/2 1\n2 3->1\n0 1->0\nwin 1->0\nloss 5->4\nwin 7->1+6\n"
        "! invalid-request: a bracket is left open at the end\n"
        "! invalid-request: character 3 begins a second tree: put both between brackets\n" FORMS FORMS
        "! invalid-request: must be nine cells row by row, each X, O or '.', for example \".O..X....\"\n");
    answer_free(&answer);
}

/* The text and the JSON are the same problem. */
static void test_text_shares_an_answer(void **state)
{
    static const char *const same[][2] = {
        {"{\"tree\":[[3,5.5],[2,9]]}", " ( (3 5.5) (2, 9) ) "},
        {"{\"tree\":[\"MIN\",3,[\"MAX\",4,[\"MIN\",1,2]]]}", "MIN(3(4(1 2)))"},
        {"{\"game\":\"tictactoe\",\"board\":\".O..X....\"}", "tictactoe  .O..X....\n"},
        {"{\"game\":\"connect4\",\"moves\":\"666666777777112233\",\"want\":\"best\"}", "connect4 666666777777112233"},
        {"{\"game\":\"grundy\",\"piles\":[7,3]}", "grundy 7  3"},
        {"{\"game\":\"nim\",\"take\":3,\"misere\":true,\"piles\":[5]}", "nim take 3 misere 5"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct answer one = solve(same[i][0]), two = ask_text(d.port, "/v1/gametree", same[i][1]);
        expect_status(&two, 200);
        assert_string_equal(answer_text(&one, "id"), answer_text(&two, "id"));
        answer_free(&one);
        answer_free(&two);
    }
}

/* ---- refused inputs ---- */

static void test_refusals(void **state)
{
    static const struct {
        const char *body, *pointer, *says;
        int status;
    } bad[] = {
        {"{\"tree\":[\"MAX\"]}", "/tree", "at least one child", 400},
        {"{\"tree\":[3,[4,{\"children\":[1,\"a\"]}]]}", "/tree/1/1/children/1", "a node is a number", 400},
        {"{\"tree\":[3,{\"value\":1,\"children\":[2]}]}", "/tree/1", "either", 400},
        {"{\"tree\":3,\"parent\":[-1]}", "", "two trees", 400},
        {"{\"parent\":[-1,2,3,1],\"value\":[1,2,3,4]}", "/parent/2", "cycle", 422},
        {"{\"parent\":[-1,-1],\"value\":[1,2]}", "/parent/1", "the root already", 422},
        {"{\"parent\":[-1,7],\"value\":[1,2]}", "/parent/1", "no node 7", 422},
        {"{\"parent\":[-1,0],\"value\":[1,2,3]}", "/value", "3 elements", 422},
        {"{\"parent\":[-1,0],\"value\":[1,null]}", "/value/1", "needs a value", 422},
        {"{\"first_child\":[1,2,9],\"children\":[1,1,1],\"value\":[1,2,3]}", "/first_child/2", "not among", 422},
        {"{\"first_child\":[1,1,-1],\"children\":[2,1,0],\"value\":[1,2,3]}", "/first_child/1", "already", 422},
        {"{\"children\":[1,0,0],\"value\":[1,2,3]}", "/children/2", "as a child", 422},
        {"{\"generate\":{\"branching\":10,\"depth\":7}}", "/generate", "at most 10000000 nodes", 422},
        {"{\"generate\":{\"branching\":2,\"depth\":5},\"depth\":3}", "/depth", "static evaluation", 422},
        {"{\"generate\":{\"branching\":1,\"depth\":300},\"trace\":true}", "/trace", "at most 256 levels", 422},
        {"{\"tree\":3,\"trace\":{\"count\":1000000}}", "/trace/count", "10000", 400},
        {"{\"tree\":3,\"window\":[5,5]}", "/window", "empty", 422},
        {"{\"tree\":[NaN]}", "", "column", 400},
        {"{\"tree\":[3,1e999]}", "", "column", 400},
        {"{\"game\":\"chess\"}", "/game", "tictactoe", 400},
        {"{\"game\":\"tree\",\"tree\":3}", "/game", "leave it out", 400},
        {"{\"tree\":[3,{\"value\":\"4\"}]}", "/tree/1/value", "must be a number", 400},
        {"{\"game\":\"tictactoe\",\"board\":\"XXX......\"}", "/board", "3 X, 0 O", 422},
        {"{\"game\":\"tictactoe\",\"board\":\"XXXOOO...\"}", "/board", "both have three", 422},
        {"{\"game\":\"tictactoe\",\"board\":\"XXXOO.O..\"}", "/board", "cannot come up", 422},
        {"{\"game\":\"tictactoe\",\"board\":\"XX\"}", "/board", "nine cells", 400},
        {"{\"game\":\"grundy\",\"piles\":[0,-3]}", "/piles/0", "", 400},
        {"{\"game\":\"connect4\",\"moves\":\"1111111\"}", "/moves", "full", 422},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct answer answer = ask_json(d.port, "/v1/gametree", bad[i].body);
        if (answer.status != bad[i].status || strcmp(answer_text(&answer, "pointer"), bad[i].pointer) != 0 ||
            !strstr(answer_text(&answer, "detail"), bad[i].says))
            fail_msg("%s: %.500s", bad[i].body, answer.reply.body);
        answer_free(&answer);
    }
}

/* A tree of 100,000 nested brackets is refused at once, and the message names the flat form. */
static void test_depth_bomb(void **state)
{
    enum { DEEP = 100000 };
    static char body[2 * DEEP + 32];
    char *end = stpcpy(body, "{\"tree\":");
    memset(end, '[', DEEP);
    end[DEEP] = '1';
    memset(end + DEEP + 1, ']', DEEP);
    strcpy(end + 2 * DEEP + 1, "}");
    struct answer answer = ask_json(d.port, "/v1/gametree", body);
    expect_problem(&answer, 400, "invalid-json");
    assert_non_null(strstr(answer_text(&answer, "detail"), "64 levels: use flat arrays instead"));
    answer_free(&answer);
}

/* A path of 100,000 moves is accepted in flat form. */
static void test_a_deep_path(void **state)
{
    enum { DEEP = 100000 };
    static char body[20 * DEEP];
    char *end = stpcpy(body, "{\"parent\":[-1");
    for (int v = 1; v < DEEP; v++)
        end += sprintf(end, ",%d", v - 1);
    end = stpcpy(end, "],\"value\":[0");
    for (int v = 1; v < DEEP; v++)
        end += sprintf(end, ",%d", v);
    strcpy(end, "]}");
    struct answer answer = solve(body);
    assert_int_equal(result_number(&answer, "value"), DEEP - 1);
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minimum_leaves),   cmocka_unit_test(test_tie_rules),
        cmocka_unit_test(test_a_page_of_steps),  cmocka_unit_test(test_spellings_share_an_answer),
        cmocka_unit_test(test_engines_compared), cmocka_unit_test(test_depth_and_window),
        cmocka_unit_test(test_stages),           cmocka_unit_test(test_evaluation),
        cmocka_unit_test(test_the_whole_game),   cmocka_unit_test(test_grundy),
        cmocka_unit_test(test_many_piles),       cmocka_unit_test(test_connect_four),
        cmocka_unit_test(test_lines_of_text),    cmocka_unit_test(test_text_shares_an_answer),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_depth_bomb),
        cmocka_unit_test(test_a_deep_path),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
