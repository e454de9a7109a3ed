/* GET /v1/jobs/{id}/record: a finished job as one JSON document, with its problem and all that `nashd replay` and the
 * page need to play or solve it again and compare. */
#include <stdio.h>

#include <api/offload.h>

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

static void write_record(const struct job_view *view, struct nash_jsonw *out)
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
    write_record(&recording->view, &json);
}

static void reply_record(struct http_request *request, struct offload *offload)
{
    struct recording *recording = (struct recording *)offload;
    char id[JOB_ID_TEXT], name[128];
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.json\"", recording->view.row.kind,
             job_id_text(id, &recording->view.id));
    http_set_header(request, "Content-Disposition", name);
    api_reply_json(request, 200, &recording->text);
}

static void release_recording(struct offload *offload)
{
    struct recording *recording = (struct recording *)offload;
    job_view_release(&recording->view);
    nash_buf_free(&recording->text);
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
    if (view.row.state >= JOB_SUCCEEDED && view.row.problem != NULL) {
        start_record(request, &view);
        return;
    }
    if (view.row.state < JOB_SUCCEEDED)
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
