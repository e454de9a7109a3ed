#include "member_auth.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <cluster/transport/hosted_shard.h>
#include <cluster/transport/message_list.h>

const char *api_bearer(const struct http_request *request)
{
    const char *text = http_header(request, "Authorization");
    if (text == NULL || strncasecmp(text, "Bearer ", 7) != 0)
        return NULL;
    return text + 7 + strspn(text + 7, " ");
}

void api_challenge(struct http_request *request)
{
    http_set_header(request, "WWW-Authenticate", "Bearer realm=\"nashd shards\"");
}

struct session *api_check_session(struct http_request *request, const char *secret)
{
    struct session *session =
        secret != NULL ? sessions_find(api_of(request)->sessions, http_param(request, "id"), secret) : NULL;
    if (session != NULL)
        return session;
    api_challenge(request);
    http_problem_text(request, 401, "session-unknown",
                      "unknown session; expected the session that POST /v1/shards/members gave this member. A session "
                      "ends with the server or after a long absence: join again with a new invitation.");
    return NULL;
}

struct session *api_find_session(struct http_request *request)
{
    return api_check_session(request, api_bearer(request));
}

void api_add_instance(struct http_request *request)
{
    char version[12];
    snprintf(version, sizeof version, "%d", MESSAGE_VERSION);
    http_set_header(request, CLUSTER_INSTANCE_HEADER, hosted_shards_instance(api_of(request)->hosted_shards));
    http_set_header(request, CLUSTER_PROTOCOL_HEADER, version);
}
