/* What the order of job ids costs: pages written for each insert into a unique index that has 200,000 ids already. Ids
 * of this server against random ids, and against ids that begin with the time. Pages are counted in the write-ahead
 * log, so the numbers do not depend on the machine. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/secret.h>
#include <jobs/job/job.h>

#include "../../unit/base/folder.h"

enum { OLD_ROWS = 200000, NEW_ROWS = 8192, PAGE_BYTES = 4096 + 24, JOB_US = 250 };

static char path[128];
static struct job_ids ids;

static void make_ours(struct job_id *id, int64_t now_us)
{
    job_ids_next(&ids, now_us / 1000, id);
}

static void make_random(struct job_id *id, int64_t now_us)
{
    (void)now_us;
    secret_random(id->byte, sizeof id->byte);
}

static void make_by_time(struct job_id *id, int64_t now_us)
{
    secret_random(id->byte, sizeof id->byte);
    for (int i = 0; i < 6; i++)
        id->byte[i] = (uint8_t)((uint64_t)now_us / 1000 >> (8 * (5 - i)));
}

static void run_sql(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
        exit(1);
    }
}

/* Inserts rows, `batch` in a transaction, at one job in JOB_US microseconds. */
static void insert_rows(sqlite3 *db, void (*make)(struct job_id *, int64_t), int64_t *now_us, int rows, int batch)
{
    sqlite3_stmt *insert;
    sqlite3_prepare_v2(db, "INSERT INTO job (id) VALUES (?)", -1, &insert, NULL);
    for (int done = 0; done < rows; done += batch) {
        run_sql(db, "BEGIN");
        for (int i = 0; i < batch; i++) {
            struct job_id id;
            make(&id, *now_us += JOB_US);
            sqlite3_bind_blob(insert, 1, id.byte, sizeof id.byte, SQLITE_STATIC);
            if (sqlite3_step(insert) != SQLITE_DONE)
                exit(1);
            sqlite3_reset(insert);
        }
        run_sql(db, "COMMIT");
    }
    sqlite3_finalize(insert);
}

/* Returns the pages written for an insert. */
static double pages(void (*make)(struct job_id *, int64_t), int batch)
{
    sqlite3 *db;
    struct stat is;
    char file[160], wal[168];
    int64_t now_us = INT64_C(1795000000000000);
    snprintf(file, sizeof file, "%s/ids.db", path);
    snprintf(wal, sizeof wal, "%s-wal", file);
    unlink(file);
    if (sqlite3_open(file, &db) != SQLITE_OK)
        exit(1);
    run_sql(
        db,
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0;"
        "CREATE TABLE job (sequence INTEGER PRIMARY KEY, id BLOB NOT NULL); CREATE UNIQUE INDEX job_id ON job (id)");
    insert_rows(db, make, &now_us, OLD_ROWS, 1000);
    run_sql(db, "PRAGMA wal_checkpoint(TRUNCATE)");
    insert_rows(db, make, &now_us, NEW_ROWS, batch);
    if (stat(wal, &is) != 0)
        exit(1);
    sqlite3_close(db);
    unlink(file);
    return (double)is.st_size / PAGE_BYTES / NEW_ROWS;
}

int main(void)
{
    static const int batches[] = {1, 16, 128};
    if (!test_folder(path, sizeof path, "nashd-bench-ids"))
        return 1;
    printf("pages written for an insert into table and index\n%18s %8s %8s %8s\n", "jobs a transaction", "ours",
           "random", "by time");
    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++)
        printf("%18d %8.2f %8.2f %8.2f\n", batches[i], pages(make_ours, batches[i]), pages(make_random, batches[i]),
               pages(make_by_time, batches[i]));
    rmdir(path);
    return 0;
}
