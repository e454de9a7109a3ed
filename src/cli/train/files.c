#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 20, PATH_BYTES = 4096 };

static bool file_failed(const char *path, int cause)
{
    fprintf(stderr, "nashd train: %s: %s\n", path, strerror(cause));
    return false;
}

bool train_file_read(const char *path, size_t max, struct nash_buf *out)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = -1;
    int cause = errno;
    *out = NASH_BUF_INIT(max + BLOCK_BYTES);
    while (fd >= 0 && out->len <= max && nash_buf_reserve(out, BLOCK_BYTES)) {
        got = read(fd, out->data + out->len, BLOCK_BYTES);
        if (got <= 0)
            break;
        out->len += (size_t)got;
    }
    if (fd >= 0 && got < 0)
        cause = errno;
    if (fd >= 0 && !is_stdin)
        close(fd);
    if (fd < 0 || got != 0)
        return file_failed(path, out->len > max ? EFBIG : out->failed ? ENOMEM : cause);
    return true;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(fd, bytes, len);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            len -= (size_t)written;
        }
    }
    return fsync(fd) == 0;
}

/* Makes the new name of a file durable. */
static bool sync_folder(const char *path)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s",
             slash == NULL   ? 1
             : slash == path ? 1
                             : (int)(slash - path),
             slash == NULL ? "." : path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    if (fd >= 0)
        close(fd);
    return synced;
}

bool train_file_write(const char *path, const void *bytes, size_t len)
{
    char beside[PATH_BYTES];
    if ((size_t)snprintf(beside, sizeof beside, "%s.tmp", path) >= sizeof beside)
        return file_failed(path, ENAMETOOLONG);
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool written = fd >= 0 && write_all(fd, bytes, len);
    int cause = errno;
    if (fd >= 0 && close(fd) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && (rename(beside, path) != 0 || !sync_folder(path))) {
        written = false;
        cause = errno;
    }
    if (!written && fd >= 0)
        unlink(beside);
    return written || file_failed(path, cause);
}
