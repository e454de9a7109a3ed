/* The access log: one structured line for each finished request (log_access() in base/log.h). */
#ifndef NASHD_ACCESS_LOG_H
#define NASHD_ACCESS_LOG_H

#include <stddef.h>

#include <http/access.h>

/* Writes a line if there is an access log. For http_options.access; the context is not used. A path is cut after 1 KiB.
 */
void access_log_write(void *context, const struct http_access *access);

/* Copies a path; values of secret query parameters become ***, and so does the segment that the route calls {token}.
 * route may be NULL. Returns the length. */
size_t access_log_mask(const char *path, const char *route, char *out, size_t room);

#endif
