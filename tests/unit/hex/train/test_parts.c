/* Parts of trainings: settings, games as bytes, the replay, optimisers against plain formulas, and the derivatives of
 * the losses against finite differences. */
#include <math.h>
#include <string.h>

#include <solvers/hex/net/math.h>
#include <solvers/hex/train/learn/learner.h>

#include "../../base/test.h"

enum { SIZE_MOST = 11, CELLS_MOST = SIZE_MOST * SIZE_MOST, ROOM = 1000 };

static uint8_t targets[CELLS_MOST * CELLS_MOST * 2];

/* ---- settings ---- */

static void defaults_are_possible(void **state)
{
    (void)state;
    for (unsigned recipe = HEX_RECIPE_SEED; recipe <= HEX_RECIPE_SELF_PLAY; recipe++)
        for (unsigned mentor = HEX_MENTOR_NONE; mentor <= HEX_MENTOR_UCT; mentor++) {
            struct hex_train_config config = hex_train_defaults((enum hex_recipe)recipe);
            const char *member = "";
            hex_train_default_mentor(&config, (enum hex_mentor)mentor);
            const char *why = hex_train_config_wrong(&config, &member);
            if (why)
                fail_msg("recipe %u, mentor %u: %s: %s", recipe, mentor, member, why);
        }
    struct hex_train_config seed = hex_train_defaults(HEX_RECIPE_SEED);
    const char *member = "";
    seed.size[0] = 11;
    seed.shape = hex_train_seed_shape(11);
    assert_null(hex_train_config_wrong(&seed, &member));
}

#define WRONG(of, change, name)                                                                                        \
    do {                                                                                                               \
        struct hex_train_config c = hex_train_defaults(of);                                                            \
        const char *member = "";                                                                                       \
        change;                                                                                                        \
        assert_non_null(hex_train_config_wrong(&c, &member));                                                          \
        assert_string_equal(member, name);                                                                             \
    } while (0)

static void impossible_mixtures_are_refused(void **state)
{
    (void)state;
    WRONG(HEX_RECIPE_SELF_PLAY, c.shape = hex_train_seed_shape(7), "net");
    WRONG(HEX_RECIPE_SELF_PLAY, c.epsilon = 0.1f, "epsilon");
    WRONG(HEX_RECIPE_SELF_PLAY, c.target_sync = 100, "target_sync");
    WRONG(HEX_RECIPE_SELF_PLAY, c.n = 3, "n");
    WRONG(HEX_RECIPE_SELF_PLAY, c.moves = 1, "moves");
    WRONG(HEX_RECIPE_SEED, c.moves = 0, "moves");
    WRONG(HEX_RECIPE_SELF_PLAY, c.reuse = NAN, "reuse");
    WRONG(HEX_RECIPE_SELF_PLAY, c.mentor_games = 1, "mentor_games");
    WRONG(HEX_RECIPE_SELF_PLAY, (c.mentor = HEX_MENTOR_RESISTANCE, c.mentor_games = 1, c.mentor_iterations = 5),
          "mentor_iterations");
    WRONG(HEX_RECIPE_SELF_PLAY, (c.sizes = 2, c.size[1] = 7), "sizes");
    WRONG(HEX_RECIPE_SELF_PLAY, c.size[0] = 20, "sizes");
    WRONG(HEX_RECIPE_SEED, c.n = 3, "n");
    WRONG(HEX_RECIPE_SEED, c.simulations = 64, "simulations");
    WRONG(HEX_RECIPE_SEED, c.shape = hex_train_seed_shape(11), "net");
    WRONG(HEX_RECIPE_N_STEP, c.n = HEX_TRAIN_N_MAX + 1, "n");
    WRONG(HEX_RECIPE_N_STEP, c.steps = 0, "steps");
    WRONG(HEX_RECIPE_N_STEP, c.rate[0].step = 5, "learning_rate");
    WRONG(HEX_RECIPE_N_STEP, (c.rates = 2, c.rate[1] = (struct hex_rate){0, 0.1f}), "learning_rate");
    WRONG(HEX_RECIPE_N_STEP, c.rate[0].rate = INFINITY, "learning_rate");
    WRONG(HEX_RECIPE_N_STEP, c.replay = 999, "replay");
}

