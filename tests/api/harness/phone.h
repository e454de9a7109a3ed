/* A phone for tests: joins by an invitation and carries out messages with the same C code that real phones run as
 * WebAssembly. It connects by a WebSocket client written from RFC 6455 (frames.h) or by POSTs. */
#ifndef TESTS_API_PHONE_H
#define TESTS_API_PHONE_H

#include <frames.h>
#include <pthread.h>
#include <stdatomic.h>

#include <cluster/program.h>

#define PHONE_PROTOCOL "nashd.shard.1"
#define PHONE_TYPE     "application/vnd.nashd.shard"

struct phone {
    uint16_t port;
    char id[32], session[64];
    struct raw raw; /* connection of the WebSocket */
    struct shard_host *shards;
    bool posts, lies; /* connects by POSTs; sends a wrong answer */
    pthread_t thread;
    atomic_bool playing, stop;
    _Atomic unsigned answered; /* number of messages answered */
    _Atomic unsigned ended_by; /* the close code or the status of a POST that ended its game; 0 = none */
};

/* Makes an invitation; writes its token into token[64]. */
void phone_invite(uint16_t port, char token[64]);
/* Joins with a new invitation. Fails the test on an error. */
void phone_join(struct phone *phone, uint16_t port, const char *name);
/* Connects, or reconnects; returns false if the server refuses the connection. */
bool phone_connect(struct phone *phone);
/* Plays in a thread until phone_stop(), or until the connection ends. */
void phone_play(struct phone *phone);
/* Ends the connection and the thread; the session remains. */
void phone_stop(struct phone *phone);
void phone_free(struct phone *phone);

/* Sends one POST of messages and returns the reply. session: the session token; NULL: that of the phone. */
struct reply phone_post(const struct phone *phone, const char *session, const char *type, const void *body, size_t len);
/* Returns the path "/v1/shards/members/ID" + tail, in one of a few static buffers. */
const char *phone_path(const struct phone *phone, const char *tail);

/* Returns whether GET /v1/shards lists a member of this name in this state (NULL: any). */
bool phone_is_listed(uint16_t port, const char *name, const char *state);
/* Waits until phone_is_listed() returns `there`; fails the test if it does not in time. */
void phone_await(uint16_t port, const char *name, const char *state, bool there);
/* Removes the phone from the cluster and frees it. */
void phone_leave(struct phone *phone);
void phone_sleep_ms(long ms);

#endif
