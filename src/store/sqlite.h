/* Private to the SQLite engine: its connections and their statements. See sqlite.c. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <store/engine.h>
#include <store/known.h>

/* Every statement, prepared once a connection on first use; the texts are in sqlite_conn.c. */
enum statement {
    S_BEGIN,
    S_COMMIT,
    S_ROLLBACK,
    S_INSERT_JOB,
    S_INSERT_RUN,
    S_FIND,
    S_FIND_IDEMPOTENT,
    S_FINISH,
    S_DELETE_RUN,
    S_TALLY,
    S_SPAN,
    S_HEARTBEAT,
    S_DELETE_JOB,
    S_PUT_BLOB,
    S_CLAIMABLE,
    S_CLAIM,
    S_RELEASE_NODE,
    S_RENEW,
    S_EXPIRE,
    S_DELETE_FINISHED,
    S_USED_BYTES,
    S_FREE_PAGES,
    S_VACUUM,
    S_GET,
    S_GET_WITHOUT_BODIES,
    S_GET_BY_SEQUENCE,
    S_LOOKUP,
    S_KEYS,
    S_IDEMPOTENT,
    S_BLOB,
    S_COUNT,
    STATEMENTS
};

struct conn {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    sqlite3_stmt *list; /* the last list asked for; the next is often the same */
    struct conn *next;  /* among the idle readers */
};

enum { READERS = 4, BUSY_MS = 10000 };

/* What a transaction adds to the tables tally and span; written before it commits. */
struct books {
    int64_t gained[5];         /* jobs of each state */
    int64_t block;             /* of new jobs' sequence numbers; -1 = none */
    int64_t first_ms, last_ms; /* when they were created */
};
enum { SPAN_JOBS = 1024 };

struct sqlite {
    struct conn writer;
    pthread_mutex_t write_lock; /* one write transaction at a time: apply, claim, sweep */
    char node[STORE_NODE_MAX];
    int lock_fd;    /* says that this node has the file open; -1 in memory */
    bool in_memory; /* then the writer's connection reads too, under write_lock */

    int log_pages;      /* of the write-ahead log after the last commit; under write_lock */
    int log_last_pages; /* when it was last tried to begin it anew; 0 = since it did */

    struct books books;  /* under write_lock */
    struct known *known; /* keys of the answers it has */
    pthread_t fill;      /* fills known from the file, once */
    bool filling;
    _Atomic bool stop_filling;

    pthread_mutex_t read_lock;
    pthread_cond_t reader_free; /* a connection is idle, or held ones may go on */
    struct conn reader[READERS], *idle;
    unsigned reading; /* how many are not idle */
    bool hold;        /* nobody may begin to read */
};

/* ---- sqlite_conn.c ---- */

enum nash_status conn_open(struct conn *conn, const char *path, bool writing, struct nash_error *error);
void conn_close(struct conn *conn);
/* Several statements without parameters or rows. */
enum nash_status conn_run(struct conn *conn, const char *sql, struct nash_error *error);
/* The statement, reset and without bindings; NULL when it cannot be prepared (*error says why). */
sqlite3_stmt *conn_statement(struct conn *conn, enum statement which, struct nash_error *error);
/* Steps a statement that gives no row; SQLite's (extended) code, SQLITE_DONE when it is done. Resets it. */
int conn_step(sqlite3_stmt *statement);
/* The same for a statement without parameters. */
enum nash_status conn_do(struct conn *conn, enum statement which, struct nash_error *error);
/* The one number that a statement without parameters gives. */
enum nash_status conn_number(struct conn *conn, enum statement which, int64_t *number, struct nash_error *error);
/* What a code of SQLite means to the callers of the store; *error gets its words. */
enum nash_status conn_fail(struct conn *conn, int code, const char *doing, struct nash_error *error);

/* A connection to read with; give it back soon. */
struct conn *reader_take(struct sqlite *db);
void reader_give(struct sqlite *db, struct conn *conn);

