#include "tempfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

struct tempfile {
    _Atomic unsigned refs;
    int fd;
    uint64_t len;
    uint64_t charged; /* bytes taken from the budget */
    struct byte_budget *budget;
};

/* Opens a file without a name. Not every file system has O_TMPFILE; there it gets a name for a moment. Returns -1 with
 * errno. */
static int open_unnamed(const char *folder)
{
    char path[PATH_ROOM];
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return fd;
    if (snprintf(path, sizeof path, "%s/temporary-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

struct tempfile *tempfile_new(const char *folder, struct byte_budget *budget, struct nash_error *error)
{
    struct tempfile *file = malloc(sizeof *file);
    if (file == NULL) {
        nash_fail(error, NASH_BUSY, "", "the server has no memory for a temporary file; try again later");
        return NULL;
    }
    *file = (struct tempfile){.refs = 1, .fd = open_unnamed(folder), .budget = budget};
    if (file->fd >= 0)
        return file;
    nash_fail(error, NASH_BUSY, "", "the server cannot create a temporary file (%s); try again later", strerror(errno));
    free(file);
    return NULL;
}

struct tempfile *tempfile_ref(struct tempfile *file)
{
    if (file != NULL)
        atomic_fetch_add_explicit(&file->refs, 1, memory_order_relaxed);
    return file;
}

void tempfile_unref(struct tempfile *file)
{
    if (file == NULL || atomic_fetch_sub_explicit(&file->refs, 1, memory_order_acq_rel) != 1)
        return;
    close(file->fd);
    if (file->budget != NULL)
        budget_give(file->budget, file->charged);
    free(file);
}

enum nash_status tempfile_append(struct tempfile *file, const void *data, size_t len, struct nash_error *error)
{
    if (file->budget != NULL) {
        if (!budget_take(file->budget, len))
            return nash_fail_type(error, NASH_BUSY, "busy", "",
                                  "the server has no room for this many bytes at once; try again later");
        file->charged += len;
    }
    for (size_t done = 0; done < len;) {
        ssize_t count = pwrite(file->fd, (const char *)data + done, len - done, (off_t)file->len);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return nash_fail_type(error, NASH_BUSY, "busy", "",
                                  "the server cannot write a temporary file (%s); try again later", strerror(errno));
        done += (size_t)count;
        file->len += (uint64_t)count;
    }
    return NASH_OK;
}

uint64_t tempfile_len(const struct tempfile *file)
{
    return file != NULL ? file->len : 0;
}

ssize_t tempfile_read(const struct tempfile *file, uint64_t from, void *out, size_t room)
{
    ssize_t count;
    do
        count = pread(file->fd, out, room, (off_t)from);
    while (count < 0 && errno == EINTR);
    return count;
}

int tempfile_fd(const struct tempfile *file)
{
    return file->fd;
}
