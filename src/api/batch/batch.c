/* POST /v1/batch: NDJSON, each line a problem with its kind. Each line becomes a job; its answer is sent when the job
 * has finished.
 *
 * At most BATCH_WINDOW jobs are unfinished at a time. A finished job adds its item to the list batch->finished, under
 * the lock of jobs, and wakes the request; the HTTP thread writes the answers and takes further lines. A long line,
 * or one for which the store is read, is submitted in another thread (body_reader.h); it is refused until then, and
 * passed again after the wake. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/access.h>
#include <api/models/models.h>
#include <api/negotiation.h>
#include <api/readers/body_reader.h>

#include "answer.h"
#include "batch_stream.h"
#include "drop_member.h"

enum { BATCH_WINDOW = 64 };

/* A line whose job has been submitted and whose answer is not written yet. */
struct item {
    struct batch *batch;
    struct item *next, **link;  /* on batch->waiting (HTTP thread) */
    struct item *next_finished; /* on batch->finished */
    struct job *job;            /* a reference */
    uint64_t index;             /* of the line, from 0 */
    bool cached;                /* the answer was stored before */
    struct job_watch watch;
};

/* A line and what became of it. */
struct line {
    struct body_reading reading; /* first */
    struct api *api;
    const char *owner;
    char flow[JOB_OWNER_MAX];
    const char *text;
    size_t len;
    char *scratch;    /* room for `len` bytes: the line without its member "kind" */
    bool never_waits; /* the HTTP thread reads the line */
    struct job *job;  /* the outcome: a reference */
    enum submit_result result;
    struct nash_error error;
};

struct batch {
    struct batch_stream stream; /* first */
    struct line *long_line;     /* a long line, owned, which another thread reads; or NULL */
    struct api *api;
    uint64_t lines;        /* number of lines taken: the index of the next one */
    unsigned unfinished;   /* number of items */
    struct item *waiting;  /* all items; HTTP thread only */
    struct item *finished; /* under stream.lock */
    bool ended;            /* the last line has been taken */
    char *scratch;         /* a line without its member "kind" */
    size_t scratch_room;
};

static void item_free(struct item *item)
{
    job_unwatch(item->batch->api->jobs, &item->watch);
    job_unref(item->job);
    *item->link = item->next;
    if (item->next != NULL)
        item->next->link = item->link;
    item->batch->unfinished--;
    free(item);
}

/* Writes the job with the further member "index". */
static void write_job(struct nash_buf *out, struct api *api, struct job *job, uint64_t index, bool cached)
{
    struct job_view view;
    job_view(api->jobs, job, &view);
    struct nash_jsonw json = NASH_JSONW(out);
    job_write(&view, cached, &json);
    job_view_release(&view);
    if (out->failed)
        return;
    out->len--; /* removes the closing brace */
    nash_buf_puts(out, ",\"index\":");
    nash_buf_u64(out, index);
    nash_buf_puts(out, "}\n");
}

/* Writes the error for a job that has not finished when the server shuts down. */
static void write_postponed(struct nash_buf *out, const struct item *item)
{
    struct nash_error error;
    struct job_view view;
    char id[JOB_ID_TEXT];
    job_view(item->batch->api->jobs, item->job, &view);
    nash_fail_type(&error, NASH_BUSY, "draining", "",
                   "the server is shutting down; the job continues after its restart: GET /v1/jobs/%s",
                   job_id_text(id, &view.id));
    job_view_release(&view);
    answer_write_error(out, item->index, &error);
}

static void finish_if_all(struct batch *batch)
{
    if (batch->ended && batch->unfinished == 0)
        batch_stream_add(&batch->stream, NULL, 0, true);
}

static void batch_add_answers(struct batch *batch, struct nash_buf *out)
{
    if (out->failed)
        batch->stream.problems.lines.failed = true;
    batch_stream_add(&batch->stream, out->data, out->failed ? 0 : out->len, false);
    nash_buf_free(out);
}

/* Writes the jobs that have finished. When the server shuts down, also writes an error for each unfinished job. */
static void batch_work(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    bool stopping = http_stopping(stream->request);
    struct nash_buf out = NASH_BUF_INIT(0);
    if (stopping) /* so that no further item is added to batch->finished */
        for (struct item *item = batch->waiting; item != NULL; item = item->next)
            job_unwatch(batch->api->jobs, &item->watch);
    pthread_mutex_lock(&stream->lock);
    struct item *item = batch->finished;
    batch->finished = NULL;
    pthread_mutex_unlock(&stream->lock);
    if (item == NULL && !stopping)
        return;
    while (item != NULL) {
        struct item *next = item->next_finished;
        write_job(&out, batch->api, item->job, item->index, item->cached);
        item_free(item);
        item = next;
    }
    while (stopping && batch->waiting != NULL) {
        write_postponed(&out, batch->waiting);
        item_free(batch->waiting);
    }
    batch_add_answers(batch, &out);
    finish_if_all(batch);
}

