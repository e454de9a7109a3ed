/* Answers of the kind: finished games, the board in both directions, wrong answers that the check refuses. */
#include <solvers/hex/answer.h>

#include "../solvers/kind_case.h"

extern const struct nash_solver nash_solver_hex;
const struct nash_solver *const kind_solver = &nash_solver_hex;

static void test_finished(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"size\":3,\"moves\":\"b2 a1 b1 c1 b3\"}");
    assert_string_equal(kind_word(&c, "summary"), "3x3, 5 stones: black has won");
    assert_string_equal(kind_word(&c, "winner"), "black");
    assert_string_equal(kind_word(&c, "won_by"), "connection");
    assert_true(cJSON_IsNull(kind_at(&c, "move")));
    assert_true(c.result.final);
    kind_free(&c);
    c = (struct kind_case){0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"size\":3,\"moves\":\"b2 resign\"}");
    assert_string_equal(kind_word(&c, "summary"), "3x3, 1 stone: black has won, resigned");
    assert_string_equal(kind_word(&c, "won_by"), "resignation");
    kind_free(&c);
}

/* Sends the board of random positions back as a request; the engine must play a legal move in all of them. */
static void test_round_trip(void **state)
{
    static const char *const engines[] = {"exact\",\"all\":true,\"to_move\":\"white",
                                          "random",
                                          "resistance",
                                          "uct\",\"iterations\":300,\"to_move\":\"black",
                                          "dqn",
                                          "dqn+search\",\"simulations\":30,\"to_move\":\"black"};
    enum { ENGINES = sizeof engines / sizeof *engines };
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(400, 4000); n++) {
        unsigned most = n % ENGINES ? 9 : 4; /* the check tries all moves of small boards */
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, most), cols = 1 + (unsigned)nash_rng_below(&rng, most);
        unsigned stones = (unsigned)nash_rng_below(&rng, rows * cols + 1);
        char text[400];
        size_t len = (size_t)snprintf(text, sizeof text, "{\"engine\":\"%s\",\"rows\":%u,\"cols\":%u,\"board\":\"",
                                      engines[n % ENGINES], rows, cols);
        for (unsigned i = 0; i < rows * cols; i++) {
            char c = nash_rng_below(&rng, rows * cols) < stones ? "bw"[nash_rng_below(&rng, 2)] : '.';
            if (i && i % cols == 0)
                text[len++] = '/';
            text[len++] = c;
        }
        snprintf(text + len, sizeof text - len, "\"}");
        struct kind_case c = {.run = {.seed = n}};
        kind_solve(&c, NASH_FORMAT_JSON, text);
        if (!strstr(text, kind_word(&c, "board")))
            fail_msg("%s has another board in the result", text);
        if (cJSON_IsString(kind_at(&c, "to_move")) && !cJSON_IsString(kind_at(&c, "move")))
            fail_msg("%s: no move", text);
        kind_free(&c);
    }
}

/* ---- answers that are wrong ---- */

enum lie {
    LIE_OCCUPIED,
    LIE_OUTSIDE,
    LIE_LINE_TWICE,
    LIE_LINE_BEGIN,
    LIE_STONE_VALUE,
    LIE_RATE,
    LIE_WINNER,
    LIE_MOVE_OF_WINNER,
    LIE_PROOF,
    LIE_MUST_PLAY,
    LIE_CUT,
    LIE_NOT_JOINED,
    LIE_SWAP,
    LIES
};

/* 3x3 with a black stone on b2: Black has won in effect, by b1 c1 above and a3 b3 below. White is to move. */
enum { A1, B1, C1, A2, B2, C2, A3, B3, C3 };

static void tell(enum lie lie, struct hex_answer *a)
{
    struct hex_opinion *o = &a->opinion;
    hex_opinion_clear(o);
    o->move = A1;
    o->line[0] = A1;
    o->line_count = 1;
    o->winner = HEX_BLACK;
    o->proof[C3] = HEX_LOSES;
    o->connected = HEX_BLACK;
    o->connection[B1] = o->connection[C1] = o->connection[A3] = o->connection[B3] = 1;
    o->has_must_play = true;
    if (lie == LIE_OCCUPIED)
        o->move = o->line[0] = B2;
    if (lie == LIE_OUTSIDE)
        o->move = o->line[0] = 9;
    if (lie == LIE_LINE_TWICE)
        o->line[o->line_count++] = A1;
    if (lie == LIE_LINE_BEGIN)
        o->line[0] = C1;
    if (lie == LIE_STONE_VALUE)
        o->visits[B2] = 1;
    if (lie == LIE_RATE)
        o->win_rate = 1.5F;
    if (lie == LIE_WINNER || lie == LIE_MOVE_OF_WINNER) {
        o->winner = HEX_WHITE;
        o->has_must_play = false;
        o->connected = HEX_EMPTY;
    }
    if (lie == LIE_PROOF)
        o->proof[C3] = HEX_WINS;
    if (lie == LIE_MUST_PLAY)
        o->winner = HEX_EMPTY;
    if (lie == LIE_CUT)
        o->connection[B1] = o->connection[B3] = 0;
    if (lie == LIE_NOT_JOINED)
        o->connection[B3] = o->connection[A3] = 0;
    if (lie == LIE_SWAP)
        a->swaps = true;
}

static void test_lies(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"size\":3,\"moves\":\"b2\"}");
    for (int lie = 0; lie <= LIES; lie++) { /* LIES: the truth */
        struct hex_answer *a = c.result.answer;
        tell((enum lie)lie, a);
        enum nash_status status = nash_solver_hex.verify(c.problem, &c.result, &c.error);
        if (status != (lie == LIES ? NASH_OK : NASH_INTERNAL))
            fail_msg("lie %d: %s %s", lie, nash_status_name(status), c.error.detail);
        a->swaps = false;
    }
    kind_free(&c);
}

static void test_text(void **state)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_TEXT, "1x3 a2");
    nash_solver_hex.text_of(c.json, &out);
    assert_string_equal(nash_buf_cstr(&out), "# white wins by proof\n# line: a3\na3");
    nash_buf_free(&out);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finished),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_lies),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
