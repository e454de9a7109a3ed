/* The hash of a play net: browsers have none. */
#include <string.h>

#include <nash/hash.h>

#include "play_layout.h"

void hex_play_net_hash(const uint8_t *bytes, size_t len, uint8_t hash[PLAY_HASH_BYTES])
{
    struct nash_hash all = nash_sha256_of(bytes, len);
    memcpy(hash, all.byte, PLAY_HASH_BYTES);
}
