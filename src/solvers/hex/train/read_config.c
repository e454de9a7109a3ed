/* Reads the configuration of a training, as schema/kinds/hex.request.json defines it. */
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/members.h>

#include "form.h"

const char *const hex_recipe_names[] = {
    [HEX_RECIPE_SEED] = "seed", [HEX_RECIPE_N_STEP] = "n_step", [HEX_RECIPE_SELF_PLAY] = "self_play", NULL};
const char *const hex_mentor_names[] = {
    [HEX_MENTOR_NONE] = "none", [HEX_MENTOR_RESISTANCE] = "resistance", [HEX_MENTOR_UCT] = "uct", NULL};
const char *const hex_optimizer_names[] = {[HEX_ADAM] = "adam", [HEX_RMSPROP] = "rmsprop", NULL};

enum {
    ITERATIONS_MAX = 1000000,
    EVALUATE_GAMES_MAX = 1000,
    REUSE_MAX = 64,
    HIDDEN_LAYERS = 5,
    HIDDEN_CHANNELS = 32,
    SEED_DIGITS_MAX = 20
};

static void read_sizes(struct reader *r, struct hex_train_config *c)
{
    struct reader array, item = {0};
    if (reader_has(r, "size")) {
        c->sizes = 1;
        c->size[0] = (uint8_t)reader_int(r, "size", HEX_TRAIN_SIZE_MIN, HEX_SIZE_MAX, 0);
    }
    if (!reader_array(&array, r, "sizes"))
        return;
    if (reader_has(r, "size"))
        reader_fail(r, NASH_UNPROCESSABLE, "sizes", "give \"size\" or \"sizes\"");
    if (!reader_count(&array) || reader_count(&array) > HEX_TRAIN_SIZES_MAX) {
        reader_fail(&array, NASH_INVALID, NULL, "must have 1 to %d sizes, such as [7, 9]", HEX_TRAIN_SIZES_MAX);
        return;
    }
    for (c->sizes = 0; reader_item(&item, &array); c->sizes++) {
        c->size[c->sizes] = (uint8_t)reader_as_int(&item, HEX_TRAIN_SIZE_MIN, HEX_SIZE_MAX, 0);
        if (memchr(c->size, c->size[c->sizes], c->sizes))
            reader_fail(&item, NASH_INVALID, NULL, "is there twice");
    }
}

static void read_wide(struct reader *net, struct hex_net_shape *shape)
{
    struct reader wide, item = {0};
    if (!reader_member(&wide, net, "wide"))
        return;
    if (!cJSON_IsArray(wide.value)) {
        uint16_t all = (uint16_t)reader_as_int(&wide, 0, HEX_NET_CHANNELS_MAX, 0);
        for (unsigned i = 0; i < shape->layers; i++)
            shape->wide[i] = all;
        return;
    }
    if (reader_count(&wide) > shape->layers) {
        reader_fail(&wide, reader_count(&wide) > HEX_NET_LAYERS_MAX ? NASH_INVALID : NASH_UNPROCESSABLE, NULL,
                    "has %zu numbers, and the net %u layers", reader_count(&wide), shape->layers);
        return;
    }
    for (unsigned i = 0; reader_item(&item, &wide); i++)
        shape->wide[i] = (uint16_t)reader_as_int(&item, 0, HEX_NET_CHANNELS_MAX, 0);
}

static void read_net(struct reader *r, unsigned size, struct hex_net_shape *shape)
{
    static const char *const members[] = {"layers", "channels", "wide", "residual", "head", NULL},
                             *const heads[] = {[HEX_HEAD_BOARD] = "board", [HEX_HEAD_FULL] = "full", NULL},
                             *const words[] = {"seed", NULL};
    struct reader net;
    if (!reader_member(&net, r, "net"))
        return;
    if (cJSON_IsString(net.value)) {
        reader_as_enum(&net, words, 0);
        *shape = hex_train_seed_shape(size);
        return;
    }
    reader_only(&net, members);
    *shape = (struct hex_net_shape){.head = HEX_HEAD_BOARD};
    shape->layers = (uint16_t)reader_int(&net, "layers", 1, HEX_NET_LAYERS_MAX, HIDDEN_LAYERS);
    shape->channels =
        (uint16_t)reader_int(&net, "channels", HEX_NET_CHANNELS_STEP, HEX_NET_CHANNELS_MAX, HIDDEN_CHANNELS);
    shape->residual = reader_bool(&net, "residual", true);
    shape->head = (uint8_t)reader_enum(&net, "head", heads, HEX_HEAD_BOARD);
    read_wide(&net, shape);
}

