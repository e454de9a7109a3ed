/* The line before a chunk (chunk.c). */
#ifndef HTTP_CHUNK_H
#define HTTP_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"

struct http_chunk {
    uint64_t size;      /* of the chunk, in bytes */
    size_t digits, len; /* length of the size as written; length of the line with CR LF, 0: not complete */
};

/* Reads the line at text: chunk-size [ chunk-ext ] CRLF. */
enum http_fault http_chunk_read(struct http_chunk *chunk, const char *text, size_t len);

#endif
