/* A faulty network between two servers: forwards HTTP requests and applies faults to a part of them, chosen by a seed.
 * It parses requests, answers and their shard messages, so that it can also duplicate, reorder and falsify them. */
#ifndef TESTS_CLUSTER_PROXY_H
#define TESTS_CLUSTER_PROXY_H

#include <stdbool.h>
#include <stdint.h>

/* Rates of faults, each in per mille of all requests. */
struct proxy_faults {
    unsigned delay;       /* the request is delayed by up to delay_ms */
    unsigned cut_request; /* the connection is cut and the request never arrives */
    unsigned cut_answer;  /* the connection is cut in the middle of the answer */
    unsigned half_close;  /* the stream to the client ends after half of the answer; the other direction stays open */
    unsigned duplicate;   /* the request arrives twice; the client gets the second answer */
    unsigned reorder;     /* the messages of request and answer are reversed */
    unsigned lie;         /* a value in an event or in a solution of the answer is changed */
    unsigned delay_ms;    /* largest delay; not a rate */
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
/* Return the number of faults applied so far, and the number of changed values among them. */
unsigned proxy_harm(const struct proxy *proxy);
unsigned proxy_lies(const struct proxy *proxy);
void proxy_stop(struct proxy *proxy);

#endif
