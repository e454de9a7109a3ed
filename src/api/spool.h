/* A queue of bytes between who writes answers and who reads them: in memory while it is short, in an unlinked file
 * beyond. A client may send its whole batch before it reads the first answer, so answers have to wait somewhere, and
 * memory must not grow with the batch. Not locked: one thread at a time. */
#ifndef API_SPOOL_H
#define API_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>

enum { SPOOL_MEMORY = 256 << 10 }; /* bytes kept in memory */

struct spool {
    const char *folder;     /* where the file is made; the caller's */
    struct nash_buf near;   /* the newest bytes, not yet in the file */
    size_t near_read;       /* bytes of `near` already read (only while the file is empty) */
    int file;               /* -1 = none yet */
    uint64_t written, read; /* of the file */
    bool failed;            /* bytes were lost: no memory, no disk */
};

void spool_init(struct spool *spool, const char *folder);
void spool_release(struct spool *spool);
/* Appends. What cannot be kept sets failed. */
void spool_add(struct spool *spool, const void *bytes, size_t count);
/* Takes up to max of the oldest bytes; 0 when there are none. */
size_t spool_take(struct spool *spool, void *out, size_t max);

#endif
