/* POST /v1/shards/members: a member joins with the token of an invitation or the peer key, or resumes its session.
 * DELETE /v1/shards/members/{id}: a member leaves, or is removed. */
#include <stdio.h>
#include <string.h>

#include <api/access.h>
#include <cluster/envelope.h>
#include <cluster/sessions/invitation.h>
#include <cluster/transport/key.h>

#include "json_body.h"
#include "member_auth.h"

enum { JOIN_NAME_MAX = 512, JOIN_TOKEN_MAX = 128 }; /* bytes of strings in a request */

struct join_request {
    bool phone;                                    /* false: a server */
    unsigned cores;                                /* 0: absent */
    const char *name, *token, *session, *instance; /* NULL: absent */
};

/* Replies 401 with a challenge; returns false. */
static bool refuse_unauthorized(struct http_request *request, const struct nash_error *error)
{
    api_challenge(request);
    http_problem(request, 401, error);
    return false;
}

static bool read_join_request(struct http_request *request, struct api_json *json, struct join_request *join)
{
    static const char *const kinds[] = {"phone", "server", NULL};
    struct reader *r = &json->members;
    join->phone = reader_enum(r, "kind", kinds, 0) == 0;
    join->name = reader_string(r, "name", JOIN_NAME_MAX);
    join->token = reader_string(r, "token", JOIN_TOKEN_MAX);
    join->session = reader_string(r, "session", JOIN_TOKEN_MAX);
    join->instance = reader_string(r, "instance", JOIN_TOKEN_MAX);
    join->cores = (unsigned)reader_int(r, "cores", 1, MEMBER_CAPACITY_MAX, 0);
    int64_t version = reader_int(r, "version", 0, 255, MESSAGE_VERSION);
    if (!api_json_good(request, json))
        return false;
    if (version == MESSAGE_VERSION)
        return true;
    struct nash_error error;
    nash_fail_type(&error, NASH_UNPROCESSABLE, "other-protocol", "/version",
                   "unsupported protocol version %d; this server uses version %d. Reload the page, or run the same "
                   "nashd on both sides.",
                   (int)version, MESSAGE_VERSION);
    return api_refuse(request, &error);
}

static void reply_membership(struct http_request *request, unsigned status, const struct membership *membership)
{
    struct nash_buf page = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&page);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "member", membership->id);
    nash_jsonw_kstring(&json, "session", membership->session);
    nash_jsonw_kstring(&json, "name", membership->name);
    nash_jsonw_kuint(&json, "lease_ms", membership->lease_ms);
    nash_jsonw_kuint(&json, "heartbeat_ms", membership->heartbeat_ms);
    nash_jsonw_object_end(&json);
    api_reply_json(request, status, &page);
    nash_buf_free(&page);
}

/* Returns the processors that the member announces; 1 if it announces none. */
static unsigned join_cores(const struct join_request *join)
{
    return join->cores > 0 ? join->cores : 1;
}

/* Lets a phone join with the token of an invitation, valid once. Returns false after replying with an error. */
static bool join_by_token(struct http_request *request, const struct join_request *join, struct membership *out)
{
    struct api *api = api_of(request);
    struct invitation invitation;
    struct nash_error error = {0};
    if (invitation_use(api->invitations, join->token, &invitation, &error) != NASH_OK)
        return api_refuse(request, &error);
    const char *name = invitation.name[0] != '\0' ? invitation.name : join->name != NULL ? join->name : "";
    if (sessions_open(api->sessions, MEMBER_PHONE, name, join_cores(join), out, &error) == NASH_OK) {
        sessions_set_owner(api->sessions, out, invitation.owner);
        return true;
    }
    invitation_undo(api->invitations, join->token);
    return api_refuse(request, &error);
}

/* Lets another server, not this server itself, join with the peer key. Returns false after replying with an error. */
static bool join_by_key(struct http_request *request, const struct join_request *join, struct membership *out)
{
    struct api *api = api_of(request);
    struct nash_error error = {0};
    if (!peer_key_bears(hosted_shards_key(api->hosted_shards), http_header(request, "Authorization"))) {
        nash_fail_type(
            &error, NASH_INVALID, "unauthorized", "",
            "a phone needs the token of an invitation, a server the peer key (the same --peer-key FILE on both "
            "sides)");
        return refuse_unauthorized(request, &error);
    }
    if (join->instance != NULL && strcmp(join->instance, cluster_instance(api->cluster)) == 0) {
        nash_fail(&error, NASH_UNPROCESSABLE, "/instance",
                  "this server cannot join itself; give --join the URL of another server");
        return api_refuse(request, &error);
    }
    const char *name = join->name != NULL ? join->name : "";
    return sessions_open(api->sessions, MEMBER_SERVER, name, join_cores(join), out, &error) == NASH_OK ||
           api_refuse(request, &error);
}

static void join_cluster(struct http_request *request, const struct join_request *join)
{
    struct membership membership;
    struct nash_error error = {0};
    if (join->session != NULL) {
        if (sessions_resume(api_of(request)->sessions, join->session, join->name, join->cores, &membership, &error) ==
            NASH_OK)
            reply_membership(request, 200, &membership);
        else
            refuse_unauthorized(request, &error);
    } else if (join->token != NULL && join->phone ? join_by_token(request, join, &membership)
                                                  : join_by_key(request, join, &membership)) {
        reply_membership(request, 201, &membership);
    }
}

void api_members_post(struct http_request *request)
{
    static const char *const names[] = {"kind", "name", "version", "cores", "token", "session", "instance", NULL};
    struct api_json json;
    struct join_request join;
    api_add_instance(request);
    if (api_is_draining(request) || !api_json_open(request, &json, names))
        return;
    if (read_join_request(request, &json, &join))
        join_cluster(request, &join);
    api_json_close(&json);
}

/* Checks an API key: it must be allowed to change things. Returns the owner whose members it may remove ("": all), or
 * NULL after replying 401 or 403. */
static const char *authorize_by_key(struct http_request *request, const char *bearer)
{
    struct keys *keys = api_of(request)->keys;
    struct nash_error why = {0};
    nash_fail_type(&why, NASH_INVALID, "unauthorized", "", "the member's session or an API key is required");
    const char *owner = bearer != NULL ? keys_owner(keys, bearer, strlen(bearer), &why) : NULL;
    if (owner == NULL)
        refuse_unauthorized(request, &why);
    else if (!api_key_admitted(request, owner))
        owner = NULL;
    return owner != NULL && keys_role(owner) == KEY_ADMIN ? "" : owner;
}

/* Accepts the member's session, or an API key if the server has keys. Returns the session with a reference; NULL after
 * replying 401, 403 or 404. */
static struct session *authorize_removal(struct http_request *request)
{
    struct api *api = api_of(request);
    const char *bearer = api_bearer(request), *id = http_param(request, "id");
    struct session *session = bearer != NULL ? sessions_find(api->sessions, id, bearer) : NULL;
    if (session != NULL)
        return session;
    const char *owner = api->keys != NULL ? authorize_by_key(request, bearer) : "";
    if (owner == NULL)
        return NULL;
    session = sessions_find_any(api->sessions, id);
    if (session != NULL && !session_is_of(session, owner)) {
        session_unref(session);
        session = NULL;
    }
    if (session == NULL)
        http_problem_text(request, 404, "not-found", "unknown member; it never joined, or it has left");
    return session;
}

void api_member_delete(struct http_request *request)
{
    struct session *session = authorize_removal(request);
    if (session == NULL)
        return;
    session_end(session, SESSION_REMOVED, "removed");
    session_unref(session);
    http_reply(request, 204, NULL, NULL, 0);
}