/* Reads a rate, or [[step, rate], ...]. */
static void read_rates(struct reader *r, struct hex_train_config *c)
{
    struct reader rates, pair = {0};
    if (!reader_member(&rates, r, "learning_rate"))
        return;
    if (!cJSON_IsArray(rates.value)) {
        c->rates = 1;
        c->rate[0] = (struct hex_rate){0, (float)reader_as_number(&rates, 0, 1, 0)};
        return;
    }
    size_t count = reader_is_flat(&rates) ? 0 : reader_count(&rates);
    if (!count || count > HEX_TRAIN_RATES_MAX) {
        reader_fail(&rates, NASH_INVALID, NULL,
                    "must be a number, or 1 to %d pairs, such as [[0, 0.001], [6000, 0.0003]]", HEX_TRAIN_RATES_MAX);
        return;
    }
    for (c->rates = 0; reader_item(&pair, &rates); c->rates++) {
        struct reader item = {0};
        struct hex_rate *rate = &c->rate[c->rates];
        if (!cJSON_IsArray(pair.value) || reader_count(&pair) != 2) {
            reader_fail(&pair, NASH_INVALID, NULL, "must be a step and its rate, such as [6000, 0.0003]");
            return;
        }
        reader_item(&item, &pair);
        rate->step = (uint64_t)reader_as_int(&item, 0, HEX_TRAIN_STEPS_MAX, 0);
        reader_item(&item, &pair);
        rate->rate = (float)reader_as_number(&item, 0, 1, 0);
        if (c->rates ? rate->step <= rate[-1].step : rate->step > 0)
            reader_fail(&pair, NASH_UNPROCESSABLE, NULL,
                        c->rates ? "must have a later step than the pair before"
                                 : "must have step 0: the first rate is that of the begin");
    }
}

static void read_uint(struct reader *r, const char *name, int64_t lo, int64_t hi, uint32_t *value)
{
    *value = (uint32_t)reader_int(r, name, lo, hi, *value);
}

static void read_float(struct reader *r, const char *name, double hi, float *value)
{
    *value = (float)reader_number(r, name, 0, hi, (double)*value);
}

static void read_mentor(struct reader *r, struct hex_train_config *c)
{
    enum hex_mentor mentor = (enum hex_mentor)reader_enum(r, "mentor", hex_mentor_names, c->mentor);
    if (mentor != c->mentor)
        hex_train_default_mentor(c, mentor);
    read_uint(r, "mentor_games", 0, HEX_TRAIN_GAMES_MAX, &c->mentor_games);
    read_uint(r, "mentor_iterations", 0, ITERATIONS_MAX, &c->mentor_iterations);
    read_uint(r, "mentor_steps", 0, HEX_TRAIN_STEPS_MAX, &c->mentor_steps);
}

static void read_learning(struct reader *r, struct hex_train_config *c)
{
    read_uint(r, "seconds", 0, HEX_TRAIN_SECONDS_MAX, &c->seconds);
    read_uint(r, "batch", 1, HEX_TRAIN_BATCH_MAX, &c->batch);
    c->optimizer = (enum hex_optimizer)reader_enum(r, "optimizer", hex_optimizer_names, c->optimizer);
    read_rates(r, c);
    read_float(r, "weight_decay", 1, &c->weight_decay);
    read_float(r, "clip", 1e6, &c->clip);
    read_uint(r, "replay", HEX_TRAIN_REPLAY_MIN, HEX_TRAIN_REPLAY_MAX, &c->replay);
}

