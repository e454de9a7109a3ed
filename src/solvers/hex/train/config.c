/* Settings of a training: defaults, and which mixtures are impossible. */
#include "config.h"

#include <solvers/hex/board/board.h>

enum { EVALUATE_GAMES_MAX = 1000, ITERATIONS_MAX = 1000000, REUSE_MAX = 64, HIDDEN_LAYERS = 5, HIDDEN_CHANNELS = 32 };

/* Q-learning replaces these; the recipes share the rest. */
static void default_self_play(struct hex_train_config *config)
{
    config->simulations = 64;
    config->games = 128;
    config->reuse = 4;
    config->noise = 0.25f;
    config->exploration = 1.5f;
    config->hot_plies = 8;
    config->replay = 200000;
}

static void default_q_learning(struct hex_train_config *config, uint32_t n)
{
    config->epsilon = 0.1f;
    config->target_sync = n == 1 ? 100 : 500; /* a win reaches n plies earlier with each copy */
    config->n = n;
    config->moves = n == 1 ? 1 : 64;
    config->batch = 64;
    config->replay = 100000;
    config->optimizer = n == 1 ? HEX_RMSPROP : HEX_ADAM;
    config->weight_decay = 0;
}

void hex_train_default_rates(struct hex_train_config *config)
{
    config->rate[0] = (struct hex_rate){0, 1e-3f};
    config->rates = 1;
    if (config->recipe == HEX_RECIPE_SEED || config->steps < 100)
        return;
    config->rate[1] = (struct hex_rate){config->steps * 60 / 100, 3e-4f};
    config->rate[2] = (struct hex_rate){config->steps * 85 / 100, 1e-4f};
    config->rates = 3;
}

struct hex_train_config hex_train_defaults(enum hex_recipe recipe)
{
    struct hex_train_config config = {
        .sizes = 1,
        .size = {7},
        .shape = {.layers = HIDDEN_LAYERS, .channels = HIDDEN_CHANNELS, .residual = true, .head = HEX_HEAD_BOARD},
        .recipe = recipe,
        .steps = 9000,
        .batch = 128,
        .optimizer = HEX_ADAM,
        .weight_decay = 0.01f,
        .clip = 5,
        .evaluate = 1500,
        .evaluate_games = 50,
        .reference_iterations = 1000};
    if (recipe == HEX_RECIPE_SELF_PLAY)
        default_self_play(&config);
    else
        default_q_learning(&config, recipe == HEX_RECIPE_SEED ? 1 : 3);
    hex_train_default_rates(&config);
    return config;
}

void hex_train_default_mentor(struct hex_train_config *config, enum hex_mentor mentor)
{
    config->mentor = mentor;
    config->mentor_games = mentor == HEX_MENTOR_NONE ? 0 : 2000;
    config->mentor_iterations = mentor == HEX_MENTOR_UCT ? 500 : 0;
    config->mentor_steps = mentor == HEX_MENTOR_NONE ? 0 : 2000;
}

struct hex_net_shape hex_train_seed_shape(unsigned size)
{
    return (struct hex_net_shape){.layers = 10,
                                  .channels = 128,
                                  .wide = {80, 64, 48, 32, 16},
                                  .head = HEX_HEAD_FULL,
                                  .rows = (uint8_t)size,
                                  .cols = (uint8_t)size};
}

float hex_train_rate(const struct hex_train_config *config, uint64_t step)
{
    float rate = 0;
    for (unsigned i = 0; i < config->rates && config->rate[i].step <= step; i++)
        rate = config->rate[i].rate;
    return rate;
}

