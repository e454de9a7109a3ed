/* What an id names: a model, the model "default", or a job whose training has a checkpoint. In every thread that may
 * wait for the store. */
#ifndef API_MODELS_SOURCE_H
#define API_MODELS_SOURCE_H

#include "record.h"

/* A file or a net, and what it is part of. */
struct model_part {
    struct bytes *bytes; /* a reference */
    struct slice part;
};
void model_part_release(struct model_part *part);

/* Which blob of a job is read: that of this name; MODEL_PLAYER: "best", else "latest"; MODEL_TRAINING: "latest", else
 * "best". */
#define MODEL_BEST     "best"
#define MODEL_LATEST   "latest"
#define MODEL_PLAYER   NULL
#define MODEL_TRAINING ""

/* Reads a checkpoint of a job. Returns the name of the blob, or NULL with *error at /job or /checkpoint:
 * NASH_UNPROCESSABLE, there is no such job for this owner ("": all) or it has none. solver: the kind that the job must
 * have; NULL: any that has models, which *found receives. */
const char *model_of_job(struct models *models, const char *owner, const struct job_id *id, const char *which,
                         const struct nash_solver *solver, const struct nash_solver **found, struct bytes **blob,
                         struct nash_error *error);

/* Reads the net, or the whole file, that an id names. checkpoint: the blob of a job, or NULL. A player prefers the
 * model of this id to the job, a training prefers the job, since its latest checkpoint has all that goes on. Returns
 * false with *error at /model or /checkpoint. */
bool model_load(struct models *models, const struct nash_solver *solver, const char *owner, struct slice id,
                const char *checkpoint, bool whole, struct model_part *part, struct nash_error *error);

#endif
