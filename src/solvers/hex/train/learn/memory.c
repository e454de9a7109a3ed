/* All memory of a training is one block, so that the bytes it takes are known before it starts. */
#include <solvers/hex/match/game.h>

#include "internal.h"

enum { ALIGN = 64 };

/* Hands out parts of a block; without a block it only adds them up. */
struct carver {
    uint8_t *block;
    size_t used;
    bool overflow;
};

static void *carve(struct carver *carver, size_t count, size_t size)
{
    size_t bytes, end;
    if (__builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(carver->used, bytes, &end) ||
        end > SIZE_MAX / 2) {
        carver->overflow = true;
        return NULL;
    }
    void *at = carver->block ? carver->block + carver->used : NULL;
    carver->used = (end + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t workspace_bytes(const struct hex_train_config *config)
{
    size_t most = 0;
    for (unsigned i = 0; i < config->sizes; i++) {
        unsigned size = config->size[i];
        most = larger(most, hex_net_workspace(&config->shape, size, size, config->batch, true));
        most = larger(most, hex_net_workspace(&config->shape, size, size, config->batch, false));
        most = larger(most, hex_net_workspace(&config->shape, size, size, 1, false));
    }
    return most;
}

static size_t scratch_bytes(const struct hex_train_config *config)
{
    size_t most = hex_evaluation_memory(config);
    most = larger(most, hex_play_net_quantize_memory(&config->shape, config->size, config->sizes));
    for (unsigned i = 0; i < config->sizes; i++) {
        if (config->recipe == HEX_RECIPE_SELF_PLAY)
            most = larger(most, hex_self_play_memory(config, config->size[i]));
        if (config->mentor != HEX_MENTOR_NONE)
            most = larger(most, hex_mentor_memory(config, config->size[i]));
    }
    return most;
}

static bool has_targets(const struct hex_train_config *config)
{
    return config->recipe == HEX_RECIPE_SELF_PLAY || config->mentor != HEX_MENTOR_NONE;
}

static void carve_learner(struct carver *carver, const struct hex_train_config *config, struct hex_trainer *t)
{
    struct hex_learner *learner = &t->learner;
    size_t weights = hex_net_weights(&config->shape), batch = config->batch;
    learner->net = t->best = t->target = (struct hex_net){.shape = config->shape};
    learner->net.weight = carve(carver, weights, sizeof(float));
    t->best.weight = carve(carver, weights, sizeof(float));
    if (config->target_sync)
        t->target.weight = carve(carver, weights, sizeof(float));
    learner->gradient = carve(carver, weights, sizeof(float));
    float *moments = carve(carver, weights * hex_moments_of(config->optimizer), sizeof(float));
    learner->moments = (struct hex_moments){.square = moments, .mean_decay = 1, .square_decay = 1};
    if (config->optimizer == HEX_ADAM)
        learner->moments.mean = moments ? moments + weights : NULL;
    learner->input = carve(carver, batch, sizeof *learner->input);
    learner->sample = carve(carver, batch, sizeof *learner->sample);
    learner->output = carve(carver, batch, sizeof *learner->output);
    learner->derivative = carve(carver, batch, sizeof *learner->derivative);
    learner->workspace = carve(carver, workspace_bytes(config), 1);
    if (config->recipe != HEX_RECIPE_SELF_PLAY) {
        t->next_input = carve(carver, batch, sizeof *t->next_input);
        t->q_target = carve(carver, batch, sizeof *t->q_target);
    }
}

static void carve_games(struct carver *carver, const struct hex_train_config *config, struct hex_trainer *t)
{
    bool targets = has_targets(config);
    size_t most = 0;
    for (unsigned i = 0; i < config->sizes; i++) {
        struct hex_replay *replay = &t->replay[i];
        *replay = (struct hex_replay){.size = config->size[i], .targets = targets, .room = config->replay};
        replay->record = carve(carver, config->replay, hex_replay_record(config->size[i], targets));
        most = larger(most, hex_train_game_targets(config->size[i]));
    }
    if (targets)
        t->game.target = carve(carver, most, 1);
}

size_t hex_train_layout(const struct hex_train_config *config, uint8_t *block)
{
    struct hex_trainer without_block = {0}, *t = block ? (struct hex_trainer *)(void *)block : &without_block;
    struct carver carver = {.block = block};
    size_t wire = hex_play_net_bytes(&config->shape);
    carve(&carver, 1, sizeof *t);
    carve_learner(&carver, config, t);
    carve_games(&carver, config, t);
    t->playing.bytes = carve(&carver, wire, 1);
    t->evaluated.bytes = carve(&carver, wire, 1);
    t->best_wire.bytes = carve(&carver, wire, 1);
    t->play_net = carve(&carver, hex_play_net_memory(&config->shape), 1);
    t->calibration = carve(&carver, TRAIN_CALIBRATION, sizeof *t->calibration);
    t->scratch_bytes = scratch_bytes(config);
    t->scratch = carve(&carver, t->scratch_bytes, 1);
    return carver.overflow ? 0 : carver.used;
}

uint64_t hex_trainer_memory(const struct hex_train_config *config)
{
    size_t bytes = hex_train_layout(config, NULL);
    return bytes ? bytes + ALIGN + HEX_ARENA_SPARE : 0;
}

uint64_t hex_train_checkpoint_bytes(const struct hex_train_config *config)
{
    uint64_t weights = hex_net_weights(&config->shape) * sizeof(float), bytes = 0;
    uint64_t copies = 2 + hex_moments_of(config->optimizer) + (config->target_sync ? 1 : 0);
    for (unsigned i = 0; i < config->sizes; i++)
        bytes += (uint64_t)config->replay * hex_replay_record(config->size[i], has_targets(config));
    return bytes + copies * weights + 2 * hex_play_net_bytes(&config->shape) + HEX_TRAIN_STATE_MAX;
}
