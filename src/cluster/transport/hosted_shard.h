/* Hosted shards: the shards that this server plays as the peer of a hub. A hub that has the peer key posts messages to
 * a shard (the URL calls it a seat). The compute threads carry them out, so that the caller never blocks: in order, or
 * at the same time where the game allows it (crew.h). A shard ends by DELETE or after 30 s without a call. */
#ifndef CLUSTER_TRANSPORT_HOSTED_SHARD_H
#define CLUSTER_TRANSPORT_HOSTED_SHARD_H

#include <stdbool.h>
#include <stddef.h>

#include <base/bytes.h>
#include <nash/status.h>

enum { HOSTED_SHARD_ID_MAX = 64, HOSTED_SHARDS_MAX = 1024, HOSTED_SHARD_IDLE_MS = 30000 };

struct cluster_program;
struct compute;
struct hosted_shards;

struct hosted_shards_options {
    const char *key;         /* the peer key; NULL: calls are refused */
    const char *instance;    /* instance of this server: a call with the same one is refused */
    unsigned shards;         /* largest number of shards; 0 = HOSTED_SHARDS_MAX */
    struct compute *compute; /* threads of this server, which outlive the shards */
    unsigned threads;        /* if `compute` is NULL: threads of their own; 0 = one for each processor */
    const struct cluster_program *const *programs; /* NULL = the programs of program.c */
    unsigned idle_ms;                              /* a shard ends after this time without a call; 0 = 30 s */
};

/* The strings of the options must outlive the result. No thread runs before the first shard. */
struct hosted_shards *hosted_shards_new(const struct hosted_shards_options *options);
/* Ends all shards. All calls must have been dropped, and no other may follow. */
void hosted_shards_free(struct hosted_shards *shards);

const char *hosted_shards_key(const struct hosted_shards *shards);
const char *hosted_shards_instance(const struct hosted_shards *shards);
unsigned hosted_shards_count(struct hosted_shards *shards);
/* Returns how many messages of one shard are carried out at the same time, where the game allows it. */
unsigned hosted_shards_cores(const struct hosted_shards *shards);

/* Queues messages[len], a message list, for the shard of this id, which is made if there is none. `hub` is the instance
 * of the calling server; NULL = unknown. done(context) is called once, under a lock, when the call is over, perhaps
 * before this function returns; it must be short and call no function of this header. The caller frees the call with
 * hosted_call_drop(). On failure done() is not called, and the function returns NULL with *error of type
 * "invalid-request", "conflict", "other-protocol", "busy" or "out-of-memory". */
struct hosted_call;
struct hosted_call *hosted_shards_submit(struct hosted_shards *shards, const char *id, const char *hub,
                                         const void *messages, size_t len, void (*done)(void *context), void *context,
                                         struct nash_error *error);
/* Sets *over to whether the call is over. Returns the answers as a message list, which the call owns; NULL if the call
 * is not over, if its shard was ended, or if memory ran out. */
struct bytes *hosted_call_answers(struct hosted_call *call, bool *over);
/* Ends and frees the call; done() is not called after this returns. */
void hosted_call_drop(struct hosted_call *call);

/* Ends the shard, and its calls without answers. Returns false if there is none. */
bool hosted_shards_end(struct hosted_shards *shards, const char *id);

#endif
