/* Problem details (RFC 9457): the catalogue, and errors written as application/problem+json. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <nash/jsonw.h>

#include "response.h"

#define PROBLEM(type, status, title) {type, status, title},
static const struct http_problem_type catalogue[] = {
#include "catalogue.def"
};
#undef PROBLEM

const struct http_problem_type *http_catalogue(size_t *count)
{
    *count = sizeof catalogue / sizeof catalogue[0];
    return catalogue;
}

const struct http_problem_type *http_problem_find(const char *type)
{
    for (size_t i = 0; i < sizeof catalogue / sizeof catalogue[0]; i++)
        if (strcmp(catalogue[i].type, type) == 0)
            return &catalogue[i];
    return NULL;
}

static unsigned default_status(enum nash_status status)
{
    switch (status) {
    case NASH_INVALID:
        return 400;
    case NASH_UNPROCESSABLE:
        return 422;
    case NASH_TOO_LARGE:
        return 413;
    case NASH_NOT_FOUND:
        return 404;
    case NASH_CONFLICT:
        return 409;
    case NASH_BUSY:
    case NASH_NOMEM:
        return 503;
    case NASH_OK:
    case NASH_STOPPED:
    case NASH_INTERNAL:
        break;
    }
    return 500;
}

void http_problem_write(struct nash_buf *out, unsigned status, const struct nash_error *error, const char *instance)
{
    const char *type = nash_error_type(error);
    const struct http_problem_type *entry = http_problem_find(type);
    struct nash_jsonw w = NASH_JSONW(out);
    char uri[sizeof error->type + 16];
    snprintf(uri, sizeof uri, "/problems/%s", type);
    nash_jsonw_object(&w);
    nash_jsonw_kstring(&w, "type", uri);
    nash_jsonw_kstring(&w, "title", entry != NULL ? entry->title : MHD_get_reason_phrase_for(status));
    nash_jsonw_kuint(&w, "status", status);
    nash_jsonw_kstring(&w, "detail", error->detail);
    if (instance != NULL && instance[0] != '\0')
        nash_jsonw_kstring(&w, "instance", instance);
    if (error->pointer[0] != '\0')
        nash_jsonw_kstring(&w, "pointer", error->pointer);
    nash_jsonw_object_end(&w);
}

unsigned http_problem_status(const struct nash_error *error)
{
    const struct http_problem_type *entry = http_problem_find(nash_error_type(error));
    return entry != NULL ? entry->status : default_status(error->status);
}

size_t http_problem_body(struct http_request *request, const struct nash_error *error, unsigned *status)
{
    struct nash_buf text = NASH_BUF_INIT(HTTP_KEEP_MAX);
    size_t len = 0;
    if (*status == 0)
        *status = http_problem_status(error);
    http_problem_write(&text, *status, error, request->target.path);
    if (!text.failed && http_out_reserve(request, text.len)) {
        memcpy(request->out, text.data, text.len);
        len = text.len;
    }
    nash_buf_free(&text);
    return len;
}

void http_problem(struct http_request *request, unsigned status, const struct nash_error *error)
{
    if (!http_may_reply(request))
        return;
    size_t len = http_problem_body(request, error, &status);
    if ((status == 503 || status == 429) && !request->has_retry_after)
        http_set_header(request, "Retry-After", "1");
    if (status == 500)
        log_warn("request failed", "%s %s %u %s: %s", request->method_text, request->target.path, status,
                 nash_error_type(error), error->detail);
    http_reply_own(request, status, "application/problem+json", len);
}

void http_problem_text(struct http_request *request, unsigned status, const char *type, const char *format, ...)
{
    struct nash_error error = {.status = NASH_INTERNAL};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.detail, sizeof error.detail, format, arguments);
    va_end(arguments);
    snprintf(error.type, sizeof error.type, "%s", type);
    http_problem(request, status, &error);
}
