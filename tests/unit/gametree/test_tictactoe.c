/* Tic-tac-toe: every position that can occur, compared with a plain implementation in this file, which uses a board of
 * characters and no symmetry. */
#include <solvers/gametree/tictactoe/tictactoe.h>

#include "game.h"

enum { POSITIONS = 5478, CANONICAL = 765 };

/* ---- another tic-tac-toe ---- */

static bool line_of(const char *b, int at, int step, const char *among)
{
    for (int i = 0; i < 3; i++, at += step)
        if (!strchr(among, b[at]))
            return false;
    return true;
}

/* Returns the number of lines whose three cells all have a character in `among`. */
static int lines(const char *b, const char *among)
{
    int count = line_of(b, 0, 4, among) + line_of(b, 2, 2, among);
    for (int i = 0; i < 3; i++)
        count += line_of(b, 3 * i, 1, among) + line_of(b, i, 3, among);
    return count;
}

enum { WON = 1000 };

/* Returns the minimax value for X, `plies` moves deep. stage: positions are evaluated by open lines, and a win counts
 * WON, as in the lecture notes; otherwise a win counts 1. */
static int value_of(char *b, char mover, int plies, bool stage)
{
    int won = stage ? WON : 1, best = mover == 'X' ? -2 * WON : 2 * WON;
    if (lines(b, "X"))
        return won;
    if (lines(b, "O"))
        return -won;
    if (!plies || !strchr(b, '.'))
        return stage ? lines(b, "X.") - lines(b, "O.") : 0;
    for (int c = 0; c < 9; c++) {
        if (b[c] != '.')
            continue;
        b[c] = mover;
        int value = value_of(b, mover == 'X' ? 'O' : 'X', plies - 1, stage);
        b[c] = '.';
        best = (mover == 'X' ? value > best : value < best) ? value : best;
    }
    return best;
}

/* ---- all positions ---- */

static unsigned met;
static char seen[BOARD_POSITIONS];

static int told(const struct kind_case *c, const char *path)
{
    const cJSON *at = kind_at(c, path);
    if (cJSON_IsString(at))
        return *at->valuestring == '-' ? -WON : WON;
    return at->valueint;
}

static void check_stage(const char *b, char mover, int plies, bool symmetry)
{
    char text[128], copy[10];
    struct kind_case c = {0};
    strcpy(copy, b);
    snprintf(text, sizeof text, "{\"game\":\"tictactoe\",\"board\":\"%s\",\"ply\":%d,\"symmetry\":%s}", b, plies,
             symmetry ? "true" : "false");
    kind_solve(&c, NASH_FORMAT_JSON, text);
    if (told(&c, "value") != value_of(copy, mover, plies, true))
        fail_msg("%s is worth %d, not %d", text, value_of(copy, mover, plies, true), told(&c, "value"));
    assert_int_equal(kind_int(&c, "max_open"), lines(b, "X."));
    assert_int_equal(kind_int(&c, "min_open"), lines(b, "O."));
    kind_free(&c);
}

/* Visits a position and all positions below it, each once. */
static void visit(char *b, char mover)
{
    unsigned number = 0;
    for (int c = 0; c < 9; c++)
        number = 3 * number + (unsigned)(b[c] == 'X') + 2 * (unsigned)(b[c] == 'O');
    if (seen[number]++)
        return;
    met++;
    check_stage(b, mover, 1 + (int)(number % 3), number % 2);
    if (met % 16 == 0) {
        char text[96];
        struct kind_case c = {0};
        snprintf(text, sizeof text, "{\"game\":\"tictactoe\",\"board\":\"%s\",\"symmetry\":%s}", b,
                 number % 2 ? "true" : "false");
        kind_solve(&c, NASH_FORMAT_JSON, text);
        assert_int_equal(told(&c, "value"), value_of(b, mover, 9, false));
        assert_true(cJSON_IsTrue(kind_at(&c, "exact")));
        kind_free(&c);
    }
    if (lines(b, "X") || lines(b, "O"))
        return;
    for (int c = 0; c < 9; c++)
        if (b[c] == '.') {
            b[c] = mover;
            visit(b, mover == 'X' ? 'O' : 'X');
            b[c] = '.';
        }
}