/* Adds the item to batch->finished and wakes the request. Called under the lock of jobs. */
static void item_fire(struct job_watch *watch)
{
    struct item *item = watch->context;
    struct batch_stream *stream = &item->batch->stream;
    pthread_mutex_lock(&stream->lock);
    item->next_finished = item->batch->finished;
    item->batch->finished = item;
    if (!stream->over)
        http_wake(stream->request);
    pthread_mutex_unlock(&stream->lock);
}

/* Adds an item for the job and takes over the caller's reference. Returns false when out of memory; the reference then
 * stays with the caller. */
static bool batch_wait_for(struct batch *batch, struct job *job, uint64_t index, bool cached)
{
    struct item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    *item = (struct item){
        .batch = batch, .job = job, .index = index, .cached = cached, .next = batch->waiting, .link = &batch->waiting};
    if (item->next != NULL)
        item->next->link = &item->next;
    batch->waiting = item;
    batch->unfinished++;
    item->watch = (struct job_watch){.condition = JOB_IS_DONE, .fire = item_fire, .context = item};
    if (job_watch(batch->api->jobs, job, &item->watch, 0))
        return true;
    struct nash_buf out = NASH_BUF_INIT(0); /* already finished */
    write_job(&out, batch->api, job, index, cached);
    item_free(item);
    batch_add_answers(batch, &out);
    return true;
}

static bool scratch_reserve(struct batch *batch, size_t len)
{
    if (len <= batch->scratch_room)
        return true;
    char *more = realloc(batch->scratch, len);
    if (more == NULL)
        return false;
    batch->scratch = more;
    batch->scratch_room = len;
    return true;
}

/* ---- reading a line ---- */

/* Fills in the text and the solver of a request: the line without its member "kind", and the solver of that kind. */
static enum nash_status line_read(const struct line *line, struct jobs_request *request, struct nash_error *error)
{
    const char *kind;
    size_t kind_len;
    enum nash_status status = nash_json_check(line->text, line->len, error);
    if (status != NASH_OK)
        return status;
    const char *fault =
        drop_string_member(line->text, line->len, "kind", line->scratch, &request->len, &kind, &kind_len);
    if (fault != NULL)
        return nash_fail(error, NASH_INVALID, "", "%s; expected a problem with its kind: {\"kind\":\"sudoku\",…}",
                         fault);
    request->text = line->scratch;
    request->solver = nash_find_kind(kind, kind_len);
    if (request->solver == NULL)
        return nash_fail_type(error, NASH_NOT_FOUND, "unknown-kind", "/kind", "unknown kind \"%.*s\"",
                              (int)(kind_len < 64 ? kind_len : 64), kind);
    if (request->len > request->solver->limits.body_bytes)
        return nash_fail(error, NASH_TOO_LARGE, "", "the problem has %zu bytes; %s accepts at most %zu", request->len,
                         request->solver->kind, request->solver->limits.body_bytes);
    return NASH_OK;
}

/* Puts the models into the problem that it names. whole: receives the text. Returns false with *error. */
static bool line_fill(const struct line *line, struct jobs_request *request, struct nash_buf *whole,
                      struct nash_error *error)
{
    return !model_filling.may_be_in(request->solver, request->text, request->len) ||
           filling_apply(&model_filling, line->api, request, whole, error) == NASH_OK;
}

static void line_submit(struct body_reading *reading)
{
    struct line *line = (struct line *)reading;
    struct jobs_request request = {
        .format = NASH_FORMAT_JSON, .owner = line->owner, .flow = line->flow, .never_waits = line->never_waits};
    struct nash_buf whole = NASH_BUF_INIT(0);
    line->error = (struct nash_error){0};
    if (line_read(line, &request, &line->error) == NASH_OK && line_fill(line, &request, &whole, &line->error)) {
        struct jobs_quota quota;
        api_limit_request(line->api, &request, &quota);
        line->result = jobs_submit(line->api->jobs, &request, &line->job, &line->error);
        if (line->result == SUBMIT_REFUSED && whole.len > 0)
            model_filling.relocate(request.solver, &line->error);
        if (line->result == SUBMIT_ACCEPTED)
            models_watch(line->api->models, request.solver, request.text, request.len, line->job);
    }
    nash_buf_free(&whole);
}

static void long_line_release(struct body_reading *reading)
{
    struct line *line = (struct line *)reading;
    job_unref(line->job);
    free(line);
}

static bool refuse_line(struct line *line)
{
    if (!atomic_load(&line->api->draining))
        nash_fail_type(&line->error, NASH_BUSY, "unavailable", "", "the server is busy; send this line again later");
    return false;
}

/* Gives a copy of the line to the reader. Returns false with the line's error if that is impossible. */
static bool read_elsewhere(struct batch *batch, struct line *line)
{
    struct line *copy = malloc(sizeof *copy + 2 * line->len + 1);
    line->result = SUBMIT_REFUSED;
    if (copy == NULL)
        return refuse_line(line);
    char *text = (char *)(copy + 1);
    *copy = *line;
    copy->never_waits = false;
    copy->text = memcpy(text, line->text, line->len);
    copy->scratch = text + line->len;
    if (!body_reader_add(batch->api->readers, &copy->reading, batch->stream.request)) {
        free(copy);
        return refuse_line(line);
    }
    batch->long_line = copy;
    return true;
}

