/* The cost of open feeds: two daemons under the same load in turns, one without readers, one with READERS streams of
 * GET /v1/events. A thread here reads them, so the ratio includes the readers' time; on a shared machine the CPU
 * time is more reliable than the ratio. Also the latency: from the end of a job, by its row, to the row's arrival at
 * the first stream. Prints the median ratio over the rounds and latencies; asserts nothing about time.
 *
 *   bench_feed NASHD [SECONDS_A_ROUND [ROUNDS [READERS]]] */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load.h"
#include "spawn.h"

enum { CONNECTIONS = 32, READERS_MOST = 1000, LATENCIES = 1 << 16, ROUNDS_MOST = 100 };

static double seconds = 1;
static int rounds = 9;
static unsigned readers = 200;

static void die(const char *why)
{
    fprintf(stderr, "bench_feed: %s\n", why);
    exit(1);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- readers ---- */

static struct {
    int epoll, first; /* the stream whose text is parsed */
    pthread_t thread;
    _Atomic bool measuring, ending;
    char text[1 << 20];
    size_t len;
    double ms[LATENCIES];
    unsigned count;
    uint64_t rows, more;
    _Atomic uint64_t bytes;
} feed;

static void open_stream(uint16_t port)
{
    static const char request[] = "GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        send(fd, request, sizeof request - 1, MSG_NOSIGNAL) != sizeof request - 1)
        die("no stream");
    if (feed.first < 0)
        feed.first = fd;
    epoll_ctl(feed.epoll, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd});
}

/* Returns the time "2026-11-21T01:26:00.123Z" in ms since 1970. */
static double moment(const char *text)
{
    struct tm tm = {0};
    double second = 0;
    if (sscanf(text, "%d-%d-%dT%d:%d:%lf", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &second) != 6)
        die("a row has a strange time");
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    return (double)timegm(&tm) * 1e3 + second * 1e3;
}

static void look_at_line(const char *line)
{
    static const char mark[] = "\"finished_at\":\"", more[] = "{\"more\":";
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    double now_ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
    for (const char *at = line; (at = strstr(at, mark)) != NULL;) {
        at += sizeof mark - 1;
        feed.rows++;
        if (feed.count < LATENCIES)
            feed.ms[feed.count++] = now_ms - moment(at);
    }
    const char *untold = strstr(line, more);
    feed.more += untold != NULL ? strtoull(untold + sizeof more - 1, NULL, 10) : 0;
}

static void look_at(const char *data, size_t len)
{
    if (feed.len + len >= sizeof feed.text)
        feed.len = 0;
    memcpy(feed.text + feed.len, data, len);
    feed.len += len;
    for (char *end; (end = memchr(feed.text, '\n', feed.len)) != NULL;) {
        *end = '\0';
        if (atomic_load(&feed.measuring) && strncmp(feed.text, "data: [", 7) == 0)
            look_at_line(feed.text);
        feed.len -= (size_t)(end + 1 - feed.text);
        memmove(feed.text, end + 1, feed.len);
    }
}

static void *read_streams(void *unused)
{
    static char buf[1 << 18];
    struct epoll_event ready[256];
    (void)unused;
    while (!atomic_load(&feed.ending)) {
        int count = epoll_wait(feed.epoll, ready, 256, 100);
        for (int i = 0; i < count; i++) {
            bool looked_at = ready[i].data.fd == feed.first; /* the bytes of the other streams are discarded */
            ssize_t got = recv(ready[i].data.fd, buf, sizeof buf, looked_at ? 0 : MSG_TRUNC);
            if (got <= 0)
                die("a stream has ended");
            atomic_fetch_add(&feed.bytes, (uint64_t)got);
            if (looked_at)
                look_at(buf, (size_t)got);
        }
    }
    return NULL;
}

