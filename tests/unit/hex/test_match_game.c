/* One game as a unit: replay bit for bit, failing engines, swap, malformed bytes; openings and colors of a match. */
#include <string.h>

#include <solvers/hex/match/openings.h>

#include "../base/test.h"
#include "harness/engines.h"

enum { CHECK = 1 };

static void *block;

static int begin(void **state)
{
    (void)state;
    block = aligned_alloc(64, HEX_GAME_MEMORY);
    return block ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    free(block);
    return 0;
}

static struct hex_rules rules_of(unsigned rows, unsigned cols, const struct hex_engine *a, const struct hex_engine *b)
{
    return (struct hex_rules){
        .rows = (uint8_t)rows,
        .cols = (uint8_t)cols,
        .player = {{a, {.iterations = 7, .nodes = 4, .exploration = 0.25F, .rave = true, .plain = true}},
                   {b, {.iterations = 9, .nodes = 4, .exploration = 0.5F}}}};
}

/* Plays the unit of a game by bytes alone; returns the length of the answer. */
static size_t play_bytes(const struct hex_rules *rules, const struct hex_game *game, uint8_t *answer)
{
    uint8_t task[HEX_TASK_MAX], unit[HEX_UNIT_MAX];
    struct hex_rules rules_read;
    struct hex_game unit_read;
    struct nash_run run = {0};
    size_t task_len = hex_task_write(rules, task), unit_len = hex_unit_write(game, unit);
    assert_true(hex_task_read(&rules_read, test_engines, task, task_len));
    assert_true(hex_unit_read(&unit_read, &rules_read, unit, unit_len));
    assert_true(hex_game_play(&rules_read, &unit_read, block, &run, CHECK));
    return hex_answer_write(&unit_read, answer);
}

static void games_replay_bit_for_bit(void **state)
{
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned n = 0; n < test_length(300, 5000); n++) {
        struct hex_rules rules =
            rules_of(1 + (unsigned)nash_rng_below(&rng, 11), 1 + (unsigned)nash_rng_below(&rng, 11), &test_engine_dice,
                     n % 3 ? &test_engine_pessimist : &test_engine_first);
        rules.swap = n % 2;
        struct hex_game game = {.seed = nash_rng_next(&rng), .black = n / 2 % 2}, copy = game;
        struct nash_run run = {0};
        uint8_t answer[HEX_ANSWER_MAX], again[HEX_ANSWER_MAX];
        assert_true(hex_game_play(&rules, &game, block, &run, CHECK));
        size_t len = hex_answer_write(&game, answer);
        if (play_bytes(&rules, &copy, again) != len || memcmp(answer, again, len) != 0)
            fail_msg("game %u is another one when it is played again", n);
        const char *why = hex_answer_read(&copy, &rules, answer, len);
        if (why)
            fail_msg("game %u: %s", n, why);
        assert_int_equal(copy.winner, game.winner);
        assert_int_equal(copy.ending, HEX_CONNECTED);
        assert_int_equal(run.nodes, game.nodes[0] + game.nodes[1]);
    }
}

static void failing_engines_lose(void **state)
{
    static const struct {
        const struct hex_engine *engine;
        enum hex_ending ending;
    } cases[] = {{&test_engine_mute, HEX_NO_MOVE},
                 {&test_engine_cheat, HEX_ILLEGAL_MOVE},
                 {&test_engine_poor, HEX_OUT_OF_MEMORY},
                 {&test_engine_large, HEX_TOO_LARGE}};
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct hex_rules rules = rules_of(5, 5, cases[i / 2].engine, &test_engine_last);
        struct hex_game game = {.black = i % 2};
        struct nash_run run = {0};
        uint8_t answer[HEX_ANSWER_MAX];
        assert_true(hex_game_play(&rules, &game, block, &run, CHECK));
        assert_int_equal(game.ending, cases[i / 2].ending);
        assert_int_equal(hex_game_won_by(&game), 1);
        assert_int_equal(run.stopped, NASH_STOP_NONE);
        assert_null(hex_answer_read(&game, &rules, answer, hex_answer_write(&game, answer)));
    }
}

static void stopped_games_have_no_answer(void **state)
{
    struct hex_rules rules = rules_of(5, 5, &test_engine_first, &test_engine_last);
    struct hex_game game = {0};
    struct nash_run run = {.force_check = CHECK};
    const _Atomic int cancel = 1;
    (void)state;
    assert_false(hex_game_play(&rules, &game, block, &run, CHECK));
    run = (struct nash_run){.cancel = &cancel};
    assert_false(hex_game_play(&rules, &game, block, &run, CHECK));
    run = (struct nash_run){.node_limit = 5};
    assert_false(hex_game_play(&rules, &game, block, &run, CHECK));
    assert_int_equal(run.stopped, NASH_STOP_NODES);
}

