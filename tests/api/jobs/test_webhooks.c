/* Webhooks of a running server: delivered, tried again, given up, and kept over a kill. The receiver is a thread of
 * this program. */
#include <arpa/inet.h>
#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <api/webhooks/signature.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"

enum { MESSAGES_MAX = 16, MESSAGE_ROOM = 16 << 10 };

/* Receives messages and replies to the n-th one with status[n], 204 when that is 0. */
static struct receiver {
    int listening;
    uint16_t port;
    pthread_t thread;
    pthread_mutex_t lock;
    unsigned count;
    int status[MESSAGES_MAX];
    char message[MESSAGES_MAX][MESSAGE_ROOM]; /* head and body */
} receiver = {.lock = PTHREAD_MUTEX_INITIALIZER};

static char origin[64];
static struct daemon d = {.args = {"--webhook", origin, "--webhook-secret", NULL}};
static char secret_path[128];
static const char secret_text[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/* Reads a request: a head and the body that Content-Length announces. */
static void receive_request(int fd, char *out, size_t room)
{
    size_t len = 0, want = room - 1;
    while (len < want) {
        ssize_t got = read(fd, out + len, room - 1 - len);
        if (got <= 0)
            break;
        len += (size_t)got;
        out[len] = '\0';
        const char *end = strstr(out, "\r\n\r\n"), *announced = strstr(out, "Content-Length: ");
        if (end != NULL && announced != NULL && announced < end)
            want = (size_t)(end + 4 - out) + strtoul(announced + 16, NULL, 10);
    }
    out[len] = '\0';
}

static void *receive_main(void *context)
{
    static char message[MESSAGE_ROOM];
    (void)context;
    for (int fd; (fd = accept(receiver.listening, NULL, NULL)) >= 0; close(fd)) {
        receive_request(fd, message, sizeof message);
        pthread_mutex_lock(&receiver.lock);
        unsigned number = receiver.count < MESSAGES_MAX ? receiver.count++ : MESSAGES_MAX - 1;
        memcpy(receiver.message[number], message, sizeof message);
        int status = receiver.status[number] != 0 ? receiver.status[number] : 204;
        pthread_mutex_unlock(&receiver.lock);
        dprintf(fd, "HTTP/1.1 %d X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status);
    }
    return NULL;
}

static void receiver_start(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    receiver.listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(receiver.listening, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(receiver.listening, 16), 0);
    assert_int_equal(getsockname(receiver.listening, (struct sockaddr *)&address, &size), 0);
    receiver.port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&receiver.thread, NULL, receive_main, NULL), 0);
}

static void receiver_reset(void)
{
    pthread_mutex_lock(&receiver.lock);
    receiver.count = 0;
    memset(receiver.status, 0, sizeof receiver.status);
    pthread_mutex_unlock(&receiver.lock);
}

static unsigned receiver_count(void)
{
    pthread_mutex_lock(&receiver.lock);
    unsigned count = receiver.count;
    pthread_mutex_unlock(&receiver.lock);
    return count;
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void wait_for_messages(unsigned count)
{
    for (int i = 0; i < 3000 && receiver_count() < count; i++)
        sleep_ms(10);
    assert_true(receiver_count() >= count);
}

/* Submits a problem whose end is sent to the receiver. */
static struct answer submit(int card, const char *path)
{
    char body[256];
    snprintf(body, sizeof body, "{\"a\":[%d,4],\"b\":[5,3],\"job\":{\"webhook\":\"%s%s\"}}", card, origin, path);
    return ask_json(d.port, "/v1/whist", body);
}

/* Waits until the job shows this status of its webhook, and returns the job. */
static struct answer wait_for_status(const struct answer *job, const char *status)
{
    for (int i = 0;; i++) {
        struct answer now = ask_get(d.port, job_path(job, ""));
        expect_status(&now, 200);
        if (strcmp(answer_text2(&now, "webhook", "status"), status) == 0)
            return now;
        if (i == 3000)
            fail_msg("the webhook is not %s: %s", status, now.reply.body);
        answer_free(&now);
        sleep_ms(10);
    }
}

static int webhook_number(const struct answer *job, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(answer_member(job, "webhook"), name);
    return cJSON_IsNumber(number) ? number->valueint : -1;
}

/* Returns a header of the message, in a static buffer. */
static const char *message_header(unsigned number, const char *name)
{
    static char value[128];
    const char *at = strstr(receiver.message[number], name);
    assert_non_null(at);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at + strlen(name) + 2, "\r"), at + strlen(name) + 2);
    return value;
}

static void expect_signed(unsigned number, const char *id)
{
    struct webhook_secret secret;
    struct nash_error error;
    struct nash_buf signature = NASH_BUF_INIT(0);
    const char *body = strstr(receiver.message[number], "\r\n\r\n") + 4;
    assert_int_equal(webhook_secret_read(secret_text, strlen(secret_text), &secret, &error), NASH_OK);
    webhook_sign(&secret, id, strtoll(message_header(number, "webhook-timestamp"), NULL, 10), body, strlen(body),
                 &signature);
    assert_string_equal(message_header(number, "webhook-signature"), nash_buf_cstr(&signature));
    nash_buf_free(&signature);
}

