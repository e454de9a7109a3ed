/* Waiting for a job within a request. */
#ifndef API_JOB_WAIT_H
#define API_JOB_WAIT_H

#include <api/common.h>

/* The user pointer of a request that waits (http_user); may be the first member of a larger struct. It is freed with
 * the request, and with it the reference to the job. */
struct api_wait {
    struct api *api;
    struct http_request *request;
    struct job *job; /* a reference, or NULL */
    struct job_watch watch;
};

/* Sets `wait`, which was allocated by calloc(), as the request's user pointer. The caller sets wait->job. */
void api_wait_own(struct api_wait *wait, struct http_request *request);
/* The on_close of api_wait_own(), for a struct that has further members to release first. */
void api_wait_close(void *wait);
/* Makes a wait for the job and takes over the caller's reference; NULL after replying 503. */
struct api_wait *api_wait_new(struct http_request *request, struct job *job);
/* Waits until the condition holds or ms have passed (0 = no limit), then calls woken; immediately if it already
 * holds. */
void api_wait_for(struct api_wait *wait, enum job_condition condition, uint32_t ms,
                  void (*woken)(struct http_request *request, bool timed_out));

/* Reads Prefer: returns the seconds to wait for the result (0 = reply 202 at once), and sets Preference-Applied.
 * default_s: without a preference. */
uint32_t api_read_wait_s(struct http_request *request, uint32_t default_s);

#endif
