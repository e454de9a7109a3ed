/* What both batches share: lines in as they come, answers out as they are ready.
 *
 * libmicrohttpd sends nothing before the whole request is there, so answers wait in a spool meanwhile. Lines are taken
 * in the HTTP thread; when there is no room for one, the connection waits until batch_stream_wake(). */
#ifndef API_BATCH_STREAM_H
#define API_BATCH_STREAM_H

#include <pthread.h>

#include <api/api.h>
#include <api/lines.h>
#include <api/records.h>
#include <api/spool.h>

enum { BATCH_BODY_MAX = 1 << 30 }; /* bytes of a batch */

struct batch_stream;

struct batch_stream_calls {
    /* One line, neither empty nor a remark; or one record. False: no room; it will be given again after a wake. */
    bool (*take)(struct batch_stream *stream, const char *line, size_t len);
    /* No further line is at hand just now; may be NULL. */
    void (*flush)(struct batch_stream *stream);
    /* No more lines. */
    void (*end)(struct batch_stream *stream);
    /* In the HTTP thread after each wake, outside the lock; may be NULL. */
    void (*work)(struct batch_stream *stream);
    /* Releases what the owner of the stream holds: no wake may come after it returns. Then the stream is freed. */
    void (*release)(struct batch_stream *stream);
    bool hash_is_remark; /* lines that begin with '#' are passed over */
    bool has_records;    /* lines are put together to records: records.h */
};

struct batch_stream { /* first member of its owner, which calloc() made */
    const struct batch_stream_calls *calls;
    struct http_request *request;
    const char *type; /* media type of the answers */
    struct lines lines;
    struct records records;
    const char *const *keeps; /* of records: before batch_stream_begin() */
    pthread_mutex_t lock;     /* of all below */
    struct spool spool;
    bool over; /* the request is gone */
    bool done; /* every answer is in the spool */
};

/* Begins, from on_head: takes the stream over (it is freed with the request) and the body. */
void batch_stream_begin(struct batch_stream *stream, struct http_request *request, size_t line_max);
/* The route's handler: takes the last line, then streams the answers. */
void batch_stream_reply(struct http_request *request);
/* Room for lines again, or answers: from any thread. */
void batch_stream_wake(struct batch_stream *stream);
/* The same with bytes for the spool; done: these were the last. */
void batch_stream_add(struct batch_stream *stream, const void *bytes, size_t count, bool done);

/* {"index":…,"error":{…}}\n as both batches write it. */
void batch_write_error(struct nash_buf *out, uint64_t index, const struct nash_error *error);

#endif
