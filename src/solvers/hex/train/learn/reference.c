/* Evaluations: the net plays alone, from one-stone openings in turn and with both colors, against references that
 * never change, and against the best net so far: the net that wins more than half of these games is the best one from
 * then on. Rates against `uct` differ too little among good nets. Evaluations do not touch the random numbers of the
 * training. */
#include <string.h>

#include <solvers/hex/engines/settings.h>
#include <solvers/hex/match/openings.h>

#include "internal.h"

enum { RESISTANCE, UCT, BEST };

static struct hex_player net_player(const struct hex_train_config *config, const struct train_wire *wire)
{
    struct hex_player player = {.engine = &hex_engine_dqn, .settings = hex_settings_default()};
    player.settings.net = wire ? wire->bytes : NULL;
    player.settings.net_bytes = (uint32_t)hex_play_net_bytes(&config->shape);
    return player;
}

static struct hex_player reference_of(const struct hex_trainer *trainer, unsigned reference)
{
    struct hex_player player = {.engine = &hex_engine_resistance, .settings = hex_settings_default()};
    if (reference == BEST)
        return net_player(&trainer->config, &trainer->best_wire);
    if (reference == UCT)
        player.engine = &hex_engine_uct;
    player.settings.iterations = trainer->config.reference_iterations;
    player.settings.plain = true;
    return player;
}

size_t hex_evaluation_memory(const struct hex_train_config *config)
{
    size_t most = 0;
    struct hex_player uct = {.engine = &hex_engine_uct, .settings = hex_settings_default()};
    uct.settings.iterations = config->reference_iterations;
    uct.settings.plain = true;
    for (unsigned i = 0; i < config->sizes; i++) {
        unsigned size = config->size[i];
        size_t bytes = uct.engine->memory(size, size, &uct.settings);
        size_t other = hex_engine_resistance.memory(size, size, &uct.settings);
        most = bytes > most ? bytes : most;
        most = other > most ? other : most;
        other = hex_play_net_memory(&config->shape) + hex_play_net_workspace(&config->shape, size, size) +
                sizeof(struct hex_net_output);
        most = other > most ? other : most;
    }
    return most + 4 * HEX_ARENA_SPARE;
}

bool hex_evaluation_begin(struct hex_trainer *trainer)
{
    trainer->evaluation = (struct train_evaluation){
        .active = true, .games = trainer->config.evaluate_games, .iterations = trainer->config.reference_iterations};
    return hex_train_quantize(trainer, &trainer->evaluated);
}

/* Makes a place on a full curve: every second point goes, and the last one stays. */
static void thin_curve(struct hex_train_progress *progress)
{
    unsigned kept = 0;
    for (unsigned i = 1; i < progress->points; i += 2)
        progress->point[kept++] = progress->point[i];
    progress->points = kept;
}

static enum hex_train_event add_point(struct hex_trainer *trainer)
{
    struct hex_train_progress *progress = &trainer->progress;
    const uint16_t *wins = trainer->evaluation.wins;
    float games = (float)trainer->config.evaluate_games;
    if (progress->points == HEX_CURVE_MAX)
        thin_curve(progress);
    struct hex_train_point *point = &progress->point[progress->points++];
    *point = (struct hex_train_point){
        .step = progress->step,
        .games = progress->games,
        .positions = progress->positions,
        .loss = trainer->loss_steps ? (float)(trainer->loss_sum / (double)trainer->loss_steps) : progress->loss,
        .win_rate = {(float)wins[RESISTANCE] / games, (float)wins[UCT] / games},
        .best = trainer->best_wire.made ? (float)wins[BEST] / games : -1,
        .of = trainer->config.evaluate_games,
        .seconds = (uint32_t)(progress->cpu_us / 1000000)};
    uint32_t won = trainer->evaluation.won;
    trainer->loss_sum = 0;
    trainer->loss_steps = 0;
    trainer->evaluation = (struct train_evaluation){0};
    if (trainer->best_wire.made && point->best <= 0.5f)
        return HEX_TRAIN_EVALUATED;
    trainer->best_wire.made = true;
    progress->best_step = progress->step;
    progress->best_won = won;
    memcpy(trainer->best.weight, trainer->learner.net.weight, sizeof(float) * hex_net_weights(&trainer->config.shape));
    memcpy(trainer->best_wire.bytes, trainer->evaluated.bytes, hex_play_net_bytes(&trainer->config.shape));
    return HEX_TRAIN_BEST;
}

/* Sets up game `number` of an evaluation. Returns false without memory. */
static bool prepare_game(const struct hex_train_config *config, const struct hex_rules *rules, unsigned number,
                         struct nash_arena *arena, struct hex_game *game)
{
    struct hex_opening *list;
    unsigned games = config->evaluate_games, per_size = (games + config->sizes - 1) / config->sizes;
    unsigned count = arena ? hex_openings_default(rules, arena, &list) : 0;
    if (count)
        hex_game_prepare(game, list, count, per_size, per_size / 2, config->seed, number / config->sizes);
    return count > 0;
}

enum evaluated { LOST, WON, NOT_PLAYED, NO_MEMORY };

/* Plays a game of an evaluation: `net` against the reference. */
static enum evaluated play_game(struct hex_trainer *trainer, const struct train_wire *net, unsigned reference,
                                unsigned number, struct nash_run *run)
{
    const struct hex_train_config *config = &trainer->config;
    unsigned size = config->size[number % config->sizes];
    struct hex_rules rules = {.rows = (uint8_t)size,
                              .cols = (uint8_t)size,
                              .player = {net_player(config, net), reference_of(trainer, reference)}};
    struct hex_game game;
    if (!prepare_game(config, &rules, number, nash_arena_in(trainer->scratch, trainer->scratch_bytes), &game))
        return NO_MEMORY;
    if (!hex_game_play(&rules, &game, trainer->scratch, run, HEX_STOP_TRAIN))
        return NOT_PLAYED;
    return hex_game_won_by(&game) == 0 ? WON : LOST;
}

bool hex_trainer_repeat(struct hex_trainer *trainer, unsigned number, struct nash_run *run, bool *played)
{
    enum evaluated result = play_game(trainer, &trainer->best_wire, RESISTANCE, number, run);
    *played = result == WON || result == LOST;
    return result == WON;
}

enum hex_train_event hex_evaluation_work(struct hex_trainer *trainer, struct nash_run *run)
{
    struct train_evaluation *evaluation = &trainer->evaluation;
    if (evaluation->reference == BEST && !trainer->best_wire.made)
        return add_point(trainer);
    enum evaluated result = play_game(trainer, &trainer->evaluated, evaluation->reference, evaluation->game, run);
    if (result == NO_MEMORY)
        return HEX_TRAIN_FAILED;
    if (result == NOT_PLAYED)
        return HEX_TRAIN_STOPPED;
    if (result == WON && evaluation->reference == RESISTANCE && evaluation->game < 32)
        evaluation->won |= UINT32_C(1) << evaluation->game;
    evaluation->wins[evaluation->reference] = (uint16_t)(evaluation->wins[evaluation->reference] + (result == WON));
    if (++evaluation->game == trainer->config.evaluate_games) {
        evaluation->game = 0;
        evaluation->reference++;
    }
    return evaluation->reference == TRAIN_REFERENCES ? add_point(trainer) : HEX_TRAIN_WORKED;
}
