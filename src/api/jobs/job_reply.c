#include "job_reply.h"

#include <stdio.h>
#include <string.h>

#include <api/readers/pieces.h>

/* Returns the job as JSON; NULL when out of memory. */
static struct bytes *render_job(const struct job_view *view, bool cached)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    job_write(view, cached, &json);
    nash_buf_putc(&buf, '\n');
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

/* Replies with a job whose result is too large to be copied. Its tag is made of all but the result, which never changes
 * while the times of the job are the same. */
static void reply_in_pieces(struct http_request *request, const struct job_view *view, bool cached)
{
    char etag[API_ETAG_MAX], id[JOB_ID_TEXT], location[64];
    const struct store_job *row = &view->row;
    struct nash_buf begin = NASH_BUF_INIT(0), end = NASH_BUF_INIT(0);
    job_write_around(view, cached, &begin, &end);
    struct bytes *known = begin.failed || end.failed ? NULL : bytes_copy(begin.data, begin.len);
    struct pieces *pieces = known != NULL ? pieces_new(request) : NULL;
    if (known == NULL)
        api_reply_no_memory(request, "this reply");
    if (pieces != NULL) {
        snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view->id));
        http_set_header(request, "Content-Location", location);
        http_set_header(request, "ETag", api_etag(etag, known));
        if (http_etag_match(request, etag)) {
            pieces_free(pieces);
            http_reply(request, 304, NULL, NULL, 0);
        } else {
            nash_buf_add(pieces_text(pieces), begin.data, begin.len);
            if (row->result != NULL)
                pieces_add_bytes(pieces, row->result);
            else
                pieces_add_store(pieces, &view->id, STORE_RESULT, row->result_bytes);
            nash_buf_putc(&end, '\n');
            nash_buf_add(pieces_text(pieces), end.data, end.len);
            pieces_reply(request, pieces, "application/json");
        }
    }
    bytes_unref(known);
    nash_buf_free(&begin);
    nash_buf_free(&end);
}

void api_reply_finished(struct http_request *request, struct job *job, bool cached)
{
    enum { REPLY_SUNDRY = 1024 }; /* bytes of its headers */
    struct http_shared_reply *reply = job_reply(job, cached);
    size_t bytes = 0;
    if (reply == NULL) {
        struct job_view view;
        job_view(api_of(request)->jobs, job, &view);
        if (job_result_bytes(&view) > PIECES_MIN) {
            reply_in_pieces(request, &view, cached);
            job_view_release(&view);
            return;
        }
        struct bytes *body = render_job(&view, cached);
        char etag[API_ETAG_MAX], id[JOB_ID_TEXT], location[64];
        if (body != NULL) {
            snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view.id));
            const char *const headers[][2] = {{"Content-Location", location}};
            reply = http_shared_reply_new("application/json", api_etag(etag, body), headers, 1, body);
            bytes = REPLY_SUNDRY + body->len + body->len / 2; /* in gzip it has at most half */
            bytes_unref(body);
        }
        bool keeps = view.row.webhook == NULL; /* a webhook changes after the job has finished */
        job_view_release(&view);
        if (reply == NULL) {
            api_reply_no_memory(request, "this reply");
            return;
        }
        if (keeps) {
            reply = job_set_reply(job, cached, reply, bytes, http_shared_reply_free);
        } else {
            http_reply_shared(request, reply);
            http_shared_reply_free(reply);
            return;
        }
    }
    http_reply_shared(request, reply);
}

static bool is_finished(const struct job_view *view)
{
    return view->row.state >= JOB_SUCCEEDED;
}

void api_reply_job(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    if (is_finished(&view)) {
        job_view_release(&view);
        api_reply_finished(request, job, false);
        return;
    }
    char etag[API_ETAG_MAX];
    snprintf(etag, sizeof etag, "\"r%llu\"", (unsigned long long)view.revision);
    http_set_header(request, "ETag", etag);
    if (http_etag_match(request, etag)) {
        http_reply(request, 304, NULL, NULL, 0);
    } else {
        struct bytes *body = render_job(&view, false);
        if (body == NULL)
            api_reply_no_memory(request, "this reply");
        else
            http_reply_bytes(request, 200, "application/json", body);
        bytes_unref(body);
    }
    job_view_release(&view);
}

