/* A small server on src/http for the tests: one route for each thing the wrapper does. */
#ifndef TESTS_HTTP_FIXTURE_H
#define TESTS_HTTP_FIXTURE_H

#include <pthread.h>

#include <http/http.h>

struct visit; /* one request that waits or streams */

struct fixture {
    struct http *http;
    uint16_t port;
    struct http_ready *ready;
    pthread_mutex_t lock;
    struct visit *visits;            /* under lock: requests that may be woken */
    unsigned waiting;                /* under lock: how many these are */
    _Atomic unsigned opened, closed; /* visits begun, on_close calls */
    _Atomic unsigned timed_out, woken;
    _Atomic uint64_t consumed; /* bytes handed to the streaming routes */
    _Atomic bool hold;         /* /swallow takes nothing */
};

/* Options to start from: short enough for tests, long enough for a busy machine. */
struct http_options fixture_options(void);
/* Starts; asserts (cmocka) on failure. options->routes and ->context are filled in. */
void fixture_start(struct fixture *f, const struct http_options *options);
void fixture_stop(struct fixture *f, uint32_t grace_ms);

void fixture_wake_all(struct fixture *f);
/* Waits until a condition on the fixture holds; false after CLIENT_PATIENCE_MS. */
bool fixture_until(struct fixture *f, bool (*holds)(struct fixture *f, uint64_t n), uint64_t n);
bool fixture_waiting(struct fixture *f, uint64_t n); /* n visits are open */
bool fixture_closed(struct fixture *f, uint64_t n);  /* n visits have ended */
void fixture_sleep_ms(long ms);

#endif
