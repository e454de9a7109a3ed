/* The cluster as an executor of jobs: each game runs in a thread of its own. The thread runs nash_solve_run(), as a
 * worker process does, with the program's coordinate() in the place of the solver's solve(). */
#include "executor.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <base/clock.h>
#include <jobs/executor.h>

#include "program.h"
#include "registry.h"

enum { PROGRESS_FIRST_MS = 100, PROGRESS_EVERY_MS = 200, NS_PER_MS = 1000000 };

struct coordinator_executor {
    struct executor executor; /* must be the first field: pointers to it are cast */
    struct cluster *cluster;
    struct executor_client client;
    pthread_mutex_t lock;
    pthread_cond_t calm; /* signals that `threads` is 0 */
    unsigned games;      /* games in the list `first` */
    unsigned threads;    /* threads that have not ended; a thread ends shortly after its game */
    bool closing;
    struct game_thread *first;
};

struct game_thread {
    struct cluster_host host; /* must be the first field: run->host points here, and coordinate() reads it */
    struct coordinator_executor *owner;
    struct work *work;
    _Atomic int cancel;
    struct game_thread *next, **link;
};

static bool is_closing(struct coordinator_executor *owner)
{
    pthread_mutex_lock(&owner->lock);
    bool closing = owner->closing;
    pthread_mutex_unlock(&owner->lock);
    return closing;
}

static void report_progress(struct nash_run *run, const char *json, size_t len)
{
    struct game_thread *thread = run->host;
    struct executor_client *client = &thread->owner->client;
    run->progress_next_ns = clock_mono_ns() + (int64_t)PROGRESS_EVERY_MS * NS_PER_MS;
    if (!is_closing(thread->owner))
        client->progress(client->context, thread->work, json, len);
}

void cluster_host_store(const struct cluster_host *host, const char *name, const void *bytes, size_t len)
{
    if (host->client != NULL && host->client->blob != NULL)
        host->client->blob(host->client->context, host->work, name, bytes, len);
}

struct bytes *cluster_host_stored(const struct cluster_host *host, const char *name)
{
    bool can = host->client != NULL && host->client->stored != NULL;
    return can ? host->client->stored(host->client->context, host->work, name) : NULL;
}

static const struct cluster_program *program_of(const struct coordinator_executor *owner,
                                                const struct nash_solver *solver)
{
    return cluster_program_of_kind(owner->cluster->options.programs, solver->kind);
}

static void game_thread_solve(struct game_thread *thread, struct work_result *result)
{
    const struct work *work = thread->work;
    const struct nash_solver *solver = work->solver;
    int64_t now_ns = clock_mono_ns();
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_run run = {.arena = arena,
                           .seed = work->seed,
                           .deadline_ns = now_ns + (int64_t)work->timeout_ms * NS_PER_MS,
                           .cancel = &thread->cancel,
                           .progress = report_progress,
                           .progress_next_ns = now_ns + (int64_t)PROGRESS_FIRST_MS * NS_PER_MS,
                           .host = thread,
                           .solve = program_of(thread->owner, solver)->coordinate};
    if (arena == NULL) {
        result->status = nash_fail(&result->error, NASH_NOMEM, "", "the server has no memory to lead a game now");
        return;
    }
    result->status = nash_solve_run(solver, work->format, work->problem->data, work->problem->len, work->want_text,
                                    &run, &out, &result->final, &result->error);
    result->stopped = run.stopped;
    if (result->status == NASH_OK && (result->result = bytes_copy(out.data, out.len)) == NULL)
        result->status = nash_fail(&result->error, NASH_NOMEM, "", "the server has no memory for the answer");
    nash_buf_free(&out);
    nash_arena_free(arena);
}

/* Takes the game off the list, so that another may start, and frees it. */
static void game_thread_free(struct game_thread *thread)
{
    struct coordinator_executor *owner = thread->owner;
    pthread_mutex_lock(&owner->lock);
    *thread->link = thread->next;
    if (thread->next != NULL)
        thread->next->link = thread->link;
    owner->games--;
    pthread_mutex_unlock(&owner->lock);
    free(thread);
}

