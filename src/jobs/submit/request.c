/* Parsing happens in the caller's thread, in an arena that is kept for the next request. A worker parses the same bytes
 * again, since a pointer cannot be sent to another process. The parsed problem is not kept. */
#include "request.h"

#include <stdio.h>
#include <string.h>

#include <jobs/state.h>

static struct nash_arena *spare_arena_take(struct jobs *jobs, size_t cap)
{
    for (size_t i = 0; i < SPARE_ARENAS; i++) {
        struct nash_arena *arena = atomic_exchange_explicit(&jobs->spare_arena[i], NULL, memory_order_acquire);
        if (arena != NULL) {
            nash_arena_reset(arena, cap);
            return arena;
        }
    }
    return nash_arena_new(cap);
}

static void spare_arena_return(struct jobs *jobs, struct nash_arena *arena)
{
    nash_arena_reset(arena, SIZE_MAX); /* keeps the first block at most */
    for (size_t i = 0; i < SPARE_ARENAS; i++) {
        struct nash_arena *none = NULL;
        if (atomic_compare_exchange_strong_explicit(&jobs->spare_arena[i], &none, arena, memory_order_release,
                                                    memory_order_relaxed))
            return;
    }
    nash_arena_free(arena);
}

uint32_t job_timeout_ms(const struct nash_solver *solver, uint32_t requested)
{
    return requested != 0 ? requested : solver->limits.time_ms_default;
}

/* Returns NASH_OK when the executor of several machines accepts this problem. */
static enum nash_status check_distributed(struct jobs *jobs, const struct nash_solver *solver, const void *parsed,
                                          struct nash_error *error)
{
    struct executor *executor = jobs->distributed.executor;
    return executor != NULL && executor->check != NULL ? executor->check(executor, solver, parsed, error) : NASH_OK;
}

enum nash_status request_check_webhook(const struct jobs *jobs, const char *url, struct nash_error *error)
{
    if (jobs->options.check_webhook != NULL)
        return jobs->options.check_webhook(jobs->options.webhook_context, url, error);
    return nash_fail(error, NASH_UNPROCESSABLE, "/job/webhook", "this server sends no webhooks");
}

static struct problem_traits traits_of(const struct nash_solver *solver, const void *parsed)
{
    return (struct problem_traits){.distributed = solver->distributed != NULL && solver->distributed(parsed),
                                   .resumable = solver->resumable != NULL && solver->resumable(parsed),
                                   .background = solver->background != NULL && solver->background(parsed)};
}

/* Reads a body. checked: it is new, so its time limit must be allowed, and the executor of several machines must accept
 * its problem too. */
static enum nash_status read_body(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                                  const char *text, size_t len, bool checked, struct parsed_request *request,
                                  struct nash_error *error)
{
    const struct nash_body body = {.format = format, .text = text, .len = len};
    struct nash_job job;
    void *parsed = NULL;
    struct nash_arena *arena = spare_arena_take(jobs, solver->limits.memory_bytes);
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to read this problem now");
    enum nash_status status =
        nash_request_read(solver, &body, arena, &parsed, &job, checked ? solver->limits.time_ms_max : 0, error);
    if (status == NASH_OK) {
        *request = (struct parsed_request){.key = nash_canonical_key(solver, parsed, job.seed),
                                           .timeout_ms =
                                               job.timeout_ms != 0 ? job.timeout_ms : nash_time_default(solver, parsed),
                                           .priority = job.priority,
                                           .seed = job.seed,
                                           .fresh = job.fresh,
                                           .traits = traits_of(solver, parsed)};
        if (job.webhook != NULL)
            snprintf(request->webhook, sizeof request->webhook, "%s", job.webhook);
        memcpy(request->tags, job.tags, sizeof request->tags);
        if (job.webhook != NULL && checked)
            status = request_check_webhook(jobs, job.webhook, error);
        if (status == NASH_OK && request->traits.distributed && checked)
            status = check_distributed(jobs, solver, parsed, error);
    }
    spare_arena_return(jobs, arena);
    return status;
}

enum nash_status request_read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                              const char *text, size_t len, struct parsed_request *request, struct nash_error *error)
{
    return read_body(jobs, solver, format, text, len, true, request, error);
}

void request_set_owner(const struct jobs *jobs, const char *owner, struct nash_hash *key)
{
    struct nash_sha256 sha;
    if (owner[0] == '\0' || jobs->options.share_answers)
        return;
    nash_sha256_init(&sha);
    nash_sha256_string(&sha, "nashd-owner-1");
    nash_sha256_string(&sha, owner);
    nash_sha256_add(&sha, key->byte, sizeof key->byte);
    *key = nash_sha256_end(&sha);
}

struct problem_traits request_traits(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                                     const struct bytes *problem)
{
    struct parsed_request request;
    struct nash_error error;
    bool needed = (jobs->distributed.executor != NULL && solver->distributed != NULL) || solver->resumable != NULL ||
                  solver->background != NULL;
    if (!needed || read_body(jobs, solver, format, problem->data, problem->len, false, &request, &error) != NASH_OK)
        return (struct problem_traits){0};
    return request.traits;
}
