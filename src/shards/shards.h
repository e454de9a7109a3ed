/* The five-shard game: who may play (roster), how a game is led (coordinator), and its executor, which jobs gets to
 * know at wiring time. src/api brings joined members in; src/nashd.c starts it all. */
#ifndef SHARDS_SHARDS_H
#define SHARDS_SHARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/jsonw.h>
#include <nash/status.h>

struct shards;
struct executor;
struct member;

struct shards_options {
    uint32_t lease_ms; /* a shard that is silent for so long loses its band; 0 = 1000 */
    unsigned games;    /* led at once; 0 = 8 */
};

/* The peers this server calls (peer.h), as games get to know them: shards_use_peers(). */
struct shards_peers {
    void *context;
    bool (*knows)(void *context, const char *url);
    /* A seat for one game, made by member_new() with the peer's URL as its name; the caller's reference. NULL: it
     * cannot be had now; what goes wrong later is told by member_gone(). */
    struct member *(*open)(void *context, const char *url);
    /* An array, one object for each peer: the member "peers" of GET /v1/shards. */
    void (*write)(void *context, struct nash_jsonw *out);
};

/* Nothing is called and no thread runs before the first game. */
struct shards *shards_start(const struct shards_options *options, struct nash_error *error);
/* Before the first game; copied. They are called until the executor is closed. Without: no peer is known. */
void shards_use_peers(struct shards *shards, const struct shards_peers *peers);
/* What leads games; jobs takes it over. */
struct executor *shards_executor(struct shards *shards);
/* Ends all members. The executor has been closed. */
void shards_stop(struct shards *shards);

/* 16 bytes as 32 hex digits, another for each process: by it a server notices that it was called by itself. */
const char *shards_instance(const struct shards *shards);

uint32_t shards_lease_ms(const struct shards *shards);
/* May a request name this URL? True when it is among the peers, or a server of this name has joined, though it may be
 * away just now. */
bool shards_knows_peer(struct shards *shards, const char *url);

/* GET /v1/shards: members and games as one JSON object. */
void shards_write(struct shards *shards, struct nash_jsonw *out);

#endif
