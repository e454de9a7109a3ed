/* The public calls, and the thread that decides what becomes of a problem that a worker has read. It may read the
 * store, so neither the HTTP thread nor the executor's does it. */
#include <stdlib.h>
#include <string.h>

#include <jobs/state.h>
#include <jobs/submit/submission.h>

/* ---- start and end ---- */

static void copy_request(struct intake *intake, const struct jobs_request *request)
{
    struct jobs_request *copy = &intake->request;
    *copy = *request;
    copy->file = tempfile_ref(request->file);
    strncpy(intake->owner, request->owner, sizeof intake->owner - 1);
    copy->owner = intake->owner;
    if (request->flow != NULL) {
        strncpy(intake->flow, request->flow, sizeof intake->flow - 1);
        copy->flow = intake->flow;
    }
    if (request->idempotency != NULL) {
        strncpy(intake->idempotency, request->idempotency, sizeof intake->idempotency - 1);
        copy->idempotency = intake->idempotency;
    }
    if (request->quota != NULL) {
        intake->quota = *request->quota;
        copy->quota = &intake->quota;
    }
    intake->work = (struct work){.solver = request->solver,
                                 .kind = WORK_READING,
                                 .format = request->format,
                                 .file = copy->file,
                                 .timeout_ms = READING_MAX_MS,
                                 .fingerprint = request->idempotency != NULL};
}

/* Returns NASH_OK when another intake may wait. Under the lock. */
static enum nash_status check_room(const struct jobs *jobs, struct nash_error *error)
{
    if (jobs->draining)
        return nash_fail_type(error, NASH_BUSY, "draining", "", "The server is shutting down and takes no new jobs.");
    if (jobs->intakes.waiting_count > jobs->options.queue_max)
        return nash_fail_type(error, NASH_BUSY, "queue-full", "",
                              "Too many large problems wait to be read. Try again in a moment.");
    return NASH_OK;
}

struct intake *intake_start(struct jobs *jobs, const struct jobs_request *request, void (*wake)(void *context),
                            void *context, struct nash_error *error)
{
    if (check_idempotency_key(request->idempotency, error) != NASH_OK)
        return NULL;
    struct intake *intake = calloc(1, sizeof *intake);
    if (intake == NULL) {
        nash_fail_type(error, NASH_BUSY, "busy", "", "The server has no memory for this request. Try again later.");
        return NULL;
    }
    intake->core = jobs;
    intake->wake = wake;
    intake->context = context;
    copy_request(intake, request);
    jobs_lock(jobs);
    bool has_room = check_room(jobs, error) == NASH_OK;
    if (has_room)
        intake_enqueue(intake);
    jobs_unlock(jobs);
    if (has_room)
        return intake;
    tempfile_unref(intake->request.file);
    free(intake);
    return NULL;
}

bool intake_take(struct intake *intake, enum submit_result *result, struct job **job, struct nash_error *error)
{
    struct jobs *jobs = intake->core;
    jobs_lock(jobs);
    bool done = intake->state == INTAKE_DONE;
    if (done) {
        *result = intake->result;
        *job = intake->job;
        *error = intake->error;
        intake->job = NULL;
    }
    jobs_unlock(jobs);
    return done;
}

void intake_end(struct intake *intake)
{
    struct jobs *jobs = intake->core;
    jobs_lock(jobs);
    intake_give_up(intake);
    jobs_unlock(jobs);
}

void intake_stats(struct jobs *jobs, struct intake_stats *stats)
{
    jobs_lock(jobs);
    *stats = (struct intake_stats){.waiting = jobs->intakes.waiting_count,
                                   .reading = jobs->intakes.reading_count,
                                   .retried = jobs->intakes.retried,
                                   .queue_bytes = jobs->queue_bytes.used,
                                   .queue_bytes_max = jobs->queue_bytes.max,
                                   .refused = jobs->queue_bytes.refused};
    jobs_unlock(jobs);
}

/* ---- the decision ---- */

/* Frees the worker that holds the problem, if it is still there. */
static void drop_reading(struct intake *intake)
{
    struct jobs *jobs = intake->core;
    struct executor *executor = jobs->pool.executor;
    jobs_lock(jobs);
    if (intake->in_executor && executor->reading->drop(executor, &intake->work)) {
        intake_was_released(intake);
        jobs_defer(jobs, DISPATCH_WORK | WAKE_SLEEPERS);
    }
    jobs_unlock(jobs);
}

static bool file_load(const struct tempfile *file, char *out, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t got = tempfile_read(file, at, out + at, len - at);
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

/* Submits a problem for several machines: their executor needs its text in memory. These kinds have small limits. */
static void submit_text(struct intake *intake)
{
    struct jobs_request request = intake->request;
    size_t len = (size_t)tempfile_len(request.file);
    char *text = malloc(len + 1);
    if (text != NULL && file_load(request.file, text, len)) {
        text[len] = '\0';
        request.text = text;
        request.len = len;
        request.file = NULL;
        intake->result = jobs_submit(intake->core, &request, &intake->job, &intake->error);
    } else {
        nash_fail_type(&intake->error, NASH_BUSY, "busy", "",
                       "The server has no memory for this problem. Try again later.");
        intake->result = SUBMIT_REFUSED;
    }
    free(text);
}

static void submit_file(struct intake *intake)
{
    struct jobs *jobs = intake->core;
    struct submission s = {.jobs = jobs,
                           .request = &intake->request,
                           .error = &intake->error,
                           .parsed = intake->parsed,
                           .fingerprint = intake->fingerprint,
                           .reading = &intake->work};
    submission_decide(&s);
    intake->result = s.result;
    if (s.result == SUBMIT_REFUSED)
        job_unref(s.job);
    else
        intake->job = s.job;
    submission_release(&s);
}

static void decide(struct intake *intake)
{
    struct jobs *jobs = intake->core;
    const char *webhook = intake->parsed.webhook;
    if (webhook[0] != '\0' && request_check_webhook(jobs, webhook, &intake->error) != NASH_OK) {
        drop_reading(intake);
        intake->result = SUBMIT_REFUSED;
    } else if (intake->parsed.traits.distributed && jobs->distributed.executor != NULL) {
        drop_reading(intake);
        submit_text(intake);
    } else {
        submit_file(intake);
        drop_reading(intake);
    }
}

void *intake_main(void *context)
{
    struct jobs *jobs = context;
    struct intakes *intakes = &jobs->intakes;
    jobs_lock(jobs);
    while (!jobs->stopping) {
        struct intake *intake = intake_pop_read(intakes);
        if (intake == NULL) {
            jobs_wait(jobs, &intakes->decide, 0);
            continue;
        }
        jobs_unlock(jobs);
        decide(intake);
        jobs_lock(jobs);
        intake_settle(intake);
        jobs_defer(jobs, WAKE_SLEEPERS);
    }
    jobs_unlock(jobs);
    return NULL;
}
