/* The table by which the cluster reaches a game: one for each kind of problem that several machines solve. Transports,
 * members, sessions and the executor call the game through this table alone.
 *
 * To add a kind: define its messages (a protocol number of its own, envelope.h), the shard that answers them, and the
 * game that the hub plays as a state machine; fill in a struct cluster_program; and list it in program.c. A kind may
 * have several programs, which accept() different problems. */
#ifndef CLUSTER_PROGRAM_H
#define CLUSTER_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/solver.h>

struct bytes;
struct cluster;
struct cluster_game;
struct executor_client;
struct work;

struct cluster_program {
    const char *kind;   /* kind of the solver, such as "sudoku" */
    uint16_t protocol;  /* protocol number in the head of its messages */
    uint8_t final_type; /* message type that shows the end of a game; a queued message of this type is delivered to a
                           session even after BYE, so that a member that polls can show the end; 0 = none */
    /* Message type that prepares a shard for all others of the game (TASK). If it is not 0, messages of other types are
     * independent of each other: a member of several processors keeps several shards, gives each of them the last
     * message of this type (the answers of all but one are dropped), and lets them carry out messages at the same time
     * and in any order; such a member answers PING itself. 0: one shard carries out all messages in order. */
    uint8_t task_type;

    /* Checks, before a job is queued, whether this server can distribute the problem, which is a result of the solver's
     * parse(). */
    enum nash_status (*check)(const void *problem, struct cluster *cluster, struct nash_error *error);

    /* Returns whether this program solves this problem of its kind. NULL: every problem. */
    bool (*accepts)(const void *problem);

    /* The game at the hub: begin(), step() until it returns CLUSTER_GAME_OVER, end(). They are called by one thread at
     * a time and must not wait; other games are delayed while they run.
     *
     * begin() begins the game; it may compute as long as parse() does. problem, run, result and error live until end();
     * run->host points at a struct cluster_host. Sets *game to the program's own struct, in run->arena, whose first
     * member is a struct cluster_game. Leaves it NULL if no game is needed: the result is filled then, or the status is
     * not NASH_OK, and step() and end() are not called. */
    enum nash_status (*begin)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error, struct cluster_game **game);
    /* Continues the game: handles its inbox, sends requests, computes at most some milliseconds. Returns the time of
     * the next call (ns of cluster_now(), > 0), which comes earlier when a message arrives or the run is cancelled; 0:
     * as soon as other games have had their turn; CLUSTER_GAME_OVER: the game is over. Must return that soon after
     * nash_stop() is true. */
    int64_t (*step)(struct cluster_game *game);
    /* Gives back all members and fills the result. */
    enum nash_status (*end)(struct cluster_game *game, struct nash_result *result, struct nash_error *error);
    /* Frees what the answer needs, after it was written. NULL: nothing. */
    void (*free)(struct cluster_game *game);
    bool checks_long; /* the solver's verify() may take seconds, so a compute thread calls it */

    /* Writes keys and values into the game's JSON object of GET /v1/shards. Called with cluster->lock held, from any
     * thread, between cluster_game_enter() and cluster_game_leave(). */
    void (*describe)(const struct cluster_game *game, struct nash_jsonw *out);

    /* The shard, which answers messages. It occupies shard_bytes() bytes of memory, aligned to 64. shard_init() makes
     * a shard without a lease there. shard_take() carries out one message, which may be malformed, and writes the
     * answer into answer[room], room >= MESSAGE_MAX. It returns the length of the answer in bytes; 0 = no answer. */
    size_t (*shard_bytes)(void);
    void (*shard_init)(void *memory);
    size_t (*shard_take)(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room);
    /* Returns whether messages after this one, of task_type, have low priority. NULL: they have not. */
    bool (*shard_is_background)(const uint8_t *task, size_t len);
    /* Called after shard_init(): while *stop is not 0, which another thread may set at any time, shard_take() returns
     * within some milliseconds, without an answer. NULL: messages take no longer than that. */
    void (*shard_on_stop)(void *memory, _Atomic int *stop);
};

enum { CLUSTER_GAME_OVER = -1 };

/* The data to which run->host points in begin(): what plays the game, such as a loop (loop.h). */
struct cluster_host {
    struct cluster *cluster;
    const char *job, *owner; /* id and owner of the job, valid until the run ends; NULL or "" = none */
    /* Called after a message came into the game's inbox: step() is due. From any thread, perhaps with cluster->lock
     * held; must not wait and must call nothing of the cluster. */
    void (*wake)(struct cluster_host *host);
    const struct executor_client *client; /* of the executor that runs `work`; NULL = no job: nothing is stored */
    struct work *work;
};

/* Stores bytes[len] as the job's blob `name`, in the place of the earlier one: durable some milliseconds later, read
 * again by cluster_host_stored() when the job is run again after a crash or a drain, and removed with the end of the
 * job. name begins with a dot, such as ".units". Does not wait. */
void cluster_host_store(const struct cluster_host *host, const char *name, const void *bytes, size_t len);
/* Returns a reference to the blob that the last run of this job stored, or NULL. Reads the store, so it may wait some
 * milliseconds. Returns NULL at once for a job that runs for the first time. */
struct bytes *cluster_host_stored(const struct cluster_host *host, const char *name);

/* Of sudoku/unit_farm/ and sudoku/, of which the first accepts what is done in units, and of hex/. */
extern const struct cluster_program sudoku_farm_program, sudoku_program, hex_program, hex_training_program;

/* These functions search `programs`, a NULL-terminated array (NULL = the programs of program.c). They return the first
 * program that matches: of this kind, and accepting the problem; or of this protocol. NULL: none matches. */
const struct cluster_program *cluster_program_for(const struct cluster_program *const *programs, const char *kind,
                                                  const void *problem);
const struct cluster_program *cluster_program_of_protocol(const struct cluster_program *const *programs,
                                                          unsigned protocol);

/* Memory for one shard of any program, allocated with its first message. A message of another program than the previous
 * message's replaces the shard by a new one. Must be used by one thread at a time. */
struct shard_host;

/* stop: for shard_on_stop(); NULL: messages are not stopped. Returns NULL when out of memory. */
struct shard_host *shard_host_new(const struct cluster_program *const *programs, _Atomic int *stop);
void shard_host_free(struct shard_host *host);
/* Calls shard_take() of the program to which the message belongs, and returns its result. Refuses a message of an
 * unknown protocol as malformed, and any if there is no memory for a shard. */
size_t shard_host_take(struct shard_host *host, const uint8_t *message, size_t len, uint8_t *answer, size_t room);

#endif
