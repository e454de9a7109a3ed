/* See loop.h. Each loop has a list of tasks without order: a loop has some hundred tasks at most, and a step takes much
 * longer than a pass over the list. */
#include "loop.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>

enum { NS_PER_S = 1000000000 };

struct loop {
    pthread_mutex_t lock;
    pthread_cond_t change; /* signals that a task is due earlier, or `ending` */
    pthread_t thread;
    struct loop_task *first; /* all tasks but the one that is being stepped */
    unsigned tasks;          /* all tasks */
    bool started, ending;
};

struct loops {
    pthread_mutex_t lock; /* held while a task is added; taken before the lock of a loop */
    unsigned count;
    struct loop loop[LOOPS_MAX];
};

/* ---- the thread; under the loop's lock ---- */

/* Returns the link to the task that is due first; a link to NULL if there is no task. */
static struct loop_task **loop_earliest(struct loop *loop)
{
    struct loop_task **best = &loop->first;
    for (struct loop_task **at = &loop->first; *at != NULL; at = &(*at)->next)
        if ((*at)->due_ns < (*best)->due_ns)
            best = at;
    return best;
}

static void loop_sleep(struct loop *loop, int64_t until_ns)
{
    struct timespec until = {.tv_sec = until_ns / NS_PER_S, .tv_nsec = until_ns % NS_PER_S};
    pthread_cond_timedwait(&loop->change, &loop->lock, &until);
}

/* Waits for a task that is due, and takes it off the list. Returns NULL when the loop ends. */
static struct loop_task *loop_next_due(struct loop *loop)
{
    for (;;) {
        struct loop_task **link = loop_earliest(loop), *task = *link;
        if (task == NULL && loop->ending && loop->tasks == 0)
            return NULL;
        if (task == NULL) {
            pthread_cond_wait(&loop->change, &loop->lock);
        } else if (task->due_ns > clock_mono_ns()) {
            loop_sleep(loop, task->due_ns);
        } else {
            *link = task->next;
            return task;
        }
    }
}

static void loop_requeue(struct loop *loop, struct loop_task *task, int64_t next_ns)
{
    task->due_ns = next_ns == 0 || task->woken ? clock_mono_ns() : next_ns;
    task->next = loop->first;
    loop->first = task;
}

static void *loop_main(void *context)
{
    struct loop *loop = context;
    pthread_mutex_lock(&loop->lock);
    for (struct loop_task *task; (task = loop_next_due(loop)) != NULL;) {
        task->woken = false;
        pthread_mutex_unlock(&loop->lock);
        int64_t next_ns = task->step(task);
        pthread_mutex_lock(&loop->lock);
        if (next_ns == LOOP_TASK_OVER)
            loop->tasks--;
        else
            loop_requeue(loop, task, next_ns);
    }
    pthread_mutex_unlock(&loop->lock);
    return NULL;
}

/* ---- for the executor ---- */

static void loop_init(struct loop *loop)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&loop->lock, NULL);
    pthread_cond_init(&loop->change, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

struct loops *loops_new(void)
{
    struct loops *loops = calloc(1, sizeof *loops);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (loops == NULL)
        return NULL;
    loops->count = cores < 1 ? 1 : cores > LOOPS_MAX ? LOOPS_MAX : (unsigned)cores;
    pthread_mutex_init(&loops->lock, NULL);
    for (unsigned i = 0; i < loops->count; i++)
        loop_init(&loops->loop[i]);
    return loops;
}

static unsigned loop_load(struct loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    unsigned tasks = loop->tasks;
    pthread_mutex_unlock(&loop->lock);
    return tasks;
}

/* Returns the loop with the fewest tasks, after starting its thread. If that fails, returns one that has a thread; NULL
 * if there is none. */
static struct loop *loops_choose(struct loops *loops)
{
    struct loop *best = &loops->loop[0];
    for (unsigned i = 1; i < loops->count; i++)
        if (loop_load(&loops->loop[i]) < loop_load(best))
            best = &loops->loop[i];
    if (!best->started)
        best->started = pthread_create(&best->thread, NULL, loop_main, best) == 0;
    for (unsigned i = 0; i < loops->count && !best->started; i++)
        if (loops->loop[i].started)
            best = &loops->loop[i];
    return best->started ? best : NULL;
}

bool loops_add(struct loops *loops, struct loop_task *task)
{
    pthread_mutex_lock(&loops->lock);
    struct loop *loop = loops_choose(loops);
    if (loop != NULL) {
        task->loop = loop;
        pthread_mutex_lock(&loop->lock);
        loop->tasks++;
        loop_requeue(loop, task, 0);
        pthread_cond_signal(&loop->change);
        pthread_mutex_unlock(&loop->lock);
    }
    pthread_mutex_unlock(&loops->lock);
    return loop != NULL;
}

void loop_wake(struct loop_task *task)
{
    int64_t now_ns = clock_mono_ns();
    pthread_mutex_lock(&task->loop->lock);
    task->woken = true;
    if (task->due_ns > now_ns)
        task->due_ns = now_ns;
    pthread_cond_signal(&task->loop->change);
    pthread_mutex_unlock(&task->loop->lock);
}

void loops_free(struct loops *loops)
{
    if (loops == NULL)
        return;
    for (unsigned i = 0; i < loops->count; i++) {
        struct loop *loop = &loops->loop[i];
        pthread_mutex_lock(&loop->lock);
        loop->ending = true;
        pthread_cond_signal(&loop->change);
        pthread_mutex_unlock(&loop->lock);
        if (loop->started)
            pthread_join(loop->thread, NULL);
        pthread_cond_destroy(&loop->change);
        pthread_mutex_destroy(&loop->lock);
    }
    pthread_mutex_destroy(&loops->lock);
    free(loops);
}
