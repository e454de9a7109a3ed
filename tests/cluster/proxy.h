/* A faulty network between two servers: forwards HTTP requests and does harm to some, by a seed. It parses requests,
 * answers and their messages, so that it can do what TCP alone does not: duplicate, reorder, and lie. */
#ifndef TESTS_CLUSTER_PROXY_H
#define TESTS_CLUSTER_PROXY_H

#include <stdbool.h>
#include <stdint.h>

/* Each per mille of all requests. */
struct proxy_faults {
    unsigned delay;       /* up to delay_ms more */
    unsigned cut_request; /* the connection is cut and the request never arrives */
    unsigned cut_answer;  /* the connection is cut in the middle of the answer */
    unsigned half_close;  /* half an answer, then the end of the stream; the other direction stays open */
    unsigned duplicate;   /* the request arrives twice; the second answer counts */
    unsigned reorder;     /* the messages of request and answer are reversed */
    unsigned lie;         /* an event of an answer, or a solution, has another value */
    unsigned delay_ms;
};

struct proxy;

/* Listens on a free port of loopback. Fails the test if there is none. */
struct proxy *proxy_start(uint16_t upstream, uint64_t seed);
uint16_t proxy_port(const struct proxy *proxy);
/* Sends new connections to this port from now on. */
void proxy_upstream(struct proxy *proxy, uint16_t upstream);
/* Sets the faults; at first there are none. */
void proxy_set(struct proxy *proxy, const struct proxy_faults *faults);
/* While down: cuts all connections and accepts none. */
void proxy_down(struct proxy *proxy, bool down);
/* Returns how often harm was done. */
unsigned proxy_harm(const struct proxy *proxy);
unsigned proxy_lies(const struct proxy *proxy);
void proxy_stop(struct proxy *proxy);

#endif
