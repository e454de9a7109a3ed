/* The cluster as an executor of jobs. Each game is a task of a loop (loop.h): it reads the problem and begins the game
 * in its first step, then steps the game, and verifies and writes the answer in its last step. */
#include "executor.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <cluster/transport/compute.h>
#include <jobs/executor/executor.h>

#include "loop.h"
#include "program.h"
#include "registry.h"

enum { PROGRESS_FIRST_MS = 100, PROGRESS_EVERY_MS = 200, CHECK_MS = 1000, NS_PER_MS = 1000000 };

struct coordinator_executor {
    struct executor executor; /* must be the first field: pointers to it are cast */
    struct cluster *cluster;
    struct executor_client client;
    struct loops *loops;
    pthread_mutex_t lock; /* taken before the lock of a loop */
    pthread_cond_t calm;  /* signals that `games` is 0 */
    unsigned games;       /* games in the list `first` */
    bool closing;
    struct game_task *first;
};

struct game_task {
    struct cluster_host host; /* must be the first field: run.host points here, and game_task_wake() casts it */
    struct loop_task loop;
    struct coordinator_executor *owner;
    struct work *work;
    _Atomic int cancel;
    struct game_task *next, **link;

    struct nash_run run;
    const struct cluster_program *program;
    void *problem;
    struct cluster_game *game; /* NULL: the game has not begun, or no game is needed */
    struct nash_result answer;
    struct work_result result;
    enum nash_status status; /* of begin() or end() */
    struct compute_turn check;
    bool is_over, is_written; /* the game has ended; under owner->lock: its answer is verified and written */
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
    struct game_task *task = run->host;
    struct executor_client *client = &task->owner->client;
    run->progress_next_ns = cluster_now(task->owner->cluster) + (int64_t)PROGRESS_EVERY_MS * NS_PER_MS;
    if (!is_closing(task->owner))
        client->progress(client->context, task->work, json, len);
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

static const struct cluster_program *program_for(const struct coordinator_executor *owner,
                                                 const struct nash_solver *solver, const void *problem)
{
    return cluster_program_for(owner->cluster->options.programs, solver->kind, problem);
}

/* ---- a game ---- */

static enum nash_status refuse_kind(const struct nash_solver *solver, struct nash_error *error)
{
    return nash_fail(error, NASH_UNPROCESSABLE, "", "this server cannot distribute this problem of the kind %s",
                     solver->kind);
}

/* Reads the problem and begins the game. */
static enum nash_status game_task_begin(struct game_task *task)
{
    const struct work *work = task->work;
    struct nash_error *error = &task->result.error;
    int64_t now_ns = cluster_now(task->owner->cluster);
    task->run = (struct nash_run){.arena = nash_arena_new(work->solver->limits.memory_bytes),
                                  .seed = work->seed,
                                  .deadline_ns = now_ns + (int64_t)work->timeout_ms * NS_PER_MS,
                                  .clock = task->owner->cluster->options.clock,
                                  .cancel = &task->cancel,
                                  .progress = report_progress,
                                  .progress_next_ns = now_ns + (int64_t)PROGRESS_FIRST_MS * NS_PER_MS,
                                  .host = task};
    if (task->run.arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to lead a game now");
    enum nash_status status = nash_solve_begin(work->solver, work->format, work->problem->data, work->problem->len,
                                               &task->run, &task->problem, error);
    if (status != NASH_OK)
        return status;
    task->program = program_for(task->owner, work->solver, task->problem);
    if (task->program == NULL)
        return refuse_kind(work->solver, error);
    return task->program->begin(task->problem, &task->run, &task->answer, error, &task->game);
}

/* Verifies and writes the answer. */
static void game_task_write(struct game_task *task)
{
    struct work_result *result = &task->result;
    struct nash_buf out = NASH_BUF_INIT(0);
    result->status = nash_solve_end(task->work->solver, task->problem, task->status, &task->answer,
                                    task->work->want_text, &out, &result->final, &result->error);
    result->stopped = task->run.stopped;
    if (result->status == NASH_OK && (result->result = bytes_copy(out.data, out.len)) == NULL)
        result->status = nash_fail(&result->error, NASH_NOMEM, "", "the server has no memory for the answer");
    nash_buf_free(&out);
    if (task->game != NULL && task->program->free != NULL)
        task->program->free(task->game);
    nash_arena_free(task->run.arena);
}

static void set_written(struct game_task *task)
{
    pthread_mutex_lock(&task->owner->lock); /* held until the loop is woken: it frees the task then */
    task->is_written = true;
    loop_wake(&task->loop);
    pthread_mutex_unlock(&task->owner->lock);
}

static bool is_written(struct game_task *task)
{
    pthread_mutex_lock(&task->owner->lock);
    bool written = task->is_written;
    pthread_mutex_unlock(&task->owner->lock);
    return written;
}

static void game_task_check(struct compute_turn *turn, uint8_t *scratch)
{
    struct game_task *task = (struct game_task *)(void *)((char *)turn - offsetof(struct game_task, check));
    (void)scratch;
    game_task_write(task);
    set_written(task);
}

/* Ends the game, and has its answer verified and written. `status`: that of game_task_begin(). */
static void game_task_finish(struct game_task *task, enum nash_status status)
{
    struct compute *compute = cluster_compute(task->owner->cluster);
    task->is_over = true;
    task->status = task->game != NULL ? task->program->end(task->game, &task->answer, &task->result.error) : status;
    if (task->game != NULL && task->program->checks_long && compute_ready(compute)) {
        task->check = (struct compute_turn){.run = game_task_check, .heavy = true, .low = true};
        compute_post(compute, &task->check);
        return;
    }
    game_task_write(task);
    set_written(task);
}

/* Takes the game off the list, so that another may start, and frees it. */
static void game_task_free(struct game_task *task)
{
    struct coordinator_executor *owner = task->owner;
    pthread_mutex_lock(&owner->lock);
    *task->link = task->next;
    if (task->next != NULL)
        task->next->link = task->link;
    if (--owner->games == 0)
        pthread_cond_broadcast(&owner->calm);
    pthread_mutex_unlock(&owner->lock);
    free(task);
}

static int64_t game_task_over(struct game_task *task)
{
    struct coordinator_executor *owner = task->owner;
    struct executor_client *client = &owner->client;
    if (!is_closing(owner))
        client->done(client->context, task->work, &task->result); /* task->work is invalid after this call */
    bytes_unref(task->result.result);
    game_task_free(task);
    if (!is_closing(owner))
        client->ready(client->context);
    return LOOP_TASK_OVER;
}

static int64_t game_task_step(struct loop_task *loop)
{
    struct game_task *task = (struct game_task *)((char *)loop - offsetof(struct game_task, loop));
    enum nash_status status = NASH_OK;
    if (task->game == NULL && !task->is_over)
        status = game_task_begin(task);
    if (task->game != NULL && !task->is_over) {
        int64_t next_ns = task->program->step(task->game);
        if (next_ns != CLUSTER_GAME_OVER)
            return next_ns;
    }
    if (!task->is_over)
        game_task_finish(task, status);
    return is_written(task) ? game_task_over(task) : cluster_now(task->owner->cluster) + (int64_t)CHECK_MS * NS_PER_MS;
}

static void game_task_wake(struct cluster_host *host)
{
    loop_wake(&((struct game_task *)host)->loop);
}

/* ---- struct executor ---- */

static enum nash_status executor_open(struct executor *executor, const struct executor_client *client,
                                      struct nash_error *error)
{
    (void)error;
    ((struct coordinator_executor *)executor)->client = *client;
    return NASH_OK;
}

/* Lists the game and hands it to a loop, if there is room for one more. Called under the lock, which
 * game_task_free() takes too, so that the game is listed before it can end. */
static bool game_task_enter(struct game_task *task)
{
    struct coordinator_executor *owner = task->owner;
    if (owner->games >= owner->cluster->options.games || owner->closing)
        return false;
    task->work->worker = task;
    if (!loops_add(owner->loops, &task->loop))
        return false;
    task->link = &owner->first;
    task->next = owner->first;
    if (task->next != NULL)
        task->next->link = &task->next;
    owner->first = task;
    owner->games++;
    return true;
}

static bool executor_start(struct executor *executor, struct work *work)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    struct game_task *task = calloc(1, sizeof *task);
    if (task == NULL)
        return false;
    *task = (struct game_task){.host = {.cluster = owner->cluster,
                                        .job = work->job,
                                        .owner = work->owner,
                                        .wake = game_task_wake,
                                        .client = &owner->client,
                                        .work = work},
                               .loop = {.step = game_task_step},
                               .owner = owner,
                               .work = work};
    pthread_mutex_lock(&owner->lock);
    bool started = game_task_enter(task);
    pthread_mutex_unlock(&owner->lock);
    if (!started)
        free(task);
    return started;
}

static void game_task_cancel(struct game_task *task)
{
    atomic_store(&task->cancel, 1);
    loop_wake(&task->loop);
}

static void executor_cancel(struct executor *executor, struct work *work)
{
    (void)executor;
    game_task_cancel(work->worker);
}

static enum nash_status executor_check(struct executor *executor, const struct nash_solver *solver, const void *problem,
                                       struct nash_error *error)
{
    struct coordinator_executor *owner = (struct coordinator_executor *)executor;
    const struct cluster_program *program = program_for(owner, solver, problem);
    return program != NULL ? program->check(problem, owner->cluster, error) : refuse_kind(solver, error);
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
    for (struct game_task *task = owner->first; task != NULL; task = task->next)
        game_task_cancel(task);
    while (owner->games > 0)
        pthread_cond_wait(&owner->calm, &owner->lock);
    pthread_mutex_unlock(&owner->lock);
    loops_free(owner->loops);
    pthread_cond_destroy(&owner->calm);
    pthread_mutex_destroy(&owner->lock);
    cluster_unref(owner->cluster);
    free(owner);
}

struct executor *coordinator_executor_new(struct cluster *cluster)
{
    struct coordinator_executor *owner = calloc(1, sizeof *owner);
    if (owner == NULL || (owner->loops = loops_new()) == NULL) {
        free(owner);
        return NULL;
    }
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
