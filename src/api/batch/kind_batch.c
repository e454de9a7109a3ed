/* POST /v1/{kind}/batch: problems in the kind's text form, one on each line or, if the kind has them, in records of
 * several lines. Answers are sent in input order, as NDJSON or in the kind's text form; an empty line ends each text
 * answer of a kind with records. The problems do not become jobs: struct jobs_batch sends them to the workers. */
#include <stdlib.h>

#include <api/negotiation.h>

#include "batch_stream.h"

struct kind_batch {
    struct batch_stream stream; /* first */
    struct jobs_batch *batch;
    bool want_text;
    struct nash_buf text; /* answers being written; used by the delivery thread only */
};

static bool kind_batch_take(struct batch_stream *stream, const char *line, size_t len)
{
    return batch_add(((struct kind_batch *)stream)->batch, line, len);
}

static void kind_batch_flush(struct batch_stream *stream)
{
    batch_flush(((struct kind_batch *)stream)->batch);
}

static void kind_batch_end(struct batch_stream *stream)
{
    batch_end(((struct kind_batch *)stream)->batch);
}

static void kind_batch_release(struct batch_stream *stream)
{
    struct kind_batch *own = (struct kind_batch *)stream;
    if (own->batch != NULL)
        batch_free(own->batch);
    nash_buf_free(&own->text);
}

static void write_text_answer(struct nash_buf *out, const struct batch_answer *answer)
{
    if (answer->status == NASH_OK)
        nash_buf_add(out, answer->text, answer->len);
    else
        nash_buf_printf(out, "! %s: %s", nash_error_type(answer->error), answer->error->detail);
    nash_buf_putc(out, '\n');
}

static void write_json_answer(struct nash_buf *out, const struct batch_answer *answer)
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

/* Writes answers to the spool. Called by the delivery thread (jobs/batch/delivery.c); count 0: every answer has been
 * delivered. */
static void kind_batch_on_answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    struct kind_batch *own = batch_context(batch);
    nash_buf_reset(&own->text);
    for (size_t i = 0; i < count; i++) {
        (own->want_text ? write_text_answer : write_json_answer)(&own->text, &answer[i]);
        if (own->want_text && own->stream.calls->has_records)
            nash_buf_putc(&own->text, '\n');
    }
    batch_stream_add(&own->stream, own->text.data, own->text.len, count == 0);
}

static void kind_batch_on_room(struct jobs_batch *batch)
{
    batch_stream_wake(&((struct kind_batch *)batch_context(batch))->stream);
}

static const struct batch_stream_calls calls = {.take = kind_batch_take,
                                                .flush = kind_batch_flush,
                                                .end = kind_batch_end,
                                                .release = kind_batch_release,
                                                .hash_is_comment = true};

static const struct batch_stream_calls calls_of_records = {.take = kind_batch_take,
                                                           .flush = kind_batch_flush,
                                                           .end = kind_batch_end,
                                                           .release = kind_batch_release,
                                                           .has_records = true};

/* Reads Accept. Returns false after replying 406. */
static bool read_want_text(struct http_request *request, bool *want_text)
{
    enum api_form form = api_choose_form(request, true, "application/x-ndjson");
    *want_text = form == API_FORM_TEXT;
    if (form == API_FORM_NONE)
        http_problem_text(request, 406, "not-acceptable",
                          "the Accept header excludes application/x-ndjson and text/plain");
    return form != API_FORM_NONE;
}

static void kind_batch_begin(struct http_request *request, const struct nash_solver *solver, bool want_text,
                             uint32_t timeout_ms)
{
    struct kind_batch *own = calloc(1, sizeof *own);
    struct nash_error error = {.status = NASH_NOMEM,
                               .detail = "the server has no memory for another batch; try again later"};
    struct batch_options options = {
        .solver = solver,
        .want_text = want_text,
        .timeout_ms = timeout_ms,
        .answers = kind_batch_on_answers,
        .room = kind_batch_on_room,
        .context = own,
    };
    if (own != NULL)
        own->batch = batch_start(api_of(request)->jobs, &options, &error);
    if (own == NULL || own->batch == NULL) {
        http_problem(request, 503, &error);
        free(own);
        return;
    }
    own->stream.inherited = solver->text_inherited;
    own->stream.calls = solver->text_multiline ? &calls_of_records : &calls;
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
        http_problem_text(request, 404, "not-found", "%s has no text form; send JSON lines to /v1/batch", solver->kind);
    else if (!api_content_is(request, "text/plain"))
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected text/plain (with curl: -H 'Content-Type: text/plain' "
                          "--data-binary @FILE)");
    else if (api_query_only(request, (const char *const[]){"timeout_ms", NULL}) &&
             api_query_int(request, "timeout_ms", 1, solver->limits.time_ms_max, &timeout_ms) &&
             read_want_text(request, &want_text))
        kind_batch_begin(request, solver, want_text, (uint32_t)timeout_ms);
}

void api_kind_batch(struct http_request *request)
{
    batch_stream_reply(request);
}
