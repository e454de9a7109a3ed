/* POST /v1/{kind}/read: reads a problem without solving it, and replies with its JSON. A page shows a pasted text in
 * this way, and a client checks a problem before it is submitted. Nothing is stored. */
#include <api/body_reader.h>
#include <api/negotiation.h>
#include <nash/nash.h>

enum { READ_MEMORY = 64 << 20 };

void api_read_head(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL || api_is_draining(request))
        return;
    size_t limit = solver->limits.body_bytes;
    http_body_limit(request, limit < BODY_READ_HERE_MAX ? limit : BODY_READ_HERE_MAX);
    if (solver->write_problem == NULL)
        http_problem_text(request, 404, "not-found", "problems of this kind cannot be read alone: submit them");
}

/* Reads the body. Returns false after replying. */
static bool read_problem(struct http_request *request, const struct nash_solver *solver, struct nash_arena *arena,
                         void **problem)
{
    struct nash_error error;
    struct nash_body body = {0};
    body.text = http_body(request, &body.len);
    if (!api_problem_format(request, solver, &body.format)) {
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected application/json or text/plain");
        return false;
    }
    if (nash_request_read(solver, &body, arena, problem, NULL, 0, &error) == NASH_OK)
        return true;
    http_problem(request, 0, &error);
    return false;
}

void api_read(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    struct nash_arena *arena = solver != NULL ? nash_arena_new(READ_MEMORY) : NULL;
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    void *problem;
    if (solver == NULL)
        return;
    if (arena == NULL) {
        api_reply_no_memory(request, "this problem");
        return;
    }
    if (read_problem(request, solver, arena, &problem)) {
        solver->write_problem(problem, &out);
        api_reply_json(request, 200, &json);
    }
    nash_buf_free(&json);
    nash_arena_free(arena);
}
