/* Splits the request target into path segments and query parameters, and decodes them.
 *
 * libmicrohttpd decodes the whole path before splitting, so that %2F looks like a separator and %00 ends the text. So
 * its decoding is switched off, and each piece is decoded after splitting. */
#ifndef HTTP_TARGET_H
#define HTTP_TARGET_H

#include <stddef.h>

enum { HTTP_TARGET_SEGMENTS = 8, HTTP_TARGET_SEGMENT_MAX = 128, HTTP_TARGET_QUERY = 32 };

enum http_target_verdict {
    HTTP_TARGET_OK,
    HTTP_TARGET_BAD,     /* malformed: 400 */
    HTTP_TARGET_STRANGE, /* well formed, but no route can have this path: 404 */
    HTTP_TARGET_STAR     /* "*", for OPTIONS */
};

struct http_target {
    const char *path;      /* not decoded, without scheme, host and query; NUL-terminated */
    const char *authority; /* of an absolute form, "host" or "host:port"; NULL: another form */
    const char *why;       /* a sentence when the verdict is BAD */
    enum http_target_verdict verdict;
    unsigned segments, query;                  /* number of path segments, and of query parameters */
    const char *segment[HTTP_TARGET_SEGMENTS]; /* decoded, never empty, at most HTTP_TARGET_SEGMENT_MAX - 1 bytes */
    struct {
        const char *name, *value; /* decoded */
    } parameter[HTTP_TARGET_QUERY];
};

/* Returns the size of the store for a target of len bytes. */
size_t http_target_room(size_t len);

/* Splits text[len]; *target points into store, which has http_target_room(len) bytes. "/" has no segments. Empty
 * segments, "." and ".." are STRANGE; malformed escapes, %00, %2F, control characters, a malformed
 * authority, a path that does not begin with '/' (after an authority it may be empty) and more than HTTP_TARGET_QUERY
 * parameters are BAD.
 */
void http_target_read(struct http_target *target, const char *text, size_t len, char *store);

#endif
