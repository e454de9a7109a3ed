#include "learning.h"

#include <stdlib.h>
#include <string.h>

/* ---- learnings ---- */

static bool id_is(const struct job_id *a, const struct job_id *b)
{
    return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

struct learning *learning_find(struct opponents *opponents, const struct job_id *document)
{
    struct learning *learning = opponents->learnings;
    while (learning != NULL && !id_is(&learning->task.document, document))
        learning = learning->next;
    return learning;
}

static void count_learning(struct opponents *opponents, int change)
{
    pthread_mutex_lock(&opponents->room.lock);
    opponents->stats.learning += (unsigned)change;
    pthread_mutex_unlock(&opponents->room.lock);
}

void learning_remove(struct opponents *opponents, struct learning *learning)
{
    struct learning **at = &opponents->learnings;
    while (*at != learning)
        at = &(*at)->next;
    *at = learning->next;
    if (learning->event != NULL)
        job_event_end(learning->event);
    free(learning);
    count_learning(opponents, -1);
}

static void learning_ended(void *context)
{
    struct learning *learning = context;
    learning->ended(learning->opponents, learning);
}

bool learning_add(struct opponents *opponents, const struct store_task *task, struct job *job,
                  void (*ended)(struct opponents *opponents, struct learning *learning))
{
    struct learning *learning = calloc(1, sizeof *learning);
    if (learning == NULL) {
        job_unref(job);
        return false;
    }
    *learning = (struct learning){.opponents = opponents, .task = *task, .ended = ended, .next = opponents->learnings};
    learning->task.request = learning->task.error = NULL;
    opponents->learnings = learning;
    count_learning(opponents, 1);
    learning->event = job_event_new(&opponents->room, job, learning_ended, learning);
    if (learning->event != NULL)
        return true;
    learning_remove(opponents, learning);
    return false;
}

struct job *learning_job(const struct learning *learning)
{
    return job_event_job(learning->event);
}

void learnings_stop(struct opponents *opponents)
{
    while (opponents->learnings != NULL)
        learning_remove(opponents, opponents->learnings);
}
