/* GET /v1/jobs/{id}/blobs and GET /v1/jobs/{id}/blobs/{name}: the large by-products of a job, such as checkpoints. They
 * are read in a reader thread, because reading and hashing 100 MB takes a tenth of a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/offload.h>
#include <nash/jsonw.h>

#include "job_find.h"

enum { LIST_MEMORY = 1 << 20, ETAG_MAX = 2 * NASH_HASH_BYTES + 3 };

/* A request for one blob, or for the list. */
struct blob_reading {
    struct offload offload; /* first */
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
    reading->blob =
        is_blob_of_run(reading->name) ? NULL : store_blob(reading->offload.api->store, &reading->id, reading->name);
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
        arena != NULL ? store_blob_sizes(reading->offload.api->store, &reading->id, arena, &blobs, &count, NULL)
                      : NASH_NOMEM;
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

static void read_from_store(struct offload *offload)
{
    struct blob_reading *reading = (struct blob_reading *)offload;
    reading->status = reading->name[0] != '\0' ? read_blob(reading) : read_list(reading);
}

static void release_reading(struct offload *offload)
{
    struct blob_reading *reading = (struct blob_reading *)offload;
    bytes_unref(reading->blob);
    nash_buf_free(&reading->json);
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

static void reply_read(struct http_request *request, struct offload *offload)
{
    struct blob_reading *reading = (struct blob_reading *)offload;
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

/* The request is for one blob if its path names one, else for the list. */
static void reply_from_store(struct http_request *request, struct job *job)
{
    struct blob_reading *reading = offload_new(request, sizeof *reading, read_from_store, reply_read, release_reading);
    struct job_view view;
    if (reading != NULL) {
        job_view(api_of(request)->jobs, job, &view);
        reading->id = view.id;
        snprintf(reading->kind, sizeof reading->kind, "%s", view.row.kind);
        snprintf(reading->name, sizeof reading->name, "%s", http_param(request, "name"));
        job_view_release(&view);
        offload_start(request, &reading->offload);
    }
    job_unref(job);
}

void api_job_blob(struct http_request *request)
{
    api_with_job(request, reply_from_store);
}

void api_job_blobs(struct http_request *request)
{
    api_with_job(request, reply_from_store);
}
