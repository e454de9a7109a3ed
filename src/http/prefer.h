/* The Prefer header (RFC 7240). */
#ifndef HTTP_PREFER_H
#define HTTP_PREFER_H

#include <stdbool.h>
#include <stdint.h>

struct http_prefer {
    bool respond_async;
    bool has_wait;
    uint32_t wait_s;
};

/* Reads the header's value; NULL gives no preferences. A malformed preference is ignored. */
void http_prefer_read(const char *header, struct http_prefer *prefer);

#endif
