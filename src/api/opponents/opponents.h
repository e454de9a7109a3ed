/* Opponents: models of players, which a kind that learns (struct nash_solver: learns) makes and uses. The store keeps
 * them as documents; their kinds' jobs change them.
 *
 * One thread does whatever reads the store, waits for a commit or goes through a model, for all requests on opponents
 * in the order of their arrival. So a client that has seen a job finish finds the opponent changed, and no request sees
 * half a change. */
#ifndef API_OPPONENTS_OPPONENTS_H
#define API_OPPONENTS_OPPONENTS_H

#include <stdint.h>

#include <api/filling.h>

enum {
    OPPONENT_MODEL_BYTES = 8 << 20,                           /* largest model */
    OPPONENT_BODY_BYTES = OPPONENT_MODEL_BYTES + (128 << 10), /* largest body of a request */
    OPPONENT_SETTINGS_BYTES = 16 << 10,                       /* largest settings */
    OPPONENT_NAME_BYTES = 200,                                /* longest name */
    OPPONENT_JOBS_KEPT = 16,                                  /* jobs of finished observations */
    OPPONENT_WAITING_MAX = 64                                 /* observations of one opponent that wait */
};

struct api;
struct opponents;

/* Counts since the start, and how many opponents learn now. */
struct opponents_stats {
    uint64_t done, failed, resubmitted;
    unsigned learning;
};

/* Starts the thread and takes up the observations that this server had not finished. most: of each owner; 0: no limit.
 * Returns NULL with *error on failure. api: its jobs and store are running. */
struct opponents *opponents_start(struct api *api, unsigned most, struct nash_error *error);
/* Ends the thread and all watches. Called before http_stop() and jobs_stop(). NULL is allowed, here and below. */
void opponents_stop(struct opponents *opponents);
/* Called after http_stop(). */
void opponents_free(struct opponents *opponents);
void opponents_stats(struct opponents *opponents, struct opponents_stats *stats);

/* "opponent" in problems, which becomes "model". Bodies are filled in the thread only. NASH_UNPROCESSABLE at /opponent:
 * this owner has no such opponent of this kind, or it has learnt nothing. */
extern const struct filling opponent_filling;

#endif
