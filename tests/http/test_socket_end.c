/* The end of WebSockets: by a close of either side, a cut connection, clients that do not read or answer, limits, and
 * the stop of the server. Also run under TSan. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "harness/check.h"
#include "harness/echo_socket.h"

/* ---- closing ---- */

static void test_closed_by_server(void **state)
{
    struct raw raw;
    open_socket(&raw);
    frame_send(&raw, FRAME_BINARY, "echo first", 10);
    frame_send(&raw, FRAME_BINARY, "c", 1);
    struct frame frame = frame_next(&raw);
    assert_int_equal(frame.len, 10); /* messages sent before the close still arrive */
    frame_free(&frame);
    assert_int_equal(frame_close_code(&raw), 4001);
    frame_send(&raw, FRAME_CLOSE, "\x0f\xa1", 2);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    check_closed(1, "as you wish");
}

/* A client that does not answer the close is disconnected. */
static void test_close_unanswered(void **state)
{
    struct raw raw;
    open_socket(&raw);
    frame_send(&raw, FRAME_BINARY, "c", 1);
    assert_int_equal(frame_close_code(&raw), 4001);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
    check_closed(1, "as you wish");
}

static void test_half_close(void **state)
{
    struct raw raw;
    open_socket(&raw);
    frame_send(&raw, FRAME_BINARY, "last words", 10);
    shutdown(raw.fd, SHUT_WR);
    check_closed(1, "the client hung up");
    assert_int_equal(end.messages, 1);
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
}

static void test_hang_up(void **state)
{
    struct raw raw;
    open_socket(&raw);
    check_echo(&raw, "x", 1);
    raw_close(&raw);
    check_closed(1, "the client hung up");
}

/* ---- clients that do not read or answer ---- */

static int setup_short(void **state)
{
    struct http_options options = http_defaults;
    options.ping_ms = 200;
    options.reply_ms = 500;
    start(options);
    return 0;
}

static void test_silent_client(void **state)
{
    struct raw raw;
    open_socket(&raw);
    struct frame frame = frame_next(&raw);
    assert_int_equal(frame.opcode, FRAME_PING);
    frame_free(&frame);
    check_closed(1, "the client is silent");
    assert_true(raw_closed_within(&raw, CLIENT_PATIENCE_MS));
    raw_close(&raw);
}

/* Answered pings keep a socket open for many times its deadline. */
static void test_patient_client(void **state)
{
    struct raw raw;
    open_socket(&raw);
    for (int i = 0; i < 5; i++) {
        struct frame frame = frame_next(&raw);
        assert_int_equal(frame.opcode, FRAME_PING);
        frame_send(&raw, FRAME_PONG, frame.data, frame.len);
        frame_free(&frame);
    }
    assert_int_equal(closed_count(), 0);
    check_echo(&raw, "x", 1);
    say_goodbye(&raw);
}

/* The client sends and never reads: its queue is bounded, then it is cut. */
static void test_slow_reader(void **state)
{
    static uint8_t data[32 << 10];
    struct http_stats *stats = calloc(1, sizeof *stats);
    struct raw raw;
    open_socket(&raw);
    for (int i = 0; i < 2000 && closed_count() == 0; i++)
        if (!frame_send(&raw, FRAME_BINARY, data, sizeof data))
            break;
    check_closed(1, "the client reads too slowly");
    http_stats(server, stats);
    assert_true(stats->socket_cut >= 1);
    free(stats);
    raw_close(&raw);
}

