/* A request solved alone or by the members of a cluster, for tests that compare both results. */
#ifndef TEST_CLUSTER_REQUEST_H
#define TEST_CLUSTER_REQUEST_H

#include <cjson/cJSON.h>

#include <cluster/cluster.h>
#include <cluster/program.h>
#include <nash/solver.h>

enum { REQUEST_ARENA = 512 << 20 };

struct request_kind {
    const struct nash_solver *solver;
    const struct cluster_program *program; /* the one that must accept the requests */
    uint64_t nodes_max;                    /* of a run alone; 0: no limit */
};

/* Starts and stops a cluster of two games, whose members are local until others join. */
struct cluster *request_cluster(uint32_t lease_ms);
void request_cluster_stop(struct cluster *cluster);

/* Returns a host for runs in this cluster, NULL for runs alone. */
struct cluster_host request_host(struct cluster *cluster);

/* Reads the request into a problem, in the arena of the run. Fails the test if it is refused. */
void *request_read(const struct request_kind *kind, const char *request, struct nash_run *run);

/* Steps the game to its end. */
void request_play(const struct request_kind *kind, struct cluster_game *game);

/* Returns the result of a request, whole and verified, for cJSON_Delete(). cluster: NULL solves in this process. */
cJSON *request_solve(const struct request_kind *kind, const char *request, struct cluster *cluster);

#endif
