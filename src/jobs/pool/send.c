/* Sends work to a worker process. The thread that starts the work sends head and problem in one call. The pool's thread
 * later sends what the socket did not take, straight from the work, which does not change until it ends.
 *
 * A problem in a file or in the store is sent by the pool's thread alone, piece by piece, each read without the lock.
 * At most FEED_MAX bytes are sent each time the socket is writable, so that other workers are not delayed. */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <base/bytes.h>
#include <base/clock.h>
#include <jobs/batch/answers.h>

#include "worker.h"

enum {
    FEED_BYTES = 64 << 10, /* bytes of a file or of the store read at once */
    FEED_MAX = 1 << 20     /* bytes sent to one worker before others get their turn */
};

/* Returns the kind's index in nash_kinds(), which is the same in both processes. */
static uint16_t kind_index(const struct nash_solver *solver)
{
    size_t count, i = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    while (i + 1 < count && kinds[i] != solver)
        i++;
    return (uint16_t)i;
}

static void poll_socket(struct pool *pool, struct worker *worker, bool writing)
{
    struct epoll_event event = {.events = writing ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.ptr = worker};
    epoll_ctl(pool->epoll, EPOLL_CTL_MOD, worker->socket, &event);
}

/* Returns true when the next bytes to be sent are of a problem that is not in memory; *from: their offset there. */
static bool is_fed(const struct worker *worker, uint64_t *from)
{
    size_t len;
    if (work_text(worker->work, &len) != NULL || worker->sent_bytes < sizeof worker->frame)
        return false;
    *from = worker->sent_bytes - sizeof worker->frame;
    return *from < len;
}

/* Sends as many of the unsent bytes in memory as the socket takes. Returns their number, or -1 with errno. */
static ssize_t send_part(struct worker *worker)
{
    struct bytes *members = worker->work->members, *resume = worker->resume;
    size_t len, sent_before = worker->sent_bytes;
    const char *text = work_text(worker->work, &len);
    bool is_file = text == NULL && len > 0;
    struct iovec parts[] = {{&worker->frame, sizeof worker->frame},
                            {members != NULL ? members->data : NULL, members != NULL ? members->len : 0},
                            {(void *)(uintptr_t)text, len},
                            {resume != NULL ? resume->data : NULL, resume != NULL ? resume->len : 0}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = sizeof parts / sizeof *parts};
    if (is_file && sent_before < sizeof worker->frame)
        message.msg_iovlen = 1;                                 /* the file follows */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) { /* skips what was sent before */
        size_t skip = sent_before < parts[i].iov_len ? sent_before : parts[i].iov_len;
        parts[i].iov_base = skip < parts[i].iov_len ? (char *)parts[i].iov_base + skip : NULL;
        parts[i].iov_len -= skip;
        sent_before -= skip;
    }
    ssize_t sent;
    do
        sent = sendmsg(worker->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent > 0)
        worker->sent_bytes += (size_t)sent;
    if (worker->sent_bytes == worker->frame_bytes) {
        bytes_unref(worker->resume);
        worker->resume = NULL;
    }
    return sent;
}

/* Under the lock. Sends what lies in memory. Returns the work whose problem is to be read next, from *from; else NULL.
 */
static struct work *send_memory(struct pool *pool, struct worker *worker, uint64_t *from)
{
    ssize_t sent = 0;
    while (worker->state == WORKER_BUSY && worker->sent_bytes < worker->frame_bytes && sent >= 0) {
        if (is_fed(worker, from))
            return worker->work;
        sent = send_part(worker);
    }
    if (sent >= 0 || errno != EAGAIN)
        poll_socket(pool, worker, false); /* all is sent, or the worker is dying and its end follows */
    return NULL;
}

/* Under the lock. Sends a piece of the file. Returns the number of bytes sent; 0: the socket takes no more now. */
static size_t send_piece(struct pool *pool, struct worker *worker, const char *piece, ssize_t len)
{
    ssize_t sent;
    if (worker->state != WORKER_BUSY)
        return 0;
    if (len <= 0) {
        worker_kill(pool, worker, KILL_INPUT);
        return 0;
    }
    do
        sent = send(worker->socket, piece, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent < 0 && errno != EAGAIN)
        poll_socket(pool, worker, false); /* the process is dying, and its end follows */
    if (sent > 0)
        worker->sent_bytes += (size_t)sent;
    return sent > 0 ? (size_t)sent : 0;
}

static ssize_t read_piece(struct pool *pool, struct work *work, uint64_t from, char *out, size_t room)
{
    if (work->file != NULL)
        return tempfile_read(work->file, from, out, room);
    return pool->client.problem != NULL ? pool->client.problem(pool->client.context, work, from, out, room) : -1;
}

