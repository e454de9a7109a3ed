#include <stdlib.h>
#include <string.h>

#include <jobs/bulk.h>
#include <jobs/job/index.h>
#include <jobs/job/persist.h>
#include <jobs/state.h>

enum {
    PAGE_JOBS = 100,
    PAGE_BYTES = 4 << 20, /* memory for a page of rows */
    UNFINISHED = 1 << JOB_QUEUED | 1 << JOB_RUNNING,
    FINISHED = 1 << JOB_SUCCEEDED | 1 << JOB_FAILED | 1 << JOB_CANCELLED
};

/* Changes the jobs of a page; adds to *count. */
typedef enum nash_status change_page(struct jobs *jobs, const struct store_job rows[], size_t rows_count,
                                     uint64_t *count, struct nash_error *error);

/* Calls change() for each page of the jobs in one of these states that pass the filter. */
static enum nash_status change_all(struct jobs *jobs, const struct store_filter *filter, int states,
                                   change_page *change, uint64_t *count, struct nash_error *error)
{
    struct store_filter page = *filter;
    struct nash_arena *arena = nash_arena_new(PAGE_BYTES);
    enum nash_status status = NASH_OK;
    size_t read = PAGE_JOBS;
    *count = 0;
    page.states = filter->states != 0 ? filter->states & states : states;
    page.limit = PAGE_JOBS;
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory for these jobs; try again later");
    while (page.states != 0 && read == PAGE_JOBS && status == NASH_OK) {
        struct store_job *rows = NULL;
        nash_arena_reset(arena, PAGE_BYTES);
        status = jobs_list(jobs, &page, arena, &rows, &read, error);
        if (status != NASH_OK || read == 0)
            break;
        page.before = rows[read - 1].sequence;
        status = change(jobs, rows, read, count, error);
        for (size_t i = 0; i < read; i++)
            store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
    return status;
}

/* ---- cancelling ---- */

static enum nash_status cancel_page(struct jobs *jobs, const struct store_job rows[], size_t rows_count,
                                    uint64_t *count, struct nash_error *error)
{
    for (size_t i = 0; i < rows_count; i++) {
        struct job *job = jobs_find(jobs, &rows[i].id, "");
        if (job == NULL)
            continue;
        enum nash_status status = jobs_cancel(jobs, job, error);
        *count += status == NASH_OK;
        job_unref(job);
        if (status != NASH_OK && status != NASH_CONFLICT) /* a conflict: it has finished meanwhile */
            return status;
    }
    return NASH_OK;
}

enum nash_status jobs_cancel_all(struct jobs *jobs, const struct store_filter *filter, uint64_t *count,
                                 struct nash_error *error)
{
    return change_all(jobs, filter, UNFINISHED, cancel_page, count, error);
}

/* ---- forgetting ---- */

/* The removal of the rows of one page, which the store commits together. */
struct removals {
    struct jobs *jobs;
    unsigned waiting; /* operations that are not done */
    struct removal_of_row {
        struct store_op op; /* first */
        struct removals *all;
    } row[PAGE_JOBS];
};

static void row_is_removed(struct store_op *op)
{
    struct removals *all = ((struct removal_of_row *)op)->all;
    struct jobs *jobs = all->jobs;
    jobs_lock(jobs);
    all->waiting--; /* the waiting thread may free them from here on */
    jobs_defer(jobs, WAKE_SLEEPERS);
    jobs_unlock(jobs);
}

/* Drops a finished job from memory; returns false if it has to stay, because it is not wholly written. */
static bool drop_from_memory(struct jobs *jobs, const struct job_id *id)
{
    struct job *job = index_find_id(jobs, id);
    if (job != NULL && (!job_is_done(job) || job->pending != NULL || job->lost))
        return false;
    if (job != NULL)
        index_drop(job);
    return true;
}

/* Under the lock, which is released while it waits for the commit. Returns the status of the first failure. */
static enum nash_status remove_rows(struct jobs *jobs, struct removals *removals, size_t rows_count, uint64_t *count)
{
    enum nash_status failed = NASH_OK;
    jobs->sleepers++;
    while (removals->waiting > 0)
        jobs_wait(jobs, &jobs->changed, 0);
    jobs->sleepers--;
    for (size_t i = 0; i < rows_count; i++) {
        const struct store_op *op = &removals->row[i].op;
        struct job *again = index_find_id(jobs, &op->row.id); /* read before the commit by another thread */
        if (op->status != NASH_OK && op->status != NASH_NOT_FOUND) {
            failed = op->status;
            continue;
        }
        if (again != NULL)
            index_drop(again);
        *count += op->status == NASH_OK;
        feed_note_forgotten(jobs, &op->row.id, op->row.owner);
    }
    jobs->forgets++;
    return failed;
}

static enum nash_status forget_page(struct jobs *jobs, const struct store_job rows[], size_t rows_count,
                                    uint64_t *count, struct nash_error *error)
{
    struct removals *removals = calloc(1, sizeof *removals);
    size_t posted = 0;
    if (removals == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory for these jobs; try again later");
    removals->jobs = jobs;
    jobs_lock(jobs);
    for (size_t i = 0; i < rows_count; i++) {
        if (!drop_from_memory(jobs, &rows[i].id))
            continue;
        struct removal_of_row *removal = &removals->row[posted++];
        *removal = (struct removal_of_row){
            .op = {.verb = STORE_REMOVE, .row = {.id = rows[i].id}, .done = row_is_removed}, .all = removals};
        memcpy(removal->op.row.owner, rows[i].owner, sizeof rows[i].owner);
        removals->waiting++;
    }
    for (size_t i = 0; i < posted; i++)
        store_post(jobs->store, &removals->row[i].op);
    enum nash_status status = remove_rows(jobs, removals, posted, count);
    jobs_unlock(jobs);
    free(removals);
    if (status == NASH_OK)
        return status;
    return nash_fail_type(error, NASH_BUSY, "unavailable", "",
                          "%llu jobs were deleted, then the database took no more writes: try again later",
                          (unsigned long long)*count);
}

enum nash_status jobs_forget_all(struct jobs *jobs, const struct store_filter *filter, uint64_t *count,
                                 struct nash_error *error)
{
    return change_all(jobs, filter, FINISHED, forget_page, count, error);
}
