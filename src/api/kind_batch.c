/* POST /v1/{kind}/batch: a kind's text form, one problem a line or, where the kind has them, a record; answers in input
 * order, as NDJSON or in the kind's text form (an empty line behind each where it may have several). These problems
 * become no jobs: they go to the workers through jobs_batch. */
#include <stdlib.h>

#include <api/batch_stream.h>
#include <api/form.h>

struct kind_batch {
    struct batch_stream stream;
    struct jobs_batch *batch;
    bool want_text;
    struct nash_buf text; /* answers being written; the dispatcher's */
};

static bool take(struct batch_stream *stream, const char *line, size_t len)
{
    return batch_add(((struct kind_batch *)stream)->batch, line, len);
}

static void flush(struct batch_stream *stream)
{
    batch_flush(((struct kind_batch *)stream)->batch);
}

static void end(struct batch_stream *stream)
{
    batch_end(((struct kind_batch *)stream)->batch);
}

static void release(struct batch_stream *stream)
{
    struct kind_batch *own = (struct kind_batch *)stream;
    if (own->batch != NULL)
        batch_free(own->batch);
    nash_buf_free(&own->text);
}

static void write_text(struct nash_buf *out, const struct batch_answer *answer)
{
    if (answer->status == NASH_OK)
        nash_buf_add(out, answer->text, answer->len);
    else
        nash_buf_printf(out, "! %s: %s", nash_error_type(answer->error), answer->error->detail);
    nash_buf_putc(out, '\n');
}

static void write_json(struct nash_buf *out, const struct batch_answer *answer)
{
    if (answer->status != NASH_OK) {
        batch_write_error(out, answer->index, answer->error);
        return;
    }
    nash_buf_puts(out, "{\"index\":");
    nash_buf_u64(out, answer->index);
    nash_buf_puts(out, ",\"result\":");
    nash_buf_add(out, answer->text, answer->len);
    nash_buf_puts(out, "}\n");
}

/* From the dispatcher; count 0 = that was all. */
static void answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    struct kind_batch *own = batch_context(batch);
    nash_buf_reset(&own->text);
    for (size_t i = 0; i < count; i++) {
        (own->want_text ? write_text : write_json)(&own->text, &answer[i]);
        if (own->want_text && own->stream.calls->has_records)
            nash_buf_putc(&own->text, '\n');
    }
    batch_stream_add(&own->stream, own->text.data, own->text.len, count == 0);
}

static void room(struct jobs_batch *batch)
{
    batch_stream_wake(&((struct kind_batch *)batch_context(batch))->stream);
}

static const struct batch_stream_calls calls = {
    .take = take, .flush = flush, .end = end, .release = release, .hash_is_remark = true};

static const struct batch_stream_calls calls_of_records = {
    .take = take, .flush = flush, .end = end, .release = release, .has_records = true};

/* Which form Accept wants; false after having answered 406. */
static bool form_wanted(struct http_request *request, bool *want_text)
{
    bool none;
    *want_text = api_wants_text(request, true, "application/x-ndjson", &none);
    if (none)
        http_problem_text(request, 406, "not-acceptable",
                          "A batch answers as application/x-ndjson or text/plain; the Accept header excludes both.");
    return !none;
}

static void begin(struct http_request *request, const struct nash_solver *solver, bool want_text, uint32_t timeout_ms)
{
    struct kind_batch *own = calloc(1, sizeof *own);
    struct nash_error error = {.status = NASH_NOMEM, .detail = "The server has no memory for another batch now."};
    struct batch_options options = {
        .solver = solver,
        .want_text = want_text,
        .timeout_ms = timeout_ms,
        .answers = answers,
        .room = room,
        .context = own,
    };
    if (own != NULL)
        own->batch = batch_start(api_of(request)->jobs, &options, &error);
    if (own == NULL || own->batch == NULL) {
        http_problem(request, 503, &error);
        free(own);
        return;
    }
    own->stream.keeps = solver->text_keeps;
    own->stream.calls = solver->text_records ? &calls_of_records : &calls;
    own->stream.type = want_text ? "text/plain; charset=utf-8" : "application/x-ndjson";
    own->want_text = want_text;
    batch_stream_begin(&own->stream, request, solver->limits.body_bytes);
}

void api_kind_batch_head(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    int64_t timeout_ms = 0;
    bool want_text;
    if (solver == NULL)
        return;
    http_body_limit(request, BATCH_BODY_MAX);
    if (api_is_draining(request))
        return;
    if (solver->parse_text == NULL)
        http_problem_text(request, 404, "not-found", "%s has no text form; use /v1/batch with JSON lines.",
                          solver->kind);
    else if (!api_content_is(request, "text/plain"))
        http_problem_text(request, 415, "unsupported-media-type",
                          "Send the lines as Content-Type: text/plain (with curl: -H 'Content-Type: text/plain' "
                          "--data-binary @FILE).");
    else if (api_query_only(request, (const char *const[]){"timeout_ms", NULL}) &&
             api_query_int(request, "timeout_ms", 1, TIMEOUT_MAX_MS, &timeout_ms) && form_wanted(request, &want_text))
        begin(request, solver, want_text,
              (uint32_t)(timeout_ms > solver->limits.time_ms_max ? solver->limits.time_ms_max : timeout_ms));
}

void api_kind_batch(struct http_request *request)
{
    batch_stream_reply(request);
}