static void pessimists_swap(void **state)
{
    struct hex_rules rules = rules_of(5, 5, &test_engine_first, &test_engine_pessimist);
    struct hex_game game = {.opening = 1, .move = {5 + 3}}; /* d2 becomes b4 */
    struct nash_run run = {0};
    (void)state;
    rules.swap = true;
    assert_true(hex_game_play(&rules, &game, block, &run, CHECK));
    assert_int_equal(game.move[1], HEX_SWAP);
    struct hex_position position = {.to_move = HEX_BLACK};
    hex_board_init(&position.board, 5, 5);
    assert_false(hex_move_apply(&position, &rules, 0, HEX_SWAP));
    assert_true(hex_move_apply(&position, &rules, 0, 8));
    assert_true(hex_move_apply(&position, &rules, 1, HEX_SWAP));
    assert_int_equal(position.board.cell[3 * 5 + 1], HEX_WHITE);
    assert_int_equal(position.board.stones, 1);
    assert_int_equal(position.to_move, HEX_BLACK);
    assert_false(hex_move_apply(&position, &rules, 2, HEX_SWAP));
    rules.swap = false;
    game = (struct hex_game){.opening = 1, .move = {8}};
    assert_true(hex_game_play(&rules, &game, block, &run, CHECK));
    assert_int_not_equal(game.move[1], HEX_SWAP);
}

/* Every cut or changed byte is refused, or is another valid message; nothing is read past the end. */
static void malformed_bytes_are_refused(void **state)
{
    struct nash_rng rng = test_rng();
    struct hex_rules rules = rules_of(4, 6, &test_engine_dice, &test_engine_first), other;
    struct hex_game game = {.seed = 3, .opening = 2, .move = {3, 9}}, read = game;
    struct nash_run run = {0};
    uint8_t task[HEX_TASK_MAX], unit[HEX_UNIT_MAX], answer[HEX_ANSWER_MAX];
    (void)state;
    assert_true(hex_game_play(&rules, &game, block, &run, CHECK));
    size_t task_len = hex_task_write(&rules, task), unit_len = hex_unit_write(&game, unit);
    size_t answer_len = hex_answer_write(&game, answer);
    for (size_t len = 0; len < task_len; len++)
        assert_false(hex_task_read(&other, test_engines, task, len));
    for (size_t len = 0; len < unit_len; len++)
        assert_false(hex_unit_read(&read, &rules, unit, len));
    for (size_t len = 0; len < answer_len; len++) {
        read = game;
        assert_non_null(hex_answer_read(&read, &rules, answer, len));
    }
    for (unsigned n = 0; n < test_length(20000, 1000000); n++) {
        uint8_t copy[HEX_ANSWER_MAX];
        memcpy(copy, answer, answer_len);
        copy[nash_rng_below(&rng, answer_len)] ^= (uint8_t)(1 + nash_rng_below(&rng, 255));
        read = game;
        hex_answer_read(&read, &rules, copy, answer_len);
        memcpy(copy, unit, unit_len);
        copy[nash_rng_below(&rng, unit_len)] ^= (uint8_t)(1 + nash_rng_below(&rng, 255));
        hex_unit_read(&read, &rules, copy, unit_len);
        memcpy(copy, task, task_len);
        copy[nash_rng_below(&rng, task_len)] ^= (uint8_t)(1 + nash_rng_below(&rng, 255));
        hex_task_read(&other, test_engines, copy, task_len);
    }
    answer[0] = (uint8_t)hex_other(game.winner);
    read = game;
    assert_string_equal(hex_answer_read(&read, &rules, answer, answer_len), "its game has another winner");
}

/* No opening is played twice with the same colors before all are used, and `first` games have engine a as Black. */
static void openings_are_balanced(void **state)
{
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned n = 0; n < 200; n++) {
        struct hex_rules rules =
            rules_of(2 + (unsigned)nash_rng_below(&rng, 6), 2 + (unsigned)nash_rng_below(&rng, 6), NULL, NULL);
        struct nash_arena *arena = nash_arena_new(1 << 20);
        struct hex_opening *list;
        unsigned count = hex_openings_default(&rules, arena, &list), cells = (unsigned)rules.rows * rules.cols;
        unsigned games = 1 + (unsigned)nash_rng_below(&rng, 2 * cells),
                 first = (unsigned)nash_rng_below(&rng, games + 1);
        bool used[2][HEX_CELLS_MAX] = {{false}};
        unsigned black[2] = {0};
        uint64_t seed[2 * HEX_CELLS_MAX];
        assert_int_equal(count, cells);
        for (unsigned i = 0; i < games; i++) {
            struct hex_game game;
            hex_game_prepare(&game, list, count, games, first, n, i);
            assert_int_equal(game.opening, 1);
            black[game.black]++;
            if (used[game.black][game.move[0]] && hex_openings_needed(games, first) <= count)
                fail_msg("%u games, %u with a first: opening %u comes twice", games, first, game.move[0]);
            used[game.black][game.move[0]] = true;
            seed[i] = game.seed;
            for (unsigned j = 0; j < i; j++)
                assert_int_not_equal(seed[j], seed[i]);
        }
        assert_int_equal(black[0], first);
        assert_int_equal(black[1], games - first);
        nash_arena_free(arena);
    }
}