static void rates_change_at_their_steps(void **state)
{
    (void)state;
    struct hex_train_config c = {.rates = 2, .rate = {{0, 0.5f}, {10, 0.25f}}};
    assert_true(hex_train_rate(&c, 9) == 0.5f);
    assert_true(hex_train_rate(&c, 10) == 0.25f);
    c = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    c.steps = 1000;
    hex_train_default_rates(&c);
    assert_true(hex_train_rate(&c, 599) == 1e-3f && hex_train_rate(&c, 600) == 3e-4f);
    c.steps = 0; /* by seconds alone */
    hex_train_default_rates(&c);
    assert_true(hex_train_rate(&c, HEX_TRAIN_STEPS_MAX) == 1e-3f);
}

/* ---- games ---- */

/* Plays at random, with random visits. */
static void random_game(struct nash_rng *rng, unsigned size, struct hex_train_game *game)
{
    struct hex_position position;
    hex_train_game_begin(game, size, &position);
    if (size > 2)
        hex_train_game_open(game, &position, rng);
    while (game->winner == HEX_EMPTY) {
        struct hex_opinion opinion;
        float weight[HEX_CELLS_MAX];
        hex_opinion_clear(&opinion);
        opinion.measure = HEX_MEASURE_WIN_RATE;
        opinion.win_rate = (float)nash_rng_unit(rng);
        for (unsigned i = 0; i < size * size; i++)
            if (position.board.cell[i] == HEX_EMPTY && (opinion.move < 0 || nash_rng_below(rng, 3))) {
                opinion.visits[i] = 1 + (uint32_t)nash_rng_below(rng, 50);
                opinion.value[i] = (float)nash_rng_unit(rng);
                opinion.move = (int)i;
            }
        float sum = hex_opinion_weights(&opinion, size * size, weight);
        hex_train_game_note(game, &position, weight, &opinion);
        unsigned cell = hex_weights_draw(weight, sum, size * size, rng);
        assert_int_equal(position.board.cell[cell], HEX_EMPTY);
        hex_train_game_play(game, &position, cell);
    }
}

static void games_are_the_same_after_bytes(void **state)
{
    static uint8_t copy_targets[sizeof targets], bytes[100000];
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned n = 0; n < 200; n++) {
        struct hex_train_game game = {.target = targets}, copy = {.target = copy_targets};
        unsigned size = 2 + (unsigned)nash_rng_below(&rng, 10);
        random_game(&rng, size, &game);
        size_t len = hex_train_game_write(&game, bytes);
        assert_int_equal(len, hex_train_game_bytes(size, game.opening, game.plies));
        const char *why = hex_train_game_read(&copy, size, bytes, len);
        if (why)
            fail_msg("a game of size %u: %s", size, why);
        assert_int_equal(copy.winner, game.winner);
        assert_memory_equal(copy.move, game.move, sizeof *game.move * game.plies);
        assert_memory_equal(copy_targets, targets, (size_t)size * size * 2 * (game.plies - game.opening));
        assert_non_null(hex_train_game_read(&copy, size, bytes, len - 1));
        assert_non_null(hex_train_game_read(&copy, size + 1, bytes, len));
        memcpy(bytes + HEX_TRAIN_GAME_HEAD + 2, bytes + HEX_TRAIN_GAME_HEAD, 2); /* the first move twice */
        assert_non_null(hex_train_game_read(&copy, size, bytes, len));
    }
}

static void proofs_decide_the_weights(void **state)
{
    struct hex_opinion opinion;
    float weight[HEX_CELLS_MAX];
    (void)state;
    hex_opinion_clear(&opinion);
    opinion.visits[0] = 9, opinion.visits[1] = 3, opinion.visits[2] = 1;
    opinion.proof[0] = HEX_LOSES;
    opinion.move = 1;
    assert_true(hex_opinion_weights(&opinion, 4, weight) == 4);
    assert_true(weight[0] == 0 && weight[1] == 3);
    opinion.proof[2] = HEX_WINS;
    opinion.move = 2;
    assert_true(hex_opinion_weights(&opinion, 4, weight) == 1);
    assert_true(weight[2] == 1);
}

/* ---- replay ---- */

