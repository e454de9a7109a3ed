/* Results and errors, the same in every part.
 *
 * A function that can fail returns enum nash_status and, where the caller must
 * tell a person why, fills a struct nash_error the caller owns. Nothing here
 * allocates: an error can be reported when memory is what ran out. */
#ifndef NASH_STATUS_H
#define NASH_STATUS_H

#include <stddef.h>

enum nash_status {
    NASH_OK = 0,
    NASH_INVALID = -1,       /* malformed: breaks the request's schema; HTTP 400 */
    NASH_UNPROCESSABLE = -2, /* well formed, but makes no sense together; HTTP 422 */
    NASH_TOO_LARGE = -3,     /* past a published limit; HTTP 413 */
    NASH_NOMEM = -4,         /* the memory budget is spent */
    NASH_STOPPED = -5,       /* cancelled, or a time or node budget is spent */
    NASH_NOT_FOUND = -6,     /* no such thing */
    NASH_CONFLICT = -7,      /* clashes with what is already there */
    NASH_BUSY = -8,          /* full for now: try again later; HTTP 503 */
    NASH_INTERNAL = -9       /* our fault: a failed check, a failed system call */
};

/* What went wrong, where, and how to mend it. Strings are truncated, never overrun. */
struct nash_error {
    enum nash_status status;
    char type[48];     /* last part of the problem type URI, e.g. "invalid-json"; "" = by status */
    char pointer[208]; /* JSON pointer (RFC 6901) into the request; "" = the whole */
    char detail[512];  /* one or two sentences for a person, UTF-8 */
};

/* Fills *error (may be NULL) and returns status, so that callers can write
 * `return nash_fail(error, NASH_INVALID, "/size", "size must be …")`.
 * pointer NULL means "". The type is left empty (derived from status). */
enum nash_status nash_fail(struct nash_error *error, enum nash_status status, const char *pointer, const char *format,
                           ...) __attribute__((format(printf, 4, 5)));

/* The same with an explicit problem type. */
enum nash_status nash_fail_type(struct nash_error *error, enum nash_status status, const char *type,
                                const char *pointer, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The problem type of an error: error->type, or the default one of its status. Never NULL. */
const char *nash_error_type(const struct nash_error *error);

/* A short English name of a status ("invalid", "out of memory", …). Never NULL. */
const char *nash_status_name(enum nash_status status);

#endif
