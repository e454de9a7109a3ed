/* A request on documents: its work is done in the thread of their room, then the HTTP thread replies.
 *
 * A call belongs to its request and to the thread, which may still work on it when the request has ended. */
#ifndef API_DOCUMENTS_CALL_H
#define API_DOCUMENTS_CALL_H

#include <api/jobs/job_wait.h>

#include "room.h"

struct document_collection;

struct call {
    struct body_reading reading; /* first */
    struct document_room *room;
    bool added;                                                     /* to the thread */
    void (*work)(struct call *call);                                /* in the thread; sets the outcome */
    void (*reply)(struct http_request *request, struct call *call); /* in the HTTP thread, when error.status is NASH_OK;
                                                                       NULL: replies with `json` */

    /* The request, for the thread. */
    const char *owner;         /* of what the call makes; "" without authentication */
    const char *scope;         /* whose documents it may see (api_scope) */
    bool has_id, has_other_id; /* the path names a document; and a task, in other_id */
    struct job_id id, other_id;
    struct http_held_body body;
    bool is_text;      /* the body is text/plain */
    char *idempotency; /* NULL: none */
    char *accept;      /* header Accept; NULL: none */
    bool is_guest;     /* the request has a secret of the document, in place of a key */
    char secret[64];
    char if_match[64]; /* "": none */
    struct store_document_filter filter;
    char kind[JOB_KIND_MAX], list_owner[JOB_OWNER_MAX]; /* of the filter */
    const struct document_collection *collection;
    char format[32], player[256]; /* query parameters beside a text */

    /* The outcome. */
    struct nash_error error; /* status not NASH_OK: the reply is this problem */
    unsigned status;         /* of the reply with `json` */
    struct nash_buf json;
    char location[DOCUMENT_PATH_MAX]; /* "": none */
    char etag[24];                    /* of the document, for the reply */
    const char *media_type;           /* of `json` if it is not JSON, or NULL */
    bool may_be_unchanged;            /* a reply 304 is allowed */
    uint32_t wait_ms;                 /* for the observation, or for the move of an engine */
    int64_t next;                     /* cursor of the next page; 0: none */
    struct job *job;                  /* a reference, or NULL */
    bool is_old;                      /* the observation was finished before the request */

    void *own;                /* what the resource keeps for the request, or NULL */
    void (*close)(void *own); /* called under room->lock when the request is over, if there is something */

    /* Guarded by room->lock. */
    struct http_request *request;      /* NULL: it has ended */
    bool settled;                      /* the observation is finished: `error` or `job` say how */
    struct job_id task, document;      /* for which the call waits */
    struct call *next_waiting, **link; /* link NULL: it does not wait */
};

/* The request's user pointer. */
struct call_request {
    struct api_wait wait; /* first */
    struct call *call;
};

typedef void call_work(struct call *call);
typedef void call_reply(struct http_request *request, struct call *call);

/* Makes the call of a request, with path, body and Idempotency-Key. Returns NULL after replying. */
struct call *call_new(struct http_request *request, struct document_room *room, call_work *work, call_reply *reply);
/* Gives the call to the thread and waits. */
void call_start(struct http_request *request, struct call *call);
/* Does both. */
void call_simple(struct http_request *request, struct document_room *room, call_work *work, call_reply *reply);

/* For the head of a request whose body is JSON of at most `limit` bytes; may reply 415. */
void call_json_head(struct http_request *request, size_t limit);

/* Takes a call off the list of those that wait, if it is there. Under room->lock. */
void call_unlink(struct call *call);

/* In the thread: reads the document of the call's path. Returns false with the outcome set. The row holds references.
 */
bool document_of_call(struct call *call, bool with_body, struct store_document *row);

/* Sets the id of a new document: by the Idempotency-Key, so that the same key finds the same document, else at random.
 * domain: separates the resources. Returns whether there is a key. */
bool call_document_id(const struct call *call, const char *domain, struct job_id *id);

/* Sets the outcome: an error. Returns false. */
bool call_fail(struct call *call, enum nash_status status, const char *type, const char *pointer, const char *format,
               ...) __attribute__((format(printf, 5, 6)));
bool call_no_memory(struct call *call);
/* In the thread: returns the body, a strict JSON object; text NULL after call_fail(). */
struct slice call_object(struct call *call);
/* Returns whether all members of the body are in the NULL-terminated list; false after call_fail(). */
bool call_members_only(struct call *call, struct slice body, const char *const names[]);
/* In the thread: removes the document of the call's path, and makes 204 the outcome. Returns false with the outcome set
 * if it is not removed. */
bool call_remove_document(struct call *call);

#endif