/* Checks the records of the last game against a slow way: positions by the moves, from the side to move. */
static void check_records(const struct hex_replay *replay, const struct hex_train_game *game)
{
    struct hex_position position;
    struct hex_train_game again = {0};
    unsigned size = game->size, cells = size * size;
    uint32_t count = (uint32_t)game->plies - game->opening,
             first = (replay->next + replay->room - count) % replay->room;
    hex_train_game_begin(&again, size, &position);
    for (unsigned ply = 0; ply < game->plies; ply++) {
        if (ply >= game->opening) {
            struct hex_input expected, turned, input;
            struct hex_sample sample;
            uint32_t index = hex_replay_later(replay, first, ply - game->opening);
            assert_true(hex_replay_is_valid(replay, index));
            hex_input_of(&position, &expected);
            hex_replay_read(replay, index, false, &input, &sample);
            assert_memory_equal(input.cell, expected.cell, cells);
            assert_int_equal(sample.left, game->plies - ply);
            assert_int_equal(sample.cell, hex_input_cell(&expected, game->move[ply]));
            assert_true(sample.outcome == (position.to_move == game->winner ? 1 : -1));
            assert_memory_equal(sample.share, hex_game_targets(game, ply).share, cells);
            assert_memory_equal(sample.rate, hex_game_targets(game, ply).rate, cells);
            hex_replay_read(replay, index, true, &input, &sample);
            hex_input_turn(&expected, &turned);
            assert_memory_equal(input.cell, turned.cell, cells);
            assert_int_equal(sample.cell, cells - 1 - hex_input_cell(&expected, game->move[ply]));
        }
        hex_train_game_play(&again, &position, game->move[ply]);
    }
}

static void replay_keeps_the_last_positions(void **state)
{
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned size = 2; size <= SIZE_MOST; size += 3) {
        struct hex_replay replay = {.size = (uint8_t)size, .targets = true, .room = ROOM};
        replay.record = malloc(ROOM * hex_replay_record(size, true));
        assert_non_null(replay.record);
        uint64_t total = 0;
        for (unsigned n = 0; n < 120; n++) {
            struct hex_train_game game = {.target = targets};
            random_game(&rng, size, &game);
            hex_replay_add(&replay, &game);
            total += (uint64_t)game.plies - game.opening;
            assert_int_equal(replay.total, total);
            assert_int_equal(replay.count, total < ROOM ? total : ROOM);
            check_records(&replay, &game);
            for (unsigned i = 0; i < 20; i++) {
                uint32_t index = hex_replay_pick(&replay, 30, &rng), back = (replay.next + ROOM - index) % ROOM;
                assert_true(index < replay.count && back >= 1 && back <= 30);
            }
        }
        free(replay.record);
    }
}

/* ---- optimisers ---- */

static void optimisers_follow_their_formulas(void **state)
{
    enum { N = 37 };
    struct nash_rng rng = test_rng();
    (void)state;
    for (unsigned optimizer = HEX_ADAM; optimizer <= HEX_RMSPROP; optimizer++) {
        struct hex_train_config config = {.optimizer = (enum hex_optimizer)optimizer, .weight_decay = 0.1f, .clip = 2};
        float weight[N], gradient[N], mean[N] = {0}, square[N] = {0};
        double w[N], m[N] = {0}, s[N] = {0};
        struct hex_moments moments = {.mean = mean, .square = square, .mean_decay = 1, .square_decay = 1};
        for (unsigned i = 0; i < N; i++)
            w[i] = (double)(weight[i] = (float)nash_rng_unit(&rng) - 0.5f);
        for (unsigned t = 1; t <= 20; t++) {
            double norm = 0, rate = 0.01;
            for (unsigned i = 0; i < N; i++) {
                gradient[i] = ((float)nash_rng_unit(&rng) - 0.5f) * (t % 2 ? 0.1f : 5);
                norm += (double)gradient[i] * (double)gradient[i];
            }
            norm = sqrt(norm);
            for (unsigned i = 0; i < N; i++) {
                double g = (double)gradient[i] * (norm > 2 ? 2 / norm : 1), decay = rate * 0.1 * w[i];
                m[i] = 0.9 * m[i] + 0.1 * g;
                if (optimizer == HEX_ADAM) {
                    s[i] = 0.999 * s[i] + 0.001 * g * g;
                    w[i] -= decay + rate * m[i] / (1 - pow(0.9, t)) / (sqrt(s[i] / (1 - pow(0.999, t))) + 1e-8);
                } else {
                    s[i] = 0.9 * s[i] + 0.1 * g * g;
                    w[i] -= decay + rate * g / sqrt(s[i] + 1e-6);
                }
            }
            assert_true(hex_optimizer_step(&config, 0.01f, gradient, N, &moments, weight));
            for (unsigned i = 0; i < N; i++)
                assert_true(fabs((double)weight[i] - w[i]) < 1e-5);
        }
        gradient[3] = NAN;
        float before = weight[5];
        assert_false(hex_optimizer_step(&config, 0.01f, gradient, N, &moments, weight));
        assert_true(weight[5] == before);
    }
}

