/* A layer for SQLite (VFS) that joins writes to adjacent places of a file.
 *
 * SQLite writes each page of a commit to its log by two calls, header and page: about 17 for a small job. Here they
 * collect in memory and are written by one call before the sync that ends the commit. That is safe because nothing
 * reads them earlier: with synchronous = FULL a commit syncs the log before it publishes its pages in the shared index,
 * and a checkpoint syncs the database before it counts pages as copied. Any other call on the file writes the buffer
 * first. A write that fails is reported by the next write or sync of the file, which fails the commit as usual. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

enum { BUFFER_BYTES = 64 << 10 }; /* the VFS of unix writes less than 128 KiB in one call */

struct buffered_file {
    sqlite3_file base;
    sqlite3_file *real; /* the file of the VFS below, in the memory behind this struct */
    bool buffers;       /* a database or its log */
    char *buffer;       /* NULL before the first write */
    int len;            /* bytes in the buffer */
    sqlite3_int64 at;   /* their place in the file */
    int failure;        /* of a write that SQLite has not been told; SQLITE_OK: none */
};

static struct buffered_file *file_of(sqlite3_file *file)
{
    return (struct buffered_file *)file;
}

static sqlite3_file *real(sqlite3_file *file)
{
    return file_of(file)->real;
}

/* Writes the buffer. */
static int buffer_write(struct buffered_file *file)
{
    int len = file->len;
    if (len == 0)
        return SQLITE_OK;
    file->len = 0;
    int code = file->real->pMethods->xWrite(file->real, file->buffer, len, file->at);
    if (code != SQLITE_OK)
        file->failure = code;
    return code;
}

/* Returns a failure that SQLite has not been told, and forgets it. */
static int failure_take(struct buffered_file *file)
{
    int code = file->failure;
    file->failure = SQLITE_OK;
    return code;
}

static bool buffer_exists(struct buffered_file *file)
{
    if (file->buffer == NULL && file->buffers)
        file->buffer = malloc(BUFFER_BYTES);
    return file->buffer != NULL;
}

static int file_write(sqlite3_file *base, const void *data, int size, sqlite3_int64 at)
{
    struct buffered_file *file = file_of(base);
    if (file->len > 0 && (at != file->at + file->len || size > BUFFER_BYTES - file->len))
        buffer_write(file);
    if (file->failure != SQLITE_OK)
        return failure_take(file);
    if (size > BUFFER_BYTES || !buffer_exists(file))
        return file->real->pMethods->xWrite(file->real, data, size, at);
    if (file->len == 0)
        file->at = at;
    memcpy(file->buffer + file->len, data, (size_t)size);
    file->len += size;
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags)
{
    struct buffered_file *file = file_of(base);
    buffer_write(file);
    if (file->failure != SQLITE_OK)
        return failure_take(file);
    return file->real->pMethods->xSync(file->real, flags);
}

static int file_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
    int code = buffer_write(file_of(file));
    return code != SQLITE_OK ? code : real(file)->pMethods->xRead(real(file), data, size, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = buffer_write(file_of(file));
    return code != SQLITE_OK ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    int code = buffer_write(file_of(file));
    return code != SQLITE_OK ? code : real(file)->pMethods->xFileSize(real(file), size);
}

static int file_unlock(sqlite3_file *file, int level)
{
    int code = buffer_write(file_of(file));
    int unlocked = real(file)->pMethods->xUnlock(real(file), level);
    return code != SQLITE_OK ? code : unlocked;
}

static int file_close(sqlite3_file *base)
{
    struct buffered_file *file = file_of(base);
    int code = buffer_write(file);
    free(file->buffer);
    file->buffer = NULL;
    int closed = file->real->pMethods->xClose(file->real);
    return code != SQLITE_OK ? code : closed;
}

static int file_control(sqlite3_file *file, int op, void *argument)
{
    int code = buffer_write(file_of(file));
    return code != SQLITE_OK ? code : real(file)->pMethods->xFileControl(real(file), op, argument);
}

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    int code = buffer_write(file_of(file));
    int locked = real(file)->pMethods->xShmLock(real(file), offset, n, flags);
    return locked != SQLITE_OK || (flags & SQLITE_SHM_UNLOCK) ? locked : code;
}

/* ---- calls that concern no bytes of the file ---- */

static int file_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_is_reserved(sqlite3_file *file, int *out)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int file_sector(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int file_traits(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* without memory maps, which would not see the buffer */
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static sqlite3_vfs buffered_vfs;

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    struct buffered_file *file = file_of(base);
    sqlite3_vfs *below = vfs->pAppData;
    *file = (struct buffered_file){.real = (sqlite3_file *)(file + 1),
                                   .buffers = (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) != 0};
    int code = below->xOpen(below, name, file->real, flags, out);
    file->base.pMethods = file->real->pMethods != NULL ? &methods : NULL;
    return code;
}

static void vfs_register(void)
{
    sqlite3_vfs *below = sqlite3_vfs_find(NULL);
    buffered_vfs = *below;
    buffered_vfs.pNext = NULL;
    buffered_vfs.zName = "buffered";
    buffered_vfs.pAppData = below;
    buffered_vfs.szOsFile += (int)sizeof(struct buffered_file);
    buffered_vfs.xOpen = vfs_open;
    sqlite3_vfs_register(&buffered_vfs, 0);
}

const char *write_buffer_vfs(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, vfs_register);
    return buffered_vfs.zName;
}
