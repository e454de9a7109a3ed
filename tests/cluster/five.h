/* Five real servers: a hub, and four that play for it as peers or by --join, with a network between that can be
 * disturbed. */
#ifndef TESTS_CLUSTER_FIVE_H
#define TESTS_CLUSTER_FIVE_H

#include <ask.h>
#include <daemon.h>
#include <stdbool.h>
#include <stdint.h>

#include "proxy.h"

enum { OTHERS = 4, GAME_TEXT = 4096 };

struct five {
    struct daemon hub, other[OTHERS];
    struct proxy *proxy[OTHERS]; /* to the peer, or from the client to the hub */
    bool joined;
    bool frozen[OTHERS];
    char key[80];               /* path of the file */
    char url[OTHERS][64];       /* as requests name them */
    char option[OTHERS][4][80]; /* texts of the others' command lines */
    char peers[OTHERS * 64];
};

/* Starts all. joined: the others join, else the hub calls them. lease_ms as text. */
void five_start(struct five *five, bool joined, const char *lease_ms, uint64_t seed);
void five_stop(struct five *five);

/* Waits until so many have joined; does nothing for peers. */
void five_await_joined(struct five *five, unsigned count);

/* Kill by SIGKILL; freeze by SIGSTOP and SIGCONT; restart a killed server. */
void five_kill(struct five *five, unsigned i);
void five_freeze(struct five *five, unsigned i, bool frozen);
void five_start_anew(struct five *five, unsigned i);

/* ---- games ---- */

/* Makes a board of side box * box with a solution, `fixed` percent of its cells given: a pattern whose rows, columns
 * and values are shuffled by the seed. */
void game_board(char *out, unsigned box, unsigned fixed, uint64_t seed);

struct game {
    const char *puzzle, *method, *mode;
    const char *more; /* further members of the request, ",\"audit\":1"; "" */
    uint64_t seed;
    unsigned shards; /* the first is local */
};

struct outcome {
    char verdict[16], trajectory[20];
    uint64_t updates;
    unsigned leases, faults, hedged, messages; /* of all shards */
    unsigned remote, away;    /* rounds of shards that are not local; how many are not local at the end */
    char quarantined[4][128]; /* quarantined members */
    unsigned catches;
};

/* Plays the game in one process: `nashd solve`. */
void game_alone(const struct game *game, struct outcome *outcome);
/* Submits the game; writes the job's path. */
void game_submit(struct five *five, const struct game *game, char *path, size_t room);
/* Waits until progress has more than so many updates. Returns false if the game ended before. */
bool game_reaches(struct five *five, const char *path, double updates);
/* Reads the progress. Fails the test if the game has ended. */
void game_read_progress(struct five *five, const char *path, struct outcome *outcome);
void game_cancel(struct five *five, const char *path);
/* Waits for the end. Fails the test if there is none. */
void game_wait(struct five *five, const char *path, struct outcome *outcome);
/* Submits and waits. */
void game_play(struct five *five, const struct game *game, struct outcome *outcome);
/* Fails the test unless both were solved by the same trajectory. */
void game_same(const struct game *game, const struct outcome *alone, const struct outcome *shards);

#endif
