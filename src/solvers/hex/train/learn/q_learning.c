/* Deep Q-learning (Mnih et al. 2015; for Hex: NeuroHex, Young, Vasan and Hayward 2016). The net plays against itself,
 * each move random with probability epsilon, else that of the largest Q. After each move, or after `moves` of them, it
 * learns a batch: Q of the played cell becomes r - max Q of the position behind it, or with n steps (-1)^n max Q of the
 * position n plies later; r is 1 for a move that wins. The target network gives max Q.
 *
 * The first games are random ones until a part of the replay is filled, as by Mnih et al.: a batch of few games, all
 * alike, teaches what is wrong elsewhere, and on 7x7 it ended with Q = 0 everywhere. */
#include <string.h>

#include <solvers/hex/net/math.h>

#include "internal.h"

static bool is_empty(const struct hex_input *input, unsigned cell)
{
    return input->cell[cell] >> HEX_PLANE_EMPTY & 1;
}

/* Returns the empty cell of the largest q, or HEX_CELLS_MAX on a full board. */
static unsigned best_cell(const struct hex_input *input, const struct hex_net_output *output)
{
    unsigned cells = (unsigned)input->rows * input->cols, best = HEX_CELLS_MAX;
    for (unsigned i = 0; i < cells; i++)
        if (is_empty(input, i) && (best == HEX_CELLS_MAX || output->q[i] > output->q[best]))
            best = i;
    return best;
}

/* All openings are seen: each game begins with a random stone. */
void hex_q_begin(struct hex_trainer *trainer)
{
    unsigned size = trainer->config.size[trainer->progress.games % trainer->config.sizes];
    hex_train_game_begin(&trainer->q_game, size, &trainer->q_position);
    hex_train_game_open(&trainer->q_game, &trainer->q_position, &trainer->rng);
}

static bool is_filled(const struct hex_trainer *trainer)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < trainer->config.sizes; i++)
        count += trainer->replay[i].count;
    return count >= trainer->config.replay / TRAIN_FILL_PART;
}

static void play_move(struct hex_trainer *trainer)
{
    struct hex_train_game *game = &trainer->q_game;
    struct hex_position *position = &trainer->q_position;
    struct hex_learner *learner = &trainer->learner;
    if (!is_filled(trainer) || nash_rng_unit(&trainer->rng) < (double)trainer->config.epsilon) {
        uint16_t opening = game->opening;
        hex_train_game_open(game, position, &trainer->rng);
        game->opening = opening;
        return;
    }
    hex_input_of(position, &learner->input[0]);
    hex_learner_forward(learner, 1);
    hex_train_game_play(game, position,
                        hex_input_board_cell(&learner->input[0], best_cell(&learner->input[0], &learner->output[0])));
}

/* Draws a batch of one size, and gathers the positions n plies later in next_input. owner: of these, the sample.
 * Returns their number. */
static unsigned draw_batch(struct hex_trainer *trainer, unsigned index, uint16_t owner[HEX_TRAIN_BATCH_MAX])
{
    const struct hex_replay *replay = &trainer->replay[index];
    struct hex_learner *learner = &trainer->learner;
    unsigned n = trainer->config.n, count = 0;
    for (unsigned i = 0; i < trainer->config.batch; i++) {
        struct hex_sample later;
        uint32_t record = hex_replay_pick(replay, replay->count, &trainer->rng);
        bool turned = nash_rng_below(&trainer->rng, 2) == 1;
        hex_replay_read(replay, record, turned, &learner->input[i], &learner->sample[i]);
        trainer->q_target[i] = learner->sample[i].outcome;
        if (learner->sample[i].left <= n)
            continue;
        hex_replay_read(replay, hex_replay_later(replay, record, n), turned, &trainer->next_input[count], &later);
        owner[count++] = (uint16_t)i;
    }
    return count;
}

/* Sets the targets of samples whose game goes on. */
static void bootstrap(struct hex_trainer *trainer, unsigned count, const uint16_t *owner)
{
    struct hex_learner *learner = &trainer->learner;
    const struct hex_net *net = trainer->target.weight ? &trainer->target : &learner->net;
    float sign = trainer->config.n % 2 ? -1 : 1;
    if (count == 0)
        return;
    hex_net_forward(net, trainer->next_input, count, learner->workspace, learner->output);
    for (unsigned i = 0; i < count; i++) {
        unsigned best = best_cell(&trainer->next_input[i], &learner->output[i]);
        if (best < HEX_CELLS_MAX)
            trainer->q_target[owner[i]] = sign * (2 * hex_sigmoid(learner->output[i].q[best]) - 1);
    }
}

static void learn(struct hex_trainer *trainer)
{
    uint16_t owner[HEX_TRAIN_BATCH_MAX];
    struct hex_learner *learner = &trainer->learner;
    unsigned batch = trainer->config.batch, index = hex_train_turn(trainer, trainer->progress.step);
    bootstrap(trainer, draw_batch(trainer, index, owner), owner);
    hex_learner_forward(learner, batch);
    float loss = hex_loss_of_q(learner, batch, trainer->q_target);
    trainer->failed = !hex_learner_step(learner, &trainer->config, batch, trainer->progress.step);
    hex_learner_guide(learner);
    hex_train_count_step(trainer, loss);
    if (trainer->target.weight && trainer->progress.step % trainer->config.target_sync == 0)
        memcpy(trainer->target.weight, learner->net.weight, sizeof(float) * hex_net_weights(&trainer->config.shape));
}

/* Makes one move, and begins the next game after the last one. */
static void move_on(struct hex_trainer *trainer)
{
    struct hex_train_game *game = &trainer->q_game;
    if (game->size == 0)
        hex_q_begin(trainer);
    if (game->winner == HEX_EMPTY)
        play_move(trainer);
    if (game->winner != HEX_EMPTY) {
        unsigned index = 0;
        while (trainer->config.size[index] != game->size)
            index++;
        hex_replay_add(&trainer->replay[index], game);
        trainer->progress.positions += (uint64_t)game->plies - game->opening;
        trainer->progress.games++;
        hex_q_begin(trainer);
    }
}

void hex_q_step(struct hex_trainer *trainer)
{
    for (unsigned i = 0; i < trainer->config.moves; i++)
        move_on(trainer);
    if (is_filled(trainer))
        learn(trainer);
}
