/* POST and DELETE /v1/shards/seats/{id}: a hub plays a shard here. Only who has the peer key may; API keys are another
 * matter. The rounds are played by the seats' own threads, while the request waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/shards.h>
#include <shards/key.h>
#include <shards/parcel.h>
#include <shards/seat.h>

/* A request that waits for its answers. */
struct asking {
    struct http_request *request;
    struct seat_call *call;
};

enum { ASK_MS = 60000 };

void api_introduce(struct http_request *request)
{
    char version[12];
    snprintf(version, sizeof version, "%d", MESSAGE_VERSION);
    http_set_header(request, PARCEL_INSTANCE, seats_instance(api_of(request)->seats));
    http_set_header(request, PARCEL_PROTOCOL, version);
}

/* False after having answered 401 or 403. */
static bool may_sit(struct http_request *request)
{
    const char *key = seats_key(api_of(request)->seats);
    api_introduce(request);
    if (key == NULL) {
        http_problem_text(request, 403, "forbidden",
                          "This server plays no shards for others. Start it with --peer-key FILE to allow that.");
        return false;
    }
    if (peer_key_bears(key, http_header(request, "Authorization")))
        return true;
    api_challenge(request);
    http_problem_text(request, 401, "unauthorized",
                      "The peer key is missing or another one than here. Give both servers the same --peer-key FILE.");
    return false;
}

void api_seat_head(struct http_request *request)
{
    if (may_sit(request))
        http_body_limit(request, PARCEL_MAX);
}

static void asking_over(void *user)
{
    struct asking *asking = user;
    seat_call_drop(asking->call);
    free(asking);
}

static void answered(void *context)
{
    http_wake(((struct asking *)context)->request);
}

static void woken(struct http_request *request, bool timed_out)
{
    bool over;
    struct asking *asking = http_user(request);
    struct bytes *answers = seat_call_answers(asking->call, &over);
    if (answers != NULL)
        http_reply_bytes(request, 200, PARCEL_TYPE, answers);
    else if (over || timed_out || http_stopping(request))
        http_problem_text(request, 503, http_stopping(request) ? "draining" : "unavailable",
                          "The seat has ended, or this server has no time for it now.");
    else
        http_wait(request, ASK_MS, woken);
}

void api_seat_post(struct http_request *request)
{
    struct nash_error error;
    size_t len;
    if (!api_content_is(request, PARCEL_TYPE)) {
        http_problem_text(request, 415, "unsupported-media-type", "Post messages of shards, as " PARCEL_TYPE ".");
        return;
    }
    struct asking *asking = calloc(1, sizeof *asking);
    if (asking == NULL) {
        http_problem_text(request, 503, "out-of-memory", "No memory for this request now.");
        return;
    }
    const char *body = http_body(request, &len);
    asking->request = request;
    asking->call = seats_ask(api_of(request)->seats, http_param(request, "id"), http_header(request, PARCEL_INSTANCE),
                             body, len, answered, asking, &error);
    if (asking->call == NULL) {
        free(asking);
        http_problem(request, 0, &error);
        return;
    }
    http_set_user(request, asking, asking_over);
    http_wait(request, ASK_MS, woken);
}

void api_seat_delete(struct http_request *request)
{
    if (seats_end(api_of(request)->seats, http_param(request, "id")))
        http_reply(request, 204, NULL, NULL, 0);
    else
        http_problem_text(request, 404, "not-found", "There is no such seat. It may have ended by its silence.");
}
