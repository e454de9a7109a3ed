#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <api/common.h>
#include <base/clock.h>

bool api_is_draining(struct http_request *request)
{
    if (!atomic_load(&api_of(request)->draining))
        return false;
    http_problem_text(request, 503, "draining", "The server is shutting down and takes no new problems.");
    return true;
}

struct job *api_find_job(struct http_request *request)
{
    const char *text = http_param(request, "id");
    struct job_id id;
    struct job *job = NULL;
    if (job_id_read(text, strlen(text), &id))
        job = jobs_find(api_of(request)->jobs, &id, http_owner(request));
    if (job == NULL)
        http_problem_text(request, 404, "job-not-found",
                          "There is no job %.64s. Jobs are forgotten after DELETE or when their retention ends.", text);
    return job;
}

const struct nash_solver *api_find_kind(struct http_request *request)
{
    const char *name = http_param(request, "kind");
    const struct nash_solver *solver = nash_find_kind(name, strlen(name));
    if (solver != NULL)
        return solver;
    char known[256] = "";
    size_t count, used = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", kinds[i]->kind);
    http_problem_text(request, 404, "unknown-kind", "This server solves no kind \"%.64s\". It knows: %s.", name, known);
    return NULL;
}

bool api_query_int(struct http_request *request, const char *name, int64_t lo, int64_t hi, int64_t *value)
{
    const char *text = http_query(request, name);
    int64_t read;
    if (text == NULL)
        return true;
    if (nash_parse_int64(text, strlen(text), &read) && read >= lo && read <= hi) {
        *value = read;
        return true;
    }
    http_problem_text(request, 400, "invalid-request", "Query parameter \"%s\" must be an integer from %lld to %lld.",
                      name, (long long)lo, (long long)hi);
    return false;
}

struct only {
    const char *const *names;
    char stranger[HTTP_SEGMENT_MAX];
};

static void look_for_stranger(void *context, const char *name, const char *value)
{
    struct only *only = context;
    (void)value;
    for (size_t i = 0; only->names[i] != NULL; i++)
        if (strcmp(only->names[i], name) == 0)
            return;
    if (only->stranger[0] == '\0')
        snprintf(only->stranger, sizeof only->stranger, "%s", name[0] != '\0' ? name : "(empty)");
}

bool api_query_only(struct http_request *request, const char *const names[])
{
    struct only only = {.names = names};
    http_query_each(request, look_for_stranger, &only);
    if (only.stranger[0] == '\0')
        return true;
    http_problem_text(request, 400, "unknown-member", "There is no query parameter \"%s\" here.", only.stranger);
    return false;
}

/* Is one media range of an Accept header, e.g. "text/html;q=0.5", equal to type (or a wildcard of it)? q=0 excludes. */
static bool range_allows(const char *range, size_t len, const char *type, bool wildcards)
{
    size_t name = 0;
    while (name < len && range[name] != ';')
        name++;
    const char *q = memmem(range, len, "q=0", 3);
    if (q != NULL && strspn(q + 3, ".0") == strcspn(q + 3, ",; \t"))
        return false;
    while (name > 0 && (range[name - 1] == ' ' || range[name - 1] == '\t'))
        name--;
    if (name == strlen(type) && strncasecmp(range, type, name) == 0)
        return true;
    if (!wildcards)
        return false;
    if (name == 3 && memcmp(range, "*/*", 3) == 0)
        return true;
    size_t major = (size_t)(strchr(type, '/') - type) + 1;
    return name == major + 1 && strncasecmp(range, type, major) == 0 && range[major] == '*';
}

static bool accept_has(const struct http_request *request, const char *type, bool wildcards)
{
    const char *at = http_header(request, "Accept");
    if (at == NULL || *at == '\0')
        return wildcards;
    while (*at != '\0') {
        at += strspn(at, ", \t");
        size_t len = strcspn(at, ",");
        if (len > 0 && range_allows(at, len, type, wildcards))
            return true;
        at += len;
    }
    return false;
}

bool api_accepts(const struct http_request *request, const char *type)
{
    return accept_has(request, type, true);
}

bool api_accepts_named(const struct http_request *request, const char *type)
{
    return accept_has(request, type, false);
}

bool api_accepts_or_406(struct http_request *request, const char *type)
{
    if (api_accepts(request, type))
        return true;
    http_problem_text(request, 406, "not-acceptable", "This resource is %s; the Accept header excludes it.", type);
    return false;
}

bool api_content_is(const struct http_request *request, const char *type)
{
    const char *given = http_header(request, "Content-Type");
    size_t len = strlen(type);
    return given != NULL && strncasecmp(given, type, len) == 0 && strchr("; \t", given[len]) != NULL;
}

