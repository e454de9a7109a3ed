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

void game_forget(struct games *games, const struct job_id *id)
{
    const struct store_document row = {.id = *id};
    game_think_no_more(games, id);
    game_publish(games, &row, NULL);
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
    const char *owner = call->is_guest ? "" : call->scope;
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

/* ---- calls that wait for an engine ---- */

void game_await_engine(struct call *call, const struct store_document *row)
{
    struct games *games = games_of(call);
    if (call->wait_ms == 0 || !game_has_thought(games, &row->id))
        return;
    call->document = row->id;
    pthread_mutex_lock(&games->room.lock);
    if (call->request != NULL) {
        call->next_waiting = games->waiting;
        if (call->next_waiting != NULL)
            call->next_waiting->link = &call->next_waiting;
        call->link = &games->waiting;
        games->waiting = call;
    }
    pthread_mutex_unlock(&games->room.lock);
}

void game_settle(struct games *games, const struct store_document *row, const struct game_record *record)
{
    pthread_mutex_lock(&games->room.lock);
    for (struct call *call = games->waiting, *next; call != NULL; call = next) {
        next = call->next_waiting;
        if (memcmp(call->document.byte, row->id.byte, sizeof row->id.byte) != 0)
            continue;
        if (record != NULL) {
            nash_buf_reset(&call->json);
            game_answer(call, call->status, row, record);
        }
        call_unlink(call);
        http_wake(call->request);
    }
    pthread_mutex_unlock(&games->room.lock);
}

/* Returns whether the call still waits; `now`: it waits no longer. */
static bool call_waits(struct call *call, bool now)
{
    pthread_mutex_lock(&call->room->lock);
    if (now)
        call_unlink(call);
    bool waits = call->link != NULL;
    pthread_mutex_unlock(&call->room->lock);
    return waits;
}

static void game_woken(struct http_request *request, bool timed_out)
{
    struct call *call = ((struct call_request *)http_user(request))->call;
    if (call_waits(call, timed_out || http_stopping(request)))
        http_wait(request, call->wait_ms, game_woken);
    else
        game_reply(request, call);
}

void game_reply(struct http_request *request, struct call *call)
{
    if (call_waits(call, false)) {
        http_wait(request, call->wait_ms, game_woken);
        return;
    }
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
