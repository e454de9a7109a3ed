/* Connect four: scores compared with plain alpha-beta, with the scores one move later and of the mirror image, and with
 * those of another program, for each instruction set; refused positions. */
#include <solvers/gametree/connect4/follow_up.h>

#include "game.h"
#include "positions.h"

/* ---- the plain search ---- */

/* Returns the score of the side to move by plain alpha-beta, without a table or move ordering. */
static int plain(const struct c4_board *board, int lo, int hi)
{
    if (c4_is_won(board))
        return -(C4_CELLS / 2 + 1 - (board->stones + 1) / 2);
    if (board->stones == C4_CELLS)
        return 0;
    for (int column = 0; column < C4_COLUMNS && lo < hi; column++)
        if (c4_playable(board->all) & c4_column(column)) {
            struct c4_board next = c4_play(board, column);
            int score = -plain(&next, -hi, -lo);
            lo = score > lo ? score : lo;
        }
    return lo;
}

static int score_plainly(const struct c4_board *board)
{
    return plain(board, -C4_CELLS, C4_CELLS);
}

/* Returns the score found by the search with a new table. mirror: both mirror images of a board share a key. */
static int score_of(const struct c4_board *board, struct nash_arena *arena, bool mirror)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    struct nash_run run = {.arena = arena};
    struct c4_search search = {.run = &run, .mirror = mirror};
    struct c4_range range = c4_any(board);
    assert_true(c4_transposition_open(&search.memory, arena));
    c4_narrow(&search, board, 0, &range);
    assert_int_equal(range.lo, range.hi);
    nash_arena_release(arena, mark);
    return range.lo;
}

static void test_against_the_plain_search(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(4 << 20);
    for (int round = 0; round < (int)test_length(180, 900); round++) {
        char text[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 30 + round % 12, text);
        int right = score_plainly(&board), got = score_of(&board, arena, round % 2);
        if (got != right)
            fail_msg("%s: %d, not %d", text, got, right);
    }
    nash_arena_free(arena);
}

/* The bounds that the follow-up strategies give without a search contain the score; each occurs often enough to matter.
 */
static void test_what_follows_without_search(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned promises[2] = {0, 0}, rounds = test_length(1200, 6000);
    for (int round = 0; round < (int)rounds; round++) {
        char text[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 29 + round % 12, text);
        struct c4_range range = {-C4_CELLS, C4_CELLS};
        c4_follow_up(board.own, board.all, board.stones, &range);
        if (range.lo == -C4_CELLS && range.hi == C4_CELLS)
            continue;
        promises[board.stones % 2]++;
        int right = score_plainly(&board);
        if (right < range.lo || right > range.hi)
            fail_msg("%s: %d to %d are promised, it is %d", text, range.lo, range.hi, right);
    }
    assert_in_range(promises[0], rounds / 150, rounds);
    assert_in_range(promises[1], rounds / 150, rounds);
}

/* Boards of 14, 18, 22 and 28 stones scored by another program (PascalPons/connect4). */
static void test_scores_of_another_program(void **state)
{
    static const struct {
        const char *moves;
        int score;
    } said[] = {
        {"75714731126547", 4},
        {"63371347267456", -13},
        {"56675163254335", 8},
        {"44534651773333", 11},
        {"11573334443161", -2},
        {"42737454145677", -5},
        {"63511527427563", -12},
        {"16177664673342", 3},
        {"611652326116677254", -3},
        {"675134623573476633", -1},
        {"561572277366251645", -12},
        {"713756117673134772", -4},
        {"361727135574125126", 0},
        {"144476462463775661", 2},
        {"713734137156376313", 9},
        {"232314337335521422", -6},
        {"6153633333276175112456", 8},
        {"7315532334717517432115", -10},
        {"7316572676625732723355", -2},
        {"7467641772623625224621", 3},
        {"7561312157771217164672", -4},
        {"7224271646526754177373", 7},
        {"1431457421456464662765", -8},
        {"5752663515622272511442", -1},
        {"4611421322557453772671674723", -7},
        {"6641253454364247476261117351", 5},
        {"2126432173635632122613376745", 0},
        {"1162747266344432276253664342", 3},
        {"3231362462677363565265515514", 6},
        {"7256452477657221724553751663", 2},
        {"2416772747162431422613737264", -6},
        {"1124573254564132267525164524", -3},
    };
    struct nash_arena *arena = nash_arena_new(16 << 20);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct c4_board board = {0};
        for (const char *at = said[i].moves; *at; at++)
            board = c4_play(&board, *at - '1');
        int got = score_of(&board, arena, false);
        if (got != said[i].score)
            fail_msg("%s: %d, not %d", said[i].moves, got, said[i].score);
    }
    nash_arena_free(arena);
}

