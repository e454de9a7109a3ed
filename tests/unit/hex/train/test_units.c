/* Games of a training as units: damaged tasks, forged answers, stops, and the largest answer. */
#include <string.h>

#include <solvers/hex/match/unit.h>
#include <solvers/hex/net/net.h>
#include <solvers/hex/net/play_net.h>
#include <solvers/hex/train/games/self_play.h>
#include <solvers/hex/train/games/unit.h>
#include <solvers/hex/train/trainer.h>

#include "../../base/test.h"

enum {
    NUMBER = 3,
    HEAD = HEX_TRAIN_ANSWER_HEAD,
    MOVES = HEAD + HEX_TRAIN_GAME_HEAD,
    BUDGET = 14 /* where a task has iterations or simulations, u32 */
};

/* A training, its net, and a member with the task of the net or of the mentor. */
struct table {
    struct hex_train_config config;
    struct hex_train_order order;
    uint8_t *net, *task, *target;
    size_t task_len;
    void *member;
    uint8_t answer[HEX_TRAIN_ANSWER_MAX];
    size_t len;
};

static uint8_t *wire_of(const struct hex_net_shape *shape, unsigned size)
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct hex_net net = {.shape = *shape};
    struct hex_position empty = {.to_move = HEX_BLACK};
    struct hex_input input;
    struct nash_rng rng;
    uint8_t *wire = malloc(hex_play_net_bytes(shape));
    assert_non_null(wire);
    nash_rng_seed(&rng, 1);
    net.weight = NASH_NEW(arena, float, hex_net_weights(shape));
    hex_net_init(&net, &rng);
    hex_board_init(&empty.board, size, size);
    hex_input_of(&empty, &input);
    assert_true(hex_play_net_quantize(&net, &input, 1, arena, wire));
    nash_arena_free(arena);
    return wire;
}

static void table_open(struct table *t, enum hex_mentor mentor, unsigned size)
{
    memset(t, 0, sizeof *t);
    t->config = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    hex_train_default_mentor(&t->config, mentor);
    t->config.size[0] = (uint8_t)size;
    t->config.shape = (struct hex_net_shape){.layers = 2, .channels = 16, .head = HEX_HEAD_BOARD};
    t->config.simulations = 8;
    t->config.mentor_iterations = mentor == HEX_MENTOR_UCT ? 10 : 0;
    t->config.seed = 7;
    t->net = wire_of(&t->config.shape, size);
    t->order = (struct hex_train_order){.mentor = mentor != HEX_MENTOR_NONE,
                                        .count = 10,
                                        .net = mentor ? NULL : t->net,
                                        .net_bytes = mentor ? 0 : hex_play_net_bytes(&t->config.shape)};
    t->task = malloc(hex_train_task_bytes(&t->config));
    t->task_len = hex_train_task_write(&t->config, &t->order, t->task);
    assert_true(t->task_len <= hex_train_task_bytes(&t->config));
    t->member = malloc(hex_train_unit_bytes());
    t->target = malloc(hex_train_game_targets(size));
    assert_true(t->member && t->target);
    assert_true(hex_train_unit_open(t->member, t->task, t->task_len));
}

static void table_close(struct table *t)
{
    free(t->net);
    free(t->task);
    free(t->target);
    free(t->member);
}

static void table_play(struct table *t, uint64_t number)
{
    uint8_t unit[HEX_TRAIN_UNIT];
    hex_train_unit_write(number, unit);
    t->len = hex_train_unit_run(t->member, unit, sizeof unit, t->answer);
    assert_true(t->len > 0);
}

static const char *table_read(const struct table *t, uint64_t number, const uint8_t *answer, size_t len)
{
    struct hex_train_game game = {.target = t->target};
    uint8_t unit[HEX_TRAIN_UNIT];
    hex_train_unit_write(number, unit);
    return hex_train_answer_read(&t->config, unit, sizeof unit, answer, len, &game);
}

/* ---- tasks ---- */

