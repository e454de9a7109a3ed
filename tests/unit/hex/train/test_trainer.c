/* Trainings: the same bits over a save and a load at every kind of moment, stops, damaged checkpoints, and a toy that
 * learns perfect play from nothing. */
#include <math.h>
#include <string.h>

#include <nash/hash.h>
#include <solvers/hex/engines/settings.h>
#include <solvers/hex/match/game.h>
#include <solvers/hex/train/games/unit.h>
#include <solvers/hex/train/learn/internal.h>

#include "../../base/test.h"

enum { ARENA = 256 << 20 };

static struct hex_train_config small_config(enum hex_recipe recipe, unsigned size)
{
    struct hex_train_config config = hex_train_defaults(recipe);
    config.size[0] = (uint8_t)size;
    config.shape = (struct hex_net_shape){.layers = 3, .channels = 16, .residual = true, .head = HEX_HEAD_BOARD};
    config.steps = 200;
    config.batch = 16;
    config.replay = HEX_TRAIN_REPLAY_MIN;
    config.evaluate = 60;
    config.evaluate_games = 3;
    config.reference_iterations = 20;
    config.seed = 5;
    if (recipe == HEX_RECIPE_SELF_PLAY) {
        config.simulations = 8;
        config.games = 10;
    } else {
        config.target_sync = 30;
    }
    return config;
}

struct training {
    struct nash_arena *arena;
    struct hex_trainer *trainer;
};

static struct training training_new(const struct hex_train_config *config, const struct nash_buf *from)
{
    struct nash_error error = {0};
    struct hex_checkpoint checkpoint;
    struct training t = {.arena = nash_arena_new(ARENA)};
    assert_non_null(t.arena);
    if (from && hex_checkpoint_read((const uint8_t *)from->data, from->len, t.arena, &checkpoint, &error) != NASH_OK)
        fail_msg("the checkpoint cannot be read: %s", error.detail);
    t.trainer = hex_trainer_new(config, from ? &checkpoint : NULL, t.arena, &error);
    if (!t.trainer)
        fail_msg("no trainer: %s", error.detail);
    return t;
}

static struct nash_buf saved(const struct training *t)
{
    struct nash_buf out = NASH_BUF_INIT(0);
    hex_trainer_save(t->trainer, false, &out);
    assert_false(out.failed);
    return out;
}

/* Works until the end, or `pieces` times. Returns the number of pieces. */
static unsigned work(const struct training *t, unsigned pieces)
{
    struct nash_run run = {0};
    unsigned done = 0;
    for (; done < pieces; done++) {
        enum hex_train_event event = hex_trainer_work(t->trainer, &run);
        if (event == HEX_TRAIN_DONE)
            break;
        assert_int_not_equal(event, HEX_TRAIN_STOPPED);
        assert_int_not_equal(event, HEX_TRAIN_FAILED);
    }
    return done;
}

/* Trains to the end in one go, then again with a save and a load after `at` pieces, for several numbers. */
static void check_resume(const struct hex_train_config *config)
{
    struct training whole = training_new(config, NULL);
    unsigned pieces = work(&whole, UINT32_MAX);
    struct nash_buf expected = saved(&whole);
    assert_int_equal(hex_trainer_progress(whole.trainer)->step, config->steps);
    for (unsigned part = 1; part < test_length(8, 40); part++) {
        unsigned at = pieces * part / test_length(8, 40);
        struct training first = training_new(config, NULL);
        work(&first, at);
        struct nash_buf middle = saved(&first);
        struct training second = training_new(config, &middle);
        struct nash_buf again = saved(&second);
        assert_int_equal(again.len, middle.len);
        assert_memory_equal(again.data, middle.data, middle.len);
        work(&second, UINT32_MAX);
        struct nash_buf result = saved(&second);
        assert_int_equal(result.len, expected.len);
        if (memcmp(result.data, expected.data, result.len) != 0)
            fail_msg("saved after %u of %u pieces: other bits at the end", at, pieces);
        nash_buf_free(&middle);
        nash_buf_free(&again);
        nash_buf_free(&result);
        nash_arena_free(first.arena);
        nash_arena_free(second.arena);
    }
    assert_true(nash_arena_peak(whole.arena) <= hex_trainer_memory(config));
    nash_buf_free(&expected);
    nash_arena_free(whole.arena);
}

