/* Job ids, as bytes and as 32 hex digits; names of states. */
#include <assert.h>
#include <string.h>

#include <base/secret.h>

#include "job.h"

/* The first 32 bits of an id: the place of its window, then its place in the window. Both are multiples of the golden
 * ratio, so that numbers made one after the other lie as far apart as possible, and none repeats before all were used.
 */
enum {
    WINDOW_BITS = 20,
    PLACE_BITS = 12,
    WINDOW_STEP = 648055, /* 2^20 / 1.618, odd */
    PLACE_STEP = 2531,    /* 2^12 / 1.618, odd */
    WINDOW_MS = 20,       /* about the time of a commit */
    PREFIX_BYTES = 4
};
static_assert(WINDOW_BITS + PLACE_BITS == 8 * PREFIX_BYTES, "the prefix is that of window and place");

/* Begins the next window; the first one of a server at a random place. */
static void begin_window(struct job_ids *ids, int64_t now_ms)
{
    uint32_t random;
    secret_random(&random, sizeof random);
    ids->window = ids->began_ms == 0 ? random >> PLACE_BITS : ids->window + WINDOW_STEP;
    ids->place = random;
    ids->made = 0;
    ids->began_ms = now_ms;
}

void job_ids_next(struct job_ids *ids, int64_t now_ms, struct job_id *id)
{
    if (ids->began_ms == 0 || ids->made >> PLACE_BITS != 0 || now_ms - ids->began_ms >= WINDOW_MS ||
        now_ms < ids->began_ms)
        begin_window(ids, now_ms);
    ids->made++;
    ids->place += PLACE_STEP;
    uint32_t prefix = ids->window << PLACE_BITS | (ids->place & ((1u << PLACE_BITS) - 1));
    for (int i = 0; i < PREFIX_BYTES; i++)
        id->byte[i] = (uint8_t)(prefix >> (8 * (PREFIX_BYTES - 1 - i)));
    secret_random(id->byte + PREFIX_BYTES, JOB_ID_BYTES - PREFIX_BYTES);
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
