/* GET /v1/jobs/{id}/record: a finished job as one JSON document, with its problem and all that `nashd replay` and the
 * page need to play or solve it again and compare. */
#include <stdio.h>

#include <api/readers/offload.h>
#include <api/readers/pieces.h>

#include "job_find.h"

enum { RECORD_VERSION = 1 }; /* changes when a reader of the record must know of it */

/* Reads the problem and appends the course of the result as the member "course", if it has one. */
static void write_course(const struct job_view *view, struct nash_jsonw *out)
{
    const struct nash_solver *solver = view->solver;
    const struct store_job *row = &view->row;
    const struct nash_body body = {
        .format = (enum nash_format)row->format, .text = row->problem->data, .len = row->problem->len};
    struct nash_buf course = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&course);
    struct nash_error error;
    void *problem = NULL;
    if (solver == NULL || solver->write_course == NULL || row->result == NULL)
        return;
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    cJSON *result = cJSON_ParseWithLength(row->result->data, row->result->len);
    if (arena != NULL && result != NULL &&
        nash_request_read(solver, &body, arena, &problem, NULL, 0, &error) == NASH_OK &&
        solver->write_course(problem, row->seed, result, arena, &json) && !course.failed)
        nash_jsonw_kraw(out, "course", course.data, course.len);
    nash_buf_free(&course);
    cJSON_Delete(result);
    nash_arena_free(arena);
}

/* Writes the members that precede the problem. */
static void write_begin(const struct job_view *view, struct nash_jsonw *out)
{
    const struct store_job *row = &view->row;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "record", RECORD_VERSION);
    nash_jsonw_kstring(out, "nashd", nash_version());
    nash_jsonw_kstring(out, "kind", row->kind);
    if (view->solver != NULL)
        nash_jsonw_kstring(out, "solver", view->solver->version);
    nash_jsonw_kuint(out, "seed", row->seed);
    nash_jsonw_kuint(out, "timeout_ms", row->timeout_ms);
    nash_jsonw_kbool(out, "final", row->final);
    nash_jsonw_key(out, row->format == NASH_FORMAT_JSON ? "problem" : "text");
}

static void write_record(const struct job_view *view, struct nash_jsonw *out)
{
    const struct store_job *row = &view->row;
    write_begin(view, out);
    if (row->format == NASH_FORMAT_JSON)
        nash_jsonw_raw(out, row->problem->data, row->problem->len);
    else
        nash_jsonw_string_n(out, row->problem->data, row->problem->len);
    nash_jsonw_key(out, "job");
    job_write(view, false, out);
    write_course(view, out);
    nash_jsonw_object_end(out);
}

/* A record that a reader thread writes. */
struct recording {
    struct offload offload; /* first */
    struct job_view view;
    struct nash_buf text;
};

static void record_work(struct offload *offload)
{
    struct recording *recording = (struct recording *)offload;
    struct nash_jsonw json = NASH_JSONW(&recording->text);
    store_read_whole(offload->api->store, &recording->view.row); /* a large text, which JSON cannot hold as it is */
    if (recording->view.row.problem == NULL)
        recording->text.failed = true;
    else
        write_record(&recording->view, &json);
}

static void set_file_name(struct http_request *request, const struct job_view *view)
{
    char id[JOB_ID_TEXT], name[128];
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.json\"", view->row.kind, job_id_text(id, &view->id));
    http_set_header(request, "Content-Disposition", name);
}

static void reply_record(struct http_request *request, struct offload *offload)
{
    struct recording *recording = (struct recording *)offload;
    set_file_name(request, &recording->view);
    api_reply_json(request, 200, &recording->text);
}

static void release_recording(struct offload *offload)
{
    struct recording *recording = (struct recording *)offload;
    job_view_release(&recording->view);
    nash_buf_free(&recording->text);
}

/* Replies with the record of a job of which a body is not in memory. It has no course. */
static void reply_large_record(struct http_request *request, const struct job_view *view)
{
    const struct store_job *row = &view->row;
    struct pieces *pieces = pieces_new(request);
    if (pieces == NULL)
        return;
    struct nash_buf end = NASH_BUF_INIT(0), *text = pieces_text(pieces);
    struct nash_jsonw json = NASH_JSONW(text);
    write_begin(view, &json);
    if (row->problem != NULL)
        pieces_add_bytes(pieces, row->problem);
    else if (row->large_problem != NULL)
        pieces_add_file(pieces, row->large_problem);
    else
        pieces_add_store(pieces, &view->id, STORE_PROBLEM, row->problem_bytes);
    text = pieces_text(pieces);
    nash_buf_puts(text, ",\"job\":");
    if (job_result_bytes(view) > 0) {
        job_write_around(view, false, text, &end);
        if (row->result != NULL)
            pieces_add_bytes(pieces, row->result);
        else
            pieces_add_store(pieces, &view->id, STORE_RESULT, row->result_bytes);
        text = pieces_text(pieces);
        nash_buf_add(text, end.data, end.len);
    } else {
        json = NASH_JSONW(text);
        job_write(view, false, &json);
    }
    nash_buf_puts(text, "}\n");
    text->failed |= end.failed;
    nash_buf_free(&end);
    set_file_name(request, view);
    pieces_reply(request, pieces, "application/json");
}

/* Takes over the references of the view. */
static void start_record(struct http_request *request, struct job_view *view)
{
    struct recording *recording = offload_new(request, sizeof *recording, record_work, reply_record, release_recording);
    if (recording == NULL) {
        job_view_release(view);
        return;
    }
    recording->view = *view;
    recording->text = NASH_BUF_INIT(0);
    offload_start(request, &recording->offload);
}

static void reply_with_record(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    job_unref(job);
    bool has_problem = view.row.problem != NULL || view.row.problem_bytes > 0;
    bool large = view.row.problem == NULL || (view.row.result == NULL && job_result_bytes(&view) > 0);
    if (view.row.state >= JOB_SUCCEEDED && has_problem && !(large && view.row.format == NASH_FORMAT_JSON)) {
        start_record(request, &view);
        return;
    }
    if (view.row.state >= JOB_SUCCEEDED && has_problem)
        reply_large_record(request, &view);
    else if (view.row.state < JOB_SUCCEEDED)
        http_problem_text(request, 409, "job-not-finished",
                          "the job is still %s: a record is made of a finished job; wait for it with GET "
                          "/v1/jobs/{id}?wait=10",
                          job_state_name(view.row.state));
    else
        http_problem_text(request, 404, "not-found", "the problem of this job is no longer stored");
    job_view_release(&view);
}

void api_job_record(struct http_request *request)
{
    api_with_job(request, reply_with_record);
}
