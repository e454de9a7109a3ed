/* GET /v1/games/{id}/invitation: the link with which another person takes a seat, on another screen, and its QR code.
 * The fragment of the link has the secret of the game, so that it works where keys are required. */
#include <stdio.h>
#include <string.h>

#include <api/cluster/lan.h>
#include <api/cluster/qr.h>
#include <api/negotiation.h>

#include "change.h"

/* Checks that the game has the seat in call->player, and leaves its secret in call->secret. */
static void invitation_work(struct call *call)
{
    struct store_document row;
    struct game_record *record = game_of_call(call, &row);
    if (record == NULL)
        return;
    const char *const *seat = record->game->seat;
    if (strcmp(call->player, seat[0]) != 0 && strcmp(call->player, seat[1]) != 0)
        call_fail(call, NASH_INVALID, "", "", "query parameter \"seat\": the seats of this game are %s and %s", seat[0],
                  seat[1]);
    snprintf(call->secret, sizeof call->secret, "%s", record->invite);
    game_record_free(record);
    store_document_release(&row);
}

static void invitation_reply(struct http_request *request, struct call *call)
{
    char base[LAN_URL_MAX], id[JOB_ID_TEXT];
    char url[sizeof base + sizeof id + sizeof call->player + sizeof call->secret + 64];
    bool reachable = lan_url(request, base);
    struct nash_buf svg = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&call->json);
    snprintf(url, sizeof url, "%s/#/games/%s?seat=%s%s%s", base, job_id_text(id, &call->id), call->player,
             call->secret[0] != '\0' ? "&invite=" : "", call->secret);
    if (!qr_svg(&svg, url)) {
        api_reply_no_memory(request, "this picture");
    } else {
        nash_jsonw_object(&json);
        nash_jsonw_kstring(&json, "seat", call->player);
        nash_jsonw_kstring(&json, "url", url);
        nash_jsonw_kbool(&json, "reachable", reachable);
        nash_jsonw_key(&json, "qr");
        nash_jsonw_string_n(&json, svg.data, svg.len);
        nash_jsonw_object_end(&json);
        api_reply_json(request, 200, &call->json);
    }
    nash_buf_free(&svg);
}

void api_game_invitation(struct http_request *request)
{
    const char *seat = http_query(request, "seat");
    if (!api_query_only(request, (const char *const[]){"seat", "invite", NULL}) ||
        !api_accepts_or_406(request, "application/json"))
        return;
    struct call *call = game_call_new(request, invitation_work, invitation_reply);
    if (call == NULL)
        return;
    snprintf(call->player, sizeof call->player, "%s", seat != NULL ? seat : "");
    call_start(request, call);
}
