#include "common.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <nash/json.h>

#include "access.h"
#include "text_members.h"

bool api_is_draining(struct http_request *request)
{
    if (!atomic_load(&api_of(request)->draining))
        return false;
    http_problem_text(request, 503, "draining", "the server is shutting down and accepts no new problems");
    return true;
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
    http_problem_text(request, 404, "unknown-kind", "unknown kind \"%.64s\"; known: %s", name, known);
    return NULL;
}

/* ---- query parameters ---- */

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
    http_problem_text(request, 400, "invalid-request", "query parameter \"%s\" must be an integer from %lld to %lld",
                      name, (long long)lo, (long long)hi);
    return false;
}

struct query_names {
    const char *const *known;
    char unknown[HTTP_SEGMENT_MAX]; /* the first unknown name; "" = none */
};

static void check_query_name(void *context, const char *name, const char *value)
{
    struct query_names *names = context;
    (void)value;
    for (size_t i = 0; names->known[i] != NULL; i++)
        if (strcmp(names->known[i], name) == 0)
            return;
    if (names->unknown[0] == '\0')
        snprintf(names->unknown, sizeof names->unknown, "%s", name[0] != '\0' ? name : "(empty)");
}

bool api_query_only(struct http_request *request, const char *const names[])
{
    struct query_names query = {.known = names};
    http_query_each(request, check_query_name, &query);
    if (query.unknown[0] == '\0')
        return true;
    char known[160];
    http_problem_text(request, 400, "unknown-member", "unknown query parameter \"%s\"; known: %s", query.unknown,
                      names[0] != NULL ? nash_join_words(known, sizeof known, names) : "none");
    return false;
}

static void add_member(void *context, const char *name, const char *value)
{
    struct text_members **members = context;
    if (*members == NULL)
        *members = text_members_new();
    if (*members != NULL)
        text_members_add(*members, name, value);
}

bool api_query_members(struct http_request *request, const struct nash_solver *solver, struct text_members **members)
{
    struct nash_error error;
    *members = NULL;
    http_query_each(request, add_member, members);
    if (*members == NULL ||
        text_members_check(*members, solver, "query parameter", solver->limits.time_ms_max, &error) == NASH_OK)
        return true;
    text_members_free(*members);
    *members = NULL;
    if (error.status == NASH_UNPROCESSABLE) /* a query has no schema of its own: whatever it says wrongly is invalid */
        strcpy(error.type, "invalid-request");
    http_problem(request, error.status == NASH_NOMEM ? 503 : 400, &error);
    return false;
}

/* ---- replies ---- */

void api_reply_no_memory(struct http_request *request, const char *what)
{
    http_problem_text(request, 503, "out-of-memory", "the server has no memory for %s; try again later", what);
}

void api_reply_json(struct http_request *request, unsigned status, struct nash_buf *json)
{
    nash_buf_putc(json, '\n');
    if (json->failed)
        api_reply_no_memory(request, "this reply");
    else
        http_reply(request, status, "application/json", json->data, json->len);
}

char *api_etag(char *out, const struct bytes *body)
{
    struct nash_hash hash = nash_sha256_of(body->data, body->len);
    uint64_t head;
    memcpy(&head, hash.byte, sizeof head);
    snprintf(out, API_ETAG_MAX, "\"%016llx\"", (unsigned long long)head);
    return out;
}
