/* Limits for the by-products (blobs) of one problem. The worker counts what it sends, and refuses a blob beyond the
 * limits to the solver. The server counts what it receives, and kills a worker that exceeds them. */
#ifndef JOBS_POOL_BLOBS_H
#define JOBS_POOL_BLOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
bool is_blob_name(const char *name);
/* Counts a blob that is sent `elapsed_ns` after the work was started. The server starts the work before the worker, and
 * receives after it sends, so it measures more time: it accepts what the worker accepts. NASH_TOO_LARGE: more bytes or
 * names than may be kept. NASH_BUSY: too many bytes in this time. It is not counted then. */
enum nash_status blob_count_add(struct blob_count *count, const char *name, size_t len, int64_t elapsed_ns);

#endif
