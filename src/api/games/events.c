/* GET /v1/games/{id}/events: the states of a game as server-sent events. Each event "state" has the whole game, and its
 * number is the version; after Last-Event-ID only later versions follow. A stream that falls behind skips to the newest
 * state. An event "removed" ends the stream.
 *
 * The store removes old games by itself, and another server with the same database may change them. So the games of all
 * streams are read again every few seconds. */
#include <stdlib.h>
#include <string.h>

#include <api/negotiation.h>
#include <base/clock.h>

#include "change.h"

enum { CHECK_MS = 5000, CHECKS_PER_PING = SSE_PING_MS / CHECK_MS };

struct game_stream {
    struct games *games;
    struct http_request *request;
    struct job_id id;
    bool is_guest;
    struct nash_buf out; /* the bytes from `sent` on have not been sent */
    size_t sent;
    int64_t seen;    /* version of the last state in `out` */
    bool ended;      /* the last event is in `out` */
    unsigned checks; /* since the last event */

    /* Guarded by room.lock. */
    struct bytes *latest; /* event that has not been taken, or NULL */
    int64_t version;      /* of it */
    bool removed;
    struct game_stream *next, **link;
};

/* ---- in the games' thread ---- */

static struct bytes *event_bytes(const struct store_document *row, const struct game_record *record, bool is_guest)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    if (record == NULL) {
        nash_buf_puts(&buf, "event: removed\ndata: {}\n\n");
    } else {
        nash_buf_printf(&buf, "id: %lld\nevent: state\ndata: ", (long long)row->version);
        game_write_whole(row, record, is_guest, &json);
        nash_buf_puts(&buf, "\n\n");
    }
    struct bytes *bytes = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    return bytes;
}

/* Gives an event to a stream. Under the lock. */
static void stream_set(struct game_stream *stream, struct bytes *event, int64_t version, bool removed)
{
    bytes_unref(stream->latest);
    stream->latest = event != NULL ? bytes_ref(event) : NULL;
    stream->version = version;
    stream->removed = removed;
}

void game_publish(struct games *games, const struct store_document *row, const struct game_record *record)
{
    struct bytes *event[2] = {NULL, NULL}; /* for the owner, for guests */
    pthread_mutex_lock(&games->room.lock);
    for (struct game_stream *stream = games->streams; stream != NULL; stream = stream->next) {
        if (memcmp(stream->id.byte, row->id.byte, sizeof row->id.byte) != 0)
            continue;
        struct bytes **own = &event[stream->is_guest];
        if (*own == NULL)
            *own = event_bytes(row, record, stream->is_guest);
        stream_set(stream, *own, row->version, record == NULL);
        http_wake(stream->request);
    }
    pthread_mutex_unlock(&games->room.lock);
    bytes_unref(event[0]);
    bytes_unref(event[1]);
    game_settle(games, row, record);
}

/* Gives the current state to a new stream and lets it receive later ones. */
static void events_work(struct call *call)
{
    struct store_document row;
    struct games *games = games_of(call);
    struct game_record *record = game_of_call(call, &row);
    if (record == NULL)
        return;
    struct bytes *event = event_bytes(&row, record, call->is_guest);
    pthread_mutex_lock(&games->room.lock);
    struct game_stream *stream = call->own;
    if (call->request != NULL && event != NULL) {
        stream_set(stream, event, row.version, false);
        stream->next = games->streams;
        if (stream->next != NULL)
            stream->next->link = &stream->next;
        stream->link = &games->streams;
        games->streams = stream;
    }
    pthread_mutex_unlock(&games->room.lock);
    if (event == NULL)
        call_no_memory(call);
    bytes_unref(event);
    game_record_free(record);
    store_document_release(&row);
}

/* ---- changes in the store ---- */

struct seen_game {
    struct job_id id;
    int64_t version;
};

/* Publishes a game that has another version than the streams have, or is gone. */
static void check_game(struct games *games, const struct seen_game *seen)
{
    struct store_document row;
    struct nash_error error = {0};
    if (document_read(&games->room, &seen->id, "", false, &row, &error)) {
        struct game_record *record = row.version > seen->version ? game_record_new(&row, &error) : NULL;
        if (record != NULL)
            game_publish(games, &row, record);
        game_record_free(record);
        store_document_release(&row);
    } else if (error.status == NASH_NOT_FOUND) {
        game_forget(games, &seen->id);
    }
}

