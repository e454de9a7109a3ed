/* Between the queues and the executors: what is started next, and what becomes of how it ended.
 *
 * The executor calls back from a thread of its own and holds no lock then; the core calls it under its lock. */
#include <stdlib.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/core.h>

/* While jobs and batches both wait, every so many starts are a batch's. */
enum { BATCH_TURN = 8 };

static void run_begun(struct jobs *jobs, struct run *run)
{
    int64_t now_ms = clock_wall_ms();
    queue_remove(&run->lane->queue, run);
    run->started = true;
    run->started_ns = clock_mono_ns();
    run->next = jobs->running;
    run->link = &jobs->running;
    if (run->next != NULL)
        run->next->link = &run->next;
    jobs->running = run;
    jobs->runs_started++;
    for (struct job *job = run->jobs; job != NULL; job = job->run_next) {
        job->row.state = JOB_RUNNING;
        job->row.started_ms = now_ms;
        event_state(job);
    }
}

static void pump_spread(struct jobs *jobs)
{
    struct executor *executor = jobs->spread.executor;
    for (struct run *run; !jobs->draining && (run = queue_first(&jobs->spread.queue)) != NULL;) {
        if (!executor->start(executor, &run->task.execution))
            return;
        run_begun(jobs, run);
    }
}

static void pump_pool(struct jobs *jobs)
{
    struct executor *executor = jobs->pool.executor;
    for (;;) {
        struct run *run = jobs->draining ? NULL : queue_first(&jobs->pool.queue);
        struct pack *pack = pack_first(jobs);
        if (pack != NULL && run != NULL && jobs->turn % BATCH_TURN != 0)
            pack = NULL;
        struct execution *next = pack != NULL ? pack_order(pack) : run != NULL ? &run->task.execution : NULL;
        if (next == NULL || !executor->start(executor, next))
            return;
        jobs->turn++;
        if (pack != NULL)
            pack_started(pack);
        else
            run_begun(jobs, run);
    }
}

/* Neither lane waits for the other. */
void pump(struct jobs *jobs)
{
    pump_pool(jobs);
    pump_spread(jobs);
}

/* ---- what the executor tells ---- */

static void on_ready(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->lock);
    pump(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

static void on_progress(void *context, struct execution *execution, const char *json, size_t len)
{
    struct jobs *jobs = context;
    struct task *task = (struct task *)execution;
    struct bytes *progress = task->is_pack ? NULL : bytes_copy(json, len);
    if (progress == NULL)
        return;
    pthread_mutex_lock(&jobs->lock);
    struct run *run = (struct run *)task;
    bytes_unref(run->progress);
    run->progress = progress;
    run->progress_is_new = true;
    for (struct job *job = run->jobs; job != NULL; job = job->run_next) {
        bytes_unref(job->row.progress);
        job->row.progress = bytes_ref(progress);
        event_progress(job, progress);
    }
    pthread_mutex_unlock(&jobs->lock);
}

static void on_blob(void *context, struct execution *execution, const char *name, const void *bytes, size_t len)
{
    struct jobs *jobs = context;
    struct task *task = (struct task *)execution;
    struct bytes *blob = task->is_pack ? NULL : bytes_copy(bytes, len);
    if (blob == NULL)
        return;
    pthread_mutex_lock(&jobs->lock);
    for (struct job *job = ((struct run *)task)->jobs; job != NULL; job = job->run_next)
        post_blob(job, name, blob);
    pthread_mutex_unlock(&jobs->lock);
    bytes_unref(blob);
}

static void on_answers(void *context, struct execution *execution, const char *piece, size_t len, unsigned count)
{
    (void)context;
    pack_answers((struct pack *)execution, piece, len, count);
}

/* What the end of a run is for one of its jobs. */
static struct outcome outcome_for(const struct job *job, const struct execution_outcome *end, struct bytes *error)
{
    if (end->status == NASH_OK)
        return (struct outcome){.state = end->final || !job->cancelling ? JOB_SUCCEEDED : JOB_CANCELLED,
                                .final = end->final,
                                .result = end->result};
    if (job->cancelling)
        return (struct outcome){.state = JOB_CANCELLED};
    return (struct outcome){.state = JOB_FAILED, .error = error};
}

/* The drain has stopped the run before its end: the job waits in the store for the next start, with its best so far. */
static void put_off(struct job *job)
{
    run_detach(job);
    job->row.state = JOB_QUEUED;
    job->revision++;
    if (job->row.progress != NULL)
        post_heartbeat(job);
}

static void end_run(struct jobs *jobs, struct run *run, const struct execution_outcome *end)
{
    struct bytes *error = end->status != NASH_OK ? error_json(&end->error) : NULL;
    bool stopped =
        end->status == NASH_OK ? !end->final && end->stopped == NASH_STOP_CANCEL : end->status == NASH_STOPPED;
    stats_run(jobs, run);
    run_unfind(jobs, run);
    *run->link = run->next;
    if (run->next != NULL)
        run->next->link = run->link;
    jobs->runs_started--;
    while (run->jobs != NULL) {
        struct job *job = run->jobs;
        if (stopped && run->put_off && !job->cancelling) {
            put_off(job);
            continue;
        }
        struct outcome outcome = outcome_for(job, end, error);
        run_detach(job);
        job_end(job, &outcome);
    }
    bytes_unref(error);
    run_free(run);
}

static void on_done(void *context, struct execution *execution, const struct execution_outcome *end)
{
    struct jobs *jobs = context;
    struct task *task = (struct task *)execution;
    pthread_mutex_lock(&jobs->lock);
    if (task->is_pack)
        pack_done((struct pack *)task, end);
    else
        end_run(jobs, (struct run *)task, end);
    wake_sleepers(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

const struct executor_client pump_client = {
    .progress = on_progress, .blob = on_blob, .answers = on_answers, .done = on_done, .ready = on_ready};
