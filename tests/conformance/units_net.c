/* Play nets for the conversations of units.c; replays have them from the tasks. */
#include "units_net.h"

#include "../unit/hex/harness/play_nets.h"

size_t conform_net(uint64_t seed, uint8_t net[CONFORM_NET_MAX])
{
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    struct hex_net_shape shape = play_net_shape_random(&rng, 3, 32, 5, 5);
    shape.head = HEX_HEAD_BOARD;
    shape.rows = shape.cols = 0;
    size_t len = hex_play_net_bytes(&shape);
    if (len > CONFORM_NET_MAX)
        return 0;
    play_net_random(&rng, &shape, net);
    return len;
}
