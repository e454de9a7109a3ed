/* POST /v1/{kind}/batch: problems in the kind's text form, one on each line or, if the kind has them, in records of
 * several lines; or JSON problems, one on each line. The query has the members beside each text. Answers are sent in
 * input order, as NDJSON or in the kind's text form; an empty line ends each text answer of a kind with records. The
 * problems do not become jobs: struct jobs_batch sends them to the workers. */
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/negotiation.h>
#include <api/text_members.h>

#include "answer.h"
#include "batch_stream.h"
#include "pending.h"

struct kind_batch {
    struct batch_stream stream; /* first */
    struct jobs_batch *batch;
    struct answer_form form;
    struct pending
        pending; /* if answers repeat those that failed: the problems without an answer; guarded by the stream's lock */
    struct nash_buf text; /* answers being written; used by the delivery thread only */
};

static bool kind_batch_take(struct batch_stream *stream, const char *line, size_t len)
{
    struct kind_batch *own = (struct kind_batch *)stream;
    if (!answer_repeats_failed(&own->form))
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

/* Writes answers to the spool. Called by the delivery thread (jobs/batch/delivery.c); count 0: every answer has been
 * delivered. */
static void kind_batch_on_answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    struct kind_batch *own = batch_context(batch);
    nash_buf_reset(&own->text);
    pthread_mutex_lock(&own->stream.lock);
    for (size_t i = 0; i < count; i++) {
        size_t len = 0;
        const char *problem = answer_repeats_failed(&own->form) ? pending_take(&own->pending, &len) : NULL;
        answer_write(&own->form, &answer[i], problem, len, &own->text);
    }
    pthread_mutex_unlock(&own->stream.lock);
    batch_stream_add(&own->stream, own->text.data, own->text.len, count == 0);
}

static void kind_batch_on_room(struct jobs_batch *batch)
{
    batch_stream_wake(&((struct kind_batch *)batch_context(batch))->stream);
}

static const struct batch_stream_calls calls = {
    .take = kind_batch_take, .flush = kind_batch_flush, .end = kind_batch_end, .release = kind_batch_release};

/* Reads Accept. Returns false after replying 406. */
static bool read_want_text(struct http_request *request, const struct nash_solver *solver, bool *want_text)
{
    bool has_text = solver->text_of != NULL || solver->write_text != NULL;
    enum api_form form = api_choose_form(request, has_text, "application/x-ndjson");
    *want_text = form == API_FORM_TEXT;
    if (form == API_FORM_NONE)
        http_problem_text(request, 406, "not-acceptable", "the Accept header excludes application/x-ndjson%s",
                          has_text ? " and text/plain" : "");
    return form != API_FORM_NONE;
}

/* Reads Content-Type. Returns false after replying 415, or 404 for a text where the kind has no text form. */
static bool read_format(struct http_request *request, const struct nash_solver *solver, enum nash_format *format)
{
    bool json = api_content_is_json_lines(request);
    *format = json ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
    if (!json && solver->parse_text == NULL)
        http_problem_text(request, 404, "not-found", "%s has no text form; send JSON lines as application/x-ndjson",
                          solver->kind);
    else if (!json && !api_content_is(request, "text/plain"))
        http_problem_text(request, 415, "unsupported-media-type",
                          "unsupported Content-Type; expected text/plain or application/x-ndjson (with curl: "
                          "-H 'Content-Type: text/plain' --data-binary @FILE)");
    else
        return true;
    return false;
}

/* Reads the query: all members beside a text; of JSON lines, which have their members themselves, the time limit and
 * the seed. Returns false after replying 400. */
static bool read_query(struct http_request *request, const struct nash_solver *solver, enum nash_format format,
                       struct text_members **members)
{
    if (format == NASH_FORMAT_JSON && !api_query_only(request, (const char *const[]){"timeout_ms", "seed", NULL}))
        return false;
    if (!api_query_members(request, solver, members))
        return false;
    if (*members == NULL || !(*members)->job.has_priority)
        return true;
    text_members_free(*members);
    http_problem_text(request, 400, "invalid-request",
                      "query parameter \"priority\": orders jobs, and the problems of this batch are solved in their "
                      "order: leave it out, or send them to /v1/batch");
    return false;
}

static void kind_batch_begin(struct http_request *request, struct batch_options *options)
{
    const struct nash_solver *solver = options->solver;
    struct kind_batch *own = calloc(1, sizeof *own);
    struct nash_error error = {.status = NASH_NOMEM,
                               .detail = "the server has no memory for another batch; try again later"};
    options->answers = kind_batch_on_answers;
    options->room = kind_batch_on_room;
    options->context = own;
    if (own != NULL)
        own->batch = batch_start(api_of(request)->jobs, options, &error);
    if (own == NULL || own->batch == NULL) {
        http_problem(request, 503, &error);
        free(own);
        return;
    }
    bool json = options->format == NASH_FORMAT_JSON;
    own->stream.calls = &calls;
    own->stream.type = options->want_text ? "text/plain; charset=utf-8" : "application/x-ndjson";
    own->form = (struct answer_form){
        .solver = solver, .want_text = options->want_text, .has_members = json || options->members != NULL};
    own->pending = PENDING_INIT;
    batch_stream_begin(&own->stream, request, json ? NULL : solver, solver->limits.body_bytes);
}

void api_kind_batch_head(struct http_request *request)
{
    const struct nash_solver *solver = api_find_kind(request);
    struct batch_options options = {.solver = solver, .flow = api_flow(request)};
    struct text_members *members = NULL;
    if (solver == NULL)
        return;
    http_body_limit(request, BATCH_BODY_MAX);
    if (api_is_draining(request) || !read_format(request, solver, &options.format) ||
        !read_want_text(request, solver, &options.want_text) || !read_query(request, solver, options.format, &members))
        return;
    if (members != NULL) {
        options.timeout_ms = members->job.timeout_ms;
        options.seed = members->job.seed;
        options.members = options.format == NASH_FORMAT_TEXT ? members->json.data : NULL;
        options.members_len = members->json.len;
    }
    kind_batch_begin(request, &options);
    text_members_free(members);
}

void api_kind_batch(struct http_request *request)
{
    batch_stream_reply(request);
}
