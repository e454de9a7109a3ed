/* What jobs knows of games that are led here. */
#ifndef SHARDS_EXECUTOR_H
#define SHARDS_EXECUTOR_H

struct executor;
struct shards;

/* NULL: out of memory. Freed by its close(). */
struct executor *conductor_new(struct shards *shards);

#endif
