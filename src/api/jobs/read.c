/* POST /v1/{kind}/read: reads a problem without solving it, and replies with its JSON. A page shows a pasted text in
 * this way, and a client checks a problem before it is submitted. Nothing is stored. With Accept: application/x-ndjson
 * a text may hold several problems, as that of a batch; each has a line of the reply. A large body is read by
 * body_reader.h. */
#include <stdlib.h>

#include <api/batch/answer.h>
#include <api/batch/problems.h>
#include <api/body_reader.h>
#include <api/negotiation.h>
#include <nash/nash.h>

enum {
    READ_BODY_MAX = 1 << 20,   /* bytes of a text of several problems: the PBN file of a session has up to 300 KB */
    READ_REPLY_MAX = 16 << 20, /* bytes of the reply beyond which no more problems are read: an error has up to 700 */
    READ_MEMORY = 64 << 20
};

/* A body and what was read from it. The request's user pointer while another thread reads it. */
struct reading {
    struct body_reading thread; /* first */
    struct body_reader *reader;
    struct http_held_body held; /* the body, if another thread reads it */
    const struct nash_solver *solver;
    struct nash_body body;
    bool several; /* the reply has a line for each problem of the text */
    struct nash_arena *arena;
    struct nash_buf json; /* the reply */
    uint64_t index;       /* of the next problem */
    enum nash_status status;
    struct nash_error error; /* if status is neither NASH_OK nor NASH_NOMEM */
};

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
    if (!whole)
        return nash_fail_type(&reading->error, NASH_TOO_LARGE, "too-large", "",
                              "the reply to these problems is too long: it passes %d MiB at problem %llu; send fewer",
                              READ_REPLY_MAX >> 20, (unsigned long long)reading->index);
    return NASH_OK;
}

static enum nash_status read_one(struct reading *reading)
{
    enum nash_status status = read_problem(reading, &reading->body, &reading->error);
    nash_buf_putc(&reading->json, '\n');
    return status;
}

static void read_body(struct reading *reading)
{
    reading->arena = nash_arena_new(READ_MEMORY);
    if (reading->arena == NULL)
        reading->status = NASH_NOMEM;
    else if (reading->several)
        reading->status = read_several(reading);
    else
        reading->status = read_one(reading);
    if (reading->status == NASH_OK && reading->json.failed)
        reading->status = NASH_NOMEM;
    nash_arena_free(reading->arena);
    reading->arena = NULL;
}

static void reply_read(struct http_request *request, const struct reading *reading)
{
    if (reading->status == NASH_OK)
        http_reply(request, 200, reading->several ? "application/x-ndjson" : "application/json", reading->json.data,
                   reading->json.len);
    else if (reading->status == NASH_NOMEM)
        api_reply_no_memory(request, "this problem");
    else
        http_problem(request, 0, &reading->error);
}

/* ---- a large body ---- */

/* Runs in the reader's thread. */
static void reading_run(struct body_reading *thread)
{
    struct reading *reading = (struct reading *)thread;
    read_body(reading);
    http_held_body_release(&reading->held);
}

static void reading_release(struct body_reading *thread)
{
    struct reading *reading = (struct reading *)thread;
    http_held_body_release(&reading->held);
    nash_buf_free(&reading->json);
    free(reading);
}

static void reading_close(void *user)
{
    struct reading *reading = user;
    body_reading_end(reading->reader, &reading->thread);
}

/* Called when the body has been read, and without a cause while the server stops. */
static void reply_large(struct http_request *request, bool timed_out)
{
    struct reading *reading = http_user(request);
    (void)timed_out;
    if (body_reading_is_done(reading->reader, &reading->thread))
        reply_read(request, reading);
    else
        http_wait(request, 0, reply_large);
}

/* Reads the body in the reader's thread, or here if there is no reader. */
static void read_large(struct http_request *request, const struct reading *small)
{
    struct reading *reading = malloc(sizeof *reading);
    if (reading == NULL) {
        api_reply_no_memory(request, "this problem");
        return;
    }
    *reading = *small;
    reading->thread = (struct body_reading){.read = reading_run, .release = reading_release};
    reading->reader = api_of(request)->body_reader;
    reading->status = nash_fail_type(&reading->error, NASH_BUSY, "draining", "",
                                     "the server is shutting down; send the problem again later");
    http_body_hold(request, &reading->held);
    reading->body.text = reading->held.data;
    if (body_reader_add(reading->reader, &reading->thread, request)) {
        http_set_user(request, reading, reading_close);
        http_wait(request, 0, reply_large);
        return;
    }
    reading_run(&reading->thread);
    reply_read(request, reading);
    reading_release(&reading->thread);
}

void api_read(struct http_request *request)
{
    struct reading reading = {.solver = api_find_kind(request), .json = NASH_BUF_INIT(0)};
    if (reading.solver == NULL || !api_problem_format(request, reading.solver, &reading.body.format))
        return;
    reading.several = asks_for_several(request, reading.body.format);
    reading.body.text = http_body(request, &reading.body.len);
    if (reading.body.len > BODY_READ_HERE_MAX) {
        read_large(request, &reading);
        return;
    }
    read_body(&reading);
    reply_read(request, &reading);
    nash_buf_free(&reading.json);
}
