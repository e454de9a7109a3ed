/* Readers of game trees: .efg and JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/json.h>
#include <solvers/imperfect/games/builtin.h>
#include <solvers/imperfect/games/efg_write.h>
#include <solvers/imperfect/games/read/read.h>
#include <solvers/imperfect/games/read/shape.h>

#include "../base/test.h"

enum { MEMORY = 256 << 20 };

/* Reads a text as .efg. Returns NULL with *error. */
static struct game_tree *read_efg(const char *text, size_t len, struct nash_arena *arena, struct nash_error *error)
{
    struct reader r;
    *error = (struct nash_error){0};
    reader_root(&r, NULL, arena, error);
    return efg_read(&r, text, len);
}

static void refuses(const char *body, enum nash_status status, const char *word)
{
    char text[2000];
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    snprintf(text, sizeof text, "EFG 2 R \"t\" { \"A\" \"B\" }\n%s", body);
    if (read_efg(text, strlen(text), arena, &error))
        fail_msg("accepted: %s", body);
    if (error.status != status || !strstr(error.detail, word))
        fail_msg("%s: %d %s, expected %d %s", body, error.status, error.detail, status, word);
    nash_arena_free(arena);
}

static double payoff_of(const struct game_tree *tree, uint32_t v, uint32_t p)
{
    return tree->payoff[(size_t)v * tree->players + p];
}

/* Fails unless both trees have the same nodes, infosets, names and numbers. */
static void same_trees(const struct game_tree *a, const struct game_tree *b)
{
    assert_string_equal(a->title, b->title);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->infosets, b->infosets);
    assert_int_equal(a->actions, b->actions);
    for (uint32_t v = 0; v < a->nodes; v++) {
        assert_int_equal(a->player[v], b->player[v]);
        assert_int_equal(a->first_child[v], b->first_child[v]);
        assert_string_equal(a->edge_name[v], b->edge_name[v]);
        assert_true(fabs(a->chance[v] - b->chance[v]) < 1e-15);
        for (uint32_t p = 0; p < a->players; p++)
            assert_true(payoff_of(a, v, p) == payoff_of(b, v, p));
        if (a->player[v] >= 0)
            assert_string_equal(a->infoset_of[a->infoset[v]].name, b->infoset_of[b->infoset[v]].name);
    }
}

static void test_round_trip(void **state)
{
    for (unsigned game = 0; game < 2; game++) {
        struct nash_arena *arena = nash_arena_new(MEMORY);
        struct nash_error error;
        struct game_tree *tree = game_builtin(game, arena, &error);
        struct nash_buf text = NASH_BUF_INIT(8 << 20);
        assert_true(efg_write(tree, &text, arena));
        assert_non_null(strstr(nash_buf_cstr(&text), game ? " 1/15 " : " 1/6 "));
        struct game_tree *again = read_efg(text.data, text.len, arena, &error);
        if (!again)
            fail_msg("%s", error.detail);
        same_trees(tree, again);
        nash_buf_free(&text);
        nash_arena_free(arena);
    }
}

static void test_format(void **state)
{
    /* Payoffs on the way, data at the first appearance only, commas or none, escapes, no blanks between tokens. */
    static const char text[] = "EFG 2 R \"say \\\"hi\\\"\" { \"A\" \"B\" } \"a comment\"\n"
                               "p \"\" 1 7 \"say\\\\x\" {\"l\" \"r\"} 3 \"tax\" { -.5, 1/2 }\n"
                               "c \"\" 4 \"\" { \"h\" 0.25 \"t\" 3/4 } 0\n"
                               "p \"\" 2 7 \"\" { \"\" \"x\" } 0 t \"\" 1 \"one\" { 1 -1 } t\"\"2\"\"{2e0 -2}\n"
                               "p \"\" 2 7 0 t \"\" 1 t 0\n"
                               "c \"\" 4 0 t \"\" 2 \"\" t \"\" 3\n";
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    struct game_tree *tree = read_efg(text, sizeof text - 1, arena, &error);
    if (!tree)
        fail_msg("%s", error.detail);
    assert_string_equal(tree->title, "say \"hi\"");
    assert_int_equal(tree->nodes, 11);
    assert_int_equal(tree->infosets, 2);
    assert_string_equal(tree->infoset_of[0].name, "say\\x");
    assert_string_equal(tree->infoset_of[1].name, "2:7");
    assert_string_equal(tree->action_name[2], "1"); /* since the first one has no name */
    assert_int_equal(tree->infoset_of[1].node_count, 2);
    static const double first[] = {1.5, -1, 0.5, 1.5, 0.5, -0.5}; /* player A's at the ends, with the tax */
    for (uint32_t v = 5; v < 11; v++) {
        assert_int_equal(tree->player[v], GAME_TERMINAL);
        assert_true(payoff_of(tree, v, 0) == first[v - 5] && payoff_of(tree, v, 1) == -first[v - 5]);
    }
    nash_arena_free(arena);
}