/* Runs in the thread. */
static void check_streams(struct document_room *room)
{
    struct games *games = (struct games *)room;
    size_t count = 0, taken = 0;
    pthread_mutex_lock(&room->lock);
    for (const struct game_stream *stream = games->streams; stream != NULL; stream = stream->next)
        count++;
    struct seen_game *seen = calloc(count, sizeof *seen);
    for (const struct game_stream *stream = games->streams; stream != NULL && seen != NULL; stream = stream->next)
        seen[taken++] = (struct seen_game){.id = stream->id, .version = stream->version};
    pthread_mutex_unlock(&room->lock);
    for (size_t i = 0; i < taken; i++)
        check_game(games, &seen[i]);
    free(seen);
    pthread_mutex_lock(&room->lock);
    games->checking = false;
    games->checked_ns = clock_mono_ns();
    pthread_mutex_unlock(&room->lock);
}

/* Lets the thread check the games of all streams, unless another stream has requested it. */
static void request_check(struct games *games)
{
    const int64_t pause_ns = CHECK_MS * INT64_C(1000000) / 2;
    pthread_mutex_lock(&games->room.lock);
    bool due = !games->checking && clock_mono_ns() - games->checked_ns >= pause_ns;
    games->checking |= due;
    pthread_mutex_unlock(&games->room.lock);
    if (!due || document_room_run(&games->room, check_streams))
        return;
    pthread_mutex_lock(&games->room.lock);
    games->checking = false;
    pthread_mutex_unlock(&games->room.lock);
}

/* ---- in the HTTP thread ---- */

/* Runs under the lock, when the request is over. */
static void stream_close(void *own)
{
    struct game_stream *stream = own;
    if (stream->link != NULL) {
        *stream->link = stream->next;
        if (stream->next != NULL)
            stream->next->link = stream->link;
    }
    bytes_unref(stream->latest);
    nash_buf_free(&stream->out);
    free(stream);
}

/* Takes the latest state, if the client has not seen it. */
static void stream_fetch(struct game_stream *stream)
{
    struct games *games = stream->games;
    nash_buf_reset(&stream->out);
    stream->sent = 0;
    pthread_mutex_lock(&games->room.lock);
    struct bytes *event = stream->latest;
    stream->latest = NULL;
    if (event != NULL && (stream->version > stream->seen || stream->removed)) {
        nash_buf_add(&stream->out, event->data, event->len);
        stream->checks = 0;
        stream->seen = stream->version;
        stream->ended = stream->removed;
    }
    pthread_mutex_unlock(&games->room.lock);
    bytes_unref(event);
}

static long stream_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct call *call = ((struct call_request *)http_user(request))->call;
    struct game_stream *stream = call->own;
    if (stream->sent == stream->out.len && !stream->ended)
        stream_fetch(stream);
    if (stream->sent == stream->out.len) {
        if (stream->ended || http_stopping(request))
            return HTTP_PULL_END;
        if (ticked)
            request_check(stream->games);
        if (!ticked || ++stream->checks < CHECKS_PER_PING)
            return HTTP_PULL_WAIT;
        stream->checks = 0;
        nash_buf_puts(&stream->out, ": ping\n\n");
    }
    size_t count = stream->out.len - stream->sent;
    if (stream->out.failed || count == 0)
        return HTTP_PULL_END;
    if (count > max)
        count = max;
    memcpy(buf, stream->out.data + stream->sent, count);
    stream->sent += count;
    return (long)count;
}

static void events_reply(struct http_request *request, struct call *call)
{
    (void)call;
    http_set_header(request, "X-Accel-Buffering", "no");
    http_stream(request, 200, "text/event-stream", CHECK_MS, stream_pull);
}

void api_game_events(struct http_request *request)
{
    const char *last = http_header(request, "Last-Event-ID");
    int64_t seen = 0;
    if (!api_accepts_or_406(request, "text/event-stream") ||
        !api_query_only(request, (const char *const[]){"invite", NULL}))
        return;
    if (last != NULL && (!nash_parse_int64(last, strlen(last), &seen) || seen < 0)) {
        http_problem_text(request, 400, "invalid-request", "Last-Event-ID must be the version of a state of this game");
        return;
    }
    struct call *call = game_call_new(request, events_work, events_reply);
    if (call == NULL)
        return;
    struct game_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        api_reply_no_memory(request, "another stream");
        return;
    }
    *stream = (struct game_stream){
        .games = games_of(call), .request = request, .id = call->id, .is_guest = call->is_guest, .seen = seen};
    nash_buf_puts(&stream->out, "retry: 2000\n\n");
    call->own = stream;
    call->close = stream_close;
    call_start(request, call);
}