static const enum hex_mentor mentors[] = {HEX_MENTOR_NONE, HEX_MENTOR_RESISTANCE, HEX_MENTOR_UCT};
enum { MENTORS = sizeof mentors / sizeof *mentors };

/* A member has exactly the memory that a task came in: a sanitizer sees what is read behind it. */
static bool opens(const struct table *t, const uint8_t *task, size_t len)
{
    uint8_t *exact = malloc(len ? len : 1);
    assert_non_null(exact);
    memcpy(exact, task, len);
    bool opened = hex_train_unit_open(t->member, exact, len);
    free(exact);
    return opened;
}

static void cut_tasks_are_refused(void **state)
{
    (void)state;
    struct table t;
    for (unsigned m = 0; m < MENTORS; m++) {
        table_open(&t, mentors[m], 4);
        for (size_t len = 0; len < t.task_len; len++)
            if (opens(&t, t.task, len))
                fail_msg("a task of %zu of %zu bytes is opened", len, t.task_len);
        uint8_t *longer = calloc(1, t.task_len + 1);
        memcpy(longer, t.task, t.task_len);
        assert_false(opens(&t, longer, t.task_len + 1));
        assert_true(opens(&t, t.task, t.task_len));
        free(longer);
        table_close(&t);
    }
    uint8_t *large = calloc(1, HEX_TRAIN_TASK_MAX + 1);
    table_open(&t, HEX_MENTOR_NONE, 4);
    assert_false(opens(&t, large, HEX_TRAIN_TASK_MAX + 1));
    table_close(&t);
    free(large);
}

/* A changed setting is refused, or the member plays another game. */
static void changed_settings_are_refused_or_harmless(void **state)
{
    (void)state;
    struct table t;
    unsigned refused = 0, played = 0;
    for (unsigned m = 0; m < MENTORS; m++) {
        table_open(&t, mentors[m], 4);
        size_t head = t.order.mentor ? t.task_len : HEX_TRAIN_TASK_HEAD;
        for (size_t bit = 0; bit < 8 * head; bit++) {
            t.task[bit / 8] ^= (uint8_t)(1U << bit % 8);
            bool opened = opens(&t, t.task, t.task_len);
            _Atomic int stop = bit / 8 > BUDGET && bit / 8 < BUDGET + 4; /* a long game */
            refused += !opened;
            if (opened) {
                hex_train_unit_on_stop(t.member, &stop);
                uint8_t unit[HEX_TRAIN_UNIT] = {NUMBER};
                t.len = hex_train_unit_run(t.member, unit, sizeof unit, t.answer);
                assert_true(stop || t.len > 0);
                played++;
            }
            t.task[bit / 8] ^= (uint8_t)(1U << bit % 8);
        }
        table_close(&t);
    }
    assert_true(refused > 50 && played > 50);
}

