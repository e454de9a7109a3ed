/* What the cluster must know of a game: one table for each kind of problem that several machines solve. Transports,
 * members, sessions and the executor call the game through this table alone.
 *
 * To add a kind: define its messages (a protocol number of its own, envelope.h), the shard that answers them, and the
 * coordinator that leads a game; fill in a struct cluster_program; and list it in program.c. */
#ifndef CLUSTER_PROGRAM_H
#define CLUSTER_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/solver.h>

struct cluster;
struct cluster_game;

struct cluster_program {
    const char *kind;   /* of its solver */
    uint16_t protocol;  /* in the head of its messages */
    uint8_t final_type; /* a type whose messages are delivered to a session even behind a BYE, so that a member that
                           polls shows the end of the game; 0 = none */

    /* Checks, before a job is queued, whether this server can have the problem solved. The problem is what the
     * solver's parse() made. */
    enum nash_status (*check)(const void *problem, struct cluster *cluster, struct nash_error *error);

    /* Solves the problem with the members of the cluster, in a thread of its own: struct nash_run's solve().
     * run->host is a struct cluster_host. Must return soon after nash_stop(). */
    enum nash_status (*coordinate)(const void *problem, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error);

    /* Writes members of the game's object in GET /v1/shards. Called with cluster->lock held, from any thread, between
     * cluster_game_enter() and cluster_game_leave(). */
    void (*describe)(const struct cluster_game *game, struct nash_jsonw *out);

    /* The shard: messages in, messages out. It lies in memory of shard_bytes(), aligned to 64, without a lease after
     * shard_init(). shard_take() carries out one message, which is not trusted, and writes the answer into
     * answer[room], room >= MESSAGE_MAX. It returns the answer's length, 0 if none is due. */
    size_t (*shard_bytes)(void);
    void (*shard_init)(void *memory);
    size_t (*shard_take)(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room);
};

/* What coordinate() finds in run->host. */
struct cluster_host {
    struct cluster *cluster;
    const char *job; /* id of the job, as long as the run; NULL or "": none */
};

/* The program of sudoku/. */
extern const struct cluster_program sudoku_program;

/* Both search `programs`, an array that ends with NULL; programs NULL: all that this server has. Return NULL if there
 * is none. */
const struct cluster_program *cluster_program_of_kind(const struct cluster_program *const *programs, const char *kind);
const struct cluster_program *cluster_program_of_protocol(const struct cluster_program *const *programs,
                                                          unsigned protocol);

/* Memory for a shard of whichever program a message belongs to. A message of another program than the last one's
 * starts a new shard. One thread at a time. */
struct shard_host;

struct shard_host *shard_host_new(const struct cluster_program *const *programs); /* NULL: out of memory */
void shard_host_free(struct shard_host *host);
/* As shard_take(); a message of an unknown protocol is refused as malformed. */
size_t shard_host_take(struct shard_host *host, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

#endif