/* ---- losses ---- */

static struct hex_learner learner_of(enum hex_net_head head, struct hex_input *input, struct hex_sample *sample,
                                     struct hex_net_output *output, struct hex_net_output *derivative)
{
    return (struct hex_learner){
        .net.shape.head = (uint8_t)head, .input = input, .sample = sample, .output = output, .derivative = derivative};
}

/* Compares a derivative with the slope of the loss, in double from two floats. */
static void check_slope(const struct hex_learner *learner, float *at, float derivative, const char *what)
{
    const float step = 1.0f / 64, before = *at;
    struct hex_net_output kept = *learner->derivative;
    *at = before + step;
    double above = (double)hex_loss_of_games(learner, 1);
    *at = before - step;
    double below = (double)hex_loss_of_games(learner, 1);
    *at = before;
    *learner->derivative = kept;
    double slope = (above - below) / (2 * (double)step);
    if (fabs(slope - (double)derivative) > 1e-3 * (1 + fabs(slope)))
        fail_msg("%s: the derivative is %g, the slope %g", what, (double)derivative, slope);
}

static void derivatives_are_the_slopes_of_the_loss(void **state)
{
    static struct hex_net_output output, derivative;
    struct nash_rng rng = test_rng();
    struct hex_train_game game = {.target = targets};
    struct hex_replay replay = {.size = 4, .targets = true, .room = ROOM};
    (void)state;
    replay.record = malloc(ROOM * hex_replay_record(4, true));
    assert_non_null(replay.record);
    for (unsigned n = 0; n < 30; n++) {
        struct hex_input input;
        struct hex_sample sample;
        struct hex_learner learner =
            learner_of(n % 3 ? HEX_HEAD_BOARD : HEX_HEAD_FULL, &input, &sample, &output, &derivative);
        random_game(&rng, 4, &game);
        hex_replay_add(&replay, &game);
        hex_replay_read(&replay, hex_replay_pick(&replay, 10, &rng), n % 2, &input, &sample);
        output.value = (float)nash_rng_unit(&rng) * 2 - 1;
        for (unsigned i = 0; i < 16; i++) {
            output.policy[i] = (float)nash_rng_unit(&rng) * 4 - 2;
            output.q[i] = n % 3 ? (float)nash_rng_unit(&rng) * 4 - 2 : output.policy[i];
        }
        hex_loss_of_games(&learner, 1);
        for (unsigned i = 0; i < 16; i++) {
            if (!(input.cell[i] >> HEX_PLANE_EMPTY & 1)) {
                assert_true(derivative.policy[i] == 0 && derivative.q[i] == 0);
                continue;
            }
            check_slope(&learner, &output.policy[i], derivative.policy[i], "policy");
            check_slope(&learner, &output.q[i], derivative.q[i], "q");
        }
        check_slope(&learner, &output.value, derivative.value, "value");
    }
    free(replay.record);
}

/* Q-learning: only the played cell has a derivative, sigmoid(q) less the probability of its target. */
static void q_learns_the_played_cell_alone(void **state)
{
    static struct hex_net_output output, derivative;
    struct hex_input input = {.rows = 3, .cols = 3};
    struct hex_sample sample = {.cell = 4};
    struct hex_learner learner = learner_of(HEX_HEAD_FULL, &input, &sample, &output, &derivative);
    float target = -0.5f;
    (void)state;
    for (unsigned i = 0; i < 9; i++) {
        input.cell[i] = 1U << HEX_PLANE_EMPTY;
        output.q[i] = (float)i / 4;
    }
    hex_loss_of_q(&learner, 1, &target);
    for (unsigned i = 0; i < 9; i++)
        assert_true(fabsf(derivative.q[i] - (i == 4 ? hex_sigmoid(1) - 0.25f : 0)) < 1e-6f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_possible),
        cmocka_unit_test(impossible_mixtures_are_refused),
        cmocka_unit_test(rates_change_at_their_steps),
        cmocka_unit_test(games_are_the_same_after_bytes),
        cmocka_unit_test(proofs_decide_the_weights),
        cmocka_unit_test(replay_keeps_the_last_positions),
        cmocka_unit_test(optimisers_follow_their_formulas),
        cmocka_unit_test(derivatives_are_the_slopes_of_the_loss),
        cmocka_unit_test(q_learns_the_played_cell_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
