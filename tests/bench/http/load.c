/* See load.h. Latencies are stored in a histogram of microseconds, so that a run of any length needs the same
 * memory. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 1024, BUCKETS = 1 << 20, BUFFER = 1 << 16, DRAIN_MS = 5000 };

struct line {
    int fd;
    int64_t sent_ns; /* 0: none in flight */
    size_t len;      /* bytes of the reply in buffer */
    uint64_t skip;   /* bytes of the body still to be received beyond the buffer */
    bool in_body;
    int status;
    char buffer[BUFFER];
};

struct run {
    const struct load_plan *plan;
    struct load_result *result;
    int epoll;
    uint64_t sent, under_way;
    int64_t stop_ns;
    uint32_t *bucket;
    struct line *lines;
};

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int connect_to(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        fprintf(stderr, "load: cannot connect to port %u: %s\n", port, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void drop(struct run *run, struct line *line)
{
    if (line->sent_ns != 0) {
        run->result->wrong++;
        run->under_way--;
    }
    line->sent_ns = 0;
    close(line->fd);
    line->fd = -1;
}

static void send_next(struct run *run, struct line *line)
{
    const struct load_plan *plan = run->plan;
    size_t len = plan->len;
    const char *text = plan->text;
    int64_t now = now_ns();
    line->sent_ns = 0;
    if (now >= run->stop_ns || (plan->requests != 0 && run->sent == plan->requests))
        return;
    if (plan->make != NULL)
        text = plan->make(plan->context, run->sent, &len);
    run->sent++;
    run->under_way++;
    line->sent_ns = now;
    line->len = 0;
    line->in_body = false;
    while (len > 0) { /* the socket is blocking; requests are small */
        ssize_t count = send(line->fd, text, len, MSG_NOSIGNAL);
        if (count <= 0) {
            drop(run, line);
            return;
        }
        text += count;
        len -= (size_t)count;
    }
}

static void finish(struct run *run, struct line *line)
{
    int64_t us = (now_ns() - line->sent_ns) / 1000;
    run->under_way--;
    if (line->status == run->plan->status) {
        run->result->replies++;
        run->bucket[us < BUCKETS ? us : BUCKETS - 1]++;
    } else {
        run->result->wrong++;
    }
    send_next(run, line);
}

/* Parses a complete head: status and length of the body. Chunked replies are not supported. */
static bool read_head(struct line *line, size_t head)
{
    static const char name[] = "\r\nContent-Length: ";
    line->buffer[line->len < BUFFER ? line->len : BUFFER - 1] = '\0';
    if (sscanf(line->buffer, "HTTP/1.1 %d", &line->status) != 1)
        return false;
    const char *length = memmem(line->buffer, head, name, sizeof name - 1);
    uint64_t body = length != NULL ? strtoull(length + sizeof name - 1, NULL, 10) : 0;
    if (line->status == 304 || line->status == 204)
        body = 0;
    uint64_t have = line->len - head;
    if (have > body)
        return false; /* more bytes than announced */
    line->skip = body - have;
    line->in_body = true;
    return true;
}

static void readable(struct run *run, struct line *line)
{
    size_t at = line->in_body ? 0 : line->len;
    ssize_t got = recv(line->fd, line->buffer + at, BUFFER - 1 - at, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0 || line->sent_ns == 0) {
        drop(run, line);
        return;
    }
    if (line->in_body) {
        line->skip -= (uint64_t)got <= line->skip ? (uint64_t)got : line->skip;
    } else {
        line->len += (size_t)got;
        char *end = memmem(line->buffer, line->len, "\r\n\r\n", 4);
        if (end == NULL)
            return;
        if (!read_head(line, (size_t)(end - line->buffer) + 4)) {
            drop(run, line);
            return;
        }
    }
    if (line->skip == 0)
        finish(run, line);
}

static bool open_lines(struct run *run)
{
    for (unsigned i = 0; i < run->plan->connections; i++) {
        struct line *line = &run->lines[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = line};
        line->fd = connect_to(run->plan->port);
        if (line->fd < 0 || epoll_ctl(run->epoll, EPOLL_CTL_ADD, line->fd, &event) != 0)
            return false;
    }
    return true;
}

static void loop(struct run *run)
{
    struct epoll_event events[64];
    for (unsigned i = 0; i < run->plan->connections; i++)
        send_next(run, &run->lines[i]);
    while (run->under_way > 0 && now_ns() < run->stop_ns + DRAIN_MS * INT64_C(1000000)) {
        int count = epoll_wait(run->epoll, events, 64, 100);
        for (int i = 0; i < count; i++)
            readable(run, events[i].data.ptr);
    }
    run->result->wrong += run->under_way;
}

static double percentile(const struct run *run, double share)
{
    uint64_t want = (uint64_t)((double)run->result->replies * share), seen = 0;
    for (unsigned us = 0; us < BUCKETS; us++) {
        seen += run->bucket[us];
        if (seen > want || (seen == want && seen == run->result->replies))
            return us;
    }
    return BUCKETS;
}

static bool measure(struct run *run)
{
    struct load_result *result = run->result;
    if (!open_lines(run))
        return false;
    int64_t start = now_ns();
    run->stop_ns = start + (int64_t)(run->plan->seconds * 1e9);
    loop(run);
    result->seconds = (double)(now_ns() - start) / 1e9;
    result->rate = (double)result->replies / result->seconds;
    result->p50_us = percentile(run, 0.5);
    result->p90_us = percentile(run, 0.9);
    result->p99_us = percentile(run, 0.99);
    result->max_us = percentile(run, 1);
    if (result->replies == 0)
        fprintf(stderr, "load: no reply of status %d\n", run->plan->status);
    return result->replies > 0;
}

bool load_run(const struct load_plan *plan, struct load_result *result)
{
    struct run run = {.plan = plan, .result = result, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    *result = (struct load_result){0};
    run.bucket = calloc(BUCKETS, sizeof run.bucket[0]);
    run.lines = calloc(plan->connections, sizeof run.lines[0]);
    bool good = plan->connections <= CONNECTIONS && run.epoll >= 0 && run.bucket != NULL && run.lines != NULL;
    for (unsigned i = 0; good && i < plan->connections; i++)
        run.lines[i].fd = -1;
    good = good && measure(&run);
    for (unsigned i = 0; run.lines != NULL && i < plan->connections; i++)
        if (run.lines[i].fd >= 0)
            close(run.lines[i].fd);
    if (run.epoll >= 0)
        close(run.epoll);
    free(run.lines);
    free(run.bucket);
    return good;
}
