/* Peers: other nashd servers that this one calls (--peer URL). One thread, one curl multi handle for all of them.
 *
 * A member is a seat at a peer: each has its own shard there, so one peer may have several. What a game sends while a
 * request of its seat is under way goes together with the next one: messages of a seat stay in order. */
#ifndef SHARDS_PEER_H
#define SHARDS_PEER_H

#include <nash/status.h>

#include "shards.h"

struct peers;

/* urls: NULL-terminated, NULL = none; key: the peer key, NULL = none of them answers; instance: ours, lives as long. No
 * thread runs before the first seat. NULL: a URL is malformed or twice there. */
struct peers *peers_new(struct shards *shards, const char *const *urls, const char *key, const char *instance,
                        struct nash_error *error);
/* No game has a member of theirs any more (the executor is closed); what is still to be told is not told. */
void peers_free(struct peers *peers);

/* What games get to know of them: shards_use_peers(). A peer that failed is left alone for 100 ms, and up to 2 s when
 * it keeps failing; until then it cannot be had. A seat is silent before its first message: whether somebody is there
 * shows then. */
struct shards_peers peers_for_games(struct peers *peers);

#endif
