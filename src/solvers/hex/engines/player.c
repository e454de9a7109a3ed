/* The nets of players. */
#include "player.h"

#include <solvers/hex/net/play_net.h>

const char *hex_player_net(const struct hex_settings *settings, const uint8_t **bytes, size_t *len,
                           struct hex_net_shape *shape)
{
    *bytes = settings->net ? settings->net : hex_default_net;
    *len = settings->net ? settings->net_bytes : hex_default_net_len;
    return hex_play_net_peek(*bytes, *len, shape);
}

/* White sees a board of rows by cols as one of cols by rows. */
bool hex_net_fits(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    return shape->head != HEX_HEAD_FULL || (rows == cols && shape->rows == rows && shape->cols == cols);
}

size_t hex_player_workspace(const struct hex_net_shape *shape, unsigned rows, unsigned cols)
{
    size_t black = hex_play_net_workspace(shape, rows, cols);
    size_t white = rows == cols ? black : hex_play_net_workspace(shape, cols, rows);
    return black > white ? black : white;
}
