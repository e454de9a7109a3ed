/* The next piece of work of a training. Everything that counts is in the trainer, and the order of games, steps and
 * evaluations follows from it, so that a stop, a save and a load between two of them change nothing. */
#include <string.h>

#include "internal.h"

enum {
    WINDOW_FIRST = 20000, /* positions that self-play learns from at first, and half of all later ones: the first games
                             are poor */
    CALIBRATION_SEED = 7
};

static const uint64_t PIECE_PRODUCTS = UINT64_C(4000000000); /* of a piece of work: a fraction of a second */

/* ---- play nets ---- */

/* Writes an input with random stones, for a net that has played nothing yet. */
static void random_input(unsigned size, struct nash_rng *rng, struct hex_input *input)
{
    struct hex_position position = {.to_move = HEX_BLACK};
    unsigned cells = size * size;
    hex_board_init(&position.board, size, size);
    for (uint64_t stones = nash_rng_below(rng, cells * 2 / 3 + 1); stones; stones--) {
        unsigned cell = (unsigned)nash_rng_below(rng, cells);
        if (position.board.cell[cell] == HEX_EMPTY)
            hex_board_set(&position.board, cell, stones % 2 ? HEX_BLACK : HEX_WHITE);
    }
    hex_input_of(&position, input);
}

bool hex_train_quantize(struct hex_trainer *trainer, struct train_wire *wire)
{
    struct nash_rng rng;
    unsigned count = 0, sizes = trainer->config.sizes;
    nash_rng_seed(&rng, CALIBRATION_SEED);
    for (unsigned s = 0; s < sizes; s++) {
        const struct hex_replay *replay = &trainer->replay[s];
        for (unsigned i = 0; i < TRAIN_CALIBRATION / sizes; i++) {
            struct hex_sample sample;
            struct hex_input *input = &trainer->calibration[count++];
            if (replay->count)
                hex_replay_read(replay, hex_replay_pick(replay, WINDOW_FIRST, &rng), false, input, &sample);
            else
                random_input(trainer->config.size[s], &rng, input);
        }
    }
    wire->made = hex_play_net_quantize(&trainer->learner.net, trainer->calibration, count,
                                       nash_arena_in(trainer->scratch, trainer->scratch_bytes), wire->bytes);
    return wire->made;
}

/* ---- steps ---- */

unsigned hex_train_turn(const struct hex_trainer *trainer, uint64_t count)
{
    unsigned sizes = trainer->config.sizes, index = (unsigned)(count % sizes);
    while (trainer->replay[index].count == 0)
        index = (index + 1) % sizes;
    return index;
}

void hex_train_count_step(struct hex_trainer *trainer, float loss)
{
    struct hex_train_progress *progress = &trainer->progress;
    progress->loss = progress->step ? progress->loss + 0.01f * (loss - progress->loss) : loss;
    progress->step++;
    progress->rate = hex_train_rate(&trainer->config, progress->step);
    trainer->loss_sum += (double)loss;
    trainer->loss_steps++;
}

static void game_step(struct hex_trainer *trainer, uint64_t window)
{
    struct hex_learner *learner = &trainer->learner;
    unsigned batch = trainer->config.batch;
    const struct hex_replay *replay = &trainer->replay[hex_train_turn(trainer, trainer->progress.step)];
    if (window > replay->count)
        window = replay->count;
    for (unsigned i = 0; i < batch; i++) {
        uint32_t record = hex_replay_pick(replay, (uint32_t)window, &trainer->rng);
        hex_replay_read(replay, record, nash_rng_below(&trainer->rng, 2) == 1, &learner->input[i], &learner->sample[i]);
    }
    hex_learner_forward(learner, batch);
    float loss = hex_loss_of_games(learner, batch);
    trainer->failed = !hex_learner_step(learner, &trainer->config, batch, trainer->progress.step);
    hex_train_count_step(trainer, loss);
}

static uint64_t window_of(const struct hex_trainer *trainer)
{
    return (WINDOW_FIRST + trainer->progress.positions / 2) / trainer->config.sizes;
}

/* ---- games ---- */

static bool begin_iteration(struct hex_trainer *trainer)
{
    if (!hex_train_quantize(trainer, &trainer->playing))
        return false;
    trainer->play_net_read = false;
    trainer->games_left = trainer->config.games;
    trainer->iteration_positions = trainer->progress.positions;
    return true;
}

