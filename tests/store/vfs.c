/* The failing disk: see vfs.h. */
#include "vfs.h"

#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

struct file {
    sqlite3_file base;
    sqlite3_file *real; /* the file of the real VFS, in the memory behind this struct */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* under the lock: calls until the first failure, failures still to come, failures so far */
static long wait_for, still, failures;
static bool is_full;
static _Atomic long delay_us, syncs;

void vfs_fail(long after, long times, bool full)
{
    pthread_mutex_lock(&lock);
    wait_for = after;
    still = times;
    failures = 0;
    is_full = full;
    pthread_mutex_unlock(&lock);
}

void vfs_mend(void)
{
    pthread_mutex_lock(&lock);
    still = 0;
    pthread_mutex_unlock(&lock);
}

long vfs_failures(void)
{
    pthread_mutex_lock(&lock);
    long seen = failures;
    pthread_mutex_unlock(&lock);
    return seen;
}

void vfs_slow(long microseconds)
{
    atomic_store(&delay_us, microseconds);
}

long vfs_syncs(void)
{
    return atomic_load(&syncs);
}

/* Returns SQLITE_OK if the present call is to be performed, otherwise the error with which it fails. */
static int verdict(int code)
{
    pthread_mutex_lock(&lock);
    bool fails = still > 0 && wait_for == 0;
    if (still > 0 && wait_for > 0)
        wait_for--;
    if (fails) {
        still--;
        failures++;
        code = is_full && code == SQLITE_IOERR_WRITE ? SQLITE_FULL : code;
    }
    pthread_mutex_unlock(&lock);
    return fails ? code : SQLITE_OK;
}

static sqlite3_file *real(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static int file_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    int code = verdict(SQLITE_IOERR_WRITE);
    if (code != SQLITE_OK)
        size /= 2;
    int written = real(file)->pMethods->xWrite(real(file), data, size, at);
    return code != SQLITE_OK ? code : written;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = verdict(SQLITE_IOERR_TRUNCATE);
    return code != SQLITE_OK ? code : real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    long us = atomic_load(&delay_us);
    int code = verdict(SQLITE_IOERR_FSYNC);
    atomic_fetch_add(&syncs, 1);
    if (us > 0)
        nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
    return code != SQLITE_OK ? code : real(file)->pMethods->xSync(real(file), flags);
}

/* ---- all other calls are passed to the real VFS ---- */

static int file_close(sqlite3_file *file)
{
    return real(file)->pMethods->xClose(real(file));
}

static int file_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
    return real(file)->pMethods->xRead(real(file), data, size, at);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_is_reserved(sqlite3_file *file, int *out)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int file_control(sqlite3_file *file, int op, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), op, argument);
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

static int file_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
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
    .iVersion = 2, /* without memory maps, so that all writes pass through this VFS */
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

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    struct file *file = (struct file *)base;
    sqlite3_vfs *below = vfs->pAppData;
    file->real = (sqlite3_file *)(file + 1);
    int code = below->xOpen(below, name, file->real, flags, out);
    base->pMethods = file->real->pMethods != NULL ? &methods : NULL;
    return code;
}

void vfs_start(void)
{
    static sqlite3_vfs vfs;
    sqlite3_vfs *below = sqlite3_vfs_find(NULL);
    if (vfs.pAppData != NULL)
        return;
    vfs = *below;
    vfs.pNext = NULL;
    vfs.zName = "faults";
    vfs.pAppData = below;
    vfs.szOsFile += (int)sizeof(struct file);
    vfs.xOpen = vfs_open;
    sqlite3_vfs_register(&vfs, 1);
}
