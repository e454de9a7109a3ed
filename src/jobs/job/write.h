/* Writes errors of jobs as JSON, and server-sent events. No lock needed. */
#ifndef JOBS_JOB_WRITE_H
#define JOBS_JOB_WRITE_H

#include <base/bytes.h>
#include <nash/nash.h>

/* Returns problem details (RFC 9457) as ready JSON; NULL without memory. first: why the first of two tries failed, or
 * NULL. */
struct bytes *error_json(const struct nash_error *error, const struct nash_error *first);

/* Appends one server-sent event; id 0: without an id. */
void sse_write(struct nash_buf *out, int64_t id, const char *name, const char *data, size_t len);

/* Finds the summary with which a result, or its opening, begins. Returns its length; 0 when there is none (also for
 * result NULL), and then *summary is unchanged. */
size_t summary_find(const struct bytes *result, const char **summary);

#endif