/* Sets the steps that follow the games of an iteration. The net of the next iteration is that before these steps, so
 * that others can play its games meanwhile. */
static bool end_iteration(struct hex_trainer *trainer)
{
    uint64_t added = trainer->progress.positions - trainer->iteration_positions;
    trainer->samples_left += (uint64_t)((double)added * (double)trainer->config.reuse);
    trainer->steps_left = trainer->samples_left / trainer->config.batch;
    trainer->samples_left %= trainer->config.batch;
    return begin_iteration(trainer);
}

static bool is_playing(const struct hex_trainer *trainer)
{
    return trainer->mentor_games < trainer->config.mentor_games;
}

bool hex_trainer_order(const struct hex_trainer *trainer, struct hex_train_order *order)
{
    bool mentor = is_playing(trainer);
    *order = (struct hex_train_order){.mentor = mentor,
                                      .first = trainer->progress.games,
                                      .count = mentor ? trainer->config.mentor_games - (uint32_t)trainer->mentor_games
                                                      : trainer->games_left,
                                      .net = mentor ? NULL : trainer->playing.bytes,
                                      .net_bytes = mentor ? 0 : hex_play_net_bytes(&trainer->config.shape)};
    return order->count > 0 && !trainer->failed;
}

void hex_trainer_take(struct hex_trainer *trainer, const struct hex_train_game *game)
{
    bool mentor = is_playing(trainer);
    hex_replay_add(&trainer->replay[trainer->progress.games % trainer->config.sizes], game);
    trainer->progress.games++;
    trainer->progress.positions += (uint64_t)game->plies - game->opening;
    if (mentor)
        trainer->mentor_games++;
    else if (--trainer->games_left == 0)
        trainer->failed |= !end_iteration(trainer);
}

static bool play_net_ready(struct hex_trainer *trainer)
{
    if (!trainer->play_net_read)
        trainer->failed |= hex_play_net_read(trainer->playing.bytes, hex_play_net_bytes(&trainer->config.shape),
                                             trainer->play_net) != NULL;
    trainer->play_net_read = true;
    return !trainer->failed;
}

/* Plays the next game, of the mentor or by self-play, and adds its positions. Returns false if the run was stopped, or
 * with trainer->failed. */
static bool play_game(struct hex_trainer *trainer, struct nash_run *run)
{
    const struct hex_train_config *config = &trainer->config;
    uint64_t number = trainer->progress.games, seed = hex_train_game_seed(config, number);
    unsigned size = hex_train_game_size(config, number);
    bool played = is_playing(trainer) ? hex_mentor_game(config, size, seed, trainer->scratch, run, &trainer->game)
                                      : play_net_ready(trainer) && hex_self_play(trainer->play_net, config, size, seed,
                                                                                 trainer->scratch, run, &trainer->game);
    if (played)
        hex_trainer_take(trainer, &trainer->game);
    else
        trainer->failed |= !run->stopped;
    return played && !trainer->failed;
}

/* ---- work ---- */

static bool is_done(const struct hex_trainer *trainer)
{
    return trainer->finish || (trainer->config.steps && trainer->progress.step >= trainer->config.steps);
}

/* Returns whether the network at this step has its point of the curve. */
static bool is_evaluated(const struct hex_trainer *trainer)
{
    const struct hex_train_progress *progress = &trainer->progress;
    return progress->points && progress->point[progress->points - 1].step == progress->step;
}

static bool evaluation_is_due(const struct hex_trainer *trainer)
{
    uint64_t step = trainer->progress.step, every = trainer->config.evaluate;
    return !is_evaluated(trainer) && (is_done(trainer) || (every && step && step % every == 0));
}

static enum hex_train_phase phase_of(const struct hex_trainer *trainer)
{
    if (is_playing(trainer))
        return HEX_PHASE_MENTOR_GAMES;
    return trainer->progress.step < trainer->config.mentor_steps ? HEX_PHASE_MENTOR_STEPS : HEX_PHASE_LEARNING;
}

static bool is_next_step(const struct hex_trainer *trainer)
{
    return trainer->progress.phase == HEX_PHASE_MENTOR_STEPS ||
           (trainer->progress.phase == HEX_PHASE_LEARNING &&
            (trainer->config.recipe != HEX_RECIPE_SELF_PLAY || trainer->steps_left > 0));
}