static void test_refusals(void **state)
{
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    assert_null(read_efg("NFG 1 R", 7, arena, &error));
    assert_null(read_efg("", 0, arena, &error));
    assert_null(read_efg("EFG 2 R \"t\" { } t \"\" 0", 22, arena, &error));
    assert_non_null(strstr(error.detail, "name of a player"));
    nash_arena_free(arena);

    refuses("", NASH_INVALID, "a node");
    refuses("x", NASH_INVALID, "a node");
    refuses("t \"\" 1", NASH_INVALID, "line 2: the payoffs are missing");
    refuses("t \"\" 1 { 1 }", NASH_INVALID, "payoff for each player");
    refuses("t \"\" 1 { 1 2 3 }", NASH_INVALID, "'}' after a payoff for each player");
    refuses("t \"\" 1 { 1 1e999 }", NASH_UNPROCESSABLE, "too large");
    refuses("t \"\" 1 { 1 nan }", NASH_INVALID, "payoff");
    refuses("t \"\" 0 { 1 2 }", NASH_INVALID, "outcome 0");
    refuses("t \"\" 0 t \"\" 0", NASH_INVALID, "after the last node");
    refuses("p \"\" 3 1 \"\" { \"a\" } 0 t \"\" 0", NASH_INVALID, "the player");
    refuses("p \"\" 1 1 0", NASH_INVALID, "the actions are missing");
    refuses("p \"\" 1 1 \"\" { } 0", NASH_INVALID, "name of an action");
    refuses("p \"\" 1 1 \"\" { \"a\" \"b\" } 0\nt \"\" 0", NASH_INVALID, "a node");
    refuses("c \"\" 1 \"\" { \"a\" 1/3 \"b\" 1/3 } 0", NASH_UNPROCESSABLE, "sum to 1");
    refuses("c \"\" 1 \"\" { \"a\" 3/2 \"b\" -1/2 } 0", NASH_UNPROCESSABLE, "from 0 to 1");
    refuses("c \"\" 1 \"\" { \"a\" \"b\" } 0", NASH_INVALID, "probability");
    refuses("c \"unclosed", NASH_INVALID, "c");
    refuses("p \"\" 1 1 \"x\" { \"a\" \"b\" } 0\np \"\" 2 1 \"\" { \"a\" \"b\" } 0\nt \"\" 0 t \"\" 0\n"
            "p \"\" 2 1 \"\" { \"a\" \"c\" } 0\n",
            NASH_UNPROCESSABLE, "line 5: the infoset has other actions here than where it first appears, in line 3");
    refuses("p \"\" 1 1 \"x\" { \"a\" \"b\" } 0 p \"\" 1 2 \"y\" { \"a\" \"b\" } 0 t 0 t 0 p 1 2 0 t 0 t 0",
            NASH_UNPROCESSABLE, "\"y\" lacks perfect recall");
    refuses("p \"\" 1 1 \"x\" { \"a\" \"b\" } 0 t \"\" 1 { 1 2 } t \"\" 1 { 2 1 }", NASH_UNPROCESSABLE,
            "outcome 1 has other payoffs");
}

/* ---- JSON ---- */

