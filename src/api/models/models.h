/* Models: files that the trainings of a kind make (struct nash_solver: models), and that its problems name. The store
 * keeps them as documents; each has its file, and behind it the net that players need.
 *
 * A model never changes, apart from its name. One thread adds and removes models. When a training ends whose job has a
 * blob "best", the thread keeps that as a model with the id of the job, so that the retention of jobs does not remove
 * it. */
#ifndef API_MODELS_MODELS_H
#define API_MODELS_MODELS_H

#include <api/filling.h>

enum {
    MODEL_NAME_BYTES = 200,      /* longest name */
    MODEL_BODY_BYTES = 16 << 10, /* largest body of a request that is no file, */
    MODEL_BODY_MEMORY = 1 << 20  /* and to parse it */
};

struct api;
struct job;
struct models;

/* Starts the thread, and watches the trainings that this server had not finished. most: models of each owner; 0: no
 * limit. Returns NULL with *error on failure. api: its jobs and store are running. */
struct models *models_start(struct api *api, unsigned most, struct nash_error *error);
/* Ends the thread, and keeps the models of trainings that have ended. Called before http_stop() and jobs_stop(). NULL
 * is allowed, here and below. */
void models_stop(struct models *models);
/* Called after http_stop(). */
void models_free(struct models *models);

/* "model" in problems. It may be filled in every thread that may wait for the store. */
extern const struct filling model_filling;

/* Watches a job if its problem, strict JSON, is a training. */
void models_watch(struct models *models, const struct nash_solver *solver, const char *text, size_t len,
                  struct job *job);

#endif
