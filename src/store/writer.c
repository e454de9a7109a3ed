/* Group commit, for any engine.
 *
 * A durable commit costs one wait for the disk, whatever it carries. So posters only append to a queue; one thread
 * takes whatever is there (up to a bound), applies it in one transaction, and calls everyone back. While the disk
 * works on one batch the next one gathers: the batch grows by itself with the load, and a lone operation never waits
 * for company.
 *
 * A FINISH posted while its SUBMIT still waits is hung onto it (follow): the engine then inserts the finished row
 * once, instead of inserting and updating.
 *
 * If a transaction fails as a whole (disk full, I/O error, out of memory), its operations are tried again one by one,
 * so that one that cannot be stored does not spoil the others; those that fail alone get the failure as status. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <store/writer.h>

enum {
    BATCH_OPS = 512,
    BATCH_BYTES = 16 << 20 /* bodies in one transaction: keeps the log and the wait of the small ones bounded */
};

struct writer {
    const struct store_engine *engine;
    void *db;
    pthread_t thread;

    pthread_mutex_t lock;
    pthread_cond_t work;      /* the queue is not empty, or stopping */
    pthread_cond_t caught_up; /* applied has grown */
    struct store_op *head, **tail;
    bool sleeping, stopping;
    uint64_t posted, applied; /* queue entries ever; done() of the applied ones has returned */
    uint64_t commits, operations;
};

static size_t op_bytes(const struct store_op *op)
{
    const struct bytes *bodies[] = {op->row.problem, op->row.result, op->row.error, op->row.progress, op->blob};
    size_t sum = 0;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        sum += bodies[i] ? bodies[i]->len : 0;
    return sum + (op->follow ? op_bytes(op->follow) : 0);
}

/* Under the lock: takes the next batch off the queue. From here on nothing can be folded into these. */
static size_t take(struct writer *w, struct store_op *batch[BATCH_OPS])
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

static void fail_op(struct store_op *op, enum nash_status status)
{
    op->status = status;
    if (op->follow)
        op->follow->status = status;
}

/* Applies the batch; returns the number of transactions committed. */
static uint64_t apply(struct writer *w, struct store_op *const batch[], size_t n)
{
    struct nash_error error = {0};
    enum nash_status status = w->engine->apply(w->db, batch, n, &error);
    if (status == NASH_OK)
        return 1;
    if (n == 1) {
        log_error("store write failed", "operations=1 reason=%s", error.detail);
        fail_op(batch[0], status);
        return 0;
    }
    uint64_t commits = 0;
    for (size_t i = 0; i < n; i++) {
        status = w->engine->apply(w->db, batch + i, 1, &error);
        if (status == NASH_OK)
            commits++;
        else
            fail_op(batch[i], status);
    }
    if (commits == n)
        log_warn("store transaction repeated", "operations=%zu reason=%s", n, error.detail);
    else
        log_error("store write failed", "operations=%zu failed=%zu reason=%s", n, n - (size_t)commits, error.detail);
    return commits;
}

/* Calls back in post order; an operation may be freed by its own callback. Returns the number of operations. */
static uint64_t call_back(struct store_op *const batch[], size_t n)
{
    uint64_t operations = 0;
    for (size_t i = 0; i < n; i++) {
        struct store_op *op = batch[i];
        struct store_op *follow = op->follow;
        operations += follow ? 2 : 1;
        if (op->done)
            op->done(op);
        if (follow && follow->done)
            follow->done(follow);
    }
    return operations;
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
        size_t n = take(w, batch);
        if (n == 0)
            break;
        pthread_mutex_unlock(&w->lock);

        uint64_t commits = apply(w, batch, n);
        uint64_t operations = call_back(batch, n);

        pthread_mutex_lock(&w->lock);
        w->commits += commits;
        w->operations += operations;
        w->applied += n;
        pthread_cond_broadcast(&w->caught_up);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
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

/* Under the lock. */
static void append(struct writer *w, struct store_op *op)
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
    op->follow = NULL;
    pthread_mutex_lock(&w->lock);
    append(w, op);
    pthread_mutex_unlock(&w->lock);
}

void writer_post_finish(struct writer *w, struct store_op *finish, struct store_op *submit)
{
    finish->follow = NULL;
    pthread_mutex_lock(&w->lock);
    if (submit && submit->waiting && !submit->follow) {
        finish->next = NULL;
        finish->waiting = false;
        submit->follow = finish;
    } else {
        append(w, finish);
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
