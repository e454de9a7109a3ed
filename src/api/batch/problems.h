/* Splits a body that arrives in pieces into problems: one on each line or, if the kind has them, in records of several
 * lines. Empty lines and comments are skipped. */
#ifndef API_PROBLEMS_H
#define API_PROBLEMS_H

#include <solvers/records.h>

#include "lines.h"

struct problems {
    struct lines lines;
    struct records records; /* used if the kind has records */
    bool hash_is_comment;   /* lines that begin with '#' are skipped; records have comments of their own */
    records_take *take;
    void *context; /* of take() */
};

/* solver: of problems in text form, with their records and comments; NULL: each line is JSON. max: bytes of the longest
 * valid problem; a longer one is truncated to max + 1 bytes. take() receives each problem. */
void problems_init(struct problems *problems, const struct nash_solver *solver, size_t max, records_take *take,
                   void *context);
void problems_release(struct problems *problems);

/* Reads a piece. Returns the number of bytes used, less than len when take() refused a problem: call again with the
 * rest. */
size_t problems_feed(struct problems *problems, const char *data, size_t len);
/* Reads the end of the body. Returns false when take() refused a problem: call again. */
bool problems_end(struct problems *problems);

/* Returns whether something was lost for lack of memory. */
bool problems_failed(const struct problems *problems);

#endif
