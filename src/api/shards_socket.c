/* GET /v1/shards/members/{id}/socket: the WebSocket of one who joined, as the line of its session. */
#include <stdlib.h>

#include <api/shards.h>
#include <shards/message.h>

/* From the handshake to closed(). */
struct plug {
    struct guest *guest; /* a reference */
    struct http_socket *socket;
};

static bool line_send(void *line, struct bytes *message)
{
    return http_socket_send(((struct plug *)line)->socket, message);
}

static void line_close(void *line, unsigned code, const char *reason)
{
    http_socket_close(((struct plug *)line)->socket, code, reason);
}

static const struct guest_line line = {.send = line_send, .close = line_close};

static void opened(void *user, struct http_socket *socket)
{
    struct plug *plug = user;
    plug->socket = socket;
    if (guest_plug(plug->guest, &line, plug))
        return;
    const char *why = guest_why_gone(plug->guest);
    http_socket_close(socket, why != NULL ? GUEST_SENT_AWAY : 1013, why != NULL ? why : "there is no place for it");
}

/* What comes late needs no answer here: who speaks by a socket has been asked anew by the same. */
static void message(void *user, struct http_socket *socket, const void *data, size_t len)
{
    struct plug *plug = user;
    struct message_head head;
    if (message_head_read(&head, data, len))
        guest_said(plug->guest, data, len);
    else
        http_socket_close(socket, 1008, "this is no message of nashd.shard.1");
}

static void closed(void *user, const char *why)
{
    struct plug *plug = user;
    (void)why;
    guest_unplug(plug->guest, plug);
    guest_unref(plug->guest);
    free(plug);
}

static const struct http_socket_events events = {.opened = opened, .message = message, .closed = closed};

void api_member_socket(struct http_request *request)
{
    struct guest *guest = api_guest_of(request, http_query(request, "session"));
    if (guest == NULL)
        return;
    struct plug *plug = calloc(1, sizeof *plug);
    if (plug == NULL) {
        guest_unref(guest);
        http_problem_text(request, 503, "out-of-memory", "The server has no memory for another socket now.");
        return;
    }
    plug->guest = guest;
    http_upgrade(request, &events, plug, "nashd.shard.1", MESSAGE_MAX);
}
