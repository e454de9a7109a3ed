/* The list of jobs: the store's rows; those that are unfinished in the store get the live state of the job in memory.
 *
 * A row becomes "running" only with a heartbeat of its job. So a filter for queued or running jobs reads both from the
 * store and is then applied to the live states; further reads fill the page up. */
#include <stdlib.h>

#include <jobs/state.h>

#include "index.h"

enum { UNFINISHED = 1 << JOB_QUEUED | 1 << JOB_RUNNING };

static void replace_bytes(struct bytes **to, struct bytes *with)
{
    bytes_ref(with);
    bytes_unref(*to);
    *to = with;
}

/* Updates a row from its job in memory, if there is one. Under the lock. */
static void refresh_row(struct jobs *jobs, struct store_job *row)
{
    const struct job *job = index_find_id(jobs, &row->id);
    if (job == NULL)
        return;
    row->state = job->row.state;
    row->final = job->row.final;
    row->started_ms = job->row.started_ms;
    row->finished_ms = job->row.finished_ms;
    replace_bytes(&row->progress, job->row.progress);
    replace_bytes(&row->error, job->row.error);
    replace_bytes(&row->opening, job->row.result);
}

/* Updates the rows of one read and keeps those that pass the filter (states: bits 1 << state, 0 = all). Returns their
 * number. */
static size_t filter_rows(struct jobs *jobs, int states, struct store_job *rows, size_t count)
{
    size_t kept = 0;
    jobs_lock(jobs);
    for (size_t i = 0; i < count; i++) {
        if (UNFINISHED >> rows[i].state & 1)
            refresh_row(jobs, &rows[i]);
        if (states == 0 || (states >> rows[i].state & 1))
            rows[kept++] = rows[i];
        else
            store_job_release(&rows[i]);
    }
    jobs_unlock(jobs);
    return kept;
}

static void release_rows(struct store_job *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        store_job_release(&rows[i]);
}

enum nash_status jobs_list(struct jobs *jobs, const struct store_filter *filter, struct nash_arena *arena,
                           struct store_job **rows, size_t *count, struct nash_error *error)
{
    struct store_filter page = *filter;
    if (page.states & UNFINISHED)
        page.states |= UNFINISHED;
    *count = 0;
    *rows = NASH_NEW(arena, struct store_job, filter->limit);
    if (*rows == NULL)
        return nash_fail(error, NASH_NOMEM, "", "The list does not fit into memory. Ask for fewer jobs.");
    while (*count < filter->limit) {
        struct store_job *more = NULL;
        size_t read = 0;
        page.limit = filter->limit - (unsigned)*count;
        enum nash_status status = store_list(jobs->store, &page, arena, &more, &read, error);
        if (status != NASH_OK) {
            release_rows(*rows, *count);
            *count = 0;
            return status;
        }
        if (read == 0)
            break;
        page.before = more[read - 1].sequence;
        size_t kept = filter_rows(jobs, filter->states, more, read);
        for (size_t i = 0; i < kept; i++)
            (*rows)[(*count)++] = more[i];
        if (read < page.limit)
            break;
    }
    return NASH_OK;
}
