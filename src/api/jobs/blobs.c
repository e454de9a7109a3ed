/* GET /v1/jobs/{id}/blobs and GET /v1/jobs/{id}/blobs/{name}: the large by-products of a job, such as checkpoints. They
 * are read in the reader's thread, because reading and hashing 100 MB takes a tenth of a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/body_reader.h>
#include <api/common.h>
#include <nash/jsonw.h>

enum { LIST_MEMORY = 1 << 20, ETAG_MAX = 2 * NASH_HASH_BYTES + 3 };

/* A request for one blob, or for the list. The request's user pointer. */
struct blob_reading {
    struct body_reading thread; /* first */
    struct body_reader *reader;
    struct store *store;
    struct job_id id;
    char kind[JOB_KIND_MAX];
    char name[HTTP_SEGMENT_MAX]; /* "": the list */

    /* What was read. */
    enum nash_status status; /* NASH_NOT_FOUND: there is no such blob */
    struct bytes *blob;
    char etag[ETAG_MAX]; /* the SHA-256 of the blob, quoted */
    struct nash_buf json;
};

static void write_etag(char *out, const struct bytes *blob)
{
    struct nash_hash hash = nash_sha256_of(blob->data, blob->len);
    char *at = out;
    *at++ = '"';
    for (size_t i = 0; i < sizeof hash.byte; i++)
        at += snprintf(at, 3, "%02x", hash.byte[i]);
    *at++ = '"';
    *at = '\0';
}

static enum nash_status read_blob(struct blob_reading *reading)
{
    reading->blob = is_blob_of_run(reading->name) ? NULL : store_blob(reading->store, &reading->id, reading->name);
    if (reading->blob == NULL)
        return NASH_NOT_FOUND;
    write_etag(reading->etag, reading->blob);
    return NASH_OK;
}

static enum nash_status read_list(struct blob_reading *reading)
{
    struct nash_jsonw out = NASH_JSONW(&reading->json);
    struct store_blob_size *blobs;
    size_t count = 0;
    struct nash_arena *arena = nash_arena_new(LIST_MEMORY);
    enum nash_status status =
        arena != NULL ? store_blob_sizes(reading->store, &reading->id, arena, &blobs, &count, NULL) : NASH_NOMEM;
    nash_jsonw_object(&out);
    nash_jsonw_karray(&out, "blobs");
    for (size_t i = 0; i < count; i++) {
        nash_jsonw_object(&out);
        nash_jsonw_kstring(&out, "name", blobs[i].name);
        nash_jsonw_kuint(&out, "bytes", blobs[i].bytes);
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_array_end(&out);
    nash_jsonw_object_end(&out);
    nash_arena_free(arena);
    return status;
}

/* Runs in the reader's thread. */
static void read_in_thread(struct body_reading *thread)
{
    struct blob_reading *reading = (struct blob_reading *)thread;
    reading->status = reading->name[0] != '\0' ? read_blob(reading) : read_list(reading);
}

static void reading_release(struct body_reading *thread)
{
    struct blob_reading *reading = (struct blob_reading *)thread;
    bytes_unref(reading->blob);
    nash_buf_free(&reading->json);
    free(reading);
}

static void reading_close(void *user)
{
    struct blob_reading *reading = user;
    body_reading_end(reading->reader, &reading->thread);
}

static void reply_blob(struct http_request *request, struct blob_reading *reading)
{
    char id[JOB_ID_TEXT], disposition[HTTP_SEGMENT_MAX + 128];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s-%.8s-%s\"", reading->kind,
             job_id_text(id, &reading->id), reading->name);
    http_set_header(request, "ETag", reading->etag);
    if (http_etag_match(request, reading->etag)) {
        http_reply(request, 304, NULL, NULL, 0);
        return;
    }
    http_set_header(request, "Content-Disposition", disposition);
    http_reply_bytes(request, 200, "application/octet-stream", reading->blob);
}

static void reply_read(struct http_request *request, struct blob_reading *reading)
{
    if (reading->status == NASH_NOT_FOUND)
        http_problem_text(request, 404, "not-found",
                          "this job has no blob \"%.64s\" now; GET /v1/jobs/{id}/blobs lists them", reading->name);
    else if (reading->status != NASH_OK)
        http_problem_text(request, 503, "unavailable", "the database cannot be read now; try again later");
    else if (reading->blob != NULL)
        reply_blob(request, reading);
    else
        api_reply_json(request, 200, &reading->json);
}

/* Called when the blob has been read, and without a cause while the server stops. */
static void reply_later(struct http_request *request, bool timed_out)
{
    struct blob_reading *reading = http_user(request);
    (void)timed_out;
    if (body_reading_is_done(reading->reader, &reading->thread))
        reply_read(request, reading);
    else
        http_wait(request, 0, reply_later);
}

/* Reads in the reader's thread, or here if there is no reader. */
static void start_reading(struct http_request *request, struct blob_reading *reading)
{
    if (body_reader_add(reading->reader, &reading->thread, request)) {
        http_set_user(request, reading, reading_close);
        http_wait(request, 0, reply_later);
        return;
    }
    read_in_thread(&reading->thread);
    reply_read(request, reading);
    reading_release(&reading->thread);
}

static void reply_from_store(struct http_request *request, const char *name)
{
    struct job *job = api_find_job(request);
    if (job == NULL)
        return;
    struct job_view view;
    struct blob_reading *reading = calloc(1, sizeof *reading);
    if (reading != NULL) {
        job_view(api_of(request)->jobs, job, &view);
        *reading = (struct blob_reading){.thread = {.read = read_in_thread, .release = reading_release},
                                         .reader = api_of(request)->body_reader,
                                         .store = api_of(request)->store,
                                         .id = view.id,
                                         .status = NASH_BUSY};
        snprintf(reading->kind, sizeof reading->kind, "%s", view.row.kind);
        snprintf(reading->name, sizeof reading->name, "%s", name);
        job_view_release(&view);
        start_reading(request, reading);
    } else {
        api_reply_no_memory(request, "this blob");
    }
    job_unref(job);
}

void api_job_blob(struct http_request *request)
{
    reply_from_store(request, http_param(request, "name"));
}

void api_job_blobs(struct http_request *request)
{
    reply_from_store(request, "");
}
