/* A game that is being played: what the rest of the cluster sees of it. The coordinator embeds it, calls enter() before
 * it takes a member and leave() after the last run, from its own thread. */
#ifndef CLUSTER_GAME_H
#define CLUSTER_GAME_H

#include <stdint.h>

#include "inbox.h"

struct cluster;
struct cluster_program;

struct cluster_game {
    const struct cluster_program *program;
    struct cluster *cluster;
    const char *job;    /* its id; NULL or "": none */
    uint32_t number;    /* in the head of its messages; unique in this process */
    int64_t started_ms; /* wall clock */
    struct inbox inbox;
    /* Under cluster->lock. */
    struct bytes *progress; /* its last report; NULL: none yet */
    struct cluster_game *next, **link;
};

/* Gives the game a number and an inbox, and lists it. program, cluster and job are set. */
void cluster_game_enter(struct cluster_game *game);
/* Keeps the report for GET /v1/shards; takes the caller's reference over. */
void cluster_game_set_progress(struct cluster_game *game, struct bytes *progress);
/* Takes the game off the list. Its members may still be given back. */
void cluster_game_leave(struct cluster_game *game);
/* Frees the inbox. No member belongs to the game any more. */
void cluster_game_release(struct cluster_game *game);

#endif
