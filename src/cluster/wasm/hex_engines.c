/* The engines of hex.wasm, and what they need of networks: no default net, one kernel, and hashes taken on trust. The
 * tests of conformance compile it too. */
#include <string.h>

#include <solvers/hex/engines/engine.h>
#include <solvers/hex/net/kernels/kernel.h>
#include <solvers/hex/net/play_layout.h>

const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct,
                                                &hex_engine_dqn,    &hex_engine_dqn_search, NULL};

/* The task has the net. */
const uint8_t hex_default_net[HEX_NET_DIGEST];
const size_t hex_default_net_len = sizeof hex_default_net;

extern const struct play_kernel play_kernel_plain;
const struct play_kernel *const play_kernels[] = {&play_kernel_plain, NULL};

/* The server has checked the hash of the net that it sends. */
void hex_play_net_hash(const uint8_t *bytes, size_t len, uint8_t hash[PLAY_HASH_BYTES])
{
    memcpy(hash, bytes + len, PLAY_HASH_BYTES);
}
