/* A shard in a thread of this server. */
#ifndef CLUSTER_TRANSPORT_LOCAL_H
#define CLUSTER_TRANSPORT_LOCAL_H

struct member;
struct cluster;

/* Opens a member for one game, which ends when it is released. NULL: out of memory or threads. */
struct member *local_open(struct cluster *cluster);

#endif
