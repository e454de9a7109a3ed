/* Currents against a plain elimination, two-distances by hand, decided networks, and the moves of "resistance". */
#include <math.h>
#include <string.h>

#include <solvers/hex/engines/engine.h>
#include <solvers/hex/engines/network.h>

#include "../base/test.h"

static struct hex_board random_board(struct nash_rng *rng, unsigned most)
{
    struct hex_board b;
    hex_board_init(&b, 1 + (unsigned)nash_rng_below(rng, most), 1 + (unsigned)nash_rng_below(rng, most));
    unsigned stones = (unsigned)nash_rng_below(rng, hex_cells(&b) + 1);
    for (unsigned i = 0; i < stones; i++) {
        unsigned cell = (unsigned)nash_rng_below(rng, hex_cells(&b));
        hex_board_set(&b, cell, nash_rng_below(rng, 2) ? HEX_BLACK : HEX_WHITE);
        if (hex_winner(&b) != HEX_EMPTY)
            hex_board_set(&b, cell, HEX_EMPTY);
    }
    return b;
}

/* Returns the conductance between the edges: each node becomes a row of a matrix, with a small leak to the last edge so
 * that no part is singular. */
static double conductance_by_elimination(const struct hex_network *n)
{
    enum { MOST = 40 };
    double m[MOST][MOST + 1] = {{0}};
    unsigned count = n->cells + 2;
    for (unsigned i = 0; i < count; i++)
        m[i][i] = 1e-9;
    for (unsigned c = 0; c < n->cells; c++)
        for (unsigned k = 0; k < n->links[c]; k++) {
            unsigned d = n->link[c][k];
            bool cell = d < n->cells && hex_set_has(&n->empty, d);
            double g = cell ? 0.25 : 1; /* two cells list each other */
            m[c][c] += g;
            m[d][d] += g;
            m[c][d] -= g;
            m[d][c] -= g;
        }
    for (unsigned e = 0; e < 2; e++) {
        memset(m[n->edge[e]], 0, sizeof m[0]);
        m[n->edge[e]][n->edge[e]] = 1;
        m[n->edge[e]][count] = e == 0;
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned r = 0; r < count; r++)
            for (unsigned j = count + 1; r != i && j-- > i;)
                m[r][j] -= m[r][i] / m[i][i] * m[i][j];
    double total = 0;
    for (unsigned c = 0; c < n->cells; c++)
        for (unsigned k = 0; k < n->links[c]; k++)
            if (n->link[c][k] == n->edge[0])
                total += 1 - m[c][count] / m[c][c];
    return total;
}

static void test_currents(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(3000, 30000); n++) {
        struct hex_board b = random_board(&rng, 6);
        for (enum hex_color side = HEX_BLACK; side <= HEX_WHITE; side++) {
            struct hex_network network;
            double share[HEX_CELLS_MAX], sum = 0;
            hex_network_of(&b, side, &network);
            double got = hex_currents(&network, share), expected = conductance_by_elimination(&network);
            if (fabs(got - expected) > 1e-6 * (1 + expected))
                fail_msg("board %u, %ux%u: conductance %g, expected %g", n, b.rows, b.cols, got, expected);
            for (unsigned c = 0; c < hex_cells(&b); c++) {
                if (!(share[c] >= 0 && share[c] <= 1) || (b.cell[c] != HEX_EMPTY && share[c] > 0))
                    fail_msg("board %u: cell %u has the share %g", n, c, share[c]);
                sum += share[c];
            }
            assert_int_equal(got > 1e-9, sum > 0);
        }
    }
}

static void test_two_distances(void **state)
{
    struct hex_board b;
    struct hex_network network;
    uint16_t sum[HEX_CELLS_MAX];
    hex_board_init(&b, 3, 3);
    hex_network_of(&b, HEX_BLACK, &network);
    hex_two_distances(&network, sum);
    assert_int_equal(sum[4], 2 * 2 + 2 * 2); /* b2 */
    for (unsigned c = 0; c < 9; c++)
        assert_in_range(sum[c], 2, HEX_FAR);
    hex_board_set(&b, 4, HEX_BLACK); /* b2: the cells around it touch both edges but one bridge away */
    hex_network_of(&b, HEX_BLACK, &network);
    hex_two_distances(&network, sum);
    assert_int_equal(sum[1], 1 * 1 + 2 * 2); /* b1: 1 from the top; by b2 near to two cells of the bottom, 2 */
    hex_board_init(&b, 2, 1);
    hex_board_set(&b, 0, HEX_WHITE);
    hex_network_of(&b, HEX_BLACK, &network);
    hex_two_distances(&network, sum);
    assert_int_equal(sum[1], HEX_FAR);
}

static struct hex_opinion think(const struct hex_position *p, const struct hex_engine *engine, uint64_t seed)
{
    struct hex_opinion opinion;
    struct nash_run run = {.arena = nash_arena_new(1 << 20), .seed = seed};
    struct hex_settings settings = {0};
    struct nash_error error;
    hex_opinion_clear(&opinion);
    assert_int_equal(engine->think(p, &settings, &run, &opinion, &error), NASH_OK);
    nash_arena_free(run.arena);
    return opinion;
}

/* Plays from random positions to the end: every move is legal, a win in one is played, a threat is blocked. */
static void test_moves(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(300, 3000); n++) {
        struct hex_position p = {.board = random_board(&rng, 9), .to_move = n % 2 ? HEX_BLACK : HEX_WHITE};
        const struct hex_engine *engine = n % 5 ? &hex_engine_resistance : &hex_engine_random;
        while (p.board.stones < hex_cells(&p.board) && hex_winner(&p.board) == HEX_EMPTY) {
            struct hex_opinion o = think(&p, engine, n);
            bool wins = false;
            if (o.move < 0 || (unsigned)o.move >= hex_cells(&p.board) || p.board.cell[o.move] != HEX_EMPTY)
                fail_msg("game %u: move %d with %u stones", n, o.move, p.board.stones);
            for (unsigned c = 0; c < hex_cells(&p.board) && !wins; c++) {
                if (p.board.cell[c] != HEX_EMPTY)
                    continue;
                hex_board_set(&p.board, c, p.to_move);
                wins = hex_winner(&p.board) == p.to_move;
                hex_board_set(&p.board, c, HEX_EMPTY);
            }
            hex_board_set(&p.board, (unsigned)o.move, p.to_move);
            if (wins && n % 5)
                assert_int_equal(hex_winner(&p.board), p.to_move);
            p.to_move = hex_other(p.to_move);
        }
    }
}

/* The board turned by 180 degrees has the same values, turned. */
static void test_turned(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(300, 3000); n++) {
        struct hex_position p = {.board = random_board(&rng, 11), .to_move = HEX_BLACK}, q = p;
        unsigned cells = hex_cells(&p.board);
        for (unsigned c = 0; c < cells; c++)
            q.board.cell[c] = p.board.cell[cells - 1 - c];
        if (p.board.stones == cells)
            continue;
        struct hex_opinion a = think(&p, &hex_engine_resistance, 0), b = think(&q, &hex_engine_resistance, 0);
        for (unsigned c = 0; c < cells; c++)
            if (fabsf(a.value[c] - b.value[cells - 1 - c]) > 1e-5F)
                fail_msg("board %u: cell %u has %g, turned %g", n, c, (double)a.value[c],
                         (double)b.value[cells - 1 - c]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_currents),
        cmocka_unit_test(test_two_distances),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