static void read_playing(struct reader *r, struct hex_train_config *c)
{
    read_float(r, "epsilon", 1, &c->epsilon);
    read_uint(r, "target_sync", 0, HEX_TRAIN_STEPS_MAX, &c->target_sync);
    read_uint(r, "n", 1, HEX_TRAIN_N_MAX, &c->n);
    read_uint(r, "moves", 1, HEX_TRAIN_MOVES_MAX, &c->moves);
    read_uint(r, "simulations", 2, HEX_TRAIN_SIMULATIONS_MAX, &c->simulations);
    read_uint(r, "games", 1, HEX_TRAIN_GAMES_MAX, &c->games);
    read_float(r, "reuse", REUSE_MAX, &c->reuse);
    read_float(r, "noise", 1, &c->noise);
    read_float(r, "exploration", HEX_EXPLORATION_MAX, &c->exploration);
    read_uint(r, "hot_plies", 0, HEX_CELLS_MAX, &c->hot_plies);
    read_uint(r, "evaluate", 0, HEX_TRAIN_STEPS_MAX, &c->evaluate);
    read_uint(r, "evaluate_games", 1, EVALUATE_GAMES_MAX, &c->evaluate_games);
    read_uint(r, "reference_iterations", 1, ITERATIONS_MAX, &c->reference_iterations);
}

/* Steps and seconds are one budget: a request that gives one of them replaces both. */
static void read_budget(struct reader *r, struct hex_train_config *c)
{
    bool has_seconds = reader_has(r, "seconds"), has_steps = reader_has(r, "steps");
    if (has_seconds && !has_steps)
        c->steps = 0;
    if (has_steps && !has_seconds)
        c->seconds = 0;
    c->steps = (uint64_t)reader_int(r, "steps", 0, HEX_TRAIN_STEPS_MAX, (int64_t)c->steps);
}

static void read_members(struct reader *r, struct hex_train_config *c)
{
    static const char *const members[] = {"size",
                                          "sizes",
                                          "recipe",
                                          "net",
                                          "mentor",
                                          "mentor_games",
                                          "mentor_iterations",
                                          "batch",
                                          "steps",
                                          "mentor_steps",
                                          "seconds",
                                          "learning_rate",
                                          "optimizer",
                                          "weight_decay",
                                          "clip",
                                          "replay",
                                          "target_sync",
                                          "epsilon",
                                          "n",
                                          "moves",
                                          "simulations",
                                          "games",
                                          "reuse",
                                          "noise",
                                          "exploration",
                                          "hot_plies",
                                          "evaluate",
                                          "evaluate_games",
                                          "reference_iterations",
                                          HEX_MEMBERS_KEYS, /* read.c reads them */
                                          NULL};
    reader_only(r, members);
    read_sizes(r, c);
    read_net(r, c->size[0], &c->shape);
    c->shape.rows = c->shape.cols = c->shape.head == HEX_HEAD_FULL ? c->size[0] : 0;
    read_budget(r, c);
    read_mentor(r, c);
    read_learning(r, c);
    read_playing(r, c);
}

/* Reads the configuration in the header of a checkpoint. Returns false if there is none that this version reads. */
static bool read_header(const struct reader *r, const struct hex_checkpoint *from, struct hex_train_config *config)
{
    struct nash_json doc;
    struct nash_error error = {0};
    struct reader root, train;
    bool read = false;
    if (!from->training_len ||
        nash_json_parse(&doc, from->training, from->training_len, r->root->arena, &error) != NASH_OK)
        return false;
    reader_root(&root, &doc, r->root->arena, &error);
    if (reader_object(&train, &root, "train")) {
        *config = hex_train_defaults((enum hex_recipe)reader_enum(&train, "recipe", hex_recipe_names, 0));
        read_members(&train, config);
        const char *seed = reader_string(&root, "seed", SEED_DIGITS_MAX);
        config->seed = seed ? strtoull(seed, NULL, 10) : 0;
        read = reader_ok(&root);
    }
    nash_json_free(&doc);
    return read;
}

void hex_train_read_config(struct reader *r, const struct hex_checkpoint *from, struct hex_train_config *config)
{
    bool continues = from && read_header(r, from, config);
    enum hex_recipe recipe =
        (enum hex_recipe)reader_enum(r, "recipe", hex_recipe_names, continues ? config->recipe : HEX_RECIPE_SELF_PLAY);
    bool begins = !continues || recipe != config->recipe;
    if (begins)
        *config = hex_train_defaults(recipe);
    if (from)
        config->shape = from->shape;
    read_members(r, config);
    if (begins && !reader_has(r, "learning_rate"))
        hex_train_default_rates(config);
    const char *member = NULL, *why = reader_ok(r) ? hex_train_config_wrong(config, &member) : NULL;
    if (why)
        reader_fail(r, NASH_UNPROCESSABLE, member, "%s", why);
}