/* Lets no reader begin any more and waits until none reads; or lets them go on. */
void readers_hold(struct sqlite *db, bool hold);

/* ---- sqlite_log.c ---- */

void log_watch(struct sqlite *db);
/* The connection that writes, for one transaction; when it is given back, the log is looked after. */
void writer_take(struct sqlite *db);
void writer_give(struct sqlite *db);

/* ---- sqlite_books.c: within a write transaction ---- */

void books_begin(struct sqlite *db);
void books_count(struct sqlite *db, enum job_state state, int by);
enum nash_status books_created(struct sqlite *db, int64_t sequence, int64_t created_ms, struct nash_error *error);
enum nash_status books_write(struct sqlite *db, struct nash_error *error);

/* ---- sqlite_migrate.c: brings the schema up to this program's; refuses a newer one ---- */
enum nash_status sqlite_migrate(struct conn *conn, struct nash_error *error);

/* ---- the engine's calls, by file ---- */
enum nash_status sqlite_apply(void *db, struct store_op *const ops[], size_t n, struct nash_error *error);

enum nash_status sqlite_claim(void *db, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                              struct store_job **rows, size_t *count, struct nash_error *error);
enum nash_status sqlite_release_node(void *db, struct nash_error *error);
/* Renews this node's leases, frees expired ones of others. */
enum nash_status sqlite_mind_leases(struct sqlite *db, struct nash_error *error);
enum nash_status sqlite_sweep(void *db, const struct store_retention *retention, uint64_t *removed,
                              struct nash_error *error);

enum nash_status sqlite_get(void *db, const struct job_id ids[], size_t n, bool want_bodies, struct store_job rows[],
                            bool found[], struct nash_error *error);
enum nash_status sqlite_lookup(void *db, const struct nash_hash keys[], size_t n, struct store_job rows[], bool found[],
                               struct nash_error *error);
enum nash_status sqlite_idempotent(void *db, const char *owner, const char *key, struct store_job *row, bool *found,
                                   struct nash_error *error);
enum nash_status sqlite_list(void *db, const struct store_filter *filter, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error);
/* The query behind a list, by its filters; of use to tests. */
struct sqlite_query {
    char text[2048]; /* all conditions together have less than 1400 */
    size_t len;
};
void sqlite_list_sql(const struct store_filter *filter, struct sqlite_query *query);
enum nash_status sqlite_blob(void *db, const struct job_id *id, const char *name, struct bytes **blob,
                             struct nash_error *error);
enum nash_status sqlite_stats(void *db, struct store_stats *stats, struct nash_error *error);

/* sqlite_row.c: a column's bytes, NULL when it is NULL; false when there is no memory for them. */
bool sqlite_bytes_read(sqlite3_stmt *statement, int column, struct bytes **bytes);
/* The row a statement stands on, whose columns are SQLITE_ROW_COLUMNS. NASH_NOMEM leaves no reference. */
enum nash_status sqlite_row_read(sqlite3_stmt *statement, struct store_job *row, struct nash_error *error);

/* What every SELECT of a whole job asks for, j being job and r its run or nothing. Bodies that are not wanted come as
 * NULL. */
#define SQLITE_ROW_COLUMNS(problem, result)                                                                            \
    "SELECT j.sequence, j.id, j.key, j.kind, j.owner, CASE WHEN j.state = 0 THEN r.state ELSE j.state END, j.final, "  \
    "j.format, j.priority, j.timeout_ms, j.seed, j.created_ms, coalesce(r.started_ms, j.started_ms), j.finished_ms, "  \
    "j.last_event, coalesce(r.attempts, j.attempts), j.idempotency, j.fingerprint, "                                   \
    "coalesce(r.progress, j.progress), j.error, " result ", " problem " "
#define SQLITE_ROW_FROM "FROM job j LEFT JOIN run r ON r.job = j.sequence "

#endif
