/* The executor by which jobs has games played. */
#ifndef CLUSTER_EXECUTOR_H
#define CLUSTER_EXECUTOR_H

struct executor;
struct cluster;

/* Returns NULL when out of memory. Freed by its close(). */
struct executor *coordinator_executor_new(struct cluster *cluster);

#endif
