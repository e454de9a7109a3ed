/* Jobs share an execution when canonical key and time limit are equal: a job with more time must not get the partial
 * answer of one with less. A cancelled execution is no longer found, so that no job joins one that is about to stop. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/dispatch/slices.h>
#include <jobs/state.h>

#include "retry.h"

struct execution *execution_new(struct jobs *jobs, const struct nash_solver *solver, const struct store_job *row,
                                struct bytes *problem, const struct problem_traits *traits)
{
    struct execution *execution = calloc(1, sizeof *execution);
    if (execution == NULL)
        return NULL;
    execution->core = jobs;
    bool distributed = traits->distributed && jobs->distributed.executor != NULL;
    execution->load = distributed ? &jobs->distributed : &jobs->pool;
    bool brief = !traits->resumable && problem != NULL && problem->len <= SLICE_BYTES_MAX;
    execution->class = distributed          ? CLASS_DISTRIBUTED
                       : traits->background ? CLASS_BACKGROUND
                       : brief              ? CLASS_SHORT
                                            : CLASS_LONG;
    execution->resumable = traits->resumable;
    execution->key = row->key;
    execution->order.priority = row->priority;
    execution->source = row->id;
    execution->work = (struct work){
        .solver = solver,
        .format = (enum nash_format)row->format,
        .problem = bytes_ref(problem),
        .file = problem == NULL ? tempfile_ref(row->large_problem) : NULL,
        .len = (size_t)row->problem_bytes,
        .seed = row->seed,
        .timeout_ms = row->timeout_ms,
        .resumes = traits->resumable && row->attempts > 0,
        .background = execution->class == CLASS_BACKGROUND,
    };
    return execution;
}

void execution_free(struct execution *execution)
{
    if (execution == NULL)
        return;
    bytes_unref(execution->work.problem);
    tempfile_unref(execution->work.file);
    bytes_unref(execution->progress);
    free(execution->first_failure);
    free(execution);
}

/* Returns how many bytes of the flow's quota the job's problem takes. */
static uint64_t problem_bytes(const struct store_job *row)
{
    return row->problem != NULL         ? row->problem->len
           : row->large_problem != NULL ? tempfile_len(row->large_problem)
                                        : row->problem_bytes;
}

void execution_attach(struct execution *execution, struct job *job, const char *flow)
{
    _Static_assert(JOB_ID_TEXT <= sizeof execution->work.job, "an id fits");
    if (execution->work.job[0] == '\0') { /* named after its first job */
        job_id_text(execution->work.job, &job->row.id);
        memcpy(execution->work.owner, job->row.owner, sizeof execution->work.owner);
    }
    job->execution = execution;
    job->execution_next = execution->jobs;
    job->execution_link = &execution->jobs;
    if (job->execution_next != NULL)
        job->execution_next->execution_link = &job->execution_next;
    execution->jobs = job;
    execution->core->attached++;
    job->flow = flow_use(&execution->core->flows, flow != NULL ? flow : job->row.owner);
    job->flow_bytes = problem_bytes(&job->row);
    job->flow->jobs++;
    job->flow->bytes += job->flow_bytes;
}

void execution_detach(struct job *job)
{
    if (job->execution == NULL)
        return;
    *job->execution_link = job->execution_next;
    if (job->execution_next != NULL)
        job->execution_next->execution_link = job->execution_link;
    job->execution_next = NULL;
    job->execution_link = NULL;
    struct execution *execution = job->execution;
    job->execution = NULL;
    job->core->attached--;
    job->flow->jobs--;
    job->flow->bytes -= job->flow_bytes;
    flow_unuse(&job->core->flows, job->flow);
    job->flow = NULL;
    if (!execution->started) /* the row of this job may be removed */
        execution_choose_problem(execution);
}

/* ---- in flight ---- */

static uint64_t hash_in_flight(const struct nash_hash *key, uint32_t timeout_ms)
{
    return keyed_hash(timeout_ms, key, sizeof *key);
}

struct execution *execution_find(struct jobs *jobs, const struct nash_hash *key, uint32_t timeout_ms)
{
    struct hash_node *node = hash_table_find(&jobs->in_flight, hash_in_flight(key, timeout_ms));
    for (; node != NULL; node = hash_table_next(node)) {
        struct execution *execution = (struct execution *)((char *)node - offsetof(struct execution, by_key));
        if (execution->work.timeout_ms == timeout_ms && memcmp(&execution->key, key, sizeof *key) == 0)
            return execution;
    }
    return NULL;
}

void execution_unlist(struct jobs *jobs, struct execution *execution)
{
    hash_table_remove(&jobs->in_flight, &execution->by_key);
}

void execution_enqueue(struct jobs *jobs, struct execution *execution)
{
    charge_running(jobs, clock_mono_ns()); /* a flow that begins to wait starts where the others are now */
    hash_table_add(&jobs->in_flight, &execution->by_key, hash_in_flight(&execution->key, execution->work.timeout_ms));
    execution->flow = execution->jobs->flow;
    execution->flow->users++;
    execution->queued = true;
    flow_add(&jobs->flows, execution->flow, execution->class, &execution->order);
}

static void remove_waiting(struct jobs *jobs, struct execution *execution)
{
    flow_remove(&jobs->flows, execution->flow, execution->class, &execution->order);
    execution->queued = false;
}

static void leave_flow(struct jobs *jobs, struct execution *execution)
{
    flow_unuse(&jobs->flows, execution->flow);
    execution->flow = NULL;
}

