/* Connect four from text to JSON: results, finished games, refused positions, keys, stops. */
#include "game.h"
#include "positions.h"

static void say(char *text, const char *moves)
{
    sprintf(text, "{\"game\":\"connect4\",\"moves\":\"%s\"}", moves);
}

static struct kind_case solved(const char *moves)
{
    char text[128];
    struct kind_case c = {0};
    say(text, moves);
    kind_solve(&c, NASH_FORMAT_JSON, text);
    return c;
}

/* ---- results ---- */

/* Checks the JSON of the answer. verify() has already checked the answer itself. */
static void test_results(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < (int)test_length(46, 150); round++) {
        char moves[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 20 + round % 23, moves);
        struct kind_case c = solved(moves);
        const struct c4_answer *a = c.result.answer;
        assert_true(c.result.final);
        assert_true(a->line_complete);
        assert_true(cJSON_IsTrue(kind_at(&c, "exact")));
        int value = kind_int(&c, "value"), open = __builtin_popcountll(c4_playable(board.all)), best = 0;
        assert_string_equal(kind_word(&c, "result"), value > 0 ? "win" : value < 0 ? "loss" : "draw");
        assert_string_equal(kind_word(&c, "to_move"), board.stones % 2 ? "MIN" : "MAX");
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "line")), kind_int(&c, "moves_to_end"));
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "moves")), open);
        const cJSON *move;
        cJSON_ArrayForEach(move, kind_at(&c, "moves"))
        {
            int score = cJSON_GetObjectItem(move, "value")->valueint;
            assert_true(score <= value);
            assert_int_equal(score == value, cJSON_IsTrue(cJSON_GetObjectItem(move, "best")));
            best += score == value;
        }
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "best_moves")), best);
        if (open)
            assert_int_equal(kind_int(&c, "best"), kind_int(&c, "line/0"));
        kind_free(&c);
    }
}

/* "best" and "value" are parts of "all", and cost no more positions. */
static void test_wants(void **state)
{
    static const char *const wants[] = {"all", "best", "value"};
    struct nash_rng rng = test_rng();
    for (int round = 0; round < (int)test_length(20, 100); round++) {
        struct kind_case c[3] = {0};
        char moves[C4_CELLS + 1], text[128];
        position_random(&rng, 18 + round % 25, moves);
        for (int i = 0; i < 3; i++) {
            snprintf(text, sizeof text, "{\"game\":\"connect4\",\"moves\":\"%s\",\"want\":\"%s\"}", moves, wants[i]);
            kind_solve(&c[i], NASH_FORMAT_JSON, text);
            if (kind_int(&c[i], "value") != kind_int(&c[0], "value"))
                fail_msg("%s: %s has another value", moves, wants[i]);
            assert_int_equal(kind_int(&c[i], "moves_to_end"), kind_int(&c[0], "moves_to_end"));
            assert_int_equal(kind_has(&c[i], "moves"), i == 0);
            assert_int_equal(kind_has(&c[i], "best_moves"), i == 0);
            assert_int_equal(kind_has(&c[i], "line"), i == 0);
            assert_int_equal(kind_has(&c[i], "best"), i < 2);
        }
        if (!cJSON_Compare(kind_at(&c[1], "best"), kind_at(&c[0], "best"), true))
            fail_msg("%s: \"best\" has another best move than \"all\"", moves);
        assert_true(kind_int(&c[2], "nodes") <= kind_int(&c[1], "nodes"));
        assert_true(kind_int(&c[1], "nodes") <= kind_int(&c[0], "nodes"));
        for (int i = 0; i < 3; i++)
            kind_free(&c[i]);
    }
}

/* A double threat is found at once, although the other columns take millions of positions. */
static void test_quick_win(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_TEXT, "connect4 4455");
    assert_int_equal(kind_int(&c, "value"), 18);
    assert_int_equal(kind_int(&c, "best"), 3);
    assert_true(kind_int(&c, "nodes") < 100);
    kind_free(&c);
    kind_keys(NASH_FORMAT_TEXT, "connect4 4455", NASH_FORMAT_JSON,
              "{\"game\":\"connect4\",\"moves\":\"4455\",\"want\":\"best\"}", true);
    kind_keys(NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"4455\",\"want\":\"value\"}", NASH_FORMAT_JSON,
              "{\"game\":\"connect4\",\"moves\":\"4455\"}", false);
}

