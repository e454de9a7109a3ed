/* Group commit, for any engine.
 *
 * A durable commit waits once for the disk, whatever its size. Posters only append to a queue; one thread takes the
 * queue (up to a bound), applies it in one transaction, and calls back each operation. The next batch collects while
 * the disk works, so batches grow with the load, and a single operation never waits for others.
 *
 * If a FINISH is posted while its SUBMIT waits in the queue, the writer attaches it to the SUBMIT (merged_finish), and
 * the engine inserts the finished row once instead of inserting and updating.
 *
 * A body of more than STORE_PART_BYTES is stored before the row of its operation: each transaction takes one part of it
 * (load.h) along with the operations that wait, and when the body is complete, the operation returns to the head of the
 * queue. Later operations on other jobs overtake it; those on the same job wait for it.
 *
 * If a transaction fails as a whole (disk full, I/O error, no memory), its operations are retried one by one, so that
 * one that cannot be stored does not fail the others. If the database is not available at all (locked by another
 * process), the retries end after a time limit. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <store/load.h>
#include <store/writer.h>

enum {
    BATCH_OPS = 512,
    BATCH_ALL = BATCH_OPS + 1, /* and a part of a large body */
    BATCH_BYTES = 4 << 20 /* bytes of bodies in one transaction: bounds the log and the latency of small operations */
};
#define RETRY_NS                                                                                                       \
    INT64_C(5000000000) /* time limit of the retries, since each may wait for a lock; operations left after it fail */

struct writer {
    const struct store_engine *engine;
    void *db;
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t work;                      /* the queue is not empty, or the writer is stopping */
    pthread_cond_t caught_up;                 /* operations are done */
    struct store_op *head, **tail;            /* the queue */
    bool sleeping, stopping;                  /* the thread waits for `work`; it must end when the queue is empty */
    uint64_t posted;                          /* operations ever posted; each has its number */
    uint64_t batch_oldest;                    /* lowest number in the current batch */
    struct store_op *loading, **loading_tail; /* operations whose large bodies are stored first, one after the other */
    uint64_t commits, operations;             /* committed since the start */
    char fault[256];                          /* why the last transaction failed; "": it did not */

    struct load_source source; /* the body of loading[0] that is being stored; writer thread only, also below */
    struct store_op part;      /* the operation that stores its next part */
    struct bytes *buffer;      /* bytes of the part; NULL: no body is being stored */

    uint64_t batch_commits, batch_operations; /* commits and operations of the current batch; writer thread only */
};

/* ---- large bodies ---- */

/* Appends an operation to the list of those whose bodies are stored. It still counts as waiting: a FINISH may be merged
 * with it. */
static void loading_append(struct writer *w, struct store_op *op)
{
    op->next = op->behind = NULL;
    *w->loading_tail = op;
    w->loading_tail = &op->next;
}

/* If a body of the same job is being stored, the operation waits for it, so that the order of posting is kept. */
static bool waits_behind(struct writer *w, struct store_op *op)
{
    for (struct store_op *other = w->loading; other != NULL; other = other->next) {
        if (memcmp(&other->row.id, &op->row.id, sizeof op->row.id) != 0)
            continue;
        struct store_op **end = &other->behind;
        while (*end != NULL)
            end = &(*end)->next;
        *end = op;
        op->next = NULL;
        return true;
    }
    return false;
}

/* Takes the first operation off the list. Returns it with those that waited for it, as a chain. */
static struct store_op *loading_take(struct writer *w)
{
    struct store_op *op = w->loading;
    w->loading = op->next;
    if (w->loading == NULL)
        w->loading_tail = &w->loading;
    op->next = op->behind;
    op->behind = NULL;
    return op;
}

static void queue_prepend(struct writer *w, struct store_op *chain)
{
    struct store_op **end = &chain;
    while (*end != NULL)
        end = &(*end)->next;
    *end = w->head;
    if (w->head == NULL)
        w->tail = end == &chain ? &w->head : end;
    w->head = chain;
}

/* Under the lock: prepares the next part of a body. Returns the operation that it belongs to, or NULL. */
static struct store_op *load_begin(struct writer *w)
{
    struct store_op *op = w->loading;
    if (op == NULL)
        return NULL;
    w->source = load_next(op);
    w->part = (struct store_op){.verb = STORE_PART,
                                .body = w->source.load->body,
                                .part = (unsigned)(w->source.load->done / STORE_PART_BYTES),
                                .blob = w->buffer};
    return op;
}

/* Reads the bytes of the part. */
static enum nash_status load_fill(struct writer *w)
{
    if (w->buffer == NULL)
        w->buffer = w->part.blob = bytes_new(LOAD_BYTES);
    return w->buffer != NULL ? load_read(&w->source, w->buffer) : NASH_NOMEM;
}

/* Under the lock: notes a stored part. Returns the chain of the operation if it has failed, and otherwise puts a
 * complete one back into the queue. */
