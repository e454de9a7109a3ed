/* The access log: secrets of a query are not written, whatever the query; members are complete. */
#include <access_log.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/log.h>

#include "test.h"

static void test_mask(void **state)
{
    static const char *const cases[][2] = {
        {"/v1/jobs", "/v1/jobs"},
        {"/v1/jobs?limit=5&cursor=7", "/v1/jobs?limit=5&cursor=7"},
        {"/v1/shards/ws?invite=abc&name=x", "/v1/shards/ws?invite=***&name=x"},
        {"/a?invitation=abc", "/a?invitation=***"},
        {"/a?access_token=abc&&api_key=&x", "/a?access_token=***&&api_key=***&x"},
        {"/a?x=1&session_token=a=b=c?d&y=2", "/a?x=1&session_token=***&y=2"},
        {"/a?tok%65n=abc", "/a?tok%65n=***"},
        {"/a?token", "/a?token"},
        {"", ""},
    };
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t len = access_log_mask(cases[i][0], NULL, out, sizeof out);
        assert_int_equal(len, strlen(cases[i][1]));
        assert_memory_equal(out, cases[i][1], len);
    }
}

/* The segment that the route calls {token} is a secret; paths that end early or go on are no fault. */
static void test_segments(void **state)
{
    static const char *const cases[][3] = {
        {"/v1/shards/invitations/abc/qr?x=1", "/v1/shards/invitations/{token}/qr", "/v1/shards/invitations/***/qr?x=1"},
        {"/v1/jobs/abc", "/v1/jobs/{id}", "/v1/jobs/abc"},
        {"/a/b/c/d", "/a/{token}", "/a/***/c/d"},
        {"/a", "/a/{token}/b", "/a"},
        {"", "/{token}", ""},
        {"*", "/{token}", "***"},
    };
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t len = access_log_mask(cases[i][0], cases[i][1], out, sizeof out);
        assert_int_equal(len, strlen(cases[i][2]));
        assert_memory_equal(out, cases[i][2], len);
    }
}

/* A random query with a secret in it: the secret is not in the output, which never exceeds its room. */
static void test_random(void **state)
{
    struct nash_rng rng = test_rng();
    static const char *const names[] = {"limit", "invite", "xtokenx", "key", "", "a%62"};
    for (int round = 0; round < 20000; round++) {
        char path[400] = "/p?", out[200];
        for (int i = 0; i < 6; i++) {
            size_t len = strlen(path);
            uint64_t name = nash_rng_below(&rng, 6);
            bool secret = name >= 1 && name != 4;
            snprintf(path + len, sizeof path - len, "%s=%s%s", names[name], secret ? "s3cr3t" : "plain",
                     nash_rng_below(&rng, 3) == 0 ? "&&" : "&");
        }
        size_t room = 1 + nash_rng_below(&rng, sizeof out - 1), len = access_log_mask(path, NULL, out, room);
        assert_true(len <= room);
        if (memmem(out, len, "s3cr3t", 6) != NULL)
            fail_msg("%s: %.*s", path, (int)len, out);
    }
}

static void test_line(void **state)
{
    char path[] = "/tmp/nashd_access_XXXXXX", text[1024];
    struct nash_error error;
    close(mkstemp(path));
    const struct log_targets targets = {.access = path};
    log_setup(LOG_ERROR, LOG_TEXT); /* the level does not apply */
    assert_int_equal(log_open(&targets, &error), NASH_OK);
    access_log_write(NULL,
                     &(struct http_access){.method = "GET",
                                           .path = "/v1/jobs/12?wait=3&token=x",
                                           .route = "/v1/jobs/{id}",
                                           .status = 200,
                                           .bytes_in = 1,
                                           .bytes_out = 2,
                                           .microseconds = 3,
                                           .owner = "alice",
                                           .address = "::1",
                                           .request_id = "r 1",
                                           .traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"});
    access_log_write(NULL,
                     &(struct http_access){.method = "POST", .path = "/", .address = "unix", .traceparent = "00-1"});
    log_open(&(struct log_targets){0}, &error);
    access_log_write(NULL, &(struct http_access){.method = "GET", .path = ""});
    FILE *in = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    unlink(path);
    char *second = strchr(text, '\n');
    assert_non_null(second);
    *second++ = '\0';
    assert_string_equal(text + 24,
                        " info request method=GET path=/v1/jobs/12?wait=3&token=*** route=/v1/jobs/{id} status=200"
                        " bytes_in=1 bytes_out=2 us=3 owner=alice address=::1 request_id=\"r 1\""
                        " trace_id=0af7651916cd43dd8448eb211c80319c");
    assert_string_equal(second + 24,
                        " info request method=POST path=/ status=0 bytes_in=0 bytes_out=0 us=0 address=unix\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mask),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_line),
    };
    return cmocka_run_group_tests_name("access log", tests, NULL, NULL);
}
