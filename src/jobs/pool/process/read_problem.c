/* Reading in a worker process: parser, canonical key and traits, before the server decides what becomes of the job. */
#include <string.h>
#include <unistd.h>

#include <jobs/submit/fingerprint.h>

#include "solve_loop.h"
#include "worker_process.h"

/* Fills in what the server needs to know of a problem that was read. */
static void describe(const struct nash_solver *solver, const void *problem, const struct nash_job *job,
                     struct frame_read *out)
{
    out->key = nash_canonical_key(solver, problem, job->seed);
    out->seed = job->seed;
    out->timeout_ms = job->timeout_ms != 0 ? job->timeout_ms : nash_time_default(solver, problem);
    out->priority = job->priority;
    out->fresh = job->fresh;
    out->distributed = solver->distributed != NULL && solver->distributed(problem);
    out->resumable = solver->resumable != NULL && solver->resumable(problem);
    out->background = solver->background != NULL && solver->background(problem);
}

static void send_description(struct frame_read *read, const struct nash_job *job)
{
    size_t tags_len = strlen(job->tags);
    read->webhook_len = job->webhook != NULL ? (uint32_t)strlen(job->webhook) : 0;
    struct frame_head head = {.len = (uint32_t)(sizeof *read + read->webhook_len + tags_len), .type = FRAME_READ};
    struct iovec parts[] = {{&head, sizeof head},
                            {read, sizeof *read},
                            {(void *)(uintptr_t)job->webhook, read->webhook_len},
                            {(void *)(uintptr_t)job->tags, tags_len}};
    process_send(parts, 4);
}

/* Waits for the server's decision. */
static struct frame_solve receive_decision(void)
{
    struct frame_solve decision;
    for (size_t got = 0; got < sizeof decision;)
        got += process_receive((char *)&decision + got, sizeof decision - got);
    return decision;
}

/* Gives the memory of a problem back, and becomes idle. Returns false when the process has to end instead. */
static bool forget(struct worker_process *process, const struct nash_solver *solver)
{
    struct frame_head ready = {.type = FRAME_READY};
    process->run = (struct nash_run){0};
    if (process_must_retire(process, solver))
        return false;
    process_send(&(struct iovec){&ready, sizeof ready}, 1);
    return true;
}

bool process_read(struct worker_process *process, const struct frame_work *work, const struct nash_solver *solver)
{
    struct nash_buf *text = &process->problem;
    const struct nash_body body = {
        .format = (enum nash_format)work->format, .text = text->data, .len = text->len, .spare = true};
    struct frame_read read = {0};
    struct nash_error error;
    struct nash_job job;
    void *problem = NULL;
    if (work->fingerprint) /* before the text is given back */
        read.fingerprint = request_fingerprint(solver, body.format, text->data, text->len);
    if (nash_request_read(solver, &body, process->arena, &problem, &job, solver->limits.time_ms_max, &error) != NASH_OK)
        return process_refuse(process, solver, &error);
    describe(solver, problem, &job, &read);
    send_description(&read, &job);
    struct frame_solve decision = receive_decision();
    if (decision.head.type != FRAME_GO)
        return forget(process, solver);
    if (decision.work.background)
        process_lower_priority(process);
    return process_solve(process, &decision.work, solver, problem);
}
