/* A small server on src/http for the tests, with one route for each feature. */
#ifndef TESTS_HTTP_FIXTURE_H
#define TESTS_HTTP_FIXTURE_H

#include <pthread.h>

#include <http/http.h>
#include <http/reply.h>
#include <http/stats.h>
#include <http/wait.h>

enum { FIXTURE_LARGE = 4000 }; /* bytes of /large */

/* Returns the digest of bytes that follow others with this digest; 0: none. /spool replies with it. */
uint64_t fixture_digest(uint64_t digest, const char *data, size_t len);

struct visit; /* a request that waits or streams */

struct fixture {
    struct http *http;
    uint16_t port;
    struct http_shared_reply *ready, *large; /* the replies of /ready and /large */
    pthread_mutex_t lock;
    struct visit *visits;            /* under lock: requests that may be woken */
    unsigned waiting;                /* under lock: the number of visits */
    _Atomic unsigned opened, closed; /* number of visits begun; number of on_close calls */
    _Atomic unsigned timed_out, woken;
    _Atomic uint64_t consumed; /* bytes of bodies that the streaming routes have consumed */
    _Atomic bool hold;         /* true: /swallow consumes no bytes */
};

/* Options for tests: deadlines short enough for a quick test, long enough for a busy machine. */
struct http_options fixture_options(void);
/* Starts the server; fails the test if it does not start. Uses the fixture's own routes and context. */
void fixture_start(struct fixture *f, const struct http_options *options);
void fixture_stop(struct fixture *f, uint32_t grace_ms);
/* For cmocka, after a group's setup has put the fixture into *state: stops it. */
int fixture_teardown(void **state);

void fixture_wake_all(struct fixture *f);
/* Waits until a condition on the fixture holds; false after CLIENT_PATIENCE_MS. */
bool fixture_until(struct fixture *f, bool (*holds)(struct fixture *f, uint64_t n), uint64_t n);
bool fixture_waiting(struct fixture *f, uint64_t n); /* condition: n visits are open */
bool fixture_closed(struct fixture *f, uint64_t n);  /* condition: n visits have ended */
void fixture_sleep_ms(long ms);

#endif
