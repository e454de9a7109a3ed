/* The search PUCT and the engines "dqn" and "dqn+search": proofs against trying all moves, perfect play on small boards
 * whatever the net, equal bits, stops, memory, and games that repeat themselves. */
#include <string.h>

#include <solvers/hex/match/game.h>
#include <solvers/hex/puct/internal.h>

#include "../../base/test.h"
#include "../brute.h"
#include "../harness/play_nets.h"
#include "../harness/positions.h"

enum { ARENA = 256 << 20, CHECK = 46 };

static struct nash_arena *arena;
static struct hex_play_net *net;

static int set_up(void **state)
{
    struct hex_net_shape shape;
    arena = nash_arena_new(ARENA);
    if (!arena || hex_play_net_peek(hex_default_net, hex_default_net_len, &shape))
        return -1;
    net = aligned_alloc(64, (hex_play_net_memory(&shape) + 63) / 64 * 64);
    return !net || hex_play_net_read(hex_default_net, hex_default_net_len, net) ? -1 : 0;
}

static int tear_down(void **state)
{
    nash_arena_free(arena);
    free(net);
    return 0;
}

static struct hex_opinion search(const struct hex_position *p, const struct hex_puct_options *options, uint64_t seed,
                                 unsigned force_check)
{
    struct hex_opinion opinion;
    struct nash_run run = {.arena = arena, .force_check = force_check};
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    nash_arena_reset(arena, ARENA);
    struct hex_puct *puct = hex_puct_new(arena, net, p->board.rows, p->board.cols, options->simulations);
    assert_non_null(puct);
    hex_opinion_clear(&opinion);
    hex_puct_search(puct, p, options, &rng, &run, CHECK, &opinion);
    return opinion;
}

/* The opinion agrees with trying all moves, and with itself. */
static void check_opinion(const struct hex_position *p, const struct hex_opinion *o)
{
    bool small = hex_cells(&p->board) <= BRUTE_CELLS;
    enum hex_color winner = small ? brute_winner(&p->board, p->to_move) : o->winner;
    struct hex_board board = p->board;
    uint32_t visits = 0;
    assert_true(o->move >= 0 && p->board.cell[o->move] == HEX_EMPTY);
    assert_true(o->winner == HEX_EMPTY || o->winner == winner);
    assert_true(o->winner != p->to_move || o->proof[o->move] == HEX_WINS);
    assert_true(o->line_count > 0 && o->line[0] == o->move);
    for (unsigned i = 0; i < hex_cells(&board); i++) {
        visits += o->visits[i];
        if (board.cell[i] != HEX_EMPTY) {
            assert_true(o->proof[i] == HEX_UNKNOWN && o->value[i] < 0 && !o->visits[i]);
            continue;
        }
        if (o->proof[i] == HEX_UNKNOWN || !small)
            continue;
        hex_board_set(&board, i, p->to_move);
        enum hex_color other = hex_other(p->to_move), now = hex_winner(&board);
        enum hex_color by_brute = now != HEX_EMPTY ? now : brute_winner(&board, other);
        hex_board_set(&board, i, HEX_EMPTY);
        assert_int_equal(by_brute, o->proof[i] == HEX_WINS ? p->to_move : other);
    }
    assert_int_equal(visits, o->nodes - 1);
    enum hex_color side = p->to_move;
    for (unsigned i = 0; i < o->line_count; i++, side = hex_other(side)) {
        assert_int_equal(board.cell[o->line[i]], HEX_EMPTY);
        assert_int_equal(hex_winner(&board), HEX_EMPTY);
        hex_board_set(&board, o->line[i], side);
    }
}

static void proofs_are_true(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(1500, 30000); n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, 5), cols = 1 + (unsigned)nash_rng_below(&rng, 5);
        struct hex_position p = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols));
        struct hex_puct_options options = hex_puct_defaults();
        options.simulations = 1 + (uint32_t)nash_rng_below(&rng, 200);
        options.connect = (uint32_t)nash_rng_below(&rng, 3) * 20;
        options.noise = n % 3 ? 0 : 0.25F;
        options.turn = n % 2;
        if (rows * cols == p.board.stones)
            continue;
        struct hex_opinion opinion = search(&p, &options, n, 0);
        check_opinion(&p, &opinion);
    }
}

/* All positions of up to two stones on 3x3 are decided, without virtual connections too; those of one stone on 4x4 with
 * them. */
