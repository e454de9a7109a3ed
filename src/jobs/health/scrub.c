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

static void found_damage(void *context, struct store_job *row, bool problem, bool result)
{
    struct jobs *jobs = context;
    if (problem) {
        char id[JOB_ID_TEXT];
        log_error("damaged problem", "job=%s", job_id_text(id, &row->id));
        jobs_lock(jobs);
        jobs->health.scrub.problems++;
        jobs_unlock(jobs);
    }
    if (!result)
        return;
    store_read_whole(jobs->store, row);
    drop_finished(jobs, &row->id);
    struct job *job = mend_job(jobs, row);
    *row = (struct store_job){0};
    if (job != NULL)
        job_unref(job);
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
    return idle && (scrub->walking || now_ns >= scrub->next_ns);
}

void scrub_step(struct jobs *jobs)
{
    struct scrub *scrub = &jobs->health.scrub;
    int64_t now_ns = clock_mono_ns();
    struct nash_error error = {0};
    if (!is_due(jobs, now_ns))
        return;
    if (!scrub->walking) {
        scrub->walk = (struct job_walk){.found = found_damage, .context = jobs};
        scrub->walking = true;
        scrub->next_ns = now_ns + jobs->options.scrub_ms * INT64_C(1000000);
    }
    uint64_t before = scrub->walk.rows;
    enum nash_status status = job_walk_step(&scrub->walk, jobs->store, STEP_ROWS, STEP_BYTES, &error);
    jobs_lock(jobs);
    scrub->rows += scrub->walk.rows - before;
    scrub->passes += scrub->walk.done;
    jobs_unlock(jobs);
    scrub->walking = status == NASH_OK && !scrub->walk.done;
    if (status != NASH_OK)
        log_warn("scrub stopped", "reason=%s", error.detail);
    else if (scrub->walk.done)
        log_info("scrub done", "jobs=%llu", (unsigned long long)scrub->walk.rows);
}
