/* Frames: the messages between the server and a worker process, both ways, over a stream socket.
 *
 * A frame is a head (length of the payload, and type; in the machine's own byte order, since both ends are one program)
 * and a payload. The server trusts nothing a worker sends: a length beyond what the type allows ends the worker. */
#ifndef JOBS_POOL_FRAME_H
#define JOBS_POOL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>
#include <nash/hash.h>

enum frame_type {
    FRAME_SOLVE = 1, /* to the worker: struct frame_work, then the problem, or the members and lines of a chunk, then
                        the blob to continue from */
    FRAME_READY,     /* from the worker, as all below: it is locked down and idle; no payload */
    FRAME_PROGRESS,  /* one JSON object */
    FRAME_BLOB,      /* a name, a NUL, the bytes */
    FRAME_RESULT,  /* struct frame_result, then the result or a struct nash_error. Of a chunk: only struct frame_result;
                      the lines that have no answer yet are returned */
    FRAME_ANSWERS, /* answers of a chunk's next lines, in the format of jobs/batch/answers.h */
    FRAME_READ,    /* struct frame_read, then webhook and tags: the worker holds a problem that it has read. It is idle
                      (FRAME_READY) after FRAME_DROP */
    FRAME_GO,      /* to the worker, in reply to FRAME_READ: struct frame_work; it solves the problem that it holds */
    FRAME_DROP,    /* the same; it forgets the problem */
    FRAME_TYPES    /* one more than the last type */
};

struct frame_head {
    uint32_t len; /* of the payload */
    uint32_t type;
};

/* Limits for what a worker sends; a worker that exceeds one is killed. */
enum {
    FRAME_PROGRESS_MAX = 64 << 10, /* bytes of one progress object */
    FRAME_JOB_MAX = 2 << 10,       /* bytes of the webhook and the tags of a job */
    FRAME_ANSWERS_FULL = 64 << 10, /* bytes of answers at which their frame is sent */
    FRAME_ANSWERS_MS = 20          /* time after which answers are sent, at the end of a line */
};

/* What is to be solved, as it is sent. */
struct frame_work {
    uint64_t seed;
    uint32_t timeout_ms;
    uint16_t kind; /* index in nash_kinds() */
    uint8_t format;
    uint8_t want_text;
    uint32_t lines;       /* number of lines of a chunk; 0 = one problem */
    uint32_t members_len; /* bytes of the members beside the lines, before the lines; 0 = none */
    uint32_t resume_len;  /* bytes of the blob to continue from, after the problem; 0 = none */
    uint32_t background;  /* 1: to be solved at low priority */
    uint32_t reads;       /* 1: to be read only; FRAME_READ or FRAME_RESULT with an error follows */
    uint32_t fingerprint; /* 1: FRAME_READ is to have the fingerprint of the body */
};

/* What was read, as it is sent; see struct work_reading. */
struct frame_read {
    struct nash_hash key, fingerprint;
    uint64_t seed;
    uint32_t timeout_ms;
    int32_t priority;
    uint8_t fresh, distributed, resumable, background;
    uint32_t webhook_len; /* bytes of the URL; the rest of the payload is the tags, a JSON array */
};

/* The beginning of FRAME_SOLVE, and the whole of FRAME_GO and FRAME_DROP, as they are sent. */
struct frame_solve {
    struct frame_head head;
    struct frame_work work;
};

/* How the work ended, as it is sent. */
struct frame_result {
    int32_t status;  /* enum nash_status */
    uint8_t final;   /* 1: the complete answer */
    uint8_t stopped; /* enum nash_stop_reason */
    uint8_t retires; /* the process has grown and ends now: it takes no further work */
    uint8_t padding;
};

/* The largest payload of each type that a reader accepts; 0 = the type is not expected. */
struct frame_limits {
    uint32_t max[FRAME_TYPES];
};

/* Cuts a stream of bytes into frames. */
struct frame_reader {
    struct nash_buf buf;
    size_t at; /* bytes of buf already returned as frames */
};

enum frame_status { FRAME_NONE, FRAME_COMPLETE, FRAME_TOO_LONG, FRAME_INVALID };

void frame_reader_release(struct frame_reader *reader);
/* Appends received bytes; false without memory. The buffer grows with what was received, never with what a head
 * announces. */
bool frame_reader_add(struct frame_reader *reader, const void *bytes, size_t count);
/* Returns true when everything received has been returned as frames. */
bool frame_reader_is_empty(const struct frame_reader *reader);
/* Takes the next complete frame, valid until the next call of this function or frame_reader_add(). FRAME_NONE: more
 * bytes are needed. */
enum frame_status frame_next(struct frame_reader *reader, const struct frame_limits *limits, enum frame_type *type,
                             const char **payload, size_t *len);

#endif