static void small_boards_are_solved(void **state)
{
    for (unsigned size = 3; size <= 4; size++)
        for (unsigned first = 0; first < size * size; first++)
            for (unsigned second = 0; second < (size == 3 ? 9 : 1); second++) {
                struct hex_position p = {.to_move = HEX_WHITE};
                struct hex_puct_options options = hex_puct_defaults();
                hex_board_init(&p.board, size, size);
                hex_board_set(&p.board, first, HEX_BLACK);
                if (size == 3 && second != first) {
                    hex_board_set(&p.board, second, HEX_WHITE);
                    p.to_move = HEX_BLACK;
                }
                options.simulations = 5000;
                options.connect = size == 3 ? first % 2 * 20 : 20;
                struct hex_opinion opinion = search(&p, &options, 0, 0);
                assert_int_equal(opinion.winner, brute_winner(&p.board, p.to_move));
                check_opinion(&p, &opinion);
            }
}

/* The same memory, used for another position between, changes nothing. */
static void equal_searches_are_equal(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(12, 200); n++) {
        unsigned rows = 2 + (unsigned)nash_rng_below(&rng, 12), cols = n % 2 ? rows : 13;
        struct hex_position p[2];
        struct hex_opinion first, again;
        struct hex_puct_options options = hex_puct_defaults();
        struct nash_run run = {.arena = arena};
        options.simulations = 200;
        for (unsigned i = 0; i < 2; i++)
            p[i] = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols / 2));
        first = search(&p[0], &options, 0, 0);
        check_opinion(&p[0], &first);
        nash_arena_reset(arena, ARENA);
        struct hex_puct *puct = hex_puct_new(arena, net, rows, cols, options.simulations);
        assert_non_null(puct);
        for (int i = 1; i >= 0; i--) {
            hex_opinion_clear(&again);
            hex_puct_search(puct, &p[i], &options, NULL, &run, CHECK, &again);
        }
        assert_memory_equal(&first, &again, sizeof first);
    }
}

/* A move of White on a board is the mirrored move of Black on the mirrored board. */
static void sides_are_alike(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(10, 200); n++) {
        unsigned rows = 2 + (unsigned)nash_rng_below(&rng, 8), cols = 2 + (unsigned)nash_rng_below(&rng, 8);
        struct hex_position p = random_position(&rng, rows, cols, (unsigned)nash_rng_below(&rng, rows * cols / 3 + 1));
        struct hex_position q = {.to_move = hex_other(p.to_move)};
        struct hex_puct_options options = hex_puct_defaults();
        options.simulations = 1; /* equal moves are tried in the order of their numbers */
        options.connect = 0;
        hex_board_init(&q.board, cols, rows);
        for (unsigned i = 0; i < rows * cols; i++)
            if (p.board.cell[i] != HEX_EMPTY)
                hex_board_set(&q.board, i % cols * rows + i / cols, hex_other((enum hex_color)p.board.cell[i]));
        struct hex_opinion a = search(&p, &options, 0, 0), b = search(&q, &options, 0, 0);
        assert_true(a.win_rate == b.win_rate);
        assert_int_equal(a.winner, b.winner == HEX_EMPTY ? HEX_EMPTY : hex_other(b.winner));
    }
}

/* A search that ends when it is settled has the move and the line's begin of one that goes on. */
static void settled_searches_move_alike(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned ended = 0;
    for (unsigned n = 0; n < test_length(60, 600); n++) {
        struct hex_position p = random_position(&rng, 6, 7, (unsigned)nash_rng_below(&rng, 12));
        struct hex_puct_options options = hex_puct_defaults();
        options.simulations = 1 + (uint32_t)nash_rng_below(&rng, 400);
        options.connect = 0;
        struct hex_opinion whole = search(&p, &options, 0, 0);
        options.settle = true;
        struct hex_opinion settled = search(&p, &options, 0, 0);
        check_opinion(&p, &settled);
        if (whole.winner == HEX_EMPTY && whole.proof[settled.move] != HEX_LOSES) /* else the rest had a proof */
            assert_int_equal(settled.move, whole.move);
        ended += settled.nodes < whole.nodes;
    }
    assert_true(ended > 5);
}

static void searches_stop(void **state)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    struct hex_puct_options options = hex_puct_defaults();
    hex_board_init(&p.board, 11, 11);
    struct hex_opinion opinion = search(&p, &options, 0, CHECK);
    assert_int_equal(opinion.nodes, 1);
    assert_true(opinion.move >= 0);
    struct nash_run run = {.arena = arena, .node_limit = 100};
    struct nash_error error;
    hex_opinion_clear(&opinion);
    assert_int_equal(hex_engine_dqn_search.think(&p, &(struct hex_settings){0}, &run, &opinion, &error), NASH_OK);
    assert_int_equal(run.stopped, NASH_STOP_NODES);
    assert_in_range(opinion.nodes, 90, 120);
    check_opinion(&p, &opinion);
}

