/* Authentication of members and peers: a session or the peer key, as bearer token. */
#ifndef API_MEMBER_AUTH_H
#define API_MEMBER_AUTH_H

#include <api/common.h>
#include <cluster/sessions/sessions.h>

/* Returns the token after "Bearer " in the header Authorization, or NULL. */
const char *api_bearer(const struct http_request *request);
/* Adds the header WWW-Authenticate, which a 401 reply must have: it requires a bearer token. */
void api_challenge(struct http_request *request);
/* Returns the session of path parameter {id}, with a reference, if `secret` is its secret; NULL after replying 401. */
struct session *api_check_session(struct http_request *request, const char *secret);
/* Same as api_check_session(), with the bearer token of Authorization as the secret. */
struct session *api_find_session(struct http_request *request);
/* Adds headers with this server's instance id and protocol version to a reply for another server. A refusal has them
 * too, so that the other server can report the reason. */
void api_add_instance(struct http_request *request);

#endif
