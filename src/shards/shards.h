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

struct shards_options {
    const char *const *peers; /* URLs of --peer, NULL-terminated; only these are ever called */
    const char *peer_key;     /* shared secret of hub and peers, or NULL: no peer is served or called */
    uint32_t lease_ms;        /* a shard that is silent for so long loses its band; 0 = 1000 */
    unsigned games;           /* led at once; 0 = 8 */
};

/* Nothing is called and no thread runs before the first game. */
struct shards *shards_start(const struct shards_options *options, struct nash_error *error);
/* What leads games; jobs takes it over. */
struct executor *shards_executor(struct shards *shards);
/* Ends all members. The executor has been closed. */
void shards_stop(struct shards *shards);

/* 16 bytes as 32 hex digits, another for each process: by it a server notices that it was called by itself. */
const char *shards_instance(const struct shards *shards);

/* GET /v1/shards: members and games as one JSON object. */
void shards_write(struct shards *shards, struct nash_jsonw *out);

#endif
