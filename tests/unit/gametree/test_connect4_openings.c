/* The table of openings of connect four: its keys, published scores, and its lines, whose ends are searched. */
#include <solvers/gametree/connect4/openings.h>

#include "game.h"

enum { ARENA_BYTES = 160 << 20 };

static struct c4_board after(const char *moves)
{
    struct c4_board board = {0};
    for (; *moves; moves++)
        board = c4_play(&board, *moves - '1');
    return board;
}

static struct c4_board mirrored(const struct c4_board *board)
{
    return (struct c4_board){c4_mirror(board->own), c4_mirror(board->all), board->stones};
}

static void test_keys(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct c4_openings *openings = c4_openings_list(arena);
    assert_non_null(openings);
    for (int i = 0; i < C4_OPENING_COUNT; i++) {
        struct c4_board board = c4_openings_board(openings->key[i]), turned = mirrored(&board);
        assert_true(i == 0 || openings->key[i] > openings->key[i - 1]);
        assert_int_equal(board.stones, C4_OPENING_STONES);
        assert_int_equal(__builtin_popcountll(board.own), 2); /* O is to move */
        assert_true(c4_key(board.own, board.all) == openings->key[i]);
        assert_true(c4_key(turned.own, turned.all) >= openings->key[i]);
    }
    nash_arena_free(arena);
}

/* The scores of the seven first moves: Allis 1988 and Allen 1988 for the winner, Tromp's solver for the stone. */
static void test_published_scores(void **state)
{
    static const int first[] = {-2, -1, 0, 1, 0, -1, -2};
    struct kind_case c = {0};
    char path[32];
    kind_solve(&c, NASH_FORMAT_JSON, "{\"game\":\"connect4\",\"moves\":\"\"}");
    assert_int_equal(kind_int(&c, "value"), 1);
    assert_int_equal(kind_int(&c, "best"), 4);
    assert_int_equal(kind_int(&c, "moves_to_end"), 41);
    assert_int_equal(cJSON_GetArraySize(kind_at(&c, "line")), 41);
    assert_string_equal(kind_word(&c, "engine"), "openings");
    for (int i = 0; i < C4_COLUMNS; i++) {
        snprintf(path, sizeof path, "moves/%d/value", i);
        assert_int_equal(kind_int(&c, path), first[i]);
    }
    kind_free(&c);
}

/* Returns the exact score of a board by a search without the table. */
static int search_score(const struct c4_board *board, struct nash_arena *arena)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct nash_run run = {.arena = arena};
    struct c4_search search = {.run = &run};
    struct c4_range range = c4_any(board);
    assert_true(c4_transposition_open(&search.memory, arena));
    c4_narrow(&search, board, 0, &range);
    nash_arena_release(arena, mark);
    assert_int_equal(range.lo, range.hi);
    return range.lo;
}

/* Plays the moves of an entry. The score keeps its size and changes its sign with each move; the board at the end is
 * searched, or the game is over with the right stone. The mirror image has the mirrored moves. */
static void check_entry(const struct c4_openings *openings, int i, struct nash_arena *arena)
{
    struct c4_board board = c4_openings_board(openings->key[i]), at = board, turned = mirrored(&board);
    int score = c4_openings_score(openings, &board), sign = 1;
    assert_int_equal(c4_openings_score(openings, &turned), score);
    for (int move = 0; move < C4_OPENING_MOVES && !c4_is_won(&at); move++, sign = -sign) {
        int column = c4_openings_move(openings, &board, move), other = c4_openings_move(openings, &turned, move);
        if (column < 0 || column >= C4_COLUMNS || !(c4_playable(at.all) & c4_column(column)))
            fail_msg("entry %d: move %d cannot be played", i, move);
        if (c4_key(board.own, board.all) != c4_key(turned.own, turned.all))
            assert_int_equal(other, C4_COLUMNS - 1 - column);
        at = c4_play(&at, column);
    }
    assert_int_equal(c4_openings_move(openings, &board, C4_OPENING_MOVES), -1);
    int found = c4_is_won(&at) ? -(C4_CELLS / 2 + 1 - (at.stones + 1) / 2) : search_score(&at, arena);
    if (found != sign * score)
        fail_msg("entry %d has the score %d, its line leads to %d", i, score, sign * found);
}

static void test_lines(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct c4_openings *openings = c4_openings_list(arena);
    struct nash_rng rng = test_rng();
    int step = (int)test_step(50, 1), first = (int)nash_rng_below(&rng, (uint64_t)step);
    assert_non_null(openings);
    for (int i = first; i < C4_OPENING_COUNT; i += step)
        check_entry(openings, i, arena);
    nash_arena_free(arena);
}

/* A board of few stones has the score of its best column, by the table as by a search of one that ends soon. */
static void test_early_boards(void **state)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    const struct c4_openings *openings = c4_openings_list(arena);
    static const struct {
        const char *moves;
        int score;
    } cases[] = {{"4455", 18}, {"44553", -18}, {"4", -1}, {"1", 2}, {"44", 1}};
    assert_non_null(openings);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct c4_board board = after(cases[i].moves);
        if (c4_openings_score(openings, &board) != cases[i].score)
            fail_msg("%s: %d, not %d", cases[i].moves, c4_openings_score(openings, &board), cases[i].score);
    }
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_published_scores),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_early_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
