/* Limits for the by-products (blobs) of one problem. The worker counts what it sends, and refuses a blob beyond the
 * limits to the solver. The server counts what it receives, and kills a worker that exceeds them. */
#ifndef JOBS_POOL_BLOBS_H
#define JOBS_POOL_BLOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <nash/status.h>

enum {
    BLOB_NAME_MAX = 64,         /* bytes of a name, with NUL */
    BLOB_NAMES_MAX = 16,        /* blobs of different names */
    BLOBS_MAX = 256 << 20,      /* bytes of all blobs that are kept; one that is replaced no longer counts */
    BLOBS_PER_S = 16 << 20,     /* bytes that may be sent for each second of solving, besides BLOBS_MAX at any time */
    BLOB_RESUME_MAX = BLOBS_MAX /* bytes of the blob that a resumed problem continues from */
};

struct blob_count {
    uint64_t sent, kept; /* bytes */
    unsigned names;
    struct {
        char name[BLOB_NAME_MAX];
        uint32_t bytes;
    } blob[BLOB_NAMES_MAX];
};

/* Returns whether this may be the name of a blob: a-z, 0-9, '-', '_' and '.', beginning with a letter. */
static inline bool is_blob_name(const char *name)
{
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.");
    return name[0] >= 'a' && name[0] <= 'z' && len < BLOB_NAME_MAX && name[len] == '\0';
}

/* Counts a blob that is sent `elapsed_ns` after the work was started. The server starts the work before the worker, and
 * receives after it sends, so it measures more time: it accepts what the worker accepts. NASH_TOO_LARGE: more bytes or
 * names than may be kept. NASH_BUSY: too many bytes in this time. It is not counted then. */
static inline enum nash_status blob_count_add(struct blob_count *count, const char *name, size_t len,
                                              int64_t elapsed_ns)
{
    unsigned i = 0;
    while (i < count->names && strcmp(count->blob[i].name, name) != 0)
        i++;
    uint64_t before = i < count->names ? count->blob[i].bytes : 0;
    if (i == BLOB_NAMES_MAX || len > BLOBS_MAX - (count->kept - before))
        return NASH_TOO_LARGE;
    uint64_t earned = (uint64_t)(elapsed_ns / 1000000) * BLOBS_PER_S / 1000;
    if (count->sent + len > BLOBS_MAX + earned)
        return NASH_BUSY;
    if (i == count->names) {
        strcpy(count->blob[i].name, name);
        count->names++;
    }
    count->blob[i].bytes = (uint32_t)len;
    count->kept += len - before;
    count->sent += len;
    return NASH_OK;
}

#endif
