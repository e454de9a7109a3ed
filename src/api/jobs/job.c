/* /v1/jobs/{id}: returns one job, waits for it, cancels it, deletes it. */
#include <api/negotiation.h>

#include "job_reply.h"
#include "job_wait.h"

static void reply_current(struct http_request *request, bool timed_out)
{
    (void)timed_out;
    struct api_wait *wait = http_user(request);
    api_reply_job(request, wait->job);
}

void api_job_get(struct http_request *request)
{
    int64_t wait_s = 0;
    if (!api_query_only(request, (const char *const[]){"wait", NULL}) ||
        !api_query_int(request, "wait", 0, WAIT_MAX_S, &wait_s) || !api_accepts_or_406(request, "application/json"))
        return;
    struct job *job = api_find_job(request);
    if (job == NULL)
        return;
    if (wait_s == 0) {
        api_reply_job(request, job);
        job_unref(job);
        return;
    }
    struct api_wait *wait = api_wait_new(request, job);
    if (wait != NULL)
        api_wait_for(wait, JOB_IS_DONE, (uint32_t)wait_s * 1000, reply_current);
}

/* Replies with the problem as it was submitted. */
void api_job_problem(struct http_request *request)
{
    struct job *job = api_find_job(request);
    if (job == NULL)
        return;
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    if (view.row.problem != NULL)
        http_reply_bytes(request, 200, view.row.format == NASH_FORMAT_JSON ? "application/json" : "text/plain",
                         view.row.problem);
    else
        http_problem_text(request, 404, "not-found", "the problem of this job is no longer stored");
    job_view_release(&view);
    job_unref(job);
}

enum { CANCEL_WAIT_MS = 3000 }; /* time for a running job to stop before the reply is 202 */

static void reply_cancelled(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (timed_out)
        api_reply_accepted(request, wait->job);
    else
        api_reply_finished(request, wait->job, false);
}

void api_job_cancel(struct http_request *request)
{
    struct job *job = api_find_job(request);
    if (job == NULL)
        return;
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

void api_job_delete(struct http_request *request)
{
    struct job *job = api_find_job(request);
    if (job == NULL)
        return;
    struct nash_error error = {0};
    if (jobs_forget(api_of(request)->jobs, job, &error) == NASH_OK)
        http_reply(request, 204, NULL, NULL, 0);
    else
        http_problem(request, 0, &error);
    job_unref(job);
}
