/* POST /v1/batch: NDJSON, each line a problem with its kind; each becomes a job. One line an answer, as they finish.
 *
 * A window of lines is under way at a time. A job that ends puts its item on the list of the finished, under the core's
 * lock, and wakes the connection; the HTTP thread writes the answers and takes further lines. */
#include <stdlib.h>
#include <string.h>

#include <api/batch_stream.h>
#include <api/common.h>
#include <api/excise.h>

enum { BATCH_WINDOW = 64 };

struct item {
    struct batch *batch;
    struct item *next, **link; /* on batch->waiting (HTTP thread) */
    struct item *next_finished;
    struct job *job;
    uint64_t index;
    bool cached;
    struct job_watch watch;
};

struct batch {
    struct batch_stream stream;
    struct api *api;
    uint64_t lines; /* taken so far: the index of the next one */
    unsigned under_way;
    struct item *waiting;  /* all items; the HTTP thread's */
    struct item *finished; /* under stream.lock */
    bool ended;
    char *scratch; /* a line without its kind */
    size_t scratch_room;
};

static void item_free(struct item *item)
{
    job_unwatch(item->batch->api->jobs, &item->watch);
    job_unref(item->job);
    *item->link = item->next;
    if (item->next != NULL)
        item->next->link = item->link;
    item->batch->under_way--;
    free(item);
}

/* {"index":…, and the job's members. */
static void write_job(struct nash_buf *out, struct api *api, struct job *job, uint64_t index, bool cached)
{
    struct job_view view;
    job_view(api->jobs, job, &view);
    struct nash_jsonw json = NASH_JSONW(out);
    job_write(&view, cached, &json);
    job_view_release(&view);
    if (out->failed)
        return;
    out->len--; /* the closing brace is taken back */
    nash_buf_puts(out, ",\"index\":");
    nash_buf_u64(out, index);
    nash_buf_puts(out, "}\n");
}

/* A job that the server's end has put off. */
static void write_put_off(struct nash_buf *out, const struct item *item)
{
    struct nash_error error;
    struct job_view view;
    char id[JOB_ID_TEXT];
    job_view(item->batch->api->jobs, item->job, &view);
    nash_fail_type(&error, NASH_BUSY, "draining", "",
                   "The server is shutting down. The job goes on when it is back: GET /v1/jobs/%s",
                   job_id_text(id, &view.id));
    job_view_release(&view);
    batch_write_error(out, item->index, &error);
}

static void finish_if_all(struct batch *batch)
{
    if (batch->ended && batch->under_way == 0)
        batch_stream_add(&batch->stream, NULL, 0, true);
}

static void put(struct batch *batch, struct nash_buf *out)
{
    if (out->failed)
        batch->stream.lines.failed = true;
    batch_stream_add(&batch->stream, out->data, out->failed ? 0 : out->len, false);
    nash_buf_free(out);
}

/* Writes what has finished; with the server ending, also what has not. */
static void work(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    bool stopping = http_stopping(stream->request);
    struct nash_buf out = NASH_BUF_INIT(0);
    if (stopping) /* then nothing more can join the finished */
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
        write_put_off(&out, batch->waiting);
        item_free(batch->waiting);
    }
    put(batch, &out);
    finish_if_all(batch);
}

/* Under the core's lock. */
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

