/* GET /v1/games/{id}/record: the moves of a game, to be kept. Every game has JSON; further forms, such as SGF, are its
 * own (struct nash_game: forms). The query parameter "format" selects one, else Accept does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/negotiation.h>

#include "change.h"

/* ---- the form ---- */

enum { FORM_JSON = -1, FORM_NONE = -2 };

static int form_of_name(const struct nash_game *game, const char *name)
{
    if (strcmp(name, "json") == 0)
        return FORM_JSON;
    for (int i = 0; game->forms != NULL && game->forms[i].name != NULL; i++)
        if (strcmp(game->forms[i].name, name) == 0)
            return i;
    return FORM_NONE;
}

static int form_of_accept(const struct nash_game *game, const char *accept, bool wildcards)
{
    if (api_accept_allows(accept, "application/json", wildcards))
        return FORM_JSON;
    for (int i = 0; game->forms != NULL && game->forms[i].name != NULL; i++)
        if (api_accept_allows(accept, game->forms[i].media_type, wildcards))
            return i;
    return FORM_NONE;
}

/* Chooses the form of the reply. A type that Accept names takes precedence over one that a wildcard allows. Returns
 * FORM_NONE after call_fail(). */
static int choose_form(struct call *call, const struct nash_game *game)
{
    char known[128];
    size_t used = (size_t)snprintf(known, sizeof known, "json");
    int form = FORM_NONE;
    if (call->format[0] != '\0')
        form = form_of_name(game, call->format);
    else if ((form = form_of_accept(game, call->accept, false)) == FORM_NONE)
        form = form_of_accept(game, call->accept, true);
    if (form != FORM_NONE)
        return form;
    for (int i = 0; game->forms != NULL && game->forms[i].name != NULL && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, ", %s", game->forms[i].name);
    call_fail(call, NASH_INVALID, "not-acceptable", "", "%s excludes all formats of a record of %s: %s",
              call->format[0] != '\0' ? "the query parameter \"format\"" : "the Accept header", game->title, known);
    return FORM_NONE;
}

/* ---- the record ---- */

static void write_json(const struct game_record *record, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_kstring(&json, "game", record->game->name);
    nash_jsonw_kraw(&json, "settings", record->settings.text, record->settings.len);
    nash_jsonw_karray(&json, "moves");
    for (unsigned i = 0; i < record->made; i++)
        nash_jsonw_string(&json, record->move[i]);
    nash_jsonw_array_end(&json);
    nash_jsonw_key(&json, "winner");
    nash_jsonw_string(&json, record->play.winner < 0 ? NULL : record->game->seat[record->play.winner]);
    nash_jsonw_object_end(&json);
}

/* Writes "human", or the name of the engine. */
static void player_name(const struct game_record *record, unsigned seat, char out[64])
{
    struct slice name = slice_string(json_member_of(record->player[seat], "engine"));
    if (!game_is_engine(record, seat))
        snprintf(out, 64, "human");
    else if (name.text == NULL)
        snprintf(out, 64, "auto");
    else
        snprintf(out, 64, "%.*s", (int)(name.len < 63 ? name.len : 63), name.text);
}

static void write_form(struct call *call, const struct game_record *record, unsigned form)
{
    char name[2][64];
    for (unsigned seat = 0; seat < 2; seat++)
        player_name(record, seat, name[seat]);
    call->media_type = record->game->forms[form].media_type;
    if (record->game->write_record(&record->play, form, (const char *const[]){name[0], name[1]}, &call->json,
                                   &call->error) == NASH_OK &&
        call->json.len > 0 && call->json.data[call->json.len - 1] != '\n')
        nash_buf_putc(&call->json, '\n');
}

static void record_work(struct call *call)
{
    struct store_document row;
    struct game_record *record = game_of_call(call, &row);
    if (record == NULL)
        return;
    int form = choose_form(call, record->game);
    if (form == FORM_JSON)
        write_json(record, &call->json);
    else if (form != FORM_NONE)
        write_form(call, record, (unsigned)form);
    snprintf(call->kind, sizeof call->kind, "%s", record->game->name);
    snprintf(call->format, sizeof call->format, "%s", form < 0 ? "json" : record->game->forms[form].name);
    game_record_free(record);
    store_document_release(&row);
}

static void record_reply(struct http_request *request, struct call *call)
{
    char id[JOB_ID_TEXT], name[160];
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.%s\"", call->kind, job_id_text(id, &call->id),
             call->format);
    http_set_header(request, "Content-Disposition", name);
    if (call->media_type == NULL)
        api_reply_json(request, 200, &call->json);
    else
        http_reply(request, 200, call->media_type, call->json.data, call->json.len);
}

void api_game_record(struct http_request *request)
{
    const char *format = http_query(request, "format"), *accept = http_header(request, "Accept");
    if (!api_query_only(request, (const char *const[]){"format", "invite", NULL}))
        return;
    struct call *call = game_call_new(request, record_work, record_reply);
    if (call == NULL)
        return;
    snprintf(call->format, sizeof call->format, "%s", format != NULL ? format : "");
    call->accept = accept != NULL ? strdup(accept) : NULL;
    if (accept != NULL && call->accept == NULL)
        api_reply_no_memory(request, "this request");
    else
        call_start(request, call);
}
