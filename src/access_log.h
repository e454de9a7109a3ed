/* The access log: one structured line for each finished request (log_access() in base/log.h). */
#ifndef NASHD_ACCESS_LOG_H
#define NASHD_ACCESS_LOG_H

#include <stddef.h>
#include <stdint.h>

/* A finished request. Texts may be NULL. */
struct access_line {
    const char *method, *path; /* path: as received, with the query */
    const char *route;         /* pattern of the route, such as /v1/jobs/{id} */
    unsigned status;           /* 0: the connection ended before the reply */
    uint64_t bytes_in, bytes_out;
    uint64_t microseconds; /* from the head to the end of the reply */
    const char *owner, *address;
    const char *request_id, *traceparent;
};

/* Writes a line if there is an access log. A path is cut after 1 KiB. */
void access_log_write(const struct access_line *line);

/* Copies a path; values of secret query parameters become ***. Returns the length. */
size_t access_log_mask(const char *path, char *out, size_t room);

#endif