/* Makes one step, in Q-learning with its moves. */
static void one_step(struct hex_trainer *trainer)
{
    if (trainer->progress.phase == HEX_PHASE_MENTOR_STEPS) {
        game_step(trainer, trainer->config.replay);
    } else if (trainer->config.recipe != HEX_RECIPE_SELF_PLAY) {
        hex_q_step(trainer);
    } else {
        game_step(trainer, window_of(trainer));
        trainer->steps_left--;
    }
    trainer->progress.phase = phase_of(trainer);
}

static enum hex_train_event work_steps(struct hex_trainer *trainer, struct nash_run *run)
{
    const struct hex_train_config *config = &trainer->config;
    uint64_t evaluations = 3 * config->batch + config->moves;
    uint64_t cost = evaluations * hex_net_products(&config->shape, config->size[0], config->size[0]) + 1;
    uint64_t most = PIECE_PRODUCTS / cost;
    most = most < 1 ? 1 : most > TRAIN_PIECE_STEPS ? TRAIN_PIECE_STEPS : most;
    do {
        run->clock_in = 0;
        if (nash_stop(run, HEX_STOP_TRAIN))
            return HEX_TRAIN_STOPPED;
        one_step(trainer);
        run->nodes += config->batch;
    } while (--most && !trainer->failed && is_next_step(trainer) && !evaluation_is_due(trainer));
    return trainer->failed ? HEX_TRAIN_FAILED : HEX_TRAIN_WORKED;
}

enum hex_train_event hex_trainer_work(struct hex_trainer *trainer, struct nash_run *run)
{
    if (trainer->failed)
        return HEX_TRAIN_FAILED;
    if (run->stopped)
        return HEX_TRAIN_STOPPED;
    trainer->progress.phase = phase_of(trainer);
    if (!trainer->evaluation.active && evaluation_is_due(trainer))
        trainer->failed = !hex_evaluation_begin(trainer);
    if (trainer->evaluation.active && !trainer->failed)
        return hex_evaluation_work(trainer, run);
    if (is_done(trainer) && !trainer->failed)
        return HEX_TRAIN_DONE;
    if (is_next_step(trainer))
        return work_steps(trainer, run);
    if (!is_playing(trainer) && trainer->games_left == 0)
        trainer->failed = !begin_iteration(trainer);
    if (trainer->others_play && !trainer->failed)
        return HEX_TRAIN_WAITS;
    if (!trainer->failed && play_game(trainer, run))
        return HEX_TRAIN_WORKED;
    return trainer->failed ? HEX_TRAIN_FAILED : HEX_TRAIN_STOPPED;
}

struct hex_train_progress *hex_trainer_progress(struct hex_trainer *trainer)
{
    return &trainer->progress;
}

void hex_trainer_let_others_play(struct hex_trainer *trainer)
{
    trainer->others_play = true;
}

void hex_trainer_finish(struct hex_trainer *trainer)
{
    trainer->finish = true;
}

struct hex_trainer *hex_trainer_new(const struct hex_train_config *config, const struct hex_checkpoint *from,
                                    struct nash_arena *arena, struct nash_error *error)
{
    size_t bytes = hex_train_layout(config, NULL);
    uint8_t *block = bytes ? nash_arena_alloc_raw(arena, bytes, 64) : NULL;
    if (!block) {
        nash_fail(error, NASH_NOMEM, "", "the training takes %llu bytes, more than the memory of this job",
                  (unsigned long long)hex_trainer_memory(config));
        return NULL;
    }
    struct hex_trainer *trainer = (struct hex_trainer *)(void *)block;
    memset(trainer, 0, sizeof *trainer);
    hex_train_layout(config, block);
    trainer->config = *config;
    nash_rng_seed(&trainer->rng, config->seed);
    hex_net_init(&trainer->learner.net, &trainer->rng);
    memset(trainer->learner.moments.square, 0,
           sizeof(float) * hex_net_weights(&config->shape) * hex_moments_of(config->optimizer));
    bool loaded = false;
    if (from && !hex_train_load(trainer, from, &loaded, error))
        return NULL;
    if (!loaded && trainer->target.weight)
        memcpy(trainer->target.weight, trainer->learner.net.weight, sizeof(float) * hex_net_weights(&config->shape));
    trainer->progress.rate = hex_train_rate(config, trainer->progress.step);
    trainer->progress.phase = phase_of(trainer);
    return trainer;
}
