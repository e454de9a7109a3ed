/* A shard in a thread of this server. */
#ifndef CLUSTER_TRANSPORT_LOCAL_H
#define CLUSTER_TRANSPORT_LOCAL_H

struct member;
struct cluster;

/* Opens a member for one game; the member ends when the game gives it back. Returns NULL if there is no memory or
 * thread. */
struct member *local_open(struct cluster *cluster);

#endif