void worker_write(struct pool *pool, struct worker *worker)
{
    char piece[FEED_BYTES];
    size_t sent = 1;
    for (size_t all = 0; all < FEED_MAX && sent > 0; all += sent) {
        uint64_t from = 0;
        pthread_mutex_lock(&pool->lock);
        struct work *work = send_memory(pool, worker, &from);
        pthread_mutex_unlock(&pool->lock);
        if (work == NULL)
            return;
        ssize_t got = read_piece(pool, work, from, piece, sizeof piece);
        pthread_mutex_lock(&pool->lock);
        sent = send_piece(pool, worker, piece, got);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void set_limits(struct worker *worker, const struct work *work)
{
    size_t answer = work->solver->limits.result_bytes;
    if (answer < sizeof(struct nash_error))
        answer = sizeof(struct nash_error);
    worker->limits = (struct frame_limits){{0}};
    if (work->kind == WORK_READING) {
        worker->limits.max[FRAME_READ] = sizeof(struct frame_read) + FRAME_JOB_MAX;
        worker->limits.max[FRAME_RESULT] = sizeof(struct frame_result) + sizeof(struct nash_error);
        return;
    }
    if (work->kind == WORK_CHUNK) {
        worker->limits.max[FRAME_ANSWERS] = (uint32_t)(FRAME_ANSWERS_FULL + sizeof(struct answer_head) + answer);
        worker->limits.max[FRAME_RESULT] = sizeof(struct frame_result);
        return;
    }
    worker->limits.max[FRAME_PROGRESS] = FRAME_PROGRESS_MAX;
    worker->limits.max[FRAME_BLOB] = BLOB_NAME_MAX + BLOBS_MAX;
    worker->limits.max[FRAME_RESULT] = (uint32_t)(sizeof(struct frame_result) + answer);
}

static void prepare_frame(struct worker *worker, const struct work *work)
{
    size_t len, members_len = work->members != NULL ? work->members->len : 0;
    size_t resume_len = worker->resume != NULL ? worker->resume->len : 0;
    work_text(work, &len);
    len += members_len + resume_len;
    worker->sent_bytes = 0;
    worker->frame_bytes = sizeof worker->frame + len;
    worker->frame = (struct frame_solve){
        .head = {.len = (uint32_t)(sizeof worker->frame.work + len), .type = FRAME_SOLVE},
        .work = {.seed = work->seed,
                 .timeout_ms = work_left_ms(work),
                 .kind = kind_index(work->solver),
                 .format = (uint8_t)work->format,
                 .want_text = work->want_text,
                 .lines = work->lines,
                 .members_len = (uint32_t)members_len,
                 .resume_len = (uint32_t)resume_len,
                 .background = work->background,
                 .reads = work->kind == WORK_READING,
                 .fingerprint = work->fingerprint},
    };
}

int64_t worker_deadline_ns(const struct pool *pool, const struct worker *worker, int64_t from)
{
    const struct work *work = worker->work;
    int64_t ms = (int64_t)work_left_ms(work) + pool->runaway_ms + (work->kind == WORK_CHUNK ? FRAME_ANSWERS_MS : 0);
    return from + ms * INT64_C(1000000);
}

void worker_prepare(struct worker *worker, struct work *work)
{
    worker->work = work;
    worker->cancelled = worker->holds = false;
    worker->progress_bytes = 0;
    worker->blobs = (struct blob_count){0};
    worker->answered = 0;
    worker->loads = work->resumes;
    set_limits(worker, work);
    prepare_frame(worker, work);
    /* The send that follows orders both stores before the work. */
    atomic_store_explicit(&worker->flag->cancel, 0, memory_order_relaxed);
    atomic_store_explicit(&worker->flag->line, 0, memory_order_relaxed);
}

bool worker_start(struct pool *pool, struct worker *worker, struct work *work)
{
    worker_prepare(worker, work);
    if (!worker->loads && send_part(worker) < 0 && errno != EAGAIN) {
        worker->work = NULL;
        worker_linger(pool, worker);
        return false;
    }
    worker->state = WORKER_BUSY;
    worker->worked = true;
    worker->started_ns = clock_mono_ns();
    worker->kill_ns = worker_deadline_ns(pool, worker, worker->started_ns);
    worker->slice_ns = work->slice_ms != 0 ? worker->started_ns + work->slice_ms * INT64_C(1000000) : 0;
    work->worker = worker;
    pool->stats.busy++;
    pool_arm(pool, worker->slice_ns != 0 ? worker->slice_ns : worker->kill_ns);
    if (worker->loads)
        pool_wake(pool);
    else if (worker->sent_bytes < worker->frame_bytes)
        poll_socket(pool, worker, true);
    return true;
}

/* Returns the work whose blob is to be read, or NULL. */
static struct work *loading_work(struct pool *pool, struct worker *worker)
{
    pthread_mutex_lock(&pool->lock);
    struct work *work = worker->loads && worker->state == WORKER_BUSY ? worker->work : NULL;
    pthread_mutex_unlock(&pool->lock);
    return work;
}

void worker_load(struct pool *pool, struct worker *worker)
{
    struct work *work = loading_work(pool, worker);
    if (work == NULL)
        return;
    struct bytes *resume =
        pool->client.stored != NULL ? pool->client.stored(pool->client.context, work, BLOB_LATEST) : NULL;
    if (resume != NULL && resume->len > BLOB_RESUME_MAX) {
        bytes_unref(resume);
        resume = NULL;
    }
    pthread_mutex_lock(&pool->lock);
    worker->loads = false;
    worker->resume = resume;
    if (worker->state == WORKER_BUSY) {
        prepare_frame(worker, work);
        poll_socket(pool, worker, true);
    }
    pthread_mutex_unlock(&pool->lock);
}
