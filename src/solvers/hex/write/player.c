/* Names an engine, and its net by the digest, as a record of which net has played. */
#include <stdio.h>

#include <solvers/hex/net/play_net.h>

#include "write.h"

void hex_write_net(struct nash_jsonw *out, const uint8_t *bytes, size_t len)
{
    char text[2 * HEX_NET_DIGEST + 1];
    for (unsigned i = 0; i < HEX_NET_DIGEST; i++)
        snprintf(text + (size_t)2 * i, 3, "%02x", bytes[len - HEX_NET_DIGEST + i]);
    nash_jsonw_kstring(out, "net", text);
}

void hex_write_player(struct nash_jsonw *out, const struct hex_player *player)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    nash_jsonw_kstring(out, "engine", player->engine->name);
    if (player->engine->plays_net && !hex_player_net(&player->settings, &bytes, &len, &shape))
        hex_write_net(out, bytes, len);
}
