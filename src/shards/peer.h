/* Peers: other nashd servers that this one calls (--peer URL). One thread, one curl multi handle for all of them.
 *
 * A member is a seat at a peer: each has its own shard there, so one peer may have several. What a game sends while a
 * request of its seat is under way goes together with the next one: messages of a seat stay in order. */
#ifndef SHARDS_PEER_H
#define SHARDS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

#include "member.h"

struct peers;

/* urls: NULL-terminated, NULL = none; key: the peer key, NULL = none of them answers; instance: ours, lives as long. No
 * thread runs before the first seat. NULL: a URL is malformed or twice there. */
struct peers *peers_new(struct shards *shards, const char *const *urls, const char *key, const char *instance,
                        struct nash_error *error);
/* Ends all seats: member_gone() for each that is still there. */
void peers_free(struct peers *peers);

size_t peers_count(const struct peers *peers);
/* Its URL in normal form: that is its name in results. */
const char *peers_url(const struct peers *peers, size_t peer);
/* Which peer this URL names (in any spelling: case, default port, last slash); -1: none on the list. */
int peers_find(const struct peers *peers, const char *url);

/* A seat at this peer, idle in the roster; the caller gets a reference. NULL: it failed lately and is left alone for
 * some 100 ms (up to 8 s when it keeps failing), or memory is short; *why (may be NULL) says it, static storage or the
 * peers' lifetime. Nothing is sent before the first message: whether somebody is there shows then. */
struct member *peers_seat(struct peers *peers, size_t peer, const char **why);

/* How a peer is, for GET /v1/shards. */
struct peer_view {
    const char *url;
    const char *state; /* "unknown" (never called), "ready", "failed" */
    char why[128];     /* of the last failure; "" */
    unsigned seats;    /* now */
    uint64_t calls, failures;
    double round_trip_ms; /* of the last call, without what the peer needed to compute being known: as seen from here */
};
void peers_view(struct peers *peers, size_t peer, struct peer_view *view);

#endif