/* Returns true after replying 503: the job ended in memory but is not stored, so no client could fetch it later. */
static bool reply_if_lost(struct http_request *request, const struct job_view *view)
{
    if (view->durable || !is_finished(view))
        return false;
    http_problem_text(request, 503, "unavailable",
                      "the job could not be stored, because the database accepts no writes; submit it again later");
    return true;
}

bool api_reply_lost(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    bool lost = reply_if_lost(request, &view);
    job_view_release(&view);
    return lost;
}

void api_reply_accepted(struct http_request *request, struct job *job)
{
    struct job_view view;
    char id[JOB_ID_TEXT], location[64];
    job_view(api_of(request)->jobs, job, &view);
    if (reply_if_lost(request, &view)) {
        job_view_release(&view);
        return;
    }
    snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view.id));
    http_set_header(request, "Location", location);
    http_set_header(request, "Retry-After", "1");
    struct bytes *body = render_job(&view, false);
    if (body == NULL)
        api_reply_no_memory(request, "this reply");
    else
        http_reply_bytes(request, 202, "application/json", body);
    bytes_unref(body);
    job_view_release(&view);
}

/* ---- the text form ---- */

enum { TEXT_MAX = 1 << 20 }; /* bytes of a result that is written as text: the HTTP thread does so, in some 10 ms */

void api_read_error(const struct bytes *kept, struct nash_error *error)
{
    static const char prefix[] = "/problems/";
    *error = (struct nash_error){.status = NASH_INTERNAL};
    cJSON *json = kept != NULL ? cJSON_ParseWithLength(kept->data, kept->len) : NULL;
    const cJSON *type = nash_json_get(json, "type"), *detail = nash_json_get(json, "detail");
    const cJSON *pointer = nash_json_get(json, "pointer");
    if (cJSON_IsString(type) && strncmp(type->valuestring, prefix, sizeof prefix - 1) == 0)
        snprintf(error->type, sizeof error->type, "%s", type->valuestring + sizeof prefix - 1);
    if (cJSON_IsString(detail))
        snprintf(error->detail, sizeof error->detail, "%s", detail->valuestring);
    if (cJSON_IsString(pointer))
        snprintf(error->pointer, sizeof error->pointer, "%s", pointer->valuestring);
    cJSON_Delete(json);
}

void api_reply_failed(struct http_request *request, const struct job_view *view)
{
    struct nash_error error;
    api_read_error(view->row.error, &error);
    if (view->row.state == JOB_CANCELLED && view->row.error == NULL) /* the job's JSON may have a result so far */
        nash_fail_type(&error, NASH_CONFLICT, "cancelled", "", "the job was cancelled");
    http_problem(request, 0, &error);
}

/* Returns the result, which is stored as JSON, as text; NULL when out of memory. */
static struct bytes *render_text(const struct nash_solver *solver, const struct bytes *json)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    cJSON *result = cJSON_ParseWithLength(json->data, json->len);
    if (result != NULL)
        solver->text_of(result, &text);
    nash_buf_putc(&text, '\n');
    struct bytes *bytes = result == NULL || text.failed ? NULL : bytes_copy(text.data, text.len);
    cJSON_Delete(result);
    nash_buf_free(&text);
    return bytes;
}

static void reply_result(struct http_request *request, const struct nash_solver *solver, const struct job_view *view)
{
    char id[JOB_ID_TEXT], location[64], etag[API_ETAG_MAX];
    struct bytes *text = render_text(solver, view->row.result);
    struct http_shared_reply *reply = NULL;
    snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view->id));
    const char *const headers[][2] = {{"Content-Location", location}};
    if (text != NULL)
        reply = http_shared_reply_new("text/plain; charset=utf-8", api_etag(etag, text), headers, 1, text);
    bytes_unref(text);
    if (reply == NULL) {
        api_reply_no_memory(request, "this reply");
        return;
    }
    http_reply_shared(request, reply);
    http_shared_reply_free(reply);
}

void api_reply_text(struct http_request *request, const struct nash_solver *solver, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    if (view.row.state == JOB_SUCCEEDED && job_result_bytes(&view) > TEXT_MAX)
        http_problem_text(request, 406, "not-acceptable",
                          "the result has %llu bytes; only results of up to %d have a text form: request "
                          "application/json",
                          (unsigned long long)job_result_bytes(&view), TEXT_MAX);
    else if (view.row.state == JOB_SUCCEEDED)
        reply_result(request, solver, &view);
    else
        api_reply_failed(request, &view);
    job_view_release(&view);
}
