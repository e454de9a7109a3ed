/* POST /v1/{kind}: submits a problem and replies with its job. The path of a request:
 *
 *   api_submit_head    the head: kind, Content-Type and Accept are read once -> struct submission
 *   api_submit         the body: jobs_submit() gives a job, or problem details; a worker reads a large body, and a
 *                      thread fills one that names a document (large_body.h)
 *     reply_cached     its result was stored before: 200 once it is on disk
 *     reply_accepted   Prefer: respond-async or wait=0: 202 once the job is on disk
 *     reply_answered   waits for the result: 200, else 202 after Prefer: wait (default 10 s)
 *
 * No reply is sent before the job is durable. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/negotiation.h>
#include <api/readers/body_reader.h>

#include "job_reply.h"
#include "job_wait.h"
#include "large_body.h"

/* The request's user pointer, from its head to its end. */
struct submission {
    struct api_wait wait;     /* first */
    struct large_body *large; /* NULL: the HTTP thread reads the body, or its outcome has been taken */
    const struct nash_solver *solver;
    enum nash_format input; /* of the body */
    enum api_form output;   /* of the reply */
};

/* ---- the head ---- */

/* Reads Content-Type. Returns false after replying 415. */
static bool read_input_format(struct http_request *request, const struct nash_solver *solver, enum nash_format *format)
{
    if (api_problem_format(request, solver, format))
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

static void submission_close(void *user)
{
    struct submission *submission = user;
    if (submission->large != NULL)
        large_body_end(submission->large);
    api_wait_close(&submission->wait);
}

void api_submit_head(struct http_request *request)
{
    enum nash_format input;
    enum api_form output;
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL)
        return;
    http_body_limit(request, solver->limits.body_bytes);
    http_body_spool(request);
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
    http_set_user(request, submission, submission_close);
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

/* Replies as the outcome of the submission requires. Takes over the reference to the job. */
static void reply_submitted(struct http_request *request, enum submit_result result, struct job *job,
                            const struct nash_error *error)
{
    struct submission *submission = http_user(request);
    submission->wait.job = result != SUBMIT_REFUSED ? job : NULL;
    api_set_rate_fields(request, result == SUBMIT_REFUSED && strcmp(error->type, "quota-exceeded") == 0);
    if (result == SUBMIT_REFUSED) {
        http_problem(request, 0, error);
        return;
    }
    uint32_t wait_s = api_read_wait_s(request, WAIT_DEFAULT_S);
    if (result == SUBMIT_CACHED && job_reply(job, true) != NULL) /* sent before: the job is on disk */
        reply_finished(request, true);
    else if (result == SUBMIT_CACHED)
        api_wait_for(&submission->wait, JOB_IS_DONE, 0, reply_cached);
    else if (wait_s == 0)
        api_wait_for(&submission->wait, JOB_IS_DURABLE, 0, reply_accepted);
    else
        api_wait_for(&submission->wait, JOB_IS_DONE, wait_s * 1000, reply_answered);
}

/* ---- a large body ---- */

/* Called when the body may have been read, and without a cause while the server stops. */
static void reply_read(struct http_request *request, bool timed_out)
{
    struct submission *submission = http_user(request);
    struct large_outcome outcome;
    (void)timed_out;
    if (large_body_take(submission->large, &outcome)) {
        submission->large = NULL;
        reply_submitted(request, outcome.result, outcome.job, &outcome.error);
    } else {
        http_wait(request, 0, reply_read);
    }
}

/* Takes over the members and the reference to the file. */
static void submit_large(struct http_request *request, const struct jobs_request *problem, struct text_members *members,
                         const struct filling *filling, struct tempfile *file)
{
    struct submission *submission = http_user(request);
    submission->large = large_body_start(request, problem, members, filling, file);
    if (submission->large != NULL)
        http_wait(request, 0, reply_read);
    else
        api_reply_no_memory(request, "this request");
}

/* A JSON problem has all members itself; beside a text they are in the query. */
void api_submit(struct http_request *request)
{
    const struct submission *submission = http_user(request);
    struct text_members *members = NULL;
    struct nash_error error = {0};
    struct job *job = NULL;
    bool json = submission->input == NASH_FORMAT_JSON;
    if (json ? !api_query_only(request, (const char *const[]){NULL})
             : !api_query_members(request, submission->solver, &members))
        return;
    struct jobs_request problem = {
        .solver = submission->solver,
        .format = submission->input,
        .owner = http_owner(request),
        .flow = api_flow(request),
        .idempotency = http_header(request, "Idempotency-Key"),
        .never_waits = true,
    };
    problem.text = http_body(request, &problem.len);
    struct tempfile *file = http_body_file(request);
    const struct filling *filling =
        json && file == NULL ? filling_of(submission->solver, problem.text, problem.len) : NULL;
    if (filling != NULL || file != NULL || problem.len > BODY_READ_HERE_MAX) {
        submit_large(request, &problem, members, filling, file);
        return;
    }
    enum submit_result result = submit_problem(api_of(request), &problem, members, &job, &error);
    if (result == SUBMIT_ELSEWHERE) {
        submit_large(request, &problem, members, NULL, NULL);
        return;
    }
    http_body_done(request); /* the job has a copy */
    text_members_free(members);
    reply_submitted(request, result, job, &error);
}
