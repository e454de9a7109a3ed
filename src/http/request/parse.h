/* Small parsers of src/http: pure functions of text. */
#ifndef HTTP_PARSE_H
#define HTTP_PARSE_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes %XX of one path segment, or of one query value (plus_is_space), into out[size]. Returns false for a malformed
 * escape, a NUL, too little room, and for '/' in a path segment. */
bool http_decode(const char *text, size_t len, bool plus_is_space, char *out, size_t size);

/* Returns whether an If-None-Match value lists this tag ("…", quoted). Weak comparison (RFC 9110 section 8.8.3.2); '*'
 * matches every tag. A malformed list is read up to the fault. NULL list: false. */
bool http_etag_listed(const char *list, const char *etag);

/* Returns whether text[len] is uri-host [ ":" port ] of RFC 9110 section 7.2: a name of reg-name characters that is not
 * empty, an IPv4 address, or an address in brackets. */
bool http_host_is_valid(const char *text, size_t len);

/* Returns whether a Host value is a name that DNS cannot redirect: an address ("127.0.0.1", "[::1]"), "localhost" or
 * "….localhost", with or without a port. */
bool http_host_is_local(const char *host);

#endif
