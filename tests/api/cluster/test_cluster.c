/* Members over HTTP: invitations, sessions, WebSockets and POSTs, and their misuse. */
#include <arpa/inet.h>
#include <check.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cluster/sudoku/shard/protocol.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/phone.h"

static struct daemon d;

/* ---- invitations ---- */

static void test_invitation(void **state)
{
    struct answer answer = ask_json(d.port, "/v1/shards/invitations", "{\"name\":\"Kitchen\"}");
    expect_status(&answer, 201);
    char token[64], path[160], url[160];
    snprintf(token, sizeof token, "%s", answer_text(&answer, "token"));
    snprintf(url, sizeof url, "http://127.0.0.1:%u/join#%s", d.port, token); /* the server's only address */
    assert_string_equal(answer_text(&answer, "url"), url);
    assert_true(cJSON_IsFalse(answer_member(&answer, "reachable")));
    snprintf(path, sizeof path, "/v1/shards/invitations/%s/qr", token);
    assert_string_equal(answer_text(&answer, "qr"), path);
    assert_int_equal(strlen(token), 32);
    answer_free(&answer);

    answer = ask_get(d.port, path);
    expect_status(&answer, 200);
    assert_string_equal(reply_header(&answer.reply, "Content-Type"), "image/svg+xml");
    assert_non_null(strstr(answer.reply.body, "<svg "));
    answer_free(&answer);

    char body[128];
    snprintf(body, sizeof body, "{\"token\":\"%s\",\"name\":\"mine\"}", token);
    answer = ask_json(d.port, "/v1/shards/members", body);
    expect_status(&answer, 201);
    assert_string_equal(answer_text(&answer, "name"), "Kitchen"); /* the name in the invitation */
    answer_free(&answer);
    for (int i = 0; i < 2; i++) {
        answer = ask_json(d.port, "/v1/shards/members", body);
        expect_problem(&answer, 410, "token-used");
        answer_free(&answer);
    }
    answer = ask_get(d.port, path);
    expect_problem(&answer, 410, "token-used");
    answer_free(&answer);
    answer = ask_get(d.port, "/v1/shards/invitations/00000000000000000000000000000000/qr");
    expect_problem(&answer, 404, "token-unknown");
    answer_free(&answer);
}

/* If the request has another host name, as behind a proxy, the link has this name. */
static void test_invitation_by_host(void **state)
{
    static const char *const host[] = {"Host: 192.168.7.7:8080", "Content-Type: application/json", NULL};
    struct answer answer = ask(d.port, "POST", "/v1/shards/invitations", host, "{}");
    expect_status(&answer, 201);
    assert_int_equal(strncmp(answer_text(&answer, "url"), "http://192.168.7.7:8080/join#", 29), 0);
    assert_true(cJSON_IsTrue(answer_member(&answer, "reachable")));
    answer_free(&answer);
}

/* Returns whether the URL has, as "http://A.B.C.D:", an IPv4 address of this machine other than a loopback address. */
static bool is_own_address(const char *url)
{
    struct ifaddrs *all;
    bool found = false;
    assert_int_equal(getifaddrs(&all), 0);
    for (const struct ifaddrs *one = all; one != NULL; one = one->ifa_next) {
        char text[INET_ADDRSTRLEN + 16] = "http://";
        if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_LOOPBACK) != 0)
            continue;
        inet_ntop(AF_INET, &((struct sockaddr_in *)(void *)one->ifa_addr)->sin_addr, text + 7, INET_ADDRSTRLEN);
        strcat(text, ":");
        found = found || strncmp(url, text, strlen(text)) == 0;
    }
    freeifaddrs(all);
    return found;
}

/* If the server listens on all addresses and the request has the host localhost, the link has an address of the
 * network.
 */
static void test_invitation_on_the_network(void **state)
{
    struct daemon own = {.args = {"--listen", "0.0.0.0:0", "--insecure-public"}};
    daemon_start(&own);
    struct answer answer = ask_json(own.port, "/v1/shards/invitations", "{}");
    expect_status(&answer, 201);
    bool reachable = cJSON_IsTrue(answer_member(&answer, "reachable"));
    if (reachable != is_own_address(answer_text(&answer, "url")))
        fail_msg("%s is%s reachable", answer_text(&answer, "url"), reachable ? "" : " not");
    answer_free(&answer);
    daemon_stop(&own);
    daemon_remove(&own);
}

