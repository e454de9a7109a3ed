/* A request: a problem, and the reserved member "job", which says how to run it. The server, its workers and the
 * command line read every request by nash_request_read(), so that a member means the same everywhere. */
#ifndef NASH_REQUEST_H
#define NASH_REQUEST_H

#include <nash/solver.h>

enum nash_format { NASH_FORMAT_JSON = 0, NASH_FORMAT_TEXT = 1 };

enum {
    NASH_TIMEOUT_MAX_MS = 86400000, /* the longest job.timeout_ms of any kind: a day */
    NASH_PRIORITY_MIN = -100,
    NASH_PRIORITY_MAX = 100,
    NASH_TAGS_MAX = 8,                                             /* tags of a job */
    NASH_TAG_MAX = 64,                                             /* characters of a tag */
    NASH_TAGS_BYTES = 1 + NASH_TAGS_MAX * (NASH_TAG_MAX + 3) + 1 /* of their JSON array, with a NUL */
};

/* The member "job". */
struct nash_job {
    uint32_t timeout_ms; /* 0: absent */
    int priority;        /* NASH_PRIORITY_MIN to NASH_PRIORITY_MAX; 0 if absent */
    uint64_t seed;       /* 0 if absent */
    bool has_seed, has_priority;
    const char *webhook;        /* URL to which the end of the job is sent, in the arena; NULL if absent */
    char tags[NASH_TAGS_BYTES]; /* a JSON array of strings without escapes or spaces; "" if absent */
    bool fresh; /* solve the problem again, even if its answer is known; where nothing is kept, it changes nothing */
};

struct nash_body {
    enum nash_format format;
    const char *text;
    size_t len;
    const struct nash_json *members; /* of a problem in text form, see struct nash_solver; NULL: none */
    bool spare;                      /* nothing needs the text afterwards: see nash_json_parse_spare() */
};

/* Reads a body into *problem, in the arena, and *job. job NULL: its members were read before. timeout_max_ms: a longer
 * job.timeout_ms is refused (NASH_UNPROCESSABLE); 0: there is no limit but NASH_TIMEOUT_MAX_MS. Errors are those of the
 * JSON gate, of "job" and of the kind's parser, and always have a type. A JSON problem may have the reserved member
 * "text", the kind's text form, in place of the members that describe the problem. */
enum nash_status nash_request_read(const struct nash_solver *solver, const struct nash_body *body,
                                   struct nash_arena *arena, void **problem, struct nash_job *job,
                                   uint32_t timeout_max_ms, struct nash_error *error);

/* Reads an object of members beside problems in text form, and checks them as far as possible without a problem. doc:
 * for struct nash_body; it points into `text` and the arena, and is freed by nash_json_free(), also after an error.
 * *job: as above. */
enum nash_status nash_members_read(const struct nash_solver *solver, const char *text, size_t len,
                                   struct nash_arena *arena, struct nash_json *doc, struct nash_job *job,
                                   uint32_t timeout_max_ms, struct nash_error *error);

/* Returns whether the text has the form of struct nash_job: tags, and is not "". */
bool nash_tags_check(const char *json, size_t len);
/* Returns whether this is one tag: 1 to NASH_TAG_MAX of the characters A-Z a-z 0-9 . _ : / @ - */
bool nash_tag_check(const char *tag, size_t len);

/* Returns the time limit of a problem whose request has no job.timeout_ms, in ms. */
uint32_t nash_time_default(const struct nash_solver *solver, const void *problem);

#endif
