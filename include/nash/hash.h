/* SHA-256 (FIPS 180-4) by nettle, for canonical keys and stored hashes. */
#ifndef NASH_HASH_H
#define NASH_HASH_H

#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

enum { NASH_HASH_BYTES = 32 };

struct nash_hash {
    uint8_t byte[NASH_HASH_BYTES];
};

struct nash_sha256 {
    struct sha256_ctx ctx;
};

void nash_sha256_init(struct nash_sha256 *sha);
void nash_sha256_add(struct nash_sha256 *sha, const void *bytes, size_t count);
void nash_sha256_u64(struct nash_sha256 *sha, uint64_t value);      /* 8 bytes, little-endian */
void nash_sha256_string(struct nash_sha256 *sha, const char *text); /* the length, then the bytes */
struct nash_hash nash_sha256_end(struct nash_sha256 *sha);
struct nash_hash nash_sha256_of(const void *bytes, size_t count); /* of one piece of data */

#endif
