/* Backups.
 *
 * The copy is made through a connection of its own within one read transaction, so that it shows one moment, and writes
 * that follow do not make SQLite begin again. The log cannot be restarted meanwhile and grows by what is written. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <store/sqlite/sqlite.h>

enum { STEP_PAGES = 256, PATH_ROOM = 4096 };

static enum nash_status fail_path(struct nash_error *error, const char *path)
{
    int code = errno;
    enum nash_status status = code == EEXIST   ? NASH_CONFLICT
                              : code == ENOENT ? NASH_NOT_FOUND
                              : code == ENOSPC ? NASH_BUSY
                                               : NASH_INVALID;
    return nash_fail(error, status, NULL, "%s: %s", path, strerror(code));
}

/* Checks the structure of the copy: pages, order of rows, and that it has the table of jobs. */
static enum nash_status check_copy(struct conn *copy, struct nash_error *error)
{
    sqlite3_stmt *statement = NULL;
    const unsigned char *found = NULL;
    enum nash_status status = NASH_OK;
    int code = sqlite3_prepare_v2(copy->db, "SELECT * FROM pragma_quick_check(1), (SELECT count(*) FROM job)", -1,
                                  &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code != SQLITE_ROW)
        status = conn_fail(copy, code, "checking the copy", error);
    else if ((found = sqlite3_column_text(statement, 0)) == NULL || strcmp((const char *)found, "ok") != 0)
        status = nash_fail(error, NASH_INTERNAL, NULL, "the copy is damaged: %s",
                           found != NULL ? (const char *)found : "out of memory");
    sqlite3_finalize(statement);
    return status;
}

/* Copies all pages to the empty file at `path`. */
static enum nash_status copy_pages(struct conn *from, const char *path,
                                   bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                   struct nash_error *error)
{
    struct conn to = {0};
    int code = sqlite3_open_v2(path, &to.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    sqlite3_backup *backup = NULL;
    enum nash_status status = NASH_OK;
    /* The file has no name yet that anyone relies on, so it needs no journal; it is synced as a whole. */
    if (code == SQLITE_OK)
        code = sqlite3_exec(to.db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (code == SQLITE_OK && (backup = sqlite3_backup_init(to.db, "main", from->db, "main")) == NULL)
        code = sqlite3_errcode(to.db);
    while (code == SQLITE_OK) {
        code = sqlite3_backup_step(backup, STEP_PAGES);
        uint64_t total = (uint64_t)sqlite3_backup_pagecount(backup);
        uint64_t done = total - (uint64_t)sqlite3_backup_remaining(backup);
        if ((code == SQLITE_OK || code == SQLITE_DONE) && progress != NULL && !progress(context, done, total)) {
            status = nash_fail(error, NASH_STOPPED, NULL, "the backup was stopped");
            code = SQLITE_DONE;
        }
    }
    sqlite3_backup_finish(backup);
    if (status == NASH_OK && code != SQLITE_DONE)
        status = conn_fail(&to, code, "copying itself", error);
    if (status == NASH_OK)
        status = check_copy(&to, error);
    sqlite3_close(to.db);
    return status;
}

static enum nash_status copy_snapshot(const char *place, const char *path,
                                      bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                      struct nash_error *error)
{
    struct conn from = {0};
    enum nash_status status = conn_open(&from, place, false, error);
    if (status != NASH_OK)
        return status;
    status = conn_run(&from, "BEGIN; SELECT count(*) FROM schema_version", error);
    if (status == NASH_OK)
        status = copy_pages(&from, path, progress, context, error);
    conn_close(&from);
    return status;
}

/* Syncs the file, gives it its name, and syncs the folder. */
static enum nash_status file_publish(const char *part, const char *path, struct nash_error *error)
{
    char folder[PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    snprintf(slash != NULL ? slash + 1 : folder, 2, ".");
    int fd = open(part, O_RDONLY | O_CLOEXEC), dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum nash_status status = NASH_OK;
    if (fd < 0 || dir < 0 || fsync(fd) != 0 || link(part, path) != 0 || unlink(part) != 0 || fsync(dir) != 0)
        status = fail_path(error, path);
    if (fd >= 0)
        close(fd);
    if (dir >= 0)
        close(dir);
    return status;
}

enum nash_status sqlite_backup_from(const char *place, const char *path,
                                    bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                    struct nash_error *error)
{
    char part[PATH_ROOM];
    if (strcmp(place, ":memory:") == 0)
        return nash_fail(error, NASH_INVALID, NULL, "a database in memory has no backup");
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part - 2)
        return nash_fail(error, NASH_INVALID, NULL, "the path of the backup is too long");
    if (access(place, R_OK) != 0)
        return fail_path(error, place);
    if (access(path, F_OK) == 0) {
        errno = EEXIST;
        return fail_path(error, path);
    }
    int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_path(error, part);
    close(fd);
    enum nash_status status = copy_snapshot(place, part, progress, context, error);
    if (status == NASH_OK)
        status = file_publish(part, path, error);
    if (status != NASH_OK)
        unlink(part);
    return status;
}

enum nash_status sqlite_backup(void *pointer, const char *path,
                               bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                               struct nash_error *error)
{
    const struct sqlite *db = pointer;
    return sqlite_backup_from(db->path, path, progress, context, error);
}

uint64_t sqlite_free_bytes(void *pointer)
{
    const struct sqlite *db = pointer;
    struct statvfs file_system;
    if (db->in_memory || statvfs(db->path, &file_system) != 0)
        return UINT64_MAX;
    return (uint64_t)file_system.f_bavail * file_system.f_frsize;
}