static void q_learning_resumes_bit_for_bit(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SEED, 4);
    check_resume(&config);
    config.shape = (struct hex_net_shape){
        .layers = 2, .channels = 32, .wide = {16, 16}, .head = HEX_HEAD_FULL, .rows = 4, .cols = 4};
    config.target_sync = 0;
    check_resume(&config);
}

static void n_step_resumes_bit_for_bit(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_N_STEP, 4);
    hex_train_default_mentor(&config, HEX_MENTOR_RESISTANCE);
    config.mentor_games = 20;
    config.mentor_steps = 50;
    check_resume(&config);
}

static void self_play_resumes_bit_for_bit(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 4);
    config.sizes = 2;
    config.size[1] = 3;
    hex_train_default_mentor(&config, HEX_MENTOR_UCT);
    config.mentor_games = 12;
    config.mentor_iterations = 20;
    config.mentor_steps = 30;
    check_resume(&config);
}

/* A stop discards an unfinished game, and the training then goes on as if there had been none. */
static void stops_change_nothing(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 3);
    struct training whole = training_new(&config, NULL), other = training_new(&config, NULL);
    struct nash_rng rng = test_rng();
    work(&whole, UINT32_MAX);
    for (enum hex_train_event event = HEX_TRAIN_WORKED; event != HEX_TRAIN_DONE;) {
        struct nash_run run = {.node_limit = 1 + nash_rng_below(&rng, 300)};
        while (event = hex_trainer_work(other.trainer, &run), event != HEX_TRAIN_DONE && !run.stopped)
            assert_int_not_equal(event, HEX_TRAIN_FAILED);
        assert_true(event == HEX_TRAIN_DONE || event == HEX_TRAIN_STOPPED || run.stopped);
    }
    struct nash_buf a = saved(&whole), b = saved(&other);
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.data, b.data, a.len);
    nash_buf_free(&a);
    nash_buf_free(&b);
    nash_arena_free(whole.arena);
    nash_arena_free(other.arena);
}

/* Evaluations do not change what is learnt. */
static void evaluations_change_nothing(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_N_STEP, 3), often = config;
    config.evaluate = 0;
    often.evaluate = 10;
    struct training a = training_new(&config, NULL), b = training_new(&often, NULL);
    work(&a, UINT32_MAX);
    work(&b, UINT32_MAX);
    assert_int_equal(hex_trainer_progress(a.trainer)->points, 1);
    assert_int_equal(hex_trainer_progress(b.trainer)->points, config.steps / 10);
    assert_memory_equal(a.trainer->learner.net.weight, b.trainer->learner.net.weight,
                        sizeof(float) * hex_net_weights(&config.shape));
    nash_arena_free(a.arena);
    nash_arena_free(b.arena);
}

/* Weights alone begin a new training; other bytes of a state are refused or harmless. */
static void checkpoints_of_others_are_checked(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SEED, 3), other = config;
    struct training t = training_new(&config, NULL);
    struct nash_rng rng = test_rng();
    struct nash_error error = {0};
    struct hex_checkpoint checkpoint, changed;
    work(&t, 40);
    struct nash_buf file = saved(&t);
    assert_int_equal(hex_checkpoint_read((const uint8_t *)file.data, file.len, t.arena, &checkpoint, &error), NASH_OK);
    other.epsilon = 0.5f;
    struct hex_trainer *begun = hex_trainer_new(&other, &checkpoint, t.arena, &error);
    assert_non_null(begun);
    assert_int_equal(hex_trainer_progress(begun)->step, 0);
    assert_memory_equal(begun->learner.net.weight, t.trainer->learner.net.weight,
                        sizeof(float) * hex_net_weights(&config.shape));
    other.shape.layers = 2;
    assert_null(hex_trainer_new(&other, &checkpoint, t.arena, &error));
    for (unsigned n = 0; n < test_length(200, 3000); n++) {
        struct nash_arena_mark mark = nash_arena_mark(t.arena);
        changed = checkpoint;
        struct hex_checkpoint_part *part = &changed.part[1 + nash_rng_below(&rng, changed.parts - 1)];
        uint8_t *bytes = nash_arena_alloc_raw(t.arena, part->len + 1, 64);
        memcpy(bytes, part->bytes, part->len);
        part->bytes = bytes;
        if (part->len && nash_rng_below(&rng, 4))
            bytes[nash_rng_below(&rng, part->len)] ^= (uint8_t)(1 + nash_rng_below(&rng, 255));
        else if (part->len)
            part->len = (size_t)nash_rng_below(&rng, part->len);
        struct training again = {.trainer = hex_trainer_new(&config, &changed, t.arena, &error)};
        struct nash_run run = {0};
        for (unsigned i = 0; again.trainer && i < 3; i++)
            hex_trainer_work(again.trainer, &run);
        nash_arena_release(t.arena, mark);
    }
    nash_buf_free(&file);
    nash_arena_free(t.arena);
}

