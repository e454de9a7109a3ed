/* The public calls of the store: selects the engine by the scheme of the URL, passes writes to the writer and reads to
 * the engine, and counts lookups. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <store/writer.h>

static const struct store_engine *const engines[] = {&store_engine_sqlite};

struct store {
    const struct store_engine *engine;
    void *db;
    struct writer *writer;
    _Atomic uint64_t lookups, hits;
};

void store_job_release(struct store_job *row)
{
    struct bytes **bodies[] = {&row->problem,  &row->result, &row->opening, &row->error,
                               &row->progress, &row->tags,   &row->webhook};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        bytes_unref(*bodies[i]);
        *bodies[i] = NULL;
    }
    tempfile_unref(row->large_problem);
    tempfile_unref(row->large_result);
    row->large_problem = row->large_result = NULL;
}

void store_job_ref(const struct store_job *row)
{
    struct bytes *const bodies[] = {row->problem,  row->result, row->opening, row->error,
                                    row->progress, row->tags,   row->webhook};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        bytes_ref(bodies[i]);
    tempfile_ref(row->large_problem);
    tempfile_ref(row->large_result);
}

void store_document_release(struct store_document *row)
{
    bytes_unref(row->meta);
    bytes_unref(row->body);
    row->meta = row->body = NULL;
}

void store_task_release(struct store_task *row)
{
    bytes_unref(row->request);
    bytes_unref(row->error);
    row->request = row->error = NULL;
}

static const struct store_engine *find_engine(const char *url, const char **place)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        size_t len = strlen(engines[i]->scheme);
        if (strncmp(url, engines[i]->scheme, len) == 0 && url[len] == ':') {
            *place = url + len + 1;
            return engines[i];
        }
    }
    return NULL;
}

struct store *store_open(const char *url, const char *node, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    const char *place = NULL;
    const struct store_engine *engine = find_engine(url, &place);
    if (!engine) {
        nash_fail(error, NASH_INVALID, NULL, "the store \"%s\" is not known: use sqlite:PATH", url);
        return NULL;
    }
    if (!*node || strlen(node) >= STORE_NODE_MAX) {
        nash_fail(error, NASH_INVALID, NULL, "a node's name has 1 to %d characters", STORE_NODE_MAX - 1);
        return NULL;
    }
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        nash_fail(error, NASH_NOMEM, NULL, "no memory for the store");
        return NULL;
    }
    store->engine = engine;
    if (engine->open(place, node, &store->db, error) != NASH_OK) {
        free(store);
        return NULL;
    }
    store->writer = writer_start(engine, store->db, error);
    if (!store->writer) {
        engine->close(store->db);
        free(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    writer_stop(store->writer);
    store->engine->close(store->db);
    free(store);
}

void store_post(struct store *store, struct store_op *op)
{
    writer_post(store->writer, op);
}

void store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit)
{
    writer_post_finish(store->writer, finish, submit);
}

void store_flush(struct store *store)
{
    writer_flush(store->writer);
}

enum nash_status store_claim(struct store *store, unsigned max, int64_t lease_ms, struct nash_arena *arena,
                             struct store_job **rows, size_t *count, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->claim(store->db, max, lease_ms, arena, rows, count, error);
}

enum nash_status store_release_node(struct store *store, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->release_node(store->db, error);
}

enum nash_status store_sweep(struct store *store, const struct store_retention *retention, uint64_t *removed,
                             struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->sweep(store->db, retention, removed, error);
}

enum nash_status store_get(struct store *store, const struct job_id ids[], size_t n, enum store_body bodies,
                           struct store_job rows[], bool found[], struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->get(store->db, ids, n, bodies, rows, found, error);
}

enum nash_status store_read_body(struct store *store, const struct job_id *id, enum store_body which, uint64_t from,
                                 void *out, size_t room, size_t *got, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    *got = 0;
    return store->engine->read_body(store->db, id, which, from, out, room, got, error);
}

/* Reads a body of len bytes. Sets *damaged if it is. */
static struct bytes *read_whole_body(struct store *store, const struct job_id *id, enum store_body which, uint64_t len,
                                     bool *damaged)
{
    struct bytes *whole = bytes_new(len);
    struct nash_error error = {0};
    size_t got = 1;
    if (whole == NULL)
        return NULL;
    while (whole->len < len && got > 0) {
        if (store_read_body(store, id, which, whole->len, whole->data + whole->len, len - whole->len, &got, &error) !=
            NASH_OK)
            break;
        whole->len += got;
    }
    whole->data[whole->len] = '\0';
    if (whole->len == len)
        return whole;
    *damaged = error.status == NASH_INTERNAL;
    log_error("store read failed", "reason=%s", error.detail);
    bytes_unref(whole);
    return NULL;
}

