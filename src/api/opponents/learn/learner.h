/* Carries out the tasks of opponents: one after another for each opponent, each by a job of its kind. Only in the
 * thread.
 *
 *   learner_add        a new task: its job, if no other task of the opponent comes first; then the task is stored
 *   (the job ends)     the model in its result replaces that of the opponent, in one transaction with the end of the
 *                      task; if the opponent has changed meanwhile, the task begins again with the new model
 *   (next)             the oldest task that waits begins
 *
 * After a crash the tasks that wait are in the store, with their jobs, which the core has taken up again. */
#ifndef API_OPPONENTS_LEARNER_H
#define API_OPPONENTS_LEARNER_H

#include "tasks.h"

/* Adds a task to an opponent, which was read with its model. Returns true when the task is stored, with *job a
 * reference or NULL while others come first; false with *error: the kind refuses the request, or the server cannot take
 * it now. */
bool learner_add(struct opponents *opponents, const struct store_document *row, struct store_task *task,
                 struct job **job, struct nash_error *error);
/* Ends the work for an opponent that was removed, and the calls that wait for it. */
void learner_forget(struct opponents *opponents, const struct job_id *document);
/* Takes up what was left at the last end of this server. */
void learner_resume(struct opponents *opponents);

#endif
