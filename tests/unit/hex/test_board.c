/* The board: neighbours, names, and the winner against a union-find over random full boards. */
#include <string.h>

#include <solvers/hex/board/board.h>

#include "../base/test.h"

static unsigned find(unsigned *parent, unsigned i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Joins cells by row and column arithmetic of its own; returns whether the side joins its edges. */
static bool joined(const struct hex_board *b, enum hex_color side)
{
    static const int step[3][2] = {{0, 1}, {1, -1}, {1, 0}};
    unsigned parent[HEX_CELLS_MAX + 2], cells = hex_cells(b), first = cells, last = cells + 1;
    for (unsigned i = 0; i < cells + 2; i++)
        parent[i] = i;
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) {
            unsigned at = (unsigned)(r * b->cols + c);
            if (b->cell[at] != side)
                continue;
            if (side == HEX_BLACK ? r == 0 : c == 0)
                parent[find(parent, at)] = find(parent, first);
            if (side == HEX_BLACK ? r == b->rows - 1 : c == b->cols - 1)
                parent[find(parent, at)] = find(parent, last);
            for (unsigned i = 0; i < 3; i++) {
                int r2 = r + step[i][0], c2 = c + step[i][1];
                if (r2 < b->rows && c2 >= 0 && c2 < b->cols && b->cell[r2 * b->cols + c2] == side)
                    parent[find(parent, at)] = find(parent, (unsigned)(r2 * b->cols + c2));
            }
        }
    return find(parent, first) == find(parent, last);
}

static void one_winner_on_full_boards(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < 100000; n++) {
        struct hex_board b;
        hex_board_init(&b, 1 + (unsigned)nash_rng_below(&rng, 11), 1 + (unsigned)nash_rng_below(&rng, 11));
        for (unsigned i = 0; i < hex_cells(&b); i++)
            hex_board_set(&b, i, nash_rng_below(&rng, 2) ? HEX_BLACK : HEX_WHITE);
        bool black = joined(&b, HEX_BLACK), white = joined(&b, HEX_WHITE);
        assert_int_equal(black + white, 1);
        assert_int_equal(hex_winner(&b), black ? HEX_BLACK : HEX_WHITE);
        assert_int_equal(b.stones, hex_cells(&b));
    }
}

static void neighbours_are_mutual(void **state)
{
    for (unsigned rows = 1; rows <= HEX_SIZE_MAX; rows++)
        for (unsigned cols = 1; cols <= HEX_SIZE_MAX; cols++) {
            struct hex_board b;
            hex_board_init(&b, rows, cols);
            unsigned pairs = 0;
            for (unsigned i = 0; i < hex_cells(&b); i++) {
                uint16_t next[HEX_NEIGHBOURS], back[HEX_NEIGHBOURS];
                unsigned count = hex_neighbours(&b, i, next);
                pairs += count;
                for (unsigned k = 0; k < count; k++) {
                    unsigned found = 0, n = hex_neighbours(&b, next[k], back);
                    for (unsigned j = 0; j < n; j++)
                        found += back[j] == i;
                    assert_int_equal(found, 1);
                    assert_true(k == 0 || next[k] > next[k - 1]);
                }
            }
            assert_int_equal(pairs, 2 * (rows * (cols - 1) + (rows - 1) * cols + (rows - 1) * (cols - 1)));
        }
}

static void names_round_trip(void **state)
{
    struct hex_board b;
    hex_board_init(&b, 19, 19);
    char name[HEX_NAME_MAX];
    unsigned cell;
    for (unsigned i = 0; i < hex_cells(&b); i++) {
        hex_cell_name(&b, i, name);
        assert_int_equal(hex_cell_read(&b, name, strlen(name), &cell), strlen(name));
        assert_int_equal(cell, i);
    }
    assert_string_equal(hex_cell_name(&b, 0, name), "a1");
    assert_int_equal(hex_cell_read(&b, "C2x", 3, &cell), 2);
    assert_int_equal(cell, 19 + 2);
    static const char *const wrong[] = {"", "a", "a0", "a20", "a111", "t1", "1a", "-1", "aa1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (hex_cell_read(&b, wrong[i], strlen(wrong[i]), &cell) != 0)
            fail_msg("\"%s\" was read as a cell", wrong[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_winner_on_full_boards),
        cmocka_unit_test(neighbours_are_mutual),
        cmocka_unit_test(names_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
