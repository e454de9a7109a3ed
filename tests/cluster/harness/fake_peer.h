/* A server that is not a nashd: it answers each request with the same bytes. */
#ifndef TESTS_CLUSTER_FAKE_PEER_H
#define TESTS_CLUSTER_FAKE_PEER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fake_peer {
    int fd;
    uint16_t port;
    const void *answer; /* sent unchanged, then the connection is closed; NULL: closed without an answer */
    size_t len;
    bool silent;  /* receives requests and never answers */
    bool endless; /* repeats the answer until the client closes the connection */
    pthread_t thread;
    _Atomic unsigned requests;
    _Atomic bool stopping;
};

/* Starts the server on a free port of loopback; fails the test if it cannot. */
void fake_peer_start(struct fake_peer *peer, const void *answer, size_t len);
void fake_peer_stop(struct fake_peer *peer);

#endif