void store_read_whole(struct store *store, struct store_job *row)
{
    bool problem_damaged = false;
    if (row->problem == NULL && row->problem_bytes > STORE_MEMORY_BYTES)
        row->problem = read_whole_body(store, &row->id, STORE_PROBLEM, row->problem_bytes, &problem_damaged);
    if (row->result == NULL && row->result_bytes > STORE_MEMORY_BYTES && !row->damaged)
        row->result = read_whole_body(store, &row->id, STORE_RESULT, row->result_bytes, &row->damaged);
}

bool store_may_answer(struct store *store, const struct nash_hash *key)
{
    return store->engine->may_answer(store->db, key);
}

enum nash_status store_lookup(struct store *store, const struct nash_hash keys[], size_t n, struct store_job rows[],
                              bool found[], struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    enum nash_status status = store->engine->lookup(store->db, keys, n, rows, found, error);
    if (status == NASH_OK) {
        uint64_t hits = 0;
        for (size_t i = 0; i < n; i++)
            hits += found[i];
        atomic_fetch_add_explicit(&store->lookups, n, memory_order_relaxed);
        atomic_fetch_add_explicit(&store->hits, hits, memory_order_relaxed);
    }
    return status;
}

enum nash_status store_idempotent(struct store *store, const char *owner, const char *key, struct store_job *row,
                                  bool *found, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->idempotent(store->db, owner, key, row, found, error);
}

enum nash_status store_list(struct store *store, const struct store_filter *filter, struct nash_arena *arena,
                            struct store_job **rows, size_t *count, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->list(store->db, filter, arena, rows, count, error);
}

struct bytes *store_blob(struct store *store, const struct job_id *id, const char *name)
{
    struct bytes *blob = NULL;
    struct nash_error error = {0};
    if (store->engine->blob(store->db, id, name, &blob, &error) != NASH_OK)
        log_error("store read failed", "blob=%s reason=%s", name, error.detail);
    return blob;
}

enum nash_status store_read_blob(struct store *store, const struct job_id *id, const char *name, store_take *take,
                                 void *context, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->read_blob(store->db, id, name, take, context, error);
}

enum nash_status store_blob_sizes(struct store *store, const struct job_id *id, struct nash_arena *arena,
                                  struct store_blob_size **blobs, size_t *count, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->blob_sizes(store->db, id, arena, blobs, count, error);
}

enum nash_status store_documents_get(struct store *store, const struct job_id ids[], size_t n, bool want_bodies,
                                     struct store_document rows[], bool found[], struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->documents_get(store->db, ids, n, want_bodies, rows, found, error);
}

enum nash_status store_documents_list(struct store *store, const struct store_document_filter *filter,
                                      struct nash_arena *arena, struct store_document **rows, size_t *count,
                                      struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->documents_list(store->db, filter, arena, rows, count, error);
}

enum nash_status store_tasks_list(struct store *store, const struct store_task_filter *filter, struct nash_arena *arena,
                                  struct store_task **rows, size_t *count, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->tasks_list(store->db, filter, arena, rows, count, error);
}

enum nash_status store_webhooks_claim(struct store *store, int64_t now_ms, int64_t until_ms, size_t max,
                                      struct store_webhook rows[], size_t *count, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->webhooks_claim(store->db, now_ms, until_ms, max, rows, count, error);
}

bool store_write_fault(struct store *store, char *reason, size_t room)
{
    return writer_fault(store->writer, reason, room);
}

enum nash_status store_stats(struct store *store, struct store_stats *stats, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    *stats = (struct store_stats){0};
    writer_counts(store->writer, &stats->commits, &stats->operations);
    stats->lookups = atomic_load_explicit(&store->lookups, memory_order_relaxed);
    stats->hits = atomic_load_explicit(&store->hits, memory_order_relaxed);
    return store->engine->stats(store->db, stats, error);
}

enum nash_status store_check(struct store *store, struct store_check *check, struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->check(store->db, check, error);
}

enum nash_status store_backup(struct store *store, const char *path, struct nash_error *error)
{
    return store_backup_watched(store, path, NULL, NULL, error);
}

enum nash_status store_backup_watched(struct store *store, const char *path,
                                      bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                      struct nash_error *error)
{
    struct nash_error own;
    error = error ? error : &own;
    return store->engine->backup(store->db, path, progress, context, error);
}

enum nash_status store_backup_from(const char *url, const char *path,
                                   bool (*progress)(void *context, uint64_t done, uint64_t total), void *context,
                                   struct nash_error *error)
{
    struct nash_error own;
    const char *place = NULL;
    const struct store_engine *engine = find_engine(url, &place);
    error = error ? error : &own;
    if (!engine)
        return nash_fail(error, NASH_INVALID, NULL, "the store \"%s\" is not known: use sqlite:PATH", url);
    return engine->backup_from(place, path, progress, context, error);
}

uint64_t store_free_bytes(struct store *store)
{
    return store->engine->free_bytes(store->db);
}
