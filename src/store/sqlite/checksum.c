/* Checksums of bodies.
 *
 * They find bytes that a disk, a file system or a hand has changed. SHA-256 takes about 1 us for an answer of 500
 * bytes, a twentieth of its insert, and needs no second hash function in the program; 64 bits of it miss a change once
 * in 10^19. They are no signature: a writer who knows them can make new ones. */
#include <nash/hash.h>

#include "body.h"

static int64_t checksum_end(struct nash_sha256 *sha)
{
    struct nash_hash hash = nash_sha256_end(sha);
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum << 8 | hash.byte[i];
    return (int64_t)sum;
}

static void checksum_add_plan(struct nash_sha256 *sha, const struct body_plan *plan)
{
    nash_sha256_u64(sha, (uint64_t)plan->number);
    nash_sha256_u64(sha, (uint64_t)plan->length);
    if (plan->in_row != NULL)
        nash_sha256_add(sha, plan->in_row->data, plan->in_row->len);
}

int64_t checksum_of_part(int64_t id, const void *data, size_t len)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_u64(&sha, (uint64_t)id);
    nash_sha256_add(&sha, data, len);
    return checksum_end(&sha);
}

int64_t checksum_of_problem(const struct job_id *id, const struct body_plan *plan)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, id->byte, sizeof id->byte);
    checksum_add_plan(&sha, plan);
    return checksum_end(&sha);
}

int64_t checksum_of_result(const struct store_job *row, const struct body_plan *plan)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, row->id.byte, sizeof row->id.byte);
    nash_sha256_add(&sha, row->key.byte, sizeof row->key.byte);
    nash_sha256_u64(&sha, (uint64_t)row->state);
    nash_sha256_u64(&sha, (uint64_t)row->final);
    nash_sha256_u64(&sha, (uint64_t)row->verdict);
    checksum_add_plan(&sha, plan);
    return checksum_end(&sha);
}
