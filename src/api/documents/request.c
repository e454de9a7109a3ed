#include "request.h"

#include <api/access.h>
#include <api/filling.h>

/* Makes a request of a text, with what the documents that it names hold. whole: receives the text then. Returns false
 * with *error. */
static bool request_make(struct document_room *room, const struct nash_solver *solver, const char *owner,
                         const struct nash_buf *text, struct jobs_request *request, struct nash_buf *whole,
                         struct nash_error *error)
{
    *request = (struct jobs_request){
        .solver = solver, .format = NASH_FORMAT_JSON, .text = text->data, .len = text->len, .owner = owner};
    if (text->failed) {
        nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this request");
        return false;
    }
    const struct filling *filling = filling_of(solver, text->data, text->len);
    if (filling != NULL && filling_apply(filling, room->api, request, whole, error) != NASH_OK)
        return false;
    if (request->len <= nash_problem_bytes(&solver->limits))
        return true;
    nash_fail(error, NASH_TOO_LARGE, "", "the problem made of this request has %zu bytes; %s accepts at most %zu",
              request->len, solver->kind, nash_problem_bytes(&solver->limits));
    return false;
}

static enum nash_status check_made(const struct jobs_request *request, struct nash_error *error)
{
    const struct nash_solver *solver = request->solver;
    const struct nash_body body = {.format = request->format, .text = request->text, .len = request->len};
    struct nash_job job;
    void *problem = NULL;
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    if (arena == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory to read this request now");
    enum nash_status status =
        nash_request_read(solver, &body, arena, &problem, &job, solver->limits.time_ms_max, error);
    nash_arena_free(arena);
    return status;
}

enum nash_status request_check(struct document_room *room, const struct nash_solver *solver, const char *owner,
                               const struct nash_buf *text, struct nash_error *error)
{
    struct nash_buf whole = NASH_BUF_INIT(0);
    struct jobs_request request;
    enum nash_status status =
        request_make(room, solver, owner, text, &request, &whole, error) ? check_made(&request, error) : error->status;
    nash_buf_free(&whole);
    return status;
}

struct job *request_submit(struct document_room *room, const struct nash_solver *solver, const char *owner,
                           const char *idempotency, const struct nash_buf *text, struct nash_error *error)
{
    struct nash_buf whole = NASH_BUF_INIT(0);
    struct jobs_request request;
    struct job *job = NULL;
    if (request_make(room, solver, owner, text, &request, &whole, error)) {
        struct jobs_quota quota;
        request.idempotency = idempotency;
        api_limit_request(room->api, &request, &quota);
        if (jobs_submit(room->api->jobs, &request, &job, error) == SUBMIT_REFUSED)
            job = NULL;
    }
    nash_buf_free(&whole);
    return job;
}
