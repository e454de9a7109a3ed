/* See echo_socket.h. */
#include "echo_socket.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "check.h"

struct http *server;
uint16_t port;
struct end end;
int send_buffer;

void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static void on_opened(void *user, struct http_socket *socket)
{
    struct end *at = user;
    if (send_buffer > 0)
        setsockopt(socket->fd, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
    pthread_mutex_lock(&at->lock);
    at->opened++;
    pthread_mutex_unlock(&at->lock);
}

static void on_message(void *user, struct http_socket *socket, const void *data, size_t len)
{
    struct end *at = user;
    pthread_mutex_lock(&at->lock);
    at->messages++;
    at->bytes += len;
    pthread_mutex_unlock(&at->lock);
    if (len > 0 && *(const char *)data == 'c') {
        http_socket_close(socket, 4001, "as you wish");
        return;
    }
    struct bytes *echo = bytes_copy(data, len);
    http_socket_send(socket, echo);
    bytes_unref(echo);
}

static void on_closed(void *user, const char *why)
{
    struct end *at = user;
    pthread_mutex_lock(&at->lock);
    at->closed++;
    snprintf(at->why, sizeof at->why, "%s", why);
    pthread_mutex_unlock(&at->lock);
}

static const struct http_socket_events events = {on_opened, on_message, on_closed};

static void handle_socket(struct http_request *request)
{
    http_upgrade(request, &events, &end, "test.1", MESSAGE_MOST);
}

static void handle_hello(struct http_request *request)
{
    http_reply(request, 200, "text/plain", "hello", 5);
}

static const struct http_route routes[] = {
    {HTTP_GET, "/socket", handle_socket, NULL, true, "socket"},
    {HTTP_GET, "/hello", handle_hello, NULL, true, "hello"},
};

void start(struct http_options options)
{
    struct nash_error error = {0};
    options.port = 0;
    options.routes = routes;
    options.routes_count = sizeof routes / sizeof routes[0];
    memset(&end, 0, sizeof end);
    pthread_mutex_init(&end.lock, NULL);
    server = http_start(&options, &error);
    if (server == NULL)
        fail_msg("http_start: %s", error.detail);
    port = http_port(server);
}

int setup(void **state)
{
    start(http_defaults);
    return 0;
}

int teardown(void **state)
{
    http_stop(server, 5000);
    server = NULL;
    if (end.opened > end.closed)
        fail_msg("%u opened, %u closed", end.opened, end.closed);
    pthread_mutex_destroy(&end.lock);
    return 0;
}

unsigned closed_count(void)
{
    pthread_mutex_lock(&end.lock);
    unsigned count = end.closed;
    pthread_mutex_unlock(&end.lock);
    return count;
}

void check_closed(unsigned n, const char *why)
{
    for (int i = 0; closed_count() < n && i < CLIENT_PATIENCE_MS / 2; i++)
        sleep_ms(2);
    assert_int_equal(closed_count(), n);
    assert_string_equal(end.why, why);
}

void open_socket(struct raw *raw)
{
    assert_true(frames_opened(raw, port, "/socket", "test.1"));
}

void check_echo(struct raw *raw, const void *data, size_t len)
{
    assert_true(frame_send(raw, FRAME_BINARY, data, len));
    struct frame frame = frame_next_data(raw);
    assert_int_equal(frame.opcode, FRAME_BINARY);
    assert_true(frame.last);
    assert_int_equal(frame.len, len);
    assert_memory_equal(frame.data, data, len);
    frame_free(&frame);
}

void say_goodbye(struct raw *raw)
{
    assert_true(frame_send(raw, FRAME_CLOSE, "\x03\xe8", 2));
    assert_int_equal(frame_close_code(raw), 1000);
    assert_true(raw_closed_within(raw, CLIENT_PATIENCE_MS));
    raw_close(raw);
}
