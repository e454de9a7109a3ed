/* What src/cluster/wasm/hex.c has in the place of the server's: the list of engines, no default net, one kernel of play
 * nets, and the hash of a net taken on trust. */
#include <stdlib.h>
#include <string.h>

#include <solvers/hex/engines/engine.h>
#include <solvers/hex/net/play_layout.h>

#include "units_net.h"

const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct,
                                                &hex_engine_dqn,    &hex_engine_dqn_search, NULL};

const uint8_t hex_default_net[HEX_NET_DIGEST];
const size_t hex_default_net_len = sizeof hex_default_net;

extern const struct play_kernel play_kernel_plain;
const struct play_kernel *const play_kernels[] = {&play_kernel_plain, NULL};

void hex_play_net_hash(const uint8_t *bytes, size_t len, uint8_t hash[PLAY_HASH_BYTES])
{
    memcpy(hash, bytes + len, PLAY_HASH_BYTES);
}

/* Replays make no nets. */
size_t conform_net(uint64_t seed, uint8_t net[CONFORM_NET_MAX])
{
    (void)seed;
    (void)net;
    abort();
}
