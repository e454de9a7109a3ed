/* Frames: what travels between the server and a worker, both ways, over a stream socket.
 *
 * A frame is a head (length of the payload, type; the machine's own byte order, since both ends are one program) and a
 * payload. The server trusts nothing that comes back: a length beyond what the type allows ends the worker. */
#ifndef JOBS_POOL_FRAME_H
#define JOBS_POOL_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/buf.h>

enum frame_type {
    FRAME_SOLVE = 1, /* to the worker: struct frame_order, then the problem's bytes, or a pack's lines */
    FRAME_READY,     /* from it, all the others: it is locked down and waits; no payload */
    FRAME_PROGRESS,  /* one JSON object */
    FRAME_BLOB,      /* a name, a NUL, the bytes */
    FRAME_RESULT,    /* struct frame_verdict, then the result or a struct nash_error; of a pack: nothing, and the lines
                        that have no answer yet are handed back */
    FRAME_ANSWERS,   /* of a pack's next lines, as jobs/answers.h has them */
    FRAME_TYPES
};

struct frame_head {
    uint32_t len; /* of the payload */
    uint32_t type;
};

/* What an honest worker keeps to, and a dishonest one dies of. */
enum {
    FRAME_PROGRESS_MOST = 64 << 10, /* bytes of one progress object */
    FRAME_BLOBS_MOST = 256 << 20,   /* bytes of all by-products of a run, their names included */
    FRAME_ANSWERS_FULL = 64 << 10,  /* bytes of answers with which their frame leaves */
    FRAME_ANSWERS_MS = 20           /* between two lines: time after which what there is leaves */
};

struct frame_order {
    uint64_t seed;
    uint32_t timeout_ms;
    uint16_t kind; /* index in nash_kinds() */
    uint8_t format;
    uint8_t want_text;
    uint32_t lines; /* of a pack; 0 = one problem */
    uint32_t padding;
};

/* The beginning of FRAME_SOLVE as it is sent. */
struct frame_solve {
    struct frame_head head;
    struct frame_order order;
};

struct frame_verdict {
    int32_t status; /* enum nash_status */
    uint8_t final;
    uint8_t stopped; /* enum nash_stop_reason */
    uint8_t retires; /* this process has grown and ends now: no further order, please */
    uint8_t padding;
};

/* The largest payload of each type that a reader takes; 0 = the type is not expected. */
struct frame_limits {
    uint32_t most[FRAME_TYPES];
};

/* Bytes as they come, cut into frames. */
struct frame_reader {
    struct nash_buf buf;
    size_t at; /* bytes of buf already given out as frames */
};

enum frame_outcome { FRAME_NONE, FRAME_WHOLE, FRAME_TOO_LONG, FRAME_STRANGE };

void frame_reader_release(struct frame_reader *reader);
/* Appends bytes that came; false without memory. What it holds grows with what came, never with what is announced. */
bool frame_reader_add(struct frame_reader *reader, const void *bytes, size_t count);
/* Has all that came been given out? */
bool frame_reader_is_empty(const struct frame_reader *reader);
/* The next whole frame, valid until the next call of either function. FRAME_NONE: more bytes are needed. */
enum frame_outcome frame_next(struct frame_reader *reader, const struct frame_limits *limits, enum frame_type *type,
                              const char **payload, size_t *len);

#endif
