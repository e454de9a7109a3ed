/* The buffer between the threads that log and the one that writes. The lock is held while a record is copied, never
 * during I/O.
 *
 * Records of the access log may fill three quarters of the buffer, so that a flood of requests does not displace the
 * lines of the log. They are also collected for a few milliseconds, because waking the thread for each request would
 * cost more than the line. A line of the log wakes it at once: what was logged before a SIGKILL is written, but for
 * the last moment. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>

#include "record.h"

enum {
    QUEUE_BYTES = 1 << 20,
    BATCH_BYTES = 16 << 10,
    COLLECT_MS = 20,         /* records of the access log wait so long, */
    COLLECT_BYTES = 32 << 10 /* or until they have as many bytes */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled, ended;
    bool urgent, stopping, over; /* urgent: a line of the log waits; over: the thread has ended */
    size_t start, used;
    uint64_t dropped, reported; /* lines dropped, and those of them that the log has reported */
    char bytes[QUEUE_BYTES];
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Whether the thread takes records. LOST: it did not end in time, and may be blocked for ever. */
enum { WRITER_NONE, WRITER_RUNS, WRITER_LOST };
static _Atomic int writer = WRITER_NONE;
static pthread_t writer_thread;

void log_queue_forget(void)
{
    atomic_store(&writer, WRITER_NONE);
}

uint64_t log_dropped(void)
{
    pthread_mutex_lock(&queue.lock);
    uint64_t dropped = queue.dropped;
    pthread_mutex_unlock(&queue.lock);
    return dropped;
}

/* Copies bytes to the end of the buffer. There must be room. */
static void queue_add(const void *from, size_t len)
{
    size_t end = (queue.start + queue.used) % QUEUE_BYTES;
    size_t first = len < QUEUE_BYTES - end ? len : QUEUE_BYTES - end;
    memcpy(queue.bytes + end, from, first);
    memcpy(queue.bytes, (const char *)from + first, len - first);
    queue.used += len;
}

/* Moves bytes from the beginning of the buffer. */
static void queue_take(void *to, size_t len)
{
    size_t first = len < QUEUE_BYTES - queue.start ? len : QUEUE_BYTES - queue.start;
    memcpy(to, queue.bytes + queue.start, first);
    memcpy((char *)to + first, queue.bytes, len - first);
    queue.start = (queue.start + len) % QUEUE_BYTES;
    queue.used -= len;
    if (queue.used == 0)
        queue.start = 0; /* a server that logs little uses the first pages only */
}

bool log_queue_push(const struct log_record *record)
{
    int state = atomic_load_explicit(&writer, memory_order_acquire);
    if (state != WRITER_RUNS)
        return state == WRITER_LOST;
    uint16_t size = (uint16_t)log_record_size(record);
    bool is_access = record->sink == LOG_SINK_ACCESS;
    size_t room = is_access ? QUEUE_BYTES / 4 * 3 : QUEUE_BYTES;
    pthread_mutex_lock(&queue.lock);
    if (queue.used + sizeof size + size > room) {
        queue.dropped++;
    } else {
        bool was_low = queue.used < COLLECT_BYTES, wake = queue.used == 0 || (!is_access && !queue.urgent);
        queue_add(&size, sizeof size);
        queue_add(record, size);
        wake |= was_low && queue.used >= COLLECT_BYTES;
        queue.urgent |= !is_access;
        if (wake)
            pthread_cond_signal(&queue.filled);
    }
    pthread_mutex_unlock(&queue.lock);
    return true;
}

/* Records that were taken out of the buffer, one after the other, each aligned. */
struct batch {
    _Alignas(struct log_record) char bytes[BATCH_BYTES];
    size_t len;
    uint64_t dropped; /* lines dropped that are to be reported */
};

static size_t aligned(size_t size)
{
    return (size + _Alignof(struct log_record) - 1) / _Alignof(struct log_record) * _Alignof(struct log_record);
}