/* The same board by moves and by rows is one problem; the rows are written back. */
static void test_board_and_moves(void **state)
{
    struct nash_rng rng = test_rng();
    for (int round = 0; round < (int)test_length(25, 100); round++) {
        char moves[C4_CELLS + 1], by_moves[128], by_board[256];
        position_random(&rng, 24 + round % 19, moves);
        struct kind_case c = solved(moves);
        char *rows = cJSON_PrintUnformatted(kind_at(&c, "board"));
        say(by_moves, moves);
        sprintf(by_board, "{\"game\":\"connect4\",\"board\":%s}", rows);
        kind_keys(NASH_FORMAT_JSON, by_moves, NASH_FORMAT_JSON, by_board, true);
        free(rows);
        kind_free(&c);
    }
}

static void test_games_that_are_over(void **state)
{
    struct kind_case c = solved("1212121");
    assert_int_equal(kind_int(&c, "value"), -18); /* X has won with its fourth stone */
    assert_int_equal(kind_int(&c, "moves_to_end"), 0);
    assert_string_equal(kind_word(&c, "result"), "loss");
    assert_true(cJSON_IsNull(kind_at(&c, "best")));
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "moves")), 0);
    kind_free(&c);
    c = solved("121212"); /* one stone earlier: X wins at once, and all other columns have scores too */
    assert_int_equal(kind_int(&c, "value"), 18);
    assert_int_equal(kind_int(&c, "best"), 1);
    assert_int_equal(kind_int(&c, "moves_to_end"), 1);
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"game\":\"connect4\",\"board\":[\"OXOXOXO\",\"XOXOXOX\",\"XOXOXOX\",\"XOXOXOX\",\"OXOXOXO\","
               "\"OXOXOXO\"]}");
    assert_string_equal(kind_word(&c, "result"), "draw");
    assert_int_equal(kind_int(&c, "stones"), 42);
    kind_free(&c);
}

/* ---- refused ---- */

static void refuses(const char *members, enum nash_status status, const char *pointer, const char *word)
{
    game_refuses("connect4", members, status, pointer, word);
}

static void test_refused(void **state)
{
#define EMPTY "\".......\","
    refuses("\"moves\":44", NASH_INVALID, "/moves", "string");
    refuses("\"moves\":\"4a\"", NASH_INVALID, "/moves", "columns");
    refuses("\"moves\":\"48\"", NASH_INVALID, "/moves", "columns");
    refuses("\"moves\":\"40\"", NASH_INVALID, "/moves", "columns");
    refuses("\"moves\":\"1234567123456712345671234567123456712345671\"", NASH_INVALID, "/moves", "42");
    refuses("\"moves\":\"4444444\"", NASH_UNPROCESSABLE, "/moves", "column 4, which is full");
    refuses("\"moves\":\"12121213\"", NASH_UNPROCESSABLE, "/moves", "move 7 makes a line of four");
    refuses("\"moves\":\"4\",\"want\":\"line\"", NASH_INVALID, "/want", "all");
    refuses("\"moves\":\"4\",\"board\":[]", NASH_INVALID, "/board", "not both");
    refuses("\"board\":\".......\"", NASH_INVALID, "/board", "six rows");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY "\".......\"]", NASH_INVALID, "/board", "six rows");
    refuses("\"board\":[" EMPTY EMPTY "\"......\"," EMPTY EMPTY "\".......\"]", NASH_INVALID, "/board/2", "seven");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY EMPTY "\"...x...\"]", NASH_INVALID, "/board/5", "seven");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY EMPTY "7]", NASH_INVALID, "/board/5", "seven");
    refuses("\"board\":[1,2,3,4,5,6]", NASH_INVALID, "/board", "six rows");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY "\"X......\",\".O.....\"]", NASH_UNPROCESSABLE, "/board/4",
            "column 1 has nothing below");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY EMPTY "\"...O...\"]", NASH_UNPROCESSABLE, "/board", "X has 0");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY EMPTY "\"X..X...\"]", NASH_UNPROCESSABLE, "/board", "X has 2");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY "\"OOO.O..\",\"XXXX...\"]", NASH_UNPROCESSABLE, "/board/4",
            "nothing below");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY "\"OOO....\",\"XXXXO..\"]", NASH_UNPROCESSABLE, "/board",
            "is to move");
    refuses("\"board\":[" EMPTY EMPTY EMPTY "\"...OO..\",\"OOOXX..\",\"XXXXO..\"]", NASH_UNPROCESSABLE, "/board",
            "is to move");
    refuses("\"board\":[" EMPTY EMPTY "\"O......\",\"OO.....\",\"OOX....\",\"XXXX...\"]", NASH_UNPROCESSABLE, "/board",
            "is to move");
    refuses("\"board\":[" EMPTY EMPTY "\"...X...\",\"OOOX...\",\"XOOO...\",\"XXXX...\"]", NASH_UNPROCESSABLE, "/board",
            "X");
    /* X has two lines that share no stone, so its last stone cannot have completed both */
    refuses("\"board\":[" EMPTY EMPTY "\"O.....X\",\"O.....X\",\"OOOXOOX\",\"XXXXOOX\"]", NASH_UNPROCESSABLE, "/board",
            "X");
    refuses("\"board\":[" EMPTY EMPTY EMPTY EMPTY "\"X.X....\",\"O.O....\"]", NASH_UNPROCESSABLE, "/board", "no order");
