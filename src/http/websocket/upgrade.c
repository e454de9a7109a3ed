/* The opening handshake of a WebSocket (RFC 6455 section 4.2).
 *
 * Checks: GET and HTTP/1.1 without a body, the tokens in Connection and Upgrade, version 13, a key of 16 bytes, the
 * subprotocol, and Origin (request/origin.c; browsers let any page open a WebSocket to any host and leave this check to
 * the server). Then libmicrohttpd sends the 101 and releases the descriptor. Until then the socket belongs to the
 * request, whose end closes it (http_upgrade_abandon). */
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <base/log.h>
#include <http/connection/receive.h>
#include <http/reply/response.h>
#include <http/request/head.h>

#include "socket.h"
#include "sockets.h"

enum { KEY_BYTES = 16, KEY_TEXT = 24 }; /* Sec-WebSocket-Key: decoded bytes, characters of base64 */

bool http_has_token(const char *list, const char *token)
{
    size_t want = strlen(token);
    while (list != NULL && *list != '\0') {
        list += strspn(list, ", \t");
        size_t len = strcspn(list, ",");
        const char *next = list + len;
        while (len > 0 && (list[len - 1] == ' ' || list[len - 1] == '\t'))
            len--;
        if (len == want && strncasecmp(list, token, len) == 0)
            return true;
        list = next;
    }
    return false;
}

bool http_handshake_accept(char out[HTTP_ACCEPT_MAX], const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct base64_decode_ctx decode;
    struct sha1_ctx sha;
    uint8_t bytes[BASE64_DECODE_LENGTH(KEY_TEXT)], digest[SHA1_DIGEST_SIZE];
    size_t len = sizeof bytes;
    if (strlen(key) != KEY_TEXT)
        return false;
    base64_decode_init(&decode);
    if (!base64_decode_update(&decode, &len, bytes, KEY_TEXT, key) || !base64_decode_final(&decode) || len != KEY_BYTES)
        return false;
    sha1_init(&sha);
    sha1_update(&sha, KEY_TEXT, (const uint8_t *)key);
    sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&sha, sizeof digest, digest);
    base64_encode_raw(out, sizeof digest, digest);
    out[BASE64_ENCODE_RAW_LENGTH(sizeof digest)] = '\0';
    return true;
}

/* ---- the checks ---- */

/* Returns the part of the handshake that is missing; NULL: none. */
static const char *handshake_missing(const struct http_request *request, const char *protocol)
{
    const char *version = http_header(request, "Sec-WebSocket-Version");
    if (request->is_head || !request->is_http_1_1 || !http_has_token(http_header(request, "Upgrade"), "websocket") ||
        !http_has_token(http_header(request, "Connection"), "upgrade"))
        return "GET, HTTP/1.1, Connection: Upgrade and Upgrade: websocket";
    if (version == NULL || strcmp(version, "13") != 0)
        return "Sec-WebSocket-Version: 13";
    if (protocol != NULL && !http_has_token(http_header(request, "Sec-WebSocket-Protocol"), protocol))
        return protocol;
    return NULL;
}

static bool is_handshake(struct http_request *request, const char *protocol)
{
    const char *missing = handshake_missing(request, protocol);
    if (missing != NULL) {
        http_set_header(request, "Upgrade", "websocket");
        http_set_header(request, "Sec-WebSocket-Version", "13");
        http_problem_text(request, 426, "upgrade-required", "this path is a WebSocket%s%s; the request lacks %s%s",
                          protocol != NULL ? " of protocol " : "", protocol != NULL ? protocol : "", missing,
                          missing == protocol ? " in Sec-WebSocket-Protocol" : "");
        return false;
    }
    if (request->body.present) {
        http_problem_text(request, 400, "invalid-request", "a WebSocket handshake must not have a body");
        return false;
    }
    return http_origin_may_change(request);
}

/* ---- the upgrade, by libmicrohttpd ---- */

/* Keeps the bytes that the client sent after its request: those that libmicrohttpd has read, and those held back from
 * it. */
static void keep_early(struct http_socket *socket, const char *extra, size_t extra_len)
{
    size_t rest_len;
    const char *rest = http_receive_rest(socket->conn, &rest_len);
    nash_buf_add(&socket->early, extra, extra_len);
    nash_buf_add(&socket->early, rest, rest_len);
    socket->ended = socket->early.failed; /* without memory it closes at once */
}

/* Called after the 101 has been sent. `extra` holds the bytes that libmicrohttpd has read after the request. */
static void on_upgraded(void *pointer, struct MHD_Connection *mhd, void *context, const char *extra, size_t extra_len,
                        MHD_socket fd, struct MHD_UpgradeResponseHandle *upgrade)
{
    struct http_socket *socket = pointer;
    struct http_request *request = context;
    (void)mhd;
    http_conn_enter(socket->conn, HTTP_PHASE_HANDLE, 0); /* from now on the WebSocket thread enforces deadlines */
    http_count_reply(request);
    request->counted = true;
    request->socket = NULL;
    socket->upgrade = upgrade;
    socket->fd = fd;
    keep_early(socket, extra, extra_len);
    http_sockets_add(socket);
}

void http_upgrade_abandon(struct http_request *request)
{
    struct http_socket *socket = request->socket;
    request->socket = NULL;
    if (socket == NULL)
        return;
    socket->events->closed(socket->user, "the connection ended before the handshake");
    http_socket_free(socket);
}

static bool reply_upgrade(struct http_request *request, struct http_socket *socket, const char *protocol,
                          const char *accept)
{
    struct MHD_Response *response = MHD_create_response_for_upgrade(on_upgraded, socket);
    if (response == NULL || MHD_add_response_header(response, "Upgrade", "websocket") != MHD_YES ||
        MHD_add_response_header(response, "Sec-WebSocket-Accept", accept) != MHD_YES ||
        (protocol != NULL && MHD_add_response_header(response, "Sec-WebSocket-Protocol", protocol) != MHD_YES)) {
        if (response != NULL)
            MHD_destroy_response(response);
        return false;
    }
    request->socket = socket;
    request->close = false;
    http_set_response(request, 101, response, NULL, 0);
    return true;
}

void http_upgrade(struct http_request *request, const struct http_socket_events *events, void *user,
                  const char *protocol, size_t message_max)
{
    char accept[HTTP_ACCEPT_MAX];
    const char *key = http_header(request, "Sec-WebSocket-Key");
    if (!http_may_reply(request) || !is_handshake(request, protocol)) {
        events->closed(user, "the handshake was refused");
        return;
    }
    if (key == NULL || !http_handshake_accept(accept, key)) {
        http_problem_text(request, 400, "invalid-request", "Sec-WebSocket-Key must be 16 bytes in base64");
        events->closed(user, "the handshake was refused");
        return;
    }
    struct http_socket *socket = calloc(1, sizeof *socket);
    if (socket != NULL) {
        socket->http = request->http;
        socket->conn = request->conn;
        socket->events = events;
        socket->user = user;
        socket->message_max = message_max;
        socket->fd = -1;
    }
    if (socket == NULL || !reply_upgrade(request, socket, protocol, accept)) {
        free(socket);
        http_problem_text(request, 503, "out-of-memory", "out of memory for another WebSocket");
        events->closed(user, "out of memory");
    }
}