/* A tree that fills its pool ends the search, and engines keep within the memory that they name. */
static void memory_is_bounded(void **state)
{
    static const struct hex_engine *const engines[] = {&hex_engine_dqn, &hex_engine_dqn_search};
    struct nash_rng rng = test_rng();
    for (unsigned n = 0; n < test_length(40, 400); n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX);
        unsigned cols = n % 2 ? rows : 1 + (unsigned)nash_rng_below(&rng, HEX_SIZE_MAX);
        struct hex_settings settings = {.simulations = 1 + (uint32_t)nash_rng_below(&rng, 100)};
        struct hex_position p = random_position(&rng, rows, cols, n % 3 ? 0 : 2);
        const struct hex_engine *engine = engines[n % 2];
        size_t bytes = engine->memory(rows, cols, &settings);
        void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
        struct hex_opinion opinion;
        struct nash_run run = {.arena = nash_arena_in(block, bytes)};
        hex_opinion_clear(&opinion);
        assert_int_equal(engine->think(&p, &settings, &run, &opinion, NULL), NASH_OK);
        assert_true(opinion.move >= 0);
        free(block);
    }
    struct hex_net_shape shape = *hex_play_net_shape(net);
    assert_in_range(hex_puct_memory(&shape, 19, 19, HEX_SIMULATIONS_MAX), PUCT_POOL_MAX, HEX_GAME_MEMORY);
    struct hex_position p = {.to_move = HEX_BLACK};
    struct hex_puct_options options = hex_puct_defaults();
    struct nash_run run = {.arena = arena};
    struct hex_opinion opinion;
    hex_board_init(&p.board, 7, 7);
    nash_arena_reset(arena, ARENA);
    struct hex_puct *puct = hex_puct_new(arena, net, 7, 7, 100);
    assert_non_null(puct);
    hex_opinion_clear(&opinion);
    options.simulations = 100000;
    hex_puct_search(puct, &p, &options, NULL, &run, CHECK, &opinion);
    assert_in_range(opinion.nodes, 100, 1000);
    check_opinion(&p, &opinion);
}

/* Shares of Dirichlet noise: their sum is 1, their mean the same, and a small concentration favours few of them. */
static void noise_is_dirichlet(void **state)
{
    enum { SHARES = 40, COUNT = 4000 };
    struct nash_rng rng;
    double mean[SHARES] = {0}, largest = 0;
    nash_rng_seed(&rng, 5);
    for (unsigned n = 0; n < COUNT; n++) {
        float share[SHARES], most = 0, sum = 0;
        puct_dirichlet(&rng, 0.25F, SHARES, share);
        for (unsigned i = 0; i < SHARES; i++) {
            assert_true(share[i] >= 0);
            mean[i] += (double)share[i] / COUNT;
            sum += share[i];
            most = share[i] > most ? share[i] : most;
        }
        assert_true(sum > 0.9999F && sum < 1.0001F);
        largest += (double)most / COUNT;
    }
    for (unsigned i = 0; i < SHARES; i++) /* the standard deviation of a mean is 0.0007 */
        assert_true(mean[i] > 0.021 && mean[i] < 0.029);
    assert_true(largest > 0.15 && largest < 0.35);
}

/* Noise depends on its seed alone, and leaves a search without it as it is. */
static void noise_is_seeded(void **state)
{
    struct hex_position p = {.to_move = HEX_BLACK};
    struct hex_puct_options options = hex_puct_defaults();
    hex_board_init(&p.board, 7, 7);
    options.simulations = 100;
    options.noise = 0.25F;
    struct hex_opinion a = search(&p, &options, 1, 0), b = search(&p, &options, 1, 0), c = search(&p, &options, 2, 0);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(memcmp(a.visits, c.visits, sizeof a.visits) != 0);
}

/* A net without a policy and a value of its own: both come from Q. */
static void full_heads_search(void **state)
{
    struct nash_rng rng = test_rng();
    const struct hex_net_shape shape = {.layers = 2, .channels = 16, .head = HEX_HEAD_FULL, .rows = 5, .cols = 5};
    size_t len = hex_play_net_bytes(&shape);
    uint8_t *bytes = malloc(len);
    play_net_random(&rng, &shape, bytes);
    for (unsigned n = 0; n < 40; n++) {
        struct hex_settings settings = {.simulations = 40, .net = bytes, .net_bytes = (uint32_t)len};
        struct hex_position p = random_position(&rng, 5, 5, n / 4), other = random_position(&rng, 5, 6, 3);
        struct hex_opinion opinion;
        struct nash_run run = {.arena = arena};
        struct nash_error error;
        nash_arena_reset(arena, ARENA);
        hex_opinion_clear(&opinion);
        assert_int_equal(hex_engine_dqn_search.think(&p, &settings, &run, &opinion, &error), NASH_OK);
        check_opinion(&p, &opinion);
        hex_opinion_clear(&opinion);
        assert_int_equal(hex_engine_dqn.think(&p, &settings, &run, &opinion, &error), NASH_OK);
        for (unsigned i = 0; i < 25 && opinion.winner == HEX_EMPTY; i++)
            assert_true(opinion.value[i] <= opinion.value[opinion.move] && opinion.value[i] <= opinion.win_rate);
        assert_int_equal(hex_engine_dqn.think(&other, &settings, &run, &opinion, &error), NASH_TOO_LARGE);
        assert_int_equal(hex_engine_dqn_search.think(&other, &settings, &run, &opinion, &error), NASH_TOO_LARGE);
    }
    free(bytes);
}

