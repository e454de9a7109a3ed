/* A request on its way to its job; see submit.c. */
#ifndef JOBS_SUBMIT_SUBMISSION_H
#define JOBS_SUBMIT_SUBMISSION_H

#include "request.h"

struct submission {
    struct jobs *jobs;
    const struct jobs_request *request;
    struct nash_error *error;
    enum submit_result result;
    struct job *job; /* the job to return; a reference */

    struct parsed_request parsed;
    struct nash_hash fingerprint; /* of the body; set only with an Idempotency-Key */
    struct work *reading;         /* of a worker that holds the problem, and solves it if it may; NULL: none */
    bool adopted;                 /* it does */
    bool known;                   /* memory has an answer or an execution: the store need not be read */
    struct job *stored;           /* a job from the store that has answered this problem; a reference */
    struct job *created;          /* the new job, allocated before the lock is taken */
    struct execution *execution;  /* of the new job, allocated in the same way */
    struct bytes *whole;          /* what is solved, if the new job keeps what was sent; else NULL; a reference */
};

/* Returns NASH_OK when a request may have this Idempotency-Key; NULL: it has none. */
enum nash_status check_idempotency_key(const char *key, struct nash_error *error);

/* Takes the steps that follow the reading of the request. Sets s->result, and s->job or *s->error. Needs no lock; may
 * read the store. */
void submission_decide(struct submission *s);
/* Releases what the submission has allocated, except s->job. */
void submission_release(struct submission *s);

#endif
