/* Authentication of members and peers: a session or the peer key, as bearer token. */
#ifndef API_MEMBER_AUTH_H
#define API_MEMBER_AUTH_H

#include <api/common.h>
#include <cluster/sessions/sessions.h>

/* Returns what follows "Bearer " in Authorization, or NULL. */
const char *api_bearer(const struct http_request *request);
/* Adds the challenge of a 401: a bearer token. */
void api_challenge(struct http_request *request);
/* Returns the session with this secret for the path's {id}, with a reference; NULL after replying 401. */
struct session *api_check_session(struct http_request *request, const char *secret);
/* The same with the secret from Authorization. */
struct session *api_find_session(struct http_request *request);
/* Adds this server's instance and protocol version to a reply for another server. A refusal has them too, so that the
 * other server can report the reason. */
void api_add_instance(struct http_request *request);

#endif
