/* A hub with one peer, and a server with seats: the two ends of src/shards/peer.h, without games. */
#ifndef TESTS_SHARDS_HUB_H
#define TESTS_SHARDS_HUB_H

#include <api/api.h>
#include <shards/inbox.h>
#include <shards/peer.h>
#include <shards/roster.h>

#include "parcels.h"

enum { HUB_PATIENCE_MS = 20000 };

extern const char hub_key[], hub_instance[];

/* A server with seats, on a free port. */
struct far {
    struct api api;
    struct http *http;
    char url[64];
};

void far_start(struct far *far, const char *its_key, const char *instance);
void far_stop(struct far *far);

struct hub {
    struct shards *shards;
    struct peers *peers;
    struct inbox inbox; /* of its one game */
    const char *url;
};

void hub_start(struct hub *hub, const char *url);
void hub_start_as(struct hub *hub, const char *url, const char *instance);
void hub_stop(struct hub *hub);

/* A seat at the peer, for the hub's game. */
struct member *hub_take(struct hub *hub);
/* Sends each message on its own. */
void hub_say(struct member *member, const struct parcel_out *out);
/* The next letter, counted as read; fails the test when none comes. */
struct letter *hub_hear(struct hub *hub);

#endif