uint64_t hex_train_game_seed(const struct hex_train_config *config, uint64_t number)
{
    return config->seed + (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

unsigned hex_train_game_size(const struct hex_train_config *config, uint64_t number)
{
    return config->size[number % config->sizes];
}

struct rule {
    bool broken;
    const char *member, *why;
};

static const char *first_broken(const struct rule *rule, unsigned count, const char **member)
{
    for (unsigned i = 0; i < count; i++)
        if (rule[i].broken) {
            *member = rule[i].member;
            return rule[i].why;
        }
    return NULL;
}
#define FIRST_BROKEN(rules, member) first_broken(rules, sizeof(rules) / sizeof *(rules), member)

static bool is_outside(float value, float least, float most)
{
    return !(value >= least && value <= most); /* NaN is outside */
}

static const char *sizes_wrong(const struct hex_train_config *c, const char **member)
{
    const char *shape = hex_net_shape_wrong(&c->shape);
    bool outside = c->sizes < 1 || c->sizes > HEX_TRAIN_SIZES_MAX, twice = false;
    for (unsigned i = 0; !outside && i < c->sizes; i++) {
        outside = c->size[i] < 2 || c->size[i] > HEX_SIZE_MAX;
        for (unsigned j = 0; j < i; j++)
            twice |= c->size[i] == c->size[j];
    }
    bool full = c->shape.head == HEX_HEAD_FULL;
    const struct rule rules[] = {{outside, "sizes", "a training has 1 to 4 sizes of boards, each from 2 to 19"},
                                 {twice, "sizes", "the sizes of boards must be different"},
                                 {shape != NULL, "net", shape},
                                 {full && c->sizes != 1, "net", "a net with a full head fits one size of board only"},
                                 {full && (c->shape.rows != c->size[0] || c->shape.cols != c->size[0]), "net",
                                  "the full head of the net must have the size of the board"},
                                 {full && c->recipe == HEX_RECIPE_SELF_PLAY, "net",
                                  "self_play needs a policy and a value, which a full head does not have"}};
    return FIRST_BROKEN(rules, member);
}

static const char *mentor_wrong(const struct hex_train_config *c, const char **member)
{
    bool none = c->mentor == HEX_MENTOR_NONE;
    const struct rule rules[] = {
        {none && c->mentor_games, "mentor_games", "mentor_games needs a mentor"},
        {none && c->mentor_steps, "mentor_steps", "mentor_steps needs a mentor"},
        {c->mentor != HEX_MENTOR_UCT && c->mentor_iterations, "mentor_iterations",
         "mentor_iterations needs the mentor uct"},
        {c->mentor == HEX_MENTOR_UCT && (c->mentor_iterations < 1 || c->mentor_iterations > ITERATIONS_MAX),
         "mentor_iterations", "mentor_iterations must be from 1 to 1000000"},
        {!none && (c->mentor_games < 1 || c->mentor_games > HEX_TRAIN_GAMES_MAX), "mentor_games",
         "mentor_games must be from 1 to 1000000"},
        {c->mentor_steps > HEX_TRAIN_STEPS_MAX, "mentor_steps", "mentor_steps must be at most 100000000"}};
    return FIRST_BROKEN(rules, member);
}

static const char *learning_wrong(const struct hex_train_config *c, const char **member)
{
    bool rates = c->rates < 1 || c->rates > HEX_TRAIN_RATES_MAX || c->rate[0].step != 0, rate = rates;
    for (unsigned i = 0; !rates && i < c->rates; i++) {
        rate |= is_outside(c->rate[i].rate, 1e-9f, 10);
        rates |= i > 0 && c->rate[i].step <= c->rate[i - 1].step;
    }
    const struct rule rules[] = {
        {c->steps == 0 && c->seconds == 0, "steps", "a training needs steps or seconds"},
        {c->steps > HEX_TRAIN_STEPS_MAX, "steps", "steps must be at most 100000000"},
        {c->batch < 1 || c->batch > HEX_TRAIN_BATCH_MAX, "batch", "batch must be from 1 to 1024"},
        {rates, "learning_rate", "learning_rate must have 1 to 8 steps, ascending from 0"},
        {rate, "learning_rate", "a learning rate must be from 0.000000001 to 10"},
        {is_outside(c->weight_decay, 0, 1), "weight_decay", "weight_decay must be from 0 to 1"},
        {is_outside(c->clip, 0, 1e6f), "clip", "clip must be from 0 to 1000000"},
        {c->replay < HEX_TRAIN_REPLAY_MIN || c->replay > HEX_TRAIN_REPLAY_MAX, "replay",
         "replay must be from 1000 to 2000000"},
        {c->evaluate > HEX_TRAIN_STEPS_MAX, "evaluate", "evaluate must be at most 100000000"},
        {c->evaluate_games < 1 || c->evaluate_games > EVALUATE_GAMES_MAX, "evaluate_games",
         "evaluate_games must be from 1 to 1000"},
        {c->reference_iterations < 1 || c->reference_iterations > ITERATIONS_MAX, "reference_iterations",
         "reference_iterations must be from 1 to 1000000"}};
    return FIRST_BROKEN(rules, member);
}

static const char *q_learning_wrong(const struct hex_train_config *c, const char **member)
{
    const struct rule rules[] = {
        {is_outside(c->epsilon, 0, 1), "epsilon", "epsilon must be from 0 to 1"},
        {c->target_sync > HEX_TRAIN_STEPS_MAX, "target_sync", "target_sync must be at most 100000000"},
        {c->recipe == HEX_RECIPE_SEED && c->n != 1, "n", "targets of the recipe seed have one step: n must be 1"},
        {c->n < 1 || c->n > HEX_TRAIN_N_MAX, "n", "n must be from 1 to 32"},
        {c->moves < 1 || c->moves > HEX_TRAIN_MOVES_MAX, "moves", "moves must be from 1 to 1024"},
        {c->simulations != 0, "simulations", "simulations needs the recipe self_play"},
        {c->games != 0, "games", "games needs the recipe self_play"},
        {c->reuse != 0, "reuse", "reuse needs the recipe self_play"},
        {c->noise != 0, "noise", "noise needs the recipe self_play"},
        {c->exploration != 0, "exploration", "exploration needs the recipe self_play"},
        {c->hot_plies != 0, "hot_plies", "hot_plies needs the recipe self_play"}};
    return FIRST_BROKEN(rules, member);
}

static const char *self_play_wrong(const struct hex_train_config *c, const char **member)
{
    const struct rule rules[] = {
        {c->epsilon != 0, "epsilon", "epsilon needs the recipe seed or n_step"},
        {c->target_sync != 0, "target_sync", "target_sync needs the recipe seed or n_step"},
        {c->n != 0, "n", "n needs the recipe n_step"},
        {c->moves != 0, "moves", "moves needs the recipe seed or n_step"},
        {c->simulations < 2 || c->simulations > HEX_TRAIN_SIMULATIONS_MAX, "simulations",
         "simulations must be from 2 to 100000"},
        {c->games < 1 || c->games > HEX_TRAIN_GAMES_MAX, "games", "games must be from 1 to 1000000"},
        {is_outside(c->reuse, 0.001f, REUSE_MAX), "reuse", "reuse must be from 0.001 to 64"},
        {is_outside(c->noise, 0, 1), "noise", "noise must be from 0 to 1"},
        {is_outside(c->exploration, 0, 10), "exploration", "exploration must be from 0 to 10"},
        {c->hot_plies > HEX_CELLS_MAX, "hot_plies", "hot_plies must be at most 361"}};
    return FIRST_BROKEN(rules, member);
}

const char *hex_train_config_wrong(const struct hex_train_config *config, const char **member)
{
    const char *why = sizes_wrong(config, member);
    if (!why)
        why = mentor_wrong(config, member);
    if (!why)
        why = learning_wrong(config, member);
    if (!why)
        why =
            config->recipe == HEX_RECIPE_SELF_PLAY ? self_play_wrong(config, member) : q_learning_wrong(config, member);
    return why;
}
