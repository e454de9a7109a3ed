/* Maps a file without the risk that access to a page fails later.
 *
 * All blocks of the file are reserved before it is mapped. Otherwise a process that writes a page of a sparse file on a
 * full disk would get SIGBUS, which a sandboxed worker cannot handle.
 *
 * A file in use is never truncated or overwritten. A damaged file (another size, another head) may still be mapped by
 * another process of this server, so it is replaced by rename: a process that has mapped the old file keeps it. If two
 * processes replace it at once, one of two good files remains.
 *
 * The head identifies files of this program and version; the caller checks the rest. If another program truncates the
 * file of a running server, the workers that read it die one by one, but not the server. */
#include "mapped.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, ZEROES_BYTES = 1 << 16, BLOCK = 512, HEAD_MAX = 64 };

/* What the file must contain: its first head_bytes, and its size. */
struct layout {
    const void *head;
    size_t head_bytes, bytes;
};

static bool write_all(int fd, const void *from, size_t count, size_t at)
{
    for (const char *byte = from; count > 0;) {
        ssize_t put = pwrite(fd, byte, count, (off_t)at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        byte += put, at += (size_t)put, count -= (size_t)put;
    }
    return true;
}

static bool write_zeroes(int fd, size_t bytes)
{
    static const char zeroes[ZEROES_BYTES];
    for (size_t at = 0; at < bytes; at += ZEROES_BYTES)
        if (!write_all(fd, zeroes, bytes - at < ZEROES_BYTES ? bytes - at : ZEROES_BYTES, at))
            return false;
    return true;
}

/* Reserves disk space for every byte. If the file system cannot reserve, a new file is filled with zeroes, and an old
 * one is accepted if it has as many blocks as it should. */
static bool reserve_blocks(int fd, size_t bytes, bool is_new)
{
    struct stat is;
    int code;
    do
        code = fallocate(fd, 0, 0, (off_t)bytes);
    while (code != 0 && errno == EINTR);
    if (code == 0)
        return true;
    if (errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    if (is_new)
        return write_zeroes(fd, bytes);
    return fstat(fd, &is) == 0 && (size_t)is.st_blocks >= bytes / BLOCK;
}

static void *map_memory(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

static bool has_layout(int fd, const struct layout *layout)
{
    struct stat is;
    char head[HEAD_MAX];
    return fstat(fd, &is) == 0 && S_ISREG(is.st_mode) && (size_t)is.st_size == layout->bytes &&
           layout->head_bytes <= sizeof head && pread(fd, head, layout->head_bytes, 0) == (ssize_t)layout->head_bytes &&
           memcmp(head, layout->head, layout->head_bytes) == 0;
}

/* Returns NULL if there is no file, or no valid one. */
static void *map_existing_file(const char *path, const struct layout *layout)
{
    void *memory = NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (has_layout(fd, layout) && reserve_blocks(fd, layout->bytes, false))
        memory = map_memory(fd, layout->bytes);
    close(fd);
    return memory;
}

/* Returns NULL if no file can be made in the directory. */
static void *map_new_file(const char *path, const struct layout *layout)
{
    char beside[PATH_BYTES + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    unlink(beside);
    int fd = open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return NULL;
    void *memory = NULL;
    if (reserve_blocks(fd, layout->bytes, true) && write_all(fd, layout->head, layout->head_bytes, 0))
        memory = map_memory(fd, layout->bytes);
    close(fd);
    if (memory != NULL && rename(beside, path) == 0)
        return memory;
    if (memory != NULL)
        munmap(memory, layout->bytes);
    unlink(beside);
    return NULL;
}

void *mapped_memory(const char *directory, const char *name, const void *head, size_t head_bytes, size_t bytes)
{
    const struct layout layout = {head, head_bytes, bytes};
    char path[PATH_BYTES];
    void *memory = NULL;
    int len = directory ? snprintf(path, sizeof path, "%s/%s", directory, name) : -1;
    if (len > 0 && len < (int)sizeof path) {
        memory = map_existing_file(path, &layout);
        if (memory == NULL)
            memory = map_new_file(path, &layout);
    }
    if (memory == NULL && (memory = map_memory(-1, bytes)) != NULL)
        memcpy(memory, head, head_bytes);
    return memory;
}