static struct store_op *load_end(struct writer *w, enum nash_status status)
{
    struct store_op *failed = NULL;
    if (status == NASH_OK) {
        w->source.load->body = w->part.body;
        w->source.load->done += w->buffer->len;
        if (load_next(w->loading).load == NULL)
            queue_prepend(w, loading_take(w));
    } else {
        failed = loading_take(w);
        if (failed->next != NULL)
            queue_prepend(w, failed->next);
        failed->next = NULL;
        failed->waiting = false;
    }
    if (w->loading == NULL) {
        bytes_unref(w->buffer);
        w->buffer = NULL;
    }
    return failed;
}

/* Takes the next batch off the queue, under the lock. Nothing can be merged into its operations any more. */
static size_t writer_take_batch(struct writer *w, struct store_op *batch[BATCH_OPS])
{
    size_t n = 0;
    uint64_t bytes = 0;
    w->batch_oldest = UINT64_MAX;
    while (w->head && n < BATCH_OPS && (n == 0 || bytes < BATCH_BYTES)) {
        struct store_op *op = w->head;
        w->head = op->next;
        op->next = NULL;
        if (waits_behind(w, op))
            continue;
        if (load_next(op).load != NULL) {
            loading_append(w, op);
            continue;
        }
        op->waiting = false;
        bytes += load_row_bytes(op);
        w->batch_oldest = op->number < w->batch_oldest ? op->number : w->batch_oldest;
        batch[n++] = op;
    }
    if (!w->head)
        w->tail = &w->head;
    return n;
}

static void op_fail(struct store_op *op, enum nash_status status)
{
    op->status = status;
    if (op->merged_finish)
        op->merged_finish->status = status;
}

/* Applies one transaction. If it fails, ids that a conflict replaced are restored, because their rows were not
 * committed. */
static enum nash_status batch_apply(struct writer *w, struct store_op *const batch[], size_t n,
                                    struct nash_error *error)
{
    struct job_id ids[BATCH_ALL];
    for (size_t i = 0; i < n; i++)
        ids[i] = batch[i]->row.id;
    enum nash_status status = w->engine->apply(w->db, batch, n, error);
    for (size_t i = 0; status != NASH_OK && i < n; i++) {
        batch[i]->row.id = ids[i];
        if (batch[i]->verb == STORE_PART && batch[i]->part == 0)
            batch[i]->body = 0;
    }
    if (status == NASH_OK) {
        w->batch_commits++;
        for (size_t i = 0; i < n; i++)
            w->batch_operations += batch[i]->merged_finish ? 2 : 1;
    }
    return status;
}

/* Applies each operation in a transaction of its own until the time limit. Returns the number of failures. */
static size_t batch_apply_each(struct writer *w, struct store_op *const batch[], size_t n, struct nash_error *error)
{
    enum nash_status failure = error->status;
    int64_t give_up_ns = clock_mono_ns() + RETRY_NS;
    size_t failed = 0;
    for (size_t i = 0; i < n; i++) {
        enum nash_status status = clock_mono_ns() < give_up_ns ? batch_apply(w, &batch[i], 1, error) : failure;
        if (status == NASH_OK)
            continue;
        op_fail(batch[i], status);
        failed++;
    }
    return failed;
}

static void set_fault(struct writer *w, const char *reason)
{
    pthread_mutex_lock(&w->lock);
    snprintf(w->fault, sizeof w->fault, "%.*s", (int)sizeof w->fault - 1, reason);
    pthread_mutex_unlock(&w->lock);
}

static void batch_commit(struct writer *w, struct store_op *const batch[], size_t n)
{
    struct nash_error error = {0};
    enum nash_status status = batch_apply(w, batch, n, &error);
    if (status == NASH_OK) {
        if (w->fault[0] != '\0') /* only this thread writes it */
            set_fault(w, "");
        return;
    }
    size_t failed = 1;
    error.status = status;
    if (n == 1)
        op_fail(batch[0], status);
    else
        failed = batch_apply_each(w, batch, n, &error);
    set_fault(w, failed == 0 ? "" : error.detail[0] != '\0' ? error.detail : "the database takes no writes");
    if (failed == 0)
        log_warn("store transaction repeated", "operations=%zu reason=%s", n, error.detail);
    else
        log_error("store write failed", "operations=%zu failed=%zu reason=%s", n, failed, error.detail);
}

/* Calls back in the order of posting. A callback may free its operation. */
static void batch_call_back(struct store_op *const batch[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct store_op *op = batch[i];
        struct store_op *merged_finish = op->merged_finish;
        if (op->done)
            op->done(op);
        if (merged_finish && merged_finish->done)
            merged_finish->done(merged_finish);
    }
}

/* Ends an operation whose body could not be stored. The parts that were stored are left to the sweep. */
static void load_failed(struct writer *w, struct store_op *op, enum nash_status status)
{
    const struct store_load *loads[] = {&op->problem, &op->result,
                                        op->merged_finish ? &op->merged_finish->result : NULL};
    struct nash_error error = {0};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        if (loads[i] == NULL || loads[i]->body == 0)
            continue;
        struct store_op drop = {.verb = STORE_DROP, .body = loads[i]->body};
        batch_apply(w, (struct store_op *[]){&drop}, 1, &error); /* otherwise it goes when it is old */
    }
    op_fail(op, status);
    batch_call_back(&op, 1);
}