static bool wait_for(struct batch *batch, struct job *job, uint64_t index, bool cached)
{
    struct item *item = calloc(1, sizeof *item);
    if (item == NULL)
        return false;
    *item = (struct item){
        .batch = batch, .job = job, .index = index, .cached = cached, .next = batch->waiting, .link = &batch->waiting};
    if (item->next != NULL)
        item->next->link = &item->next;
    batch->waiting = item;
    batch->under_way++;
    item->watch = (struct job_watch){.condition = JOB_IS_DONE, .fire = item_fire, .context = item};
    if (job_watch(batch->api->jobs, job, &item->watch, 0))
        return true;
    struct nash_buf out = NASH_BUF_INIT(0); /* finished already */
    write_job(&out, batch->api, job, index, cached);
    item_free(item);
    put(batch, &out);
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

/* Line -> what to submit, its kind taken out. */
static enum nash_status line_read(struct batch *batch, const char *line, size_t len, struct jobs_request *request,
                                  struct nash_error *error)
{
    const char *kind;
    size_t kind_len;
    if (len > batch->stream.lines.max)
        return nash_fail(error, NASH_TOO_LARGE, "", "The line is longer than the %zu bytes any kind takes.",
                         batch->stream.lines.max);
    if (!scratch_reserve(batch, len + 1))
        return nash_fail(error, NASH_BUSY, "", "The server has no memory for this line now.");
    enum nash_status status = nash_json_check(line, len, error);
    if (status != NASH_OK)
        return status;
    const char *fault = excise_string(line, len, "kind", batch->scratch, &request->len, &kind, &kind_len);
    if (fault != NULL)
        return nash_fail(error, NASH_INVALID, "", "Each line is a problem with its kind, {\"kind\":\"sudoku\",…}: %s.",
                         fault);
    request->text = batch->scratch;
    request->solver = nash_find_kind(kind, kind_len);
    if (request->solver == NULL)
        return nash_fail_type(error, NASH_NOT_FOUND, "unknown-kind", "/kind", "This server solves no kind \"%.*s\".",
                              (int)(kind_len < 64 ? kind_len : 64), kind);
    if (request->len > request->solver->limits.body_bytes)
        return nash_fail(error, NASH_TOO_LARGE, "", "The problem is %zu bytes long; %s takes at most %zu.",
                         request->len, request->solver->kind, request->solver->limits.body_bytes);
    return NASH_OK;
}

static bool take(struct batch_stream *stream, const char *line, size_t len)
{
    struct batch *batch = (struct batch *)stream;
    if (batch->under_way >= BATCH_WINDOW)
        return false;
    struct jobs_request request = {.format = NASH_FORMAT_JSON, .owner = http_owner(stream->request)};
    struct nash_error error = {0};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct job *job = NULL;
    enum jobs_outcome outcome = JOBS_REFUSED;
    if (line_read(batch, line, len, &request, &error) == NASH_OK) {
        outcome = jobs_submit(batch->api->jobs, &request, &job, &error);
        if (outcome == JOBS_REFUSED && strcmp(nash_error_type(&error), "queue-full") == 0 && batch->under_way > 0)
            return false; /* goes on when one of ours has finished */
    }
    uint64_t index = batch->lines++;
    if (outcome == JOBS_REFUSED) {
        batch_write_error(&out, index, &error);
    } else if (!wait_for(batch, job, index, outcome == JOBS_CACHED)) {
        job_unref(job);
        nash_fail(&error, NASH_BUSY, "", "The server has no memory to wait for this job.");
        batch_write_error(&out, index, &error);
    }
    put(batch, &out);
    return true;
}

static void end(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    batch->ended = true;
    finish_if_all(batch);
}

static void release(struct batch_stream *stream)
{
    struct batch *batch = (struct batch *)stream;
    while (batch->waiting != NULL)
        item_free(batch->waiting);
    free(batch->scratch);
}

static const struct batch_stream_calls calls = {.take = take, .end = end, .work = work, .release = release};

/* The longest line that can be a problem of some kind. */
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
    if (!api_content_is(request, "application/x-ndjson") && !api_content_is(request, "application/jsonl")) {
        http_problem_text(request, 415, "unsupported-media-type",
                          "Send one JSON problem a line as Content-Type: application/x-ndjson (with curl: -H "
                          "'Content-Type: application/x-ndjson' --data-binary @FILE).");
        return;
    }
    if (!api_query_only(request, (const char *const[]){NULL}) || !api_accepts_or_406(request, "application/x-ndjson"))
        return;
    struct batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for another batch now.");
        return;
    }
    batch->api = api_of(request);
    batch->stream.calls = &calls;
    batch->stream.type = "application/x-ndjson";
    batch_stream_begin(&batch->stream, request, longest_problem());
}

void api_batch(struct http_request *request)
{
    batch_stream_reply(request);
}
