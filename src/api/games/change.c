#include "change.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>

static void count_change(struct games *games)
{
    pthread_mutex_lock(&games->room.lock);
    games->stats.changes++;
    pthread_mutex_unlock(&games->room.lock);
}

enum nash_status game_change(struct games *games, struct store_document *row, struct game_record *record)
{
    struct store_document changed = *row;
    changed.updated_ms = clock_wall_ms();
    changed.meta = game_record_meta(record);
    if (changed.meta == NULL)
        return NASH_NOMEM;
    struct store_op op = {.verb = STORE_DOCUMENT_CHANGE, .document = &changed};
    enum nash_status status = document_write(&games->room, &op);
    if (status != NASH_OK) {
        bytes_unref(changed.meta);
        return status;
    }
    bytes_unref(row->meta);
    row->meta = changed.meta;
    row->updated_ms = changed.updated_ms;
    row->version++;
    count_change(games);
    game_publish(games, row, record);
    game_think_no_more(games, &row->id); /* it thinks about the position before */
    game_think(games, row, record);
    return NASH_OK;
}

struct call *game_call_new(struct http_request *request, call_work *work, call_reply *reply)
{
    const char *invite = http_query(request, "invite");
    struct call *call = call_new(request, games_room(request), work, reply);
    if (call == NULL)
        return NULL;
    call->is_guest = invite != NULL;
    snprintf(call->secret, sizeof call->secret, "%s", invite != NULL ? invite : "");
    return call;
}

struct game_record *game_of_call(struct call *call, struct store_document *row)
{
    const char *owner = call->is_guest ? "" : call->owner;
    if (!document_read(call->room, &call->id, owner, false, row, &call->error))
        return NULL;
    struct game_record *record = game_record_new(row, &call->error);
    if (record != NULL && (!call->is_guest || game_is_invited(record, call->secret)))
        return record;
    if (record != NULL)
        document_is_missing(call->room, &call->id, &call->error);
    game_record_free(record);
    store_document_release(row);
    return NULL;
}

void game_answer(struct call *call, unsigned status, const struct store_document *row, const struct game_record *record)
{
    struct nash_jsonw json = NASH_JSONW(&call->json);
    game_write_whole(row, record, call->is_guest, &json);
    snprintf(call->etag, sizeof call->etag, "\"%lld\"", (long long)row->version);
    call->status = status;
}

void game_reply(struct http_request *request, struct call *call)
{
    if (call->location[0] != '\0')
        http_set_header(request, "Location", call->location);
    http_set_header(request, "ETag", call->etag);
    if (call->status == 200 && call->may_be_unchanged && http_etag_match(request, call->etag)) {
        http_reply(request, 304, NULL, NULL, 0);
    } else if (call->status == 412) {
        nash_buf_putc(&call->json, '\n');
        http_reply(request, 412, "application/problem+json", call->json.data, call->json.len);
    } else {
        api_reply_json(request, call->status, &call->json);
    }
}
