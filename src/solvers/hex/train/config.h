/* The settings of a training. Freestanding. */
#ifndef HEX_TRAIN_CONFIG_H
#define HEX_TRAIN_CONFIG_H

#include <stdint.h>

#include <solvers/hex/net/shape.h>

enum {
    HEX_TRAIN_SIZES_MAX = 4,
    HEX_TRAIN_RATES_MAX = 8,
    HEX_TRAIN_STEPS_MAX = 100000000,
    HEX_TRAIN_N_MAX = 32,
    HEX_TRAIN_MOVES_MAX = 1024,
    HEX_TRAIN_BATCH_MAX = 1024,
    HEX_TRAIN_REPLAY_MIN = 1000, /* more than a game has moves */
    HEX_TRAIN_REPLAY_MAX = 2000000,
    HEX_TRAIN_GAMES_MAX = 1000000,
    HEX_TRAIN_SIMULATIONS_MAX = 100000
};

enum hex_recipe {
    HEX_RECIPE_SEED,     /* deep Q-learning with one-step targets r - max Q(s'), epsilon-greedy, target network */
    HEX_RECIPE_N_STEP,   /* the same with n-step targets */
    HEX_RECIPE_SELF_PLAY /* games by PUCT: visits train the policy, outcomes the value, both Q (AlphaZero) */
};
enum hex_mentor { HEX_MENTOR_NONE, HEX_MENTOR_RESISTANCE, HEX_MENTOR_UCT };
enum hex_optimizer { HEX_ADAM, HEX_RMSPROP };

/* The learning rate from this gradient step on. */
struct hex_rate {
    uint64_t step;
    float rate;
};

struct hex_train_config {
    uint8_t sizes, size[HEX_TRAIN_SIZES_MAX]; /* square boards, in turn: each game is on one of them */
    struct hex_net_shape shape;
    enum hex_recipe recipe;

    enum hex_mentor mentor;     /* plays the first games, and the net learns from them before it plays */
    uint32_t mentor_games;      /* number of these games */
    uint32_t mentor_iterations; /* uct: playouts a move */
    uint32_t mentor_steps;      /* gradient steps on them */

    uint64_t steps;   /* gradient steps in all, those on mentor games included; 0: until `seconds` */
    uint32_t seconds; /* 0: no limit */
    uint32_t batch;
    enum hex_optimizer optimizer;
    struct hex_rate rate[HEX_TRAIN_RATES_MAX]; /* the first one has step 0 */
    uint8_t rates;
    float weight_decay, clip; /* clip: largest norm of the gradient; 0: none */
    uint32_t replay;          /* positions kept, of each size */

    /* Deep Q-learning. */
    float epsilon;        /* share of random moves */
    uint32_t target_sync; /* gradient steps between copies to the target network; 0: no target network */
    uint32_t n;           /* steps of a target */
    uint32_t moves;       /* played for each gradient step */

    /* Self-play. */
    uint32_t simulations; /* of a move */
    uint32_t games;       /* of an iteration, of all sizes together */
    float reuse;          /* samples learnt for each new position */
    float noise, exploration;
    uint32_t hot_plies; /* moves of a game that are drawn in proportion to their visits; later ones are the best */

    uint32_t evaluate;             /* gradient steps between two evaluations; 0: none but at the end */
    uint32_t evaluate_games;       /* against each reference */
    uint32_t reference_iterations; /* of the reference uct, the plain one */
    uint64_t seed;
};

/* Returns the settings of a request that names a recipe only: 7x7, a net of five layers of 32 channels, no mentor. */
struct hex_train_config hex_train_defaults(enum hex_recipe recipe);
/* Sets the learning rates: a constant one for the recipe seed and without a number of steps; else it falls at 60 % and
 * 85 % of the steps, since the last steps decide how well a net plays. */
void hex_train_default_rates(struct hex_train_config *config);
/* Sets the mentor and its numbers. */
void hex_train_default_mentor(struct hex_train_config *config, enum hex_mentor mentor);
/* Returns the network of NeuroHex for one size: ten layers of 128 filters of both diameters, and a full head. */
struct hex_net_shape hex_train_seed_shape(unsigned size);

/* Returns what is wrong with the settings, a constant, and the member of the request that is to blame; NULL: nothing.
 */
const char *hex_train_config_wrong(const struct hex_train_config *config, const char **member);

/* Returns the learning rate of a gradient step. */
float hex_train_rate(const struct hex_train_config *config, uint64_t step);

/* Returns the seed of a game, and the size of its board. Games are numbered from 0, those of the mentor first. */
uint64_t hex_train_game_seed(const struct hex_train_config *config, uint64_t number);
unsigned hex_train_game_size(const struct hex_train_config *config, uint64_t number);

#endif
