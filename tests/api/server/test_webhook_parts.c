/* Webhooks: which URLs and addresses are allowed, the signature, the delays. */
#include <arpa/inet.h>
#include <check.h>
#include <string.h>

#include <api/webhooks/signature.h>
#include <api/webhooks/target.h>
#include <api/webhooks/webhooks.h>

static bool is_public(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return webhook_address_is_public((const struct sockaddr *)&in);
    assert_int_equal(inet_pton(AF_INET6, text, &in6.sin6_addr), 1);
    return webhook_address_is_public((const struct sockaddr *)&in6);
}

static void test_addresses(void **state)
{
    static const char *const open[] = {"1.1.1.1",         "9.255.255.255", "11.0.0.0",  "172.15.255.255",
                                       "172.32.0.0",      "192.167.1.1",   "192.0.1.1", "198.17.0.1",
                                       "223.255.255.255", "2606:4700::1",  "2a00:1::1", "::ffff:1.1.1.1",
                                       "64:ff9b::101:101"};
    static const char *const closed[] = {"0.0.0.0",
                                         "10.0.0.1",
                                         "100.64.0.1",
                                         "127.0.0.1",
                                         "127.255.255.255",
                                         "169.254.169.254",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.0.0.8",
                                         "192.168.1.1",
                                         "198.18.0.1",
                                         "198.51.100.1",
                                         "203.0.113.9",
                                         "224.0.0.1",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "fe80::1",
                                         "fc00::1",
                                         "fd12::1",
                                         "ff02::1",
                                         "2001:db8::1",
                                         "2002:7f00:1::",
                                         "::ffff:127.0.0.1",
                                         "::ffff:10.1.2.3",
                                         "64:ff9b::a00:1",
                                         "2001:0:1::1",
                                         "::127.0.0.1"};
    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!is_public(open[i]))
            fail_msg("%s is public", open[i]);
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_public(closed[i]))
            fail_msg("%s is not public", closed[i]);
}

static void expect_target(const char *const *origins, const char *url, enum nash_status status)
{
    struct nash_error error = {0};
    enum nash_status got = webhook_target_check(origins, url, NULL, &error);
    if (got != status)
        fail_msg("%s: status %d instead of %d: %s", url, got, status, error.detail);
    if (status != NASH_OK)
        assert_string_equal(error.pointer, "/job/webhook");
}

static void test_targets(void **state)
{
    static const char *const none[] = {NULL}, *const all[] = {"*", NULL};
    static const char *const some[] = {"https://example.com", "http://10.0.0.7:9000", NULL};
    static const char *const allowed[] = {"https://example.com/", "https://EXAMPLE.com/hook?x=1",
                                          "https://example.com:443/a/b", "http://10.0.0.7:9000/"};
    static const char *const refused[] = {"http://example.com/",
                                          "https://example.com:8443/",
                                          "https://example.com.evil.org/",
                                          "https://user@example.com/",
                                          "https://example.com/#part",
                                          "https://evil.org/https://example.com",
                                          "http://10.0.0.7/",
                                          "ftp://example.com/",
                                          "example.com",
                                          "",
                                          "https://",
                                          "javascript:alert(1)",
                                          "https://example.com@evil.org/",
                                          "file:///etc/passwd"};
    bool listed = false;
    struct nash_error error;
    (void)state;
    expect_target(none, "https://example.com/", NASH_UNPROCESSABLE);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        expect_target(some, allowed[i], NASH_OK);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_target(some, refused[i], NASH_UNPROCESSABLE);
    expect_target(all, "https://anything.example/x", NASH_OK);
    expect_target(all, "http://anything.example/x", NASH_UNPROCESSABLE);
    assert_int_equal(webhook_target_check(all, "https://10.0.0.1/", &listed, &error), NASH_OK);
    assert_false(listed); /* so the connection to a private address is refused */
    assert_int_equal(webhook_target_check(some, "http://10.0.0.7:9000/x", &listed, &error), NASH_OK);
    assert_true(listed);
}

static void test_origins(void **state)
{
    static const char *const good[] = {"*", "https://example.com", "http://[::1]:90/", NULL};
    static const char *const bad[] = {"example.com",           "https://example.com/path",
                                      "https://example.com?x", "https://u:p@example.com",
                                      "ws://example.com",      ""};
    struct nash_error error;
    (void)state;
    assert_int_equal(webhook_origins_check(good, &error), NASH_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *const one[] = {bad[i], NULL};
        if (webhook_origins_check(one, &error) != NASH_INVALID)
            fail_msg("\"%s\" is no origin", bad[i]);
    }
}

/* The example of the Standard Webhooks specification. */
static void test_signature(void **state)
{
    static const char text[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", body[] = "{\"test\": 2432232314}";
    struct webhook_secret secret;
    struct nash_error error;
    struct nash_buf out = NASH_BUF_INIT(0);
    (void)state;
    assert_int_equal(webhook_secret_read(text, strlen(text), &secret, &error), NASH_OK);
    assert_int_equal(secret.len, 24);
    webhook_sign(&secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, strlen(body), &out);
    assert_string_equal(nash_buf_cstr(&out), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    nash_buf_free(&out);
}

static void test_secrets(void **state)
{
    static const char *const bad[] = {"",
                                      "whsec_",
                                      "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                                      "whsec_short",
                                      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
                                      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa%w"};
    struct webhook_secret secret;
    struct nash_error error;
    char text[256] = "whsec_";
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (webhook_secret_read(bad[i], strlen(bad[i]), &secret, &error) != NASH_INVALID)
            fail_msg("\"%s\" is no secret", bad[i]);
    memset(text + 6, 'A', 88);
    assert_int_equal(webhook_secret_read(text, 6 + 84, &secret, &error), NASH_OK);
    assert_int_equal(secret.len, 63);
    assert_int_equal(webhook_secret_read(text, 6 + 88, &secret, &error), NASH_INVALID); /* 66 bytes */
    assert_int_equal(webhook_secret_read(text, sizeof text, &secret, &error), NASH_INVALID);
}

static void test_delays(void **state)
{
    int64_t before = 0, sum = 0;
    unsigned tries = 1;
    (void)state;
    assert_int_equal(webhook_delay_ms(1, 0), 5000);
    assert_int_equal(webhook_delay_ms(1, 255), 4000);
    for (int64_t ms; (ms = webhook_delay_ms(tries, 0)) > 0; tries++) {
        assert_true(ms > before);
        before = ms;
        sum += ms;
    }
    assert_int_equal(tries, 10);
    assert_true(sum > INT64_C(36) * 3600 * 1000 && sum < INT64_C(48) * 3600 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_targets), cmocka_unit_test(test_origins),
        cmocka_unit_test(test_signature), cmocka_unit_test(test_secrets), cmocka_unit_test(test_delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
