/* The program that replays units has the engines of browsers (src/cluster/wasm/hex_engines.c), and makes no nets. */
#include <stdlib.h>

#include "units_net.h"

size_t conform_net(uint64_t seed, uint8_t net[CONFORM_NET_MAX])
{
    (void)seed;
    (void)net;
    abort();
}
