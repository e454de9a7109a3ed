/* The cost of src/http on top of libmicrohttpd: requests per second and CPU time per request, each case measured
 * alternately with a bare echo server (echo.c) in the same run, best of the rounds. Prints ratios; asserts nothing
 * about time.
 *
 *   bench_http [SECONDS_A_ROUND [ROUNDS]] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <http/http.h>
#include <http/reply.h>
#include <http/wait.h>

#include "echo.h"
#include "load.h"
#include "server.h"

enum { CONNECTIONS = 32, BODY = 1024 };

static struct http_shared_reply *ready_reply;

static void get_ready(struct http_request *request)
{
    http_reply_shared(request, ready_reply);
}

static const char json[] = "{\"id\":\"0123456789abcdef0123456789abcdef\",\"status\":\"succeeded\",\"n\":12345}";

static void get_made(struct http_request *request)
{
    http_reply(request, 200, "application/json", json, sizeof json - 1);
}

static void post(struct http_request *request)
{
    size_t len;
    const char *body = http_body(request, &len);
    http_reply(request, 200, "application/json", body, len < 64 ? len : 64);
}

/* ---- a request that waits until another thread wakes it, as a job does ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static struct http_request *queue[4096];
static size_t queued;

static void woken(struct http_request *request, bool timed_out)
{
    (void)timed_out;
    post(request);
}

static void post_wait(struct http_request *request)
{
    pthread_mutex_lock(&lock);
    queue[queued++] = request;
    if (queued == 1)
        pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    http_wait(request, 10000, woken);
}

static void *wake_all(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (queued == 0)
            pthread_cond_wait(&more, &lock);
        while (queued > 0)
            http_wake(queue[--queued]);
    }
    return NULL;
}

static const struct http_route routes[] = {
    {HTTP_GET, "/v1/jobs/{id}", get_ready, NULL, true, "ready"},
    {HTTP_GET, "/v1/kinds", get_made, NULL, true, "made"},
    {HTTP_POST, "/v1/{kind}", post, NULL, true, "post"},
    {HTTP_POST, "/v1/wait", post_wait, NULL, true, "wait"},
};

static uint16_t wrapper_start(void)
{
    struct http_options options = http_defaults;
    struct nash_error error;
    pthread_t waker;
    options.port = 0;
    options.routes = routes;
    options.routes_count = sizeof routes / sizeof routes[0];
    struct bytes *body = bytes_copy(json, sizeof json - 1);
    ready_reply = http_shared_reply_new("application/json", "\"0123456789abcdef\"", NULL, 0, body);
    struct http *http = http_start(&options, &error);
    if (http == NULL || pthread_create(&waker, NULL, wake_all, NULL) != 0)
        return 0;
    return http_port(http);
}

/* ---- measuring ---- */

struct side {
    struct server *server;
    const char *text;
    size_t len;
    int status;
    double rate, cpu_us; /* best of the rounds */
    double p50, p99;
    uint64_t wrong;
};

static void run_side(struct side *side, double seconds)
{
    struct load_plan plan = {.port = side->server->port,
                             .connections = CONNECTIONS,
                             .seconds = seconds,
                             .status = side->status,
                             .text = side->text,
                             .len = side->len};
    struct load_result result;
    double before = server_cpu(side->server->pid);
    if (!load_run(&plan, &result))
        exit(1);
    double cpu_us = (server_cpu(side->server->pid) - before) * 1e6 / (double)result.replies;
    side->wrong += result.wrong;
    if (side->cpu_us == 0 || cpu_us < side->cpu_us)
        side->cpu_us = cpu_us;
    if (result.rate > side->rate) {
        side->rate = result.rate;
        side->p50 = result.p50_us;
        side->p99 = result.p99_us;
    }
}

static void compare(const char *name, struct side *bare, struct side *ours, double seconds, int rounds)
{
    bare->rate = bare->cpu_us = 0;
    for (int i = 0; i < rounds; i++) {
        run_side(bare, seconds);
        run_side(ours, seconds);
    }
    printf("%-28s %7.0f %7.0f  %5.2fx   %5.2f %5.2f  %5.2fx   %5.0f %5.0f us\n", name, bare->rate, ours->rate,
           ours->rate / bare->rate, bare->cpu_us, ours->cpu_us, bare->cpu_us / ours->cpu_us, ours->p50, ours->p99);
    fflush(stdout);
    if (bare->wrong + ours->wrong > 0) {
        printf("wrong replies: bare %lu, src/http %lu\n", (unsigned long)bare->wrong, (unsigned long)ours->wrong);
        exit(1);
    }
}

static size_t with_body(char *out, const char *path)
{
    size_t head = (size_t)sprintf(out,
                                  "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                                  "Content-Length: %d\r\n\r\n",
                                  path, BODY);
    memset(out + head, 'b', BODY);
    return head + BODY;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 0.5;
    int rounds = argc > 2 ? atoi(argv[2]) : 7;
    static char bare_post[BODY + 256], our_post[BODY + 256], our_wait[BODY + 256];
    static const char get[] = "GET /v1/jobs/0123456789abcdef0123456789abcdef HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    static const char made[] = "GET /v1/kinds HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    static const char match[] = "GET /v1/jobs/0123456789abcdef0123456789abcdef HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                "If-None-Match: \"0123456789abcdef\"\r\n\r\n";
    struct server echo = server_fork(echo_start), wrapper = server_fork(wrapper_start);
    if (echo.port == 0 || wrapper.port == 0) {
        fprintf(stderr, "a server did not start\n");
        return 1;
    }
    struct side bare_get = {.server = &echo, .text = get, .len = sizeof get - 1, .status = 200};
    struct side bare_echo = {.server = &echo, .text = bare_post, .status = 200};
    struct side ready = {.server = &wrapper, .text = get, .len = sizeof get - 1, .status = 200};
    struct side unchanged = {.server = &wrapper, .text = match, .len = sizeof match - 1, .status = 304};
    struct side small = {.server = &wrapper, .text = made, .len = sizeof made - 1, .status = 200};
    struct side posted = {.server = &wrapper, .text = our_post, .status = 200};
    struct side waited = {.server = &wrapper, .text = our_wait, .status = 200};
    bare_echo.len = with_body(bare_post, "/echo");
    posted.len = with_body(our_post, "/v1/sudoku");
    waited.len = with_body(our_wait, "/v1/wait");
    printf("%-28s %15s %8s %14s %8s %14s\n", "", "requests/s", "ratio", "CPU us/request", "ratio", "p50 p99");
    printf("%-28s %7s %7s  %6s   %5s %5s  %6s\n", "", "bare", "ours", "", "bare", "ours", "");
    compare("GET a ready reply", &bare_get, &ready, seconds, rounds);
    compare("GET, 304", &bare_get, &unchanged, seconds, rounds);
    compare("GET a reply made here", &bare_get, &small, seconds, rounds);
    compare("POST 1 KiB", &bare_echo, &posted, seconds, rounds);
    compare("POST 1 KiB, wait and wake", &bare_echo, &waited, seconds, rounds);
    server_stop(&echo);
    server_stop(&wrapper);
    return 0;
}