/* Reads a JSON text as a game. Returns NULL with *error. */
static struct game_tree *read_json(const char *text, struct nash_arena *arena, struct nash_error *error)
{
    struct nash_json doc;
    struct reader r;
    struct game_tree *tree = NULL;
    *error = (struct nash_error){0};
    if (nash_json_parse(&doc, text, strlen(text), arena, error) != NASH_OK)
        return NULL;
    reader_root(&r, &doc, arena, error);
    game_shape_tree(&r);
    tree = reader_ok(&r) ? game_json_read(&r) : NULL;
    if (tree)
        assert_int_equal(reader_status(&r), NASH_OK);
    nash_json_free(&doc);
    return tree;
}

static void json_refuses(const char *root, enum nash_status status, const char *pointer, const char *word)
{
    char text[2000];
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    snprintf(text, sizeof text, "{\"players\":[\"A\",\"B\"],\"root\":%s}", root);
    if (read_json(text, arena, &error))
        fail_msg("accepted: %s", root);
    if (error.status != status || strcmp(error.pointer, pointer) != 0 || !strstr(error.detail, word))
        fail_msg("%s: %d %s %s, expected %d %s %s", root, error.status, error.pointer, error.detail, status, pointer,
                 word);
    nash_arena_free(arena);
}

static void test_json(void **state)
{
    static const char text[] =
        "{\"title\":\"bluff\",\"players\":[\"A\",\"B\"],\"root\":{\"chance\":["
        "{\"p\":\"1/3\",\"name\":\"good\",\"node\":{\"player\":\"A\",\"infoset\":\"good\",\"actions\":{"
        "\"bet\":{\"player\":2,\"infoset\":\"facing\",\"actions\":{\"fold\":{\"payoff\":[1,-1]},"
        "\"call\":{\"payoff\":[2,\"-4/2\"]}}},\"show\":{\"payoff\":[1,-1]}}}},"
        "{\"p\":\"2/3\",\"node\":{\"player\":1,\"payoff\":[0.5,-0.5],\"actions\":{"
        "\"bet\":{\"player\":\"B\",\"infoset\":\"facing\",\"actions\":{\"call\":{\"payoff\":[-2,2]},"
        "\"fold\":{\"payoff\":[1,-1]}}},\"show\":{\"payoff\":[-1,1]}}}}]}}";
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    struct game_tree *tree = read_json(text, arena, &error);
    if (!tree)
        fail_msg("%s %s", error.pointer, error.detail);
    assert_int_equal(tree->nodes, 11);
    assert_int_equal(tree->infosets, 3);
    assert_string_equal(tree->title, "bluff");
    assert_string_equal(tree->infoset_of[2].name, "1:1");
    assert_string_equal(tree->edge_name[1], "good");
    assert_true(tree->chance[1] == 1.0 / 3);
    /* The second node of "facing" has its actions in the order of the first. */
    assert_string_equal(tree->edge_name[9], "fold");
    assert_true(payoff_of(tree, 9, 0) == 1.5 && payoff_of(tree, 10, 0) == -1.5 && payoff_of(tree, 8, 1) == -2);
    nash_arena_free(arena);
}

