/* Parsers of src/http that are not part of its contract. */
#ifndef HTTP_PARSE_H
#define HTTP_PARSE_H

#include <stdbool.h>

/* Does the value of an If-None-Match header name this tag ("…", quoted)? Weak comparison (RFC 9110 section 8.8.3.2);
 * '*' names every tag. A list that is malformed somewhere is read up to there. NULL list: false. */
bool http_etag_listed(const char *list, const char *etag);

/* Is the value of Host one that no DNS server can give a meaning to: an address ("127.0.0.1", "[::1]"), "localhost" or
 * "….localhost", with or without a port? */
bool http_host_is_local(const char *host);

#endif
