/* Five real servers: a hub, and four others that play for it as peers or by --join, each behind a proxy that can
 * disturb its connection. */
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
    struct proxy *proxy[OTHERS]; /* between the hub and each other server */
    bool joined;
    bool frozen[OTHERS];
    char key[80];               /* path of the file with the peer key */
    char url[OTHERS][64];       /* by which requests name each other server */
    char option[OTHERS][4][80]; /* buffers for options of each other server */
    char peers[OTHERS * 64];
};

/* Starts all servers. joined: the others join the hub; otherwise the hub calls them as peers. lease_ms: as text. */
void five_start(struct five *five, bool joined, const char *lease_ms, uint64_t seed);
void five_stop(struct five *five);

/* Submits a request to "/v1/KIND" of a server, and writes the path of its job to path[room]. */
void farm_submit(uint16_t port, const char *kind, const char *request, char *path, size_t room);
/* Waits for the end of a job; returns its result for cJSON_Delete(). Fails the test if there is none. */
cJSON *farm_result(uint16_t port, const char *path);
/* Returns a number of the member "farm" of a result or of a progress; 0: it is not there. */
double farm_number(const cJSON *of, const char *name);

/* Waits until `count` servers have joined; does nothing for peers. */
void five_await_joined(struct five *five, unsigned count);

/* Kills the other server number i by SIGKILL; freezes or continues it by SIGSTOP and SIGCONT; restarts it after a kill.
 */
void five_kill(struct five *five, unsigned i);
void five_freeze(struct five *five, unsigned i, bool frozen);
void five_start_anew(struct five *five, unsigned i);

/* The ways in which a server is lost: five_kill(), five_freeze(), or its connection is cut. */
enum loss { NOTHING, KILLED, FROZEN, CUT };
void five_lose(struct five *five, enum loss how, unsigned i);

/* ---- games ---- */

/* Makes a board of side box * box with a solution, `fixed` percent of its cells given: a pattern whose rows, columns
 * and values are shuffled by the seed. */
void game_board(char *out, unsigned box, unsigned fixed, uint64_t seed);

struct game {
    const char *puzzle, *method, *mode;
    const char *more; /* further members of the request, such as ",\"audit\":1", or "" */
    uint64_t seed;
    unsigned shards; /* number of shards; the first is local, the others are requested at the other servers */
};

struct outcome {
    char verdict[16], trajectory[20];
    uint64_t updates;
    unsigned leases, faults, hedged, messages; /* totals over all shards */
    unsigned remote, away;    /* rounds played by remote shards; number of shards that are remote at the end */
    char quarantined[4][128]; /* names of quarantined members */
    unsigned catches;         /* number of these */
};

/* Plays the game in one process, by `nashd solve`. */
void game_alone(const struct game *game, struct outcome *outcome);
/* Submits the game as a job; writes the job's path into `path`. */
void game_submit(struct five *five, const struct game *game, char *path, size_t room);
/* Waits until the progress has more than `updates` updates. Returns false if the game ends before. */
bool game_reaches(struct five *five, const char *path, double updates);
/* Reads the progress. Fails the test if the game has ended. */
void game_read_progress(struct five *five, const char *path, struct outcome *outcome);
void game_cancel(struct five *five, const char *path);
/* Waits for the end of the game. Fails the test if it does not end in time. */
void game_wait(struct five *five, const char *path, struct outcome *outcome);
/* Submits and waits. */
void game_play(struct five *five, const struct game *game, struct outcome *outcome);
/* Fails the test unless both were solved by the same trajectory. */
void game_same(const struct game *game, const struct outcome *alone, const struct outcome *shards);

#endif