static void test_delivered(void **state)
{
    (void)state;
    receiver_reset();
    struct answer job = submit(10, "/hook?x=1");
    expect_status(&job, 200);
    assert_string_equal(answer_text2(&job, "webhook", "status"), "pending");
    wait_for_messages(1);
    const char *message = receiver.message[0];
    assert_true(strncmp(message, "POST /hook?x=1 HTTP/1.1\r\n", 25) == 0);
    assert_string_equal(message_header(0, "webhook-id"), answer_text(&job, "id"));
    expect_signed(0, answer_text(&job, "id"));
    cJSON *json = cJSON_Parse(strstr(message, "\r\n\r\n") + 4);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(json, "type")), "job.succeeded");
    const cJSON *data = cJSON_GetObjectItem(json, "data");
    assert_true(cJSON_Compare(cJSON_GetObjectItem(data, "result"), answer_member(&job, "result"), true));
    cJSON_Delete(json);
    struct answer done = wait_for_status(&job, "delivered");
    assert_int_equal(webhook_number(&done, "attempts"), 1);
    assert_int_equal(webhook_number(&done, "http_status"), 204);
    answer_free(&done);
    answer_free(&job);
}

/* The same bytes again: the answer is known, and the end of the new job is sent too. */
static void test_a_cached_answer_is_sent(void **state)
{
    (void)state;
    receiver_reset();
    struct answer first = submit(11, "/"), second = submit(11, "/");
    expect_status(&second, 200);
    assert_true(cJSON_IsTrue(answer_member(&second, "cached")));
    assert_string_not_equal(answer_text(&first, "id"), answer_text(&second, "id"));
    wait_for_messages(2);
    struct answer done = wait_for_status(&second, "delivered");
    answer_free(&done);
    answer_free(&first);
    answer_free(&second);
}

static void test_gone_is_given_up(void **state)
{
    (void)state;
    receiver_reset();
    receiver.status[0] = 410;
    struct answer job = submit(12, "/");
    struct answer done = wait_for_status(&job, "failed");
    assert_string_equal(answer_text2(&done, "webhook", "error"), "the receiver replied with status 410");
    answer_free(&done);
    answer_free(&job);
}

/* A failed delivery is tried again, by a server that was killed in between. */
static void test_retried_after_a_kill(void **state)
{
    (void)state;
    receiver_reset();
    receiver.status[0] = 500;
    struct answer job = submit(13, "/");
    wait_for_messages(1);
    for (int i = 0; i < 3000; i++) { /* until the failure is stored */
        struct answer now = ask_get(d.port, job_path(&job, ""));
        int attempts = webhook_number(&now, "attempts");
        answer_free(&now);
        if (attempts == 1)
            break;
        sleep_ms(10);
    }
    daemon_kill(&d);
    daemon_start(&d);
    struct answer pending = ask_get(d.port, job_path(&job, ""));
    expect_status(&pending, 200);
    assert_int_equal(webhook_number(&pending, "http_status"), 500);
    answer_free(&pending);
    struct answer done = wait_for_status(&job, "delivered");
    assert_int_equal(webhook_number(&done, "attempts"), 2);
    assert_int_equal(receiver_count(), 2);
    answer_free(&done);
    answer_free(&job);
}

static void test_refused(void **state)
{
    static const char *const bodies[] = {
        "{\"a\":[6,4],\"b\":[5,3],\"job\":{\"webhook\":\"http://127.0.0.1:1/\"}}",
        "{\"a\":[6,4],\"b\":[5,3],\"job\":{\"webhook\":\"gopher://x\"}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct answer refused = ask_json(d.port, "/v1/whist", bodies[i]);
        expect_problem(&refused, 422, "unprocessable");
        assert_string_equal(answer_text(&refused, "pointer"), "/job/webhook");
        answer_free(&refused);
    }
    static const char *const lines[] = {"Content-Type: application/x-ndjson", NULL};
    struct answer line = ask(d.port, "POST", "/v1/whist/batch", lines,
                             "{\"a\":[6,4],\"b\":[5,3],\"job\":{\"webhook\":\"http://x/\"}}\n");
    if (strstr(line.reply.body, "/job/webhook") == NULL)
        fail_msg("%d %s", line.status, line.reply.body);
    answer_free(&line);
}

static int group_setup(void **state)
{
    char folder[] = "/tmp/webhooks-XXXXXX";
    receiver_start();
    snprintf(origin, sizeof origin, "http://127.0.0.1:%u", receiver.port);
    assert_non_null(mkdtemp(folder));
    snprintf(secret_path, sizeof secret_path, "%s/secret", folder);
    int fd = open(secret_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_int_equal(write(fd, secret_text, strlen(secret_text)), (ssize_t)strlen(secret_text));
    close(fd);
    d.args[3] = secret_path;
    return daemon_setup(&d)(state);
}

static int group_teardown(void **state)
{
    int result = daemon_teardown(state);
    shutdown(receiver.listening, SHUT_RDWR);
    pthread_join(receiver.thread, NULL);
    close(receiver.listening);
    unlink(secret_path);
    *strrchr(secret_path, '/') = '\0';
    rmdir(secret_path);
    return result;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_delivered),        cmocka_unit_test(test_a_cached_answer_is_sent),
        cmocka_unit_test(test_gone_is_given_up), cmocka_unit_test(test_retried_after_a_kill),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, group_setup, group_teardown);
}
