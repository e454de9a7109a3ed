/* What has games led: jobs' second executor. Each game is a thread of its own, so many at once; the thread runs what a
 * worker would run, but for solve() (conduct.h), and tells how it ended. */
#include "executor.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <base/clock.h>
#include <jobs/executor.h>

#include "conduct.h"

enum { PROGRESS_FIRST_MS = 100, PROGRESS_EVERY_MS = 200 };

struct conductor {
    struct executor executor; /* first */
    struct shards *shards;
    struct executor_client client;
    pthread_mutex_t lock;
    pthread_cond_t calm; /* no thread is left */
    unsigned led;        /* games */
    unsigned threads;
    bool closing;
    struct led *first;
};

/* A game in its thread. */
struct led {
    struct conduct_host host; /* first: what conduct_solve() knows */
    struct conductor *conductor;
    struct execution *execution;
    _Atomic int cancel;
    struct led *next, **link;
};

static bool is_closing(struct conductor *conductor)
{
    pthread_mutex_lock(&conductor->lock);
    bool closing = conductor->closing;
    pthread_mutex_unlock(&conductor->lock);
    return closing;
}

static void tell(struct nash_run *run, const char *json, size_t len)
{
    struct led *led = run->host;
    struct executor_client *client = &led->conductor->client;
    run->progress_next_ns = clock_mono_ns() + PROGRESS_EVERY_MS * ns_per_ms;
    if (!is_closing(led->conductor))
        client->progress(client->context, led->execution, json, len);
}

static void lead(struct led *led, struct execution_outcome *outcome)
{
    const struct execution *execution = led->execution;
    const struct nash_solver *solver = execution->solver;
    int64_t now_ns = clock_mono_ns();
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_run run = {.arena = arena,
                           .seed = execution->seed,
                           .deadline_ns = now_ns + execution->timeout_ms * ns_per_ms,
                           .cancel = &led->cancel,
                           .progress = tell,
                           .progress_next_ns = now_ns + PROGRESS_FIRST_MS * ns_per_ms,
                           .host = led,
                           .solve = conduct_solve};
    if (arena == NULL) {
        outcome->status = nash_fail(&outcome->error, NASH_NOMEM, "", "the server has no memory to lead a game now");
        return;
    }
    outcome->status = nash_solve_run(solver, execution->format, execution->problem->data, execution->problem->len,
                                     execution->want_text, &run, &out, &outcome->final, &outcome->error);
    outcome->stopped = run.stopped;
    if (outcome->status == NASH_OK && (outcome->result = bytes_copy(out.data, out.len)) == NULL)
        outcome->status = nash_fail(&outcome->error, NASH_NOMEM, "", "the server has no memory for the answer");
    nash_buf_free(&out);
    nash_arena_free(arena);
}

/* Makes room for another game. */
static void leave(struct led *led)
{
    struct conductor *conductor = led->conductor;
    pthread_mutex_lock(&conductor->lock);
    *led->link = led->next;
    if (led->next != NULL)
        led->next->link = led->link;
    conductor->led--;
    pthread_mutex_unlock(&conductor->lock);
    free(led);
}

static void *led_main(void *context)
{
    struct led *led = context;
    struct conductor *conductor = led->conductor;
    struct executor_client *client = &conductor->client;
    struct execution_outcome outcome = {0};
    lead(led, &outcome);
    if (!is_closing(conductor))
        client->done(client->context, led->execution, &outcome); /* which is gone from here on */
    bytes_unref(outcome.result);
    leave(led);
    if (!is_closing(conductor))
        client->ready(client->context);
    pthread_mutex_lock(&conductor->lock);
    if (--conductor->threads == 0)
        pthread_cond_broadcast(&conductor->calm);
    pthread_mutex_unlock(&conductor->lock);
    return NULL;
}

/* ---- what jobs calls ---- */

static enum nash_status conductor_open(struct executor *executor, const struct executor_client *client,
                                       struct nash_error *error)
{
    (void)error;
    ((struct conductor *)executor)->client = *client;
    return NASH_OK;
}

/* Nobody joins the thread: close() waits for all of them. */
static bool begin(struct led *led)
{
    pthread_attr_t detached;
    pthread_t thread;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    bool begun = pthread_create(&thread, &detached, led_main, led) == 0;
    pthread_attr_destroy(&detached);
    return begun;
}

static bool conductor_start(struct executor *executor, struct execution *execution)
{
    struct conductor *conductor = (struct conductor *)executor;
    struct led *led = calloc(1, sizeof *led);
    if (led == NULL)
        return false;
    *led = (struct led){
        .host = {.shards = conductor->shards, .job = execution->job}, .conductor = conductor, .execution = execution};
    pthread_mutex_lock(&conductor->lock);
    bool begun = conductor->led < conductor->shards->options.games && !conductor->closing;
    if (begun) {
        led->link = &conductor->first;
        led->next = conductor->first;
        if (led->next != NULL)
            led->next->link = &led->next;
        conductor->first = led;
        execution->slot = led;
        begun = begin(led); /* its end waits for our lock */
        if (!begun && (conductor->first = led->next) != NULL)
            led->next->link = &conductor->first;
        conductor->led += begun;
        conductor->threads += begun;
    }
    pthread_mutex_unlock(&conductor->lock);
    if (!begun)
        free(led);
    return begun;
}

/* The game looks at it every few milliseconds. */
static void conductor_cancel(struct executor *executor, struct execution *execution)
{
    (void)executor;
    atomic_store(&((struct led *)execution->slot)->cancel, 1);
}

static enum nash_status conductor_check(struct executor *executor, const struct nash_solver *solver,
                                        const void *problem, struct nash_error *error)
{
    (void)solver; /* only Sudoku is played by shards */
    return conduct_check(((struct conductor *)executor)->shards, problem, error);
}

static void conductor_stats(struct executor *executor, struct executor_stats *stats)
{
    struct conductor *conductor = (struct conductor *)executor;
    pthread_mutex_lock(&conductor->lock);
    *stats = (struct executor_stats){.workers = conductor->shards->options.games, .busy = conductor->led};
    pthread_mutex_unlock(&conductor->lock);
}

static void conductor_close(struct executor *executor)
{
    struct conductor *conductor = (struct conductor *)executor;
    pthread_mutex_lock(&conductor->lock);
    conductor->closing = true;
    for (struct led *led = conductor->first; led != NULL; led = led->next)
        atomic_store(&led->cancel, 1);
    while (conductor->threads > 0)
        pthread_cond_wait(&conductor->calm, &conductor->lock);
    pthread_mutex_unlock(&conductor->lock);
    pthread_cond_destroy(&conductor->calm);
    pthread_mutex_destroy(&conductor->lock);
    shards_unref(conductor->shards);
    free(conductor);
}

struct executor *conductor_new(struct shards *shards)
{
    struct conductor *conductor = calloc(1, sizeof *conductor);
    if (conductor == NULL)
        return NULL;
    conductor->executor = (struct executor){.open = conductor_open,
                                            .start = conductor_start,
                                            .cancel = conductor_cancel,
                                            .check = conductor_check,
                                            .stats = conductor_stats,
                                            .close = conductor_close};
    conductor->shards = shards_ref(shards);
    pthread_mutex_init(&conductor->lock, NULL);
    pthread_cond_init(&conductor->calm, NULL);
    return &conductor->executor;
}
