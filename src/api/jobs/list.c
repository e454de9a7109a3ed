/* GET /v1/jobs: the list of jobs, newest first, filtered, in pages by cursor. */
#include <stdio.h>
#include <string.h>

#include <api/access.h>
#include <api/cursor.h>
#include <api/negotiation.h>
#include <api/readers/offload.h>
#include <base/clock.h>

#include "list_filter.h"

enum { LIST_DEFAULT = 50, LIST_MAX = 500, LIST_ARENA = 64 << 20 };

/* Reads a list of states such as "queued,running" into bits 1 << state. Returns false for an unknown state or none. */
static bool states_read(const char *text, int *states)
{
    while (*text != '\0') {
        size_t len = strcspn(text, ",");
        int found = -1;
        for (int state = JOB_QUEUED; state <= JOB_CANCELLED; state++) {
            const char *name = job_state_name((enum job_state)state);
            if (strlen(name) == len && memcmp(name, text, len) == 0)
                found = state;
        }
        if (found < 0)
            return false;
        *states |= 1 << found;
        text += len;
        if (*text == ',')
            text++;
    }
    return *states != 0;
}

static bool time_read(struct http_request *request, const char *name, int64_t *ms)
{
    const char *text = http_query(request, name);
    if (text == NULL || clock_read(text, ms))
        return true;
    http_problem_text(request, 400, "invalid-request",
                      "query parameter \"%s\" must be a time such as 2026-11-21 or 2026-11-21T01:26:00Z", name);
    return false;
}

/* Reads the parameter "id". Fewer than DIGITS_MIN digits match many jobs (jobs/job/id.c). */
static bool ids_read(struct http_request *request, struct list_ids *ids, struct store_filter *filter)
{
    enum { DIGITS_MIN = 8, DIGITS = 2 * JOB_ID_BYTES };
    const char *text = http_query(request, "id");
    char from[] = "00000000000000000000000000000000", to[] = "ffffffffffffffffffffffffffffffff";
    if (text == NULL)
        return true;
    size_t len = strlen(text);
    if (len >= DIGITS_MIN && len <= DIGITS) {
        memcpy(from, text, len);
        memcpy(to, text, len);
        filter->id_from = &ids->from;
        filter->id_to = &ids->to;
        if (job_id_read(from, DIGITS, &ids->from) && job_id_read(to, DIGITS, &ids->to))
            return true;
    }
    http_problem_text(request, 400, "invalid-request",
                      "query parameter \"id\" must be the first %d to %d hex digits of an id", DIGITS_MIN, DIGITS);
    return false;
}

static bool tag_read(struct http_request *request, struct store_filter *filter)
{
    filter->tag = http_query(request, "tag");
    if (filter->tag == NULL || nash_tag_check(filter->tag, strlen(filter->tag)))
        return true;
    http_problem_text(request, 400, "invalid-request",
                      "query parameter \"tag\" must be a tag: 1 to %d of the characters A-Z a-z 0-9 . _ : / @ -",
                      NASH_TAG_MAX);
    return false;
}

bool list_filter_read(struct http_request *request, bool is_list, struct store_filter *filter, struct list_ids *ids)
{
    int64_t limit = LIST_DEFAULT;
    if (!api_query_only(request, (const char *const[]){"id", "kind", "status", "tag", "created_from", "created_to",
                                                       "finished_from", "finished_before", "owner",
                                                       is_list ? "limit" : "all", is_list ? "cursor" : NULL, NULL}) ||
        !tag_read(request, filter) || !time_read(request, "finished_from", &filter->finished_from_ms) ||
        !time_read(request, "finished_before", &filter->finished_to_ms) || !ids_read(request, ids, filter) ||
        !api_query_int(request, "limit", 1, LIST_MAX, &limit) ||
        !api_query_int(request, "cursor", 1, INT64_MAX, &filter->before) ||
        !time_read(request, "created_from", &filter->created_from_ms) ||
        !time_read(request, "created_to", &filter->created_to_ms))
        return false;
    filter->limit = (unsigned)limit;
    filter->kind = http_query(request, "kind");
    filter->owner = api_list_owner(request);
    filter->before = cursor_to_sequence(api_of(request), filter->before);
    const char *status = http_query(request, "status");
    if (status == NULL || states_read(status, &filter->states))
        return true;
    http_problem_text(request, 400, "invalid-request",
                      "query parameter \"status\" must be a list of queued, running, succeeded, failed, cancelled");
    return false;
}

/* Copies a text of the filter to where it stays. */
static void keep_text(const char **text, char *room, size_t size)
{
    if (*text == NULL)
        return;
    snprintf(room, size, "%s", *text);
    *text = room;
}

