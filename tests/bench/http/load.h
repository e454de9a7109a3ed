/* A load generator: keep-alive connections on one epoll thread, latency of every request. Each connection has one
 * request in flight; the end of its reply sends the next. */
#ifndef BENCH_LOAD_H
#define BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load_plan {
    uint16_t port;        /* on 127.0.0.1 */
    unsigned connections; /* at most 1024 */
    double seconds;       /* for which new requests are sent; those in flight are awaited */
    uint64_t requests;    /* or until so many were sent; 0 = no limit */
    int status;           /* expected of every reply */
    /* The request: the same text each time, or (make not NULL) one made for the number, valid until the next call. */
    const char *text;
    size_t len;
    const char *(*make)(void *context, uint64_t number, size_t *len);
    void *context;
};

struct load_result {
    uint64_t replies; /* with the expected status */
    uint64_t wrong;   /* replies with another status, broken connections */
    double seconds;
    double rate;                           /* replies a second */
    double p50_us, p90_us, p99_us, max_us; /* of the latency, in microseconds */
};

/* Runs the load. Returns false, with a line on stderr, if it cannot connect or received no reply. */
bool load_run(const struct load_plan *plan, struct load_result *result);

#endif
