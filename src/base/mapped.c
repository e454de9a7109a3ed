/* A mapped file is memory whose every page can fail, so it is made with care:
 *
 *   all its blocks are reserved before it is mapped. A page of a sparse file that finds no room on the disk kills the
 *   process that touches it (SIGBUS), and a worker in its sandbox could do nothing about it;
 *
 *   a file in use is never cut or written over. One that is damaged (another size, another head) may still be mapped by
 *   a process of ours, so it is replaced: a new one is made beside it and renamed over it, and who has the old one
 *   keeps it until he ends. Two processes that replace at once leave one of their two files, both of which are good.
 *
 * The head tells a file of ours and of this version from any other. What follows is the caller's to check. Whoever cuts
 * the file of a running server with other means ends the workers that read it, one by one, and not the server. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/mapped.h>

enum { PATH_BYTES = 4096, PIECE = 1 << 16, BLOCK = 512, HEAD_MOST = 64 };

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
    static const char zeroes[PIECE];
    for (size_t at = 0; at < bytes; at += PIECE)
        if (!write_all(fd, zeroes, bytes - at < PIECE ? bytes - at : PIECE, at))
            return false;
    return true;
}

/* Every byte of the file has its place on the disk. Where the file system cannot reserve, a new file is written and an
 * old one believed when it holds as many blocks as it should. */
static bool reserve(int fd, size_t bytes, bool is_new)
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

static void *map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

static bool is_ours(int fd, const struct layout *layout)
{
    struct stat is;
    char head[HEAD_MOST];
    return fstat(fd, &is) == 0 && S_ISREG(is.st_mode) && (size_t)is.st_size == layout->bytes &&
           layout->head_bytes <= sizeof head && pread(fd, head, layout->head_bytes, 0) == (ssize_t)layout->head_bytes &&
           memcmp(head, layout->head, layout->head_bytes) == 0;
}

/* NULL: there is none, or none to be believed. */
static void *map_old(const char *path, const struct layout *layout)
{
    void *memory = NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (is_ours(fd, layout) && reserve(fd, layout->bytes, false))
        memory = map(fd, layout->bytes);
    close(fd);
    return memory;
}

/* NULL: the directory takes none. */
static void *map_new(const char *path, const struct layout *layout)
{
    char beside[PATH_BYTES + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    unlink(beside);
    int fd = open(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return NULL;
    void *memory = NULL;
    if (reserve(fd, layout->bytes, true) && write_all(fd, layout->head, layout->head_bytes, 0))
        memory = map(fd, layout->bytes);
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
        memory = map_old(path, &layout);
        if (memory == NULL)
            memory = map_new(path, &layout);
    }
    if (memory == NULL && (memory = map(-1, bytes)) != NULL)
        memcpy(memory, head, head_bytes);
    return memory;
}
