/* A body that is read and answered, in the HTTP thread or, if it is large, in the reader's thread (body_reader.h). */
#ifndef API_READING_H
#define API_READING_H

#include <api/common.h>
#include <api/readers/body_reader.h>
#include <nash/nash.h>

enum {
    READ_BODY_MAX = 1 << 20,   /* bytes of a text of several problems, or of any kind: a PBN file has up to 300 KB */
    READ_REPLY_MAX = 16 << 20, /* bytes of the reply beyond which no more problems are read: an error has up to 700 */
    READ_MEMORY = 64 << 20
};

/* A body and what was read from it. The request's user pointer while another thread reads it. */
struct reading {
    struct body_reading thread; /* first */
    struct body_reader *reader;
    struct http_held_body held;            /* the body, if another thread reads it */
    void (*read)(struct reading *reading); /* sets the members below `index`; uses nothing else of the server */
    struct nash_body body;
    const struct nash_solver *solver; /* NULL: any kind */
    bool several;                     /* the reply has a line for each problem of the text */
    uint64_t index;                   /* of the next problem */
    struct nash_arena *arena;         /* while read() runs */
    struct nash_buf json;             /* the reply; with `status`, an error's body if it is not empty */
    enum nash_status status;
    struct nash_error error; /* if status is neither NASH_OK nor NASH_NOMEM */
};

/* Calls reading->read() and replies, at once or later. The members of *reading up to `index` are set. */
void reading_reply(struct http_request *request, const struct reading *reading);

#endif
