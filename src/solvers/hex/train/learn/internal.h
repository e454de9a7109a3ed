/* The state of a training.
 *
 *   trainer.c     what the next piece of work is
 *   memory.c      all memory of a training is one block
 *   q_learning.c  a move of a game and a gradient step
 *   reference.c   evaluations, the curve, the best network
 *   state.c       saves and loads */
#ifndef HEX_TRAIN_INTERNAL_H
#define HEX_TRAIN_INTERNAL_H

#include <nash/hash.h>
#include <solvers/hex/train/games/self_play.h>
#include <solvers/hex/train/trainer.h>

#include "learner.h"

enum {
    TRAIN_REFERENCES = 3,           /* resistance, plain uct, the best network so far */
    TRAIN_CALIBRATION = 256,        /* inputs that set the scales of a play net, of all sizes together */
    TRAIN_PIECE_STEPS = 256,        /* the most steps of a piece of work */
    TRAIN_FILL_PART = 10,           /* Q-learning begins to learn when this part of a replay is filled */
    HEX_TRAIN_STATE_MAX = 192 << 10 /* bytes of the state and of the curve in the header */
};

/* A play net as wire bytes. */
struct train_wire {
    uint8_t *bytes; /* [hex_play_net_bytes()] */
    bool made;
};

struct train_evaluation {
    bool active;
    unsigned reference, game; /* the next one to play */
    uint16_t wins[TRAIN_REFERENCES];
    uint32_t won;               /* against resistance: see hex_train_progress.best_won */
    uint64_t iterations, games; /* settings at its begin; it begins again if they are others after a load */
};

struct hex_trainer {
    struct hex_train_config config;
    struct hex_train_progress progress;
    struct nash_rng rng;
    bool finish; /* no further steps */
    bool failed; /* the gradient is not finite */
    bool others_play;

    /* What is learnt. */
    struct hex_learner learner;
    struct hex_net best, target; /* target: weight is NULL without a target network */
    struct hex_replay replay[HEX_TRAIN_SIZES_MAX];
    double loss_sum; /* of the steps since the last point */
    uint64_t loss_steps;

    /* Games. */
    uint64_t mentor_games;             /* finished */
    uint32_t games_left;               /* of the iteration */
    uint64_t iteration_positions;      /* at the begin of the iteration */
    uint64_t steps_left, samples_left; /* of the iteration; samples that make no whole batch */
    struct hex_train_game game;        /* by a mentor or a search */
    struct hex_train_game q_game;      /* of Q-learning, in progress; without targets */
    struct hex_position q_position;
    struct hex_input *next_input; /* Q-learning: [batch] */
    float *q_target;              /* [batch] */

    /* Play nets: of the iteration, and of an evaluation. */
    struct train_wire playing, evaluated, best_wire;
    struct hex_play_net *play_net; /* playing, unpacked */
    bool play_net_read;
    struct hex_input *calibration; /* [TRAIN_CALIBRATION] */

    struct train_evaluation evaluation;
    void *scratch; /* for engines, and to quantise */
    size_t scratch_bytes;
};

/* ---- memory.c ---- */

/* Returns the bytes of a trainer and all its buffers; if block is not NULL, [that many bytes], aligned to 64, it sets
 * the pointers of the trainer at its begin. 0: more than fits. */
size_t hex_train_layout(const struct hex_train_config *config, uint8_t *block);

/* ---- trainer.c ---- */

/* Returns the index of the size whose turn it is, among those that have positions. */
unsigned hex_train_turn(const struct hex_trainer *trainer, uint64_t count);
/* Makes a play net of the weights. Returns false if memory was short. */
bool hex_train_quantize(struct hex_trainer *trainer, struct train_wire *wire);
/* Adds a step and its loss to the counts. */
void hex_train_count_step(struct hex_trainer *trainer, float loss);

/* ---- q_learning.c ---- */

void hex_q_begin(struct hex_trainer *trainer);
/* Makes the moves of a gradient step, and the step if the replay is filled. */
void hex_q_step(struct hex_trainer *trainer);

/* ---- reference.c ---- */

size_t hex_evaluation_memory(const struct hex_train_config *config);
bool hex_evaluation_begin(struct hex_trainer *trainer);
/* Plays the next game of the evaluation. */
enum hex_train_event hex_evaluation_work(struct hex_trainer *trainer, struct nash_run *run);

/* ---- state.c ---- */

/* Loads all parts if they are of this configuration. *loaded: they were. Returns false with *error. */
bool hex_train_load(struct hex_trainer *trainer, const struct hex_checkpoint *from, bool *loaded,
                    struct nash_error *error);

#endif
