#include "cursor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/secret.h>
#include <nash/hash.h>

/* ---- the secret ---- */

static bool secret_read(const char *path, struct cursor_secret *secret)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool whole = fd >= 0 && read(fd, secret->byte, sizeof secret->byte) == (ssize_t)sizeof secret->byte;
    if (fd >= 0)
        close(fd);
    return whole;
}

static bool secret_write(const char *path, const struct cursor_secret *secret)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    bool whole = fd >= 0 && write(fd, secret->byte, sizeof secret->byte) == (ssize_t)sizeof secret->byte;
    if (fd >= 0)
        whole &= close(fd) == 0;
    return whole;
}

enum nash_status cursor_secret_load(struct cursor_secret *secret, const char *folder, struct nash_error *error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/cursors", folder);
    if (secret_read(path, secret))
        return NASH_OK;
    secret_random(secret->byte, sizeof secret->byte);
    if (secret_write(path, secret))
        return NASH_OK;
    return nash_fail(error, NASH_INTERNAL, "", "%s: %s", path, strerror(errno));
}

/* ---- the permutation ---- */

/* A balanced Feistel network over 62 bits with SHA-256 as its round function: a permutation whatever the function, and
 * with more than three rounds of a pseudorandom function one that cannot be told from a random permutation (Luby and
 * Rackoff, 1988). 0 is kept for "no cursor", so a number that would become 0 is permuted once more. */
enum { ROUNDS = 6, HALF_BITS = 31 };
static const uint64_t half_mask = (UINT64_C(1) << HALF_BITS) - 1;

static uint64_t round_value(const struct cursor_secret *secret, unsigned round, uint64_t half)
{
    struct nash_sha256 sha;
    uint64_t value;
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, secret->byte, sizeof secret->byte);
    nash_sha256_u64(&sha, round);
    nash_sha256_u64(&sha, half);
    struct nash_hash hash = nash_sha256_end(&sha);
    memcpy(&value, hash.byte, sizeof value);
    return value & half_mask;
}

static uint64_t permute(const struct cursor_secret *secret, uint64_t number, bool backwards)
{
    uint64_t left = number >> HALF_BITS & half_mask, right = number & half_mask;
    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned round = backwards ? ROUNDS - 1 - i : i;
        uint64_t next = (backwards ? right : left) ^ round_value(secret, round, backwards ? left : right);
        if (backwards) {
            right = left;
            left = next;
        } else {
            left = right;
            right = next;
        }
    }
    return left << HALF_BITS | right;
}

static int64_t permute_number(const struct api *api, int64_t number, bool backwards)
{
    uint64_t value = (uint64_t)number;
    if (api->keys == NULL || number <= 0 || value >> (2 * HALF_BITS) != 0)
        return number;
    do
        value = permute(&api->cursors, value, backwards);
    while (value == 0);
    return (int64_t)value;
}

int64_t cursor_of_sequence(const struct api *api, int64_t sequence)
{
    return permute_number(api, sequence, false);
}

int64_t cursor_to_sequence(const struct api *api, int64_t cursor)
{
    return permute_number(api, cursor, true);
}
