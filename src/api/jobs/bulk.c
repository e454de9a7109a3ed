/* POST /v1/jobs/cancel and DELETE /v1/jobs: cancel or delete all own jobs that pass a filter. A reader thread does it,
 * since it reads the store and waits for commits. */
#include <string.h>

#include <api/readers/offload.h>
#include <jobs/bulk.h>

#include "list_filter.h"

struct bulk_change {
    struct offload offload; /* first */
    bool deletes;
    struct store_filter filter;
    struct list_ids ids;
    struct list_texts texts; /* of the filter */
    uint64_t count;
    struct nash_error error; /* status NASH_OK: the change is done */
};

static void bulk_work(struct offload *offload)
{
    struct bulk_change *change = (struct bulk_change *)offload;
    struct jobs *jobs = offload->api->jobs;
    if (change->deletes)
        jobs_forget_all(jobs, &change->filter, &change->count, &change->error);
    else
        jobs_cancel_all(jobs, &change->filter, &change->count, &change->error);
}

static void bulk_reply(struct http_request *request, struct offload *offload)
{
    struct bulk_change *change = (struct bulk_change *)offload;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    if (change->error.status != NASH_OK) {
        http_problem(request, 0, &change->error);
        return;
    }
    nash_jsonw_object(&json);
    nash_jsonw_kuint(&json, change->deletes ? "deleted" : "cancelled", change->count);
    nash_jsonw_object_end(&json);
    api_reply_json(request, 200, &buf);
    nash_buf_free(&buf);
}

/* Reads the query. Returns false after replying 400: a change of all jobs has to be asked for. */
static bool bulk_filter_read(struct http_request *request, struct bulk_change *change)
{
    static const char *const filters[] = {"id",           "kind",       "status",        "tag",
                                          "created_from", "created_to", "finished_from", "finished_before"};
    const char *all = http_query(request, "all");
    bool any = all != NULL && strcmp(all, "true") == 0;
    if (!list_filter_read(request, false, &change->filter, &change->ids))
        return false;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        any |= http_query(request, filters[i]) != NULL;
    if (any && (all == NULL || strcmp(all, "true") == 0))
        return true;
    http_problem_text(request, 400, "invalid-request",
                      "give a filter such as status, tag, kind or finished_before, or all=true for all jobs");
    return false;
}

static void bulk_start(struct http_request *request, bool deletes)
{
    struct bulk_change *change = offload_new(request, sizeof *change, bulk_work, bulk_reply, NULL);
    if (change == NULL)
        return;
    change->deletes = deletes;
    if (!bulk_filter_read(request, change)) {
        offload_free(&change->offload);
        return;
    }
    list_filter_keep(&change->filter, &change->texts);
    offload_start(request, &change->offload);
}

void api_jobs_cancel(struct http_request *request)
{
    bulk_start(request, false);
}

void api_jobs_delete(struct http_request *request)
{
    bulk_start(request, true);
}
