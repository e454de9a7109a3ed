/* Large bodies are read by workers, and some by a thread of their own: the server answers others meanwhile. The program
 * under test has the additional kind "echo", which can be made to wait while its problem is read (tests/fault/echo.c).
 */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

enum { LARGE = 40000 }; /* bytes of a text that makes a body large */

static struct daemon d;
static char text[LARGE + 1];

/* ---- a body that waits while it is read ---- */

struct held {
    char path[128];
    char body[LARGE + 512];
};

/* Writes a problem whose reading waits until held_release(). */
static void held_init(struct held *held, const char *name)
{
    snprintf(held->path, sizeof held->path, "%s/%s", d.folder, name);
    snprintf(held->body, sizeof held->body, "{\"await\":\"%s\",\"say\":\"%s %s\"", held->path, name, text);
}

static void held_await(const struct held *held)
{
    char name[160];
    snprintf(name, sizeof name, "%s.begun", held->path);
    for (int ms = 0; access(name, F_OK) != 0; ms++) {
        if (ms == CLIENT_PATIENCE_MS)
            fail_msg("%s is not being read", held->path);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static void held_release(const struct held *held)
{
    char name[160];
    snprintf(name, sizeof name, "%s.go", held->path);
    int fd = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    close(fd);
}

static void send_body(struct raw *raw, const char *path, const char *type, const char *body)
{
    char head[256];
    assert_true(raw_open(raw, d.port));
    snprintf(head, sizeof head,
             "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n", path, type,
             strlen(body));
    assert_true(raw_text(raw, head) && raw_text(raw, body));
}

static void expect_others_served(unsigned n)
{
    char body[96];
    struct answer health = ask_get(d.port, "/healthz");
    expect_status(&health, 200);
    snprintf(body, sizeof body, "{\"puzzle\":\"1...............\",\"solutions\":%u}", n);
    struct answer answer = ask_json(d.port, "/v1/sudoku", body);
    expect_status(&answer, 200);
    answer_free(&answer);
    answer_free(&health);
}

/* ---- tests ---- */

/* Sends a problem that a worker reads for `read_ms`. */
static void send_slow(struct raw *raw, const char *say, unsigned read_ms)
{
    static char body[LARGE + 512];
    snprintf(body, sizeof body, "{\"say\":\"%s %s\",\"read_ms\":%u}", say, text, read_ms);
    send_body(raw, "/v1/echo", "application/json", body);
}

static bool has_reply(const struct raw *raw)
{
    struct pollfd ready = {.fd = raw->fd, .events = POLLIN};
    return poll(&ready, 1, 0) == 1;
}

/* Kills the workers that read, until there is a reply. */
static void kill_readers(const struct raw *raw)
{
    for (int ms = 0; !has_reply(raw); ms += 20) {
        pid_t zygote, workers[8];
        assert_true(ms < CLIENT_PATIENCE_MS);
        assert_int_equal(daemon_children(d.pid, &zygote, 1), 1);
        unsigned count = daemon_children(zygote, workers, 8);
        for (unsigned i = 0; i < count; i++)
            kill(workers[i], SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
}

static void test_others_are_served(void **state)
{
    struct raw raw;
    send_slow(&raw, "one", 60000);
    for (unsigned n = 2; n < 6; n++)
        expect_others_served(n);
    assert_false(has_reply(&raw));
    kill_readers(&raw);
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 503);
    assert_string_equal(reply_problem(&reply), "worker-killed");
    reply_free(&reply);
    raw_close(&raw);
}

static void test_solved(void **state)
{
    struct raw raw;
    send_slow(&raw, "two", 50);
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.body, "\"result\":{\"text\":\"two aaaa"));
    assert_non_null(strstr(reply.body, "\"cached\":false"));
    reply_free(&reply);
    raw_close(&raw);
    send_slow(&raw, "two", 0); /* the same problem in another text */
    reply = raw_reply(&raw, false);
    assert_non_null(strstr(reply.body, "\"cached\":true"));
    reply_free(&reply);
    raw_close(&raw);
}

/* A large text with query parameters is the JSON problem that says the same. */
static void test_text_with_members(void **state)
{
    static char body[LARGE + 512];
    snprintf(body, sizeof body, "\"q\\ \xc3\xa4 %s", text);
    struct answer plain = ask_text(d.port, "/v1/echo", body);
    struct answer with = ask_text(d.port, "/v1/echo?timeout_ms=5000", body);
    expect_status(&plain, 200);
    expect_status(&with, 200);
    assert_string_equal(answer_text2(&plain, "result", "text"), body);
    assert_string_equal(answer_text2(&with, "result", "text"), body);
    answer_free(&with);
    answer_free(&plain);
    with = ask_text(d.port, "/v1/echo?timeout_ms=60001", body);
    expect_problem(&with, 400, "invalid-request");
    answer_free(&with);
    body[LARGE] = '\xff';
    with = ask_text(d.port, "/v1/echo?timeout_ms=5000", body);
    expect_problem(&with, 400, "invalid-request");
    assert_non_null(strstr(answer_text(&with, "detail"), "UTF-8"));
    answer_free(&with);
}

/* A problem that is only read waits for its turn, too. */
static void test_read_alone(void **state)
{
    static struct held held;
    struct raw raw, left;
    held_init(&held, "alone");
    strcat(held.body, "}");
    send_body(&raw, "/v1/echo/read", "application/json", held.body);
    held_await(&held);
    send_body(&left, "/v1/echo/read", "application/json", held.body);
    expect_others_served(11);
    raw_close(&left);
    expect_others_served(12);
    held_release(&held);
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 200);
    if (strncmp(reply.body, "{\"say\":\"alone aaaa", 18) != 0 ||
        strcmp(reply.body + strlen(reply.body) - 3, "\"}\n") != 0)
        fail_msg("%.60s", reply.body);
    reply_free(&reply);
    raw_close(&raw);
}

