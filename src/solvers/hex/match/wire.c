/* The bytes of tasks, units and answers. See game.h. */
#include <string.h>

#include <base/little_endian.h>
#include <solvers/hex/net/play_net.h>

#include "game.h"

static const uint8_t *default_digest(void)
{
    return hex_default_net + hex_default_net_len - HEX_NET_DIGEST;
}

/* The net of a player in a task. */
struct net_part {
    uint32_t length; /* as the task says it */
    const uint8_t *bytes;
    size_t len;
};
enum { NET_DEFAULT = 0 };
#define NET_SHARED UINT32_MAX

static struct net_part net_part(const struct hex_rules *rules, unsigned player)
{
    const struct hex_settings *first = &rules->player[0].settings, *own = &rules->player[player].settings;
    if (!own->net)
        return (struct net_part){NET_DEFAULT, default_digest(), HEX_NET_DIGEST};
    if (player == 1 && rules->player[0].engine->plays_net && first->net && first->net_bytes == own->net_bytes &&
        memcmp(first->net, own->net, own->net_bytes) == 0)
        return (struct net_part){NET_SHARED, own->net, 0};
    return (struct net_part){own->net_bytes, own->net, own->net_bytes};
}

/* Reads the net of a player, whose engine is set. */
static bool net_read(struct hex_rules *rules, unsigned player, struct bytes_reader *reader)
{
    struct hex_settings *settings = &rules->player[player].settings;
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    settings->simulations = (uint32_t)bytes_next(reader, 4);
    settings->net_bytes = (uint32_t)bytes_next(reader, 4);
    if (settings->net_bytes == NET_SHARED) {
        if (player == 0)
            return false;
        settings->net = rules->player[0].settings.net;
        settings->net_bytes = rules->player[0].settings.net_bytes;
    } else if (settings->net_bytes == NET_DEFAULT) {
        bytes = bytes_skip(reader, HEX_NET_DIGEST);
        if (!bytes || memcmp(bytes, default_digest(), HEX_NET_DIGEST) != 0)
            return false;
    } else {
        settings->net = bytes_skip(reader, settings->net_bytes);
    }
    return (settings->net || settings->net_bytes == NET_DEFAULT) && settings->simulations >= 1 &&
           settings->simulations <= HEX_SIMULATIONS_MAX && !hex_player_net(settings, &bytes, &len, &shape) &&
           hex_net_fits(&shape, rules->rows, rules->cols);
}

static uint8_t *player_write(const struct hex_rules *rules, unsigned number, uint8_t *at)
{
    const struct hex_player *player = &rules->player[number];
    uint32_t exploration;
    size_t len = strlen(player->engine->name);
    memcpy(&exploration, &player->settings.exploration, sizeof exploration);
    at = bytes_put(bytes_put(at, 8, player->settings.iterations), 8, player->settings.nodes);
    at = bytes_put(bytes_put(at, 4, exploration), 1,
                   (player->settings.rave ? 1U : 0) | (player->settings.plain ? 2U : 0));
    at = bytes_put(at, 1, len);
    memcpy(at, player->engine->name, len);
    at += len;
    if (!player->engine->plays_net)
        return at;
    struct net_part net = net_part(rules, number);
    at = bytes_put(bytes_put(at, 4, player->settings.simulations), 4, net.length);
    memcpy(at, net.bytes, net.len);
    return at + net.len;
}

size_t hex_task_bytes(const struct hex_rules *rules)
{
    size_t bytes = 4;
    for (unsigned i = 0; i < 2; i++) {
        const struct hex_engine *engine = rules->player[i].engine;
        bytes += 22 + strlen(engine->name) + (engine->plays_net ? 8 + net_part(rules, i).len : 0);
    }
    return bytes;
}

size_t hex_task_write(const struct hex_rules *rules, uint8_t *out)
{
    uint8_t *at = bytes_put(bytes_put(out, 1, rules->rows), 1, rules->cols);
    at = bytes_put(at, 2, rules->swap);
    return (size_t)(player_write(rules, 1, player_write(rules, 0, at)) - out);
}

static const struct hex_engine *engine_named(const struct hex_engine *const *engines, const uint8_t *name, size_t len)
{
    for (; *engines; engines++)
        if (strlen((*engines)->name) == len && memcmp((*engines)->name, name, len) == 0)
            return *engines;
    return NULL;
}

static bool player_read(struct hex_rules *rules, unsigned number, const struct hex_engine *const *engines,
                        struct bytes_reader *reader)
{
    struct hex_player *player = &rules->player[number];
    struct hex_settings *s = &player->settings;
    memset(s, 0, sizeof *s);
    s->iterations = bytes_next(reader, 8);
    s->nodes = bytes_next(reader, 8);
    uint32_t exploration = (uint32_t)bytes_next(reader, 4);
    memcpy(&s->exploration, &exploration, sizeof exploration);
    unsigned flags = (unsigned)bytes_next(reader, 1);
    s->rave = flags & 1;
    s->plain = flags & 2;
    size_t len = (size_t)bytes_next(reader, 1);
    const uint8_t *name = bytes_skip(reader, len);
    player->engine = name ? engine_named(engines, name, len) : NULL;
    if (!player->engine || (player->engine->plays_net && !net_read(rules, number, reader)))
        return false;
    return flags <= 3 && s->iterations >= 1 && s->iterations <= HEX_ITERATIONS_MAX &&
           s->nodes <= (uint64_t)HEX_NODES_MAX && s->exploration >= 0 && s->exploration <= (float)HEX_EXPLORATION_MAX;
}

