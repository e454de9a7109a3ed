/* What the API key of a request may do, and whose things it sees. docs/security.md has the table of all routes. */
#ifndef API_ACCESS_H
#define API_ACCESS_H

#include <api/api.h>

/* Returns the owner whose jobs, games, opponents, models and members the request may see; "": all of them, without keys
 * or with the key of an administrator. What is not in scope does not exist for the request: 404. */
const char *api_scope(const struct http_request *request);
/* Returns whether the request may see the work of the whole server: its counters, and what belongs to others. */
bool api_sees_server(const struct http_request *request);

/* Checks that the role of the key allows this request (http_options.admit); may reply 403. */
void api_admit(struct http_request *request);
/* Checks the same for a key that its route does not require. Returns false after replying 403. */
bool api_key_admitted(struct http_request *request, const char *owner);

/* Returns the owner to which a list is restricted: that of the query parameter "owner" for an administrator, else the
 * scope of the request; NULL: all owners. */
const char *api_list_owner(const struct http_request *request);

/* Returns whether the query parameter "owner" is there and is a name, which needs no escaping in a link. */
bool api_names_owner(const struct http_request *request);

/* Sets the flow and the quota of a request for a job by its owner, if the server has keys; else the flow is that of
 * api_flow(), which the caller has set. quota: holds the quota until the job is submitted. From any thread. */
void api_limit_request(struct api *api, struct jobs_request *request, struct jobs_quota *quota);
/* Returns the flow of the request: its owner, or the client's address if the server has no keys. */
const char *api_flow(const struct http_request *request);
/* Sets the RateLimit fields of the reply to a submission, if the flow has a limit of jobs a minute, and, where that has
 * just refused it, Retry-After (draft-ietf-httpapi-ratelimit-headers-10). */
void api_set_rate_fields(struct http_request *request, bool refused);

#endif