static void test_every_position(void **state)
{
    char empty[] = ".........";
    visit(empty, 'X');
    assert_int_equal(met, POSITIONS);
}

/* Positions that visit() has met are accepted with the usual player to move; all others are refused. */
static void test_only_these_can_come_up(void **state)
{
    assert_int_equal(met, POSITIONS);
    for (unsigned number = 0; number < BOARD_POSITIONS; number++) {
        struct board b = {0, 0};
        int x = 0, o = 0;
        for (unsigned c = 9, rest = number; c-- > 0; rest /= 3) {
            b.x |= (uint16_t)((rest % 3 == 1) << c);
            b.o |= (uint16_t)((rest % 3 == 2) << c);
            x += rest % 3 == 1;
            o += rest % 3 == 2;
        }
        if ((board_fault(b, x > o) == NULL) != (seen[number] != 0) && x >= o)
            fail_msg("position %u: %d X, %d O: %s", number, x, o, board_fault(b, x > o));
        if (board_fault(b, x > o) == NULL && x < o) /* O has begun: X and O exchanged must be valid too */
            assert_null(board_fault((struct board){b.o, b.x}, o > x));
    }
}

static void test_symmetries(void **state)
{
    unsigned canonical = 0;
    static char least[BOARD_POSITIONS];
    for (unsigned number = 0; number < BOARD_POSITIONS; number++) {
        struct board b = {0, 0};
        for (unsigned c = 9, rest = number; c-- > 0; rest /= 3) {
            b.x |= (uint16_t)((rest % 3 == 1) << c);
            b.o |= (uint16_t)((rest % 3 == 2) << c);
        }
        if (seen[number])
            canonical += !least[board_canonical(b)]++;
    }
    assert_int_equal(canonical, CANONICAL);
}

static void test_who_moves(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"tictactoe\",\"board\":\"O........\"}");
    assert_string_equal(kind_word(&c, "to_move"), "MAX");
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"tictactoe\",\"board\":\"XX.OO....\",\"to_move\":\"MIN\"}");
    assert_int_equal(kind_int(&c, "value"), -1);
    assert_int_equal(kind_int(&c, "best"), 5); /* the win at once, although cell 2 wins too */
    assert_int_equal(kind_int(&c, "best_moves/0"), 2);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "line")), 1);
    kind_free(&c);
    game_refuses("tictactoe", "\"board\":\"X........\",\"to_move\":\"MAX\"", NASH_UNPROCESSABLE, "/board",
                 "other player's turn");
    game_refuses("tictactoe", "\"board\":\"XXXOO....\",\"to_move\":\"MAX\"", NASH_UNPROCESSABLE, "/board",
                 "cannot come up");
}

/* The winner chooses the shortest way to win, the loser the longest way to lose. */
static void test_the_shortest_win(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON,
               "{\"game\":\"tictactoe\",\"board\":\"X...O...X\",\"to_move\":\"MIN\"}"); /* a corner loses to the fork of
                                                                                           the others */
    assert_int_equal(kind_int(&c, "value"), 0);
    assert_int_equal(kind_int(&c, "best"), 1);
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"tictactoe\",\"board\":\"X.O.O...X\",\"to_move\":\"MAX\"}");
    assert_int_equal(kind_int(&c, "value"), 1);
    assert_int_equal(kind_int(&c, "best"), 6);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "line")), 3);
    kind_free(&c);
}

/* The value of a finished game is its result. */
static void test_the_end(void **state)
{
    struct kind_case c = {0};
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"tictactoe\",\"board\":\"XXXOO....\",\"ply\":2}");
    assert_string_equal(kind_word(&c, "e"), "infinity");
    assert_string_equal(kind_word(&c, "value"), "infinity");
    assert_false(kind_has(&c, "best"));
    kind_free(&c);
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"tictactoe\",\"board\":\"XOXXOOOXX\",\"count\":true}");
    assert_int_equal(kind_int(&c, "value"), 0);
    assert_int_equal(kind_int(&c, "counts/games"), 1);
    kind_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position), cmocka_unit_test(test_only_these_can_come_up),
        cmocka_unit_test(test_symmetries),     cmocka_unit_test(test_who_moves),
        cmocka_unit_test(test_the_end),        cmocka_unit_test(test_the_shortest_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
