/* WebSockets on loopback: round trips per second and their latency, with one message in flight and with many, for
 * small messages and for batches of a thousand updates; then many sockets at once. The server answers from a thread
 * of its own, as a game does: the message crosses two threads each way.
 *
 *   bench_socket [SECONDS_A_CASE]
 *
 * Prints numbers; asserts nothing about time. Each line also has the CPU time of the whole process (client and
 * server), which is more reliable on a shared machine. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <http/websocket.h>

enum { SOCKETS_MAX = 64, SAMPLES = 1 << 20, MESSAGE_MOST = 96 << 10, EVENT_BYTES = 8 };

static double now(clockid_t clock)
{
    struct timespec at;
    clock_gettime(clock, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

/* ---- the server: one thread answers for all sockets ---- */

struct end {
    struct http_socket *socket;
};

struct letter {
    struct letter *next;
    struct end *end;
    struct bytes *bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t come = PTHREAD_COND_INITIALIZER;
static struct letter *first, **last = &first;
static bool over, direct;

static void opened(void *user, struct http_socket *socket)
{
    struct end *end = user;
    pthread_mutex_lock(&lock);
    end->socket = socket;
    pthread_mutex_unlock(&lock);
}

static void message(void *user, struct http_socket *socket, const void *data, size_t len)
{
    struct bytes *bytes = bytes_copy(data, len);
    if (direct) { /* from the sockets' own thread */
        http_socket_send(socket, bytes);
        bytes_unref(bytes);
        return;
    }
    struct letter *letter = malloc(sizeof *letter);
    *letter = (struct letter){.end = user, .bytes = bytes};
    pthread_mutex_lock(&lock);
    *last = letter;
    last = &letter->next;
    pthread_cond_signal(&come);
    pthread_mutex_unlock(&lock);
}

static void closed(void *user, const char *why)
{
    struct end *end = user;
    (void)why;
    pthread_mutex_lock(&lock);
    end->socket = NULL;
    pthread_mutex_unlock(&lock);
}

static const struct http_socket_events events = {.opened = opened, .message = message, .closed = closed};

static void *answer(void *context)
{
    pthread_mutex_lock(&lock);
    while (!over) {
        struct letter *letter = first;
        if (letter == NULL) {
            pthread_cond_wait(&come, &lock);
            continue;
        }
        first = letter->next;
        if (first == NULL)
            last = &first;
        if (letter->end->socket != NULL)
            http_socket_send(letter->end->socket, letter->bytes);
        bytes_unref(letter->bytes);
        free(letter);
    }
    pthread_mutex_unlock(&lock);
    return context;
}

static void upgrade(struct http_request *request)
{
    static struct end ends[1024];
    static unsigned used;
    http_upgrade(request, &events, &ends[used++ % 1024], NULL, MESSAGE_MOST);
}

static const struct http_route routes[] = {{HTTP_GET, "/socket", upgrade, NULL, true, "socket"}};

/* ---- the client: frames by hand ---- */

static int open_socket(uint16_t port)
{
    static const char ask[] = "GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char head[1024];
    size_t len = 0;
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0 || send(fd, ask, sizeof ask - 1, 0) < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    while (len < 4 || memcmp(head + len - 4, "\r\n\r\n", 4) != 0)
        if (len == sizeof head || recv(fd, head + len++, 1, 0) != 1)
            return -1;
    return strncmp(head, "HTTP/1.1 101", 12) == 0 ? fd : -1;
}

/* A masked binary frame of len zeros: with a mask of zeros, that is its payload. Returns its length. */
static size_t make_frame(uint8_t *frame, size_t len)
{
    uint8_t *at = frame;
    *at++ = 0x82;
    *at++ = (uint8_t)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) {
        *at++ = (uint8_t)(len >> 8);
        *at++ = (uint8_t)len;
    }
    memset(at, 0, 4 + len);
    return (size_t)(at - frame) + 4 + len;
}

