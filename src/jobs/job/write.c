/* The job object of the wire contract (schema/openapi.yaml, Job), problem details and server-sent events. A job's
 * progress, result and error are ready JSON and are copied as they are. */
#include "write.h"

#include <string.h>

#include <base/clock.h>
#include <jobs/job_view.h>

static void write_time(struct nash_jsonw *out, const char *name, int64_t wall_ms)
{
    char text[CLOCK_TEXT];
    if (wall_ms != 0)
        nash_jsonw_kstring(out, name, clock_text(text, wall_ms));
}

static void write_summary(struct nash_jsonw *out, const struct bytes *opening)
{
    const char *summary;
    size_t len = summary_find(opening, &summary);
    if (len == 0)
        return;
    nash_jsonw_key(out, "summary");
    nash_jsonw_string_n(out, summary, len);
}

static void write_body(struct nash_jsonw *out, const char *name, const struct bytes *body)
{
    if (body != NULL)
        nash_jsonw_kraw(out, name, body->data, body->len);
}

/* Writes the place in the queue; queue_position is the same number, for clients that know only that. */
static void write_place(const struct job_view *view, struct nash_jsonw *out)
{
    nash_jsonw_kuint(out, "queue_position", view->queue_position);
    nash_jsonw_kobject(out, "queue");
    nash_jsonw_kuint(out, "position", view->queue_position);
    nash_jsonw_kuint(out, "of", view->queue_of);
    nash_jsonw_object_end(out);
}

/* Writes the members that precede the result. */
static void write_begin(const struct job_view *view, bool cached, struct nash_jsonw *out)
{
    char id[JOB_ID_TEXT], created[CLOCK_TEXT];
    const struct store_job *row = &view->row;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "id", job_id_text(id, &view->id));
    nash_jsonw_kstring(out, "kind", row->kind);
    nash_jsonw_kstring(out, "status", job_state_name(row->state));
    nash_jsonw_kbool(out, "cached", cached);
    if (row->owner[0] != '\0')
        nash_jsonw_kstring(out, "owner", row->owner);
    nash_jsonw_kstring(out, "created_at", clock_text(created, row->created_ms));
    if (row->state != JOB_QUEUED) /* a job suspended by a drain may have been running before */
        write_time(out, "started_at", row->started_ms);
    write_time(out, "finished_at", row->finished_ms);
    if (view->queue_position != 0)
        write_place(view, out);
    write_body(out, "tags", row->tags);
    write_summary(out, row->opening);
    write_body(out, "webhook", row->webhook);
    write_body(out, "progress", row->progress);
}

void job_write(const struct job_view *view, bool cached, struct nash_jsonw *out)
{
    write_begin(view, cached, out);
    write_body(out, "result", view->row.result);
    if (view->row.result == NULL && view->row.opening == NULL && job_result_bytes(view) > 0)
        nash_jsonw_kuint(out, "result_bytes", job_result_bytes(view));
    write_body(out, "error", view->row.error);
    nash_jsonw_object_end(out);
}

void job_write_around(const struct job_view *view, bool cached, struct nash_buf *begin, struct nash_buf *end)
{
    struct nash_jsonw out = NASH_JSONW(begin);
    write_begin(view, cached, &out);
    nash_jsonw_key(&out, "result");
    if (view->row.error != NULL) {
        nash_buf_puts(end, ",\"error\":");
        nash_buf_add(end, view->row.error->data, view->row.error->len);
    }
    nash_buf_putc(end, '}');
}

uint64_t job_result_bytes(const struct job_view *view)
{
    return view->row.result != NULL ? view->row.result->len : view->row.result_bytes;
}

static void write_problem(struct nash_jsonw *out, const struct nash_error *error)
{
    char type[16 + sizeof error->type] = "/problems/";
    strcat(type, nash_error_type(error));
    nash_jsonw_kstring(out, "type", type);
    nash_jsonw_kstring(out, "detail", error->detail[0] != '\0' ? error->detail : nash_status_name(error->status));
    if (error->pointer[0] == '/')
        nash_jsonw_kstring(out, "pointer", error->pointer);
}

struct bytes *error_json(const struct nash_error *error, const struct nash_error *first)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    write_problem(&out, error);
    if (first != NULL) {
        nash_jsonw_key(&out, "first_try");
        nash_jsonw_object(&out);
        write_problem(&out, first);
        nash_jsonw_object_end(&out);
    }
    nash_jsonw_object_end(&out);
    struct bytes *json = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return json;
}

void sse_write(struct nash_buf *out, int64_t id, const char *name, const char *data, size_t len)
{
    if (id != 0) {
        nash_buf_puts(out, "id: ");
        nash_buf_i64(out, id);
        nash_buf_putc(out, '\n');
    }
    nash_buf_puts(out, "event: ");
    nash_buf_puts(out, name);
    while (true) { /* a line break would end the data, so each line gets a field of its own */
        const char *end = memchr(data, '\n', len);
        size_t line = end != NULL ? (size_t)(end - data) : len;
        nash_buf_puts(out, "\ndata: ");
        nash_buf_add(out, data, line);
        if (end == NULL)
            break;
        data += line + 1;
        len -= line + 1;
    }
    nash_buf_puts(out, "\n\n");
}
