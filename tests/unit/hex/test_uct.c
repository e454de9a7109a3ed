/* The engine uct: playouts against hex_winner(), equal opinions of all variants, and positions with known answers. */
#include <string.h>

#include <solvers/hex/uct/shape.h>
#include <solvers/hex/uct/uct.h>

#include "../base/test.h"
#include "harness/positions.h"

enum { ARENA = 256 << 20 };

static struct nash_arena *arena;

static int arena_set_up(void **state)
{
    arena = nash_arena_new(ARENA);
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    nash_arena_free(arena);
    return 0;
}

static struct hex_opinion think_by(const struct hex_uct_variant *variant, const struct hex_position *p,
                                   struct hex_uct_options options, uint64_t iterations, uint64_t seed,
                                   unsigned force_check)
{
    static struct hex_opinion opinion;
    struct nash_run run = {.arena = arena, .seed = seed, .force_check = force_check};
    options.iterations = iterations;
    nash_arena_reset(arena, ARENA);
    hex_opinion_clear(&opinion);
    assert_int_equal(variant->think(p, &options, &run, &opinion, NULL), NASH_OK);
    return opinion;
}

static struct hex_opinion think(const struct hex_uct_variant *variant, const struct hex_position *p,
                                uint64_t iterations, uint64_t seed, unsigned force_check)
{
    return think_by(variant, p, hex_uct_defaults(), iterations, seed, force_check);
}

/* The winner, the number of stones of each side and the given stones, on boards of all shapes; and that the portable
 * build divides the cells as the fast one does. */
static void playouts_are_exact(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0, all = test_length(20000, 200000); n < all; n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX);
        unsigned cols = n % 4 ? 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX) : rows;
        bool pairs = n % 2;
        struct hex_position p =
            random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols * (n % 3) / 2 + 1));
        struct hex_board full, again;
        uint64_t seed = nash_rng_next(&rng);
        bool wins = hex_uct_variant(&p.board, false)->playouts(&p, pairs, seed, 1, &full);
        assert_int_equal(hex_uct_variant(&p.board, true)->playouts(&p, pairs, seed, 1, &again), wins);
        assert_memory_equal(&full, &again, sizeof full);
        if (hex_winner(&full) != (wins ? HEX_BLACK : HEX_WHITE))
            fail_msg("%ux%u, seed %llu: wrong winner", rows, cols, (unsigned long long)seed);
        unsigned black = 0, empty = 0, later = 0;
        for (unsigned i = 0; i < rows * cols; i++) {
            black += p.board.cell[i] == HEX_BLACK;
            empty += p.board.cell[i] == HEX_EMPTY;
            later += full.cell[i] == HEX_BLACK;
            assert_true(p.board.cell[i] == HEX_EMPTY || p.board.cell[i] == full.cell[i]);
        }
        assert_int_equal(later, black + (p.to_move == HEX_BLACK ? (empty + 1) / 2 : empty / 2));
    }
}

/* Without pairs, every cell is black equally often. */
static void cells_are_equally_likely(void **state)
{
    enum { COUNT = 20000 };
    struct hex_position p = {.to_move = HEX_BLACK};
    unsigned black[121] = {0};
    hex_board_init(&p.board, 11, 11);
    for (unsigned n = 0; n < COUNT; n++) {
        struct hex_board full;
        hex_uct_variant(&p.board, false)->playouts(&p, false, n, 1, &full);
        for (unsigned i = 0; i < 121; i++)
            black[i] += full.cell[i] == HEX_BLACK;
    }
    for (unsigned i = 0; i < 121; i++) /* mean 61/121, five standard deviations of 0.5 / sqrt(n) */
        assert_in_range(black[i], COUNT * 61 / 121 - 354, COUNT * 61 / 121 + 354);
}

/* A stone two rows from a stone of its color keeps its bridge in every playout with pairs. */
static void playouts_keep_bridges(void **state)
{
    struct hex_position p = {.to_move = HEX_WHITE};
    hex_board_init(&p.board, 5, 5);
    /* c2 and b4 are a bridge; c2 and the top, b4 and the bottom too */
    hex_board_set(&p.board, 1 * 5 + 2, HEX_BLACK);
    hex_board_set(&p.board, 3 * 5 + 1, HEX_BLACK);
    for (unsigned plain = 0; plain < 2; plain++) {
        const struct hex_uct_variant *v = hex_uct_variant(&p.board, plain);
        assert_int_equal(v->playouts(&p, true, 1, 2000, NULL), 2000);
        assert_in_range(v->playouts(&p, false, 1, 2000, NULL), 500, 1999);
    }
}

