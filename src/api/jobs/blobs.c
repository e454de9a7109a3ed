/* GET /v1/jobs/{id}/blobs and GET /v1/jobs/{id}/blobs/{name}: the large by-products of a job, such as checkpoints. A
 * reader thread copies a large blob to a temporary file and hashes it, since a blob changes while its job runs, and its
 * hash is sent before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/readers/offload.h>
#include <api/readers/pieces.h>
#include <base/log.h>
#include <base/memory/tempfile.h>
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
    struct nash_buf blob;    /* a blob of up to PIECES_MIN bytes */
    struct tempfile *file;   /* a larger one, or NULL */
    struct nash_sha256 sha;
    char etag[ETAG_MAX]; /* the SHA-256 of the blob, quoted */
    struct nash_buf json;
};

static void write_etag(struct blob_reading *reading)
{
    struct nash_hash hash = nash_sha256_end(&reading->sha);
    char *at = reading->etag;
    *at++ = '"';
    for (size_t i = 0; i < sizeof hash.byte; i++)
        at += snprintf(at, 3, "%02x", hash.byte[i]);
    *at++ = '"';
    *at = '\0';
}

/* Takes a part of the blob: into memory, or into a file if it is large. */
static enum nash_status take_part(void *context, const void *data, size_t len, struct nash_error *error)
{
    struct blob_reading *reading = context;
    struct api *api = reading->offload.api;
    nash_sha256_add(&reading->sha, data, len);
    if (reading->file == NULL && reading->blob.len + len <= PIECES_MIN) {
        nash_buf_add(&reading->blob, data, len);
        return reading->blob.failed ? nash_fail(error, NASH_NOMEM, "", "no memory for a blob") : NASH_OK;
    }
    if (reading->file == NULL) {
        reading->file = tempfile_new(api->spool_dir, &api->reply_bytes, error);
        if (reading->file == NULL ||
            tempfile_append(reading->file, reading->blob.data, reading->blob.len, error) != NASH_OK)
            return NASH_BUSY;
        nash_buf_free(&reading->blob);
    }
    return tempfile_append(reading->file, data, len, error);
}

static enum nash_status read_blob(struct blob_reading *reading)
{
    struct nash_error error = {0};
    nash_sha256_init(&reading->sha);
    enum nash_status status =
        is_blob_of_run(reading->name)
            ? NASH_NOT_FOUND
            : store_read_blob(reading->offload.api->store, &reading->id, reading->name, take_part, reading, &error);
    if (status == NASH_OK)
        write_etag(reading);
    else if (status != NASH_NOT_FOUND)
        log_warn("blob not sent", "%s", error.detail);
    return status;
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
    tempfile_unref(reading->file);
    nash_buf_free(&reading->blob);
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
    if (reading->file == NULL) {
        http_reply(request, 200, "application/octet-stream", reading->blob.data, reading->blob.len);
        return;
    }
    struct pieces *pieces = pieces_new(request);
    if (pieces == NULL)
        return;
    pieces_add_file(pieces, reading->file);
    pieces_reply(request, pieces, "application/octet-stream");
}

static void reply_read(struct http_request *request, struct offload *offload)
{
    struct blob_reading *reading = (struct blob_reading *)offload;
    if (reading->status == NASH_NOT_FOUND)
        http_problem_text(request, 404, "not-found",
                          "this job has no blob \"%.64s\" now; GET /v1/jobs/{id}/blobs lists them", reading->name);
    else if (reading->status != NASH_OK)
        http_problem_text(
            request, 503, "unavailable",
            "the blob cannot be read now, because the database, the disk or the room for replies gives out; "
            "try again later");
    else if (reading->name[0] != '\0')
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
        reading->blob = NASH_BUF_INIT(0);
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
