#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void spool_init(struct spool *spool, const char *folder)
{
    *spool = (struct spool){.folder = folder, .near = NASH_BUF_INIT(0), .file = -1};
}

void spool_release(struct spool *spool)
{
    nash_buf_free(&spool->near);
    if (spool->file >= 0)
        close(spool->file);
    spool->file = -1;
}

/* Opens a file without a name. On a file system without O_TMPFILE it is created with a name and unlinked. */
static int open_unnamed(const char *folder)
{
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return fd;
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/spool-XXXXXX", folder) >= (int)sizeof path)
        return -1;
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

/* Moves the bytes in memory to the end of the file. */
static bool spill(struct spool *spool)
{
    if (spool->file < 0)
        spool->file = open_unnamed(spool->folder);
    if (spool->file < 0)
        return false;
    for (size_t done = spool->near_read; done < spool->near.len;) {
        ssize_t count = pwrite(spool->file, spool->near.data + done, spool->near.len - done, (off_t)spool->written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
        spool->written += (uint64_t)count;
    }
    nash_buf_reset(&spool->near);
    spool->near_read = 0;
    return true;
}

void spool_add(struct spool *spool, const void *bytes, size_t count)
{
    nash_buf_add(&spool->near, bytes, count);
    if (spool->near.failed || (spool->near.len - spool->near_read > SPOOL_MEMORY && !spill(spool)))
        spool->failed = true;
}

static size_t take_from_file(struct spool *spool, void *out, size_t max)
{
    uint64_t left = spool->written - spool->read;
    ssize_t count;
    do
        count = pread(spool->file, out, max < left ? max : (size_t)left, (off_t)spool->read);
    while (count < 0 && errno == EINTR);
    if (count <= 0) {
        spool->failed = true;
        return 0;
    }
    spool->read += (uint64_t)count;
    if (spool->read == spool->written) { /* all read: free the disk space */
        spool->read = spool->written = 0;
        if (ftruncate(spool->file, 0) != 0)
            spool->failed = true;
    }
    return (size_t)count;
}

size_t spool_take(struct spool *spool, void *out, size_t max)
{
    if (spool->read < spool->written)
        return take_from_file(spool, out, max);
    size_t count = spool->near.len - spool->near_read;
    if (count > max)
        count = max;
    if (count == 0)
        return 0;
    memcpy(out, spool->near.data + spool->near_read, count);
    spool->near_read += count;
    if (spool->near_read == spool->near.len) {
        nash_buf_reset(&spool->near);
        spool->near_read = 0;
    }
    return count;
}
