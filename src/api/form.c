/* The text form of answers. A job keeps its result as JSON, so that its text is made from that when it is asked for. */
#include <stdio.h>
#include <string.h>

#include <api/form.h>

bool api_wants_text(const struct http_request *request, bool has_text, const char *json, bool *none)
{
    bool text = has_text && api_accepts(request, "text/plain"), other = api_accepts(request, json);
    *none = !text && !other;
    return text && (!other || (api_accepts_named(request, "text/plain") && !api_accepts_named(request, json)));
}

/* The error of a job that failed or was cancelled, as it was kept. */
static void reply_failed(struct http_request *request, const struct job_view *view)
{
    static const char prefix[] = "/problems/";
    struct nash_error error = {.status = NASH_INTERNAL};
    if (view->row.state == JOB_CANCELLED) /* whatever was found by then is in the job */
        nash_fail_type(&error, NASH_CONFLICT, "cancelled", "", "The job was cancelled.");
    cJSON *kept = view->row.error != NULL ? cJSON_ParseWithLength(view->row.error->data, view->row.error->len) : NULL;
    const cJSON *type = nash_json_get(kept, "type"), *detail = nash_json_get(kept, "detail");
    const cJSON *pointer = nash_json_get(kept, "pointer");
    if (cJSON_IsString(type) && strncmp(type->valuestring, prefix, sizeof prefix - 1) == 0)
        snprintf(error.type, sizeof error.type, "%s", type->valuestring + sizeof prefix - 1);
    if (cJSON_IsString(detail))
        snprintf(error.detail, sizeof error.detail, "%s", detail->valuestring);
    if (cJSON_IsString(pointer))
        snprintf(error.pointer, sizeof error.pointer, "%s", pointer->valuestring);
    cJSON_Delete(kept);
    http_problem(request, 0, &error);
}

/* The result's text, NULL when memory is short. */
static struct bytes *text_of(const struct nash_solver *solver, const struct bytes *json)
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
    struct bytes *text = text_of(solver, view->row.result);
    struct http_ready *ready = NULL;
    snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view->id));
    const char *const headers[][2] = {{"Content-Location", location}};
    if (text != NULL)
        ready = http_ready_new("text/plain; charset=utf-8", api_etag(etag, text), headers, 1, text);
    bytes_unref(text);
    if (ready == NULL) {
        http_problem_text(request, 503, "out-of-memory",
                          "The server has no memory for this reply now. Try again later.");
        return;
    }
    http_reply_ready(request, ready);
    http_ready_free(ready);
}

void api_reply_text(struct http_request *request, const struct nash_solver *solver, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    if (view.row.state == JOB_SUCCEEDED)
        reply_result(request, solver, &view);
    else
        reply_failed(request, &view);
    job_view_release(&view);
}
