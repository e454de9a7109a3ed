/* Reads the settings of engines, for positions and for matches. */
#include "settings.h"

#include <string.h>

#include <base/base64.h>
#include <solvers/hex/net/play_net.h>
#include <solvers/hex/uct/uct.h>

enum { NET_TEXT_MAX = 64 << 20 };

struct hex_settings hex_settings_default(void)
{
    return (struct hex_settings){.iterations = HEX_ITERATIONS_DEFAULT,
                                 .exploration = HEX_UCT_EXPLORATION,
                                 .rave = true,
                                 .simulations = HEX_SIMULATIONS_DEFAULT};
}

/* Reads the wire form of a net in base64, and checks all of it. */
static void read_net(struct reader *r, struct hex_settings *settings)
{
    const char *text = reader_string(r, "net", NET_TEXT_MAX), *wrong;
    uint8_t *bytes = text ? READER_NEW(r, uint8_t, base64_room(strlen(text))) : NULL;
    struct hex_net_shape shape;
    size_t len;
    if (!bytes)
        return;
    if (!base64_read(text, strlen(text), bytes, &len)) {
        reader_fail(r, NASH_INVALID, "net", "must be the bytes of a play net in base64");
        return;
    }
    wrong = hex_play_net_peek(bytes, len, &shape);
    if (!wrong) {
        struct nash_arena_mark mark = nash_arena_mark(r->root->arena);
        struct hex_play_net *net = nash_arena_alloc_raw(r->root->arena, hex_play_net_memory(&shape), 64);
        if (!net) {
            reader_nomem(r);
            return;
        }
        wrong = hex_play_net_read(bytes, len, net);
        nash_arena_release(r->root->arena, mark);
    }
    if (wrong)
        reader_fail(r, NASH_UNPROCESSABLE, "net", "is no play net: %s", wrong);
    settings->net = bytes;
    settings->net_bytes = (uint32_t)len;
}

void hex_player_check_net(const struct reader *r, const struct hex_player *player, unsigned rows, unsigned cols)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    if (!reader_ok(r) || !player->engine || !player->engine->plays_net ||
        hex_player_net(&player->settings, &bytes, &len, &shape) || hex_net_fits(&shape, rows, cols))
        return;
    reader_fail(r, NASH_UNPROCESSABLE, "net",
                "is a net for boards of %ux%u, because its last layer is fully connected; this board is %ux%u",
                shape.cols, shape.rows, cols, rows);
}

void hex_player_read(struct reader *r, const struct hex_engine *const *engines, const struct hex_engine *fallback,
                     struct hex_player *player)
{
    const char *words[HEX_ENGINES_MAX + 1] = {NULL};
    for (unsigned i = 0; engines[i] && i < HEX_ENGINES_MAX; i++)
        words[i] = engines[i]->name;
    player->engine = reader_has(r, "engine") ? engines[reader_enum(r, "engine", words, 0)] : fallback;
    struct hex_settings *s = &player->settings;
    *s = hex_settings_default();
    s->iterations = (uint64_t)reader_int(r, "iterations", 1, HEX_ITERATIONS_MAX, HEX_ITERATIONS_DEFAULT);
    s->nodes = (uint64_t)reader_int(r, "nodes", 0, HEX_NODES_MAX, 0);
    s->exploration = (float)reader_number(r, "exploration", 0, HEX_EXPLORATION_MAX, (double)s->exploration);
    s->rave = reader_bool(r, "rave", s->rave);
    s->plain = reader_bool(r, "plain", s->plain);
    s->simulations = (uint32_t)reader_int(r, "simulations", 1, HEX_SIMULATIONS_MAX, HEX_SIMULATIONS_DEFAULT);
    read_net(r, s);
}