/* Sets the outcome of *line to that of the long line. Returns false while another thread reads it. */
static bool take_long_line(struct batch *batch, struct line *line)
{
    struct line *other = batch->long_line;
    if (!body_reading_is_done(batch->api->readers, &other->reading))
        return false;
    line->job = other->job;
    line->result = other->result;
    line->error = other->error;
    other->job = NULL;
    long_line_release(&other->reading);
    batch->long_line = NULL;
    return true;
}

/* Returns whether the line is long, or may name a model, which is read from the store. */
static bool is_read_elsewhere(const struct line *line)
{
    static const char name[] = "\"model\"";
    return line->len > BODY_READ_HERE_MAX || memmem(line->text, line->len, name, sizeof name - 1) != NULL;
}

/* Submits a line, here or elsewhere. Returns false while another thread reads it. Sets the outcome of *line. */
static bool submit_line(struct batch *batch, struct line *line)
{
    size_t max = batch->stream.problems.lines.max;
    if (batch->long_line != NULL)
        return take_long_line(batch, line);
    if (line->len > max) {
        nash_fail(&line->error, NASH_TOO_LARGE, "", "the line is too long: no kind accepts more than %zu bytes", max);
    } else if (is_read_elsewhere(line)) {
        return !read_elsewhere(batch, line);
    } else if (!scratch_reserve(batch, line->len + 1)) {
        nash_fail(&line->error, NASH_BUSY, "", "the server has no memory for this line; send it again later");
    } else {
        line->scratch = batch->scratch;
        line->never_waits = true;
        line_submit(&line->reading);
        if (line->result == SUBMIT_ELSEWHERE)
            return !read_elsewhere(batch, line);
    }
    return true;
}

static bool batch_take(struct batch_stream *stream, const char *text, size_t len)
{
    struct batch *batch = (struct batch *)stream;
    struct nash_buf out = NASH_BUF_INIT(0);
    struct line line = {.reading = {.read = line_submit, .release = long_line_release},
                        .api = batch->api,
                        .owner = http_owner(stream->request),
                        .text = text,
                        .len = len,
                        .result = SUBMIT_REFUSED};
    snprintf(line.flow, sizeof line.flow, "%s", api_flow(stream->request));
    nash_fail_type(&line.error, NASH_BUSY, "draining", "", "the server is shutting down; send the line again later");
    if (batch->unfinished >= BATCH_WINDOW || !submit_line(batch, &line))
        return false;
    if (line.result == SUBMIT_REFUSED && strcmp(nash_error_type(&line.error), "queue-full") == 0 &&
        batch->unfinished > 0)
        return false; /* the line is passed again when a job of this batch has finished */
    uint64_t index = batch->lines++;
    if (line.result == SUBMIT_REFUSED) {
        answer_write_error(&out, index, &line.error);
    } else if (!batch_wait_for(batch, line.job, index, line.result == SUBMIT_CACHED)) {
        job_unref(line.job);
        nash_fail(&line.error, NASH_BUSY, "", "the server has no memory to wait for this job");
        answer_write_error(&out, index, &line.error);
    }
    batch_add_answers(batch, &out);
    return true;
}

static void batch_end_lines(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    batch->ended = true;
    finish_if_all(batch);
}

static void batch_release(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    if (batch->long_line != NULL)
        body_reading_end(batch->api->readers, &batch->long_line->reading);
    while (batch->waiting != NULL)
        item_free(batch->waiting);
    free(batch->scratch);
}

static const struct batch_stream_calls calls = {
    .take = batch_take, .end = batch_end_lines, .work = batch_work, .release = batch_release};

/* Returns the length limit of a line: the longest problem of any kind, and room for its member "kind". */
static size_t longest_problem(void)
{
    size_t count, longest = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (kinds[i]->limits.body_bytes > longest)
            longest = kinds[i]->limits.body_bytes;
    return longest + 2 * JOB_KIND_MAX;
}

void api_batch_head(struct http_request *request)
{
    http_body_limit(request, BATCH_BODY_MAX);
    if (api_is_draining(request))
        return;
    if (!api_content_is_json_lines(request)) {
        http_problem_text(
            request, 415, "unsupported-media-type",
            "unsupported Content-Type; expected application/x-ndjson, one JSON problem on each line (with "
            "curl: -H 'Content-Type: application/x-ndjson' --data-binary @FILE)");
        return;
    }
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/x-ndjson"))
        return;
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        api_reply_no_memory(request, "another batch");
        return;
    }
    batch->api = api_of(request);
    batch->stream.calls = &calls;
    batch->stream.type = "application/x-ndjson";
    batch_stream_begin(&batch->stream, request, NULL, longest_problem());
}

void api_batch(struct http_request *request)
{
    batch_stream_reply(request);
}
