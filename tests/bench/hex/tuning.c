#include "tuning.h"

#include <stdio.h>
#include <string.h>

#include <solvers/hex/puct/puct.h>
#include <solvers/hex/uct/uct.h>

enum { OPTIONS = 12, NAME = 16 };

/* The options that were set for one player. */
struct tuning {
    unsigned count;
    struct {
        char name[NAME];
        double value;
    } option[OPTIONS];
};
static struct tuning tunings[TUNINGS];
static unsigned tuning_count;

/* The setting `nodes`, which only "exact" reads otherwise, has the number of the tuning. */
static struct tuning *tuning_of(const struct hex_settings *settings)
{
    return &tunings[settings->nodes];
}

/* ---- uct ---- */

static bool uct_set(struct hex_uct_options *options, const char *name, double value)
{
    if (!strcmp(name, "bias"))
        options->rave_bias = (float)value;
    else if (!strcmp(name, "proofs"))
        options->proofs = value != 0;
    else if (!strcmp(name, "pairs"))
        options->pairs = value != 0;
    else if (!strcmp(name, "priors"))
        options->priors = value != 0;
    else if (!strcmp(name, "prior_weight"))
        options->prior_weight = (float)value;
    else if (!strcmp(name, "prior_count"))
        options->prior_count = (uint32_t)value;
    else if (!strcmp(name, "expand"))
        options->expand = (uint32_t)value;
    else if (!strcmp(name, "connect"))
        options->connect = (uint32_t)value;
    else
        return false;
    return true;
}

static struct hex_uct_options uct_options(const struct hex_settings *settings)
{
    const struct tuning *tuning = tuning_of(settings);
    struct hex_uct_options options = hex_uct_options_of(settings);
    for (unsigned i = 0; i < tuning->count; i++)
        uct_set(&options, tuning->option[i].name, tuning->option[i].value);
    return options;
}

static size_t uct_memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    const struct hex_board board = {.rows = (uint8_t)rows, .cols = (uint8_t)cols};
    const struct hex_uct_options options = uct_options(settings);
    return hex_uct_variant(&board, true)->memory(rows, cols, &options);
}

static enum nash_status uct_think(const struct hex_position *position, const struct hex_settings *settings,
                                  struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    const struct hex_uct_options options = uct_options(settings);
    return hex_uct_variant(&position->board, false)->think(position, &options, run, opinion, error);
}

/* ---- dqn+search ---- */

static bool puct_set(struct hex_puct_options *options, const char *name, double value)
{
    if (!strcmp(name, "c_puct"))
        options->exploration = (float)value;
    else if (!strcmp(name, "reduction"))
        options->reduction = (float)value;
    else if (!strcmp(name, "connect"))
        options->connect = (uint32_t)value;
    else if (!strcmp(name, "settle"))
        options->settle = value != 0;
    else if (!strcmp(name, "turn"))
        options->turn = value != 0;
    else
        return false;
    return true;
}

static enum nash_status puct_think(const struct hex_position *position, const struct hex_settings *settings,
                                   struct nash_run *run, struct hex_opinion *opinion, struct nash_error *error)
{
    const struct tuning *tuning = tuning_of(settings);
    struct hex_puct_options options = hex_puct_options_of(settings);
    for (unsigned i = 0; i < tuning->count; i++)
        puct_set(&options, tuning->option[i].name, tuning->option[i].value);
    return hex_puct_think(position, settings, &options, run, opinion, error);
}

static size_t puct_memory(unsigned rows, unsigned cols, const struct hex_settings *settings)
{
    return hex_engine_dqn_search.memory(rows, cols, settings);
}

/* ---- both ---- */

static const struct hex_engine tuned_uct = {.name = "uct", .seeded = true, .think = uct_think, .memory = uct_memory};
static const struct hex_engine tuned_search = {
    .name = "dqn+search", .plays_net = true, .think = puct_think, .memory = puct_memory};

/* Returns whether the player's engine has an option of this name. */
static bool has_option(const struct hex_player *player, const char *name)
{
    struct hex_uct_options uct;
    struct hex_puct_options puct;
    if (player->engine == &tuned_uct)
        return uct_set(&uct, name, 0);
    return player->engine == &tuned_search && puct_set(&puct, name, 0);
}

bool tuning_set(struct hex_player *player, const char *name, double value)
{
    bool uct = player->engine == &hex_engine_uct, search = player->engine == &hex_engine_dqn_search;
    if ((uct || search) && tuning_count < TUNINGS) {
        player->engine = uct ? &tuned_uct : &tuned_search;
        player->settings.nodes = tuning_count++;
    }
    if (!has_option(player, name) || tuning_of(&player->settings)->count == OPTIONS)
        return false;
    struct tuning *tuning = tuning_of(&player->settings);
    snprintf(tuning->option[tuning->count].name, NAME, "%s", name);
    tuning->option[tuning->count++].value = value;
    return true;
}