/* The score of a board equals that of its best move, where the board after each move is solved alone. */
static void test_one_move_later(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(16 << 20);
    for (int round = 0; round < (int)test_length(15, 60); round++) {
        char text[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 18 + round % 12, text);
        int best = -C4_CELLS;
        for (int column = 0; column < C4_COLUMNS; column++)
            if (c4_playable(board.all) & c4_column(column)) {
                struct c4_board next = c4_play(&board, column);
                int score = -score_of(&next, arena, false);
                best = score > best ? score : best;
            }
        int got = score_of(&board, arena, false);
        if (got != best)
            fail_msg("%s: %d, but %d a move later", text, got, best);
    }
    nash_arena_free(arena);
}

/* If both mirror images of a board share a key, the score is the same as without. */
static void test_mirror(void **state)
{
    static const char *const symmetric[] = {"444444221166335577", "444444112255667733", "44444413572231756"};
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(128 << 20);
    for (int round = 0; round < (int)test_length(15, 60); round++) {
        char text[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 20 + round % 12, text), turned = board;
        turned.own = c4_mirror(board.own), turned.all = c4_mirror(board.all);
        int one = score_of(&board, arena, false), two = score_of(&turned, arena, false);
        if (one != two)
            fail_msg("%s: %d, mirrored %d", text, one, two);
        assert_int_equal(one, score_of(&turned, arena, true));
    }
    for (size_t i = 0; i < sizeof symmetric / sizeof *symmetric; i++) {
        struct c4_board board = {0};
        for (const char *at = symmetric[i]; *at && !c4_is_won(&board); at++)
            board = c4_play(&board, *at - '1');
        assert_int_equal(score_of(&board, arena, false), score_of(&board, arena, true));
    }
    nash_arena_free(arena);
}

static void test_both_searches_are_one(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(64 << 20);
    if (c4_search_best() == c4_search_plain) {
        print_message("skipped: this machine has but one\n");
        skip();
    }
    for (int round = 0; round < (int)test_length(15, 60); round++) {
        char text[C4_CELLS + 1];
        struct c4_board board = position_random(&rng, 18 + round % 15, text);
        struct c4_node node = {.own = board.own, .all = board.all, .stones = board.stones};
        node.threats = c4_fourths(board.own ^ board.all) & C4_BOARD & ~board.all;
        node.moves = c4_safe_moves(board.all, node.threats);
        if (!node.moves)
            continue;
        for (int alpha = -2; alpha < 3; alpha++) {
            uint64_t nodes[2];
            int score[2];
            for (int which = 0; which < 2; which++) {
                struct nash_arena_mark mark = nash_arena_mark(arena);
                struct nash_run run = {.arena = arena};
                struct c4_search search = {.run = &run};
                assert_true(c4_transposition_open(&search.memory, arena));
                score[which] = (which ? c4_search_best() : c4_search_plain)(&search, &node, alpha);
                nodes[which] = run.nodes;
                nash_arena_release(arena, mark);
            }
            if (score[0] != score[1] || nodes[0] != nodes[1])
                fail_msg("%s above %d: %d and %d", text, alpha, score[0], score[1]);
        }
    }
    nash_arena_free(arena);
}

/* The score does not depend on the size of the table, and entries survive its growth. */
static void test_memory_grows(void **state)
{
    struct nash_arena *arena = nash_arena_new(8 << 20), *small = nash_arena_new(600 << 10);
    struct c4_transposition memory;
    struct c4_board board = {0};
    assert_true(c4_transposition_open(&memory, arena));
    for (uint64_t key = 1; key <= 1U << (C4_TRANSPOSITION_FIRST - 1); key++)
        c4_transposition_put(&memory, key * 7919, (int)(key % 40),
                             (struct c4_range){(int)(key % 20) - 19, (int)(key % 21)});
    unsigned before = 0, after = 0;
    for (int pass = 0; pass < 2; pass++) {
        unsigned *found = pass ? &after : &before;
        for (uint64_t key = 1; key <= 1U << (C4_TRANSPOSITION_FIRST - 1); key++) {
            struct c4_range range = {-C4_CELLS, C4_CELLS};
            if (!c4_transposition_get(&memory, key * 7919, &range))
                continue;
            assert_int_equal(range.lo, (int)(key % 20) - 19);
            assert_int_equal(range.hi, (int)(key % 21));
            ++*found;
        }
        if (pass == 0)
            c4_transposition_grow(&memory);
    }
    assert_int_equal(memory.bits, C4_TRANSPOSITION_FIRST + C4_TRANSPOSITION_STEP);
    assert_int_equal(before, after);
    assert_in_range(before, 1 << (C4_TRANSPOSITION_FIRST - 2), 1 << (C4_TRANSPOSITION_FIRST - 1));
    for (const char *at = "66334761223514"; *at; at++)
        board = c4_play(&board, *at - '1');
    assert_int_equal(score_of(&board, small, false), score_of(&board, arena, false));
    nash_arena_free(arena);
    nash_arena_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_plain_search),
        cmocka_unit_test(test_what_follows_without_search),
        cmocka_unit_test(test_scores_of_another_program),
        cmocka_unit_test(test_one_move_later),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_both_searches_are_one),
        cmocka_unit_test(test_memory_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
