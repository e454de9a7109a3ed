/* The member's side of units. */
#include "unit.h"

#include <string.h>

#include <base/little_endian.h>
#include <solvers/hex/match/unit.h>
#include <solvers/hex/net/play_net.h>

#include "self_play.h"

enum { ALIGNED = 64 };

struct train_unit {
    const _Atomic int *stop; /* NULL: games are not stopped */
    struct hex_train_config config;
    bool mentor;
    const uint8_t *net; /* in task; [net_bytes] */
    size_t net_bytes;
    struct hex_train_game game;
    uint8_t task[HEX_TRAIN_TASK_MAX];
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static size_t net_memory(const struct hex_train_config *config, bool mentor)
{
    return mentor ? 0 : aligned(hex_play_net_memory(&config->shape));
}

/* Returns the bytes that a game on a board takes beside the net: its targets, and scratch memory. */
static size_t size_memory(const struct hex_train_config *config, bool mentor, unsigned size)
{
    return aligned(hex_train_game_targets(size)) +
           (mentor ? hex_mentor_memory(config, size) : hex_self_play_memory(config, size));
}

size_t hex_train_game_memory(const struct hex_train_config *config, bool mentor)
{
    size_t most = 0;
    for (unsigned i = 0; i < config->sizes; i++) {
        size_t bytes = size_memory(config, mentor, config->size[i]);
        most = bytes > most ? bytes : most;
    }
    return net_memory(config, mentor) + most;
}

size_t hex_train_unit_bytes(void)
{
    return sizeof(struct train_unit);
}

static float next_float(struct bytes_reader *reader)
{
    uint32_t bits = (uint32_t)bytes_next(reader, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Reads the settings over the defaults. The net is behind them. */
static void read_settings(struct train_unit *unit, struct bytes_reader *reader)
{
    struct hex_train_config *c = &unit->config;
    *c = hex_train_defaults(HEX_RECIPE_SELF_PLAY);
    hex_train_default_mentor(c, (enum hex_mentor)bytes_next(reader, 1));
    unit->mentor = c->mentor != HEX_MENTOR_NONE;
    c->sizes = (uint8_t)bytes_next(reader, 1);
    for (unsigned i = 0; i < HEX_TRAIN_SIZES_MAX; i++)
        c->size[i] = (uint8_t)bytes_next(reader, 1);
    c->seed = bytes_next(reader, 8);
    if (unit->mentor) {
        c->mentor_iterations = (uint32_t)bytes_next(reader, 4);
        return;
    }
    c->simulations = (uint32_t)bytes_next(reader, 4);
    c->noise = next_float(reader);
    c->exploration = next_float(reader);
    c->hot_plies = (uint32_t)bytes_next(reader, 2);
}

static bool sizes_are_shared(const struct hex_train_config *config)
{
    for (unsigned i = 0; i < HEX_TRAIN_SIZES_MAX; i++)
        if (i < config->sizes ? config->size[i] > HEX_TRAIN_SHARED_SIZE_MAX : config->size[i] != 0)
            return false;
    return true;
}

/* Returns whether the net can be read, if there is memory for it; reserve() says whether there is. */
static bool net_is_whole(const struct train_unit *unit)
{
    struct hex_play_net *net = hex_unit_block_new(net_memory(&unit->config, false));
    bool whole = !net || hex_play_net_read(unit->net, unit->net_bytes, net) == NULL;
    hex_unit_block_free(net);
    return whole;
}

bool hex_train_unit_open(void *memory, const uint8_t *task, size_t len)
{
    struct train_unit *unit = memory;
    struct bytes_reader reader = {.at = unit->task, .left = len};
    const char *member;
    unit->stop = NULL;
    if (len > sizeof unit->task)
        return false;
    memcpy(unit->task, task, len);
    read_settings(unit, &reader);
    unit->net = reader.at;
    unit->net_bytes = reader.left;
    if (reader.failed || unit->config.mentor > HEX_MENTOR_UCT || (unit->mentor && unit->net_bytes) ||
        (!unit->mentor && hex_play_net_peek(unit->net, unit->net_bytes, &unit->config.shape)))
        return false;
    return !hex_train_config_wrong(&unit->config, &member) && sizes_are_shared(&unit->config) &&
           (unit->mentor || net_is_whole(unit));
}

bool hex_train_unit_reserve(void *memory)
{
    const struct train_unit *unit = memory;
    void *block = hex_unit_block_new(hex_train_game_memory(&unit->config, unit->mentor));
    hex_unit_block_free(block);
    return block != NULL;
}

void hex_train_unit_on_stop(void *memory, _Atomic int *stop)
{
    ((struct train_unit *)memory)->stop = stop;
}

/* Plays a game in a block of hex_train_game_memory() bytes: the net, the targets, scratch memory. Returns false if it
 * was stopped. */
static bool play(struct train_unit *unit, uint64_t number, uint8_t *block, struct nash_run *run)
{
    const struct hex_train_config *config = &unit->config;
    unsigned size = hex_train_game_size(config, number);
    uint64_t seed = hex_train_game_seed(config, number);
    struct hex_play_net *net = (struct hex_play_net *)(void *)block;
    unit->game.target = block + net_memory(config, unit->mentor);
    void *scratch = unit->game.target + aligned(hex_train_game_targets(size));
    if (unit->mentor)
        return hex_mentor_game(config, size, seed, scratch, run, &unit->game);
    return !hex_play_net_read(unit->net, unit->net_bytes, net) &&
           hex_self_play(net, config, size, seed, scratch, run, &unit->game);
}

size_t hex_train_unit_run(void *memory, const uint8_t *bytes, size_t len, uint8_t *answer)
{
    struct train_unit *unit = memory;
    struct nash_run run = {.cancel = unit->stop};
    if (len != HEX_TRAIN_UNIT)
        return 0;
    uint8_t *block = hex_unit_block_new(hex_train_game_memory(&unit->config, unit->mentor));
    size_t written = 0;
    if (block && play(unit, bytes_get(bytes, HEX_TRAIN_UNIT), block, &run)) {
        uint64_t moves = (uint64_t)unit->game.plies - unit->game.opening;
        bytes_put(answer, HEX_TRAIN_ANSWER_HEAD, run.nodes ? run.nodes : moves);
        written = HEX_TRAIN_ANSWER_HEAD + hex_train_game_write(&unit->game, answer + HEX_TRAIN_ANSWER_HEAD);
    }
    hex_unit_block_free(block);
    return written;
}
