/* A phone for tests: joins by an invitation, plays its shard with the same C as a phone's WebAssembly, by a WebSocket
 * written from RFC 6455 (frames.h) or by POSTs. */
#ifndef TESTS_API_PHONE_H
#define TESTS_API_PHONE_H

#include <frames.h>
#include <pthread.h>
#include <stdatomic.h>

#include <shards/shard.h>

#define PHONE_PROTOCOL "nashd.shard.1"
#define PHONE_TYPE     "application/vnd.nashd.shard"

struct phone {
    uint16_t port;
    char id[32], session[64];
    struct raw raw; /* with a socket */
    void *memory;
    struct shard *shard;
    bool posts, lies;
    pthread_t thread;
    atomic_bool playing, stop;
    _Atomic unsigned answered; /* messages */
    _Atomic unsigned ended_by; /* the close code, or the status of a POST, that ended its play; 0 = none did */
};

/* A token of a fresh invitation, into token[64]. */
void phone_invite(uint16_t port, char token[64]);
/* Joins with a fresh invitation. Fails the test when that does not work. */
void phone_join(struct phone *phone, uint16_t port, const char *name);
/* Connects, or connects again: false when the server does not want it. */
bool phone_connect(struct phone *phone);
/* Plays in a thread until phone_stop(), or until the connection ends. */
void phone_play(struct phone *phone);
/* Ends connection and thread; the session stays. */
void phone_stop(struct phone *phone);
void phone_free(struct phone *phone);

/* One POST of messages; its reply. session NULL: the phone's. */
struct reply phone_post(const struct phone *phone, const char *session, const char *type, const void *body, size_t len);
/* The path of its resources: "/v1/shards/members/ID" + tail, in one of a few static buffers. */
const char *phone_path(const struct phone *phone, const char *tail);

/* Is somebody of this name in GET /v1/shards, in this state (NULL: any)? */
bool phone_is_listed(uint16_t port, const char *name, const char *state);
/* Waits until that is so, or is not. */
void phone_await(uint16_t port, const char *name, const char *state, bool there);
/* Sends it away, for good, and frees it. */
void phone_leave(struct phone *phone);
void phone_sleep_ms(long ms);

#endif
