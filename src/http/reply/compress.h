/* Replies in gzip, for clients whose Accept-Encoding names it.
 *
 * JSON and text of at least COMPRESS_MIN bytes shrink to a third or less. The HTTP thread compresses, so a body of more
 * than COMPRESS_MAX bytes is sent as it is: 512 KiB take 3 ms at level 1. Streams are never compressed, since their
 * events must leave at once. docs/security.md says why compression reveals no secret (BREACH). */
#ifndef HTTP_COMPRESS_H
#define HTTP_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { COMPRESS_MIN = 1024, COMPRESS_MAX = 512 << 10 };

struct http_request;

/* Returns whether a body of this media type and length is worth compressing; such a reply has Vary: Accept-Encoding. */
bool compress_is_worth(const char *type, size_t len);

/* Returns the body in gzip, to be freed, and its length; NULL if the request does not accept gzip, the result is not
 * smaller, or there is no memory. */
void *compress_for(const struct http_request *request, const void *body, size_t len, size_t *out_len);

#endif