/* Returns the CPU seconds that the reading thread has used. */
static double reading_cpu(void)
{
    clockid_t clock;
    struct timespec used = {0};
    if (pthread_getcpuclockid(feed.thread, &clock) == 0)
        clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void print_latency(const char *what)
{
    qsort(feed.ms, feed.count, sizeof feed.ms[0], by_size);
    if (feed.count > 0)
        printf("    %s: end of a job to its row, p50 %.0f, p95 %.0f, max %.0f ms; %llu told, %llu counted only\n", what,
               feed.ms[feed.count / 2], feed.ms[feed.count * 95 / 100], feed.ms[feed.count - 1],
               (unsigned long long)feed.rows, (unsigned long long)feed.more);
    feed.count = 0;
    feed.rows = feed.more = 0;
}

/* ---- load ---- */

/* Makes an empty 9x9 whose solutions are counted up to a number that differs each time; base: determines how long
 * that takes. */
static const char *make_fresh(void *base, uint64_t number, size_t *len)
{
    static char text[512], body[192], cells[82];
    static uint64_t asked;
    (void)number;
    memset(cells, '.', 81);
    int size = *(uint64_t *)base == 0
                   ? snprintf(body, sizeof body, "{\"puzzle\":\"12343412.....321\",\"solutions\":%llu}",
                              (unsigned long long)++asked)
                   : snprintf(body, sizeof body, "{\"puzzle\":\"%s\",\"solutions\":%llu}", cells,
                              (unsigned long long)(*(uint64_t *)base + ++asked));
    *len = (size_t)snprintf(text, sizeof text,
                            "POST /v1/sudoku HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                            "Content-Length: %d\r\n\r\n%s",
                            size, body);
    return text;
}

/* Returns the jobs per second, and the CPU seconds of the server (without its workers) for each. */
static double rate_of(const struct daemon *d, uint64_t base, double *cpu)
{
    double before = server_cpu(d->server.pid);
    struct load_plan plan = {.port = d->server.port,
                             .connections = CONNECTIONS,
                             .seconds = seconds,
                             .status = 200,
                             .make = make_fresh,
                             .context = &base};
    struct load_result result;
    if (!load_run(&plan, &result) || result.wrong > 0)
        die("wrong replies");
    *cpu += (server_cpu(d->server.pid) - before) / (double)result.replies;
    return result.rate;
}

static void compare(const char *what, const struct daemon *alone, const struct daemon *watched, uint64_t base)
{
    double ratio[ROUNDS_MOST], best[2] = {0}, cpu[2] = {0}, reading = reading_cpu();
    uint64_t bytes = atomic_load(&feed.bytes);
    atomic_store(&feed.measuring, true);
    for (int i = 0; i < rounds; i++) {
        double without = 0, with = 0;
        for (int turn = 0; turn < 2; turn++) {
            if ((i + turn) % 2 == 0)
                without = rate_of(alone, base, &cpu[0]);
            else
                with = rate_of(watched, base, &cpu[1]);
        }
        ratio[i] = with / without;
        best[0] = without > best[0] ? without : best[0];
        best[1] = with > best[1] ? with : best[1];
    }
    usleep(600000); /* the last rows arrive late */
    atomic_store(&feed.measuring, false);
    qsort(ratio, (size_t)rounds, sizeof ratio[0], by_size);
    double moved = (double)(atomic_load(&feed.bytes) - bytes) / 1e6 / (rounds * seconds);
    printf("%-24s %8.0f jobs/s alone, %8.0f with %u feeds: median ratio %.3f (%.3f to %.3f, goal >= 0.95), %.1f MB/s\n",
           what, best[0], best[1], readers, ratio[rounds / 2], ratio[0], ratio[rounds - 1], moved);
    double sending = (cpu[1] - cpu[0]) / rounds * best[1] * 100;
    double receiving = (reading_cpu() - reading) / (rounds * seconds) * 100;
    printf("    by CPU time: sending takes %.1f %% of a core, receiving %.1f %%: together %.1f %% of this machine\n",
           sending, receiving, (sending + receiving) / (double)sysconf(_SC_NPROCESSORS_ONLN));
    print_latency(what);
}

/* Runs one job at a time, with pauses, as a user would. */
static void trickle(const struct daemon *d)
{
    enum { JOBS = 200 };
    uint64_t base = 0;
    struct load_plan plan = {.port = d->server.port,
                             .connections = 1,
                             .seconds = 5,
                             .requests = 1,
                             .status = 200,
                             .make = make_fresh,
                             .context = &base};
    struct load_result result;
    atomic_store(&feed.measuring, true);
    for (int i = 0; i < JOBS; i++) {
        if (!load_run(&plan, &result) || result.wrong > 0)
            die("wrong replies");
        usleep(5000 + (useconds_t)(i * 7919 % 40000));
    }
    usleep(200000);
    atomic_store(&feed.measuring, false);
    print_latency("one at a time");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: bench_feed NASHD [SECONDS_A_ROUND [ROUNDS [READERS]]]\n");
        return 2;
    }
    seconds = argc > 2 ? strtod(argv[2], NULL) : seconds;
    rounds = argc > 3 ? atoi(argv[3]) : rounds;
    readers = argc > 4 ? (unsigned)atoi(argv[4]) : readers;
    if (rounds < 1 || rounds > ROUNDS_MOST || readers < 1 || readers > READERS_MOST)
        die("rounds or readers out of range");
    struct daemon alone = daemon_start(argv[1], NULL), watched = daemon_start(argv[1], NULL);
    feed.first = -1;
    feed.epoll = epoll_create1(EPOLL_CLOEXEC);
    for (unsigned i = 0; i < readers; i++)
        open_stream(watched.server.port);
    if (pthread_create(&feed.thread, NULL, read_streams, NULL) != 0)
        die("no thread");
    compare("solving, some ms", &alone, &watched, 1000);
    compare("trivial jobs, a flood", &alone, &watched, 0);
    trickle(&watched);
    atomic_store(&feed.ending, true);
    pthread_join(feed.thread, NULL);
    daemon_stop(&watched);
    daemon_stop(&alone);
    return 0;
}
