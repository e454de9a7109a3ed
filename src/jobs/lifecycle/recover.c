/* Resumes unfinished jobs of the store: at the start those that this server had before its restart, later those that
 * another server has left behind.
 *
 * Each time a job is resumed, its event numbers continue in a new range (EVENTS_PER_LIFE). */
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <jobs/job/index.h>
#include <jobs/job/persist.h>
#include <jobs/job/write.h>
#include <jobs/lifecycle/resume.h>
#include <jobs/state.h>
#include <jobs/submit/request.h>

enum { CLAIM_MAX = 64, ARENA_BYTES = 16 << 20 };

void resume_fail(struct job *job, enum nash_status status, const char *type, const char *detail)
{
    struct nash_error why;
    nash_fail_type(&why, status, type, "", "%s", detail);
    struct bytes *error = error_json(&why, NULL);
    job_end(job, &(struct job_outcome){.state = JOB_FAILED, .error = error});
    bytes_unref(error);
}

/* A claimed row, and what else is read before the lock is taken. */
struct claimed {
    struct store_job *row;
    bool in_store;         /* the problem is long and stays in the store until a worker solves it */
    struct bytes *problem; /* what is solved, a reference; NULL: it cannot be */
    struct problem_traits traits;
    bool too_often;
};

/* Returns true when a job has been resumed too often. A job that never ran may wait through any number of restarts, and
 * attempts of a resumable one that made progress do not count. Reads the store. */
static bool tried_too_often(struct jobs *jobs, const struct store_job *row, bool resumable)
{
    if (row->attempts <= ATTEMPTS_MAX || row->started_ms == 0)
        return false;
    return !resumable || row->attempts - last_advance(jobs->store, &row->id) > ATTEMPTS_MAX;
}

void resume_enqueue(struct job *job, struct bytes *problem, const struct problem_traits *traits)
{
    struct jobs *jobs = job->core;
    struct execution *execution =
        body_may_be_fresh(&job->row) ? NULL : execution_find(jobs, &job->row.key, job->row.timeout_ms);
    if (execution != NULL) {
        execution_attach(execution, job, NULL);
        execution_joined(jobs, execution, job);
        if (execution->started && !execution_has_slice(execution))
            job->row.state = JOB_RUNNING;
        event_state(job);
        return;
    }
    execution = execution_new(jobs, job->solver, &job->row, problem, traits);
    if (execution == NULL) {
        resume_fail(job, NASH_NOMEM, "out-of-memory", "The server had no memory to take this job up again.");
        return;
    }
    execution_attach(execution, job, NULL);
    execution_enqueue(jobs, execution);
    event_state(job);
}

/* Called without the lock, because it parses the problem and reads the store. */
static struct claimed examine_row(struct jobs *jobs, struct store_job *row)
{
    const struct nash_solver *solver = nash_find_kind(row->kind, strlen(row->kind));
    struct claimed claimed = {.row = row};
    bool needs_text =
        solver == NULL || solver->distributed != NULL || solver->resumable != NULL || solver->background != NULL;
    if (needs_text)
        store_read_whole(jobs->store, row);
    claimed.in_store = !needs_text && row->problem == NULL && row->problem_bytes > STORE_MEMORY_BYTES && !row->damaged;
    if (solver != NULL && row->problem != NULL) {
        claimed.problem = stored_problem(jobs->store, row);
        claimed.traits = request_traits(jobs, solver, (enum nash_format)row->format, claimed.problem);
    }
    claimed.too_often = tried_too_often(jobs, row, claimed.traits.resumable);
    return claimed;
}

/* Makes a job of a claimed row, and queues or fails it. Under the lock. Takes over the references of the row. */
static void resume_job(struct jobs *jobs, const struct claimed *claimed)
{
    struct store_job *row = claimed->row;
    if (index_find_id(jobs, &row->id) != NULL) { /* the job still runs in this server: only its lease had run out */
        store_job_release(row);
        return;
    }
    struct job *job = job_new(jobs, nash_find_kind(row->kind, strlen(row->kind)), true);
    if (job == NULL) {
        store_job_release(row);
        return;
    }
    job->row = *row;
    job->row.state = JOB_QUEUED;
    job->row.started_ms = 0;
    if (job->row.last_event < EVENTS_PER_LIFE * row->attempts)
        job->row.last_event = EVENTS_PER_LIFE * row->attempts;
    job->revision = (uint64_t)row->attempts << 16;
    job->durable = true;
    job_charge(job, row->problem_bytes); /* it was accepted before, so it stays even if the budget is smaller now */
    index_add(job);
    if (claimed->too_often)
        resume_fail(
            job, NASH_INTERNAL, "too-many-attempts",
            "The job was taken up again after each of several failures of the server and never came to its end.");
    else if (claimed->problem == NULL && !claimed->in_store && job->solver != NULL)
        resume_fail(job, NASH_INTERNAL, "answer-damaged",
                    "The stored problem was damaged, or could not be read. Submit it again.");
    else if (claimed->problem == NULL && !claimed->in_store)
        resume_fail(job, NASH_INTERNAL, "unknown-kind", "This server can no longer solve problems of this kind.");
    else
        resume_enqueue(job, claimed->problem, &claimed->traits);
    job_unref(job);
}

/* Claims and resumes up to max jobs (at most CLAIM_MAX); sets *count to their number. */
static enum nash_status claim_jobs(struct jobs *jobs, unsigned max, size_t *count, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct store_job *rows;
    *count = 0;
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory to take up jobs");
    enum nash_status status = store_claim(jobs->store, max, STORE_LEASE_MS, arena, &rows, count, error);
    if (status == NASH_OK && *count > 0) {
        struct claimed claimed[CLAIM_MAX];
        for (size_t i = 0; i < *count; i++)
            claimed[i] = examine_row(jobs, &rows[i]);
        jobs_lock(jobs);
        for (size_t i = 0; i < *count; i++)
            resume_job(jobs, &claimed[i]);
        jobs_defer(jobs, DISPATCH_WORK);
        jobs_unlock(jobs);
        for (size_t i = 0; i < *count; i++)
            bytes_unref(claimed[i].problem);
    }
    nash_arena_free(arena);
    return status;
}

enum nash_status recover_jobs(struct jobs *jobs, size_t max, struct nash_error *error)
{
    size_t resumed = 0, count = 1;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && count > 0 && resumed < max) {
        size_t left = max - resumed;
        status = claim_jobs(jobs, left < CLAIM_MAX ? (unsigned)left : CLAIM_MAX, &count, error);
        resumed += count;
    }
    if (resumed > 0)
        log_info("jobs taken up again", "count=%zu", resumed);
    return status;
}
