#include "request.h"

static bool request_fits(const struct nash_solver *solver, const struct nash_buf *request, struct nash_error *error)
{
    if (request->failed) {
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this request");
        return false;
    }
    if (request->len <= nash_problem_bytes(&solver->limits))
        return true;
    nash_fail(error, NASH_TOO_LARGE, "", "the problem made of this request has %zu bytes; %s accepts at most %zu",
              request->len, solver->kind, nash_problem_bytes(&solver->limits));
    return false;
}

enum nash_status request_check(const struct nash_solver *solver, const struct nash_buf *request,
                               struct nash_error *error)
{
    const struct nash_body body = {.format = NASH_FORMAT_JSON, .text = request->data, .len = request->len};
    struct nash_job job;
    void *problem = NULL;
    if (!request_fits(solver, request, error))
        return error->status;
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to read this request now");
    enum nash_status status =
        nash_request_read(solver, &body, arena, &problem, &job, solver->limits.time_ms_max, error);
    nash_arena_free(arena);
    return status;
}

struct job *request_submit(struct document_room *room, const struct nash_solver *solver, const char *owner,
                           const char *idempotency, const struct nash_buf *request, struct nash_error *error)
{
    struct job *job = NULL;
    const struct jobs_request problem = {.solver = solver,
                                         .format = NASH_FORMAT_JSON,
                                         .text = request->data,
                                         .len = request->len,
                                         .owner = owner,
                                         .idempotency = idempotency};
    if (!request_fits(solver, request, error))
        return NULL;
    return jobs_submit(room->api->jobs, &problem, &job, error) != SUBMIT_REFUSED ? job : NULL;
}
