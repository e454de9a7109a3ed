#include "job_find.h"

#include <stdio.h>
#include <string.h>

#include <api/access.h>
#include <api/readers/offload.h>

struct job_search {
    struct offload offload; /* first */
    void (*then)(struct http_request *request, struct job *job);
    struct job_id id;
    const char *owner;
    struct job *job; /* a reference, or NULL */
};

static void reply_unknown(struct http_request *request)
{
    http_problem_text(request, 404, "job-not-found",
                      "job %.64s does not exist; a job is removed by DELETE or when its retention time ends",
                      http_param(request, "id"));
}

static void search_store(struct offload *offload)
{
    struct job_search *search = (struct job_search *)offload;
    search->job = jobs_find_part(offload->api->jobs, &search->id, search->owner);
}

static void continue_with_job(struct http_request *request, struct offload *offload)
{
    struct job_search *search = (struct job_search *)offload;
    struct job *job = search->job;
    search->job = NULL;
    if (job != NULL)
        search->then(request, job);
    else
        reply_unknown(request);
}

static void release_search(struct offload *offload)
{
    job_unref(((struct job_search *)offload)->job);
}

void api_with_job(struct http_request *request, void (*then)(struct http_request *request, struct job *job))
{
    const char *text = http_param(request, "id");
    struct job_id id;
    struct job *job = NULL;
    if (!job_id_read(text, strlen(text), &id)) {
        reply_unknown(request);
    } else if (!jobs_find_here(api_of(request)->jobs, &id, api_scope(request), &job)) {
        struct job_search *search =
            offload_new(request, sizeof *search, search_store, continue_with_job, release_search);
        if (search == NULL)
            return;
        search->then = then;
        search->id = id;
        search->owner = api_scope(request);
        offload_start(request, &search->offload);
    } else if (job != NULL) {
        then(request, job);
    } else {
        reply_unknown(request);
    }
}
