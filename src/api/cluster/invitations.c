/* POST /v1/shards/invitations makes a link with which a phone joins; GET …/qr shows it as a QR code. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <cluster/sessions/invitation.h>

#include "json_body.h"
#include "lan.h"
#include "qr.h"

/* Writes the link of a token; returns false if only this machine can open it. */
static bool write_join_url(struct http_request *request, char *out, size_t size, const char *token)
{
    char base[LAN_URL_MAX];
    bool reachable = lan_url(request, base);
    snprintf(out, size, "%s/join#%s", base, token);
    return reachable;
}

static void reply_invitation(struct http_request *request, const struct invitation *invitation, bool reachable)
{
    struct nash_buf page = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&page);
    char qr[96], expires[CLOCK_TEXT];
    snprintf(qr, sizeof qr, "/v1/shards/invitations/%s/qr", invitation->token);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "token", invitation->token);
    nash_jsonw_kstring(&json, "url", invitation->url);
    nash_jsonw_kbool(&json, "reachable", reachable);
    nash_jsonw_kstring(&json, "qr", qr);
    nash_jsonw_kstring(&json, "expires_at", clock_text(expires, invitation->expires_ms));
    nash_jsonw_object_end(&json);
    api_reply_json(request, 201, &page);
    nash_buf_free(&page);
}

void api_invitations_post(struct http_request *request)
{
    static const char *const names[] = {"name", NULL};
    struct invitations *invitations = api_of(request)->invitations;
    struct invitation invitation = {0};
    struct nash_error error = {0};
    struct api_json json;
    if (api_is_draining(request) || !api_json_open(request, &json, names))
        return;
    const char *name = reader_string(&json.members, "name", INVITATION_NAME_MAX - 1);
    bool good = api_json_good(request, &json);
    if (good && name != NULL)
        snprintf(invitation.name, sizeof invitation.name, "%s", name);
    api_json_close(&json);
    if (!good)
        return;
    snprintf(invitation.owner, sizeof invitation.owner, "%s", http_owner(request));
    if (invitation_make(invitations, &invitation, &error) != NASH_OK) {
        http_problem(request, 0, &error);
        return;
    }
    bool reachable = write_join_url(request, invitation.url, sizeof invitation.url, invitation.token);
    invitation_keep_url(invitations, &invitation);
    reply_invitation(request, &invitation, reachable);
}

void api_invitation_qr(struct http_request *request)
{
    struct invitation invitation;
    struct nash_error error = {0};
    struct nash_buf svg = NASH_BUF_INIT(0);
    if (invitation_look(api_of(request)->invitations, http_param(request, "token"), &invitation, &error) != NASH_OK)
        http_problem(request, 0, &error);
    else if (qr_svg(&svg, invitation.url))
        http_reply(request, 200, "image/svg+xml", svg.data, svg.len);
    else
        api_reply_no_memory(request, "this picture");
    nash_buf_free(&svg);
}