static void variants_agree(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0, all = test_length(60, 600); n < all; n++) {
        unsigned rows = 2 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX - 1);
        unsigned cols = 2 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX - 1);
        struct hex_position p = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols / 2));
        uint64_t seed = nash_rng_next(&rng);
        struct hex_opinion fast = think(hex_uct_variant(&p.board, false), &p, 2000, seed, 0);
        struct hex_opinion plain = think(hex_uct_variant(&p.board, true), &p, 2000, seed, 0);
        struct hex_opinion again = think(hex_uct_variant(&p.board, false), &p, 2000, seed, 0);
        if (memcmp(&fast, &plain, sizeof fast) || memcmp(&fast, &again, sizeof fast))
            fail_msg("%ux%u, seed %llu: opinions differ", rows, cols, (unsigned long long)seed);
        assert_int_equal(p.board.cell[fast.move], HEX_EMPTY);
        assert_int_equal(fast.line[0], fast.move);
        struct hex_board b = p.board;
        for (unsigned i = 0; i < fast.line_count; i++) {
            assert_int_equal(b.cell[fast.line[i]], HEX_EMPTY);
            hex_board_set(&b, fast.line[i], i % 2 ? hex_other(p.to_move) : p.to_move);
        }
    }
}

/* In random positions, a move that joins the edges is played, and a single threat is blocked. */
static void wins_and_blocks_in_one(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned wins = 0, blocks = 0;
    for (unsigned n = 0, all = test_length(3000, 30000); n < all; n++) {
        unsigned size = 3 + (unsigned)nash_rng_below(&rng, 6);
        struct hex_position p = random_position(&rng, size, size, size * size);
        unsigned mine = 0, theirs = 0, block = 0;
        for (unsigned i = 0; i < size * size; i++)
            if (p.board.cell[i] == HEX_EMPTY) {
                hex_board_set(&p.board, i, p.to_move);
                mine += hex_winner(&p.board) != HEX_EMPTY;
                hex_board_set(&p.board, i, hex_other(p.to_move));
                if (hex_winner(&p.board) != HEX_EMPTY) {
                    theirs++;
                    block = i;
                }
                hex_board_set(&p.board, i, HEX_EMPTY);
            }
        struct hex_opinion o = think(hex_uct_variant(&p.board, n % 2), &p, 100, n, 0);
        if (mine) {
            assert_int_equal(o.winner, p.to_move);
            hex_board_set(&p.board, (unsigned)o.move, p.to_move);
            assert_int_equal(hex_winner(&p.board), p.to_move);
            wins++;
        } else if (theirs == 1) {
            assert_int_equal(o.move, block);
            blocks++;
        } else if (theirs > 1) {
            assert_int_equal(o.winner, hex_other(p.to_move));
        }
    }
    assert_true(wins > 100 && blocks > 20);
}

/* The side to move wins, by search of all moves. */
static bool mover_wins(struct hex_position *p)
{
    bool wins = false;
    for (unsigned i = 0; i < hex_cells(&p->board) && !wins; i++) {
        if (p->board.cell[i] != HEX_EMPTY)
            continue;
        hex_board_set(&p->board, i, p->to_move);
        p->to_move = hex_other(p->to_move);
        wins = hex_winner(&p->board) != HEX_EMPTY || !mover_wins(p);
        p->to_move = hex_other(p->to_move);
        hex_board_set(&p->board, i, HEX_EMPTY);
    }
    return wins;
}

/* Every proof on 3x3 is true, and enough iterations prove every position. */
static void proofs_are_true(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0, all = test_length(300, 3000); n < all; n++) {
        struct hex_position p = random_position(&rng, 3, 3 + n % 2, n % 5 + n % 2 * 2);
        struct hex_opinion o = think(hex_uct_variant(&p.board, n % 2), &p, 100000, n, 0);
        bool wins = mover_wins(&p);
        assert_int_equal(o.winner, wins ? p.to_move : hex_other(p.to_move));
        for (unsigned i = 0; i < hex_cells(&p.board); i++) {
            if (p.board.cell[i] != HEX_EMPTY || o.proof[i] == HEX_UNKNOWN)
                continue;
            hex_board_set(&p.board, i, p.to_move);
            p.to_move = hex_other(p.to_move);
            assert_int_equal(hex_winner(&p.board) != HEX_EMPTY || !mover_wins(&p), o.proof[i] == HEX_WINS);
            p.to_move = hex_other(p.to_move);
            hex_board_set(&p.board, i, HEX_EMPTY);
        }
    }
}

