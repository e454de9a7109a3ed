/* Replies with a job: finished, current, accepted, or its result as text. */
#ifndef API_JOB_REPLY_H
#define API_JOB_REPLY_H

#include <api/common.h>

/* Replies with a finished job. The reply is made on first use and kept with the job, one for each value of cached. */
void api_reply_finished(struct http_request *request, struct job *job, bool cached);
/* Replies with the current state of a job: 200, or 304 for If-None-Match. */
void api_reply_job(struct http_request *request, struct job *job);
/* Replies 202 with Location and Retry-After; 503 if the database could not store the job. */
void api_reply_accepted(struct http_request *request, struct job *job);
/* Returns true after replying 503: the job has ended, but the database could not store it. */
bool api_reply_lost(struct http_request *request, struct job *job);
/* Replies with the result of a finished job in the kind's text form, 200 text/plain; a job without a result gives the
 * problem details of its error. */
void api_reply_text(struct http_request *request, const struct nash_solver *solver, struct job *job);

/* Reads the stored problem details of a job or an observation. kept may be NULL. */
void api_read_error(const struct bytes *kept, struct nash_error *error);
/* Replies with the stored error of a job that failed or was cancelled. */
void api_reply_failed(struct http_request *request, const struct job_view *view);

#endif
