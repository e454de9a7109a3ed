/* The job that a path names. */
#ifndef API_JOB_FIND_H
#define API_JOB_FIND_H

#include <api/common.h>

/* Finds the job of path parameter {id} and calls then() with a reference, which it takes over: at once if the job is in
 * memory, else when a reader thread has found it in the store. Replies 404 if there is none, and then() is not called.
 * The job may lack large bodies (jobs_find_part). Drops the request's user pointer. */
void api_with_job(struct http_request *request, void (*then)(struct http_request *request, struct job *job));

#endif