/* Commits a batch of n operations, with the next part of a large body of `load`, unless NULL. Returns the outcome of
 * the part. */
static enum nash_status writer_commit(struct writer *w, struct store_op *batch[], size_t n, const struct store_op *load)
{
    w->batch_commits = w->batch_operations = 0;
    enum nash_status status = load != NULL ? load_fill(w) : NASH_OK;
    size_t all = n;
    if (load != NULL && status == NASH_OK)
        batch[all++] = &w->part;
    for (size_t i = 0; i < n; i++)
        load_short_files(batch[i]);
    if (all > 0)
        batch_commit(w, batch, all);
    w->batch_operations -= all > n && w->part.status == NASH_OK && w->batch_operations > 0;
    return all > n ? w->part.status : status;
}

static void *writer_main(void *argument)
{
    struct writer *w = argument;
    struct store_op *batch[BATCH_ALL];

    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->head && !w->loading && !w->stopping) {
            w->sleeping = true;
            pthread_cond_wait(&w->work, &w->lock);
            w->sleeping = false;
        }
        size_t n = writer_take_batch(w, batch);
        struct store_op *load = load_begin(w);
        if (n == 0 && load == NULL)
            break;
        pthread_mutex_unlock(&w->lock);

        enum nash_status load_status = writer_commit(w, batch, n, load);
        batch_call_back(batch, n);

        pthread_mutex_lock(&w->lock);
        struct store_op *failed = load != NULL ? load_end(w, load_status) : NULL;
        if (failed != NULL) {
            w->batch_oldest = failed->number;
            pthread_mutex_unlock(&w->lock);
            load_failed(w, failed, load_status);
            pthread_mutex_lock(&w->lock);
        }
        w->commits += w->batch_commits;
        w->operations += w->batch_operations;
        w->batch_oldest = UINT64_MAX;
        pthread_cond_broadcast(&w->caught_up);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

bool writer_fault(struct writer *w, char *reason, size_t room)
{
    pthread_mutex_lock(&w->lock);
    bool failing = w->fault[0] != '\0';
    snprintf(reason, room, "%s", w->fault);
    pthread_mutex_unlock(&w->lock);
    return failing;
}

struct writer *writer_start(const struct store_engine *engine, void *db, struct nash_error *error)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w) {
        nash_fail(error, NASH_NOMEM, NULL, "no memory for the store's writer");
        return NULL;
    }
    w->engine = engine;
    w->db = db;
    w->tail = &w->head;
    w->loading_tail = &w->loading;
    w->batch_oldest = UINT64_MAX;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    pthread_cond_init(&w->caught_up, NULL);
    int failed = pthread_create(&w->thread, NULL, writer_main, w);
    if (failed) {
        nash_fail(error, NASH_INTERNAL, NULL, "cannot start the store's writer thread: %s", strerror(failed));
        free(w);
        return NULL;
    }
    return w;
}

void writer_stop(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->caught_up);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* Appends an operation to the queue. Requires the lock. */
static void queue_append(struct writer *w, struct store_op *op)
{
    op->next = op->behind = NULL;
    op->waiting = true;
    op->problem = op->result = (struct store_load){0};
    op->number = ++w->posted;
    *w->tail = op;
    w->tail = &op->next;
    if (w->sleeping)
        pthread_cond_signal(&w->work);
}

void writer_post(struct writer *w, struct store_op *op)
{
    op->merged_finish = NULL;
    pthread_mutex_lock(&w->lock);
    queue_append(w, op);
    pthread_mutex_unlock(&w->lock);
}

void writer_post_finish(struct writer *w, struct store_op *finish, struct store_op *submit)
{
    finish->merged_finish = NULL;
    pthread_mutex_lock(&w->lock);
    if (submit && submit->waiting && !submit->merged_finish) {
        finish->next = NULL;
        finish->waiting = false;
        finish->problem = finish->result = (struct store_load){0};
        submit->merged_finish = finish;
    } else {
        queue_append(w, finish);
    }
    pthread_mutex_unlock(&w->lock);
}

/* Returns whether an operation posted up to number `target` is not done. */
static bool is_pending(const struct writer *w, uint64_t target)
{
    bool pending = w->batch_oldest <= target;
    for (const struct store_op *op = w->head; op != NULL && !pending; op = op->next)
        pending = op->number <= target;
    for (const struct store_op *load = w->loading; load != NULL && !pending; load = load->next) {
        pending = load->number <= target;
        for (const struct store_op *op = load->behind; op != NULL && !pending; op = op->next)
            pending = op->number <= target;
    }
    return pending;
}

void writer_flush(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    uint64_t target = w->posted;
    while (is_pending(w, target))
        pthread_cond_wait(&w->caught_up, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

void writer_counts(struct writer *w, uint64_t *commits, uint64_t *operations)
{
    pthread_mutex_lock(&w->lock);
    *commits = w->commits;
    *operations = w->operations;
    pthread_mutex_unlock(&w->lock);
}
