/* Observations as tasks of the store, and the calls that wait for them. */
#ifndef API_OPPONENTS_TASKS_H
#define API_OPPONENTS_TASKS_H

#include "request.h"

/* Verbs of tasks, and their requests. "observe": {"learn": {...}, "job": {...}}; "merge": {"model": {...}}.
 */
extern const char verb_observe[], verb_merge[];

/* Appends the request of its kind with which a task is carried out on this opponent. */
void task_compose(struct nash_buf *out, const struct store_document *row, const struct store_task *task);
/* Writes the object that clients see. */
void task_write(const struct store_task *task, struct nash_jsonw *json);
/* Writes the path of a task. out: as opponent_path(). */
char *task_path(char *out, const struct store_task *task);

/* ---- calls that wait, in the thread ---- */

/* Makes a call wait for a task. */
void tasks_wait(struct call *call, const struct store_task *task);
/* Tells the calls that wait for a task which job works for it now. */
void tasks_tell_job(struct opponents *opponents, const struct job_id *task, struct job *job);
/* Ends the wait of the calls for a task, or for all tasks of a document (task NULL): with the finished job, or with an
 * error (NULL: none). */
void tasks_settle(struct opponents *opponents, const struct job_id *task, const struct job_id *document,
                  struct job *job, const struct nash_error *error);

/* ---- calls that wait, in the HTTP thread ---- */

/* Returns whether the wait has ended. */
bool call_is_settled(struct call *call);
/* Ends the wait now. Returns the job that works for the task, or NULL; a reference. */
struct job *call_give_up(struct call *call);

#endif
