/* The cluster: one game played by several machines. src/nashd.c starts it and passes its executor to src/jobs; src/api
 * adds members. README.md describes the parts. */
#ifndef CLUSTER_CLUSTER_H
#define CLUSTER_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/status.h>

struct cluster;
struct cluster_program;
struct compute;
struct executor;
struct member;

struct cluster_options {
    uint32_t lease_ms; /* a shard that does not answer within this time loses its partition; 0 = 1000 */
    unsigned threads;  /* largest number of threads for the shards of this server; 0 = one for each processor */
    unsigned games;    /* largest number of games at the same time; 0 = 256 */
    const struct cluster_program *const
        *programs; /* NULL-terminated array, which must outlive the cluster; NULL = the programs of program.c */
    /* For simulations. clock: the time in ns, which never goes back; called from any thread; NULL = CLOCK_MONOTONIC.
     * open_local: opens a local member in the place of local_open(); NULL = local_open(). */
    int64_t (*clock)(void);
    struct member *(*open_local)(struct cluster *cluster);
    uint64_t chance; /* seeds the choice of answers to audit, which members must not predict; 0 = from the system */
};

/* The functions by which games use the peers that this server calls (transport/peer.h). */
struct cluster_peers {
    void *context;
    bool (*has)(void *context, const char *url);
    /* Opens a shard at the peer for one game. Returns a new member named by the URL, with a reference for the caller;
     * NULL if that cannot be done now. Later failures call member_gone(). */
    struct member *(*open)(void *context, const char *url);
    /* Writes an array with an object for each peer: the member "peers" of GET /v1/shards. brief: without what tells how
     * the peer is used. */
    void (*write)(void *context, bool brief, struct nash_jsonw *out);
};

/* Copies the options. No thread runs before the first game. Returns NULL when out of memory. */
struct cluster *cluster_start(const struct cluster_options *options, struct nash_error *error);
/* Registers the peers, before the first game; copies *peers. Games call its functions until the executor is closed.
 * Without this call there are no peers. */
void cluster_use_peers(struct cluster *cluster, const struct cluster_peers *peers);
/* Returns the executor. src/jobs takes ownership of it and closes it. */
struct executor *cluster_executor(struct cluster *cluster);
/* Returns the time in ns by the cluster's clock: of deadlines, leases, round trips and message arrivals. */
int64_t cluster_now(const struct cluster *cluster);
/* Returns the threads on which the shards of this server run (transport/compute.h), until cluster_stop(). */
struct compute *cluster_compute(struct cluster *cluster);
/* Ends all members and the threads of shards, and frees the cluster. The executor must be closed before. */
void cluster_stop(struct cluster *cluster);

/* Returns 32 hex digits, random for each process, by which a server recognizes a call from itself. */
const char *cluster_instance(const struct cluster *cluster);

uint32_t cluster_lease_ms(const struct cluster *cluster);
/* Returns whether a request may name this URL: true for a peer, and for a server that joined by this name, even if that
 * server is away now. */
bool cluster_knows_peer(struct cluster *cluster, const char *url);
/* Returns NASH_UNPROCESSABLE if a requested member is neither "local", "phone" nor a peer of this server. pointer: the
 * place of the list in the request, such as "/shards". member NULL: all local. */
enum nash_status cluster_check_members(struct cluster *cluster, const char *const *member, unsigned members,
                                       const char *pointer, struct nash_error *error);

/* Writes the JSON object of GET /v1/shards: members, games and peers. owner: only the members that it has invited, its
 * games, and what a request must know of the peers; "": all. */
void cluster_write_status(struct cluster *cluster, const char *owner, struct nash_jsonw *out);

#endif
