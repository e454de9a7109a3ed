#include <string.h>

#include <nash/hash.h>

void nash_sha256_init(struct nash_sha256 *sha)
{
    sha256_init(&sha->ctx);
}

void nash_sha256_add(struct nash_sha256 *sha, const void *bytes, size_t count)
{
    sha256_update(&sha->ctx, count, bytes);
}

void nash_sha256_u64(struct nash_sha256 *sha, uint64_t value)
{
    uint8_t byte[8];
    for (unsigned i = 0; i < 8; i++)
        byte[i] = (uint8_t)(value >> (8 * i));
    nash_sha256_add(sha, byte, sizeof byte);
}

void nash_sha256_string(struct nash_sha256 *sha, const char *text)
{
    size_t len = strlen(text);
    nash_sha256_u64(sha, len);
    nash_sha256_add(sha, text, len);
}

struct nash_hash nash_sha256_end(struct nash_sha256 *sha)
{
    struct nash_hash hash;
    sha256_digest(&sha->ctx, sizeof hash.byte, hash.byte);
    return hash;
}

struct nash_hash nash_sha256_of(const void *bytes, size_t count)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, bytes, count);
    return nash_sha256_end(&sha);
}