/* The first player wins on an empty board; uct wins 4x4 against each reply of a random player. */
static void first_player_wins_small_boards(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < 40; n++) {
        struct hex_position p = {.to_move = HEX_BLACK};
        hex_board_init(&p.board, 3 + n % 2, 3 + n % 2);
        while (hex_winner(&p.board) == HEX_EMPTY) {
            unsigned move = (unsigned)nash_rng_below(&rng, hex_cells(&p.board));
            if (p.to_move == HEX_BLACK)
                move = (unsigned)think(hex_uct_variant(&p.board, false), &p, 20000, n, 0).move;
            if (p.board.cell[move] != HEX_EMPTY)
                continue;
            hex_board_set(&p.board, move, p.to_move);
            p.to_move = hex_other(p.to_move);
        }
        assert_int_equal(hex_winner(&p.board), HEX_BLACK);
    }
}

/* A bridge from edge to edge is a win for its side, whichever side moves; its opponent still gets a move. */
static void virtual_connections_decide(void **state)
{
    for (unsigned n = 0; n < 4; n++) {
        struct hex_position p = {.to_move = n % 2 ? HEX_BLACK : HEX_WHITE};
        hex_board_init(&p.board, 5, n < 2 ? 5 : 13);
        hex_board_set(&p.board, 1u * p.board.cols + 2, HEX_BLACK);
        hex_board_set(&p.board, 3u * p.board.cols + 1, HEX_BLACK);
        struct hex_opinion o = think(hex_uct_variant(&p.board, n % 2), &p, 500, n, 0);
        assert_int_equal(o.winner, HEX_BLACK);
        assert_int_equal(o.connected, HEX_BLACK);
        assert_int_equal(p.board.cell[o.move], HEX_EMPTY);
        assert_int_equal(o.proof[o.move], n % 2 ? HEX_WINS : HEX_LOSES);
    }
}

/* A must-play region that holds every empty cell says nothing; White cannot join the edges of an empty board in time.
 */
static void must_play_leaves_moves_out(void **state)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    hex_board_init(&p.board, 11, 11);
    assert_false(think(hex_uct_variant(&p.board, false), &p, 100, 1, 0).has_must_play);
    for (unsigned col = 1; col < 11; col += 2) /* White threatens along a row */
        hex_board_set(&p.board, 5u * 11 + col, HEX_WHITE);
    struct hex_opinion o = think(hex_uct_variant(&p.board, false), &p, 100, 1, 0);
    unsigned must = 0;
    for (unsigned i = 0; i < hex_cells(&p.board); i++)
        must += o.must_play[i];
    assert_true(o.has_must_play);
    assert_in_range(must, 1, 115);
}

/* Returns the weight of a move on an empty cell after a move on `last`. */
static int shape_weight(const struct hex_position *p, unsigned cell, int last)
{
    struct cells cells;
    struct hex_set stones[3] = {0};
    struct shape_view view;
    unsigned feature[SHAPE_FEATURES];
    int sum = 0;
    cells_init(&cells, p->board.rows, p->board.cols);
    for (unsigned i = 0; i < cells.count; i++)
        hex_set_add(&stones[p->board.cell[i]], i);
    shape_view_init(&view, &cells, stones, p->to_move);
    shape_features(&view, &cells, p->to_move, cell, last, -1, feature);
    for (unsigned k = 0; k < SHAPE_FEATURES; k++) {
        assert_in_range(feature[k], 0, SHAPE_NONE);
        sum += hex_shape_weight[feature[k]];
    }
    return sum;
}

/* A half turn of the board, and an exchange of rows with columns and Black with White, keep the weight of each move. */
static void shapes_are_symmetric(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned weights = 0;
    assert_int_equal(hex_shape_weight[SHAPE_NONE], 0);
    for (unsigned n = 0, all = test_length(200, 2000); n < all; n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX);
        unsigned cols = 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX), count = rows * cols;
        struct hex_position p = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, count)), turned = p;
        struct hex_position other = {.to_move = hex_other(p.to_move)};
        hex_board_init(&turned.board, rows, cols);
        hex_board_init(&other.board, cols, rows);
        for (unsigned i = 0; i < count; i++)
            if (p.board.cell[i] != HEX_EMPTY) {
                hex_board_set(&turned.board, count - 1 - i, p.board.cell[i]);
                hex_board_set(&other.board, i % cols * rows + i / cols, hex_other(p.board.cell[i]));
            }
        unsigned last = (unsigned)nash_rng_below(&rng, count);
        for (unsigned i = 0; i < count; i++) {
            if (p.board.cell[i] != HEX_EMPTY)
                continue;
            int weight = shape_weight(&p, i, (int)last);
            assert_int_equal(shape_weight(&turned, count - 1 - i, (int)(count - 1 - last)), weight);
            assert_int_equal(shape_weight(&other, i % cols * rows + i / cols, (int)(last % cols * rows + last / cols)),
                             weight);
            weights += weight != 0;
        }
    }
    assert_true(weights > 1000);
}

/* Plain UCT proves nothing and spends all iterations, also where the full engine is done at once, and with almost no
 * empty cell left. Its variants agree, and it plays other moves than the full engine. */