/* Writes a text of `lines` lines, in which the one with the number `wrong` cannot be read. The caller frees it. */
static char *lines_of(unsigned lines, unsigned len, unsigned wrong)
{
    char *body = malloc((size_t)lines * (len + 1) + 1);
    assert_non_null(body);
    memset(body, 'a', (size_t)lines * (len + 1));
    for (unsigned i = 0; i < lines; i++)
        body[(size_t)i * (len + 1) + len] = '\n';
    body[(size_t)wrong * (len + 1)] = '!';
    body[(size_t)lines * (len + 1)] = '\0';
    return body;
}

/* A text of many problems may have 1 MiB; the memory of the reply is limited, too. */
static void test_read_many(void **state)
{
    enum { LINES = 4096, LEN = 255, MANY = 524000 };
    static const char *const headers[] = {"Content-Type: text/plain", "Accept: application/x-ndjson", NULL};
    char *body = lines_of(LINES, LEN, 1000), *rest = NULL;
    struct answer answer = ask(d.port, "POST", "/v1/echo/read", headers, body);
    expect_status(&answer, 200);
    unsigned count = 0;
    for (char *line = strtok_r(answer.reply.body, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++) {
        char begin[64];
        snprintf(begin, sizeof begin, "{\"index\":%u,\"%s\":", count, count == 1000 ? "error" : "problem");
        if (strncmp(line, begin, strlen(begin)) != 0)
            fail_msg("line %u: %s", count, line);
    }
    assert_int_equal(count, LINES);
    answer_free(&answer);
    free(body);
    body = lines_of(LINES + 1, LEN, 0);
    answer = ask(d.port, "POST", "/v1/echo/read", headers, body);
    expect_problem(&answer, 413, "too-large");
    assert_string_equal(answer_text(&answer, "detail"), "the body is too long: at most 1048576 bytes are allowed");
    answer_free(&answer);
    free(body);
    body = lines_of(MANY, 1, 0);
    answer = ask(d.port, "POST", "/v1/echo/read", headers, body);
    expect_problem(&answer, 413, "too-large");
    assert_non_null(strstr(answer_text(&answer, "detail"), "the reply to these problems is too long"));
    answer_free(&answer);
    free(body);
}

/* A long line of a batch keeps its place, and the lines after it wait. */
static void test_long_line(void **state)
{
    static struct held held;
    static char body[2 * LARGE];
    struct raw raw;
    held_init(&held, "line");
    snprintf(body, sizeof body, "{\"kind\":\"echo\",\"say\":\"first\"}\n%s,\"kind\":\"echo\"}\n{\"kind\":\"nosuch\"}\n",
             held.body);
    send_body(&raw, "/v1/batch", "application/x-ndjson", body);
    held_await(&held);
    expect_others_served(7);
    held_release(&held);
    struct reply reply = raw_reply(&raw, false);
    assert_int_equal(reply.status, 200);
    static const char *const parts[] = {"\"result\":{\"text\":\"first\"},\"index\":0}",
                                        "\"result\":{\"text\":\"line aaaa", ",\"index\":1}",
                                        "{\"index\":2,\"error\":{\"type\":\"/problems/unknown-kind\""};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(reply.body, parts[i]) == NULL)
            fail_msg("no %s in the answers", parts[i]);
    reply_free(&reply);
    raw_close(&raw);
}

