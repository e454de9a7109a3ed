/* GET /v1/opponents/{id}/report: what a kind says about an opponent, answered by a job, whose result is stored like any
 * other: the same model gives the same report without a new run. */
#include <string.h>

#include <api/jobs/job_reply.h>
#include <api/negotiation.h>
#include <api/opponents/learn/request.h>

static void report_work(struct call *call)
{
    struct store_document row;
    struct nash_buf request = NASH_BUF_INIT(0);
    if (!document_of_call(call, true, &row))
        return;
    const struct nash_solver *solver = nash_find_kind(row.kind, strlen(row.kind));
    request_report(&request, opponent_meta_of(&row).settings, slice_of(row.body));
    if (solver == NULL)
        call_fail(call, NASH_UNPROCESSABLE, "", "", "this server cannot solve problems of the kind %s", row.kind);
    else
        call->job = request_submit(call->room, solver, call->owner, NULL, &request, &call->error);
    if (call->job == NULL)
        request_relocate(&call->error, true);
    nash_buf_free(&request);
    store_document_release(&row);
}

static void reply_report(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    struct slice report = json_member_of(slice_of(view.row.result), "report");
    struct nash_buf json = NASH_BUF_INIT(0);
    if (view.row.state != JOB_SUCCEEDED) {
        api_reply_failed(request, &view);
    } else if (report.text == NULL) {
        http_problem_text(request, 500, "internal", "the result of the job has no report");
    } else {
        nash_buf_add(&json, report.text, report.len);
        api_reply_json(request, 200, &json);
    }
    nash_buf_free(&json);
    job_view_release(&view);
}

static void report_accepted(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    (void)timed_out;
    api_reply_accepted(request, wait->job);
}

static void report_woken(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (timed_out || http_stopping(request))
        api_wait_for(wait, JOB_IS_DURABLE, 0, report_accepted);
    else if (!api_reply_lost(request, wait->job))
        reply_report(request, wait->job);
}

static void report_reply(struct http_request *request, struct call *call)
{
    struct api_wait *wait = http_user(request);
    wait->job = job_ref(call->job);
    uint32_t wait_s = api_read_wait_s(request, WAIT_DEFAULT_S);
    if (wait_s == 0)
        api_wait_for(wait, JOB_IS_DURABLE, 0, report_accepted);
    else
        api_wait_for(wait, JOB_IS_DONE, wait_s * 1000, report_woken);
}

void api_opponent_report(struct http_request *request)
{
    if (api_query_only(request, (const char *const[]){NULL}) && api_accepts_or_406(request, "application/json"))
        call_simple(request, opponents_room(request), report_work, report_reply);
}