/* The client sends only pings and never reads the answers: their memory is bounded, then it is cut. */
static void test_ping_flood(void **state)
{
    static char pings[64 << 10];
    struct raw raw;
    for (size_t i = 0; i + 6 <= sizeof pings; i += 6)
        memcpy(pings + i, "\x89\x80mask", 6);
    open_socket(&raw);
    struct timeval patience = {.tv_sec = 2};
    setsockopt(raw.fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    int small = 4096;
    setsockopt(raw.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    for (int i = 0; i < 4000 && closed_count() == 0; i++)
        if (!raw_send(&raw, pings, sizeof pings / 6 * 6))
            break;
    check_closed(1, "the client reads too slowly");
    raw_close(&raw);
}

/* ---- limits and stop ---- */

static int setup_few(void **state)
{
    struct http_options options = http_defaults;
    options.connections = 3;
    start(options);
    return 0;
}

static void test_sockets_are_connections(void **state)
{
    struct raw raw[3];
    for (size_t i = 0; i < 3; i++)
        open_socket(&raw[i]);
    struct reply reply = client_get(port, "/hello");
    assert_int_equal(reply.status, 503);
    reply_free(&reply);
    say_goodbye(&raw[0]);
    for (int i = 0; i < CLIENT_PATIENCE_MS / 10; i++) {
        reply = client_get(port, "/hello");
        int status = reply.status;
        reply_free(&reply);
        if (status == 200)
            break;
        sleep_ms(10);
        assert_true(i + 1 < CLIENT_PATIENCE_MS / 10);
    }
    say_goodbye(&raw[1]);
    say_goodbye(&raw[2]);
}

static int setup_two_an_address(void **state)
{
    struct http_options options = http_defaults;
    options.per_ip = 2;
    start(options);
    return 0;
}

static void test_sockets_of_one_address(void **state)
{
    struct raw raw[3];
    open_socket(&raw[0]);
    open_socket(&raw[1]);
    struct reply reply = frames_open(&raw[2], port, "/socket", "test.1", "");
    assert_int_equal(reply.status, 0); /* closed without a reply, like any connection above the limit */
    reply_free(&reply);
    raw_close(&raw[2]);
    check_echo(&raw[0], "x", 1);
    say_goodbye(&raw[0]);
    say_goodbye(&raw[1]);
}

static void *stop_server(void *pointer)
{
    http_stop(server, *(uint32_t *)pointer);
    return NULL;
}

static void test_stop_while_open(void **state)
{
    struct raw raw[4];
    pthread_t thread;
    uint32_t grace_ms = 10000;
    start(http_defaults);
    for (size_t i = 0; i < 4; i++) {
        open_socket(&raw[i]);
        check_echo(&raw[i], "x", 1);
    }
    pthread_create(&thread, NULL, stop_server, &grace_ms);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(frame_close_code(&raw[i]), 1001);
        if (i > 0) /* the first client never answers */
            frame_send(&raw[i], FRAME_CLOSE, "\x03\xe9", 2);
    }
    pthread_join(thread, NULL);
    check_closed(4, "the server stops");
    for (size_t i = 0; i < 4; i++) {
        assert_true(raw_closed_within(&raw[i], CLIENT_PATIENCE_MS));
        raw_close(&raw[i]);
    }
}

static void test_stop_without_grace(void **state)
{
    struct raw raw[4];
    uint32_t none = 0;
    start(http_defaults);
    for (size_t i = 0; i < 4; i++)
        open_socket(&raw[i]);
    stop_server(&none);
    assert_true(closed_count() >= end.opened); /* a socket may end before opened() is called */
    assert_string_equal(end.why, "the server stops");
    for (size_t i = 0; i < 4; i++)
        raw_close(&raw[i]);
}

/* A client thread that opens and closes sockets while the server stops: every callback is called, and none after the
 * stop. */
static void *storm(void *pointer)
{
    atomic_bool *over = pointer;
    for (unsigned i = 0; !atomic_load(over); i++) {
        struct raw raw;
        struct reply reply = frames_open(&raw, port, "/socket", "test.1", "");
        if (reply.status == 101 && i % 3 > 0)
            frame_send(&raw, FRAME_BINARY, "hello", 5);
        if (reply.status == 101 && i % 3 == 2)
            frame_send(&raw, FRAME_CLOSE, "\x03\xe8", 2);
        reply_free(&reply);
        raw_close(&raw);
    }
    return NULL;
}

static void test_storm(void **state)
{
    pthread_t thread[4];
    for (int round = 0; round < 3; round++) {
        atomic_bool over = false;
        uint32_t grace_ms = round == 0 ? 0 : 200;
        start(http_defaults);
        for (size_t i = 0; i < 4; i++)
            pthread_create(&thread[i], NULL, storm, &over);
        sleep_ms(150);
        stop_server(&grace_ms);
        atomic_store(&over, true);
        for (size_t i = 0; i < 4; i++)
            pthread_join(thread[i], NULL);
        assert_true(end.opened > 0);
        assert_true(end.closed >= end.opened);
    }
}

int main(void)
{
#define WITH(test, set) cmocka_unit_test_setup_teardown(test, set, teardown)
    const struct CMUnitTest tests[] = {
        WITH(test_closed_by_server, setup),
        WITH(test_close_unanswered, setup),
        WITH(test_half_close, setup),
        WITH(test_hang_up, setup),
        WITH(test_silent_client, setup_short),
        WITH(test_patient_client, setup_short),
        WITH(test_slow_reader, setup_short),
        WITH(test_ping_flood, setup_short),
        WITH(test_sockets_are_connections, setup_few),
        WITH(test_sockets_of_one_address, setup_two_an_address),
        cmocka_unit_test(test_stop_while_open),
        cmocka_unit_test(test_stop_without_grace),
        cmocka_unit_test(test_storm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
