/* POST /v1/{kind}: a problem in, a job out.
 *
 * The answer is the finished job, or its result in the kind's text form where the client accepts that alone, when it
 * ends within the wait the client prefers, else 202 with the job's place. No reply leaves before the job is durable. */
#include <stdio.h>

#include <api/form.h>

static bool wants_json(const struct http_request *request)
{
    return http_header(request, "Content-Type") == NULL || api_content_is(request, "application/json");
}

void api_submit_head(struct http_request *request)
{
    bool none;
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL)
        return;
    (void)api_wants_text(request, solver->text_of != NULL, "application/json", &none);
    http_body_limit(request, solver->limits.body_bytes);
    if (!wants_json(request) && !(solver->parse_text != NULL && api_content_is(request, "text/plain")))
        http_problem_text(request, 415, "unsupported-media-type",
                          "Send the problem as Content-Type: application/json%s (with curl: --json '{…}').",
                          solver->parse_text != NULL ? " or text/plain" : "");
    else if (none)
        http_problem_text(request, 406, "not-acceptable",
                          "The answer is application/json%s; the Accept header excludes it.",
                          solver->text_of != NULL ? " or text/plain" : "");
}

/* The finished job, in the form wanted. */
static void finished(struct http_request *request, struct job *job, bool cached)
{
    const struct nash_solver *solver = api_find_kind(request);
    bool none;
    if (solver != NULL && api_wants_text(request, solver->text_of != NULL, "application/json", &none))
        api_reply_text(request, solver, job);
    else
        api_reply_finished(request, job, cached);
}

static void accepted(struct http_request *request, bool timed_out)
{
    (void)timed_out;
    struct api_wait *wait = http_user(request);
    api_reply_accepted(request, wait->job);
}

/* The wait is over: the finished job, or 202 once it is durable. */
static void answered(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (timed_out || http_stopping(request))
        api_wait_for(wait, JOB_IS_DURABLE, 0, accepted);
    else if (!api_reply_lost(request, wait->job))
        finished(request, wait->job, false);
}

/* An answer found before, in a job of this owner that is on disk now. */
static void known(struct http_request *request, bool timed_out)
{
    struct api_wait *wait = http_user(request);
    if (!timed_out && !http_stopping(request))
        finished(request, wait->job, true);
    else
        api_wait_for(wait, JOB_IS_DURABLE, 0, accepted);
}

void api_submit(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL || !api_query_only(request, (const char *const[]){NULL}))
        return;
    struct jobs_request submission = {
        .solver = solver,
        .format = wants_json(request) ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT,
        .owner = http_owner(request),
        .idempotency = http_header(request, "Idempotency-Key"),
    };
    submission.text = http_body(request, &submission.len);

    struct job *job;
    struct nash_error error = {0};
    enum jobs_outcome outcome = jobs_submit(api_of(request)->jobs, &submission, &job, &error);
    http_body_done(request); /* the job has a copy */
    if (outcome == JOBS_REFUSED) {
        http_problem(request, 0, &error);
        return;
    }

    struct http_prefer prefer;
    http_prefer_read(http_header(request, "Prefer"), &prefer);
    uint32_t wait_s = prefer.has_wait ? prefer.wait_s : WAIT_DEFAULT_S;
    if (wait_s > WAIT_MAX_S)
        wait_s = WAIT_MAX_S;
    if (prefer.respond_async) {
        http_set_header(request, "Preference-Applied", "respond-async");
    } else if (prefer.has_wait) {
        char applied[32];
        snprintf(applied, sizeof applied, "wait=%u", wait_s);
        http_set_header(request, "Preference-Applied", applied);
    }

    if (outcome == JOBS_CACHED && job_reply(job, true) != NULL) { /* given out before, so it is on disk */
        finished(request, job, true);
        job_unref(job);
        return;
    }
    struct api_wait *wait = api_wait_new(request, job);
    if (wait == NULL)
        return;
    if (outcome == JOBS_CACHED)
        api_wait_for(wait, JOB_IS_DONE, 0, known);
    else if (prefer.respond_async || wait_s == 0)
        api_wait_for(wait, JOB_IS_DURABLE, 0, accepted);
    else
        api_wait_for(wait, JOB_IS_DONE, wait_s * 1000, answered);
}
