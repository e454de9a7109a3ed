/* POST /v1/shards/members/{id}/messages: for who has no WebSocket. Brings messages, and waits for some to take along.
 */
#include <stdlib.h>

#include <api/shards.h>
#include <shards/parcel.h>

/* A request that waits; the guest's waiter. */
struct poll {
    struct guest_waiter waiter; /* first */
    struct http_request *request;
    struct guest *guest; /* a reference */
};

static void poll_over(void *user)
{
    struct poll *poll = user;
    guest_wait_no_more(poll->guest, &poll->waiter);
    guest_unref(poll->guest);
    free(poll);
}

static void wake(struct guest_waiter *waiter)
{
    http_wake(((struct poll *)(void *)waiter)->request);
}

static bool reply_letters(struct http_request *request, struct guest *guest)
{
    struct nash_buf letters = NASH_BUF_INIT(0);
    bool any = guest_fetch(guest, &letters, PARCEL_MAX);
    if (any && letters.failed)
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for this reply now.");
    else if (any)
        http_reply(request, 200, PARCEL_TYPE, letters.data, letters.len);
    nash_buf_free(&letters);
    return any;
}

static void reply_nothing(struct http_request *request)
{
    http_reply(request, 200, PARCEL_TYPE, "", 0);
}

/* Woken: there are letters, or another request waits instead, or the guest is gone, or the time is over. */
static void woken(struct http_request *request, bool timed_out)
{
    struct poll *poll = http_user(request);
    (void)timed_out;
    guest_wait_no_more(poll->guest, &poll->waiter);
    if (!reply_letters(request, poll->guest))
        reply_nothing(request);
}

/* Takes over the reference to the guest. */
static void wait_for_letters(struct http_request *request, struct guest *guest)
{
    struct poll *poll = calloc(1, sizeof *poll);
    if (poll == NULL) {
        guest_unref(guest);
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for this request now.");
        return;
    }
    *poll = (struct poll){.waiter = {.wake = wake}, .request = request, .guest = guest};
    http_set_user(request, poll, poll_over);
    if (http_stopping(request) || !guest_wait(guest, &poll->waiter))
        woken(request, false);
    else
        http_wait(request, HEARTBEAT_MS, woken);
}

enum heard { HEARD, HEARD_LATE, HEARD_LEAVE, HEARD_REFUSED };

/* All of the body, or nothing when it is malformed: then answered. */
static enum heard hear(struct http_request *request, struct guest *guest)
{
    struct parcel_reader reader = {0};
    const uint8_t *message;
    enum heard heard = HEARD;
    enum parcel found;
    size_t len;
    const char *body = http_body(request, &len);
    reader.at = (const uint8_t *)body;
    reader.left = len;
    struct parcel_reader check = reader;
    while ((found = parcel_next(&check, &message, &len)) == PARCEL_MESSAGE)
        ;
    if (found == PARCEL_OTHER_VERSION)
        http_problem_text(request, 422, "other-protocol",
                          "A message is of version %u of the protocol; this server speaks %d. Reload the page, or run "
                          "the same nashd on both sides.",
                          check.version, MESSAGE_VERSION);
    else if (found == PARCEL_BROKEN)
        http_problem_text(request, 400, "invalid-request", "The body is not a row of whole messages of shards.");
    if (found != PARCEL_END)
        return HEARD_REFUSED;
    while (parcel_next(&reader, &message, &len) == PARCEL_MESSAGE) {
        enum guest_said said = guest_said(guest, message, len);
        if (said == GUEST_LEFT)
            return HEARD_LEAVE;
        heard = said == GUEST_LATE ? HEARD_LATE : heard;
    }
    return heard;
}

void api_member_messages_head(struct http_request *request)
{
    http_body_limit(request, PARCEL_MAX);
}

void api_member_messages(struct http_request *request)
{
    size_t len;
    api_introduce(request);
    struct guest *guest = api_find_guest(request);
    if (guest == NULL)
        return;
    (void)http_body(request, &len);
    if (len > 0 && !api_content_is(request, PARCEL_TYPE)) {
        http_problem_text(request, 415, "unsupported-media-type", "Post messages of shards, as " PARCEL_TYPE ".");
    } else if (!guest_come(guest)) {
        const char *why = guest_why_gone(guest);
        if (why != NULL)
            http_problem_text(request, 403, "sent-away", "%s", why);
        else
            http_problem_text(request, 503, "busy", "There is no place for another member now.");
    } else {
        switch (hear(request, guest)) {
        case HEARD:
            if (!reply_letters(request, guest)) {
                wait_for_letters(request, guest);
                return;
            }
            break;
        case HEARD_LATE:
            http_problem_text(request, 409, "late",
                              "A message answers what was asked of another lease; it was dropped. Go on.");
            break;
        case HEARD_LEAVE:
            reply_nothing(request);
            break;
        case HEARD_REFUSED:
            break;
        }
    }
    guest_unref(guest);
}
