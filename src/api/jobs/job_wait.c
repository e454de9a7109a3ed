#include "job_wait.h"

#include <stdlib.h>

void api_wait_close(void *user)
{
    struct api_wait *wait = user;
    if (wait->job != NULL) {
        job_unwatch(wait->api->jobs, &wait->watch);
        job_unref(wait->job);
    }
    free(wait);
}

static void wait_fire(struct job_watch *watch)
{
    http_wake(((struct api_wait *)watch->context)->request);
}

void api_wait_own(struct api_wait *wait, struct http_request *request)
{
    wait->api = api_of(request);
    wait->request = request;
    http_set_user(request, wait, api_wait_close);
}

struct api_wait *api_wait_new(struct http_request *request, struct job *job)
{
    struct api_wait *wait = calloc(1, sizeof *wait);
    if (wait == NULL) {
        job_unref(job);
        api_reply_no_memory(request, "this request");
        return NULL;
    }
    api_wait_own(wait, request);
    wait->job = job;
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
