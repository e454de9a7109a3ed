#include "job_wait.h"

#include <stdio.h>
#include <stdlib.h>

#include <http/prefer.h>

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

uint32_t api_read_wait_s(struct http_request *request, uint32_t default_s)
{
    struct http_prefer prefer;
    char applied[32];
    http_prefer_read(http_header(request, "Prefer"), &prefer);
    uint32_t wait_s = prefer.has_wait ? prefer.wait_s : default_s;
    if (wait_s > WAIT_MAX_S)
        wait_s = WAIT_MAX_S;
    if (prefer.respond_async) {
        http_set_header(request, "Preference-Applied", "respond-async");
        return 0;
    }
    if (prefer.has_wait) {
        snprintf(applied, sizeof applied, "wait=%u", wait_s);
        http_set_header(request, "Preference-Applied", applied);
    }
    return wait_s;
}