void list_filter_keep(struct store_filter *filter, struct list_texts *texts)
{
    keep_text(&filter->owner, texts->owner, sizeof texts->owner);
    keep_text(&filter->kind, texts->kind, sizeof texts->kind);
    keep_text(&filter->tag, texts->tag, sizeof texts->tag);
}

/* Sets the Link header of the next page: the same query with a new cursor. */
static void link_next(struct http_request *request, const struct store_filter *filter, int64_t cursor)
{
    struct nash_buf link = NASH_BUF_INIT(2048);
    nash_buf_printf(&link, "</v1/jobs?limit=%u&cursor=%lld", filter->limit, (long long)cursor);
    static const char *const kept[] = {
        "id", "status", "tag", "created_from", "created_to", "finished_from", "finished_before"};
    if (filter->kind != NULL && nash_find_kind(filter->kind, strlen(filter->kind)) != NULL)
        nash_buf_printf(&link, "&kind=%s", filter->kind);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (http_query(request, kept[i]) != NULL)
            nash_buf_printf(&link, "&%s=%s", kept[i], http_query(request, kept[i])); /* checked: needs no escaping */
    if (api_names_owner(request))
        nash_buf_printf(&link, "&owner=%s", http_query(request, "owner"));
    nash_buf_puts(&link, ">; rel=\"next\"");
    if (!link.failed)
        http_set_header(request, "Link", nash_buf_cstr(&link));
    nash_buf_free(&link);
}

/* A list that a reader thread reads and writes. */
struct listing {
    struct offload offload; /* first */
    struct store_filter filter;
    struct list_ids ids;
    struct list_texts texts; /* of the filter */
    struct nash_error error; /* status not NASH_OK: the reply is this problem */
    struct nash_buf json;
    int64_t next; /* cursor of the next page; 0: none */
};

/* Writes `count` rows; more: further rows follow, so a cursor leads to the next page. */
static void write_page(struct listing *listing, const struct store_job rows[], size_t count, bool more)
{
    struct nash_jsonw json = NASH_JSONW(&listing->json);
    nash_jsonw_object(&json);
    nash_jsonw_karray(&json, "jobs");
    for (size_t i = 0; i < count; i++) {
        struct job_view view = {.id = rows[i].id,
                                .solver = nash_find_kind(rows[i].kind, strlen(rows[i].kind)),
                                .row = rows[i],
                                .durable = true};
        job_write(&view, false, &json);
    }
    nash_jsonw_array_end(&json);
    nash_jsonw_key(&json, "next");
    listing->next = more ? cursor_of_sequence(listing->offload.api, rows[count - 1].sequence) : 0;
    char cursor[24];
    snprintf(cursor, sizeof cursor, "%lld", (long long)listing->next);
    nash_jsonw_string(&json, more ? cursor : NULL);
    nash_jsonw_object_end(&json);
}

static void list_work(struct offload *offload)
{
    struct listing *listing = (struct listing *)offload;
    struct store_filter filter = listing->filter;
    struct nash_arena *arena = nash_arena_new(LIST_ARENA);
    struct store_job *rows = NULL;
    size_t count = 0, page = filter.limit++; /* one more row shows whether there is a next page */
    if (arena == NULL)
        nash_fail(&listing->error, NASH_NOMEM, "", "the server has no memory for this list; try again later");
    else if (jobs_list(offload->api->jobs, &filter, arena, &rows, &count, &listing->error) == NASH_OK)
        write_page(listing, rows, count > page ? page : count, count > page);
    for (size_t i = 0; i < count; i++)
        store_job_release(&rows[i]);
    nash_arena_free(arena);
}

static void reply_list(struct http_request *request, struct offload *offload)
{
    struct listing *listing = (struct listing *)offload;
    if (listing->error.status != NASH_OK) {
        http_problem(request, 0, &listing->error);
        return;
    }
    if (listing->next != 0)
        link_next(request, &listing->filter, listing->next);
    api_reply_json(request, 200, &listing->json);
}

static void release_listing(struct offload *offload)
{
    nash_buf_free(&((struct listing *)offload)->json);
}

void api_jobs_list(struct http_request *request)
{
    struct listing *listing;
    if (!api_accepts_or_406(request, "application/json") ||
        (listing = offload_new(request, sizeof *listing, list_work, reply_list, release_listing)) == NULL)
        return;
    listing->json = NASH_BUF_INIT(0);
    if (!list_filter_read(request, true, &listing->filter, &listing->ids)) {
        offload_free(&listing->offload);
        return;
    }
    list_filter_keep(&listing->filter, &listing->texts);
    offload_start(request, &listing->offload);
}
