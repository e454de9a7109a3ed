/* Opponents that learn now, each with the job that works for it. Only in the thread. */
#ifndef API_OPPONENTS_LEARNING_H
#define API_OPPONENTS_LEARNING_H

#include <api/documents/job_event.h>
#include <api/opponents/state.h>

struct learning {
    struct store_task task; /* without request and error */
    struct job_event *event;
    struct opponents *opponents;
    void (*ended)(struct opponents *opponents, struct learning *learning);
    struct learning *next;
};

/* Makes a job work for a task, and takes over the reference to it. ended() is called in the thread when the job is
 * done, and removes the learning. Returns false without memory. */
bool learning_add(struct opponents *opponents, const struct store_task *task, struct job *job,
                  void (*ended)(struct opponents *opponents, struct learning *learning));
/* Returns the learning of an opponent, or NULL. */
struct learning *learning_find(struct opponents *opponents, const struct job_id *document);
struct job *learning_job(const struct learning *learning); /* borrowed */
void learning_remove(struct opponents *opponents, struct learning *learning);
/* Ends all learnings. After the thread has ended. */
void learnings_stop(struct opponents *opponents);

#endif