bool hex_task_read(struct hex_rules *rules, const struct hex_engine *const *engines, const uint8_t *task, size_t len)
{
    struct bytes_reader reader = {.at = task, .left = len};
    memset(rules, 0, sizeof *rules);
    rules->rows = (uint8_t)bytes_next(&reader, 1);
    rules->cols = (uint8_t)bytes_next(&reader, 1);
    unsigned swap = (unsigned)bytes_next(&reader, 2);
    rules->swap = swap == 1;
    return rules->rows >= 1 && rules->rows <= HEX_SIZE_MAX && rules->cols >= 1 && rules->cols <= HEX_SIZE_MAX &&
           swap <= 1 && player_read(rules, 0, engines, &reader) && player_read(rules, 1, engines, &reader) &&
           !reader.failed && reader.left == 0;
}

static uint8_t *moves_write(const uint16_t *move, unsigned count, uint8_t *at)
{
    for (unsigned i = 0; i < count; i++)
        at = bytes_put(at, 2, move[i]);
    return at;
}

size_t hex_unit_write(const struct hex_game *game, uint8_t out[HEX_UNIT_MAX])
{
    uint8_t *at = bytes_put(bytes_put(bytes_put(out, 8, game->seed), 2, game->black), 2, game->opening);
    return (size_t)(moves_write(game->move, game->opening, at) - out);
}

/* Reads and plays moves [from..to-1]. *over: the side that has won; no move may follow. */
static bool moves_read(struct hex_game *game, const struct hex_rules *rules, struct hex_position *position,
                       struct bytes_reader *reader, unsigned count, enum hex_color *over)
{
    *over = HEX_EMPTY;
    for (unsigned i = 0; i < count; i++) {
        game->move[i] = (uint16_t)bytes_next(reader, 2);
        if (reader->failed || *over != HEX_EMPTY || !hex_move_apply(position, rules, i, game->move[i]))
            return false;
        *over = hex_winner(&position->board);
    }
    return true;
}

bool hex_unit_read(struct hex_game *game, const struct hex_rules *rules, const uint8_t *unit, size_t len)
{
    struct bytes_reader reader = {.at = unit, .left = len};
    struct hex_position position = {.to_move = HEX_BLACK};
    enum hex_color over;
    hex_board_init(&position.board, rules->rows, rules->cols);
    memset(game, 0, sizeof *game);
    game->seed = bytes_next(&reader, 8);
    unsigned black = (unsigned)bytes_next(&reader, 2);
    game->black = black == 1;
    game->opening = (uint16_t)bytes_next(&reader, 2);
    return black <= 1 && game->opening < HEX_PLIES_MAX &&
           moves_read(game, rules, &position, &reader, game->opening, &over) && over == HEX_EMPTY && !reader.failed &&
           reader.left == 0;
}

size_t hex_answer_write(const struct hex_game *game, uint8_t out[HEX_ANSWER_MAX])
{
    uint8_t *at = bytes_put(bytes_put(out, 1, game->winner), 1, game->ending);
    at = bytes_put(bytes_put(bytes_put(at, 2, game->plies), 8, game->nodes[0]), 8, game->nodes[1]);
    return (size_t)(moves_write(game->move, game->plies, at) - out);
}

uint64_t hex_answer_nodes(const uint8_t *answer)
{
    return bytes_get(answer + 4, 8) + bytes_get(answer + 12, 8);
}

const char *hex_answer_read(struct hex_game *game, const struct hex_rules *rules, const uint8_t *answer, size_t len)
{
    struct bytes_reader reader = {.at = answer, .left = len};
    struct hex_position position = {.to_move = HEX_BLACK};
    struct hex_game unit = *game;
    enum hex_color over;
    unsigned winner = (unsigned)bytes_next(&reader, 1), ending = (unsigned)bytes_next(&reader, 1);
    hex_board_init(&position.board, rules->rows, rules->cols);
    game->plies = (uint16_t)bytes_next(&reader, 2);
    game->nodes[0] = bytes_next(&reader, 8);
    game->nodes[1] = bytes_next(&reader, 8);
    if (reader.failed || (winner != HEX_BLACK && winner != HEX_WHITE) || ending >= HEX_ENDINGS ||
        game->plies >= HEX_PLIES_MAX + 1 || reader.left != 2U * game->plies)
        return "its answer cannot be read";
    game->winner = (enum hex_color)winner;
    game->ending = (enum hex_ending)ending;
    if (game->plies < unit.opening)
        return "its game does not begin with the opening";
    if (!moves_read(game, rules, &position, &reader, game->plies, &over))
        return "its game has an illegal move";
    if (memcmp(game->move, unit.move, sizeof *game->move * unit.opening) != 0)
        return "its game does not begin with the opening";
    if (ending == HEX_CONNECTED ? over != game->winner : over != HEX_EMPTY || game->winner == position.to_move)
        return "its game has another winner";
    return NULL;
}
