/* Keeps what trainings make: when a job ends that has a blob "best", that becomes a model with the id of the job. Only
 * in the thread.
 *
 * While a training runs, the store has a mark, a document of the type "training", which is removed when the model is
 * stored. So a training whose end this server has not seen, or has not finished to work on, is found at the next start.
 */
#ifndef API_MODELS_KEEP_H
#define API_MODELS_KEEP_H

#include "state.h"

/* Returns whether a problem, strict JSON, is a training. text NULL: it is not. */
bool model_is_training(const struct nash_solver *solver, const char *text, size_t len);
/* Watches the trainings that have a mark, or have not finished. At the start. */
void trainings_resume(struct document_room *room);
/* Ends all watches, and keeps the models of the jobs that have finished. After the thread has ended. */
void trainings_stop(struct models *models);

#endif
