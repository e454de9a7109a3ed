/* Several addresses and Unix sockets to listen on, and their options. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <http/listen/listen.h>

#include "harness/check.h"
#include "harness/client.h"
#include "harness/fixture.h"

static char folder[] = "/tmp/nashd-listen-XXXXXX";
static char path[64];

static void test_parse(void **state)
{
    static const struct {
        const char *text, *host;
        uint16_t port;
        bool is_unix, local;
    } good[] = {
        {"127.0.0.1:8080", "127.0.0.1", 8080, false, true},
        {"localhost:0", "127.0.0.1", 0, false, true},
        {"[::1]:65535", "::1", 65535, false, true},
        {"0.0.0.0:80", "0.0.0.0", 80, false, false},
        {"[::]:80", "::", 80, false, false},
        {"example.org:80", "example.org", 80, false, false},
        {"unix:/run/nashd.sock", "/run/nashd.sock", 0, true, true},
        {"unix:a:1", "a:1", 0, true, true},
    };
    static const char *const bad[] = {"",        "8080",    ":8080",   "host:", "host:65536",
                                      "host:-1", "host:1x", "host: 1", "unix:", "host:99999999999999999999"};
    struct http_listen listen;
    struct nash_error error;
    char text[400];
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(http_listen_parse(good[i].text, &listen, &error), NASH_OK);
        assert_string_equal(listen.host, good[i].host);
        assert_int_equal(listen.port, good[i].port);
        assert_int_equal(listen.is_unix, good[i].is_unix);
        assert_int_equal(http_listen_is_local(&listen), good[i].local);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(http_listen_parse(bad[i], &listen, &error), NASH_INVALID);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    memcpy(text, "unix:/", 6);
    assert_int_equal(http_listen_parse(text, &listen, &error), NASH_INVALID);
    memcpy(text + sizeof text - 4, ":80", 4);
    memcpy(text, "host.a", 6);
    assert_int_equal(http_listen_parse(text, &listen, &error), NASH_INVALID);
}

static void open_unix(struct raw *raw)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *raw = (struct raw){.fd = socket(AF_UNIX, SOCK_STREAM, 0)};
    memcpy(address.sun_path, path, strlen(path));
    if (connect(raw->fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail_msg("connect: %s", strerror(errno));
}

static void check_address(struct raw *raw, const char *expected)
{
    assert_true(raw_text(raw, "GET /address HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    struct reply reply = raw_reply(raw, false);
    assert_int_equal(reply.status, 200);
    assert_string_equal(reply.body, expected);
    reply_free(&reply);
    raw_close(raw);
}

static struct http_options options_for(struct http_listen *listens, const char *const *texts, size_t count)
{
    struct http_options options = fixture_options();
    struct nash_error error;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(http_listen_parse(texts[i], &listens[i], &error), NASH_OK);
    options.listens = listens;
    options.listens_count = count;
    return options;
}

/* Every listening socket serves, in any order of their kinds; the file of a Unix socket is there meanwhile. */
static void test_several(void **state)
{
    char unix_text[80];
    snprintf(unix_text, sizeof unix_text, "unix:%s", path);
    const char *const orders[2][3] = {{"127.0.0.1:0", unix_text, "127.0.0.1:0"}, {unix_text, "127.0.0.1:0", "[::1]:0"}};
    (void)state;
    for (int order = 0; order < 2; order++) {
        struct http_listen listens[3];
        struct http_options options = options_for(listens, orders[order], 3);
        struct fixture own;
        struct raw raw;
        struct stat found;
        options.per_ip = 2;
        fixture_start(&own, &options);
        assert_true(http_on_loopback(own.http));
        assert_null(http_listening(own.http, 3));
        for (unsigned i = 0; i < 3; i++) {
            const char *shown = http_listening(own.http, i);
            if (strcmp(orders[order][i], unix_text) == 0)
                assert_string_equal(shown, unix_text);
            else if (strstr(shown, "127.0.0.1") != NULL) { /* raw_open() connects to no other address */
                assert_true(raw_open(&raw, (uint16_t)strtoul(strrchr(shown, ':') + 1, NULL, 10)));
                check_address(&raw, "127.0.0.1");
            }
        }
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0660);
        struct raw many[10]; /* the limit for each address does not count here */
        for (int i = 0; i < 10; i++)
            open_unix(&many[i]);
        for (int i = 0; i < 10; i++)
            check_address(&many[i], "unix");
        fixture_stop(&own, 1000);
        assert_int_equal(stat(path, &found), -1);
    }
}

static void no_handler(struct http_request *request)
{
    (void)request;
}

static struct http *start_on_path(struct nash_error *error)
{
    char text[80];
    const char *const texts[] = {text};
    struct http_listen listens[1];
    static const struct http_route none[] = {{HTTP_GET, "/", no_handler, NULL, true, "root"}};
    snprintf(text, sizeof text, "unix:%s", path);
    struct http_options options = options_for(listens, texts, 1);
    options.routes = none;
    options.routes_count = 1;
    *error = (struct nash_error){0};
    return http_start(&options, error);
}

/* A socket left by a server that was killed is replaced; one in use and a file that is no socket are not. */
static void test_stale(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct nash_error error;
    struct stat found;
    (void)state;
    memcpy(address.sun_path, path, strlen(path));
    int left = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(left, (struct sockaddr *)&address, sizeof address), 0);
    close(left);
    struct http *first = start_on_path(&error);
    if (first == NULL)
        fail_msg("%s", error.detail);
    assert_null(start_on_path(&error));
    assert_non_null(strstr(error.detail, strerror(EADDRINUSE)));
    assert_int_equal(http_port(first), 0);
    http_stop(first, 100);
    int plain = open(path, O_CREAT | O_WRONLY, 0600);
    close(plain);
    assert_null(start_on_path(&error));
    assert_int_equal(stat(path, &found), 0);
    unlink(path);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_stale),
    };
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/socket", folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