#undef EMPTY
}

/* Returns whether a board is reachable, by a search over all orders of moves. all: all stones; x: those of X. */
static bool can_come(uint64_t all, uint64_t x)
{
    int stones = __builtin_popcountll(all);
    if (stones == 0)
        return true;
    uint64_t last = stones % 2 ? x : all & ~x;
    for (uint64_t tops = all & ~(all >> 1) & last; tops; tops &= tops - 1)
        if (can_come(all & ~(tops & -tops), x & ~(tops & -tops)))
            return true;
    return false;
}

static void test_boards_that_can_come(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(1 << 20);
    unsigned impossible = 0, rounds = test_length(800, 4000);
    struct nash_error error;
    struct reader r;
    reader_root(&r, NULL, arena, &error);
    for (int round = 0; round < (int)rounds; round++) {
        int stones = 2 + (int)nash_rng_below(&rng, 11), left = stones / 2;
        struct c4_board board = {.stones = stones};
        for (int placed = 0; placed < stones; placed++) /* random colours in few columns, so that the order matters */
            board.all |= c4_playable(board.all) & c4_column((int)nash_rng_below(&rng, 2 + (uint64_t)round % 3));
        board.stones = __builtin_popcountll(board.all);
        left = board.stones / 2;
        uint64_t o = 0;
        for (uint64_t cells = board.all; cells; cells &= cells - 1)
            if ((int)nash_rng_below(&rng, (uint64_t)__builtin_popcountll(cells)) < left)
                o |= cells & -cells, left--;
        board.own = board.stones % 2 ? o : board.all & ~o;
        bool right = can_come(board.all, board.all & ~o), reachable = c4_reachable(&board, &r);
        assert_true(reader_ok(&r));
        if (reachable != right)
            fail_msg("stones %llx, O %llx: %d", (unsigned long long)board.all, (unsigned long long)o, reachable);
        impossible += !right;
    }
    assert_in_range(impossible, rounds / 40, rounds - rounds / 40);
    nash_arena_free(arena);
}

/* ---- stops ---- */

/* The empty board cannot be solved within these limits of nodes, so the answer has bounds. They contain the known
 * scores (Allis, Allen 1988): 1 for the middle column, where X wins with its last stone, and -2 for a column at the
 * edge. */
/* After 444444, the first board beyond the table of openings in this column, X wins in column 3 or 5 (score 1). */
static void test_stopped_by_nodes(void **state)
{
    static const uint64_t nodes[] = {1, 1000, 65536, 3 << 19};
    struct kind_case c = {0};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        c.run = (struct nash_run){.node_limit = nodes[i]};
        kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"444444\"}");
        assert_false(c.result.final);
        assert_true(cJSON_IsTrue(kind_at(&c, "timeout")));
        assert_true(cJSON_IsFalse(kind_at(&c, "exact")));
        assert_true(cJSON_IsNull(kind_at(&c, "value")));
        assert_true(kind_int(&c, "bounds/0") <= 1 && kind_int(&c, "bounds/1") >= 1);
        assert_false(kind_has(&c, "result"));
        assert_int_equal(kind_int(&c, "best"), 3);
        assert_int_equal(cJSON_GetArraySize(kind_at(&c, "moves")), 6);
        assert_true(kind_int(&c, "moves/2/bounds/0") <= 1 && kind_int(&c, "moves/2/bounds/1") >= 1);
        assert_true(kind_int(&c, "moves/0/bounds/0") <= -1 && kind_int(&c, "moves/0/bounds/1") >= -1);
        if (nodes[i] > 1 << 20) /* enough nodes to exclude a win at once for both sides */
            assert_true(kind_int(&c, "bounds/0") > -19 && kind_int(&c, "bounds/1") < 19);
        kind_free(&c);
    }
}

