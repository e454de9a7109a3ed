/* POST /v1/shards/members: somebody joins, by an invitation's token or the peer key, or comes back by its session.
 * DELETE: it leaves, or is sent away. */
#include <stdio.h>
#include <string.h>

#include <api/json_body.h>
#include <api/shards.h>
#include <shards/invitation.h>
#include <shards/key.h>
#include <shards/message.h>

enum { WISH_NAME_MAX = 512, WISH_TOKEN_MAX = 128 };

struct wish {
    const char *kind, *name, *token, *session, *instance;
    int64_t version;
};

/* 401: nothing that came with it proves who it is. */
static bool refuse_unproved(struct http_request *request, const struct nash_error *error)
{
    api_challenge(request);
    http_problem(request, 401, error);
    return false;
}

static bool read_wish(struct http_request *request, const struct api_json *json, struct wish *wish)
{
    struct nash_error error = {0};
    *wish = (struct wish){.kind = "phone", .version = MESSAGE_VERSION};
    if (!api_json_text(request, json, "kind", 16, &wish->kind) ||
        !api_json_text(request, json, "name", WISH_NAME_MAX, &wish->name) ||
        !api_json_text(request, json, "token", WISH_TOKEN_MAX, &wish->token) ||
        !api_json_text(request, json, "session", WISH_TOKEN_MAX, &wish->session) ||
        !api_json_text(request, json, "instance", WISH_TOKEN_MAX, &wish->instance))
        return false;
    if (nash_json_int(json->doc.root, "", "version", 0, 255, &wish->version, &error) != NASH_OK)
        return api_refuse(request, &error);
    if (strcmp(wish->kind, "phone") != 0 && strcmp(wish->kind, "server") != 0) {
        nash_fail(&error, NASH_INVALID, "/kind", "\"kind\" must be \"phone\" or \"server\".");
        return api_refuse(request, &error);
    }
    if (wish->version != MESSAGE_VERSION) {
        nash_fail_type(
            &error, NASH_UNPROCESSABLE, "other-protocol", "/version",
            "This server speaks version %d of the protocol of shards, not %d. Reload the page, or run the same "
            "nashd on both sides.",
            MESSAGE_VERSION, (int)wish->version);
        return api_refuse(request, &error);
    }
    return true;
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

/* By a token: whoever has it may join once. */
static bool enter_by_token(struct http_request *request, const struct wish *wish, struct membership *out)
{
    struct api *api = api_of(request);
    struct invitation invitation;
    struct nash_error error = {0};
    if (invitation_use(api->invitations, wish->token, &invitation, &error) != NASH_OK)
        return api_refuse(request, &error);
    const char *name = invitation.name[0] != '\0' ? invitation.name : wish->name != NULL ? wish->name : "";
    if (joined_enter(api->joined, MEMBER_PHONE, name, out, &error) == NASH_OK)
        return true;
    invitation_undo(api->invitations, wish->token);
    return api_refuse(request, &error);
}

/* By the peer key: a server that may play, and not we ourselves. */
static bool enter_by_key(struct http_request *request, const struct wish *wish, struct membership *out)
{
    struct api *api = api_of(request);
    struct nash_error error = {0};
    if (!peer_key_bears(seats_key(api->seats), http_header(request, "Authorization"))) {
        nash_fail_type(
            &error, NASH_INVALID, "unauthorized", "",
            "A phone joins by the token of an invitation, a server by the peer key (--peer-key FILE, the same "
            "on both sides).");
        return refuse_unproved(request, &error);
    }
    if (wish->instance != NULL && strcmp(wish->instance, shards_instance(api->shards)) == 0) {
        nash_fail(&error, NASH_UNPROCESSABLE, "/instance", "This server cannot join itself; --join names another one.");
        return api_refuse(request, &error);
    }
    return joined_enter(api->joined, MEMBER_SERVER, wish->name != NULL ? wish->name : "", out, &error) == NASH_OK ||
           api_refuse(request, &error);
}

static void join(struct http_request *request, const struct wish *wish)
{
    struct membership membership;
    struct nash_error error = {0};
    bool phone = strcmp(wish->kind, "phone") == 0;
    if (wish->session != NULL) {
        if (joined_again(api_of(request)->joined, wish->session, wish->name, &membership, &error) == NASH_OK)
            reply_membership(request, 200, &membership);
        else
            refuse_unproved(request, &error);
    } else if (wish->token != NULL && phone ? enter_by_token(request, wish, &membership)
                                            : enter_by_key(request, wish, &membership)) {
        reply_membership(request, 201, &membership);
    }
}

void api_members_post(struct http_request *request)
{
    static const char *const names[] = {"kind", "name", "version", "token", "session", "instance", NULL};
    struct api_json json;
    struct wish wish;
    api_introduce(request);
    if (api_is_draining(request) || !api_json_open(request, &json, names))
        return;
    if (read_wish(request, &json, &wish))
        join(request, &wish);
    api_json_close(&json);
}

/* Itself, by its session; or people, where no key is asked for or theirs is good. */
static struct guest *may_send_away(struct http_request *request)
{
    struct api *api = api_of(request);
    const char *bearer = api_bearer(request), *id = http_param(request, "id");
    struct guest *guest = bearer != NULL ? joined_find(api->joined, id, bearer) : NULL;
    if (guest != NULL)
        return guest;
    struct nash_error why = {0};
    nash_fail_type(&why, NASH_INVALID, "unauthorized", "", "This needs the member's session, or an API key.");
    if (api->keys != NULL && (bearer == NULL || keys_owner(api->keys, bearer, strlen(bearer), &why) == NULL)) {
        refuse_unproved(request, &why);
        return NULL;
    }
    guest = joined_find_any(api->joined, id);
    if (guest == NULL)
        http_problem_text(request, 404, "not-found", "Nobody of this id has joined, or it has left.");
    return guest;
}

void api_member_delete(struct http_request *request)
{
    struct guest *guest = may_send_away(request);
    if (guest == NULL)
        return;
    guest_leave(guest, GUEST_SENT_AWAY, "sent away");
    guest_unref(guest);
    http_reply(request, 204, NULL, NULL, 0);
}
