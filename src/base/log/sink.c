/* Where lines go: stderr or a file for the log, a file for the access log, the socket of the journal.
 *
 * A file is replaced by dup3() onto its descriptor, so that a thread that writes meanwhile needs no lock: its line goes
 * to the old file or to the new one. A descriptor is never closed. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "record.h"

#define JOURNAL_SOCKET "/run/systemd/journal/socket"

/* Descriptors; -1: none. own_fd[] are those of files, once there was one. */
static _Atomic int sink_fd[LOG_SINKS] = {STDERR_FILENO, -1};
static int own_fd[LOG_SINKS] = {-1, -1};
static _Atomic bool access_with_log; /* the lines of the access log go to the log */
static _Atomic int journal_fd = -1;
static struct sockaddr_un journal_address;

bool log_access_on(void)
{
    return atomic_load_explicit(&sink_fd[LOG_SINK_ACCESS], memory_order_relaxed) >= 0 ||
           atomic_load_explicit(&access_with_log, memory_order_relaxed);
}

/* In the child of a fork: the thread that writes is in the parent, and descriptors above stderr may be closed. */
static void sinks_after_fork(void)
{
    log_queue_forget();
    atomic_store(&sink_fd[LOG_SINK_LOG], STDERR_FILENO);
    atomic_store(&sink_fd[LOG_SINK_ACCESS], -1);
    atomic_store(&access_with_log, false);
    atomic_store(&journal_fd, -1);
}

/* Opens a file for appending. The descriptor is not blocking while it is opened: a FIFO without a reader is an error
 * rather than an endless wait. */
static int open_file(const char *path, struct nash_error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0640);
    if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND) != 0) {
        nash_fail(error, NASH_INVALID, "", "log file %s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

/* Makes the sink write to `fd`, which is taken over; to `fallback` if it is -1. */
static void sink_replace(enum log_sink sink, int fd, int fallback)
{
    if (fd >= 0 && own_fd[sink] >= 0 && dup3(fd, own_fd[sink], O_CLOEXEC) >= 0)
        close(fd);
    else if (fd >= 0)
        own_fd[sink] = fd;
    atomic_store(&sink_fd[sink], fd >= 0 ? own_fd[sink] : fallback);
}

/* Opens the socket of the journal, once: workers may not, but only the server logs. */
static void open_journal(const char *path)
{
    journal_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    strncpy(journal_address.sun_path, path != NULL ? path : JOURNAL_SOCKET, sizeof journal_address.sun_path - 1);
    if (atomic_load(&journal_fd) < 0)
        atomic_store(&journal_fd, socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
}

enum nash_status log_open(const struct log_targets *targets, struct nash_error *error)
{
    static bool registered;
    bool with_log = targets->access != NULL && strcmp(targets->access, "-") == 0;
    int fd[LOG_SINKS] = {-1, -1};
    if (!registered && pthread_atfork(NULL, NULL, sinks_after_fork) != 0)
        return nash_fail(error, NASH_NOMEM, "", "out of memory while opening the log");
    registered = true;
    if (targets->file != NULL && (fd[LOG_SINK_LOG] = open_file(targets->file, error)) < 0)
        return NASH_INVALID;
    if (targets->access != NULL && !with_log && (fd[LOG_SINK_ACCESS] = open_file(targets->access, error)) < 0) {
        if (fd[LOG_SINK_LOG] >= 0)
            close(fd[LOG_SINK_LOG]);
        return NASH_INVALID;
    }
    sink_replace(LOG_SINK_LOG, fd[LOG_SINK_LOG], STDERR_FILENO);
    sink_replace(LOG_SINK_ACCESS, fd[LOG_SINK_ACCESS], -1);
    atomic_store(&access_with_log, with_log);
    open_journal(targets->journal);
    return NASH_OK;
}

/* Writes a line. Returns false if it is lost. */
static bool sink_write(enum log_sink sink, const char *bytes, size_t len)
{
    enum { WAIT_MS = 1000 }; /* for a descriptor that another process has made non-blocking */
    int fd = atomic_load(&sink_fd[sink]);
    if (fd < 0)
        fd = atomic_load(&sink_fd[LOG_SINK_LOG]);
    while (len > 0) {
        ssize_t wrote = write(fd, bytes, len);
        if (wrote < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = fd, .events = POLLOUT};
            if (poll(&ready, 1, WAIT_MS) <= 0)
                return false;
        } else if (wrote < 0 && errno != EINTR) {
            return false;
        }
        if (wrote > 0) {
            bytes += wrote;
            len -= (size_t)wrote;
        }
    }
    return true;
}

/* Sends a datagram to the journal. Returns false if there is no journal. */
static bool journal_send(const char *bytes, size_t len)
{
    int fd = atomic_load(&journal_fd);
    ssize_t sent = -1;
    do
        sent = fd < 0 ? -1
                      : sendto(fd, bytes, len, MSG_NOSIGNAL, (const struct sockaddr *)&journal_address,
                               sizeof journal_address);
    while (sent < 0 && fd >= 0 && errno == EINTR);
    return sent == (ssize_t)len;
}

unsigned log_out_flush(struct log_out *out)
{
    unsigned lost = out->len > 0 && !sink_write(out->sink, out->bytes, out->len) ? out->lines : 0;
    out->len = out->lines = 0;
    return lost;
}

/* Appends a line. What would not fit into one atomic write is written before. */
static unsigned out_add(struct log_out *out, enum log_sink sink, const char *line, size_t len)
{
    unsigned lost = 0;
    if (out->sink != sink || out->len + len > sizeof out->bytes)
        lost = log_out_flush(out);
    if (len > sizeof out->bytes)
        return lost + !sink_write(sink, line, len);
    memcpy(out->bytes + out->len, line, len);
    out->sink = sink;
    out->len += (unsigned)len;
    out->lines++;
    return lost;
}

unsigned log_out_record(struct log_out *out, const struct log_record *record)
{
    char bytes[LOG_OUT_MAX + 1];
    struct nash_buf line = {.data = bytes, .room = LOG_OUT_MAX, .cap = LOG_OUT_MAX}; /* never allocates */
    enum log_format format = log_format_now();
    if (format == LOG_JOURNAL) {
        bool to_file = record->sink == LOG_SINK_ACCESS && !atomic_load(&access_with_log);
        log_format_record(&line, record, LOG_JOURNAL);
        if (!to_file && journal_send(line.data, line.len))
            return 0;
        line.len = 0; /* the access log in a file is text, and so is the log where there is no journal */
        format = LOG_TEXT;
    }
    log_format_record(&line, record, format);
    return out_add(out, (enum log_sink)record->sink, line.data, line.len);
}

void log_write_record(const struct log_record *record)
{
    struct log_out out = {.len = 0};
    log_out_record(&out, record);
    log_out_flush(&out);
}