/* Steps without a position to learn from would never end. */
static void states_without_positions_are_refused(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 3);
    struct training t = training_new(&config, NULL);
    struct nash_error error = {0};
    struct hex_checkpoint checkpoint;
    while (t.trainer->steps_left == 0)
        work(&t, 1);
    t.trainer->replay[0].count = t.trainer->replay[0].next = 0;
    struct nash_buf file = saved(&t);
    assert_int_equal(hex_checkpoint_read((const uint8_t *)file.data, file.len, t.arena, &checkpoint, &error), NASH_OK);
    assert_null(hex_trainer_new(&config, &checkpoint, t.arena, &error));
    assert_int_equal(error.status, NASH_UNPROCESSABLE);
    nash_buf_free(&file);
    nash_arena_free(t.arena);
}

/* ---- games ---- */

/* Plays a game in memory that is exactly as large as said, and writes its bytes. */
static size_t play_game(const struct hex_train_config *config, const struct hex_play_net *net, uint64_t seed,
                        struct nash_run *run, uint8_t *bytes)
{
    unsigned size = config->size[0];
    size_t room = net ? hex_self_play_memory(config, size) : hex_mentor_memory(config, size);
    void *scratch = aligned_alloc(64, (room + 63) / 64 * 64);
    struct hex_train_game game = {.target = malloc(hex_train_game_targets(size))};
    assert_non_null(scratch);
    assert_non_null(game.target);
    memset(scratch, 0x5a, room);
    bool played = net ? hex_self_play(net, config, size, seed, scratch, run, &game)
                      : hex_mentor_game(config, size, seed, scratch, run, &game);
    size_t len = played ? hex_train_game_write(&game, bytes) : 0;
    free(scratch);
    free(game.target);
    return len;
}

/* The same seed gives the same bytes, which read as a legal game; a stop gives none. */
static void check_games(const struct hex_train_config *config, const struct hex_play_net *net)
{
    static uint8_t first[100000], again[100000], kept[100000], target[50000];
    unsigned games = test_length(12, 200), differ = 0;
    size_t before = 0;
    for (uint64_t seed = 0; seed < games; seed++) {
        struct nash_run run = {0}, stopped = {.force_check = HEX_STOP_TRAIN};
        struct hex_train_game game = {.target = target};
        size_t len = play_game(config, net, seed, &run, first);
        assert_true(len > 0 && (run.nodes > 0 || config->mentor == HEX_MENTOR_RESISTANCE));
        assert_int_equal(play_game(config, net, seed, &run, again), len);
        assert_memory_equal(first, again, len);
        assert_null(hex_train_game_read(&game, config->size[0], first, len));
        differ += len != before || memcmp(first, kept, len) != 0;
        memcpy(kept, first, len);
        before = len;
        assert_int_equal(play_game(config, net, seed, &stopped, again), 0);
        assert_int_equal(stopped.stopped, NASH_STOP_TEST);
    }
    assert_int_equal(differ, games);
}

static void games_follow_from_their_seed(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 5);
    struct training t = training_new(&config, NULL);
    assert_true(hex_train_quantize(t.trainer, &t.trainer->playing));
    assert_null(hex_play_net_read(t.trainer->playing.bytes, hex_play_net_bytes(&config.shape), t.trainer->play_net));
    check_games(&config, t.trainer->play_net);
    nash_arena_free(t.arena);
    for (unsigned mentor = HEX_MENTOR_RESISTANCE; mentor <= HEX_MENTOR_UCT; mentor++) {
        hex_train_default_mentor(&config, (enum hex_mentor)mentor);
        config.mentor_iterations = mentor == HEX_MENTOR_UCT ? 50 : 0;
        check_games(&config, NULL);
    }
}