static void test_public_url(void **state)
{
    struct daemon own = {.args = {"--public-url", "https://games.example/"}};
    daemon_start(&own);
    struct answer answer = ask_json(own.port, "/v1/shards/invitations", "{}");
    expect_status(&answer, 201);
    assert_int_equal(strncmp(answer_text(&answer, "url"), "https://games.example/join#", 27), 0);
    assert_true(cJSON_IsTrue(answer_member(&answer, "reachable")));
    answer_free(&answer);
    daemon_stop(&own);
    daemon_remove(&own);
}

static void test_too_many_invitations(void **state)
{
    struct daemon own = {0};
    daemon_start(&own);
    unsigned made = 0;
    for (; made < 200; made++) {
        struct answer answer = ask_json(own.port, "/v1/shards/invitations", "");
        int status = answer.status;
        if (status == 503)
            expect_problem(&answer, 503, "busy");
        answer_free(&answer);
        if (status != 201)
            break;
    }
    assert_int_equal(made, 64);
    daemon_stop(&own);
    daemon_remove(&own);
}

/* ---- refused joins ---- */

static void test_refused_members(void **state)
{
    static const struct {
        const char *body;
        int status;
        const char *type, *pointer;
    } cases[] = {
        {"{\"token\":\"0123456789abcdef0123456789abcdef\"}", 404, "token-unknown", "/token"},
        {"{\"token\":\"short\"}", 404, "token-unknown", "/token"},
        {"{}", 401, "unauthorized", ""},
        {"{\"kind\":\"server\",\"name\":\"x\"}", 401, "unauthorized", ""},
        {"{\"kind\":\"server\",\"token\":\"0123456789abcdef0123456789abcdef\"}", 401, "unauthorized", ""},
        {"{\"session\":\"0123456789abcdef0123456789abcdef\"}", 401, "session-unknown", "/session"},
        {"{\"token\":\"x\",\"version\":1}", 422, "other-protocol", "/version"},
        {"{\"token\":\"x\",\"version\":\"1\"}", 400, "invalid-request", "/version"},
        {"{\"token\":\"x\",\"cores\":0}", 400, "invalid-request", "/cores"},
        {"{\"token\":\"x\",\"cores\":257}", 400, "invalid-request", "/cores"},
        {"{\"token\":\"x\",\"cores\":1.5}", 400, "invalid-request", "/cores"},
        {"{\"token\":\"x\",\"kind\":\"fridge\"}", 400, "invalid-request", "/kind"},
        {"{\"token\":7}", 400, "invalid-request", "/token"},
        {"{\"tokken\":\"x\"}", 400, "unknown-member", "/tokken"},
        {"{\"token\":\"x\",\"job\":{}}", 400, "unknown-member", "/job"},
        {"[]", 400, "invalid-request", ""},
        {"{\"token\":", 400, "invalid-json", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct answer answer = ask_json(d.port, "/v1/shards/members", cases[i].body);
        if (answer.status != cases[i].status || strcmp(answer_text(&answer, "pointer"), cases[i].pointer) != 0)
            print_message("for %s:\n", cases[i].body);
        expect_problem(&answer, cases[i].status, cases[i].type);
        assert_string_equal(answer_text(&answer, "pointer"), cases[i].pointer);
        answer_free(&answer);
    }
    struct answer answer = ask_text(d.port, "/v1/shards/members", "{}");
    expect_problem(&answer, 415, "unsupported-media-type");
    answer_free(&answer);
}

/* Control characters, direction marks and invalid text are removed from the name. */
static void test_names(void **state)
{
    static const struct {
        const char *json, *name;
    } cases[] = {
        {"  Pixel \\t 7\\n", "Pixel 7"},
        {"\\u001b[31mred", "[31mred"},
        {"a\\u202eb\\u200bc\\ufeffd", "abcd"},
        {"\xe5\xb0\x8f\xe7\xb1\xb3", "\xe5\xb0\x8f\xe7\xb1\xb3"},
        {"<b>\\\"x\\\"</b>", "<b>\"x\"</b>"},
        {"0123456789012345678901234567890123456789012345678901234567890123456789",
         "012345678901234567890123456789012345678901234567"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char token[64], body[512];
        phone_invite(d.port, token);
        snprintf(body, sizeof body, "{\"token\":\"%s\",\"name\":\"%s\"}", token, cases[i].json);
        struct answer answer = ask_json(d.port, "/v1/shards/members", body);
        expect_status(&answer, 201);
        assert_string_equal(answer_text(&answer, "name"), cases[i].name);
        answer_free(&answer);
        phone_invite(d.port, token);
        snprintf(body, sizeof body, "{\"token\":\"%s\",\"name\":\"%s\"}", token, cases[i].json);
        answer = ask_json(d.port, "/v1/shards/members", body); /* a second member of the same name gets a suffix */
        char second[128];
        snprintf(second, sizeof second, "%s 2", cases[i].name);
        assert_string_equal(answer_text(&answer, "name"), second);
        answer_free(&answer);
    }
}

/* ---- sessions ---- */

static void test_come_and_go(void **state)
{
    struct phone phone;
    phone_join(&phone, d.port, "walker");
    assert_false(phone_is_listed(d.port, "walker", NULL)); /* a session without a connection is not a member */
    assert_true(phone_connect(&phone));
    phone_await(d.port, "walker", "idle", true);
    raw_close(&phone.raw);
    phone_await(d.port, "walker", NULL, false); /* the member is removed after two lease times */
    char body[128];
    snprintf(body, sizeof body, "{\"session\":\"%s\"}", phone.session);
    struct answer answer = ask_json(d.port, "/v1/shards/members", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text(&answer, "member"), phone.id);
    assert_string_equal(answer_text(&answer, "session"), phone.session);
    answer_free(&answer);
    assert_true(phone_connect(&phone));
    phone_await(d.port, "walker", "idle", true);
    static const uint8_t bye[MESSAGE_HEAD] = {MESSAGE_LEAVE, MESSAGE_VERSION};
    frame_send(&phone.raw, FRAME_BINARY, bye, sizeof bye); /* LEAVE, as a phone sends when its page is hidden */
    assert_int_equal(frame_close_code(&phone.raw), 1000);
    assert_false(phone_is_listed(d.port, "walker", NULL)); /* removed immediately */
    raw_close(&phone.raw);
    assert_true(phone_connect(&phone));
    phone_await(d.port, "walker", "idle", true);
    phone_leave(&phone);
}

static void test_second_socket(void **state)
{
    struct phone phone;
    phone_join(&phone, d.port, "twice");
    assert_true(phone_connect(&phone));
    phone_await(d.port, "twice", "idle", true);
    struct raw before = phone.raw;
    assert_true(phone_connect(&phone));
    assert_int_equal(frame_close_code(&before), 4001);
    raw_close(&before);
    phone_sleep_ms(100);
    assert_true(phone_is_listed(d.port, "twice", "idle"));
    phone_leave(&phone);
}

static void test_sent_away(void **state)
{
    struct phone phone;
    phone_join(&phone, d.port, "guest");
    assert_true(phone_connect(&phone));
    phone_await(d.port, "guest", "idle", true);
    struct answer answer = ask(d.port, "DELETE", phone_path(&phone, ""), NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    assert_int_equal(frame_close_code(&phone.raw), 4003);
    raw_close(&phone.raw);
    assert_false(phone_is_listed(d.port, "guest", NULL));
    assert_false(phone_connect(&phone));
    struct reply reply = phone_post(&phone, NULL, PHONE_TYPE, NULL, 0);
    assert_int_equal(reply.status, 401);
    assert_string_equal(reply_problem(&reply), "session-unknown");
    reply_free(&reply);
    answer = ask(d.port, "DELETE", phone_path(&phone, ""), NULL, NULL);
    expect_problem(&answer, 404, "not-found");
    answer_free(&answer);
    phone_free(&phone);
}

/* A member can be removed by its number in the list. */
static void test_sent_away_by_number(void **state)
{
    struct phone phone;
    char path[64] = "";
    phone_join(&phone, d.port, "listed");
    assert_true(phone_connect(&phone));
    phone_await(d.port, "listed", "idle", true);
    struct answer answer = ask_get(d.port, "/v1/shards");
    const cJSON *member;
    cJSON_ArrayForEach(
        member, answer_member(&answer, "members")) if (strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(member, "name")),
                                                              "listed") == 0)
        snprintf(path, sizeof path, "/v1/shards/members/%d", cJSON_GetObjectItem(member, "member")->valueint);
    answer_free(&answer);
    answer = ask(d.port, "DELETE", path, NULL, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    assert_int_equal(frame_close_code(&phone.raw), 4003);
    phone_free(&phone);
}

static void test_foreign_session(void **state)
{
    struct phone one, other;
    phone_join(&one, d.port, "one");
    phone_join(&other, d.port, "other");
    char id[sizeof one.id];
    memcpy(id, one.id, sizeof id);
    memcpy(one.id, other.id, sizeof id); /* the session token of one phone with the id of the other */
    assert_false(phone_connect(&one));
    struct reply reply = phone_post(&one, NULL, PHONE_TYPE, NULL, 0);
    assert_int_equal(reply.status, 401);
    reply_free(&reply);
    memcpy(one.id, id, sizeof id);
    phone_leave(&one);
    phone_leave(&other);
}

/* ---- sockets ---- */

static void test_handshakes(void **state)
{
    struct phone phone;
    struct raw raw;
    char tail[128];
    phone_join(&phone, d.port, "shaker");
    snprintf(tail, sizeof tail, "/socket?session=%s", phone.session);
    struct answer answer = ask_get(d.port, phone_path(&phone, tail));
    expect_problem(&answer, 426, "upgrade-required");
    answer_free(&answer);
    answer = ask_get(d.port, phone_path(&phone, "/socket"));
    expect_problem(&answer, 401, "session-unknown");
    answer_free(&answer);
    struct reply reply = frames_open(&raw, d.port, phone_path(&phone, tail), "nashd.shard.2", "");
    assert_int_equal(reply.status, 426);
    assert_non_null(strstr(reply.body, "nashd.shard.1"));
    reply_free(&reply);
    raw_close(&raw);
    reply = frames_open(&raw, d.port, phone_path(&phone, tail), PHONE_PROTOCOL, "Origin: http://evil.example\r\n");
    assert_int_equal(reply.status, 403);
    reply_free(&reply);
    raw_close(&raw);
    phone_leave(&phone);
}

static void test_bad_frames(void **state)
{
    static const uint8_t large[MESSAGE_MAX + 1] = {MESSAGE_PONG, MESSAGE_VERSION};
    static const uint8_t newer[MESSAGE_HEAD] = {MESSAGE_PONG, MESSAGE_VERSION + 1};
    static const struct {
        enum frame_opcode opcode;
        const void *data;
        size_t len;
        unsigned code;
    } cases[] = {
        {FRAME_TEXT, "{}", 2, 1003},       {FRAME_BINARY, large, sizeof large, 1009},
        {FRAME_BINARY, "short", 5, 1008},  {FRAME_BINARY, newer, sizeof newer, 1008},
        {FRAME_BINARY, large, 1000, 1008}, /* the length in the head does not match */
    };
    struct phone phone;
    phone_join(&phone, d.port, "rude");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(phone_connect(&phone));
        frame_send(&phone.raw, cases[i].opcode, cases[i].data, cases[i].len);
        unsigned code = frame_close_code(&phone.raw);
        if (code != cases[i].code)
            fail_msg("case %zu: closed with %u, not %u", i, code, cases[i].code);
        raw_close(&phone.raw);
    }
    phone_leave(&phone);
}

/* ---- POSTs ---- */

static void test_posts(void **state)
{
    static uint8_t pong[MESSAGE_HEAD + 4] = {MESSAGE_PONG, MESSAGE_VERSION, 0, 0, 4};
    static uint8_t large[5 * MESSAGE_MAX];
    static const uint8_t newer[MESSAGE_HEAD] = {MESSAGE_PONG, MESSAGE_VERSION + 1};
    const struct {
        const char *session, *type;
        const void *body;
        size_t len;
        int status;
        const char *problem;
    } cases[] = {
        {"0123456789abcdef0123456789abcdef", PHONE_TYPE, NULL, 0, 401, "session-unknown"},
        {"", PHONE_TYPE, NULL, 0, 401, "session-unknown"},
        {NULL, "text/plain", "hello", 5, 415, "unsupported-media-type"},
        {NULL, PHONE_TYPE, "hello", 5, 400, "invalid-request"},
        {NULL, PHONE_TYPE, pong, sizeof pong - 1, 400, "invalid-request"},
        {NULL, PHONE_TYPE, newer, sizeof newer, 422, "other-protocol"},
        {NULL, PHONE_TYPE, pong, sizeof pong, 409, "late"}, /* no request is open */
        {NULL, PHONE_TYPE, large, sizeof large, 413, "too-large"},
    };
    struct phone phone;
    phone_join(&phone, d.port, "poster");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reply reply = phone_post(&phone, cases[i].session, cases[i].type, cases[i].body, cases[i].len);
        if (reply.status != cases[i].status || strcmp(reply_problem(&reply), cases[i].problem) != 0)
            fail_msg("case %zu: %d %s", i, reply.status, reply.body);
        reply_free(&reply);
    }
    phone_await(d.port, "poster", "idle", true);
    phone_await(d.port, "poster", NULL, false); /* no member any more, because no POST of this phone waits */
    phone_leave(&phone);
}

