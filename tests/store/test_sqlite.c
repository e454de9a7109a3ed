/* Tests of the SQLite engine only: its file, its write-ahead log, its schema, its query plans. */
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <store/sqlite/migration.h>
#include <store/sqlite/sqlite.h>

#include "frame.h"

static const char *path(void)
{
    return frame_url() + strlen("sqlite:");
}

static void refused(const char *url, const char *node, enum nash_status status, const char *words)
{
    struct nash_error error = {0};
    struct store *store = store_open(url, node, &error);
    assert_null(store);
    assert_int_equal(error.status, status);
    if (strstr(error.detail, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.detail, words);
}

/* Runs SQL on the file through a connection of its own. Returns the first column of the first row, or "", in a static
 * buffer. */
static const char *sql(const char *text)
{
    static char out[256];
    sqlite3 *db;
    sqlite3_stmt *s;
    const char *rest = text;
    out[0] = '\0';
    assert_int_equal(sqlite3_open(path(), &db), SQLITE_OK);
    while (*rest != '\0') {
        if (sqlite3_prepare_v2(db, rest, -1, &s, &rest) != SQLITE_OK)
            fail_msg("%s: %s", text, sqlite3_errmsg(db));
        if (sqlite3_step(s) == SQLITE_ROW)
            snprintf(out, sizeof out, "%s", (const char *)sqlite3_column_text(s, 0));
        if (sqlite3_finalize(s) != SQLITE_OK)
            fail_msg("%s: %s", text, sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    return out;
}

static long size_of(const char *suffix)
{
    char name[256];
    struct stat status;
    snprintf(name, sizeof name, "%s%s", path(), suffix);
    return stat(name, &status) == 0 ? (long)status.st_size : 0;
}

/* ---- opening ---- */

static void test_one_node(void **state)
{
    struct store *a = frame_open("a"), *b = frame_open("b");
    refused(frame_url(), "a", NASH_CONFLICT, "another server already uses the database");
    store_close(a);
    a = frame_open("a");
    refused(frame_url(), "b", NASH_CONFLICT, "another server already uses the database");
    store_close(b);
    store_close(a);
    store_close(frame_open("a/../b")); /* a name is not a path */
}

static void test_newer_schema(void **state)
{
    store_close(frame_open("a"));
    sql("INSERT INTO schema_version VALUES (9999, 'future', 1)");
    refused(frame_url(), "a", NASH_CONFLICT, "schema version 9999");
    refused(frame_url(), "a", NASH_CONFLICT, "use a newer nashd");
    sql("DELETE FROM schema_version WHERE version = 9999");
    store_close(frame_open("a")); /* nothing was changed */
}

static void test_foreign_database(void **state)
{
    sql("CREATE TABLE song (title TEXT)");
    refused(frame_url(), "a", NASH_CONFLICT, "another program's");
    assert_string_equal(sql("SELECT group_concat(name) FROM sqlite_schema"), "song"); /* the file is unchanged */
}

static void test_no_database(void **state)
{
    char url[256];
    FILE *file = fopen(path(), "w");
    for (int i = 0; i < 3000; i++)
        fputs("this is a letter, ", file);
    fclose(file);
    long size = size_of("");
    refused(frame_url(), "a", NASH_INTERNAL, "file is not a database");
    refused(frame_url(), "a", NASH_INTERNAL, path());
    assert_int_equal(size_of(""), size); /* unchanged to the byte */
    refused("sqlite:", "a", NASH_INVALID, "needs a path");
    snprintf(url, sizeof url, "sqlite:%s/nowhere/jobs.db", frame_folder());
    refused(url, "a", NASH_INVALID, "No such file or directory");
    snprintf(url, sizeof url, "sqlite:%s", frame_folder());
    refused(url, "a", NASH_INTERNAL, frame_folder());
    char *name = calloc(1, 9000);
    memset(name, 'x', 8999);
    memcpy(name, "sqlite:/", 8);
    refused(name, "a", NASH_INVALID, "too long");
    free(name);
}

/* A folder without write permission is refused. An unprivileged child tries it, because root may write everywhere. */
static void test_read_only_folder(void **state)
{
    store_close(frame_open("a"));
    assert_int_equal(chmod(frame_folder(), 0555), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct nash_error error = {0};
        if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
            _exit(77);
        struct store *store = store_open(frame_url(), "new", &error);
        _exit(store != NULL ? 1 : strstr(error.detail, "Permission denied") == NULL ? 2 : 0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(chmod(frame_folder(), 0755), 0);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A file of the first schema with jobs in every state is migrated, and its stored totals are right. */
static void test_migrations(void **state)
{
    store_close(frame_open("a"));
    assert_int_equal(unlink(path()), 0);
    sql("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL)");
    sql(sqlite_migrations[0].sql);
    sql("INSERT INTO schema_version VALUES (1, 'jobs', 1)");
    sql("WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000) "
        "INSERT INTO job SELECT n, randomblob(16), randomblob(32), 'kind', 'ann', CASE n % 4 WHEN 0 THEN 0 WHEN 1 THEN "
        "2 WHEN 2 THEN 3 ELSE 4 END, 0, 0, 0, 1, 1, 1000 + n, 0, 0, 0, 0, NULL, NULL, NULL, NULL, CASE n % 4 WHEN 1 "
        "THEN "
        "CAST('{\"brief\":\"say \"\"brief\"\": \",\"n\":' || n || '}' AS BLOB) END, NULL FROM c; "
        "INSERT INTO run SELECT sequence, 0, sequence % 8 = 0, 0, 0, NULL, 0, NULL FROM job WHERE state = 0");
    sql("UPDATE job SET problem = CAST(printf('%.*c', 2500000, 'x') AS BLOB) WHERE sequence = 8; "
        "INSERT INTO blob VALUES (8, '.problem', x'00')");
    struct store *store = frame_open("a");
    struct store_stats stats;
    assert_int_equal(store_stats(store, &stats, NULL), NASH_OK);
    for (int s = 0; s < 5; s++)
        assert_int_equal(stats.jobs[s], s < JOB_SUCCEEDED ? 375 : 750);
    struct nash_arena *arena = nash_arena_new(1 << 20);
    struct store_job *rows;
    size_t count;
    struct store_filter filter = {.created_from_ms = 1500, .created_to_ms = 1600, .limit = 200};
    assert_int_equal(store_list(store, &filter, arena, &rows, &count, NULL), NASH_OK);
    assert_int_equal(count, 100);
    for (size_t i = 0; i < count; i++)
        store_job_release(&rows[i]);
    nash_arena_free(arena);
    store_close(store);
    assert_string_equal(sql("SELECT count(*) || ' ' || sum(length(bytes)) FROM part"), "3 2500000");
    assert_string_equal(sql("SELECT count(*) FROM run"), "750");
    assert_string_equal(sql("SELECT count(*) FROM blob"), "1");
    assert_string_equal(sql("PRAGMA foreign_key_check"), "");
    char latest[16];
    snprintf(latest, sizeof latest, "%u", sqlite_migration_count);
    assert_string_equal(sql("SELECT count(*) FROM schema_version"), latest);
    assert_string_equal(sql("SELECT CAST(result AS TEXT) FROM job WHERE sequence = 5"),
                        "{\"summary\":\"say \"\"brief\"\": \",\"n\":5}");
    assert_string_equal(sql("SELECT count(*) FROM job WHERE substr(CAST(result AS TEXT), 1, 12) = '{\"summary\":\"'"),
                        "750");
    for (unsigned i = 0; i < sqlite_migration_count; i++)
        assert_int_equal(sqlite_migrations[i].version, i + 1);
}

/* The thread of one of several servers that start at once on a file that does not exist yet. */
static void *open_main(void *node)
{
    struct nash_error error = {0};
    struct store *store = store_open(frame_url(), node, &error);
    if (store == NULL)
        print_message("%s: %s\n", (const char *)node, error.detail);
    return store;
}

static void test_open_at_once(void **state)
{
    enum { NODES = 6, ROUNDS = 15 };
    char name[NODES][8];
    for (int round = 0; round < (int)test_length(4, ROUNDS); round++) {
        pthread_t thread[NODES];
        int failed = 0;
        frame_teardown(state);
        assert_int_equal(frame_setup(state), 0);
        for (int i = 0; i < NODES; i++) {
            snprintf(name[i], sizeof name[i], "node%d", i);
            pthread_create(&thread[i], NULL, open_main, name[i]);
        }
        for (int i = 0; i < NODES; i++) {
            void *store;
            pthread_join(thread[i], &store);
            failed += store == NULL;
            store_close(store);
        }
        assert_int_equal(failed, 0);
    }
}

/* ---- plans ---- */

/* Returns SQLite's plan of a list, one step per line. */
static void plan_of(sqlite3 *db, const struct store_filter *filter, char *out, size_t size)
{
    struct sqlite_query query;
    char text[sizeof query.text + 32];
    sqlite3_stmt *s;
    size_t len = 0;
    sqlite_list_sql(filter, &query);
    assert_true(query.len < sizeof query.text - 1);
    snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", query.text);
    if (sqlite3_prepare_v2(db, text, -1, &s, NULL) != SQLITE_OK)
        fail_msg("%s: %s", query.text, sqlite3_errmsg(db));
    out[0] = '\0';
    while (sqlite3_step(s) == SQLITE_ROW && len < size)
        len += (size_t)snprintf(out + len, size - len, "%s\n", (const char *)sqlite3_column_text(s, 3));
    sqlite3_finalize(s);
}

/* No combination of filters reads all jobs or sorts them; each uses the index made for it. */
static void test_plans(void **state)
{
    sqlite3 *db;
    char plan[2048];
    store_close(frame_open("a"));
    assert_int_equal(sqlite3_open(path(), &db), SQLITE_OK);
    for (int i = 0; i < 3 * 2 * 32 * 4; i++) {
        static const char *const owners[] = {NULL, "", "ann"};
        struct store_filter f = {.owner = owners[i % 3],
                                 .kind = i / 3 % 2 ? "sudoku" : NULL,
                                 .states = i / 6 % 32,
                                 .created_from_ms = i / 192 % 2 ? 5 : 0,
                                 .created_to_ms = i / 384 ? 9 : 0};
        bool timed = f.created_from_ms != 0 || f.created_to_ms != 0;
        bool few = f.states != 0 && (f.states & 1 << JOB_SUCCEEDED) == 0, unfinished = few && f.states < 4;
        const char *wanted = unfinished                              ? "SEARCH j USING INTEGER PRIMARY KEY (rowid=?)"
                             : few && (f.states & 3) != 0            ? "SCAN job USING INDEX job_unsuccessful"
                             : few                                   ? "SEARCH j USING INDEX job_unsuccessful"
                             : f.kind != NULL && f.owner != NULL     ? "SEARCH j USING INDEX job_"
                             : f.kind != NULL                        ? "SEARCH j USING INDEX job_kind (kind=?"
                             : f.owner != NULL && f.owner[0] != '\0' ? "SEARCH j USING INDEX job_owner (owner=?"
                                                                     : "SEARCH j USING INTEGER PRIMARY KEY (rowid";
        plan_of(db, &f, plan, sizeof plan);
        if (strstr(plan, wanted) == NULL || strstr(plan, "SCAN j\n") != NULL || strstr(plan, "SCAN j ") != NULL ||
            strstr(plan, "TEMP B-TREE") != NULL)
            fail_msg("owner %s kind %s states %d: instead of %s\n%s", f.owner, f.kind, f.states, wanted, plan);
        if (timed && !few && strstr(plan, "rowid>? AND rowid<?") == NULL)
            fail_msg("a time range is no bound:\n%s", plan);
        f.id_from = f.id_to = &(struct job_id){0};
        plan_of(db, &f, plan, sizeof plan);
        if (strstr(plan, "SEARCH job USING COVERING INDEX job_id (id>? AND id<?)") == NULL ||
            strstr(plan, "SCAN j\n") != NULL || strstr(plan, "SCAN j ") != NULL || strstr(plan, "TEMP B-TREE") != NULL)
            fail_msg("owner %s kind %s states %d: ids are not looked up\n%s", f.owner, f.kind, f.states, plan);
        f.id_from = f.id_to = NULL;
        f.finished_from_ms = i % 2 ? 3 : 0;
        f.finished_to_ms = i % 2 ? 0 : 7;
        plan_of(db, &f, plan, sizeof plan);
        if (strstr(plan, "SEARCH job USING COVERING INDEX job_finished (finished_ms>? AND finished_ms<?)") == NULL ||
            strstr(plan, "SCAN j\n") != NULL || strstr(plan, "SCAN j ") != NULL || strstr(plan, "TEMP B-TREE") != NULL)
            fail_msg("owner %s kind %s states %d: ends are not looked up\n%s", f.owner, f.kind, f.states, plan);
        f.tag = "red";
        plan_of(db, &f, plan, sizeof plan);
        if (strstr(plan, "SEARCH t USING PRIMARY KEY (tag=? AND job") == NULL ||
            strstr(plan, "SEARCH j USING INTEGER PRIMARY KEY (rowid=?)") == NULL || strstr(plan, "SCAN") != NULL ||
            strstr(plan, "TEMP B-TREE") != NULL)
            fail_msg("owner %s kind %s states %d: tags are not looked up\n%s", f.owner, f.kind, f.states, plan);
    }
    sqlite3_close(db);
}

/* ---- the write-ahead log ---- */

static struct store *store;
static _Atomic bool stop;

static void *read_main(void *context)
{
    (void)context;
    struct nash_arena *arena = nash_arena_new(8 << 20);
    while (!atomic_load(&stop)) {
        struct store_job *rows;
        size_t count;
        if (store_list(store, &(struct store_filter){.limit = 300}, arena, &rows, &count, NULL) != NASH_OK)
            abort();
        for (size_t i = 0; i < count; i++)
            store_job_release(&rows[i]);
        nash_arena_reset(arena, 8 << 20);
    }
    nash_arena_free(arena);
    return NULL;
}

/* Under constant reads, SQLite never restarts the write-ahead log by itself; the store still keeps it small. */
static void test_log_is_bounded(void **state)
{
    enum { THREADS = 8, WRITES = 1500, BODY = 60000, LIMIT = 64 << 20 };
    pthread_t thread[THREADS];
    struct nash_rng rng = test_rng();
    long largest = 0;
    store = frame_open("a");
    atomic_store(&stop, false);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, read_main, NULL);
    for (uint64_t n = 0; n < WRITES; n++) {
        struct store_job row = job_of(n);
        row.state = JOB_SUCCEEDED;
        row.result = bytes_random(&rng, BODY);
        assert_int_equal(submit(store, &row), NASH_OK);
        long size = size_of("-wal");
        largest = size > largest ? size : largest;
    }
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    print_message("%ld MB written, the log had at most %ld MB\n", (long)WRITES * BODY >> 20, largest >> 20);
    assert_true(largest > 0 && largest < LIMIT);
    store_close(store);
}

/* Makes a file with random bytes. */
static struct tempfile *large_file(struct nash_rng *rng, size_t len)
{
    struct nash_error error;
    struct tempfile *file = tempfile_new("/tmp", NULL, &error);
    assert_non_null(file);
    struct bytes *piece = bytes_random(rng, 1 << 20);
    while (tempfile_len(file) < len)
        assert_int_equal(tempfile_append(file, piece->data, piece->len, &error), NASH_OK);
    bytes_unref(piece);
    return file;
}

/* A job with a problem of 55 MB leaves a database of about 55 MB, and retention by size does not forget the jobs after
 * it. Its log is cut back. */
static void test_large_job(void **state)
{
    enum { LARGE = 55 << 20, SLACK = 2 << 20, SMALL = 50 };
    struct nash_rng rng = test_rng();
    store = frame_open("a");
    struct store_op large = {.verb = STORE_SUBMIT, .row = job_of(1000)};
    bytes_unref(large.row.problem);
    large.row.problem = NULL;
    large.row.large_problem = large_file(&rng, LARGE);
    store_post(store, &large);
    for (uint64_t n = 0; n < SMALL; n++) {
        struct store_job row = job_of(n);
        row.state = JOB_SUCCEEDED;
        row.finished_ms = 5 + (int64_t)n;
        assert_int_equal(submit(store, &row), NASH_OK);
    }
    assert_int_equal(large.status, NASH_OK);
    store_job_release(&large.row);
    assert_int_equal(finish(store, &large.row.id, JOB_SUCCEEDED, 3), NASH_OK);
    long log_size = size_of("-wal");
    uint64_t removed;
    struct store_retention retention = {.max_bytes = LARGE + SLACK};
    assert_int_equal(store_sweep(store, &retention, &removed, NULL), NASH_OK);
    assert_int_equal(removed, 0);
    retention.max_bytes = LARGE;
    assert_int_equal(store_sweep(store, &retention, &removed, NULL), NASH_OK);
    assert_int_equal(removed, 1); /* the large one, the oldest; it was enough */
    store_close(store);
    print_message("a problem of %d MB: the log has %ld MB\n", LARGE >> 20, log_size >> 20);
    assert_true(log_size < 24 << 20);
    assert_true(size_of("") < SLACK);
}

/* Retention returns its pages to the file system. */
static void test_file_shrinks(void **state)
{
    struct nash_rng rng = test_rng();
    uint64_t removed;
    store = frame_open("a");
    for (uint64_t n = 0; n < 200; n++) {
        struct store_job row = job_of(n);
        row.state = JOB_SUCCEEDED;
        row.finished_ms = 1;
        row.result = bytes_random(&rng, 100000);
        assert_int_equal(submit(store, &row), NASH_OK);
    }
    assert_int_equal(store_sweep(store, &(struct store_retention){.max_age_ms = 1}, &removed, NULL), NASH_OK);
    assert_int_equal(removed, 200);
    store_close(store);
    assert_true(size_of("") < 1 << 20);
    assert_int_equal(size_of("-wal"), 0);
    assert_string_equal(sql("PRAGMA auto_vacuum"), "2");
}

/* Another process locks the database for a while: the store waits, then continues. */
static void test_waits_for_a_lock(void **state)
{
    sqlite3 *other;
    store = frame_open("a");
    assert_int_equal(sqlite3_open(path(), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct store_op op = {.verb = STORE_SUBMIT, .row = job_of(1)};
    struct store_job row;
    store_post(store, &op);
    usleep(20000);
    assert_false(get(store, &op.row.id, &row)); /* reads do not wait */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    store_flush(store);
    assert_int_equal(op.status, NASH_OK);
    store_job_release(&op.row);
    sqlite3_close(other);
    store_close(store);
}

static void test_memory(void **state)
{
    struct store_job row = job_of(1), got;
    store = store_open("sqlite::memory:", "a", NULL);
    assert_non_null(store);
    assert_int_equal(submit(store, &row), NASH_OK);
    assert_true(get(store, &row.id, &got));
    store_job_release(&got);
    struct store *another = store_open("sqlite::memory:", "a", NULL); /* each such store has a database of its own */
    assert_non_null(another);
    assert_false(get(another, &row.id, &got));
    store_close(another);
    store_close(store);
}

int main(int argc, char **argv)
{
    (void)argc;
    frame_start(1, argv); /* always SQLite */
#define TEST(name) cmocka_unit_test_setup_teardown(name, frame_setup, frame_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_one_node),     TEST(test_newer_schema),     TEST(test_foreign_database),
        TEST(test_no_database),  TEST(test_read_only_folder), TEST(test_migrations),
        TEST(test_plans),        TEST(test_open_at_once),     TEST(test_log_is_bounded),
        TEST(test_file_shrinks), TEST(test_large_job),        TEST(test_waits_for_a_lock),
        TEST(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