/* Refusals of a large body are those of a small one. */
static void test_refusals(void **state)
{
    static char body[LARGE + 512];
    snprintf(body, sizeof body, "{\"say\":\"%s\",\"sleep_ms\":-1}", text);
    struct answer answer = ask_json(d.port, "/v1/echo", body);
    expect_problem(&answer, 400, "invalid-request");
    assert_string_equal(answer_text(&answer, "pointer"), "/sleep_ms");
    answer_free(&answer);
    snprintf(body, sizeof body, "{\"say\":\"%s\"", text);
    answer = ask_json(d.port, "/v1/echo", body);
    expect_problem(&answer, 400, "invalid-json");
    answer_free(&answer);
    snprintf(body, sizeof body, "!%s", text);
    answer = ask_text(d.port, "/v1/echo", body);
    expect_problem(&answer, 422, "unprocessable");
    answer_free(&answer);
}

static void test_idempotency(void **state)
{
    static char body[LARGE + 512];
    snprintf(body, sizeof body, "{\"say\":\"%s again\"}", text);
    struct answer first = ask_json_with(d.port, "/v1/echo", "Idempotency-Key: large", body);
    struct answer second = ask_json_with(d.port, "/v1/echo", "Idempotency-Key: large", body);
    expect_status(&first, 200);
    expect_status(&second, 200);
    assert_string_equal(answer_text(&first, "id"), answer_text(&second, "id"));
    body[30] = 'b';
    struct answer other = ask_json_with(d.port, "/v1/echo", "Idempotency-Key: large", body);
    expect_problem(&other, 422, "idempotency-mismatch");
    answer_free(&other);
    answer_free(&second);
    answer_free(&first);
}

/* Clients that disconnect while their body waits, or is read, disturb no other. */
static void test_clients_leave(void **state)
{
    static struct held waits;
    struct raw reading[4], line;
    for (int i = 0; i < 4; i++)
        send_slow(&reading[i], "leaves", 60000);
    held_init(&waits, "waits");
    strcat(waits.body, ",\"kind\":\"echo\"}");
    send_body(&line, "/v1/batch", "application/x-ndjson", waits.body);
    raw_close(&line);
    for (int i = 3; i >= 0; i--)
        raw_close(&reading[i]);
    held_release(&waits);
    expect_others_served(9);
    static char body[LARGE + 64];
    snprintf(body, sizeof body, "{\"say\":\"%s last\"}", text);
    struct answer answer = ask_json(d.port, "/v1/echo", body);
    expect_status(&answer, 200);
    answer_free(&answer);
}

static void stop_and_await(void)
{
    kill(d.pid, SIGTERM);
    for (int status = 0; status != 503;) {
        struct answer ready = ask_get(d.port, "/readyz");
        status = ready.status;
        answer_free(&ready);
    }
}

static void expect_draining(struct raw *raw)
{
    struct reply reply = raw_reply(raw, false);
    assert_int_equal(reply.status, 503);
    assert_string_equal(reply_problem(&reply), "draining");
    reply_free(&reply);
    raw_close(raw);
}

/* A server that stops refuses the body that a worker reads, at the end of the grace period, and all that wait. */
static void test_stop(void **state)
{
    struct raw reading, waiting;
    send_slow(&reading, "stops", 60000);
    send_slow(&waiting, "too late", 60000);
    expect_others_served(10); /* sent later on another connection: the bodies have arrived */
    stop_and_await();
    expect_draining(&waiting);
    expect_draining(&reading);
    daemon_wait(&d);
    daemon_start(&d);
}

/* It reads a problem to its end that is only read, and refuses those that wait. */
static void test_stop_alone(void **state)
{
    static struct held held;
    static char body[LARGE + 64];
    struct raw alone, waiting;
    held_init(&held, "stop");
    strcat(held.body, "}");
    send_body(&alone, "/v1/echo/read", "application/json", held.body);
    held_await(&held);
    snprintf(body, sizeof body, "{\"say\":\"%s too late\"}", text);
    send_body(&waiting, "/v1/echo/read", "application/json", body);
    expect_others_served(13);
    stop_and_await();
    held_release(&held);
    struct reply reply = raw_reply(&alone, false);
    assert_int_equal(reply.status, 200);
    reply_free(&reply);
    raw_close(&alone);
    expect_draining(&waiting);
    daemon_wait(&d);
    daemon_start(&d);
}

static int setup(void **state)
{
    memset(text, 'a', LARGE);
    d = (struct daemon){.args = {"--workers", "2", "--grace", "1"}};
    daemon_start(&d);
    *state = &d;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_others_are_served), cmocka_unit_test(test_solved),
        cmocka_unit_test(test_text_with_members), cmocka_unit_test(test_read_alone),
        cmocka_unit_test(test_read_many),         cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_refusals),          cmocka_unit_test(test_idempotency),
        cmocka_unit_test(test_clients_leave),     cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_alone),
    };
    return cmocka_run_group_tests(tests, setup, daemon_teardown);
}
