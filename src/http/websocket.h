/* WebSockets (RFC 6455).
 *
 * A handler calls http_upgrade() instead of replying. Callbacks run in the WebSocket thread, one at a time for a
 * socket, and must be short. The server handles pings, deadlines and closing handshakes; http_stop() closes with 1001.
 * An open socket counts as a connection. */
#ifndef HTTP_WEBSOCKET_H
#define HTTP_WEBSOCKET_H

#include <base/bytes.h>
#include <http/http.h>

struct http_socket;
struct http_socket_events {
    /* The socket may be used from now until closed(). */
    void (*opened)(void *user, struct http_socket *socket);
    /* One whole binary message. Text is refused with close code 1003, a message above message_max with 1009. */
    void (*message)(void *user, struct http_socket *socket, const void *data, size_t len);
    /* The last call. Also made when the handshake fails: then in the HTTP thread, possibly within http_upgrade(). */
    void (*closed)(void *user, const char *why);
};

/* Replies with 101, or refuses and calls closed(): 426 with Sec-WebSocket-Version if the request is not a handshake,
 * 400 if the handshake is malformed, 403 for an Origin that is not allowed. protocol: the subprotocol that the client
 * must offer, or NULL. message_max: bytes of a message. */
void http_upgrade(struct http_request *request, const struct http_socket_events *events, void *user,
                  const char *protocol, size_t message_max);
/* From any thread between opened() and closed(): queues a binary message and adds a reference to it. Returns false when
 * the socket is closing, or is cut because the client reads too slowly. */
bool http_socket_send(struct http_socket *socket, struct bytes *message);
/* From any thread between opened() and closed(): closes with this code; closed() follows. */
void http_socket_close(struct http_socket *socket, unsigned code, const char *reason);

#endif
