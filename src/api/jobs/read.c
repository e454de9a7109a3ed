/* POST /v1/{kind}/read: reads a problem without solving it, and replies with its JSON. A page shows a pasted text in
 * this way, and a client checks a problem before it is submitted. Nothing is stored. With Accept: application/x-ndjson
 * a text may hold several problems, as that of a batch; each has a line of the reply. */
#include <api/batch/answer.h>
#include <api/batch/problems.h>
#include <api/negotiation.h>

#include "reading.h"

/* ---- the head ---- */

static bool asks_for_several(const struct http_request *request, enum nash_format format)
{
    return format == NASH_FORMAT_TEXT && api_accepts_named(request, "application/x-ndjson");
}

void api_read_head(struct http_request *request)
{
    enum nash_format format;
    const struct nash_solver *solver = api_find_kind(request);
    if (solver == NULL || api_is_draining(request))
        return;
    bool known = api_problem_format(request, solver, &format), several = known && asks_for_several(request, format);
    size_t limit = solver->limits.body_bytes;
    http_body_limit(request, several || limit > READ_BODY_MAX ? READ_BODY_MAX : limit);
    if (solver->write_problem == NULL)
        http_problem_text(request, 404, "not-found", "problems of this kind cannot be read alone: submit them");
    else if (!known)
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected application/json or text/plain");
}

/* ---- reading ---- */

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

/* Appends the line of a problem. Returns false if the reply has become too long for another one. */
static bool read_next(void *context, const char *text, size_t len)
{
    struct reading *reading = context;
    const struct nash_body body = {.format = NASH_FORMAT_TEXT, .text = text, .len = len};
    struct nash_error error;
    size_t begin = reading->json.len;
    if (begin > READ_REPLY_MAX)
        return false;
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

static enum nash_status read_several(struct reading *reading)
{
    struct problems problems;
    const struct nash_body *body = &reading->body;
    problems_init(&problems, reading->solver, reading->solver->limits.body_bytes, read_next, reading);
    bool whole = problems_feed(&problems, body->text, body->len) == body->len && problems_end(&problems);
    bool failed = problems_failed(&problems);
    problems_release(&problems);
    if (failed)
        return NASH_NOMEM;
    if (!whole) {
        reading->json.len = 0;
        return nash_fail_type(&reading->error, NASH_TOO_LARGE, "too-large", "",
                              "the reply to these problems is too long: it passes %d MiB at problem %llu; send fewer",
                              READ_REPLY_MAX >> 20, (unsigned long long)reading->index);
    }
    return NASH_OK;
}

static enum nash_status read_one(struct reading *reading)
{
    enum nash_status status = read_problem(reading, &reading->body, &reading->error);
    if (status == NASH_OK)
        nash_buf_putc(&reading->json, '\n');
    else if (!reading->json.failed)
        reading->json.len = 0;
    return status;
}

static void read_of_kind(struct reading *reading)
{
    reading->status = reading->several ? read_several(reading) : read_one(reading);
}

void api_read(struct http_request *request)
{
    struct reading reading = {.read = read_of_kind, .solver = api_find_kind(request), .json = NASH_BUF_INIT(0)};
    if (reading.solver == NULL || !api_problem_format(request, reading.solver, &reading.body.format))
        return;
    reading.several = asks_for_several(request, reading.body.format);
    reading.body.text = http_body(request, &reading.body.len);
    reading_reply(request, &reading);
}
