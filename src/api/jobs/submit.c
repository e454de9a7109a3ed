/* POST /v1/{kind}: submits a problem and replies with its job. The path of a request:
 *
 *   api_submit_head    the head: kind, Content-Type and Accept are read once -> struct submission
 *   api_submit         the body: jobs_submit() gives a job, or problem details; a large body is read by body_reader.h,
 *                      one that names a document by the thread that fills it (filling.h)
 *     reply_cached     its result was stored before: 200 once it is on disk
 *     reply_accepted   Prefer: respond-async or wait=0: 202 once the job is on disk
 *     reply_answered   waits for the result: 200, else 202 after Prefer: wait (default 10 s)
 *
 * No reply is sent before the job is durable. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/body_reader.h>
#include <api/models/models.h>
#include <api/negotiation.h>
#include <api/text_members.h>
#include <base/utf8.h>

#include "job_reply.h"
#include "job_wait.h"

/* A body that another thread reads, because it is large or names a document, and what became of it. */
struct large_body {
    struct body_reading reading;   /* first */
    struct body_reader *reader;    /* the thread */
    const struct filling *filling; /* the body may name a document; NULL: it does not */
    struct api *api;
    struct http_held_body body;
    struct jobs_request problem;  /* its text is the body's, its key the one below */
    struct text_members *members; /* beside a text; NULL: none */
    char *idempotency;
    struct job *job; /* the outcome: a reference */
    enum submit_result result;
    struct nash_error error;
};

/* The request's user pointer, from its head to its end. */
struct submission {
    struct api_wait wait;     /* first */
    struct large_body *large; /* NULL: the body is not large, or its outcome has been taken */
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
        body_reading_end(submission->large->reader, &submission->large->reading);
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

/* Submits a text and the members beside it as the JSON problem that says the same. */
static enum submit_result submit_text(struct jobs *jobs, const struct jobs_request *problem,
                                      const struct text_members *members, struct job **job, struct nash_error *error)
{
    struct jobs_request whole = *problem;
    struct nash_buf json = NASH_BUF_INIT(0);
    enum submit_result result = SUBMIT_REFUSED;
    if (utf8_span(problem->text, problem->len) != problem->len || memchr(problem->text, '\0', problem->len) != NULL) {
        nash_fail(error, NASH_INVALID, "", "a text with query parameters must be UTF-8 without NUL bytes");
        return result;
    }
    text_members_write_problem(members, problem->text, problem->len, &json);
    whole.format = NASH_FORMAT_JSON;
    whole.text = json.data;
    whole.len = json.len;
    if (json.failed)
        nash_fail_type(error, NASH_NOMEM, "out-of-memory", "", "the server has no memory for this problem");
    else
        result = jobs_submit(jobs, &whole, job, error);
    if (result == SUBMIT_REFUSED)
        text_members_explain("query parameter", error);
    nash_buf_free(&json);
    return result;
}

/* Submits a problem; members NULL: there are none beside it. */
static enum submit_result submit_problem(struct api *api, const struct jobs_request *problem,
                                         const struct text_members *members, struct job **job, struct nash_error *error)
{
    if (members != NULL)
        return submit_text(api->jobs, problem, members, job, error);
    enum submit_result result = jobs_submit(api->jobs, problem, job, error);
    if (result == SUBMIT_ACCEPTED && problem->format == NASH_FORMAT_JSON)
        models_watch(api->models, problem->solver, problem->text, problem->len, *job);
    return result;
}

/* ---- a large body ---- */

/* Puts the documents that the body names into it, and submits. */
static void submit_filled(struct large_body *large)
{
    struct nash_buf whole = NASH_BUF_INIT(0);
    struct jobs_request *problem = &large->problem;
    if (filling_apply(large->filling, large->api, problem, &whole, &large->error) == NASH_OK)
        large->result = submit_problem(large->api, problem, large->members, &large->job, &large->error);
    if (problem->sent != NULL && large->result == SUBMIT_REFUSED && large->filling->relocate != NULL)
        large->filling->relocate(problem->solver, &large->error);
    nash_buf_free(&whole);
}

/* Runs in the reader's thread. */
static void large_body_read(struct body_reading *reading)
{
    struct large_body *large = (struct large_body *)reading;
    large->error = (struct nash_error){0};
    if (large->filling != NULL)
        submit_filled(large);
    else
        large->result = submit_problem(large->api, &large->problem, large->members, &large->job, &large->error);
    http_held_body_release(&large->body); /* the job has a copy */
}

static void large_body_release(struct body_reading *reading)
{
    struct large_body *large = (struct large_body *)reading;
    http_held_body_release(&large->body);
    job_unref(large->job);
    free(large->idempotency);
    text_members_free(large->members);
    free(large);
}

/* Replies as the outcome requires, once the body has been read. */
static void reply_large(struct http_request *request, struct large_body *large)
{
    struct submission *submission = http_user(request);
    struct job *job = large->job;
    enum submit_result result = large->result;
    struct nash_error error = large->error;
    submission->large = NULL;
    large->job = NULL;
    large_body_release(&large->reading);
    reply_submitted(request, result, job, &error);
}

/* Called when the body has been read, and without a cause while the server stops. */
static void reply_read(struct http_request *request, bool timed_out)
{
    struct submission *submission = http_user(request);
    (void)timed_out;
    if (body_reading_is_done(submission->large->reader, &submission->large->reading))
        reply_large(request, submission->large);
    else
        http_wait(request, 0, reply_read);
}

/* Submits a body in the reader's thread, or here if there is no reader. Takes over the members. filling: the body may
 * name a document. */
static void submit_large(struct http_request *request, const struct jobs_request *problem, struct text_members *members,
                         const struct filling *filling)
{
    struct submission *submission = http_user(request);
    struct api *api = api_of(request);
    struct large_body *large = calloc(1, sizeof *large);
    if (large != NULL)
        *large = (struct large_body){.reading = {.read = large_body_read, .release = large_body_release},
                                     .reader = filling != NULL ? filling->thread(api) : api->body_reader,
                                     .filling = filling,
                                     .api = api,
                                     .problem = *problem,
                                     .idempotency = problem->idempotency ? strdup(problem->idempotency) : NULL,
                                     .result = SUBMIT_REFUSED};
    if (large == NULL || !large->idempotency != !problem->idempotency) {
        free(large);
        text_members_free(members);
        api_reply_no_memory(request, "this request");
        return;
    }
    large->members = members;
    nash_fail_type(&large->error, NASH_BUSY, "draining", "",
                   "the server is shutting down; send the problem again later");
    http_body_hold(request, &large->body);
    large->problem.text = large->body.data;
    large->problem.idempotency = large->idempotency;
    if (body_reader_add(large->reader, &large->reading, request)) {
        submission->large = large;
        http_wait(request, 0, reply_read);
    } else {
        large_body_read(&large->reading);
        reply_large(request, large);
    }
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
        .idempotency = http_header(request, "Idempotency-Key"),
    };
    problem.text = http_body(request, &problem.len);
    const struct filling *filling = json ? filling_of(submission->solver, problem.text, problem.len) : NULL;
    if (filling != NULL || problem.len > BODY_READ_HERE_MAX) {
        submit_large(request, &problem, members, filling);
        return;
    }
    enum submit_result result = submit_problem(api_of(request), &problem, members, &job, &error);
    http_body_done(request); /* the job has a copy */
    text_members_free(members);
    reply_submitted(request, result, job, &error);
}