static void test_json_refusals(void **state)
{
    json_refuses("1", NASH_INVALID, "/root", "object");
    json_refuses("{}", NASH_INVALID, "/root", "expected a node");
    json_refuses("{\"payoff\":[1]}", NASH_UNPROCESSABLE, "/root/payoff", "each of the 2 players");
    json_refuses("{\"payoff\":[1,\"x\"]}", NASH_INVALID, "/root/payoff/1", "number");
    json_refuses("{\"payoff\":[1,1e301]}", NASH_UNPROCESSABLE, "/root/payoff/1", "from -1e+300");
    json_refuses("{\"payoff\":[1,2],\"chance\":[]}", NASH_INVALID, "/root/chance", "1 to");
    json_refuses("{\"chance\":[{\"p\":0.5,\"node\":{\"payoff\":[0,0]}}]}", NASH_UNPROCESSABLE, "/root/chance",
                 "sum to 1");
    json_refuses("{\"chance\":[{\"p\":\"3/2\",\"node\":{\"payoff\":[0,0]}}]}", NASH_UNPROCESSABLE, "/root/chance/0/p",
                 "from 0 to 1");
    json_refuses("{\"chance\":[{\"p\":1}]}", NASH_INVALID, "/root/chance/0", "\"node\" is missing");
    json_refuses("{\"player\":\"A\"}", NASH_INVALID, "/root", "\"actions\" is missing");
    json_refuses("{\"player\":\"C\",\"actions\":{\"a\":{\"payoff\":[0,0]}}}", NASH_UNPROCESSABLE, "/root/player",
                 "not a player");
    json_refuses("{\"player\":3,\"actions\":{\"a\":{\"payoff\":[0,0]}}}", NASH_UNPROCESSABLE, "/root/player", "2");
    json_refuses("{\"player\":1,\"actions\":{}}", NASH_INVALID, "/root/actions", "1 to");
    json_refuses("{\"player\":1,\"chance\":[],\"actions\":{}}", NASH_INVALID, "/root/chance", "no such member");
    json_refuses("{\"player\":1,\"infoset\":\"x\",\"actions\":{\"a\":{\"player\":2,\"infoset\":\"x\",\"actions\":{"
                 "\"a\":{\"payoff\":[0,0]}}}}}",
                 NASH_UNPROCESSABLE, "/root/actions/a/infoset", "belongs to player A");
    json_refuses(
        "{\"player\":1,\"actions\":{\"a\":{\"player\":2,\"infoset\":\"y\",\"actions\":{\"c\":{\"payoff\":[0,0]}}},"
        "\"b\":{\"player\":2,\"infoset\":\"y\",\"actions\":{\"d\":{\"payoff\":[0,0]}}}}}",
        NASH_UNPROCESSABLE, "/root/actions/b/actions", "other actions elsewhere");
    json_refuses(
        "{\"player\":1,\"actions\":{\"a\":{\"player\":2,\"infoset\":\"1:1\",\"actions\":{\"c\":{\"payoff\":[0,0]}}}}}",
        NASH_UNPROCESSABLE, "/root/actions/a/infoset", "choose another");
    json_refuses(
        "{\"player\":1,\"actions\":{\"a\":{\"player\":1,\"infoset\":\"y\",\"actions\":{\"c\":{\"payoff\":[0,0]}}},"
        "\"b\":{\"player\":1,\"infoset\":\"y\",\"actions\":{\"c\":{\"payoff\":[0,0]}}}}}",
        NASH_UNPROCESSABLE, "", "lacks perfect recall");
    struct nash_arena *arena = nash_arena_new(MEMORY);
    struct nash_error error;
    assert_null(read_json("{\"players\":[\"A\",\"A\"],\"root\":{\"payoff\":[0,0]}}", arena, &error));
    assert_string_equal(error.pointer, "/players/1");
    assert_null(read_json("{\"players\":[],\"root\":{\"payoff\":[]}}", arena, &error));
    assert_string_equal(error.pointer, "/players");
    nash_arena_free(arena);
}

/* Reads a file. NULL if it is not there. */
static char *read_file(const char *folder, const char *name, size_t *len)
{
    char path[500];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = malloc(1 << 20);
    *len = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

/* Other people's files: the numbers of nodes are those of the nodes in the text. */
static void test_others_files(void **state)
{
    static const struct {
        const char *name;
        uint32_t nodes, infosets;
    } files[] = {{"kuhn_poker.efg", 58, 12}, {"kuhn_poker_with_raise.efg", 76, 15}, {"leduc_poker.efg", 2041, 288}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t len = 0;
        char *text = read_file(SHARED_DIR "/data/imperfect/efg", files[i].name, &len);
        if (!text) {
            print_message("skipped: %s is not in the shared data\n", files[i].name);
            continue;
        }
        struct nash_arena *arena = nash_arena_new(MEMORY);
        struct nash_error error;
        struct game_tree *tree = read_efg(text, len, arena, &error);
        if (!tree)
            fail_msg("%s: %s", files[i].name, error.detail);
        print_message("%s: %u nodes, %u infosets\n", files[i].name, tree->nodes, tree->infosets);
        assert_int_equal(tree->nodes, files[i].nodes);
        assert_int_equal(tree->infosets, files[i].infosets);
        assert_true(tree->constant_sum);
        nash_arena_free(arena);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_format),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_json),       cmocka_unit_test(test_json_refusals), cmocka_unit_test(test_others_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
