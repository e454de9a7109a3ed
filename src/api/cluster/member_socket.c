/* GET /v1/shards/members/{id}/socket: the WebSocket of a member, attached to its session. */
#include <stdlib.h>

#include <cluster/envelope.h>
#include <http/websocket.h>

#include "member_auth.h"

/* A member's WebSocket. Exists from the handshake until on_closed(). */
struct member_socket {
    struct session *session; /* a reference */
    struct http_socket *socket;
};

static bool member_socket_send(void *context, struct bytes *message)
{
    return http_socket_send(((struct member_socket *)context)->socket, message);
}

static void member_socket_close(void *context, unsigned code, const char *reason)
{
    http_socket_close(((struct member_socket *)context)->socket, code, reason);
}

static const struct session_socket session_calls = {.send = member_socket_send, .close = member_socket_close};

static void on_opened(void *user, struct http_socket *socket)
{
    struct member_socket *own = user;
    own->socket = socket;
    if (session_attach(own->session, &session_calls, own))
        return;
    const char *why = session_end_reason(own->session);
    http_socket_close(socket, why != NULL ? SESSION_REMOVED : 1013, why != NULL ? why : "too many members");
}

/* Passes a message to the session. A late message, of a lease that has ended, needs no reply: its sender has received
 * the new request on the same socket. */
static void on_message(void *user, struct http_socket *socket, const void *data, size_t len)
{
    struct member_socket *own = user;
    struct message_head head;
    if (message_head_read(&head, data, len))
        session_receive(own->session, data, len);
    else
        http_socket_close(socket, 1008, "not a message of nashd.shard.1");
}

static void on_closed(void *user, const char *why)
{
    struct member_socket *own = user;
    (void)why;
    session_detach(own->session, own);
    session_unref(own->session);
    free(own);
}

static const struct http_socket_events events = {.opened = on_opened, .message = on_message, .closed = on_closed};

void api_member_socket(struct http_request *request)
{
    struct session *session = api_check_session(request, http_query(request, "session"));
    if (session == NULL)
        return;
    struct member_socket *own = calloc(1, sizeof *own);
    if (own == NULL) {
        session_unref(session);
        api_reply_no_memory(request, "another WebSocket");
        return;
    }
    own->session = session;
    http_upgrade(request, &events, own, "nashd.shard.1", MESSAGE_MAX);
}