static void plain_proves_nothing(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned other_moves = 0, proved = 0, all = test_length(200, 2000);
    for (unsigned n = 0; n < all; n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, n % 5 ? 9 : HEX_SIZE_MAX);
        unsigned cols = 1 + (unsigned)nash_rng_below(&rng, n % 5 ? 9 : HEX_SIZE_MAX);
        struct hex_position p = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, 2 * rows * cols));
        struct hex_uct_options options = hex_uct_plain();
        uint64_t seed = nash_rng_next(&rng);
        struct hex_opinion o = think_by(hex_uct_variant(&p.board, false), &p, options, 500, seed, 0);
        struct hex_opinion again = think_by(hex_uct_variant(&p.board, true), &p, options, 500, seed, 0);
        struct hex_opinion full = think(hex_uct_variant(&p.board, false), &p, 500, seed, 0);
        if (memcmp(&o, &again, sizeof o))
            fail_msg("%ux%u, seed %llu: opinions differ", rows, cols, (unsigned long long)seed);
        assert_int_equal(o.nodes, 500);
        assert_int_equal(o.winner, HEX_EMPTY);
        assert_int_equal(o.connected, HEX_EMPTY);
        assert_false(o.has_must_play);
        uint32_t visits = 0;
        for (unsigned i = 0; i < hex_cells(&p.board); i++) {
            assert_int_equal(o.proof[i], HEX_UNKNOWN);
            visits += o.visits[i];
        }
        assert_int_equal(visits, 500);
        assert_int_equal(p.board.cell[o.move], HEX_EMPTY);
        other_moves += o.move != full.move;
        proved += full.winner != HEX_EMPTY;
    }
    assert_true(other_moves > all / 10 && proved > all / 4);
}

/* Still, it expects to win where a move joins its edges. */
static void plain_sees_a_win_in_one(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned wins = 0, all = test_length(600, 6000);
    for (unsigned n = 0; n < all; n++) {
        unsigned size = 3 + (unsigned)nash_rng_below(&rng, 4), winning = 0;
        struct hex_position p = random_position(&rng, size, size, size * size);
        for (unsigned i = 0; i < size * size; i++)
            if (p.board.cell[i] == HEX_EMPTY) {
                hex_board_set(&p.board, i, p.to_move);
                winning += hex_winner(&p.board) != HEX_EMPTY;
                hex_board_set(&p.board, i, HEX_EMPTY);
            }
        if (!winning)
            continue;
        struct hex_opinion o = think_by(hex_uct_variant(&p.board, n % 2), &p, hex_uct_plain(), 1000, n, 0);
        assert_true(o.win_rate > 0.9F);
        wins++;
    }
    assert_true(wins > all / 6);
}

static void stops_with_a_move(void **state)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    hex_board_init(&p.board, 11, 11);
    for (unsigned check = 1; check <= 2; check++) {
        struct hex_opinion o = think(&hex_uct_2_plain, &p, 1000, 1, check);
        assert_in_range(o.move, 0, 120);
        if (check == 1)
            assert_int_equal(o.nodes, 0);
    }
}

/* The smallest pools: the tree stops growing, the search goes on. Without any memory it fails. */
static void memory_runs_out(void **state)
{
    static const size_t sizes[] = {1 << 12, 1 << 20, 1 << 22};
    for (unsigned i = 0; i < 3; i++) {
        struct hex_position p = {.to_move = HEX_BLACK};
        struct hex_uct_options options = hex_uct_defaults();
        struct nash_arena *small = nash_arena_new(sizes[i]);
        struct nash_run run = {.arena = small};
        struct hex_opinion opinion;
        hex_board_init(&p.board, 11, 11);
        hex_opinion_clear(&opinion);
        enum nash_status status = hex_uct_variant(&p.board, false)->think(&p, &options, &run, &opinion, NULL);
        assert_int_equal(status, i ? NASH_OK : NASH_NOMEM);
        if (i)
            assert_int_equal(opinion.nodes, options.iterations);
        nash_arena_free(small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_are_exact),
        cmocka_unit_test(cells_are_equally_likely),
        cmocka_unit_test(playouts_keep_bridges),
        cmocka_unit_test(variants_agree),
        cmocka_unit_test(wins_and_blocks_in_one),
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(first_player_wins_small_boards),
        cmocka_unit_test(virtual_connections_decide),
        cmocka_unit_test(must_play_leaves_moves_out),
        cmocka_unit_test(shapes_are_symmetric),
        cmocka_unit_test(plain_proves_nothing),
        cmocka_unit_test(plain_sees_a_win_in_one),
        cmocka_unit_test(stops_with_a_move),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, arena_set_up, tear_down);
}
