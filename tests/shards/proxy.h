/* A bad network between two servers: takes HTTP requests, hands them on, and now and then does harm, by a seed. It
 * knows where requests, answers and their messages begin and end, so that it can do what TCP alone never would:
 * duplicate, reorder, and lie. */
#ifndef TESTS_SHARDS_PROXY_H
#define TESTS_SHARDS_PROXY_H

#include <stdbool.h>
#include <stdint.h>

/* Each in thousandths of all requests. */
struct proxy_faults {
    unsigned delay;       /* up to delay_ms more */
    unsigned cut_request; /* the connection is cut and the request never arrives */
    unsigned cut_answer;  /* ... in the middle of the answer */
    unsigned half_close;  /* half an answer, then the end of the stream; the other direction stays open */
    unsigned duplicate;   /* the request arrives twice; the second answer counts */
    unsigned reorder;     /* the messages of request and answer stand in the opposite order */
    unsigned lie;         /* an event of an answer has another letter; a solution too */
    unsigned delay_ms;
};

struct proxy;

/* On a free port of loopback; fails the test when there is none. */
struct proxy *proxy_start(uint16_t upstream, uint64_t seed);
uint16_t proxy_port(const struct proxy *proxy);
/* Where new connections lead to from now on. */
void proxy_upstream(struct proxy *proxy, uint16_t upstream);
/* From now on; at first there are none. */
void proxy_set(struct proxy *proxy, const struct proxy_faults *faults);
/* Cuts all connections and takes no new ones, as long as it is down. */
void proxy_down(struct proxy *proxy, bool down);
/* How many times harm was done; of `lie` alone. */
unsigned proxy_harm(const struct proxy *proxy);
unsigned proxy_lies(const struct proxy *proxy);
void proxy_stop(struct proxy *proxy);

#endif
