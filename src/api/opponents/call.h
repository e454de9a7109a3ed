/* A request on opponents: its work is done in the opponents' thread, then the HTTP thread replies.
 *
 * A call belongs to its request and to the thread, which may still work on it when the request has ended. */
#ifndef API_OPPONENTS_CALL_H
#define API_OPPONENTS_CALL_H

#include <api/jobs/job_wait.h>
#include <api/json_members.h>

#include "state.h"

struct call {
    struct body_reading reading; /* first */
    struct opponents *opponents;
    bool added;                                                     /* to the thread */
    void (*work)(struct call *call);                                /* in the thread; sets the outcome */
    void (*reply)(struct http_request *request, struct call *call); /* in the HTTP thread, when error.status is NASH_OK;
                                                                       NULL: replies with `json` */

    /* The request, for the thread. */
    const char *owner;         /* "" without authentication */
    bool has_id, has_other_id; /* the path names an opponent; and a task, in other_id */
    struct job_id id, other_id;
    struct http_held_body body;
    bool is_text;      /* the body is text/plain */
    char *idempotency; /* NULL: none */
    struct store_document_filter filter;
    char kind[JOB_KIND_MAX];      /* of the filter */
    char format[32], player[256]; /* query parameters beside a text */

    /* The outcome. */
    struct nash_error error; /* status not NASH_OK: the reply is this problem */
    unsigned status;         /* of the reply with `json` */
    struct nash_buf json;
    char location[64 + 2 * JOB_ID_TEXT]; /* "": none */
    uint32_t wait_ms;                    /* for the observation */
    int64_t next;                        /* cursor of the next page; 0: none */
    struct job *job;                     /* a reference, or NULL */

    /* Guarded by opponents->lock. */
    struct http_request *request; /* NULL: it has ended */
    bool settled;                 /* the observation is finished: `error` or `job` say how */
    struct job_id task;           /* for which the call waits */
    struct job_id document;
    struct call *next_waiting, **link; /* link NULL: it does not wait */
};

/* The request's user pointer. */
struct opponent_request {
    struct api_wait wait; /* first */
    struct call *call;
};

typedef void call_work(struct call *call);
typedef void call_reply(struct http_request *request, struct call *call);

/* Makes the call of a request, with path, body and Idempotency-Key. Returns NULL after replying. */
struct call *call_new(struct http_request *request, call_work *work, call_reply *reply);
/* Gives the call to the thread and waits. */
void call_start(struct http_request *request, struct call *call);
/* Does both. */
void call_simple(struct http_request *request, call_work *work, call_reply *reply);

/* Takes a call off the list of those that wait, if it is there. Under opponents->lock. */
void call_unlink(struct call *call);

/* Sets the outcome: an error. Returns false. */
bool call_fail(struct call *call, enum nash_status status, const char *type, const char *pointer, const char *format,
               ...) __attribute__((format(printf, 5, 6)));
bool call_no_memory(struct call *call);
/* In the thread: returns the body, a strict JSON object; text NULL after call_fail(). */
struct slice call_object(struct call *call);

#endif
