/* The hub's side of units. */
#include <string.h>

#include <base/little_endian.h>
#include <solvers/hex/net/play_net.h>
#include <solvers/hex/train/trainer.h>

#include "self_play.h"
#include "unit.h"

_Static_assert(HEX_TRAIN_SIZES_MAX == 4, "a task has room for 4 sizes");

size_t hex_train_task_bytes(const struct hex_train_config *config)
{
    return HEX_TRAIN_TASK_HEAD + hex_play_net_bytes(&config->shape);
}

static uint8_t *float_write(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytes_put(at, 4, bits);
}

size_t hex_train_task_write(const struct hex_train_config *config, const struct hex_train_order *order, uint8_t *out)
{
    uint8_t *at = bytes_put(out, 1, order->mentor ? config->mentor : HEX_MENTOR_NONE);
    at = bytes_put(at, 1, config->sizes);
    for (unsigned i = 0; i < HEX_TRAIN_SIZES_MAX; i++)
        at = bytes_put(at, 1, i < config->sizes ? config->size[i] : 0);
    at = bytes_put(at, 8, config->seed);
    if (order->mentor)
        return (size_t)(bytes_put(at, 4, config->mentor_iterations) - out);
    at = bytes_put(at, 4, config->simulations);
    at = float_write(float_write(at, config->noise), config->exploration);
    at = bytes_put(at, 2, config->hot_plies);
    memcpy(at, order->net, order->net_bytes);
    return (size_t)(at + order->net_bytes - out);
}

void hex_train_unit_write(uint64_t number, uint8_t out[HEX_TRAIN_UNIT])
{
    bytes_put(out, HEX_TRAIN_UNIT, number);
}

const char *hex_train_answer_read(const struct hex_train_config *config, const uint8_t *unit, size_t unit_len,
                                  const uint8_t *answer, size_t len, struct hex_train_game *game)
{
    if (unit_len != HEX_TRAIN_UNIT)
        return "its unit cannot be read";
    if (len < HEX_TRAIN_ANSWER_HEAD)
        return "its answer is cut off";
    uint64_t number = bytes_get(unit, HEX_TRAIN_UNIT), seed = hex_train_game_seed(config, number);
    unsigned size = hex_train_game_size(config, number);
    const char *why = hex_train_game_read(game, size, answer + HEX_TRAIN_ANSWER_HEAD, len - HEX_TRAIN_ANSWER_HEAD);
    struct hex_train_game begun;
    struct hex_position position;
    struct nash_rng rng;
    (number < config->mentor_games ? hex_mentor_begin : hex_self_play_begin)(&begun, size, seed, &position, &rng);
    if (!why &&
        (game->opening != begun.opening || memcmp(game->move, begun.move, sizeof *game->move * begun.opening) != 0))
        why = "its game has another opening";
    return why;
}

uint64_t hex_train_answer_nodes(const uint8_t *answer, size_t len)
{
    return len < HEX_TRAIN_ANSWER_HEAD ? 0 : bytes_get(answer, HEX_TRAIN_ANSWER_HEAD);
}
