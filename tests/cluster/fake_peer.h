/* A server that is no peer: answers each request with the same text. */
#ifndef TESTS_CLUSTER_FAKE_PEER_H
#define TESTS_CLUSTER_FAKE_PEER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fake_peer {
    int fd;
    uint16_t port;
    const void *answer; /* sent as it is, then the connection is closed; NULL: closed without */
    size_t len;
    bool silent;  /* takes requests and never answers */
    bool endless; /* sends the answer again and again, until the other side closes */
    pthread_t thread;
    _Atomic unsigned requests;
    _Atomic bool stopping;
};

/* Fails the test if there is no port. */
void fake_peer_start(struct fake_peer *peer, const void *answer, size_t len);
void fake_peer_stop(struct fake_peer *peer);

#endif
