/* Taking up what the store has unfinished: at start our own of an earlier life, later what another server left behind.
 *
 * Ids of events go on in a range of their own for each life, so that a client that was shown event 57 before a crash,
 * of which the store knows nothing, misses none of those that follow. */
#include <stdlib.h>
#include <string.h>

#include <base/log.h>
#include <jobs/core.h>

enum { CLAIM_AT_ONCE = 64, ARENA_BYTES = 16 << 20 };
static const int64_t events_in_a_life = 1000000000;

static void fail(struct job *job, enum nash_status status, const char *type, const char *detail)
{
    struct nash_error why;
    nash_fail_type(&why, status, type, "", "%s", detail);
    struct bytes *error = error_json(&why);
    job_end(job, &(struct outcome){.state = JOB_FAILED, .error = error});
    bytes_unref(error);
}

/* A job that nobody has seen running may wait through any number of restarts. */
static bool tried_too_often(const struct store_job *row)
{
    return row->attempts > ATTEMPTS_MOST && row->started_ms != 0;
}

static void enqueue(struct jobs *jobs, struct job *job, bool spread)
{
    struct run *run = run_find(jobs, &job->row.key, job->row.timeout_ms);
    if (run != NULL) {
        run_attach(run, job);
        run_hurry(run, job->row.priority);
        if (run->started)
            job->row.state = JOB_RUNNING;
        event_state(job);
        return;
    }
    run = run_new(jobs, job->solver, &job->row, spread);
    if (run == NULL) {
        fail(job, NASH_NOMEM, "out-of-memory", "The server had no memory to take this job up again.");
        return;
    }
    run_attach(run, job);
    run_enqueue(jobs, run);
    event_state(job);
}

/* Which executor is it for? Read without the lock: the problem is parsed once more for that. */
static bool is_spread(struct jobs *jobs, const struct store_job *row)
{
    const struct nash_solver *solver = nash_find_kind(row->kind, strlen(row->kind));
    return solver != NULL && row->problem != NULL && problem_is_spread(jobs, solver, row);
}

/* Under the lock. Takes the references of the row over. */
static void take_up(struct jobs *jobs, struct store_job *row, bool spread)
{
    if (memory_by_id(jobs, &row->id) != NULL) { /* ours, and well; only its lease had run out */
        store_job_release(row);
        return;
    }
    struct job *job = job_new(jobs, nash_find_kind(row->kind, strlen(row->kind)), true);
    if (job == NULL) {
        store_job_release(row);
        return;
    }
    bool too_often = tried_too_often(row);
    job->row = *row;
    job->row.state = JOB_QUEUED;
    job->row.started_ms = 0;
    if (job->row.last_event < events_in_a_life * row->attempts)
        job->row.last_event = events_in_a_life * row->attempts;
    job->revision = (uint64_t)row->attempts << 16;
    job->durable = true;
    memory_add(job);
    if (too_often)
        fail(job, NASH_INTERNAL, "too-many-attempts",
             "The job was taken up again after each of several failures of the server and never came to its end.");
    else if (job->solver == NULL || job->row.problem == NULL)
        fail(job, NASH_INTERNAL, "unknown-kind", "This server can no longer solve problems of this kind.");
    else
        enqueue(jobs, job, spread);
    job_unref(job);
}

/* One claim. *count rows were taken up. */
static enum nash_status claim(struct jobs *jobs, unsigned max, size_t *count, struct nash_error *error)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct store_job *rows;
    *count = 0;
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "no memory to take up jobs");
    enum nash_status status = store_claim(jobs->store, max, STORE_LEASE_MS, arena, &rows, count, error);
    if (status == NASH_OK && *count > 0) {
        bool spread[CLAIM_AT_ONCE];
        for (size_t i = 0; i < *count; i++)
            spread[i] = is_spread(jobs, &rows[i]);
        pthread_mutex_lock(&jobs->lock);
        for (size_t i = 0; i < *count; i++)
            take_up(jobs, &rows[i], spread[i]);
        pump(jobs);
        pthread_mutex_unlock(&jobs->lock);
    }
    nash_arena_free(arena);
    return status;
}

enum nash_status recover(struct jobs *jobs, size_t max, struct nash_error *error)
{
    size_t taken = 0, count = 1;
    enum nash_status status = NASH_OK;
    while (status == NASH_OK && count > 0 && taken < max) {
        size_t left = max - taken;
        status = claim(jobs, left < CLAIM_AT_ONCE ? (unsigned)left : CLAIM_AT_ONCE, &count, error);
        taken += count;
    }
    if (taken > 0)
        log_info("jobs taken up again", "count=%zu", taken);
    return status;
}