static bool take(int fd, size_t len)
{
    uint8_t rest[65536];
    for (ssize_t got; len > 0; len -= (size_t)got)
        if ((got = recv(fd, rest, len < sizeof rest ? len : sizeof rest, 0)) <= 0)
            return false;
    return true;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct load {
    uint16_t port;
    size_t bytes;
    unsigned flight;
    double seconds;
    uint64_t trips;
    double *sample;
    size_t samples;
};

/* Keeps `flight` messages in flight until the time is over. */
static void *run_load(void *pointer)
{
    struct load *load = pointer;
    uint8_t *frame = malloc(load->bytes + 16);
    double sent[1024], until = now(CLOCK_MONOTONIC) + load->seconds;
    size_t len = make_frame(frame, load->bytes), reply = load->bytes + (load->bytes < 126 ? 2 : 4);
    uint64_t asked = 0;
    int fd = open_socket(load->port);
    if (fd < 0)
        exit(1);
    for (bool more = true; more || load->trips < asked;) {
        for (more = now(CLOCK_MONOTONIC) < until; more && asked - load->trips < load->flight; asked++) {
            sent[asked % 1024] = now(CLOCK_MONOTONIC);
            if (send(fd, frame, len, 0) != (ssize_t)len)
                exit(1);
        }
        if (load->trips < asked) {
            if (!take(fd, reply))
                exit(1);
            if (load->samples < SAMPLES)
                load->sample[load->samples++] = now(CLOCK_MONOTONIC) - sent[load->trips % 1024];
            load->trips++;
        }
    }
    close(fd);
    free(frame);
    return NULL;
}

static void measure(uint16_t port, const char *what, unsigned sockets, size_t bytes, unsigned flight, double seconds)
{
    static struct load load[SOCKETS_MAX];
    pthread_t thread[SOCKETS_MAX];
    uint64_t trips = 0;
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    for (unsigned i = 0; i < sockets; i++) {
        double *sample = load[i].sample != NULL ? load[i].sample : malloc(SAMPLES * sizeof *sample);
        load[i] = (struct load){.port = port, .bytes = bytes, .flight = flight, .seconds = seconds, .sample = sample};
        pthread_create(&thread[i], NULL, run_load, &load[i]);
    }
    for (unsigned i = 0; i < sockets; i++) {
        pthread_join(thread[i], NULL);
        trips += load[i].trips;
    }
    wall = now(CLOCK_MONOTONIC) - wall;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    qsort(load[0].sample, load[0].samples, sizeof(double), compare);
    const double *sample = load[0].sample;
    size_t n = load[0].samples;
    printf("%-34s %9.0f /s   p50 %7.3f ms   p99 %7.3f ms   cpu %6.1f us a trip", what, (double)trips / wall,
           sample[n / 2] * 1e3, sample[n * 99 / 100] * 1e3, cpu / (double)trips * 1e6);
    if (bytes >= 1000 * EVENT_BYTES)
        printf("   %6.2f M updates/s", (double)trips / wall * 1000 / 1e6);
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct http_options options = http_defaults;
    struct nash_error error = {0};
    pthread_t thread;
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    options.port = 0;
    options.routes = routes;
    options.routes_count = 1;
    struct http *http = http_start(&options, &error);
    if (http == NULL || pthread_create(&thread, NULL, answer, NULL) != 0)
        return 1;
    uint16_t port = http_port(http);
    size_t batch = 32 + 1000 * EVENT_BYTES;
    measure(port, "16 B, 1 in flight", 1, 16, 1, seconds);
    measure(port, "16 B, 64 in flight", 1, 16, 64, seconds);
    measure(port, "1,000 updates, 1 in flight", 1, batch, 1, seconds);
    measure(port, "1,000 updates, 8 in flight", 1, batch, 8, seconds);
    measure(port, "5 sockets, 1,000 updates, 1", 5, batch, 1, seconds);
    measure(port, "64 sockets, 16 B, 1 in flight", 64, 16, 1, seconds);
    direct = true;
    measure(port, "16 B, answered where it came", 1, 16, 1, seconds);
    pthread_mutex_lock(&lock);
    over = true;
    pthread_cond_signal(&come);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    http_stop(http, 1000);
    return 0;
}
