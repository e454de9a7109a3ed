/* Job ids, as bytes and as 32 hex digits; names of states. */
#include <string.h>

#include <base/secret.h>

#include "job.h"

enum {
    ID_TIME_BYTES = 6, /* milliseconds since 1970, big-endian: until the year 10889 */
    ID_STEP_BYTES = 7
};

/* Adds a random number from 1 to 2^56 to an id. */
static void add_random_step(struct job_id *id)
{
    uint8_t by[ID_STEP_BYTES];
    secret_random(by, sizeof by);
    unsigned carry = 1;
    for (int i = 1; i <= JOB_ID_BYTES; i++) {
        carry += id->byte[JOB_ID_BYTES - i] + (i <= ID_STEP_BYTES ? by[ID_STEP_BYTES - i] : 0u);
        id->byte[JOB_ID_BYTES - i] = (uint8_t)carry;
        carry >>= 8;
    }
}

void job_id_next(struct job_id *id, int64_t now_ms)
{
    struct job_id fresh;
    for (int i = 0; i < ID_TIME_BYTES; i++)
        fresh.byte[i] = (uint8_t)((uint64_t)now_ms >> (8 * (ID_TIME_BYTES - 1 - i)));
    if (memcmp(fresh.byte, id->byte, ID_TIME_BYTES) <= 0) {
        add_random_step(id);
        return;
    }
    secret_random(fresh.byte + ID_TIME_BYTES, JOB_ID_BYTES - ID_TIME_BYTES);
    *id = fresh;
}

bool job_id_read(const char *text, size_t len, struct job_id *id)
{
    return hex_decode(id->byte, JOB_ID_BYTES, text, len);
}

char *job_id_text(char *out, const struct job_id *id)
{
    return hex_encode(out, id->byte, JOB_ID_BYTES);
}

const char *job_state_name(enum job_state state)
{
    switch (state) {
    case JOB_QUEUED:
        return "queued";
    case JOB_RUNNING:
        return "running";
    case JOB_SUCCEEDED:
        return "succeeded";
    case JOB_FAILED:
        return "failed";
    case JOB_CANCELLED:
        return "cancelled";
    }
    return "unknown";
}
