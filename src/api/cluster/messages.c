/* POST /v1/shards/members/{id}/messages: a member without a WebSocket sends its messages and waits for messages to
 * it. */
#include <stdlib.h>

#include <api/negotiation.h>
#include <cluster/transport/message_list.h>

#include "member_auth.h"

/* A request that waits for messages of its session. */
struct poll {
    struct session_waiter waiter; /* first */
    struct http_request *request;
    struct session *session; /* a reference */
};

static void poll_close(void *user)
{
    struct poll *poll = user;
    session_wait_cancel(poll->session, &poll->waiter);
    session_unref(poll->session);
    free(poll);
}

static void poll_wake(struct session_waiter *waiter)
{
    http_wake(((struct poll *)(void *)waiter)->request);
}

/* Replies with the queued messages; false: there are none. */
static bool reply_messages(struct http_request *request, struct session *session)
{
    struct nash_buf messages = NASH_BUF_INIT(0);
    bool any = session_fetch(session, &messages, MESSAGE_LIST_MAX);
    if (any && messages.failed)
        api_reply_no_memory(request, "this reply");
    else if (any)
        http_reply(request, 200, MESSAGE_LIST_TYPE, messages.data, messages.len);
    nash_buf_free(&messages);
    return any;
}

static void reply_nothing(struct http_request *request)
{
    http_reply(request, 200, MESSAGE_LIST_TYPE, "", 0);
}

/* Answers the poll when messages came, another request of the session replaced it, the session ended, or time is up. */
static void poll_woken(struct http_request *request, bool timed_out)
{
    struct poll *poll = http_user(request);
    (void)timed_out;
    session_wait_cancel(poll->session, &poll->waiter);
    if (!reply_messages(request, poll->session))
        reply_nothing(request);
}

/* Replies when messages for the session arrive. Takes over the reference to the session. */
static void wait_for_messages(struct http_request *request, struct session *session)
{
    struct poll *poll = calloc(1, sizeof *poll);
    if (poll == NULL) {
        session_unref(session);
        api_reply_no_memory(request, "this request");
        return;
    }
    *poll = (struct poll){.waiter = {.wake = poll_wake}, .request = request, .session = session};
    http_set_user(request, poll, poll_close);
    if (http_stopping(request) || !session_wait(session, &poll->waiter))
        poll_woken(request, false);
    else
        http_wait(request, HEARTBEAT_MS, poll_woken);
}

/* Outcome of receive_messages(); LATE: a message belongs to a lease that has ended. */
enum receipt { RECEIVED, RECEIVED_LATE, RECEIVED_LEAVE, RECEIVED_REFUSED };

/* Passes the messages of the body to the session, up to one with which the member leaves. If the body is malformed,
 * passes none, replies with an error and returns RECEIVED_REFUSED. */
static enum receipt receive_messages(struct http_request *request, struct session *session)
{
    struct message_list_reader reader = {0};
    const uint8_t *message;
    enum receipt receipt = RECEIVED;
    enum message_list_item found;
    size_t len;
    const char *body = http_body(request, &len);
    reader.at = (const uint8_t *)body;
    reader.left = len;
    struct message_list_reader check = reader;
    while ((found = message_list_next(&check, &message, &len)) == MESSAGE_LIST_MESSAGE)
        ;
    if (found == MESSAGE_LIST_OTHER_VERSION)
        http_problem_text(request, 422, "other-protocol",
                          "unsupported protocol version %u in a message; this server uses version %d. Reload the page, "
                          "or run the same nashd on both sides.",
                          check.version, MESSAGE_VERSION);
    else if (found == MESSAGE_LIST_BROKEN)
        http_problem_text(request, 400, "invalid-request", "the body must be a sequence of whole messages");
    if (found != MESSAGE_LIST_END)
        return RECEIVED_REFUSED;
    while (message_list_next(&reader, &message, &len) == MESSAGE_LIST_MESSAGE) {
        enum session_receipt result = session_receive(session, message, len);
        if (result == SESSION_LEFT)
            return RECEIVED_LEAVE;
        receipt = result == SESSION_LATE ? RECEIVED_LATE : receipt;
    }
    return receipt;
}

void api_member_messages_head(struct http_request *request)
{
    http_body_limit(request, MESSAGE_LIST_MAX);
}

void api_member_messages(struct http_request *request)
{
    size_t len;
    api_add_instance(request);
    struct session *session = api_find_session(request);
    if (session == NULL)
        return;
    (void)http_body(request, &len);
    if (len > 0 && !api_content_is(request, MESSAGE_LIST_TYPE)) {
        http_problem_text(request, 415, "unsupported-media-type", "unsupported Content-Type; expected %s",
                          MESSAGE_LIST_TYPE);
    } else if (!session_join(session)) {
        const char *why = session_end_reason(session);
        if (why != NULL)
            http_problem_text(request, 403, "sent-away", "%s", why);
        else
            http_problem_text(request, 503, "busy", "too many members; try again later");
    } else {
        switch (receive_messages(request, session)) {
        case RECEIVED:
            if (!reply_messages(request, session)) {
                wait_for_messages(request, session);
                return;
            }
            break;
        case RECEIVED_LATE:
            http_problem_text(request, 409, "late",
                              "a message belongs to a lease that has ended; it was dropped, the others were accepted");
            break;
        case RECEIVED_LEAVE:
            reply_nothing(request);
            break;
        case RECEIVED_REFUSED:
            break;
        }
    }
    session_unref(session);
}
