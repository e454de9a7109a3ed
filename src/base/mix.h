/* Hashes for tables in memory, by multiplication (as in wyhash, W. Yi 2019). Not for keys that are stored: see
 * nash/hash.h. */
#ifndef BASE_MIX_H
#define BASE_MIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns both halves of the 128-bit product, xor-ed. One operand should be odd and random. */
static inline uint64_t mix64(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Returns the hash of a text under a secret of the process, so that a client cannot choose texts that collide.
 * secret[2] must be odd. */
static inline uint64_t mix_text(const uint64_t secret[3], const char *text, size_t len)
{
    uint64_t hash = mix64(secret[0] ^ len, secret[2]), word;
    for (; len >= sizeof word; text += sizeof word, len -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = mix64(hash ^ word, secret[2]) + secret[1];
    }
    word = 0;
    memcpy(&word, text, len);
    return mix64(hash ^ word, secret[1] | 1);
}

#endif
