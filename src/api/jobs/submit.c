/* POST /v1/{kind}: submits a problem and replies with its job. The path of a request:
 *
 *   api_submit_head    the head: kind, Content-Type and Accept are read once -> struct submission
 *   api_submit         the body: jobs_submit() gives a job, or problem details
 *     reply_cached     its result was stored before: 200 once it is on disk
 *     reply_accepted   Prefer: respond-async or wait=0: 202 once the job is on disk
 *     reply_answered   waits for the result: 200, else 202 after Prefer: wait (default 10 s)
 *
 * No reply is sent before the job is durable. */
#include <stdio.h>
#include <stdlib.h>

#include <api/negotiation.h>
#include <http/prefer.h>

#include "job_reply.h"
#include "job_wait.h"

/* The request's user pointer, from its head to its end. */
struct submission {
    struct api_wait wait; /* first */
    const struct nash_solver *solver;
    enum nash_format input; /* of the body */
    enum api_form output;   /* of the reply */
};

/* ---- the head ---- */

/* Reads Content-Type; a body without one counts as JSON. Returns false after replying 415. */
static bool read_input_format(struct http_request *request, const struct nash_solver *solver, enum nash_format *format)
{
    *format = NASH_FORMAT_JSON;
    if (http_header(request, "Content-Type") == NULL || api_content_is(request, "application/json"))
        return true;
    *format = NASH_FORMAT_TEXT;
    if (solver->parse_text != NULL && api_content_is(request, "text/plain"))
        return true;
    http_problem_text(request, 415, "unsupported-media-type",
                      "unsupported Content-Type; expected application/json%s (with curl: --json '{…}')",
                      solver->parse_text != NULL ? " or text/plain" : "");
    return false;
}

/* Reads Accept. Returns false after replying 406. */
static bool read_output_form(struct http_request *request, const struct nash_solver *solver, enum api_form *form)
{
    bool has_text = solver->text_of != NULL;
    *form = api_choose_form(request, has_text, "application/json");
    if (*form != API_FORM_NONE)
        return true;
    http_problem_text(request, 406, "not-acceptable", "the Accept header excludes application/json%s",
                      has_text ? " and text/plain" : "");
    return false;
}

void api_submit_head(struct http_request *request)
{
    enum nash_format input;
    enum api_form output;
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL)
        return;
    http_body_limit(request, solver->limits.body_bytes);
    if (!read_input_format(request, solver, &input) || !read_output_form(request, solver, &output))
        return;
    struct submission *submission = calloc(1, sizeof *submission);
    if (submission == NULL) {
        api_reply_no_memory(request, "this request");
        return;
    }
    submission->solver = solver;
    submission->input = input;
    submission->output = output;
    api_wait_own(&submission->wait, request);
}

/* ---- replies ---- */

static void reply_finished(struct http_request *request, bool cached)
{
    struct submission *submission = http_user(request);
    if (submission->output == API_FORM_TEXT)
        api_reply_text(request, submission->solver, submission->wait.job);
    else
        api_reply_finished(request, submission->wait.job, cached);
}

/* Called when the job is durable. */
static void reply_accepted(struct http_request *request, bool timed_out)
{
    struct submission *submission = http_user(request);
    (void)timed_out;
    api_reply_accepted(request, submission->wait.job);
}

/* Called when the job has finished or the wait is over. */
static void reply_answered(struct http_request *request, bool timed_out)
{
    struct submission *submission = http_user(request);
    if (timed_out || http_stopping(request))
        api_wait_for(&submission->wait, JOB_IS_DURABLE, 0, reply_accepted);
    else if (!api_reply_lost(request, submission->wait.job))
        reply_finished(request, false);
}

/* Called when a job whose result was stored before is durable. */
static void reply_cached(struct http_request *request, bool timed_out)
{
    struct submission *submission = http_user(request);
    if (!timed_out && !http_stopping(request))
        reply_finished(request, true);
    else
        api_wait_for(&submission->wait, JOB_IS_DURABLE, 0, reply_accepted);
}

/* ---- the body ---- */

/* Returns the seconds to wait for the result (0 = reply 202 at once), and sets Preference-Applied. */
static uint32_t read_wait_s(struct http_request *request)
{
    struct http_prefer prefer;
    char applied[32];
    http_prefer_read(http_header(request, "Prefer"), &prefer);
    uint32_t wait_s = prefer.has_wait ? prefer.wait_s : WAIT_DEFAULT_S;
    if (wait_s > WAIT_MAX_S)
        wait_s = WAIT_MAX_S;
    if (prefer.respond_async) {
        http_set_header(request, "Preference-Applied", "respond-async");
        return 0;
    }
    if (prefer.has_wait) {
        snprintf(applied, sizeof applied, "wait=%u", wait_s);
        http_set_header(request, "Preference-Applied", applied);
    }
    return wait_s;
}

/* Submits the body; submission->wait.job gets the job. */
static enum submit_result submit_body(struct http_request *request, struct submission *submission,
                                      struct nash_error *error)
{
    struct jobs_request problem = {
        .solver = submission->solver,
        .format = submission->input,
        .owner = http_owner(request),
        .idempotency = http_header(request, "Idempotency-Key"),
    };
    struct job *job = NULL;
    problem.text = http_body(request, &problem.len);
    enum submit_result result = jobs_submit(api_of(request)->jobs, &problem, &job, error);
    http_body_done(request); /* the job has a copy */
    submission->wait.job = result != SUBMIT_REFUSED ? job : NULL;
    return result;
}

void api_submit(struct http_request *request)
{
    struct submission *submission = http_user(request);
    struct nash_error error = {0};
    if (!api_query_only(request, (const char *const[]){NULL}))
        return;
    enum submit_result result = submit_body(request, submission, &error);
    if (result == SUBMIT_REFUSED) {
        http_problem(request, 0, &error);
        return;
    }
    uint32_t wait_s = read_wait_s(request);
    if (result == SUBMIT_CACHED && job_reply(submission->wait.job, true) != NULL) /* sent before: the job is on disk */
        reply_finished(request, true);
    else if (result == SUBMIT_CACHED)
        api_wait_for(&submission->wait, JOB_IS_DONE, 0, reply_cached);
    else if (wait_s == 0)
        api_wait_for(&submission->wait, JOB_IS_DURABLE, 0, reply_accepted);
    else
        api_wait_for(&submission->wait, JOB_IS_DONE, wait_s * 1000, reply_answered);
}
