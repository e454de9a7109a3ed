/* Peers: other nashd servers that this one calls (--peer URL). One thread and one curl multi handle serve all of them.
 *
 * Each member is a shard of its own at a peer, so that a peer may have several. Messages sent while a request of the
 * shard is under way go together with the next request, so that they stay in order. */
#ifndef CLUSTER_TRANSPORT_PEER_H
#define CLUSTER_TRANSPORT_PEER_H

#include <cluster/cluster.h>
#include <nash/status.h>

struct peers;

/* `urls` is NULL-terminated; NULL = no peers. `key` is the peer key and `instance` that of this server; both must
 * outlive the peers. No thread runs before the first shard. Returns NULL if a URL is malformed or given twice, or the
 * key is missing. */
struct peers *peers_new(struct cluster *cluster, const char *const *urls, const char *key, const char *instance,
                        struct nash_error *error);
/* Ends all requests and frees the peers. The executor must be closed before, so that no game has a member of them. */
void peers_free(struct peers *peers);

/* Returns the functions for cluster_use_peers(). After a failure a peer is not called for 100 ms, then for longer up to
 * 2 s; open() returns NULL meanwhile. A new shard makes no request before its first message, so that a failure of the
 * peer shows only then. */
struct cluster_peers peers_for_games(struct peers *peers);

#endif
