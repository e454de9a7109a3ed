/* A trainer: the state of a training, and its next piece of work. It has no clock and no thread; the bits of all that
 * it computes follow from its settings and the number of pieces, also over a save and a load. */
#ifndef HEX_TRAIN_TRAINER_H
#define HEX_TRAIN_TRAINER_H

#include <nash/run.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "config.h"
#include "games/game.h"

enum { HEX_CURVE_MAX = 512 };

/* A point of the curve: the strength at a step. */
struct hex_train_point {
    uint64_t step, games, positions; /* so far */
    float loss;                      /* mean over the steps since the last point */
    float win_rate[2];               /* against resistance and plain uct, greedy, one-stone openings, both colors */
    float best;                      /* against the best checkpoint so far; < 0: there was none */
    uint32_t of;                     /* games that each of these rates is of */
    uint32_t seconds;                /* CPU time so far; set by the caller */
};

struct hex_train_progress {
    uint64_t step, games, positions; /* gradient steps, finished games, positions learnt from */
    float loss;                      /* running mean */
    float rate;                      /* learning rate now */
    enum hex_train_phase { HEX_PHASE_MENTOR_GAMES, HEX_PHASE_MENTOR_STEPS, HEX_PHASE_LEARNING } phase;
    struct hex_train_point point[HEX_CURVE_MAX]; /* if it is full, every second one is dropped */
    unsigned points;
    uint64_t best_step; /* of the best checkpoint; 0: none */
    uint32_t best_won;  /* bit i: it won game i of its evaluation against resistance, up to game 31 */
    uint64_t cpu_us;    /* CPU time so far, over all runs; set by the caller, saved with the rest */
};

enum hex_train_event {
    HEX_TRAIN_WORKED,    /* a game or some steps */
    HEX_TRAIN_EVALUATED, /* a point was added */
    HEX_TRAIN_BEST,      /* a point was added, and the network is the best so far */
    HEX_TRAIN_WAITS,     /* for the games of hex_trainer_order(), which others play */
    HEX_TRAIN_DONE,      /* all steps are done, and the last point was added before */
    HEX_TRAIN_FAILED,    /* the gradient is not finite: the learning rate is too large. Nothing more will happen */
    HEX_TRAIN_STOPPED    /* the run was stopped; an unfinished game or step is as if it had not begun */
};

/* Games that a training needs, by their numbers. They follow from their seeds, hex_train_game_seed(), and the net. */
struct hex_train_order {
    bool mentor; /* the mentor plays them: hex_mentor_game(); else the net does: hex_self_play() */
    uint64_t first;
    uint32_t count;
    const uint8_t *net; /* [net_bytes], valid until the last of these games was taken */
    size_t net_bytes;
};

struct hex_trainer;

/* Returns the bytes of arena that a training takes at most; 0: more than 64 bits. */
uint64_t hex_trainer_memory(const struct hex_train_config *config);
/* Returns the bytes of a whole checkpoint, at most. */
uint64_t hex_train_checkpoint_bytes(const struct hex_train_config *config);
/* Makes a trainer. from: the checkpoint to continue, or NULL. If it has all parts of the same configuration, the
 * training goes on bit for bit (steps, seconds, learning rates and evaluations may differ); with weights alone, or
 * another configuration, it begins with these weights. NULL with *error: the shapes differ, or the arena is full. */
struct hex_trainer *hex_trainer_new(const struct hex_train_config *config, const struct hex_checkpoint *from,
                                    struct nash_arena *arena, struct nash_error *error);
/* Does the next piece of work, at most a few seconds; polls nash_stop(run, 45). */
enum hex_train_event hex_trainer_work(struct hex_trainer *trainer, struct nash_run *run);

/* From now on hex_trainer_work() plays no games to learn from. The caller has them played, while it calls
 * hex_trainer_work() until that returns HEX_TRAIN_WAITS, and then takes them. The training is the same as without
 * others, bit for bit. */
void hex_trainer_let_others_play(struct hex_trainer *trainer);
/* Returns whether games are needed, now or after the steps that are left. */
bool hex_trainer_order(const struct hex_trainer *trainer, struct hex_train_order *order);
/* Adds the next game of the order. Only after HEX_TRAIN_WAITS. */
void hex_trainer_take(struct hex_trainer *trainer, const struct hex_train_game *game);

struct hex_train_progress *hex_trainer_progress(struct hex_trainer *trainer);
/* Makes the step that is reached the last one: what follows is the last evaluation, then HEX_TRAIN_DONE. */
void hex_trainer_finish(struct hex_trainer *trainer);
/* Plays game `number` of the last evaluation of the best network against resistance again. Returns whether it is won.
 * *played: false if memory does not suffice or the run was stopped. Changes nothing. */
bool hex_trainer_repeat(struct hex_trainer *trainer, unsigned number, struct nash_run *run, bool *played);
/* Appends the checkpoint: the latest network with all parts, or the best one with its weights alone. */
void hex_trainer_save(const struct hex_trainer *trainer, bool best, struct nash_buf *out);

#endif
