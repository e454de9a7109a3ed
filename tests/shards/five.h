/* Five real servers: a hub and four that play for it, called as peers or joined by themselves, with a network between
 * that can be made bad. */
#ifndef TESTS_SHARDS_FIVE_H
#define TESTS_SHARDS_FIVE_H

#include <ask.h>
#include <daemon.h>
#include <stdbool.h>
#include <stdint.h>

#include "proxy.h"

enum { OTHERS = 4, GAME_TEXT = 4096 };

struct five {
    struct daemon hub, other[OTHERS];
    struct proxy *proxy[OTHERS]; /* to the peer, or from who joins to the hub */
    bool joined;
    bool frozen[OTHERS];
    char key[80];               /* the file */
    char url[OTHERS][64];       /* as requests name them */
    char option[OTHERS][4][80]; /* texts of the others' command lines */
    char peers[OTHERS * 64];
};

/* Starts all; joined: the others join, else the hub calls them. lease_ms as text. */
void five_start(struct five *five, bool joined, const char *lease_ms, uint64_t seed);
void five_stop(struct five *five);

/* Waits until so many have joined; nothing for peers. */
void five_settle(struct five *five, unsigned count);

/* kill -9; SIGSTOP and SIGCONT; a server that was killed is started anew. */
void five_kill(struct five *five, unsigned i);
void five_freeze(struct five *five, unsigned i, bool frozen);
void five_start_anew(struct five *five, unsigned i);

/* ---- games ---- */

/* A board of side `box` squared, of which `fixed` percent are given: a pattern with rows, columns and letters turned
 * over by the seed, so that it has a solution. */
void game_board(char *out, unsigned box, unsigned fixed, uint64_t seed);

struct game {
    const char *puzzle, *method, *mode;
    const char *more; /* further members, ",\"audit\":1"; "" */
    uint64_t seed;
    unsigned shards; /* the first is local */
};

struct outcome {
    char verdict[16], trajectory[20];
    uint64_t updates;
    unsigned leases, faults, hedged, messages; /* of all shards */
    unsigned remote, away;                     /* rounds of those that are not local; how many are not, at the end */
    char caught[4][128];                       /* quarantined members */
    unsigned catches;
};

/* What one process says: `nashd solve`. */
void game_alone(const struct game *game, struct outcome *outcome);
/* Submits to the five; the job's path. */
void game_submit(struct five *five, const struct game *game, char *path, size_t room);
/* Waits until more than so many updates have been told. False: it ended before. */
bool game_reaches(struct five *five, const char *path, double updates);
/* How it stands, from its progress. Fails the test when it has ended. */
void game_look(struct five *five, const char *path, struct outcome *outcome);
void game_cancel(struct five *five, const char *path);
/* Waits for the end; fails the test when there is none. */
void game_wait(struct five *five, const char *path, struct outcome *outcome);
/* Submit and wait. */
void game_play(struct five *five, const struct game *game, struct outcome *outcome);
/* Fails the test unless both were solved by the same trajectory. */
void game_same(const struct game *game, const struct outcome *alone, const struct outcome *shards);

#endif
