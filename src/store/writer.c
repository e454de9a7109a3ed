/* Group commit, for any engine.
 *
 * A durable commit waits once for the disk, whatever its size. Posters only append to a queue; one thread takes the
 * queue (up to a bound), applies it in one transaction, and calls back each operation. The next batch collects while
 * the disk works, so batches grow with the load, and a single operation never waits for others.
 *
 * If a FINISH is posted while its SUBMIT waits in the queue, the writer attaches it to the SUBMIT (merged_finish), and
 * the engine inserts the finished row once instead of inserting and updating.
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
#include <store/writer.h>

enum {
    BATCH_OPS = 512,
    BATCH_BYTES = 16 << 20 /* bytes of bodies in one transaction: bounds the log and the latency of small operations */
};
#define RETRY_NS                                                                                                       \
    INT64_C(5000000000) /* time limit of the retries, since each may wait for a lock; operations left after it fail */

struct writer {
    const struct store_engine *engine;
    void *db;
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t work;           /* the queue is not empty, or the writer is stopping */
    pthread_cond_t caught_up;      /* `applied` has grown */
    struct store_op *head, **tail; /* the queue */
    bool sleeping, stopping;       /* the thread waits for `work`; it must end when the queue is empty */
    uint64_t posted, applied;      /* operations ever posted, and those whose done() has returned */
    uint64_t commits, operations;  /* committed since the start */
    char fault[256];               /* why the last transaction failed; "": it did not */

    uint64_t batch_commits, batch_operations; /* commits and operations of the current batch; writer thread only */
};

static size_t op_bytes(const struct store_op *op)
{
    const struct bytes *bodies[] = {op->row.problem,
                                    op->row.result,
                                    op->row.error,
                                    op->row.progress,
                                    op->blob,
                                    op->document ? op->document->body : NULL,
                                    op->task ? op->task->request : NULL};
    size_t sum = 0;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        sum += bodies[i] ? bodies[i]->len : 0;
    return sum + (op->merged_finish ? op_bytes(op->merged_finish) : 0);
}

/* Takes the next batch off the queue, under the lock. Nothing can be merged into its operations any more. */
static size_t writer_take_batch(struct writer *w, struct store_op *batch[BATCH_OPS])
{
    size_t n = 0;
    size_t bytes = 0;
    while (w->head && n < BATCH_OPS && (n == 0 || bytes < BATCH_BYTES)) {
        struct store_op *op = w->head;
        w->head = op->next;
        op->next = NULL;
        op->waiting = false;
        bytes += op_bytes(op);
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
    struct job_id ids[BATCH_OPS];
    for (size_t i = 0; i < n; i++)
        ids[i] = batch[i]->row.id;
    enum nash_status status = w->engine->apply(w->db, batch, n, error);
    for (size_t i = 0; status != NASH_OK && i < n; i++)
        batch[i]->row.id = ids[i];
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

static void *writer_main(void *argument)
{
    struct writer *w = argument;
    struct store_op *batch[BATCH_OPS];

    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->head && !w->stopping) {
            w->sleeping = true;
            pthread_cond_wait(&w->work, &w->lock);
            w->sleeping = false;
        }
        size_t n = writer_take_batch(w, batch);
        if (n == 0)
            break;
        pthread_mutex_unlock(&w->lock);

        w->batch_commits = w->batch_operations = 0;
        batch_commit(w, batch, n);
        batch_call_back(batch, n);

        pthread_mutex_lock(&w->lock);
        w->commits += w->batch_commits;
        w->operations += w->batch_operations;
        w->applied += n;
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
    op->next = NULL;
    op->waiting = true;
    *w->tail = op;
    w->tail = &op->next;
    w->posted++;
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
        submit->merged_finish = finish;
    } else {
        queue_append(w, finish);
    }
    pthread_mutex_unlock(&w->lock);
}

void writer_flush(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    uint64_t target = w->posted;
    while (w->applied < target)
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