static void *game_thread_main(void *context)
{
    struct game_thread *thread = context;
    struct coordinator_executor *owner = thread->owner;
    struct executor_client *client = &owner->client;
    struct work_result result = {0};
    game_thread_solve(thread, &result);
    if (!is_closing(owner))
        client->done(client->context, thread->work, &result); /* thread->work is invalid after this call */
    bytes_unref(result.result);
    game_thread_free(thread);
    if (!is_closing(owner))
        client->ready(client->context);
    pthread_mutex_lock(&owner->lock);
    if (--owner->threads == 0)
        pthread_cond_broadcast(&owner->calm);
    pthread_mutex_unlock(&owner->lock);
    return NULL;
}

/* ---- struct executor ---- */

static enum nash_status executor_open(struct executor *executor, const struct executor_client *client,
                                      struct nash_error *error)
{
    (void)error;
    ((struct coordinator_executor *)executor)->client = *client;
    return NASH_OK;
}

/* Starts the thread, which is not joined: close() waits until none is left. */
static bool game_thread_start(struct game_thread *thread)
{
    pthread_attr_t detached;
    pthread_t id;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&id, &detached, game_thread_main, thread) == 0;
    pthread_attr_destroy(&detached);
    return started;
}

/* Starts the game and lists it, if there is room for one more. Called under the lock; game_thread_free() takes the lock
 * too, so that the game is listed before the thread removes it. */
static bool game_thread_enter(struct game_thread *thread)
{
    struct coordinator_executor *owner = thread->owner;
    if (owner->games >= owner->cluster->options.games || owner->closing)
        return false;
    thread->work->worker = thread;
    if (!game_thread_start(thread))
        return false;
    thread->link = &owner->first;
    thread->next = owner->first;
    if (thread->next != NULL)
        thread->next->link = &thread->next;
    owner->first = thread;
    owner->games++;
    owner->threads++;
    return true;
}

static bool executor_start(struct executor *executor, struct work *work)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    struct game_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL)
        return false;
    *thread = (struct game_thread){
        .host = {.cluster = owner->cluster, .job = work->job, .client = &owner->client, .work = work},
        .owner = owner,
        .work = work};
    pthread_mutex_lock(&owner->lock);
    bool started = game_thread_enter(thread);
    pthread_mutex_unlock(&owner->lock);
    if (!started)
        free(thread);
    return started;
}

/* The coordinator reads the flag every few milliseconds. */
static void executor_cancel(struct executor *executor, struct work *work)
{
    (void)executor;
    atomic_store(&((struct game_thread *)work->worker)->cancel, 1);
}

static enum nash_status executor_check(struct executor *executor, const struct nash_solver *solver, const void *problem,
                                       struct nash_error *error)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    const struct cluster_program *program = program_of(owner, solver);
    if (program == NULL)
        return nash_fail(error, NASH_UNPROCESSABLE, "", "this server cannot distribute problems of the kind %s",
                         solver->kind);
    return program->check(problem, owner->cluster, error);
}

static void executor_read_stats(struct executor *executor, struct executor_stats *stats)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    pthread_mutex_lock(&owner->lock);
    *stats = (struct executor_stats){.workers = owner->cluster->options.games, .busy = owner->games};
    pthread_mutex_unlock(&owner->lock);
}

static void executor_close(struct executor *executor)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    pthread_mutex_lock(&owner->lock);
    owner->closing = true;
    for (struct game_thread *thread = owner->first; thread != NULL; thread = thread->next)
        atomic_store(&thread->cancel, 1);
    while (owner->threads > 0)
        pthread_cond_wait(&owner->calm, &owner->lock);
    pthread_mutex_unlock(&owner->lock);
    pthread_cond_destroy(&owner->calm);
    pthread_mutex_destroy(&owner->lock);
    cluster_unref(owner->cluster);
    free(owner);
}

struct executor *coordinator_executor_new(struct cluster *cluster)
{
    struct coordinator_executor *owner = calloc(1, sizeof *owner);
    if (owner == NULL)
        return NULL;
    owner->executor = (struct executor){.open = executor_open,
                                        .start = executor_start,
                                        .cancel = executor_cancel,
                                        .check = executor_check,
                                        .stats = executor_read_stats,
                                        .close = executor_close};
    owner->cluster = cluster_ref(cluster);
    pthread_mutex_init(&owner->lock, NULL);
    pthread_cond_init(&owner->calm, NULL);
    return &owner->executor;
}
