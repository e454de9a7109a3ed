#include "compute.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <cluster/envelope.h>

enum { THREADS_MAX = 256, LOW_PRIORITY = 10 }; /* nice: about a tenth of a processor that others use, too */

struct compute_thread {
    struct compute *compute;
    pthread_t id;
    uint8_t *scratch; /* [MESSAGE_MAX] */
};

struct turn_queue {
    struct compute_turn *first, *end; /* `end` is the last turn, valid if there is one */
    unsigned running;                 /* turns under way that came from this queue */
};

struct compute {
    pthread_mutex_t lock;
    pthread_cond_t work; /* signals that a turn was queued, or that `stopping` is set */
    struct turn_queue light, heavy;
    unsigned queued;            /* turns in both queues */
    struct compute_turn *later; /* turns of compute_later(), in no order */
    unsigned most;              /* turns at the same time, without one more from `light` */
    unsigned threads, idle;     /* threads that were started; those of them that wait */
    bool stopping;
    bool is_low;         /* its threads have low priority */
    struct compute *low; /* a pool of its own for turns of low priority; NULL: this is it */
    struct compute_thread thread[THREADS_MAX + 1];
};

/* ---- the queue, under the lock ---- */

static struct turn_queue *queue_of(struct compute *compute, const struct compute_turn *turn)
{
    return turn->heavy ? &compute->heavy : &compute->light;
}

static void turn_push(struct compute *compute, struct compute_turn *turn)
{
    struct turn_queue *queue = queue_of(compute, turn);
    turn->next = NULL;
    if (queue->first == NULL)
        queue->first = turn;
    else
        queue->end->next = turn;
    queue->end = turn;
    compute->queued++;
}

/* Removes and returns the turn that may begin now; NULL if there is none. */
static struct compute_turn *turn_pop(struct compute *compute)
{
    struct turn_queue *light = &compute->light, *heavy = &compute->heavy, *queue = NULL;
    bool room = light->running + heavy->running < compute->most;
    if (heavy->first != NULL && room && (heavy->running == 0 || light->first == NULL))
        queue = heavy;
    else if (light->first != NULL && (room || light->running == 0))
        queue = light;
    if (queue == NULL)
        return NULL;
    struct compute_turn *turn = queue->first;
    queue->first = turn->next;
    queue->running++;
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
        if (turn != NULL || (compute->stopping && compute->queued == 0))
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
    if (compute->is_low)
        setpriority(PRIO_PROCESS, (id_t)gettid(), LOW_PRIORITY); /* of this thread alone */
    pthread_mutex_lock(&compute->lock);
    for (struct compute_turn *turn; (turn = next_turn(compute)) != NULL;) {
        struct turn_queue *queue = queue_of(compute, turn);
        pthread_mutex_unlock(&compute->lock);
        turn->run(turn, thread->scratch); /* may free the turn */
        pthread_mutex_lock(&compute->lock);
        queue->running--;
    }
    pthread_cond_broadcast(&compute->work); /* other threads may wait for the end of the last turns */
    pthread_mutex_unlock(&compute->lock);
    return NULL;
}

/* Starts another thread, with all signals blocked, if there may be one. Under the lock. */
static void start_thread(struct compute *compute)
{
    sigset_t all, before;
    struct compute_thread *thread = &compute->thread[compute->threads];
    if (compute->threads > compute->most || (thread->scratch = aligned_alloc(64, MESSAGE_MAX)) == NULL)
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

static struct compute *pool_new(unsigned threads)
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

struct compute *compute_new(unsigned threads)
{
    struct compute *compute = pool_new(threads);
    if (compute == NULL)
        return NULL;
    compute->low = pool_new(threads);
    if (compute->low == NULL) {
        compute_free(compute);
        return NULL;
    }
    compute->low->is_low = true;
    return compute;
}

/* Carries out the turns that are queued, and ends the threads. */
static void pool_stop(struct compute *compute)
{
    pthread_mutex_lock(&compute->lock);
    compute->later = NULL;
    compute->stopping = true;
    pthread_cond_broadcast(&compute->work);
    pthread_mutex_unlock(&compute->lock);
    for (unsigned i = 0; i < compute->threads; i++) {
        pthread_join(compute->thread[i].id, NULL);
        free(compute->thread[i].scratch);
    }
}

static void pool_free(struct compute *compute)
{
    pthread_cond_destroy(&compute->work);
    pthread_mutex_destroy(&compute->lock);
    free(compute);
}

/* The last turns of either pool may queue turns for the other. */
void compute_free(struct compute *compute)
{
    if (compute == NULL)
        return;
    if (compute->low != NULL)
        pool_stop(compute->low);
    pool_stop(compute);
    if (compute->low != NULL)
        pool_free(compute->low);
    pool_free(compute);
}

unsigned compute_threads(const struct compute *compute)
{
    return compute->most;
}

bool compute_ready(struct compute *compute)
{
    pthread_mutex_lock(&compute->lock);
    if (compute->threads == 0 && !compute->stopping)
        start_thread(compute);
    bool ready = compute->threads > 0;
    pthread_mutex_unlock(&compute->lock);
    return ready;
}

/* Queues the turn. may_refuse: unless the pool is being stopped. Returns whether it is queued. */
static bool pool_post(struct compute *compute, struct compute_turn *turn, bool may_refuse)
{
    pthread_mutex_lock(&compute->lock);
    bool refused = may_refuse && compute->stopping;
    if (!refused) {
        turn_push(compute, turn);
        if (compute->queued > compute->idle)
            start_thread(compute);
        pthread_cond_signal(&compute->work);
    }
    pthread_mutex_unlock(&compute->lock);
    return !refused;
}

void compute_post(struct compute *compute, struct compute_turn *turn)
{
    if (turn->low && compute->low != NULL && compute_ready(compute->low) && pool_post(compute->low, turn, true))
        return;
    pool_post(compute, turn, false);
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
