/* SQLite and power cuts, by simulation: a layer over the files (VFS) records what was written since the last sync of
 * each file. A cut keeps what was synced and any part of the rest; the store that is opened from it has every
 * acknowledged write, whole, and no other in part. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <store/maintenance.h>

#include "frame.h"

enum { FILES = 2, WRITES_MAX = 200000, CUTS = 500, JOBS = 40, SECTOR = 512 };

struct unsynced {
    char *data; /* NULL: the file is truncated to `at` */
    int size;
    sqlite3_int64 at;
};

/* A database or its log, and its image as of the last sync. */
static struct {
    int image;
    struct unsynced *write;
    int count;
} disk[FILES];

static long until_cut = -1; /* writes until the cut; writer thread only */
static struct nash_rng cut_rng;
static bool is_cut;
static bool acknowledged[JOBS], acknowledged_at_cut[JOBS];
static char cut_path[FILES][160];

struct file {
    sqlite3_file base;
    sqlite3_file *real;
    int disk; /* -1: not recorded */
};

static sqlite3_io_methods methods;
static sqlite3_vfs *below;

static sqlite3_file *real(sqlite3_file *file)
{
    return ((struct file *)file)->real;
}

static void image_write(int fd, const struct unsynced *w, int size)
{
    if (w->data == NULL)
        assert_int_equal(ftruncate(fd, w->at), 0);
    else
        assert_int_equal(pwrite(fd, w->data, (size_t)size, w->at), size);
}

static void copy_image(int from, int to)
{
    static char block[1 << 16];
    ssize_t count;
    for (off_t at = 0; (count = pread(from, block, sizeof block, at)) > 0; at += count)
        assert_int_equal(pwrite(to, block, (size_t)count, at), count);
}

/* Makes the files as they are after the cut: of what was not synced, each write is there, absent or torn. */
static void cut(void)
{
    is_cut = true;
    memcpy(acknowledged_at_cut, acknowledged, sizeof acknowledged);
    for (int i = 0; i < FILES; i++) {
        int fd = open(cut_path[i], O_RDWR | O_CREAT | O_TRUNC, 0600);
        assert_true(fd >= 0);
        copy_image(disk[i].image, fd);
        for (int k = 0; k < disk[i].count; k++) {
            const struct unsynced *w = &disk[i].write[k];
            uint64_t fate = nash_rng_below(&cut_rng, 3);
            int sectors = w->size / SECTOR;
            if (fate == 0)
                image_write(fd, w, w->size);
            else if (fate == 1 && sectors > 0)
                image_write(fd, w, (int)nash_rng_below(&cut_rng, (uint64_t)sectors) * SECTOR);
        }
        close(fd);
    }
}

static void record(int which, const void *data, int size, sqlite3_int64 at)
{
    if (which < 0)
        return;
    if (until_cut >= 0 && until_cut-- == 0)
        cut();
    assert_true(disk[which].count < WRITES_MAX);
    struct unsynced *w = &disk[which].write[disk[which].count++];
    *w = (struct unsynced){.data = data != NULL ? malloc((size_t)size) : NULL, .size = size, .at = at};
    if (data != NULL)
        memcpy(w->data, data, (size_t)size);
}

static void forget(int which, bool keep)
{
    for (int k = 0; k < disk[which].count; k++) {
        if (keep)
            image_write(disk[which].image, &disk[which].write[k], disk[which].write[k].size);
        free(disk[which].write[k].data);
    }
    disk[which].count = 0;
}

static int file_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    record(((struct file *)file)->disk, data, size, at);
    return real(file)->pMethods->xWrite(real(file), data, size, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    record(((struct file *)file)->disk, NULL, 0, size);
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags; /* the image is the disk: no sync is needed below */
    int which = ((struct file *)file)->disk;
    if (which >= 0 && until_cut >= 0 && until_cut-- == 0)
        cut();
    if (which >= 0)
        forget(which, true);
    return SQLITE_OK;
}

#define PASS(name, parameters, ...)                                                                                    \
    static int name parameters                                                                                         \
    {                                                                                                                  \
        return real(file)->pMethods->__VA_ARGS__;                                                                      \
    }
PASS(file_close, (sqlite3_file * file), xClose(real(file)))
PASS(file_read, (sqlite3_file * file, void *data, int n, sqlite3_int64 at), xRead(real(file), data, n, at))
PASS(file_size, (sqlite3_file * file, sqlite3_int64 *n), xFileSize(real(file), n))
PASS(file_lock, (sqlite3_file * file, int n), xLock(real(file), n))
PASS(file_unlock, (sqlite3_file * file, int n), xUnlock(real(file), n))
PASS(file_reserved, (sqlite3_file * file, int *n), xCheckReservedLock(real(file), n))
PASS(file_control, (sqlite3_file * file, int n, void *a), xFileControl(real(file), n, a))
PASS(file_sector, (sqlite3_file * file), xSectorSize(real(file)))
PASS(file_traits, (sqlite3_file * file), xDeviceCharacteristics(real(file)))
PASS(file_map, (sqlite3_file * file, int p, int n, int e, void volatile **o), xShmMap(real(file), p, n, e, o))
PASS(file_shm, (sqlite3_file * file, int o, int n, int f), xShmLock(real(file), o, n, f))
PASS(file_unmap, (sqlite3_file * file, int n), xShmUnmap(real(file), n))

