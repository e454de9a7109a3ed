/* POST /v1/{kind}/batch: problems in the kind's text form, one on each line or, if the kind has them, in records of
 * several lines. Answers are sent in input order, as NDJSON or in the kind's text form; an empty line ends each text
 * answer of a kind with records. The problems do not become jobs: struct jobs_batch sends them to the workers. */
#include <stdlib.h>

#include <api/negotiation.h>

#include "batch_stream.h"
#include "pending.h"

struct kind_batch {
    struct batch_stream stream; /* first */
    struct jobs_batch *batch;
    const struct nash_solver *solver;
    bool want_text;
    bool repeats_failed;    /* text answers repeat the problems that failed */
    struct pending pending; /* if so: the problems without an answer; guarded by the stream's lock */
    struct nash_buf text;   /* answers being written; used by the delivery thread only */
};

static bool kind_batch_take(struct batch_stream *stream, const char *line, size_t len)
{
    struct kind_batch *own = (struct kind_batch *)stream;
    if (!own->repeats_failed)
        return batch_add(own->batch, line, len);
    pthread_mutex_lock(&stream->lock);
    pending_add(&own->pending, line, len);
    pthread_mutex_unlock(&stream->lock);
    bool added = batch_add(own->batch, line, len);
    if (!added) {
        pthread_mutex_lock(&stream->lock);
        pending_remove_last(&own->pending, len);
        pthread_mutex_unlock(&stream->lock);
    }
    return added;
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
    pending_release(&own->pending);
    nash_buf_free(&own->text);
}

static void write_text_answer(struct kind_batch *own, const struct batch_answer *answer)
{
    struct nash_buf *out = &own->text;
    size_t len = 0;
    const char *problem = NULL;
    if (own->repeats_failed)
        problem = pending_take(&own->pending, &len);
    if (answer->status == NASH_OK)
        nash_buf_add(out, answer->text, answer->len);
    else if (problem != NULL)
        own->solver->text_failed(problem, len, answer->error, out);
    else
        nash_buf_printf(out, "! %s: %s", nash_error_type(answer->error), answer->error->detail);
    nash_buf_puts(out, own->stream.text_next != NULL ? "\n\n" : "\n");
}

static void write_json_answer(struct kind_batch *own, const struct batch_answer *answer)
{
    struct nash_buf *out = &own->text;
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
    pthread_mutex_lock(&own->stream.lock);
    for (size_t i = 0; i < count; i++)
        (own->want_text ? write_text_answer : write_json_answer)(own, &answer[i]);
    pthread_mutex_unlock(&own->stream.lock);
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
    own->stream.text_next = solver->text_next;
    own->stream.calls = &calls;
    own->stream.type = want_text ? "text/plain; charset=utf-8" : "application/x-ndjson";
    own->solver = solver;
    own->want_text = want_text;
    own->repeats_failed = want_text && solver->text_failed != NULL;
    own->pending = PENDING_INIT;
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
