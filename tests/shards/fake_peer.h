/* A peer that is none: takes requests on a port of its own and answers each with the same text, whatever it is. */
#ifndef TESTS_SHARDS_FAKE_PEER_H
#define TESTS_SHARDS_FAKE_PEER_H

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
    bool endless; /* the answer again and again, until the other side has enough */
    pthread_t thread;
    _Atomic unsigned requests;
    _Atomic bool stopping;
};

/* Fails the test when there is no port. */
void fake_peer_start(struct fake_peer *peer, const void *answer, size_t len);
void fake_peer_stop(struct fake_peer *peer);

#endif