/* With a larger limit of nodes, the bounds narrow, and they always contain the score. */
static void test_bounds_hold_the_score(void **state)
{
    struct nash_rng rng = test_rng();
    struct kind_case c = {0};
    for (int round = 0; round < 25; round++) {
        char moves[C4_CELLS + 1], text[128];
        position_random(&rng, 16 + round % 6, moves);
        say(text, moves);
        struct kind_case whole = solved(moves);
        const struct c4_answer *right = whole.result.answer;
        for (uint64_t nodes = 100; nodes < right->nodes; nodes *= 3) {
            c.run = (struct nash_run){.node_limit = nodes};
            kind_solve(&c, NASH_FORMAT_JSON, text);
            const struct c4_answer *a = c.result.answer;
            if (a->range.lo > right->range.lo || a->range.hi < right->range.hi)
                fail_msg("%s after %lu nodes: %d to %d, not %d", text, (unsigned long)nodes, a->range.lo, a->range.hi,
                         right->range.lo);
            int best = kind_int(&c, "best") - 1;
            if (right->column[best].lo < a->range.lo)
                fail_msg("%s after %lu nodes: %d is proved, but column %d is worth %d", text, (unsigned long)nodes,
                         a->range.lo, best + 1, right->column[best].lo);
            for (int column = 0; column < C4_COLUMNS; column++)
                if (right->playable >> column & 1)
                    assert_true(a->column[column].lo <= right->column[column].lo &&
                                a->column[column].hi >= right->column[column].hi);
            kind_free(&c);
        }
        kind_free(&whole);
    }
}

static void test_numbered_stops(void **state)
{
    struct kind_case c = {.run.force_check = C4_CHECK_SEARCH};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"444444\"}");
    assert_int_equal(c.run.last_check, C4_CHECK_SEARCH);
    assert_false(c.result.final);
    assert_true(cJSON_IsNull(kind_at(&c, "value")));
    kind_free(&c);
    c.run = (struct nash_run){.force_check = C4_CHECK_LINE}; /* a line that begins in the table of openings */
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"44\"}");
    assert_int_equal(c.run.last_check, C4_CHECK_LINE);
    assert_int_equal(kind_int(&c, "value"), 1);
    kind_free(&c);
    c.run = (struct nash_run){.force_check = C4_CHECK_LINE};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"game\":\"connect4\",\"moves\":\"1212121\"}"); /* the game is over: there is no line to stop */
    assert_true(c.result.final);
    kind_free(&c);
    c.run = (struct nash_run){.force_check = C4_CHECK_LINE};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"121212\"}");
    assert_int_equal(c.run.last_check, C4_CHECK_LINE);
    assert_false(c.result.final);
    assert_int_equal(kind_int(&c, "value"), 18); /* the score was known before the line */
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "line")), 0);
    kind_free(&c);
}

/* Number of progress reports. Their bounds must contain the score, also during a long search. */
static int told;

static void listen(struct nash_run *run, const char *json, size_t len)
{
    struct nash_error error;
    int stones, lo, hi;
    unsigned long long nodes;
    assert_int_equal(nash_json_check(json, len, &error), NASH_OK);
    assert_int_equal(sscanf(json, "{\"engine\":\"search\",\"stones\":%d,\"nodes\":%llu,\"bounds\":[%d,%d]}", &stones,
                            &nodes, &lo, &hi),
                     4);
    assert_true(nodes == run->nodes && lo <= hi);
    assert_true(stones > 14 || (lo <= 0 && hi >= 0));
    told++;
}

static void test_progress(void **state)
{
    struct kind_case c = {.run.progress = listen};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"66334761223514\"}");
    assert_int_equal(kind_int(&c, "value"), 0);
    assert_true(told > 3 + kind_int(&c, "nodes") / 20000);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_wants),
        cmocka_unit_test(test_quick_win),
        cmocka_unit_test(test_board_and_moves),
        cmocka_unit_test(test_games_that_are_over),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_boards_that_can_come),
        cmocka_unit_test(test_stopped_by_nodes),
        cmocka_unit_test(test_bounds_hold_the_score),
        cmocka_unit_test(test_numbered_stops),
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
