/* Both ends of src/cluster/transport/peer.h, without games: a hub with one peer, and a server with hosted shards. */
#ifndef TESTS_CLUSTER_HUB_H
#define TESTS_CLUSTER_HUB_H

#include <api/api.h>
#include <cluster/inbox.h>
#include <cluster/registry.h>
#include <cluster/transport/hosted_shard.h>
#include <cluster/transport/peer.h>

#include "message_lists.h"

enum { HUB_PATIENCE_MS = 20000 };

extern const char hub_key[], hub_instance[];

/* A server with hosted shards, on a free port. */
struct far {
    struct api api;
    struct http *http;
    char url[64];
};

void far_start(struct far *far, const char *its_key, const char *instance);
/* Does the same with these options of its hosted shards. */
void far_start_with(struct far *far, const struct hosted_shards_options *options);
void far_stop(struct far *far);

struct hub {
    struct cluster *cluster;
    struct peers *peers;
    struct inbox inbox; /* inbox of the hub's only game */
    const char *url;
};

void hub_start(struct hub *hub, const char *url);
void hub_start_as(struct hub *hub, const char *url, const char *instance);
/* Starts a hub that plays these games; NULL = those of program.c. */
void hub_start_with(struct hub *hub, const char *url, const char *instance,
                    const struct cluster_program *const *programs);
void hub_stop(struct hub *hub);

/* Takes a member from the registry, at the peer, for the hub's game. */
struct member *hub_take(struct hub *hub);
/* Sends the messages of a list to a member, one by one. */
void hub_send(struct member *member, const struct list_out *out);
/* Returns the next inbox message and marks it as read. Fails the test if none arrives in time. The caller frees it. */
struct inbox_message *hub_receive(struct hub *hub);

#endif