/* ---- games that others play ---- */

struct played {
    uint8_t bytes[HEX_TRAIN_ANSWER_MAX];
    size_t len;
};

/* Returns a member that has the task of the order. */
static void *member_new(const struct hex_train_config *config, const struct hex_train_order *order)
{
    void *member = malloc(hex_train_unit_bytes());
    uint8_t *task = malloc(hex_train_task_bytes(config));
    assert_true(member && task);
    assert_true(hex_train_unit_open(member, task, hex_train_task_write(config, order, task)));
    assert_true(hex_train_unit_reserve(member));
    free(task);
    return member;
}

/* A member plays the games of the order, the last one first. */
static void play_ordered(const struct hex_train_config *config, const struct hex_train_order *order,
                         struct played *played)
{
    void *member = member_new(config, order);
    uint8_t unit[HEX_TRAIN_UNIT];
    for (unsigned i = order->count; i-- > 0;) {
        hex_train_unit_write(order->first + i, unit);
        played[i].len = hex_train_unit_run(member, unit, sizeof unit, played[i].bytes);
        assert_true(hex_train_answer_nodes(played[i].bytes, played[i].len) > 0);
    }
    free(member);
}

static void take_ordered(const struct training *t, const struct hex_train_config *config,
                         const struct hex_train_order *order, const struct played *played)
{
    static uint8_t target[50000];
    uint8_t unit[HEX_TRAIN_UNIT];
    for (unsigned i = 0; i < order->count; i++) {
        struct hex_train_game game = {.target = target};
        hex_train_unit_write(order->first + i, unit);
        assert_null(hex_train_answer_read(config, unit, sizeof unit, played[i].bytes, played[i].len, &game));
        hex_trainer_take(t->trainer, &game);
    }
}

/* Others play the games of each order before the steps; they are taken after the steps. */
static void work_with_others(const struct training *t, const struct hex_train_config *config)
{
    enum hex_train_event event;
    hex_trainer_let_others_play(t->trainer);
    do {
        struct nash_run run = {0};
        struct hex_train_order order;
        bool ordered = hex_trainer_order(t->trainer, &order);
        struct played *played = calloc(order.count + 1, sizeof *played);
        assert_non_null(played);
        if (ordered)
            play_ordered(config, &order, played);
        while (event = hex_trainer_work(t->trainer, &run), event < HEX_TRAIN_WAITS)
            ;
        if (ordered && event == HEX_TRAIN_WAITS)
            take_ordered(t, config, &order, played);
        free(played);
    } while (event == HEX_TRAIN_WAITS);
    assert_int_equal(event, HEX_TRAIN_DONE);
}

/* The training of members is that of one process, whatever plays the first games. */
static void who_plays_changes_no_bit(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 4);
    config.sizes = 2;
    config.size[1] = 5;
    config.steps = 100;
    for (enum hex_mentor mentor = HEX_MENTOR_NONE; mentor <= HEX_MENTOR_UCT; mentor++) {
        hex_train_default_mentor(&config, mentor);
        if (mentor != HEX_MENTOR_NONE) {
            config.mentor_iterations = mentor == HEX_MENTOR_UCT ? 20 : 0;
            config.mentor_games = 7;
            config.mentor_steps = 10;
        }
        struct training alone = training_new(&config, NULL), together = training_new(&config, NULL);
        work(&alone, UINT32_MAX);
        work_with_others(&together, &config);
        struct nash_buf expected = saved(&alone), result = saved(&together);
        assert_int_equal(result.len, expected.len);
        assert_memory_equal(result.data, expected.data, expected.len);
        nash_buf_free(&expected);
        nash_buf_free(&result);
        nash_arena_free(alone.arena);
        nash_arena_free(together.arena);
    }
}

/* ---- the course ---- */

