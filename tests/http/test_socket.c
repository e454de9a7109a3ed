/* WebSockets: the handshake, messages of every size, protocol violations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "harness/check.h"
#include "harness/echo_socket.h"

static void test_echo(void **state)
{
    static uint8_t data[MESSAGE_MOST];
    static const size_t sizes[] = {0, 1, 125, 126, 127, 65535, 65536, MESSAGE_MOST};
    struct raw raw;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 + i / 251);
    open_socket(&raw);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        check_echo(&raw, data, sizes[i]);
    say_goodbye(&raw);
    check_closed(1, "the client closed the socket");
}

/* ---- the handshake ---- */

/* The example of RFC 6455 section 1.3. */
static void test_accept(void **state)
{
    char accept[HTTP_ACCEPT_MAX];
    assert_true(http_handshake_accept(accept, "dGhlIHNhbXBsZSBub25jZQ=="));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    static const char *const bad[] = {"",
                                      "dGhlIHNhbXBsZSBub25jZQ=",
                                      "dGhlIHNhbXBsZSBub25jZQ===",
                                      "dGhlIHNhbXBsZSBub25jZSE=",
                                      "dGhlIHNhbXBsZSBub25j!Q==",
                                      "AAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (http_handshake_accept(accept, bad[i]))
            fail_msg("accepted the key '%s'", bad[i]);
}

static void test_tokens(void **state)
{
    assert_true(http_has_token("keep-alive, Upgrade", "upgrade"));
    assert_true(http_has_token(" upgrade ,\t", "upgrade"));
    assert_false(http_has_token("upgrades, keep-alive", "upgrade"));
    assert_false(http_has_token("", "upgrade"));
    assert_false(http_has_token(NULL, "upgrade"));
}

#define GET      "GET /socket HTTP/1.1\r\nHost: localhost\r\n"
#define KEY      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define PROTOCOL "Sec-WebSocket-Protocol: other, test.1\r\n"
#define UPGRADE  "Connection: Upgrade\r\nUpgrade: WebSocket\r\n"
#define VERSION  "Sec-WebSocket-Version: 13\r\n"

static void test_handshake(void **state)
{
    static const struct {
        const char *text;
        int status;
        const char *problem;
    } cases[] = {
        {GET KEY PROTOCOL VERSION "\r\n", 426, "upgrade-required"},
        {GET KEY PROTOCOL VERSION "Connection: Upgrade\r\n\r\n", 426, "upgrade-required"},
        {GET KEY PROTOCOL VERSION "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 426, "upgrade-required"},
        {GET KEY PROTOCOL VERSION "Connection: keep-alive\r\nUpgrade: websocket\r\n\r\n", 426, "upgrade-required"},
        {GET KEY PROTOCOL UPGRADE "\r\n", 426, "upgrade-required"},
        {GET KEY PROTOCOL UPGRADE "Sec-WebSocket-Version: 8\r\n\r\n", 426, "upgrade-required"},
        {GET KEY VERSION UPGRADE "\r\n", 426, "upgrade-required"},
        {GET KEY VERSION UPGRADE "Sec-WebSocket-Protocol: test.2\r\n\r\n", 426, "upgrade-required"},
        {GET PROTOCOL VERSION UPGRADE "\r\n", 400, "invalid-request"},
        {GET PROTOCOL VERSION UPGRADE "Sec-WebSocket-Key: c2hvcnQ=\r\n\r\n", 400, "invalid-request"},
        {GET KEY PROTOCOL VERSION UPGRADE "Content-Length: 2\r\n\r\nhi", 400, "invalid-request"},
        {GET KEY PROTOCOL VERSION UPGRADE "Origin: http://evil.example\r\n\r\n", 403, "cross-origin"},
        {"GET /socket HTTP/1.0\r\nHost: localhost\r\n" KEY PROTOCOL VERSION UPGRADE "\r\n", 426, "upgrade-required"},
        {"POST /socket HTTP/1.1\r\nHost: localhost\r\n" KEY PROTOCOL VERSION UPGRADE "\r\n", 405, "method-not-allowed"},
        {"GET /socket HTTP/1.1\r\nHost: evil.example\r\n" KEY PROTOCOL VERSION UPGRADE "\r\n", 421, "misdirected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reply reply = raw_ask(port, cases[i].text);
        if (reply.status != cases[i].status || strcmp(reply_problem(&reply), cases[i].problem) != 0)
            fail_msg("%d %s for\n%s", reply.status, reply_problem(&reply), cases[i].text);
        if (reply.status == 426) {
            assert_string_equal(reply_header(&reply, "Sec-WebSocket-Version"), "13");
            assert_string_equal(reply_header(&reply, "Upgrade"), "websocket");
        }
        reply_free(&reply);
    }
    assert_int_equal(end.opened, 0);
    check_closed(13, "the handshake was refused"); /* not counted: 405 and 421, which do not reach the handler */
}

static void test_accepted(void **state)
{
    struct raw raw;
    char more[64];
    snprintf(more, sizeof more, "Origin: http://localhost:%u\r\n", port);
    struct reply reply = frames_open(&raw, port, "/socket", "older, test.1", more);
    assert_int_equal(reply.status, 101);
    assert_string_equal(reply_header(&reply, "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_string_equal(reply_header(&reply, "Sec-WebSocket-Protocol"), "test.1");
    assert_string_equal(reply_header(&reply, "Upgrade"), "websocket");
    reply_free(&reply);
    say_goodbye(&raw);
    check_closed(1, "the client closed the socket");
}

/* Frames that arrive in the same packet as the handshake are received. */
static void test_early_frames(void **state)
{
    static const char text[] = GET KEY PROTOCOL VERSION UPGRADE "\r\n\x82\x83\x01\x02\x03\x04\x60\x60\x60\x82\x80"
                                                                "aaaa";
    struct raw raw;
    assert_true(raw_open(&raw, port));
    assert_true(raw_send(&raw, text, sizeof text - 1));
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 101);
    reply_free(&reply);
    struct frame frame = frame_next(&raw);
    assert_int_equal(frame.len, 3);
    assert_memory_equal(frame.data, "abc", 3);
    frame_free(&frame);
    frame = frame_next(&raw);
    assert_int_equal(frame.opcode, FRAME_BINARY);
    assert_int_equal(frame.len, 0);
    frame_free(&frame);
    say_goodbye(&raw);
}

/* ---- messages ---- */

static void test_fragments(void **state)
{
    struct raw raw;
    open_socket(&raw);
    frame_send_as(&raw, FRAME_NOT_LAST, FRAME_BINARY, "one ", 4);
    frame_send_as(&raw, FRAME_NOT_LAST, FRAME_MORE, "", 0);
    frame_send(&raw, FRAME_PING, "between", 7);
    frame_send_as(&raw, FRAME_NOT_LAST, FRAME_MORE, "two ", 4);
    frame_send(&raw, FRAME_MORE, "three", 5);
    struct frame frame = frame_next(&raw);
    assert_int_equal(frame.opcode, FRAME_PONG);
    assert_memory_equal(frame.data, "between", 7);
    frame_free(&frame);
    frame = frame_next(&raw);
    assert_int_equal(frame.opcode, FRAME_BINARY);
    assert_int_equal(frame.len, 13);
    assert_memory_equal(frame.data, "one two three", 13);
    frame_free(&frame);
    /* byte by byte */
    for (const char *at = "\x82\x83\0\0\0\0abc"; at != NULL; at = NULL)
        for (int i = 0; i < 9; i++) {
            assert_true(raw_send(&raw, at + i, 1));
            sleep_ms(1);
        }
    frame = frame_next(&raw);
    assert_memory_equal(frame.data, "abc", 3);
    frame_free(&frame);
    say_goodbye(&raw);
}

/* A thousand messages before the first answer is read: all arrive, in order. */
static void test_thousand(void **state)
{
    enum { MESSAGES = 1000, BYTES = 512 };
    uint8_t data[BYTES];
    struct raw raw;
    struct http_stats *stats = calloc(1, sizeof *stats);
    open_socket(&raw);
    memset(data, 'm', sizeof data);
    for (unsigned i = 0; i < MESSAGES; i++) {
        memcpy(data, &i, sizeof i);
        data[0] |= 0; /* any first byte except 'c', which makes the server close */
        if (data[0] == 'c')
            data[sizeof i] = 1, data[0] = 'd';
        assert_true(frame_send(&raw, FRAME_BINARY, data, sizeof data));
    }
    for (unsigned i = 0; i < MESSAGES; i++) {
        struct frame frame = frame_next_data(&raw);
        assert_int_equal(frame.opcode, FRAME_BINARY);
        assert_int_equal(frame.len, BYTES);
        memcpy(data, &i, sizeof i);
        assert_int_equal(frame.data[0], data[0] == 'c' ? 'd' : data[0]);
        assert_int_equal(frame.data[1], data[1]);
        frame_free(&frame);
    }
    http_stats(server, stats);
    assert_int_equal(stats->sockets, 1);
    assert_int_equal(stats->connections, 1);
    assert_int_equal(stats->socket_received, MESSAGES);
    assert_int_equal(stats->socket_sent, MESSAGES);
    free(stats);
    say_goodbye(&raw);
}

/* The client reads later than it sends, 64 MiB in total, so that the server sends frames in pieces. All frames arrive
 * whole and in order. */
static void test_long_stream(void **state)
{
    enum { MESSAGES = 2048, BYTES = 32 << 10, AHEAD = 24 };
    static uint8_t data[BYTES];
    struct raw raw;
    send_buffer = 32 << 10;
    open_socket(&raw);
    int small = 256 << 10; /* a much smaller buffer is slow, because TCP then waits for its persist timer */
    setsockopt(raw.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    for (unsigned sent = 0, got = 0; got < MESSAGES; got++) {
        for (; sent < MESSAGES && sent < got + AHEAD; sent++) {
            memset(data, (int)(sent % 64), sizeof data);
            memcpy(data + BYTES - sizeof sent, &sent, sizeof sent);
            assert_true(frame_send(&raw, FRAME_BINARY, data, sizeof data));
        }
        struct frame frame = frame_next_data(&raw);
        assert_int_equal(frame.len, BYTES);
        assert_int_equal(frame.data[0], got % 64);
        assert_int_equal(frame.data[BYTES / 2], got % 64);
        assert_memory_equal(frame.data + BYTES - sizeof got, &got, sizeof got);
        frame_free(&frame);
    }
    say_goodbye(&raw);
    send_buffer = 0;
}

static void test_requests_go_on(void **state)
{
    struct raw raw[8];
    for (size_t i = 0; i < 8; i++)
        open_socket(&raw[i]);
    for (size_t i = 0; i < 8; i++) {
        struct reply reply = client_get(port, "/hello");
        assert_int_equal(reply.status, 200);
        reply_free(&reply);
        check_echo(&raw[i], "x", 1);
    }
    for (size_t i = 0; i < 8; i++)
        say_goodbye(&raw[i]);
    check_closed(8, "the client closed the socket");
}

/* ---- protocol violations ---- */

static void test_violations(void **state)
{
    static const uint8_t large[MESSAGE_MOST + 1];
    static const struct {
        unsigned how;
        enum frame_opcode opcode;
        size_t len;
        unsigned code;
        const char *why;
    } cases[] = {
        {0, FRAME_TEXT, 5, 1003, "the client sent text"},
        {FRAME_NOT_LAST, FRAME_TEXT, 5, 1003, "the client sent text"},
        {FRAME_UNMASKED, FRAME_BINARY, 5, 1002, "the client violated the WebSocket protocol"},
        {FRAME_RESERVED, FRAME_BINARY, 5, 1002, "the client violated the WebSocket protocol"},
        {0, FRAME_MORE, 5, 1002, "the client violated the WebSocket protocol"},
        {0, (enum frame_opcode)3, 5, 1002, "the client violated the WebSocket protocol"},
        {0, FRAME_PING, 126, 1005, "the client violated the WebSocket protocol"},
        {FRAME_NOT_LAST, FRAME_PING, 5, 1005, "the client violated the WebSocket protocol"},
        {0, FRAME_BINARY, MESSAGE_MOST + 1, 1009, "a message was too large"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct raw raw;
        open_socket(&raw);
        check_echo(&raw, "before", 6);
        frame_send_as(&raw, cases[i].how, cases[i].opcode, large, cases[i].len);
        unsigned code = frame_close_code(&raw);
        if (code != cases[i].code)
            fail_msg("case %u: closed with %u, not %u", i, code, cases[i].code);
        assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
        raw_close(&raw);
        check_closed(i + 1, cases[i].why);
    }
    assert_int_equal(end.messages, sizeof cases / sizeof cases[0]);
}

/* The limit is for the whole message, not for one frame. */
static void test_oversize_in_pieces(void **state)
{
    static const uint8_t piece[MESSAGE_MOST / 2 + 1];
    struct raw raw;
    open_socket(&raw);
    frame_send_as(&raw, FRAME_NOT_LAST, FRAME_BINARY, piece, sizeof piece);
    frame_send(&raw, FRAME_MORE, piece, sizeof piece);
    assert_int_equal(frame_close_code(&raw), 1009);
    raw_close(&raw);
    check_closed(1, "a message was too large");
    assert_int_equal(end.messages, 0);
}

/* A frame of 2^62 bytes is refused when its header has arrived; no memory is allocated for it. */
static void test_boundless(void **state)
{
    struct raw raw;
    open_socket(&raw);
    assert_true(raw_send(&raw, "\x82\xff\x40\0\0\0\0\0\0\0mask!", 15));
    assert_int_equal(frame_close_code(&raw), 1009);
    raw_close(&raw);
}

/* Random bytes end the socket, and the server continues. */
static void test_garbage(void **state)
{
    uint64_t seed = 20261121;
    for (unsigned i = 0; i < 200; i++) {
        uint8_t data[64];
        struct raw raw;
        open_socket(&raw);
        for (size_t j = 0; j < sizeof data; j++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            data[j] = (uint8_t)(seed >> 56);
        }
        raw_send(&raw, data, sizeof data);
        shutdown(raw.fd, SHUT_WR);
        assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
        raw_close(&raw);
    }
    struct raw raw;
    open_socket(&raw);
    check_echo(&raw, "still there", 11);
    say_goodbye(&raw);
}

int main(void)
{
#define WITH(test, set) cmocka_unit_test_setup_teardown(test, set, teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accept),    cmocka_unit_test(test_tokens),  WITH(test_handshake, setup),
        WITH(test_accepted, setup),       WITH(test_early_frames, setup), WITH(test_echo, setup),
        WITH(test_fragments, setup),      WITH(test_thousand, setup),     WITH(test_long_stream, setup),
        WITH(test_requests_go_on, setup), WITH(test_violations, setup),   WITH(test_oversize_in_pieces, setup),
        WITH(test_boundless, setup),      WITH(test_garbage, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
