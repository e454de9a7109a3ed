/* Virtual connections against exhaustive search. Compiled for sets of 2 and of 6 words. */
#include <nash/arena.h>
#include <solvers/hex/connections/connections.h>

#include "../base/test.h"
#include "brute.h"

static void print_board(const struct hex_board *b, enum hex_color side)
{
    for (unsigned r = 0; r < b->rows; r++) {
        fprintf(stderr, "%*s", (int)r, "");
        for (unsigned col = 0; col < b->cols; col++)
            fprintf(stderr, " %c", ".BW"[b->cell[r * b->cols + col]]);
        fprintf(stderr, "\n");
    }
    fprintf(stderr, "side %c\n", ".BW"[side]);
}

/* Puts stones of both sides on random cells. */
static void scatter(struct nash_rng *rng, struct hex_board *b, unsigned rows, unsigned cols, unsigned stones)
{
    hex_board_init(b, rows, cols);
    for (unsigned i = 0; i < stones; i++)
        hex_board_set(b, (unsigned)nash_rng_below(rng, rows * cols), nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE);
}

static bool wins(const struct hex_board *b, enum hex_color side, enum hex_color to_move)
{
    return brute_winner(b, to_move) == side;
}

/* Returns whether all claims of a build hold. */
static bool claims_hold(const struct connections *c, const struct hex_board *b, enum hex_color side)
{
    struct hex_set full = {0}, semi = {0}, must = connections_must_play(c);
    unsigned key = 0;
    struct hex_board t = *b;
    for (unsigned i = 0; i < hex_cells(b); i++)
        if (b->cell[i] == HEX_EMPTY && !hex_set_has(&must, i)) {
            hex_board_set(&t, i, hex_other(side));
            if (!wins(&t, side, side))
                return false;
            hex_board_set(&t, i, HEX_EMPTY);
        } else if (b->cell[i] != HEX_EMPTY && hex_set_has(&must, i))
            return false;
    /* A connection holds even if all other cells are the opponent's. */
    if (connections_won(c, &full)) {
        if (!hex_set_is_empty(&must))
            return false;
        for (unsigned i = 0; i < hex_cells(b); i++)
            if (b->cell[i] == HEX_EMPTY && !hex_set_has(&full, i))
                hex_board_set(&t, i, hex_other(side));
        if (!wins(&t, side, hex_other(side)))
            return false;
    }
    t = *b;
    if (connections_semi_won(c, &key, &semi)) {
        if (b->cell[key] != HEX_EMPTY || !hex_set_has(&semi, key))
            return false;
        for (unsigned i = 0; i < hex_cells(b); i++)
            if (b->cell[i] == HEX_EMPTY && !hex_set_has(&semi, i))
                hex_board_set(&t, i, hex_other(side));
        hex_board_set(&t, key, side);
        return wins(&t, side, hex_other(side));
    }
    return true;
}

static void claims_hold_on_small_boards(void **state)
{
    static const uint8_t size[][2] = {{1, 1}, {1, 4}, {4, 1}, {2, 2}, {3, 3}, {3, 4}, {4, 3}, {2, 7}, {5, 3}, {4, 4}};
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(64 << 20);
    for (unsigned s = 0; s < sizeof size / sizeof *size; s++) {
        unsigned rows = size[s][0], cols = size[s][1];
        struct connections *c = connections_new(arena, rows, cols);
        assert_non_null(c);
        for (unsigned n = test_length(600, 20000); n; n--) {
            struct hex_board b;
            scatter(&rng, &b, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols));
            enum hex_color side = n % 2 ? HEX_BLACK : HEX_WHITE;
            connections_build_until(c, &b, side, (enum connections_goal)nash_rng_below(&rng, 3));
            if (!claims_hold(c, &b, side)) {
                print_board(&b, side);
                fail();
            }
        }
    }
    nash_arena_free(arena);
}

/* The same position with the sides exchanged: rows become columns. */
static struct hex_board mirror(const struct hex_board *b)
{
    struct hex_board m;
    hex_board_init(&m, b->cols, b->rows);
    for (unsigned i = 0; i < hex_cells(b); i++)
        if (b->cell[i] != HEX_EMPTY)
            hex_board_set(&m, i % b->cols * m.cols + i / b->cols, hex_other((enum hex_color)b->cell[i]));
    return m;
}

static void both_sides_are_alike(void **state)
{
    struct nash_rng rng = test_rng();
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct connections *c = connections_new(arena, 5, 4), *d = connections_new(arena, 4, 5);
    for (unsigned n = test_length(500, 5000); n; n--) {
        struct hex_board b, m;
        struct hex_set carrier;
        unsigned key;
        scatter(&rng, &b, 5, 4, (unsigned)nash_rng_below(&rng, 12));
        m = mirror(&b);
        connections_build(c, &b, HEX_BLACK);
        connections_build(d, &m, HEX_WHITE);
        assert_int_equal(connections_won(c, &carrier), connections_won(d, &carrier));
        assert_int_equal(connections_semi_won(c, &key, &carrier), connections_semi_won(d, &key, &carrier));
        struct hex_set must = connections_must_play(c), other = connections_must_play(d);
        for (unsigned i = 0; i < 20; i++)
            if (hex_set_has(&must, i) != hex_set_has(&other, i % 4 * 5 + i / 4)) {
                print_board(&b, HEX_BLACK);
                fail();
            }
    }
    nash_arena_free(arena);
}

/* One build shows that the side to move wins an empty board; the opponent then has no must-play. */
static void empty_boards_are_won(void **state)
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    for (unsigned n = 1; n <= 5; n++) {
        struct hex_board b;
        struct hex_set carrier;
        unsigned key = 0;
        hex_board_init(&b, n, n);
        struct connections *c = connections_new(arena, n, n);
        connections_build(c, &b, HEX_WHITE);
        assert_false(connections_won(c, &carrier));
        assert_true(connections_semi_won(c, &key, &carrier));
        hex_board_set(&b, key, HEX_WHITE);
        connections_build(c, &b, HEX_WHITE);
        assert_true(connections_won(c, &carrier));
    }
    nash_arena_free(arena);
}

static void memory_is_bounded(void **state)
{
    struct nash_arena *arena = nash_arena_new(1 << 16);
    assert_null(connections_new(arena, 11, 11));
    nash_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_hold_on_small_boards),
        cmocka_unit_test(both_sides_are_alike),
        cmocka_unit_test(empty_boards_are_won),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
