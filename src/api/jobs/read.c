/* POST /v1/{kind}/read: reads a problem without solving it, and replies with its JSON. A page shows a pasted text in
 * this way, and a client checks a problem before it is submitted. Nothing is stored. With Accept: application/x-ndjson
 * a text may hold several problems, as that of a batch; each has a line of the reply. */
#include <api/batch/answer.h>
#include <api/batch/problems.h>
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

struct reading {
    const struct nash_solver *solver;
    struct nash_arena *arena;
    struct nash_buf json; /* the reply */
    uint64_t index;       /* of the next problem */
};

/* Appends the JSON of a problem. */
static enum nash_status read_problem(struct reading *reading, const struct nash_body *body, struct nash_error *error)
{
    struct nash_jsonw out = NASH_JSONW(&reading->json);
    void *problem;
    enum nash_status status = nash_request_read(reading->solver, body, reading->arena, &problem, NULL, 0, error);
    if (status == NASH_OK)
        reading->solver->write_problem(problem, &out);
    return status;
}

/* Appends the line of a problem. */
static bool read_next(void *context, const char *text, size_t len)
{
    struct reading *reading = context;
    const struct nash_body body = {.format = NASH_FORMAT_TEXT, .text = text, .len = len};
    struct nash_error error;
    size_t begin = reading->json.len;
    nash_arena_reset(reading->arena, READ_MEMORY);
    nash_buf_printf(&reading->json, "{\"index\":%llu,\"problem\":", (unsigned long long)reading->index);
    if (read_problem(reading, &body, &error) == NASH_OK) {
        nash_buf_puts(&reading->json, "}\n");
    } else if (!reading->json.failed) {
        reading->json.len = begin;
        answer_write_error(&reading->json, reading->index, &error);
    }
    reading->index++;
    return true;
}

static void reply_each(struct http_request *request, struct reading *reading, const struct nash_body *body)
{
    struct problems problems;
    problems_init(&problems, reading->solver, reading->solver->limits.body_bytes, read_next, reading);
    problems_feed(&problems, body->text, body->len);
    problems_end(&problems);
    if (problems_failed(&problems) || reading->json.failed)
        api_reply_no_memory(request, "these problems");
    else
        http_reply(request, 200, "application/x-ndjson", reading->json.data, reading->json.len);
    problems_release(&problems);
}

static void reply_one(struct http_request *request, struct reading *reading, const struct nash_body *body)
{
    struct nash_error error;
    if (read_problem(reading, body, &error) == NASH_OK)
        api_reply_json(request, 200, &reading->json);
    else
        http_problem(request, 0, &error);
}

void api_read(struct http_request *request)
{
    struct reading reading = {.solver = api_find_kind(request), .json = NASH_BUF_INIT(0)};
    struct nash_body body = {0};
    if (reading.solver == NULL)
        return;
    if (!api_problem_format(request, reading.solver, &body.format)) {
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected application/json or text/plain");
        return;
    }
    body.text = http_body(request, &body.len);
    reading.arena = nash_arena_new(READ_MEMORY);
    if (reading.arena == NULL)
        api_reply_no_memory(request, "this problem");
    else if (body.format == NASH_FORMAT_TEXT && api_accepts_named(request, "application/x-ndjson"))
        reply_each(request, &reading, &body);
    else
        reply_one(request, &reading, &body);
    nash_buf_free(&reading.json);
    nash_arena_free(reading.arena);
}