void execution_dequeue(struct jobs *jobs, struct execution *execution)
{
    execution_unlist(jobs, execution);
    remove_waiting(jobs, execution);
    leave_flow(jobs, execution);
}

void execution_joined(struct jobs *jobs, struct execution *execution, const struct job *job)
{
    struct flow *flow = execution->flow;
    int priority = execution->order.priority;
    if (execution->queued && job->flow != flow && job->flow->jobs < flow->jobs)
        flow = job->flow;
    if (job->row.priority > priority)
        priority = job->row.priority;
    if (!execution->queued || (flow == execution->flow && priority == execution->order.priority)) {
        execution->order.priority = priority;
        return;
    }
    flow->users++;
    remove_waiting(jobs, execution);
    leave_flow(jobs, execution);
    execution->flow = flow;
    execution->order.priority = priority;
    execution->queued = true;
    flow_add(&jobs->flows, flow, execution->class, &execution->order);
}

unsigned execution_place(const struct execution *execution, unsigned *of)
{
    const struct flows *flows = &execution->core->flows;
    if (!execution->queued && !execution_has_slice(execution))
        return 0;
    *of = flows_waiting(flows, execution->class) + execution_has_slice(execution);
    if (!execution->queued)
        return 1; /* for its clients it waits */
    return flow_place(flows, execution->flow, execution->class, &execution->order);
}

void charge_running(struct jobs *jobs, int64_t now_ns)
{
    static const int64_t pause_ns = 4000; /* for each piece of work, so that this takes at most 2 % of a processor */
    if (now_ns - jobs->charged_ns < pause_ns * (jobs->executions_started + jobs->chunks_started))
        return;
    jobs->charged_ns = now_ns;
    for (struct execution *execution = jobs->running; execution != NULL; execution = execution->next)
        charge_continue(&jobs->flows, &execution->charge, now_ns);
    for (struct chunk *chunk = jobs->chunks; chunk != NULL; chunk = chunk->next_running)
        charge_continue(&jobs->flows, &chunk->charge, now_ns);
}

/* ---- in the executor ---- */

void execution_started(struct jobs *jobs, struct execution *execution)
{
    int64_t now_ms = clock_wall_ms();
    execution->started = true;
    execution->started_ns = clock_mono_ns();
    charge_begin(&jobs->flows, &execution->charge, execution->flow,
                 execution->class == CLASS_DISTRIBUTED ? CLOCK_DISTRIBUTED : CLOCK_POOL, execution->started_ns);
    remove_waiting(jobs, execution);
    execution->next = jobs->running;
    execution->link = &jobs->running;
    if (execution->next != NULL)
        execution->next->link = &execution->next;
    jobs->running = execution;
    jobs->executions_started++;
    execution->load->started++;
    jobs->background_started += execution->work.background;
    if (execution->work.slice_ms != 0) {
        jobs->express_started++;
        jobs->slices++;
        return;
    }
    for (struct job *job = execution->jobs; job != NULL; job = job->execution_next) {
        job->row.state = JOB_RUNNING;
        job->row.started_ms = now_ms;
        event_state(job);
    }
}

static void remove_started(struct jobs *jobs, struct execution *execution)
{
    *execution->link = execution->next;
    if (execution->next != NULL)
        execution->next->link = execution->link;
    jobs->executions_started--;
    execution->load->started--;
    jobs->background_started -= execution->work.background;
    jobs->express_started -= execution->work.slice_ms != 0;
    charge_end(&jobs->flows, &execution->charge, clock_mono_ns());
}

void execution_ended(struct jobs *jobs, struct execution *execution)
{
    execution_unlist(jobs, execution);
    remove_started(jobs, execution);
    leave_flow(jobs, execution);
}

void execution_requeue(struct jobs *jobs, struct execution *execution, const struct work_result *result)
{
    int64_t ran_ms = (clock_mono_ns() - execution->started_ns) / 1000000;
    bool was_seen = !execution_has_slice(execution);
    remove_started(jobs, execution);
    execution->started = false;
    execution->work.slice_ms = 0;
    execution->beat_ns = 0;
    execution->work.kills++;
    execution->crashes += result->crashed;
    retry_note_failure(&execution->first_failure, &result->error);
    execution->work.resumes = execution->resumable;
    execution_choose_problem(execution);
    execution->setbacks = execution->stored ? 0 : execution->setbacks + 1;
    execution->stored = false;
    execution->work.spent_ms += (uint32_t)ran_ms;
    for (struct job *job = execution->jobs; was_seen && job != NULL; job = job->execution_next) {
        job->row.state = JOB_QUEUED;
        job->row.started_ms = 0;
        event_state(job);
    }
    execution->queued = true;
    flow_add(&jobs->flows, execution->flow, execution->class, &execution->order); /* it keeps its place */
    jobs_defer(jobs, DISPATCH_WORK);
}

void execution_cut(struct jobs *jobs, struct execution *execution)
{
    remove_started(jobs, execution);
    jobs->slices_cut++;
    execution->started = false;
    execution->work.slice_ms = 0;
    execution->class = CLASS_LONG;
    execution->queued = true;
    flow_add(&jobs->flows, execution->flow, execution->class, &execution->order);
    jobs_defer(jobs, DISPATCH_WORK);
}

void execution_cancel(struct execution *execution)
{
    struct executor *executor = execution->load->executor;
    executor->cancel(executor, &execution->work);
}

void execution_abandon(struct jobs *jobs, struct execution *execution)
{
    if (execution->queued) {
        execution_dequeue(jobs, execution);
        execution_free(execution);
    } else {
        execution_unlist(jobs, execution);
        execution_cancel(execution);
    }
}
