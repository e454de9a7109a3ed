/* Peers: other nashd servers that this one calls (--peer URL). One thread and one curl multi handle serve all of them.
 *
 * Each member is a shard of its own at a peer, so that a peer may have several. Messages sent while a request of the
 * shard is under way go together with the next request, so that they stay in order. */
#ifndef CLUSTER_TRANSPORT_PEER_H
#define CLUSTER_TRANSPORT_PEER_H

#include <cluster/cluster.h>
#include <nash/status.h>

struct peers;

/* urls: NULL-terminated, NULL = none. key: the peer key. instance: ours, lives as long. No thread runs before the first
 * shard. Returns NULL if a URL is malformed or given twice, or the key is missing. */
struct peers *peers_new(struct cluster *cluster, const char *const *urls, const char *key, const char *instance,
                        struct nash_error *error);
/* The executor is closed: no game has a member of these. Open requests are cut. */
void peers_free(struct peers *peers);

/* Returns the functions for cluster_use_peers(). After a failure a peer is not called for 100 ms, then for longer up to
 * 2 s; open() returns NULL meanwhile. A new shard makes no request before its first message: only that shows whether
 * the peer answers. */
struct cluster_peers peers_for_games(struct peers *peers);

#endif