static void finish_evaluates_and_ends(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 3);
    config.steps = 0;
    config.seconds = 100;
    struct training t = training_new(&config, NULL);
    const struct hex_train_progress *progress = hex_trainer_progress(t.trainer);
    while (progress->step < 90)
        work(&t, 1);
    uint64_t step = progress->step;
    hex_trainer_finish(t.trainer);
    work(&t, UINT32_MAX);
    assert_int_equal(progress->step, step);
    assert_int_equal(progress->point[progress->points - 1].step, step);
    nash_arena_free(t.arena);
}

/* A learning rate that is far too large ends in a failure, or in weights that are finite. */
static void divergence_is_a_failure(void **state)
{
    (void)state;
    for (unsigned recipe = HEX_RECIPE_SEED; recipe <= HEX_RECIPE_SELF_PLAY; recipe++) {
        struct hex_train_config config = small_config((enum hex_recipe)recipe, 3);
        config.rate[0].rate = 10;
        config.rates = 1;
        struct training t = training_new(&config, NULL);
        struct nash_run run = {0};
        enum hex_train_event event;
        while (event = hex_trainer_work(t.trainer, &run), event < HEX_TRAIN_DONE)
            ;
        assert_true(event == HEX_TRAIN_DONE || event == HEX_TRAIN_FAILED);
        if (event == HEX_TRAIN_FAILED)
            assert_int_equal(hex_trainer_work(t.trainer, &run), HEX_TRAIN_FAILED);
        for (size_t i = 0; i < hex_net_weights(&config.shape); i++)
            assert_true(isfinite(t.trainer->learner.net.weight[i]));
        nash_arena_free(t.arena);
    }
}

static void full_curves_are_thinned(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_N_STEP, 2);
    config.steps = HEX_CURVE_MAX + 20;
    config.evaluate = config.evaluate_games = config.batch = config.reference_iterations = 1;
    struct training t = training_new(&config, NULL);
    const struct hex_train_progress *progress = hex_trainer_progress(t.trainer);
    work(&t, UINT32_MAX);
    assert_int_equal(progress->points, HEX_CURVE_MAX / 2 + 20);
    assert_int_equal(progress->point[0].step, 2);
    assert_int_equal(progress->point[HEX_CURVE_MAX / 2 - 1].step, HEX_CURVE_MAX);
    assert_int_equal(progress->point[progress->points - 1].step, config.steps);
    nash_arena_free(t.arena);
}

static unsigned moves_made(const struct hex_trainer *trainer)
{
    return (unsigned)trainer->progress.positions + trainer->q_game.plies - trainer->q_game.opening;
}

/* Random games fill a tenth of the replay before the first step; then each step has its number of moves. */
static void steps_follow_their_moves(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_N_STEP, 5);
    config.moves = 7;
    config.epsilon = 0;
    struct training t = training_new(&config, NULL);
    const struct hex_train_progress *progress = hex_trainer_progress(t.trainer);
    unsigned moves = 0;
    uint32_t seconds = 0; /* a bit for each second move of a game */
    for (; progress->step == 0; moves += config.moves) {
        assert_true(t.trainer->replay[0].count < config.replay / 10);
        if (t.trainer->q_game.plies > 1)
            seconds |= UINT32_C(1) << t.trainer->q_game.move[1];
        assert_int_equal(moves_made(t.trainer), moves);
        hex_q_step(t.trainer);
    }
    assert_true(t.trainer->replay[0].count >= config.replay / 10);
    assert_in_range(__builtin_popcount(seconds), 4, 25);
    for (unsigned step = 1; step < 50; step++, moves += config.moves) {
        assert_int_equal(progress->step, step);
        assert_int_equal(moves_made(t.trainer), moves);
        hex_q_step(t.trainer);
    }
    nash_arena_free(t.arena);
}

/* ---- the toy ---- */

/* Returns how many of the positions after one stone that the side to move can win it does win against exact play, by
 * the net alone. */
