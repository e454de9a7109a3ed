/* A shard in a thread of this server. */
#ifndef SHARDS_LOCAL_H
#define SHARDS_LOCAL_H

struct member;
struct shards;

/* For one game: ends when it is released. NULL: out of memory or threads. */
struct member *local_open(struct shards *shards);

#endif
