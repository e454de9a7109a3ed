/* Requests: what is read, what is refused and where, and which requests are the same problem. */
#include <base/base64.h>

#include "../solvers/kind_case.h"
#include "harness/play_nets.h"

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

static void check_board(enum nash_format format, const char *text, const char *board, const char *to_move)
{
    struct kind_case c = {0};
    kind_solve(&c, format, text);
    if (strcmp(kind_word(&c, "board"), board) != 0)
        fail_msg("%s: board %s, expected %s", text, kind_word(&c, "board"), board);
    const cJSON *side = kind_at(&c, "to_move");
    if (to_move ? !cJSON_IsString(side) || strcmp(side->valuestring, to_move) != 0 : !cJSON_IsNull(side))
        fail_msg("%s: to_move is not %s", text, to_move ? to_move : "null");
    kind_free(&c);
}

static void test_boards(void **state)
{
    static const struct {
        const char *json, *board, *to_move;
    } cases[] = {
        {"{\"size\":3,\"moves\":[]}", ".../.../...", "black"},
        {"{\"size\":3,\"moves\":[\"a2\",\"C1\"]}", "..w/b../...", "black"},
        {"{\"size\":3,\"moves\":\"a2, c1\\n b3\"}", "..w/b../.b.", "white"},
        {"{\"size\":3,\"moves\":\"a2 swap\",\"swap\":true}", ".w./.../...", "black"}, /* the mirror image of a2 is b1 */
        {"{\"size\":3,\"moves\":\"c1 swap-pieces b2\",\"swap\":true}", ".../.b./w..", "white"},
        {"{\"size\":3,\"moves\":\"c1 SWAP-SIDES\",\"swap\":true}", "..b/.../...", "white"},
        {"{\"size\":3,\"moves\":\"c1 pass\"}", "..b/.../...", "black"},
        {"{\"size\":3,\"moves\":\"c1 resign\"}", "..b/.../...", NULL},
        {"{\"size\":2,\"moves\":\"a1 b1 a2\"}", "bw/b.", NULL},
        {"{\"rows\":2,\"cols\":3,\"moves\":\"c1\"}", "..b/...", "white"},
        {"{\"board\":\"x.o/.b.\"}", "b.w/.b.", "white"},
        {"{\"board\":\"x.o...\\n\\n+-*B.w\"}", "b.w.../..bb.w", "white"},
        {"{\"board\":\"....\"}", "../..", "black"},
        {"{\"rows\":2,\"cols\":3,\"board\":\". . . . . .\"}", ".../...", "black"},
        {"{\"board\":[\". . .\",\" . . .\",\"  . b .\"],\"moves\":[\"a1\"]}", "w../.../.b.", "black"},
        {"{\"board\":\".../.../...\",\"to_move\":\"white\",\"moves\":[\"a1\"]}", "w../.../...", "black"},
        {"{\"moves\":\"k11 A1\"}",
         "w........../.........../.........../.........../.........../.........../.........../.........../.........../"
         ".........../..........b",
         "black"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_board(NASH_FORMAT_JSON, cases[i].json, cases[i].board, cases[i].to_move);
    check_board(NASH_FORMAT_TEXT, "3 a2 c1", "..w/b../...", "black");
    check_board(NASH_FORMAT_TEXT, "hex 3x2", ".../...", "black");
    check_board(NASH_FORMAT_TEXT, "(;GM[11]FF[4]SZ[3];B[a2];W[swap-pieces])", ".w./.../...", "black");
    check_board(NASH_FORMAT_TEXT, "https://hexworld.org/board/#3c1,a2:s", ".w./.../...", "black");
    check_board(NASH_FORMAT_TEXT, "boardsize 3\nplay b a2\nplay b c1\n", "..b/b../...", "white");
    check_board(NASH_FORMAT_TEXT, "3x3 a2 swap", ".w./.../...", "black");
}

static void test_refusals(void **state)
{
    static const struct {
        const char *json;
        enum nash_status status;
        const char *pointer, *word;
    } cases[] = {
        {"{}", NASH_INVALID, "", "a position is missing"},
        {"{\"size\":0}", NASH_INVALID, "/size", "1"},
        {"{\"size\":20}", NASH_INVALID, "/size", "19"},
        {"{\"rows\":3}", NASH_INVALID, "", "\"cols\" is missing"},
        {"{\"size\":3,\"rows\":3,\"cols\":4}", NASH_UNPROCESSABLE, "/size", "3x4"},
        {"{\"size\":3,\"engine\":\"mohex\"}", NASH_INVALID, "/engine", "resistance"},
        {"{\"size\":3,\"colour\":1}", NASH_INVALID, "/colour", "no such member"},
        {"{\"size\":3,\"iterations\":0}", NASH_INVALID, "/iterations", "1"},
        {"{\"size\":3,\"simulations\":0}", NASH_INVALID, "/simulations", "1"},
        {"{\"size\":3,\"engine\":\"dqn\",\"net\":\"a b\"}", NASH_INVALID, "/net", "base64"},
        {"{\"size\":3,\"engine\":\"dqn\",\"net\":\"AAAA\"}", NASH_UNPROCESSABLE, "/net", "is no play net"},
        {"{\"size\":3,\"match\":{\"a\":{\"engine\":\"dqn\",\"net\":\"AAAA\"},\"b\":{\"engine\":\"uct\"}}}",
         NASH_UNPROCESSABLE, "/match/a/net", "is no play net"},
        {"{\"size\":3,\"moves\":7}", NASH_INVALID, "/moves", "moves"},
        {"{\"size\":3,\"moves\":[1,2]}", NASH_INVALID, "/moves", "moves"},
        {"{\"size\":3,\"moves\":[\"a1\",2]}", NASH_INVALID, "/moves/1", "string"},
        {"{\"size\":3,\"moves\":[\"a1\",\"\"]}", NASH_INVALID, "/moves/1", "move"},
        {"{\"size\":3,\"moves\":[\"a1\",\"a1\"]}", NASH_UNPROCESSABLE, "/moves/1",
         "move 2 (white a1): the cell is occupied"},
        {"{\"size\":3,\"moves\":\"a1 b2 a1\"}", NASH_UNPROCESSABLE, "/moves",
         "move 3 (black a1): the cell is occupied"},
        {"{\"size\":3,\"moves\":[\"d1\"]}", NASH_UNPROCESSABLE, "/moves/0", "move 1: \"d1\" is no cell"},
        {"{\"size\":3,\"moves\":[\"a4\"]}", NASH_UNPROCESSABLE, "/moves/0", "3 rows"},
        {"{\"size\":3,\"moves\":[\"a1x\"]}", NASH_UNPROCESSABLE, "/moves/0", "is no cell"},
        {"{\"size\":2,\"moves\":[\"a1\",\"b1\",\"a2\",\"b2\"]}", NASH_UNPROCESSABLE, "/moves/3",
         "move 4 (white b2): the game is over"},
        {"{\"size\":2,\"moves\":\"a1 resign b2\"}", NASH_UNPROCESSABLE, "/moves",
         "move 3 (black b2): the game is over"},
        {"{\"board\":\"b\",\"moves\":[\"a1\"]}", NASH_UNPROCESSABLE, "/moves/0", "the game is over"},
        {"{\"size\":3,\"moves\":\"a1 swap\"}", NASH_UNPROCESSABLE, "/moves", "\"swap\": true"},
        {"{\"size\":3,\"swap\":true,\"moves\":\"swap\"}", NASH_UNPROCESSABLE, "/moves",
         "move 1 (black swap-pieces): a swap can only answer"},
        {"{\"size\":3,\"swap\":true,\"moves\":\"a1 swap swap\"}", NASH_UNPROCESSABLE, "/moves",
         "move 3 (black swap-pieces): there was a swap"},
        {"{\"size\":3,\"swap\":true,\"moves\":\"a1 b1 c1 swap\"}", NASH_UNPROCESSABLE, "/moves",
         "move 4 (white swap-pieces): a swap"},
        {"{\"rows\":3,\"cols\":4,\"swap\":true,\"moves\":\"a1 swap\"}", NASH_UNPROCESSABLE, "/moves", "square"},
        {"{\"board\":\".bw.\",\"swap\":true,\"moves\":\"swap\"}", NASH_UNPROCESSABLE, "/moves", "the first stone"},
        {"{\"size\":3,\"board\":\"....\"}", NASH_UNPROCESSABLE, "/board", "has 4 cells"},
        {"{\"board\":\".../..\"}", NASH_UNPROCESSABLE, "/board", "has 5 cells"},
        {"{\"board\":\".....\"}", NASH_UNPROCESSABLE, "/board", "has 5 cells"},
        {"{\"board\":\"\"}", NASH_UNPROCESSABLE, "/board", "has 0 cells"},
        {"{\"board\":\"..q.\"}", NASH_INVALID, "/board", "cell 3"},
        {"{\"board\":[]}", NASH_INVALID, "/board", "rows"},
        {"{\"board\":[1,2]}", NASH_INVALID, "/board", "rows"},
        {"{\"board\":\"....................\"}", NASH_UNPROCESSABLE, "/board", "has 20 cells"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        kind_refuses(NASH_FORMAT_JSON, cases[i].json, cases[i].status, cases[i].pointer, cases[i].word);
    static const char *const texts[] = {"",      "11",   "hex",   "a2 f6", "hex a2",
                                        "20 a1", "0 a1", "3x a1", "x3 a1", "3.5 a1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        kind_refuses(NASH_FORMAT_TEXT, texts[i], NASH_INVALID, "", "no position of Hex");
    kind_refuses(NASH_FORMAT_TEXT, "3 a1 a1", NASH_UNPROCESSABLE, "", "move 2 (white a1): the cell");
}

static void same(const char *one, const char *two, bool equal)
{
    kind_keys(NASH_FORMAT_JSON, one, NASH_FORMAT_JSON, two, equal);
}

/* A net with a fully connected last layer plays boards of its size, and square ones alone; a large one is too much for
 * the members of a farm. */
static void test_nets(void **state)
{
    static const char *const sizes[] = {"\"size\":5", "\"size\":6", "\"rows\":5,\"cols\":6"};
    struct nash_rng rng = test_rng();
    struct hex_net_shape shape = {.layers = 3, .channels = 32, .head = HEX_HEAD_FULL, .rows = 5, .cols = 5};
    for (unsigned large = 0; large < 2; large++) {
        if (large)
            shape = (struct hex_net_shape){.layers = 10, .channels = 64, .head = HEX_HEAD_BOARD};
        size_t len = hex_play_net_bytes(&shape);
        uint8_t *bytes = malloc(len);
        struct nash_buf net = NASH_BUF_INIT(0);
        play_net_random(&rng, &shape, bytes);
        base64_add(&net, bytes, len);
        for (unsigned i = 0; i < 3; i++) {
            struct nash_buf position = NASH_BUF_INIT(0), match = NASH_BUF_INIT(0), farm = NASH_BUF_INIT(0);
            const char *text = nash_buf_cstr(&net);
            nash_buf_printf(&position, "{%s,\"engine\":\"dqn+search\",\"simulations\":9,\"net\":\"%s\"}", sizes[i],
                            text);
            nash_buf_printf(&match, "{%s,\"match\":{\"games\":2,\"a\":{\"engine\":\"dqn\",\"net\":\"%s\"},\"b\":{",
                            sizes[i], text);
            nash_buf_printf(&farm, "%s\"engine\":\"dqn\"},\"shards\":1}}", nash_buf_cstr(&match));
            nash_buf_puts(&match, "\"engine\":\"random\"}}}");
            if (i && !large) {
                kind_refuses(NASH_FORMAT_JSON, nash_buf_cstr(&position), NASH_UNPROCESSABLE, "/net", "boards of 5x5");
                kind_refuses(NASH_FORMAT_JSON, nash_buf_cstr(&match), NASH_UNPROCESSABLE, "/match/a/net",
                             "boards of 5x5");
            } else {
                struct kind_case c = {0}, d = {0};
                kind_solve(&c, NASH_FORMAT_JSON, nash_buf_cstr(&position));
                kind_solve(&d, NASH_FORMAT_JSON, nash_buf_cstr(&match));
                assert_true(cJSON_IsString(kind_at(&c, "move")));
                assert_int_equal(strlen(kind_word(&c, "net")), 16);
                assert_string_equal(kind_word(&c, "net"), kind_word(&d, "a/net"));
                assert_false(kind_has(&d, "b/net"));
                kind_free(&c);
                kind_free(&d);
            }
            if (large)
                kind_refuses(NASH_FORMAT_JSON, nash_buf_cstr(&farm), NASH_UNPROCESSABLE, "/match/shards",
                             "at most 262144 bytes");
            nash_buf_free(&position);
            nash_buf_free(&match);
            nash_buf_free(&farm);
        }
        nash_buf_free(&net);
        free(bytes);
    }
}

static void test_keys(void **state)
{
    const char *given = "{\"size\":4,\"moves\":\"a1 b2 c3\",\"engine\":\"resistance\"}";
    same(given, "{\"rows\":4,\"cols\":4,\"moves\":[\"c3\",\"B2\",\"a1\"],\"engine\":\"resistance\"}", true);
    same(given, "{\"board\":\"b.../.w../..b./....\",\"to_move\":\"white\",\"engine\":\"resistance\"}", true);
    same(given, "{\"size\":4,\"moves\":\"a1 b2 c3\",\"engine\":\"resistance\",\"iterations\":5,\"all\":true}", true);
    same(given, "{\"size\":4,\"moves\":\"a1 b2 c3\",\"engine\":\"resistance\",\"swap\":true}", true); /* too late */
    same(given, "{\"size\":4,\"moves\":\"a1 b2 c3\",\"engine\":\"random\"}", false);
    same(given, "{\"size\":4,\"moves\":\"a1 b2 c3 pass\",\"engine\":\"resistance\"}", false);
    same(given, "{\"size\":4,\"moves\":\"a1 b2 c3 resign\",\"engine\":\"resistance\"}", false);
    same("{\"size\":4,\"moves\":\"a1\",\"swap\":true}", "{\"board\":\"b.../..../..../....\",\"swap\":true}", true);
    same("{\"size\":4,\"moves\":\"a1\"}", "{\"size\":4,\"moves\":\"a1\",\"swap\":true}", false);
    same("{\"size\":6}", "{\"size\":6,\"engine\":\"uct\",\"iterations\":10000,\"rave\":true}", true);
    same("{\"size\":6}", "{\"size\":6,\"iterations\":9999}", false);
    same("{\"size\":6}", "{\"size\":6,\"rave\":false}", false);
    same("{\"size\":6}", "{\"size\":6,\"plain\":false}", true);
    same("{\"size\":6}", "{\"size\":6,\"plain\":true}", false);
    same("{\"size\":5}", "{\"size\":5,\"plain\":true}", true); /* exact */
    same("{\"size\":6}", "{\"size\":6,\"exploration\":0.25}", false);
    same("{\"size\":6}", "{\"size\":6,\"engine\":\"exact\"}", false);
    same("{\"size\":5}", "{\"size\":5,\"engine\":\"exact\"}", true);
    same("{\"size\":5}", "{\"size\":5,\"all\":true}", false);
    same("{\"size\":5}", "{\"size\":5,\"nodes\":7}", false);
    same("{\"size\":6,\"engine\":\"dqn\"}", "{\"size\":6,\"engine\":\"dqn\",\"simulations\":5}", true);
    same("{\"size\":6,\"engine\":\"dqn+search\"}", "{\"size\":6,\"engine\":\"dqn+search\",\"simulations\":400}", true);
    same("{\"size\":6,\"engine\":\"dqn+search\"}", "{\"size\":6,\"engine\":\"dqn+search\",\"simulations\":5}", false);
    same("{\"rows\":2,\"cols\":8}", "{\"rows\":8,\"cols\":2}", false);
    kind_keys(NASH_FORMAT_TEXT, "4 a1 b2 c3", NASH_FORMAT_JSON, "{\"size\":4,\"moves\":\"c3 b2 a1\"}", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_nets),
        cmocka_unit_test(test_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
