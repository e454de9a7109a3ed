#include "learning.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A job that works for a task. The watch adds the event to the thread's queue when the job is done. */
struct attempt {
    struct body_reading event; /* first */
    struct opponents *opponents;
    struct learning *learning; /* NULL: ended */
    void (*ended)(struct opponents *opponents, struct learning *learning);
    struct job *job; /* a reference, until it is ended */
    struct job_watch watch;
    bool queued; /* the event is in the queue, or being read, and frees the attempt */
};

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
    pthread_mutex_lock(&opponents->lock);
    opponents->stats.learning += (unsigned)change;
    pthread_mutex_unlock(&opponents->lock);
}

/* Ends the watch of an attempt and drops its job. */
static void attempt_end(struct attempt *attempt)
{
    job_unwatch(attempt->opponents->api->jobs, &attempt->watch);
    job_unref(attempt->job);
    attempt->job = NULL;
    attempt->learning->attempt = NULL;
    attempt->learning = NULL;
    if (!attempt->queued)
        free(attempt);
}

void learning_remove(struct opponents *opponents, struct learning *learning)
{
    struct learning **at = &opponents->learnings;
    while (*at != learning)
        at = &(*at)->next;
    *at = learning->next;
    if (learning->attempt != NULL)
        attempt_end(learning->attempt);
    free(learning);
    count_learning(opponents, -1);
}

/* ---- attempts ---- */

/* Runs in the thread when the job is done. */
static void attempt_read(struct body_reading *event)
{
    struct attempt *attempt = (struct attempt *)event;
    if (attempt->learning != NULL)
        attempt->ended(attempt->opponents, attempt->learning);
}

static void attempt_release(struct body_reading *event)
{
    struct attempt *attempt = (struct attempt *)event;
    if (attempt->learning == NULL)
        free(attempt);
    else
        attempt->queued = false; /* the thread has stopped: learnings_stop() ends it */
}

/* Under the core's lock, or without it from the thread. */
static void attempt_fire(struct job_watch *watch)
{
    struct attempt *attempt = watch->context;
    attempt->queued = body_reader_add(attempt->opponents->thread, &attempt->event, NULL);
}

bool learning_add(struct opponents *opponents, const struct store_task *task, struct job *job,
                  void (*ended)(struct opponents *opponents, struct learning *learning))
{
    struct learning *learning = calloc(1, sizeof *learning);
    struct attempt *attempt = calloc(1, sizeof *attempt);
    if (learning == NULL || attempt == NULL) {
        free(learning);
        free(attempt);
        job_unref(job);
        return false;
    }
    *learning = (struct learning){.task = *task, .attempt = attempt, .next = opponents->learnings};
    learning->task.request = learning->task.error = NULL;
    opponents->learnings = learning;
    *attempt = (struct attempt){.event = {.read = attempt_read, .release = attempt_release},
                                .opponents = opponents,
                                .learning = learning,
                                .ended = ended,
                                .job = job,
                                .watch = {.condition = JOB_IS_DONE, .fire = attempt_fire, .context = attempt}};
    count_learning(opponents, 1);
    if (!job_watch(opponents->api->jobs, job, &attempt->watch, 0))
        attempt_fire(&attempt->watch);
    return true;
}

struct job *learning_job(const struct learning *learning)
{
    return learning->attempt->job;
}

void learnings_stop(struct opponents *opponents)
{
    while (opponents->learnings != NULL)
        learning_remove(opponents, opponents->learnings);
}

/* ---- work that is put off ---- */

struct later {
    struct body_reading event; /* first */
    struct opponents *opponents;
    void (*run)(struct opponents *opponents, const struct job_id *document);
    struct job_id document;
};

static void later_release(struct body_reading *event)
{
    free(event);
}

static void later_read(struct body_reading *event)
{
    enum { PAUSE_MS = 50 };
    struct later *later = (struct later *)event;
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    later->run(later->opponents, &later->document);
}

void later_add(struct opponents *opponents, const struct job_id *document,
               void (*run)(struct opponents *opponents, const struct job_id *document))
{
    struct later *later = calloc(1, sizeof *later);
    if (later == NULL)
        return;
    *later = (struct later){.event = {.read = later_read, .release = later_release},
                            .opponents = opponents,
                            .run = run,
                            .document = *document};
    if (!body_reader_add(opponents->thread, &later->event, NULL))
        free(later);
}
