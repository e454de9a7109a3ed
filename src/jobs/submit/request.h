/* Reads a request's body into the properties of the job that the core needs. No lock needed. */
#ifndef JOBS_SUBMIT_REQUEST_H
#define JOBS_SUBMIT_REQUEST_H

#include <jobs/dispatch/execution.h>
#include <jobs/jobs.h>
#include <nash/hash.h>

/* A body that has passed the JSON gate and the kind's parser. */
struct parsed_request {
    struct nash_hash key; /* canonical key */
    uint32_t timeout_ms;
    int priority;
    uint64_t seed;
    struct problem_traits traits;
    char webhook[WEBHOOK_URL_MAX]; /* URL to which the end of the job is sent; "": none */
    char tags[NASH_TAGS_BYTES];    /* as of struct nash_job */
    bool fresh;                    /* to be solved, even if an answer is known */
};

/* Returns the time limit of a line of a batch, in ms: what the client requests, or the kind's default when that is
 * 0. */
uint32_t job_timeout_ms(const struct nash_solver *solver, uint32_t requested);
/* Reads a body. Fills *error on failure (must not be NULL). */
enum nash_status request_read(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                              const char *text, size_t len, struct parsed_request *request, struct nash_error *error);
/* Makes the key one of this owner's, unless owners share answers. Thus memory, executions in flight, the store and its
 * filter keep the answers of owners apart, and nothing tells an owner what others have asked. Without an owner ("") the
 * key stays as it is. */
void request_set_owner(const struct jobs *jobs, const char *owner, struct nash_hash *key);
/* Returns how a problem that was accepted before is to be solved. */
struct problem_traits request_traits(struct jobs *jobs, const struct nash_solver *solver, enum nash_format format,
                                     const struct bytes *problem);

/* Returns NASH_OK if the end of a job may be sent to this URL. */
enum nash_status request_check_webhook(const struct jobs *jobs, const char *url, struct nash_error *error);

#endif
