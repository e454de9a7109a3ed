/* What the files shards_*.c share. */
#ifndef API_SHARDS_H
#define API_SHARDS_H

#include <api/common.h>
#include <shards/joined.h>

/* The guest whose session is in Authorization: Bearer, for the path's {id}; the caller's reference. NULL after having
 * answered 401. */
struct guest *api_find_guest(struct http_request *request);
/* The same with the session given. */
struct guest *api_guest_of(struct http_request *request, const char *session);
/* Every answer to another server says who speaks, and in which version; also a refusal, so that it can tell why. */
void api_introduce(struct http_request *request);
/* What a 401 asks for: a session or the peer key, as a bearer. */
void api_challenge(struct http_request *request);
/* What follows "Bearer " in Authorization, or NULL. */
const char *api_bearer(const struct http_request *request);

#endif