static void count_kept(const struct hex_train_config *config, struct nash_buf *wire, unsigned *kept, unsigned *won)
{
    unsigned size = config->size[0];
    struct hex_rules rules = {
        .rows = (uint8_t)size,
        .cols = (uint8_t)size,
        .player = {{&hex_engine_dqn, hex_settings_default()}, {&hex_engine_exact, hex_settings_default()}}};
    rules.player[0].settings.net = (const uint8_t *)wire->data;
    rules.player[0].settings.net_bytes = (uint32_t)wire->len;
    void *block = aligned_alloc(64, HEX_GAME_MEMORY);
    assert_non_null(block);
    *kept = *won = 0;
    for (unsigned cell = 0; cell < size * size; cell++)
        for (unsigned black = 0; black < 2; black++) {
            struct hex_position position = {.to_move = HEX_WHITE};
            struct hex_opinion opinion;
            struct nash_run run = {.arena = nash_arena_new(ARENA)};
            struct hex_game game = {.opening = 1, .move = {(uint16_t)cell}, .black = (uint8_t)black};
            hex_board_init(&position.board, size, size);
            hex_board_set(&position.board, cell, HEX_BLACK);
            hex_opinion_clear(&opinion);
            hex_engine_exact.think(&position, &rules.player[1].settings, &run, &opinion, NULL);
            nash_arena_free(run.arena);
            run.arena = NULL;
            if ((opinion.winner == HEX_BLACK) != (black == 0)) /* the net has the lost side */
                continue;
            assert_true(hex_game_play(&rules, &game, block, &run, 1));
            ++*won;
            *kept += hex_game_won_by(&game) == 0;
        }
    free(block);
}

/* Trains to the end, and returns how many openings of the config's size the last net keeps won. */
static unsigned train_and_count(struct hex_train_config *config)
{
    unsigned kept, won, cells = (unsigned)config->size[0] * config->size[0];
    config->evaluate = 0;
    config->evaluate_games = 2;
    struct training t = training_new(config, NULL);
    work(&t, UINT32_MAX);
    struct nash_buf wire = NASH_BUF_INIT(0);
    nash_buf_add(&wire, t.trainer->evaluated.bytes, hex_play_net_bytes(&config->shape));
    count_kept(config, &wire, &kept, &won);
    print_message("%u of %u won openings kept\n", kept, won);
    assert_int_equal(won, cells); /* each opening is won for one side */
    nash_buf_free(&wire);
    nash_arena_free(t.arena);
    return kept;
}

static void toy_learns_perfect_play(void **state)
{
    (void)state;
    struct hex_train_config config = small_config(HEX_RECIPE_SELF_PLAY, 4);
    config.simulations = 32;
    config.games = 40;
    config.batch = 32;
    config.steps = 3000;
    config.replay = 10000;
    config.rates = 3;
    config.rate[0] = (struct hex_rate){0, 3e-3f};
    config.rate[1] = (struct hex_rate){config.steps * 60 / 100, 1e-3f};
    config.rate[2] = (struct hex_rate){config.steps * 85 / 100, 3e-4f};
    assert_int_equal(train_and_count(&config), 16);
}

static void toy_learns_by_q(void **state)
{
    (void)state;
    for (unsigned recipe = HEX_RECIPE_SEED; recipe <= HEX_RECIPE_N_STEP; recipe++) {
        struct hex_train_config config = small_config((enum hex_recipe)recipe, 4);
        config.batch = 32;
        config.steps = 6000;
        config.moves = 16;
        config.replay = 20000;
        config.target_sync = 200;
        hex_train_default_rates(&config);
        /* one-step targets are the seed's, without a falling rate: perfect play takes them longer */
        assert_in_range(train_and_count(&config), recipe == HEX_RECIPE_SEED ? 12 : 16, 16);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(q_learning_resumes_bit_for_bit),
        cmocka_unit_test(n_step_resumes_bit_for_bit),
        cmocka_unit_test(self_play_resumes_bit_for_bit),
        cmocka_unit_test(stops_change_nothing),
        cmocka_unit_test(evaluations_change_nothing),
        cmocka_unit_test(checkpoints_of_others_are_checked),
        cmocka_unit_test(states_without_positions_are_refused),
        cmocka_unit_test(games_follow_from_their_seed),
        cmocka_unit_test(who_plays_changes_no_bit),
        cmocka_unit_test(finish_evaluates_and_ends),
        cmocka_unit_test(divergence_is_a_failure),
        cmocka_unit_test(full_curves_are_thinned),
        cmocka_unit_test(steps_follow_their_moves),
        cmocka_unit_test(toy_learns_perfect_play),
        cmocka_unit_test(toy_learns_by_q),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