/* Waits for records and takes them out. Returns false once the buffer is empty and the thread must end. */
static bool batch_take(struct batch *batch)
{
    struct timespec until;
    pthread_mutex_lock(&queue.lock);
    while (queue.used == 0 && !queue.stopping)
        pthread_cond_wait(&queue.filled, &queue.lock);
    int64_t until_ns = clock_mono_ns() + COLLECT_MS * 1000000;
    until = (struct timespec){.tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000};
    while (!queue.urgent && !queue.stopping && queue.used < COLLECT_BYTES &&
           pthread_cond_timedwait(&queue.filled, &queue.lock, &until) != ETIMEDOUT)
        ;
    batch->len = 0;
    while (queue.used > 0 && batch->len + LOG_RECORD_MAX <= BATCH_BYTES) {
        uint16_t size;
        queue_take(&size, sizeof size);
        queue_take(batch->bytes + batch->len, size);
        batch->len += aligned(size);
    }
    queue.urgent = queue.used > 0;
    batch->dropped = queue.dropped - queue.reported;
    queue.reported = queue.dropped;
    bool more = batch->len > 0 || !queue.stopping;
    pthread_mutex_unlock(&queue.lock);
    return more;
}

static void count_lost(uint64_t lines)
{
    pthread_mutex_lock(&queue.lock);
    queue.dropped += lines;
    pthread_mutex_unlock(&queue.lock);
}

/* Says how many lines are missing here. */
static void report_dropped(struct log_out *out, uint64_t count)
{
    union log_record_room room;
    log_record_begin(&room, LOG_WARN, LOG_SINK_LOG, "log lines dropped");
    log_record_add_field(&room, &(struct log_field){.name = "count", .number = count});
    log_out_record(out, &room.record);
    log_out_flush(out);
}

static void *writer_main(void *unused)
{
    static struct batch batch;
    static struct log_out out;
    (void)unused;
    while (batch_take(&batch)) {
        unsigned lost = 0;
        for (size_t at = 0; at < batch.len;) {
            const struct log_record *record = (const void *)(batch.bytes + at);
            at += aligned(log_record_size(record));
            lost += log_out_record(&out, record);
        }
        lost += log_out_flush(&out);
        if (lost > 0)
            count_lost(lost);
        if (batch.dropped > 0)
            report_dropped(&out, batch.dropped);
    }
    if (batch.dropped > 0)
        report_dropped(&out, batch.dropped);
    pthread_mutex_lock(&queue.lock);
    queue.over = true;
    pthread_cond_signal(&queue.ended);
    pthread_mutex_unlock(&queue.lock);
    return NULL;
}

enum nash_status log_start(struct nash_error *error)
{
    pthread_condattr_t monotonic;
    if (atomic_load(&writer) != WRITER_NONE)
        return NASH_OK;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&queue.filled, &monotonic);
    pthread_cond_init(&queue.ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    queue.stopping = queue.over = queue.urgent = false;
    queue.start = queue.used = 0;
    if (pthread_create(&writer_thread, NULL, writer_main, NULL) != 0)
        return nash_fail(error, NASH_INTERNAL, "", "the thread of the log cannot be started");
    atomic_store_explicit(&writer, WRITER_RUNS, memory_order_release);
    return NASH_OK;
}

void log_stop(uint32_t wait_ms)
{
    if (atomic_load(&writer) != WRITER_RUNS)
        return;
    int64_t until_ns = clock_mono_ns() + (int64_t)wait_ms * 1000000;
    const struct timespec until = {.tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000};
    int waited = 0;
    pthread_mutex_lock(&queue.lock);
    queue.stopping = true;
    pthread_cond_signal(&queue.filled);
    while (!queue.over && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&queue.ended, &queue.lock, &until);
    bool over = queue.over;
    pthread_mutex_unlock(&queue.lock);
    atomic_store(&writer, over ? WRITER_NONE : WRITER_LOST);
    if (over)
        pthread_join(writer_thread, NULL);
    else
        pthread_detach(writer_thread);
}
