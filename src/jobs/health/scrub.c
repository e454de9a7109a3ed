#include <base/clock.h>
#include <base/log.h>
#include <jobs/health/mend.h>
#include <jobs/health/scrub.h>
#include <jobs/job/index.h>
#include <jobs/state.h>

/* What a step, of which there is one a second, reads at most: some 0.1 s of a slow disk. */
enum { STEP_ROWS = 200, STEP_BYTES = 16 << 20, FIRST_MINUTES = 10 };

/* Drops a finished job from memory, so that it is solved again although its result there is well. */
static void drop_finished(struct jobs *jobs, const struct job_id *id)
{
    jobs_lock(jobs);
    struct job *job = index_find_id(jobs, id);
    if (job != NULL && job_is_done(job) && job->pending == NULL)
        index_drop(job);
    jobs_unlock(jobs);
}

/* The jobs with a damaged result that a step has found. */
struct findings {
    struct job_id id[STEP_ROWS];
    size_t count;
    unsigned problems;
};

static void note_finding(void *context, const struct store_finding *finding)
{
    struct findings *findings = context;
    char id[JOB_ID_TEXT] = "";
    if (finding->has_job)
        job_id_text(id, &finding->job);
    log_error("the store is damaged", "job=%s %s", id, finding->detail);
    findings->problems += finding->fault == FAULT_PROBLEM;
    if (finding->fault == FAULT_RESULT && findings->count < STEP_ROWS)
        findings->id[findings->count++] = finding->job;
}

/* Has the damaged results solved again. */
static void mend_results(struct jobs *jobs, const struct findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        struct store_job row;
        struct nash_error error;
        bool found = false;
        if (store_get(jobs->store, &findings->id[i], 1, STORE_BODIES, &row, &found, &error) != NASH_OK || !found)
            continue;
        store_read_whole(jobs->store, &row);
        drop_finished(jobs, &row.id);
        struct job *job = mend_job(jobs, &row);
        if (job != NULL)
            job_unref(job);
    }
}

/* Returns true when a step is due and the server has nothing else to do. */
static bool is_due(struct jobs *jobs, int64_t now_ns)
{
    struct scrub *scrub = &jobs->health.scrub;
    if (jobs->options.scrub_ms == 0)
        return false;
    if (scrub->next_ns == 0) /* the server has just started */
        scrub->next_ns =
            now_ns + (jobs->options.scrub_ms < FIRST_MINUTES * 60000 ? jobs->options.scrub_ms : FIRST_MINUTES * 60000) *
                         INT64_C(1000000);
    jobs_lock(jobs);
    bool idle = jobs->attached == 0 && jobs->chunks_started == 0 && !jobs->draining;
    jobs_unlock(jobs);
    return idle && (scrub->running || now_ns >= scrub->next_ns);
}

void scrub_step(struct jobs *jobs)
{
    struct scrub *scrub = &jobs->health.scrub;
    struct findings findings = {.count = 0};
    int64_t now_ns = clock_mono_ns();
    struct nash_error error = {0};
    if (!is_due(jobs, now_ns))
        return;
    if (!scrub->running) {
        scrub->check = (struct store_check){.max_jobs = STEP_ROWS, .max_bytes = STEP_BYTES, .found = note_finding};
        scrub->running = true;
        scrub->next_ns = now_ns + jobs->options.scrub_ms * INT64_C(1000000);
    }
    scrub->check.context = &findings;
    uint64_t before = scrub->check.jobs;
    enum nash_status status = store_check(jobs->store, &scrub->check, &error);
    mend_results(jobs, &findings);
    jobs_lock(jobs);
    scrub->rows += scrub->check.jobs - before;
    scrub->problems += findings.problems;
    scrub->passes += scrub->check.done;
    jobs_unlock(jobs);
    scrub->running = status == NASH_OK && !scrub->check.done;
    if (status != NASH_OK)
        log_warn("scrub stopped", "reason=%s", error.detail);
    else if (scrub->check.done)
        log_info("scrub done", "jobs=%llu", (unsigned long long)scrub->check.jobs);
}