/* ---- replies ---- */

static struct bytes *render(const struct job_view *view, bool cached)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    job_write(view, cached, &json);
    nash_buf_putc(&buf, '\n');
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

static void out_of_memory(struct http_request *request)
{
    http_problem_text(request, 503, "out-of-memory", "The server has no memory for this reply now. Try again later.");
}

char *api_etag(char *out, const struct bytes *body)
{
    struct nash_hash hash = nash_sha256_of(body->data, body->len);
    uint64_t head;
    memcpy(&head, hash.byte, sizeof head);
    snprintf(out, API_ETAG_MAX, "\"%016llx\"", (unsigned long long)head);
    return out;
}

void api_reply_finished(struct http_request *request, struct job *job, bool cached)
{
    struct http_ready *ready = job_reply(job, cached);
    if (ready == NULL) {
        struct job_view view;
        job_view(api_of(request)->jobs, job, &view);
        struct bytes *body = render(&view, cached);
        char etag[API_ETAG_MAX], id[JOB_ID_TEXT], location[64];
        if (body != NULL) {
            snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view.id));
            const char *const headers[][2] = {{"Content-Location", location}};
            ready = http_ready_new("application/json", api_etag(etag, body), headers, 1, body);
            bytes_unref(body);
        }
        job_view_release(&view);
        if (ready == NULL) {
            out_of_memory(request);
            return;
        }
        ready = job_set_reply(job, cached, ready, http_ready_free);
    }
    http_reply_ready(request, ready);
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
        struct bytes *body = render(&view, false);
        if (body == NULL)
            out_of_memory(request);
        else
            http_reply_bytes(request, 200, "application/json", body);
        bytes_unref(body);
    }
    job_view_release(&view);
}

/* A job the database would not take: it ended in memory, and nobody can ask for it later. */
static bool reply_lost(struct http_request *request, const struct job_view *view)
{
    if (view->durable || !is_finished(view))
        return false;
    http_problem_text(request, 503, "unavailable",
                      "The problem could not be stored: the database takes no writes now. Submit it again later.");
    return true;
}

bool api_reply_lost(struct http_request *request, struct job *job)
{
    struct job_view view;
    job_view(api_of(request)->jobs, job, &view);
    bool lost = reply_lost(request, &view);
    job_view_release(&view);
    return lost;
}

void api_reply_accepted(struct http_request *request, struct job *job)
{
    struct job_view view;
    char id[JOB_ID_TEXT], location[64];
    job_view(api_of(request)->jobs, job, &view);
    if (reply_lost(request, &view)) {
        job_view_release(&view);
        return;
    }
    snprintf(location, sizeof location, "/v1/jobs/%s", job_id_text(id, &view.id));
    http_set_header(request, "Location", location);
    http_set_header(request, "Retry-After", "1");
    struct bytes *body = render(&view, false);
    if (body == NULL)
        out_of_memory(request);
    else
        http_reply_bytes(request, 202, "application/json", body);
    bytes_unref(body);
    job_view_release(&view);
}

void api_reply_json(struct http_request *request, unsigned status, struct nash_buf *json)
{
    nash_buf_putc(json, '\n');
    if (json->failed)
        out_of_memory(request);
    else
        http_reply(request, status, "application/json", json->data, json->len);
}

/* ---- waiting for a job ---- */

static void wait_over(void *user)
{
    struct api_wait *wait = user;
    job_unwatch(wait->api->jobs, &wait->watch);
    job_unref(wait->job);
    free(wait);
}

static void wait_fire(struct job_watch *watch)
{
    http_wake(((struct api_wait *)watch->context)->request);
}

struct api_wait *api_wait_new(struct http_request *request, struct job *job)
{
    struct api_wait *wait = calloc(1, sizeof *wait);
    if (wait == NULL) {
        job_unref(job);
        out_of_memory(request);
        return NULL;
    }
    wait->api = api_of(request);
    wait->request = request;
    wait->job = job;
    http_set_user(request, wait, wait_over);
    return wait;
}

void api_wait_for(struct api_wait *wait, enum job_condition condition, uint32_t ms,
                  void (*woken)(struct http_request *request, bool timed_out))
{
    job_unwatch(wait->api->jobs, &wait->watch);
    wait->watch = (struct job_watch){.condition = condition, .fire = wait_fire, .context = wait};
    if (job_watch(wait->api->jobs, wait->job, &wait->watch, 0))
        http_wait(wait->request, ms, woken);
    else
        woken(wait->request, false);
}