/* On 7x7, 50 games have each class of first moves under rotation once, with both colors. */
static void fifty_games_have_all_classes(void **state)
{
    struct hex_rules rules = rules_of(7, 7, NULL, NULL);
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct hex_opening *list;
    unsigned count = hex_openings_default(&rules, arena, &list), seen[2][49] = {{0}};
    (void)state;
    for (unsigned i = 0; i < 50; i++) {
        struct hex_game game;
        hex_game_prepare(&game, list, count, 50, 25, 1, i);
        unsigned cell = game.move[0];
        seen[game.black][cell < 48 - cell ? cell : 48 - cell]++;
    }
    for (unsigned cell = 0; cell <= 24; cell++)
        assert_true(seen[0][cell] == 1 && seen[1][cell] == 1);
    nash_arena_free(arena);
}

/* An engine thinks in the memory that it names as it does in HEX_GAME_MEMORY: browsers give it no more. */
static void named_memory_suffices(void **state)
{
    static const struct hex_engine *const engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct};
    static const unsigned sizes[][2] = {{1, 1}, {2, 19}, {5, 5}, {9, 7}, {11, 11}, {12, 11}, {19, 19}};
    static struct hex_opinion opinion[2];
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned n = 0; n < 3 * sizeof sizes / sizeof *sizes; n++) {
        const struct hex_engine *engine = engines[n % 3];
        struct hex_position p = {.to_move = HEX_BLACK};
        struct hex_settings settings = {.iterations = 1 + nash_rng_below(&rng, 4000),
                                        .rave = nash_rng_below(&rng, 2),
                                        .plain = nash_rng_below(&rng, 2)};
        hex_board_init(&p.board, sizes[n / 3][0], sizes[n / 3][1]);
        for (unsigned i = 0; i < hex_cells(&p.board) / 10; i++, p.to_move = hex_other(p.to_move))
            hex_board_set(&p.board, i * 10, p.to_move);
        for (unsigned i = 0; i < 2; i++) {
            size_t bytes = i ? HEX_GAME_MEMORY : engine->memory(p.board.rows, p.board.cols, &settings);
            struct nash_run run = {.arena = nash_arena_in(block, bytes), .seed = n};
            assert_true(bytes <= HEX_GAME_MEMORY);
            hex_opinion_clear(&opinion[i]);
            assert_int_equal(engine->think(&p, &settings, &run, &opinion[i], NULL), NASH_OK);
        }
        if (memcmp(&opinion[0], &opinion[1], sizeof *opinion) != 0)
            fail_msg("%s on %ux%u has another opinion with more memory", engine->name, p.board.rows, p.board.cols);
    }
}

/* A board needs more memory for more iterations, and never more than there is. */
static void memory_follows_from_the_rules(void **state)
{
    struct hex_rules rules = rules_of(11, 11, &hex_engine_random, &hex_engine_uct);
    size_t before = 0;
    (void)state;
    for (uint64_t n = 1000; n <= HEX_ITERATIONS_MAX; n *= 10) {
        rules.player[1].settings.iterations = n;
        assert_true(hex_game_memory(&rules) > before || before == HEX_GAME_MEMORY);
        before = hex_game_memory(&rules);
    }
    assert_int_equal(before, HEX_GAME_MEMORY);
    rules.player[1].engine = &hex_engine_resistance;
    assert_true(hex_game_memory(&rules) < 1 << 20);
    rules.player[0].engine = &test_engine_dice;
    assert_int_equal(hex_game_memory(&rules), HEX_GAME_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(named_memory_suffices),        cmocka_unit_test(memory_follows_from_the_rules),
        cmocka_unit_test(games_replay_bit_for_bit),     cmocka_unit_test(failing_engines_lose),
        cmocka_unit_test(stopped_games_have_no_answer), cmocka_unit_test(pessimists_swap),
        cmocka_unit_test(malformed_bytes_are_refused),  cmocka_unit_test(openings_are_balanced),
        cmocka_unit_test(fifty_games_have_all_classes),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
