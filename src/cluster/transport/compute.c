#include "compute.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <cluster/envelope.h>

enum { THREADS_MAX = 256 };

struct compute_thread {
    struct compute *compute;
    pthread_t id;
    uint8_t *scratch; /* [MESSAGE_MAX] */
};

struct compute {
    pthread_mutex_t lock;
    pthread_cond_t work;              /* signals that a turn was queued, or that `stopping` is set */
    struct compute_turn *first, *end; /* the queue; `end` is its last turn, valid if there is one */
    unsigned queued;                  /* turns in the queue */
    struct compute_turn *later;       /* turns of compute_later(), in no order */
    unsigned most, threads, idle;     /* largest number of threads; threads that run; those of them that wait */
    bool stopping;
    struct compute_thread thread[THREADS_MAX];
};

/* ---- the queue, under the lock ---- */

static void turn_push(struct compute *compute, struct compute_turn *turn)
{
    turn->next = NULL;
    if (compute->first == NULL)
        compute->first = turn;
    else
        compute->end->next = turn;
    compute->end = turn;
    compute->queued++;
}

static struct compute_turn *turn_pop(struct compute *compute)
{
    struct compute_turn *turn = compute->first;
    if (turn == NULL)
        return NULL;
    compute->first = turn->next;
    compute->queued--;
    return turn;
}

/* Queues the turns that are due. Returns the time at which the next one is due; INT64_MAX if there is none. */
static int64_t queue_due_turns(struct compute *compute)
{
    int64_t soonest = INT64_MAX, now = compute->later != NULL ? clock_mono_ns() : 0;
    for (struct compute_turn **at = &compute->later, *turn; (turn = *at) != NULL;) {
        if (turn->due_ns <= now) {
            *at = turn->next;
            turn_push(compute, turn);
            continue;
        }
        soonest = turn->due_ns < soonest ? turn->due_ns : soonest;
        at = &turn->next;
    }
    return soonest;
}

/* ---- the threads ---- */

/* Waits for a turn. Returns NULL when the thread must end. Under the lock. */
static struct compute_turn *next_turn(struct compute *compute)
{
    for (;;) {
        int64_t soonest = queue_due_turns(compute);
        const struct timespec until = {.tv_sec = soonest / 1000000000, .tv_nsec = soonest % 1000000000};
        struct compute_turn *turn = turn_pop(compute);
        if (turn != NULL || compute->stopping)
            return turn;
        compute->idle++;
        if (soonest == INT64_MAX)
            pthread_cond_wait(&compute->work, &compute->lock);
        else
            pthread_cond_timedwait(&compute->work, &compute->lock, &until);
        compute->idle--;
    }
}

static void *compute_main(void *context)
{
    const struct compute_thread *thread = context;
    struct compute *compute = thread->compute;
    pthread_mutex_lock(&compute->lock);
    for (struct compute_turn *turn; (turn = next_turn(compute)) != NULL;) {
        pthread_mutex_unlock(&compute->lock);
        turn->run(turn, thread->scratch); /* may free the turn */
        pthread_mutex_lock(&compute->lock);
    }
    pthread_mutex_unlock(&compute->lock);
    return NULL;
}

/* Starts another thread, with all signals blocked, if there may be one. Under the lock. */
static void start_thread(struct compute *compute)
{
    sigset_t all, before;
    struct compute_thread *thread = &compute->thread[compute->threads];
    if (compute->threads == compute->most || (thread->scratch = aligned_alloc(64, MESSAGE_MAX)) == NULL)
        return;
    thread->compute = compute;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread->id, NULL, compute_main, thread) == 0)
        compute->threads++;
    else
        free(thread->scratch);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- public functions ---- */

struct compute *compute_new(unsigned threads)
{
    struct compute *compute = calloc(1, sizeof *compute);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_condattr_t monotonic;
    if (compute == NULL)
        return NULL;
    compute->most = threads > 0 ? threads : processors > 0 ? (unsigned)processors : 1;
    compute->most = compute->most < THREADS_MAX ? compute->most : THREADS_MAX;
    pthread_mutex_init(&compute->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&compute->work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return compute;
}

void compute_free(struct compute *compute)
{
    if (compute == NULL)
        return;
    pthread_mutex_lock(&compute->lock);
    compute->later = NULL;
    compute->stopping = true;
    pthread_cond_broadcast(&compute->work);
    pthread_mutex_unlock(&compute->lock);
    for (unsigned i = 0; i < compute->threads; i++) {
        pthread_join(compute->thread[i].id, NULL);
        free(compute->thread[i].scratch);
    }
    pthread_cond_destroy(&compute->work);
    pthread_mutex_destroy(&compute->lock);
    free(compute);
}

unsigned compute_threads(const struct compute *compute)
{
    return compute->most;
}

bool compute_ready(struct compute *compute)
{
    pthread_mutex_lock(&compute->lock);
    if (compute->threads == 0)
        start_thread(compute);
    bool ready = compute->threads > 0;
    pthread_mutex_unlock(&compute->lock);
    return ready;
}

void compute_post(struct compute *compute, struct compute_turn *turn)
{
    pthread_mutex_lock(&compute->lock);
    turn_push(compute, turn);
    if (compute->queued > compute->idle)
        start_thread(compute);
    pthread_cond_signal(&compute->work);
    pthread_mutex_unlock(&compute->lock);
}

void compute_later(struct compute *compute, struct compute_turn *turn, int64_t due_ns)
{
    pthread_mutex_lock(&compute->lock);
    turn->due_ns = due_ns;
    turn->next = compute->later;
    compute->later = turn;
    pthread_cond_signal(&compute->work);
    pthread_mutex_unlock(&compute->lock);
}

bool compute_cancel(struct compute *compute, struct compute_turn *turn)
{
    pthread_mutex_lock(&compute->lock);
    struct compute_turn **at = &compute->later;
    while (*at != NULL && *at != turn)
        at = &(*at)->next;
    bool found = *at != NULL;
    if (found)
        *at = turn->next;
    pthread_mutex_unlock(&compute->lock);
    return found;
}
