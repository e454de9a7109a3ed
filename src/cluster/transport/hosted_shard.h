/* Hosted shards: the other end of a peer. A hub that has the peer key posts messages to a shard here (the URL calls it
 * a seat). A small pool of threads carries them out, so that the caller never blocks; the messages of one shard are
 * carried out in order. A shard ends by DELETE or after 30 s without a call. */
#ifndef CLUSTER_TRANSPORT_HOSTED_SHARD_H
#define CLUSTER_TRANSPORT_HOSTED_SHARD_H

#include <stdbool.h>
#include <stddef.h>

#include <base/bytes.h>
#include <nash/status.h>

enum { HOSTED_SHARD_ID_MAX = 64, HOSTED_SHARDS_MAX = 64, HOSTED_SHARD_IDLE_MS = 30000 };

struct cluster_program;
struct hosted_shards;

struct hosted_shards_options {
    const char *key;                               /* the peer key; NULL: calls are refused */
    const char *instance;                          /* ours: a call that shows it comes from this server */
    unsigned shards;                               /* at most; 0 = HOSTED_SHARDS_MAX */
    unsigned threads;                              /* 0 = one for each processor */
    const struct cluster_program *const *programs; /* NULL = all of program.c */
    unsigned idle_ms;                              /* 0 = HOSTED_SHARD_IDLE_MS */
};

/* Strings live as long as the shards. No thread runs before the first shard. */
struct hosted_shards *hosted_shards_new(const struct hosted_shards_options *options);
/* No call is left, and none comes any more. */
void hosted_shards_free(struct hosted_shards *shards);

const char *hosted_shards_key(const struct hosted_shards *shards);
const char *hosted_shards_instance(const struct hosted_shards *shards);
unsigned hosted_shards_count(struct hosted_shards *shards);

/* Has messages[len], a message list, carried out by the shard of this id, which is made if there is none. hub: the
 * caller's instance; NULL = unknown. done(context) is called once, from a thread of the pool or from this call; it must
 * be short and call nothing here. The caller ends the call by hosted_call_drop(). Returns NULL, and done() is not
 * called, with *error of type "invalid-request", "conflict", "other-protocol", "busy" or "out-of-memory". */
struct hosted_call;
struct hosted_call *hosted_shards_submit(struct hosted_shards *shards, const char *id, const char *hub,
                                         const void *messages, size_t len, void (*done)(void *context), void *context,
                                         struct nash_error *error);
/* Returns the answers as a message list, which the call owns; NULL if it is not done or, with *over, if memory ran out.
 */
struct bytes *hosted_call_answers(struct hosted_call *call, bool *over);
/* Ends the call; done() is not called after this returns. */
void hosted_call_drop(struct hosted_call *call);

/* Ends the shard, and its calls without answers. Returns false if there is none. */
bool hosted_shards_end(struct hosted_shards *shards, const char *id);

#endif