static void file_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    (void)vfs;
    struct file *file = (struct file *)base;
    bool is_ours = name != NULL && strncmp(name, frame_folder(), strlen(frame_folder())) == 0 && !is_cut;
    file->real = (sqlite3_file *)(file + 1);
    file->disk = !is_ours ? -1 : flags & SQLITE_OPEN_MAIN_DB ? 0 : flags & SQLITE_OPEN_WAL ? 1 : -1;
    int code = below->xOpen(below, name, file->real, flags, out);
    base->pMethods = file->real->pMethods != NULL ? &methods : NULL;
    return code;
}

static void vfs_start(void)
{
    static sqlite3_vfs vfs;
    methods = (sqlite3_io_methods){2,           file_close, file_read,   file_write,    file_truncate, file_sync,
                                   file_size,   file_lock,  file_unlock, file_reserved, file_control,  file_sector,
                                   file_traits, file_map,   file_shm,    file_barrier,  file_unmap,    NULL,
                                   NULL};
    below = sqlite3_vfs_find(NULL);
    vfs = *below;
    vfs.pNext = NULL;
    vfs.zName = "power";
    vfs.szOsFile += (int)sizeof(struct file);
    vfs.xOpen = vfs_open;
    sqlite3_vfs_register(&vfs, 1);
}

/* ---- the writes ---- */

static struct bytes *body_of(uint64_t n)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, n);
    return bytes_random(&rng, n % 13 == 5 ? (3 << 20) + 5 : n % 5 == 0 ? 70000 : 300);
}

static void note_done(struct store_op *op)
{
    assert_int_equal(op->status, NASH_OK);
    acknowledged[(uintptr_t)op->context] = true;
}

/* Posts all jobs, so that the writer makes groups of them, parts of large bodies and checkpoints. */
static void write_all(struct store *store)
{
    static struct store_op op[JOBS];
    for (uint64_t n = 0; n < JOBS; n++) {
        op[n] = (struct store_op){.verb = STORE_SUBMIT, .row = job_of(n), .done = note_done, .context = (void *)n};
        op[n].row.state = JOB_SUCCEEDED;
        op[n].row.result = body_of(n);
        store_post(store, &op[n]);
        if (n % 4 == 0)
            store_flush(store);
    }
    store_flush(store);
    for (uint64_t n = 0; n < JOBS; n++)
        store_job_release(&op[n].row);
}

static void fail_finding(void *context, const struct store_finding *finding)
{
    fail_msg("cut %d: %s", *(int *)context, finding->detail);
}

/* Opens the files of the cut and checks them. */
static void check_cut(int number)
{
    char url[200];
    struct nash_error error = {0};
    snprintf(url, sizeof url, "sqlite:%s", cut_path[0]);
    struct store *store = store_open(url, "a", &error);
    if (store == NULL)
        fail_msg("cut %d: %s", number, error.detail);
    for (uint64_t n = 0; n < JOBS; n++) {
        struct store_job row;
        struct job_id id = id_of(n);
        bool found = get(store, &id, &row);
        if (!found && acknowledged_at_cut[n])
            fail_msg("cut %d: job %u was acknowledged and is lost", number, (unsigned)n);
        struct bytes *want = body_of(n);
        if (found && !bytes_equal(row.result, want))
            fail_msg("cut %d: job %u is there in part", number, (unsigned)n);
        bytes_unref(want);
        store_job_release(&row);
    }
    uint64_t removed;
    struct store_check check = {.whole = true, .found = fail_finding, .context = &number};
    assert_int_equal(store_sweep(store, &(struct store_retention){0}, &removed, NULL), NASH_OK);
    assert_int_equal(store_check(store, &check, NULL), NASH_OK);
    store_close(store);
}

static void one_cut(struct nash_rng *rng, int number)
{
    snprintf(cut_path[0], sizeof cut_path[0], "%s/cut.db", frame_folder());
    snprintf(cut_path[1], sizeof cut_path[1], "%s/cut.db-wal", frame_folder());
    for (int i = 0; i < FILES; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s/image%d", frame_folder(), i);
        disk[i].image = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    }
    memset(acknowledged, 0, sizeof acknowledged);
    is_cut = false;
    struct store *store = frame_open("a");
    nash_rng_seed(&cut_rng, nash_rng_next(rng));
    until_cut = (long)nash_rng_below(rng, 700);
    write_all(store);
    if (!is_cut)
        cut(); /* after the last write */
    until_cut = -1;
    check_cut(number);
    is_cut = false;
    store_close(store);
    for (int i = 0; i < FILES; i++) {
        forget(i, false);
        close(disk[i].image);
    }
}

static void test_cuts(void **state)
{
    struct nash_rng rng = test_rng();
    int cuts = (int)test_length(12, CUTS);
    for (int i = 0; i < FILES; i++)
        disk[i].write = calloc(WRITES_MAX, sizeof *disk[i].write);
    for (int i = 0; i < cuts; i++) {
        if (i > 0) {
            frame_teardown(state);
            assert_int_equal(frame_setup(state), 0);
        }
        one_cut(&rng, i);
    }
    for (int i = 0; i < FILES; i++)
        free(disk[i].write);
    print_message("%d power cuts\n", cuts);
}

int main(int argc, char **argv)
{
    (void)argc;
    frame_start(1, argv); /* always SQLite */
    vfs_start();
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_cuts, frame_setup, frame_teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
