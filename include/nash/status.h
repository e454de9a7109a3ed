/* Status codes and errors of all parts.
 *
 * A function that can fail returns enum nash_status. If the user needs a reason, it also fills a struct nash_error that
 * the caller owns. These functions never allocate, so that errors can be reported when memory is used up. */
#ifndef NASH_STATUS_H
#define NASH_STATUS_H

#include <stddef.h>

enum nash_status {
    NASH_OK = 0,
    NASH_INVALID = -1,       /* breaks the schema of the request; HTTP 400 */
    NASH_UNPROCESSABLE = -2, /* valid by the schema, but inconsistent; HTTP 422 */
    NASH_TOO_LARGE = -3,     /* beyond a published limit; HTTP 413 */
    NASH_NOMEM = -4,         /* the memory budget is used up */
    NASH_STOPPED = -5,       /* cancelled, or a time or node budget is used up */
    NASH_NOT_FOUND = -6,     /* does not exist */
    NASH_CONFLICT = -7,      /* conflicts with the current state */
    NASH_BUSY = -8,          /* at capacity: retry later; HTTP 503 */
    NASH_INTERNAL = -9       /* a failed check or system call of the program */
};

/* What failed, where, and how to correct it. Strings are truncated to fit. */
struct nash_error {
    enum nash_status status;
    char type[48];     /* last part of the problem type URI, e.g. "invalid-json"; "": derived from status */
    char pointer[208]; /* JSON pointer (RFC 6901) into the request; "": the whole request */
    char detail[512];  /* one or two sentences for the user, UTF-8 */
};

/* Fills *error (may be NULL) and returns status, so that callers can write `return nash_fail(error, NASH_INVALID,
 * "/size", "size must be …")`. A NULL pointer means "". The type remains empty (derived from status). */
enum nash_status nash_fail(struct nash_error *error, enum nash_status status, const char *pointer, const char *format,
                           ...) __attribute__((format(printf, 4, 5)));

/* Fills *error with an explicit problem type. */
enum nash_status nash_fail_type(struct nash_error *error, enum nash_status status, const char *type,
                                const char *pointer, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Returns error->type, or the default problem type of its status. Never NULL. */
const char *nash_error_type(const struct nash_error *error);

/* Returns a short English name of a status ("invalid", "out of memory", …). Never NULL. */
const char *nash_status_name(enum nash_status status);

#endif
