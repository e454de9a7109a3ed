/* A model of how a player, or a group of players, acts: counts of actions by situation and cell, learnt from hands.
 *
 * Counts are integers in units of 1/1000 of an action, because an action whose cards are unknown is divided among the
 * cells. Therefore adding models is exact and associative. The counts lie in blocks of hands in the order of learning,
 * so that a change of style shows. At most MODEL_BLOCKS blocks exist; beyond that, neighbours are added. */
#ifndef HOLDEM_MODEL_MODEL_H
#define HOLDEM_MODEL_MODEL_H

#include <nash/arena.h>

#include "cells.h"
#include "situation.h"

enum {
    MODEL_UNIT = 1000,
    MODEL_BLOCK_HANDS = 250,
    MODEL_BLOCKS = 32,
    MODEL_TRUST_HANDS = 10, /* since the last change of style: then the model counts half */
    MODEL_KEYS = SITUATIONS * CELLS * HOLDEM_DEEDS,
    MODEL_BINS = 10,
    MODEL_GROUPS = 3,
    MODEL_IDS_MAX = 2000000
};

/* Players whose cards are known, by how far they came. */
enum model_group { MODEL_SHOWDOWN, MODEL_FLOP, MODEL_PREFLOP };

/* Sums over predictions that were made before the hand was learnt; losses in units of 1e-6 nats. */
struct model_losses {
    int64_t count, loss, square, uniform; /* square: of the losses, in units of 1e-6 */
};

struct model_calibration {
    int64_t count, brier;                                             /* 1e-6 */
    int64_t bin_count[MODEL_BINS], said[MODEL_BINS], won[MODEL_BINS]; /* sums of 1e-6 */
};

struct model_quality {
    struct model_losses group[MODEL_GROUPS];
    struct model_calibration wins, uniform_wins; /* of pairs of players at a showdown, by the posterior, and uniform */
    int64_t hidden;                              /* players whose cards are unknown */
};

struct model_block {
    uint32_t hands, actions, entries; /* actions that were counted */
    uint64_t from, to;                /* times of the first and last hand, YYYYMMDDhhmmss; 0: unknown */
    struct model_losses shown, deeds; /* losses of hands at showdown, and of actions given the cards */
    const uint32_t *key, *count;      /* [entries], keys ascending */
};

struct holdem_model {
    char player[HISTORY_NAME]; /* "": all players together */
    uint32_t hands, ids;       /* hands = those of the blocks */
    const uint64_t *id;        /* [ids], ascending: the hands that were learnt */
    uint32_t blocks;
    struct model_block block[MODEL_BLOCKS + 1];
    struct model_quality quality;
};

static inline uint32_t model_key(unsigned situation, unsigned cell, unsigned deed)
{
    return (situation * CELLS + cell) * HOLDEM_DEEDS + deed;
}

static inline unsigned model_key_situation(uint32_t key)
{
    return key / (CELLS * HOLDEM_DEEDS);
}

static inline unsigned model_key_cell(uint32_t key)
{
    return key / HOLDEM_DEEDS % CELLS;
}

/* Adds up the counts of two blocks, the earlier one first. Returns false if the arena is full. */
bool model_block_add(struct model_block *sum, const struct model_block *first, const struct model_block *second,
                     struct nash_arena *arena);
/* Adds neighbouring blocks, small and old ones first, until at most MODEL_BLOCKS are left. */
bool model_coalesce(struct holdem_model *model, struct nash_arena *arena);
/* Appends the blocks of another model and adds everything else. Hands that both have learnt count twice: returns their
 * number in *twice. Returns false if the arena is full. */
bool model_merge(struct holdem_model *model, const struct holdem_model *other, struct nash_arena *arena,
                 uint32_t *twice);
void model_losses_add(struct model_losses *sum, double loss, double uniform);
void model_losses_sum(struct model_losses *sum, const struct model_losses *other);
void model_calibration_add(struct model_calibration *sum, double said, double won);
void model_calibration_sum(struct model_calibration *sum, const struct model_calibration *other);

/* Returns how far the model is trusted by default, from 0 to 1: n^2 / (n^2 + MODEL_TRUST_HANDS^2) for the n hands from
 * block `first` on, the first one since the last change of style. */
double model_trust(const struct holdem_model *model, unsigned first);

/* Finds changes of style: sets first[n] to the block that begins the n-th stretch without a change, first[0] = 0, and
 * evidence[n] to the logarithm of the Bayes factor for the change. Returns the number of stretches. */
unsigned model_stretches(const struct holdem_model *model, struct nash_arena *arena, uint8_t first[static MODEL_BLOCKS],
                         double evidence[static MODEL_BLOCKS]);

#endif
