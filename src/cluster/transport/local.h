/* A shard in this server, which the compute threads carry out (compute.h). */
#ifndef CLUSTER_TRANSPORT_LOCAL_H
#define CLUSTER_TRANSPORT_LOCAL_H

struct member;
struct cluster;

/* Opens a member for one game; the member ends when the game gives it back. Its messages are carried out in order, by
 * one thread at a time. Returns NULL if there is no memory or thread. */
struct member *local_open(struct cluster *cluster);

#endif
