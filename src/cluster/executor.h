/* The executor that plays games for src/jobs. */
#ifndef CLUSTER_EXECUTOR_H
#define CLUSTER_EXECUTOR_H

struct executor;
struct cluster;

/* Creates the executor, which its close() frees. Returns NULL when out of memory. */
struct executor *coordinator_executor_new(struct cluster *cluster);

#endif