/* ---- keys ---- */

static void test_with_api_keys(void **state)
{
    struct daemon own = {0};
    char file[] = "/tmp/nashd-keys-XXXXXX", command[512], key[256] = "", authorization[300];
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    close(fd);
    snprintf(command, sizeof command, "%s keygen host 2>&1 >>%s", getenv("NASHD"), file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(key, sizeof key, pipe));
    pclose(pipe);
    key[strcspn(key, "\n")] = '\0';
    snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", strrchr(key, ' ') + 1);
    own.args[0] = "--api-keys";
    own.args[1] = file;
    daemon_start(&own);
    const char *const headers[] = {authorization, "Content-Type: application/json", NULL};
    struct answer answer = ask_json(own.port, "/v1/shards/invitations", "{}");
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = ask_get(own.port, "/v1/shards");
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = ask(own.port, "POST", "/v1/shards/invitations", headers, "{}");
    expect_status(&answer, 201);
    struct phone phone = {.port = own.port, .raw.fd = -1};
    char body[128];
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", answer_text(&answer, "token"));
    answer_free(&answer);
    answer = ask_json(own.port, "/v1/shards/members", body); /* the phone needs no key, only the token */
    expect_status(&answer, 201);
    snprintf(phone.id, sizeof phone.id, "%s", answer_text(&answer, "member"));
    snprintf(phone.session, sizeof phone.session, "%s", answer_text(&answer, "session"));
    answer_free(&answer);
    assert_true(phone_connect(&phone));
    answer = ask(own.port, "DELETE", phone_path(&phone, ""), NULL, NULL);
    expect_problem(&answer, 401, "unauthorized");
    answer_free(&answer);
    answer = ask(own.port, "DELETE", phone_path(&phone, ""), headers, NULL);
    expect_status(&answer, 204);
    answer_free(&answer);
    assert_int_equal(frame_close_code(&phone.raw), 4003);
    phone_free(&phone);
    daemon_stop(&own);
    daemon_remove(&own);
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invitation),
        cmocka_unit_test(test_invitation_by_host),
        cmocka_unit_test(test_invitation_on_the_network),
        cmocka_unit_test(test_public_url),
        cmocka_unit_test(test_too_many_invitations),
        cmocka_unit_test(test_refused_members),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_come_and_go),
        cmocka_unit_test(test_second_socket),
        cmocka_unit_test(test_sent_away),
        cmocka_unit_test(test_sent_away_by_number),
        cmocka_unit_test(test_foreign_session),
        cmocka_unit_test(test_handshakes),
        cmocka_unit_test(test_bad_frames),
        cmocka_unit_test(test_posts),
        cmocka_unit_test(test_with_api_keys),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
