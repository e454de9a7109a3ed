/* /v1/jobs/{id}: returns one job, waits for it, cancels it, deletes it. */
#include <api/negotiation.h>
#include <api/readers/offload.h>
#include <api/readers/pieces.h>

#include "job_find.h"
#include "job_reply.h"
#include "job_wait.h"

static void reply_current(struct http_request *request, bool timed_out)
{
    (void)timed_out;
    struct api_wait *wait = http_user(request);
    api_reply_job(request, wait->job);
}

static void reply_or_wait(struct http_request *request, struct job *job)
{
    int64_t wait_s = 0;
    api_query_int(request, "wait", 0, WAIT_MAX_S, &wait_s);
    if (wait_s == 0) {
        api_reply_job(request, job);
        job_unref(job);
        return;
    }
    struct api_wait *wait = api_wait_new(request, job);
    if (wait != NULL)
        api_wait_for(wait, JOB_IS_DONE, (uint32_t)wait_s * 1000, reply_current);
}

void api_job_get(struct http_request *request)
{
    int64_t wait_s;
    if (api_query_only(request, (const char *const[]){"wait", NULL}) &&
        api_query_int(request, "wait", 0, WAIT_MAX_S, &wait_s) && api_accepts_or_406(request, "application/json"))
        api_with_job(request, reply_or_wait);
}

/* Replies with a problem that is not in memory. */
static void reply_large_problem(struct http_request *request, const struct job_view *view, const char *type)
{
    struct pieces *pieces = pieces_new(request);
    if (pieces == NULL)
        return;
    if (view->row.large_problem != NULL)
        pieces_add_file(pieces, view->row.large_problem);
    else
        pieces_add_store(pieces, &view->id, STORE_PROBLEM, view->row.problem_bytes);
    pieces_reply(request, pieces, type);
}

/* Replies with the problem as it was submitted. */
static void reply_problem(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    const char *type = view.row.format == NASH_FORMAT_JSON ? "application/json" : "text/plain";
    if (view.row.problem != NULL)
        http_reply_bytes(request, 200, type, view.row.problem);
    else if (view.row.large_problem != NULL || view.row.problem_bytes > 0)
        reply_large_problem(request, &view, type);
    else
        http_problem_text(request, 404, "not-found", "the problem of this job is no longer stored");
    job_view_release(&view);
    job_unref(job);
}

void api_job_problem(struct http_request *request)
{
    api_with_job(request, reply_problem);
}

/* ---- cancelling ---- */

enum { CANCEL_WAIT_MS = 3000 }; /* time for a running job to stop before the reply is 202 */

static void reply_cancelled(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (timed_out)
        api_reply_accepted(request, wait->job);
    else
        api_reply_finished(request, wait->job, false);
}

static void cancel_and_wait(struct http_request *request, struct job *job)
{
    struct nash_error error = {0};
    if (jobs_cancel(api_of(request)->jobs, job, &error) != NASH_OK) {
        http_problem(request, 0, &error);
        job_unref(job);
        return;
    }
    struct api_wait *wait = api_wait_new(request, job);
    if (wait != NULL)
        api_wait_for(wait, JOB_IS_DONE, CANCEL_WAIT_MS, reply_cancelled);
}

void api_job_cancel(struct http_request *request)
{
    api_with_job(request, cancel_and_wait);
}

/* ---- deleting ---- */

struct job_removal {
    struct offload offload; /* first */
    struct job *job;        /* a reference */
    enum nash_status status;
    struct nash_error error;
};

static void forget_job(struct offload *offload)
{
    struct job_removal *removal = (struct job_removal *)offload;
    removal->status = jobs_forget(offload->api->jobs, removal->job, &removal->error);
}

static void reply_forgotten(struct http_request *request, struct offload *offload)
{
    const struct job_removal *removal = (struct job_removal *)offload;
    if (removal->status == NASH_OK)
        http_reply(request, 204, NULL, NULL, 0);
    else
        http_problem(request, 0, &removal->error);
}

static void release_removal(struct offload *offload)
{
    job_unref(((struct job_removal *)offload)->job);
}

/* Waits for the commit in a reader thread. */
static void delete_job(struct http_request *request, struct job *job)
{
    struct job_removal *removal = offload_new(request, sizeof *removal, forget_job, reply_forgotten, release_removal);
    if (removal == NULL) {
        job_unref(job);
        return;
    }
    removal->job = job;
    offload_start(request, &removal->offload);
}

void api_job_delete(struct http_request *request)
{
    api_with_job(request, delete_job);
}
