/* The cluster: one game played by several machines. src/nashd.c starts it and gives its executor to jobs; src/api
 * brings members in. README.md describes the parts. */
#ifndef CLUSTER_CLUSTER_H
#define CLUSTER_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/status.h>

struct cluster;
struct cluster_program;
struct executor;
struct member;

struct cluster_options {
    uint32_t lease_ms; /* a shard that does not answer for so long loses its partition; 0 = 1000 */
    unsigned games;    /* at once; 0 = 8 */
    const struct cluster_program *const
        *programs; /* an array that ends with NULL and lives as long; NULL = all of program.c */
};

/* The peers that this server calls (peer.h), as games see them. */
struct cluster_peers {
    void *context;
    bool (*has)(void *context, const char *url);
    /* Opens a shard at the peer for one game: member_new() with the peer's URL as its name. The caller gets the
     * reference. Returns NULL if that cannot be done now; later failures call member_gone(). */
    struct member *(*open)(void *context, const char *url);
    /* Writes an array with an object for each peer: the member "peers" of GET /v1/shards. */
    void (*write)(void *context, struct nash_jsonw *out);
};

/* No thread runs before the first game. */
struct cluster *cluster_start(const struct cluster_options *options, struct nash_error *error);
/* Called before the first game; copied. The functions are called until the executor is closed. Without this call there
 * are no peers. */
void cluster_use_peers(struct cluster *cluster, const struct cluster_peers *peers);
/* Returns the executor, which jobs takes over and closes. */
struct executor *cluster_executor(struct cluster *cluster);
/* Ends all members. The executor must be closed. */
void cluster_stop(struct cluster *cluster);

/* Returns 32 hex digits, random for each process, by which a server recognizes a call from itself. */
const char *cluster_instance(const struct cluster *cluster);

uint32_t cluster_lease_ms(const struct cluster *cluster);
/* Returns whether a request may name this URL: it is a peer's, or a server of this name has joined, even if it is away
 * now. */
bool cluster_knows_peer(struct cluster *cluster, const char *url);

/* Writes the JSON object of GET /v1/shards: members, games and peers. */
void cluster_write_status(struct cluster *cluster, struct nash_jsonw *out);

#endif
