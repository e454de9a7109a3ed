/* Games with turns that last: /v1/games. The store keeps them as documents; engines move as jobs.
 *
 * All work on games is done in one thread (documents/room.h). A move is stored before the reply. A game whose engine
 * is to move has a job; after a restart it gets one again, with the same Idempotency-Key, so that no move is made twice
 * or lost. */
#ifndef API_GAMES_GAMES_H
#define API_GAMES_GAMES_H

#include <stdint.h>

#include <nash/status.h>

struct api;
struct games;

/* Counts since the start, and how many engines think now. */
struct games_stats {
    uint64_t changes, engine_moves, engine_failures;
    unsigned thinking;
};

/* Starts the thread and resumes the games in which an engine is to move. most: of each owner; 0: no limit. Returns NULL
 * with *error on failure. api: its jobs and store are running. */
struct games *games_start(struct api *api, unsigned most, struct nash_error *error);
/* Ends the thread and all watches. Called before http_stop() and jobs_stop(). NULL is allowed, here and below. */
void games_stop(struct games *games);
/* Called after http_stop(). */
void games_free(struct games *games);
void games_stats(struct games *games, struct games_stats *stats);

#endif