/* ---- engines ---- */

static void dqn_wins_at_once(void **state)
{
    struct nash_rng rng = test_rng();
    unsigned wins = 0;
    for (unsigned n = 0; n < test_length(2000, 40000); n++) {
        unsigned rows = 1 + (unsigned)nash_rng_below(&rng, 9), cols = 1 + (unsigned)nash_rng_below(&rng, 9);
        struct hex_position p = random_position(&rng, rows, cols, rows * cols);
        struct hex_opinion opinion;
        struct nash_run run = {.arena = arena};
        struct nash_error error;
        bool can_win = false;
        if (p.board.stones == rows * cols)
            continue;
        for (unsigned i = 0; i < rows * cols && !can_win; i++)
            if (p.board.cell[i] == HEX_EMPTY) {
                hex_board_set(&p.board, i, p.to_move);
                can_win = hex_winner(&p.board) != HEX_EMPTY;
                hex_board_set(&p.board, i, HEX_EMPTY);
            }
        hex_opinion_clear(&opinion);
        nash_arena_reset(arena, ARENA);
        assert_int_equal(hex_engine_dqn.think(&p, &(struct hex_settings){0}, &run, &opinion, &error), NASH_OK);
        assert_int_equal(opinion.winner, can_win ? p.to_move : HEX_EMPTY);
        assert_int_equal(p.board.cell[opinion.move], HEX_EMPTY);
        for (unsigned i = 0; i < rows * cols; i++)
            assert_true(p.board.cell[i] != HEX_EMPTY ? opinion.value[i] < 0
                                                     : opinion.value[i] >= 0 && opinion.value[i] <= 1);
        hex_board_set(&p.board, (unsigned)opinion.move, p.to_move);
        assert_true(!can_win || hex_winner(&p.board) == p.to_move);
        wins += can_win;
    }
    assert_true(wins > 100);
}

/* A match by bytes: with the default net, and with the same net in the task. */
static void games_repeat_themselves(void **state)
{
    static uint8_t task[HEX_TASK_MAX];
    struct hex_rules rules = {
        .rows = 6,
        .cols = 6,
        .swap = true,
        .player = {{&hex_engine_dqn, {.iterations = 1}}, {&hex_engine_dqn_search, {.iterations = 1}}}};
    uint8_t answer[2][HEX_ANSWER_MAX];
    size_t len[2];
    for (unsigned i = 0; i < 2; i++)
        rules.player[i].settings.simulations = 60;
    for (unsigned n = 0; n < 2; n++) {
        struct hex_rules read;
        struct hex_game game = {.seed = 9 + n, .black = 1, .opening = 1, .move = {7}};
        struct nash_run run = {0};
        if (n == 1) {
            rules.player[1].settings.net = hex_default_net;
            rules.player[1].settings.net_bytes = (uint32_t)hex_default_net_len;
        }
        size_t task_len = hex_task_write(&rules, task);
        assert_int_equal(task_len, hex_task_bytes(&rules));
        assert_true(hex_task_read(&read, hex_engines, task, task_len));
        void *block = aligned_alloc(64, (hex_game_memory(&read) + 63) / 64 * 64);
        assert_true(hex_game_play(&read, &game, block, &run, HEX_CHECK_MATCH));
        assert_int_equal(game.ending, HEX_CONNECTED);
        free(block);
        len[n] = hex_answer_write(&game, answer[n]);
        for (size_t cut = 0; cut < task_len; cut += 1 + cut / 8)
            assert_false(hex_task_read(&read, hex_engines, task, cut));
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(answer[0], answer[1], len[0]);
    task[4 + 22 + 3 + 8] ^= 1; /* the digest of the default net, behind "dqn" */
    struct hex_rules read;
    assert_false(hex_task_read(&read, hex_engines, task, hex_task_bytes(&rules)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(small_boards_are_solved),
        cmocka_unit_test(equal_searches_are_equal),
        cmocka_unit_test(sides_are_alike),
        cmocka_unit_test(settled_searches_move_alike),
        cmocka_unit_test(searches_stop),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(noise_is_dirichlet),
        cmocka_unit_test(noise_is_seeded),
        cmocka_unit_test(full_heads_search),
        cmocka_unit_test(dqn_wins_at_once),
        cmocka_unit_test(games_repeat_themselves),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
