/* The part of a running game that the rest of the cluster uses. The program's own struct begins with it. The program
 * calls cluster_game_enter() before the game takes a member, cluster_game_leave() when the game is over, and
 * cluster_game_release() after it has given back all members: the first in begin(), the others in end(). */
#ifndef CLUSTER_GAME_H
#define CLUSTER_GAME_H

#include <stdint.h>

#include "inbox.h"

struct cluster;
struct cluster_host;
struct cluster_program;

struct cluster_game {
    const struct cluster_program *program;
    struct cluster *cluster;
    const char *job;    /* id of the job; NULL or "" = no job */
    const char *owner;  /* of the job; NULL or "" = none */
    uint32_t number;    /* `game` in the heads of its messages; unique in this process */
    int64_t started_ms; /* wall clock */
    struct inbox inbox;
    /* Under cluster->lock. */
    struct bytes *progress; /* the last progress report, JSON; NULL before the first */
    struct cluster_game *next, **link;
};

/* Sets cluster and job as those of the host, gives the game a number and an inbox, and lists it. The messages of the
 * inbox wake the host. The caller has set `program`. */
void cluster_game_enter(struct cluster_game *game, struct cluster_host *host);
/* Keeps the report for GET /v1/shards; takes over the caller's reference. */
void cluster_game_set_progress(struct cluster_game *game, struct bytes *progress);
/* Takes the game off the list. Its members may still be given back. */
void cluster_game_leave(struct cluster_game *game);
/* Frees the inbox. The game must have given back all members. */
void cluster_game_release(struct cluster_game *game);

#endif
