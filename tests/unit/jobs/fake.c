#include "fake.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLACES_MOST = 16 };

struct place {
    struct execution *execution; /* NULL = free */
    bool taken;                  /* a thread works on it */
    bool cancelled;
};

struct fake {
    struct executor executor; /* first */
    struct executor_client client;
    fake_work *work;
    unsigned places;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct place place[PLACES_MOST];
    pthread_t thread[PLACES_MOST];
    bool bench_closed, closing;
    uint64_t started;
};

static struct fake *fake_of(struct executor *executor)
{
    return (struct fake *)executor;
}

/* ---- the executor ---- */

static struct execution *take(struct fake *fake, unsigned *at)
{
    for (;;) {
        for (unsigned i = 0; i < fake->places; i++)
            if (fake->place[i].execution != NULL && !fake->place[i].taken) {
                fake->place[i].taken = true;
                *at = i;
                return fake->place[i].execution;
            }
        if (fake->closing)
            return NULL;
        pthread_cond_wait(&fake->changed, &fake->lock);
    }
}

static void finish(struct fake *fake, unsigned i, const struct execution_outcome *outcome)
{
    pthread_mutex_lock(&fake->lock);
    struct execution *execution = fake->place[i].execution;
    bool closing = fake->closing;
    fake->place[i] = (struct place){0};
    pthread_mutex_unlock(&fake->lock);
    if (closing)
        return;
    fake->client.done(fake->client.context, execution, outcome);
    fake->client.ready(fake->client.context);
}

static void *work_main(void *context)
{
    struct fake *fake = context;
    pthread_mutex_lock(&fake->lock);
    for (;;) {
        unsigned i;
        struct execution *execution = take(fake, &i);
        if (execution == NULL)
            break;
        pthread_mutex_unlock(&fake->lock);
        struct fake_answer answer = {0};
        fake->work(fake, execution, &answer);
        if (answer.outcome.status == NASH_OK)
            answer.outcome.result = bytes_copy(answer.text, strlen(answer.text));
        finish(fake, i, &answer.outcome);
        bytes_unref(answer.outcome.result);
        pthread_mutex_lock(&fake->lock);
    }
    pthread_mutex_unlock(&fake->lock);
    return NULL;
}

static enum nash_status fake_open(struct executor *executor, const struct executor_client *client,
                                  struct nash_error *error)
{
    struct fake *fake = fake_of(executor);
    fake->client = *client;
    for (unsigned i = 0; fake->work != NULL && i < fake->places; i++)
        if (pthread_create(&fake->thread[i], NULL, work_main, fake) != 0)
            return nash_fail(error, NASH_INTERNAL, "", "no thread");
    return NASH_OK;
}

static bool fake_start(struct executor *executor, struct execution *execution)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    unsigned i = 0;
    while (i < fake->places && fake->place[i].execution != NULL)
        i++;
    bool starts = i < fake->places && !fake->bench_closed && !fake->closing;
    if (starts) {
        fake->place[i] = (struct place){.execution = execution};
        fake->started++;
        pthread_cond_broadcast(&fake->changed);
    }
    pthread_mutex_unlock(&fake->lock);
    return starts;
}

static void fake_cancel(struct executor *executor, struct execution *execution)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        if (fake->place[i].execution == execution)
            fake->place[i].cancelled = true;
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->lock);
}

static void fake_stats(struct executor *executor, struct executor_stats *stats)
{
    *stats = (struct executor_stats){.workers = fake_of(executor)->places, .busy = fake_busy(fake_of(executor))};
}

static void fake_close(struct executor *executor)
{
    struct fake *fake = fake_of(executor);
    pthread_mutex_lock(&fake->lock);
    fake->closing = true;
    for (unsigned i = 0; i < fake->places; i++)
        fake->place[i].cancelled = true;
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->lock);
    for (unsigned i = 0; fake->work != NULL && i < fake->places; i++)
        pthread_join(fake->thread[i], NULL);
    free(fake);
}

struct executor *fake_new(unsigned places, fake_work *work, struct fake **out)
{
    struct fake *fake = calloc(1, sizeof *fake);
    fake->executor = (struct executor){fake_open, fake_start, fake_cancel, fake_stats, fake_close};
    fake->work = work;
    fake->places = places;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&fake->lock, NULL);
    pthread_cond_init(&fake->changed, &monotonic);
    *out = fake;
    return &fake->executor;
}

/* ---- for work ---- */

void fake_progress(struct fake *fake, struct execution *execution, const char *json)
{
    fake->client.progress(fake->client.context, execution, json, strlen(json));
}

void fake_blob(struct fake *fake, struct execution *execution, const char *name, const char *text)
{
    fake->client.blob(fake->client.context, execution, name, text, strlen(text));
}

bool fake_nap(struct fake *fake, struct execution *execution, unsigned us)
{
    struct timespec until;
    unsigned i = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)us % 1000000 * 1000;
    until.tv_sec += (time_t)(us / 1000000 + (unsigned)(until.tv_nsec / 1000000000));
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&fake->lock);
    while (fake->place[i].execution != execution)
        i++;
    while (!fake->place[i].cancelled && pthread_cond_timedwait(&fake->changed, &fake->lock, &until) == 0)
        ;
    bool cancelled = fake->place[i].cancelled;
    pthread_mutex_unlock(&fake->lock);
    return cancelled;
}

/* ---- by hand ---- */

unsigned fake_busy(struct fake *fake)
{
    unsigned busy = 0;
    pthread_mutex_lock(&fake->lock);
    for (unsigned i = 0; i < fake->places; i++)
        busy += fake->place[i].execution != NULL;
    pthread_mutex_unlock(&fake->lock);
    return busy;
}

struct execution *fake_at(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    struct execution *execution = fake->place[i].execution;
    pthread_mutex_unlock(&fake->lock);
    return execution;
}

bool fake_is_cancelled(struct fake *fake, unsigned i)
{
    pthread_mutex_lock(&fake->lock);
    bool cancelled = fake->place[i].cancelled;
    pthread_mutex_unlock(&fake->lock);
    return cancelled;
}

void fake_end(struct fake *fake, unsigned i, const struct execution_outcome *outcome)
{
    finish(fake, i, outcome);
}

void fake_succeed(struct fake *fake, unsigned i, const char *json, bool final)
{
    struct execution_outcome outcome = {
        .status = NASH_OK,
        .final = final,
        .stopped = final                        ? NASH_STOP_NONE
                   : fake_is_cancelled(fake, i) ? NASH_STOP_CANCEL
                                                : NASH_STOP_TIME,
        .result = bytes_copy(json, strlen(json)),
    };
    finish(fake, i, &outcome);
    bytes_unref(outcome.result);
}

void fake_fail(struct fake *fake, unsigned i, enum nash_status status, const char *type)
{
    struct execution_outcome outcome = {.status = status};
    nash_fail_type(&outcome.error, status, type, "", "the test has it fail");
    finish(fake, i, &outcome);
}

void fake_close_bench(struct fake *fake, bool closed)
{
    pthread_mutex_lock(&fake->lock);
    fake->bench_closed = closed;
    pthread_mutex_unlock(&fake->lock);
    if (!closed)
        fake->client.ready(fake->client.context);
}

uint64_t fake_started(struct fake *fake)
{
    pthread_mutex_lock(&fake->lock);
    uint64_t started = fake->started;
    pthread_mutex_unlock(&fake->lock);
    return started;
}