static void nets_with_a_changed_bit_are_refused(void **state)
{
    (void)state;
    struct table t;
    table_open(&t, HEX_MENTOR_NONE, 4);
    for (size_t bit = 8 * HEX_TRAIN_TASK_HEAD; bit < 8 * t.task_len; bit += test_step(13, 1)) {
        t.task[bit / 8] ^= (uint8_t)(1U << bit % 8);
        if (opens(&t, t.task, t.task_len))
            fail_msg("bit %zu of a task can be changed", bit);
        t.task[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    table_close(&t);
}

/* ---- answers ---- */

static void answers_are_those_of_the_trainer(void **state)
{
    (void)state;
    static struct table t;
    for (unsigned m = 0; m < MENTORS; m++) {
        table_open(&t, mentors[m], 5);
        struct nash_run run = {0};
        struct hex_train_game game = {.target = t.target};
        uint8_t expected[HEX_TRAIN_ANSWER_MAX];
        size_t memory = hex_train_game_memory(&t.config, t.order.mentor);
        struct hex_play_net *net = hex_unit_block_new(hex_play_net_memory(&t.config.shape));
        void *scratch = hex_unit_block_new(memory);
        uint64_t seed = hex_train_game_seed(&t.config, NUMBER);
        assert_null(hex_play_net_read(t.net, hex_play_net_bytes(&t.config.shape), net));
        assert_true(t.order.mentor ? hex_mentor_game(&t.config, 5, seed, scratch, &run, &game)
                                   : hex_self_play(net, &t.config, 5, seed, scratch, &run, &game));
        size_t len = hex_train_game_write(&game, expected);
        table_play(&t, NUMBER);
        assert_int_equal(t.len, HEAD + len);
        assert_memory_equal(t.answer + HEAD, expected, len);
        if (mentors[m] != HEX_MENTOR_RESISTANCE)
            assert_int_equal(hex_train_answer_nodes(t.answer, t.len), run.nodes);
        assert_null(table_read(&t, NUMBER, t.answer, t.len));
        hex_unit_block_free(net);
        hex_unit_block_free(scratch);
        table_close(&t);
    }
}

static void cut_answers_are_refused(void **state)
{
    (void)state;
    static struct table t;
    table_open(&t, HEX_MENTOR_NONE, 4);
    table_play(&t, NUMBER);
    for (size_t len = 0; len < t.len; len++) {
        uint8_t *exact = malloc(len ? len : 1);
        memcpy(exact, t.answer, len);
        if (!table_read(&t, NUMBER, exact, len))
            fail_msg("an answer of %zu of %zu bytes is accepted", len, t.len);
        assert_true(len < HEAD ? hex_train_answer_nodes(exact, len) == 0 : hex_train_answer_nodes(exact, len) > 0);
        free(exact);
    }
    t.answer[t.len] = 0;
    assert_string_equal(table_read(&t, NUMBER, t.answer, t.len + 1), "its game has another length");
    table_close(&t);
}

/* Any bit of an answer may be changed: what is accepted is still a game that can be learnt from. */
static void changed_answers_are_refused_or_games(void **state)
{
    (void)state;
    static struct table t;
    table_open(&t, HEX_MENTOR_NONE, 4);
    table_play(&t, NUMBER);
    unsigned refused = 0;
    for (size_t bit = 8 * HEAD; bit < 8 * t.len; bit++) {
        t.answer[bit / 8] ^= (uint8_t)(1U << bit % 8);
        refused += table_read(&t, NUMBER, t.answer, t.len) != NULL;
        t.answer[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    assert_true(refused > 100);
    table_close(&t);
}

/* Returns a number of a game with an opening of so many stones. */
static uint64_t opened_number(const struct table *t, unsigned stones)
{
    struct hex_train_game game = {0};
    struct hex_position position;
    struct nash_rng rng;
    for (uint64_t number = 0;; number++) {
        hex_self_play_begin(&game, t->config.size[0], hex_train_game_seed(&t->config, number), &position, &rng);
        if (game.opening == stones)
            return number;
    }
}

static void forged_games_are_refused(void **state)
{
    (void)state;
    static struct table t;
    uint8_t forged[HEX_TRAIN_ANSWER_MAX];
    table_open(&t, HEX_MENTOR_NONE, 5);
    uint64_t opened = opened_number(&t, 1), empty = opened_number(&t, 0);
    table_play(&t, opened);
    memcpy(forged, t.answer, t.len);

    memcpy(forged + MOVES + 2, forged + MOVES, 2); /* the second stone on the first one */
    assert_string_equal(table_read(&t, opened, forged, t.len), "its game has an illegal move");
    forged[MOVES + 2] = 25; /* and off the board */
    assert_string_equal(table_read(&t, opened, forged, t.len), "its game has an illegal move");

    /* Games of other numbers begin otherwise. */
    assert_string_equal(table_read(&t, empty, t.answer, t.len), "its game has another opening");

    /* No move follows the end: the last one comes twice. */
    struct hex_train_game game = {.target = t.target};
    assert_null(hex_train_game_read(&game, 5, t.answer + HEAD, t.len - HEAD));
    uint16_t last = game.plies;
    for (unsigned cell = 0; cell < 25; cell++) {
        bool used = false;
        for (unsigned i = 0; i < last; i++)
            used |= game.move[i] == cell;
        if (!used)
            game.move[last] = (uint16_t)cell;
    }
    game.plies++;
    size_t len = HEAD + hex_train_game_write(&game, forged + HEAD);
    assert_string_equal(table_read(&t, opened, forged, len), "its game has an illegal move");
    game.plies = (uint16_t)(last - 1); /* nor does one end early */
    len = HEAD + hex_train_game_write(&game, forged + HEAD);
    assert_string_equal(table_read(&t, opened, forged, len), "its game did not end");
    table_close(&t);
}

/* Targets that a search cannot give: of stones, or none at all, which would make the gradient no number. */
static void impossible_targets_are_refused(void **state)
{
    (void)state;
    static struct table t;
    table_open(&t, HEX_MENTOR_NONE, 5);
    uint64_t number = opened_number(&t, 1);
    table_play(&t, number);
    struct hex_train_game game = {.target = t.target};
    assert_null(hex_train_game_read(&game, 5, t.answer + HEAD, t.len - HEAD));
    uint8_t *target = t.answer + MOVES + 2 * game.plies + 2, kept[2 * 25];
    memcpy(kept, target, sizeof kept);
    memset(target, 0, 25);
    assert_string_equal(table_read(&t, number, t.answer, t.len), "its game has impossible targets");
    memcpy(target, kept, sizeof kept);
    for (unsigned part = 0; part < 2; part++) { /* White is to move, and sees the stone on its mirror image */
        target[25 * part + hex_seen_cell(5, HEX_WHITE, game.move[0])] = 9;
        assert_string_equal(table_read(&t, number, t.answer, t.len), "its game has impossible targets");
        memcpy(target, kept, sizeof kept);
    }
    assert_null(table_read(&t, number, t.answer, t.len));
    table_close(&t);
}

static void units_that_are_none_have_no_answer(void **state)
{
    (void)state;
    static struct table t;
    uint8_t unit[HEX_TRAIN_UNIT + 1] = {0};
    struct hex_train_game game = {0};
    table_open(&t, HEX_MENTOR_NONE, 3);
    assert_int_equal(hex_train_unit_run(t.member, unit, HEX_TRAIN_UNIT - 1, t.answer), 0);
    assert_int_equal(hex_train_unit_run(t.member, unit, HEX_TRAIN_UNIT + 1, t.answer), 0);
    assert_non_null(hex_train_answer_read(&t.config, unit, HEX_TRAIN_UNIT - 1, t.answer, t.len, &game));
    _Atomic int stop = 1;
    hex_train_unit_on_stop(t.member, &stop);
    assert_int_equal(hex_train_unit_run(t.member, unit, HEX_TRAIN_UNIT, t.answer), 0);
    stop = 0;
    assert_true(hex_train_unit_run(t.member, unit, HEX_TRAIN_UNIT, t.answer) > 0);
    table_close(&t);
}

/* The longest game on the largest board fits into an answer; on the next board it would not. */
static void answers_are_short_enough(void **state)
{
    (void)state;
    unsigned size = HEX_TRAIN_SHARED_SIZE_MAX, larger = size + 1;
    assert_true(HEAD + hex_train_game_bytes(size, 0, size * size) <= HEX_TRAIN_ANSWER_MAX);
    assert_true(HEAD + hex_train_game_bytes(larger, 0, larger * larger) > HEX_TRAIN_ANSWER_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_tasks_are_refused),
        cmocka_unit_test(changed_settings_are_refused_or_harmless),
        cmocka_unit_test(nets_with_a_changed_bit_are_refused),
        cmocka_unit_test(answers_are_those_of_the_trainer),
        cmocka_unit_test(cut_answers_are_refused),
        cmocka_unit_test(changed_answers_are_refused_or_games),
        cmocka_unit_test(forged_games_are_refused),
        cmocka_unit_test(impossible_targets_are_refused),
        cmocka_unit_test(units_that_are_none_have_no_answer),
        cmocka_unit_test(answers_are_short_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
