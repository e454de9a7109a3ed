/* What the files shards_*.c share. */
#ifndef API_SHARDS_H
#define API_SHARDS_H

#include <shards/joined.h>

#include <api/common.h>

/* The guest whose session is in Authorization: Bearer, for the path's {id}; the caller's reference. NULL after having
 * answered 401. */
struct guest *api_find_guest(struct http_request *request);
/* The same with the session given. */
struct guest *api_guest_of(struct http_request *request, const char *session);
/* Says in the reply who speaks, and in which version of the protocol: also in a refusal, so that a server can tell why.
 */
void api_introduce(struct http_request *request);
/* What follows "Bearer " in Authorization, or NULL. */
const char *api_bearer(const struct http_request *request);

#endif
