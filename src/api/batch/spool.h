/* A queue of bytes: in memory up to SPOOL_MEMORY, beyond that in an unlinked file. A client may send its whole batch
 * before it reads the first answer, and memory must not grow with the batch. It has no lock: only one thread may use
 * it at a time. */
#ifndef API_SPOOL_H
#define API_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>

enum { SPOOL_MEMORY = 256 << 10 }; /* bytes kept in memory */

struct spool {
    const char *folder;     /* where the file is created; owned by the caller */
    struct nash_buf near;   /* the newest bytes, not yet in the file */
    size_t near_read;       /* bytes of `near` already read (only while the file is empty) */
    int file;               /* descriptor; -1 = no file yet */
    uint64_t written, read; /* bytes written to the file, and read from it */
    bool failed;            /* bytes were lost: out of memory or disk space */
};

void spool_init(struct spool *spool, const char *folder);
void spool_release(struct spool *spool);
/* Appends bytes; sets failed if they cannot be stored. */
void spool_add(struct spool *spool, const void *bytes, size_t count);
/* Removes up to max of the oldest bytes; returns their number, 0 when the queue is empty. */
size_t spool_take(struct spool *spool, void *out, size_t max);

#endif
