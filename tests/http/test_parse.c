/* The parsers and the route table, each compared with a slow and simple model. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <http/prefer.h>
#include <http/reply.h>
#include <http/request/parse.h>
#include <http/request/route.h>
#include <http/request/target.h>
#include <nash/rng.h>

#include "harness/check.h"

/* ---- percent decoding, compared with libcurl ---- */

static void random_escaped(struct nash_rng *rng, char *out, size_t max)
{
    static const char pieces[][5] = {"%", "%4", "%41", "%2f", "%2F", "%00", "%zz",
                                     "a", "+",  "/",   "%e2", "%7e", "~",   "."};
    size_t used = 0;
    out[0] = '\0';
    while (nash_rng_below(rng, 8) != 0 && used + 5 < max) {
        const char *piece = pieces[nash_rng_below(rng, sizeof pieces / sizeof pieces[0])];
        strcpy(out + used, piece);
        used += strlen(piece);
    }
}

static bool is_hex(char c)
{
    return c != '\0' && strchr("0123456789abcdefABCDEF", c) != NULL;
}

static void test_decode(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        char text[64], plain[64], got[64];
        random_escaped(&rng, text, sizeof text);
        bool plus = nash_rng_below(&rng, 2) == 1, good = true;
        for (const char *at = text; *at != '\0'; at++)
            if (*at == '%' && (!is_hex(at[1]) || !is_hex(at[2])))
                good = false;
        strcpy(plain, text);
        for (char *at = plain; plus && *at != '\0'; at++)
            if (*at == '+')
                *at = ' ';
        int want_len = 0;
        char *want = curl_easy_unescape(NULL, plain, (int)strlen(plain), &want_len);
        assert_non_null(want);
        good = good && memchr(want, '\0', (size_t)want_len) == NULL &&
               (plus || memchr(want, '/', (size_t)want_len) == NULL);
        size_t room = nash_rng_below(&rng, 4) == 0 ? nash_rng_below(&rng, 12) : sizeof got;
        bool fits = room > (size_t)want_len;
        bool decoded = http_decode(text, strlen(text), plus, got, room);
        if (decoded != (good && fits) || (decoded && strcmp(got, want) != 0))
            fail_msg("'%s' plus=%d room=%zu: %d, not %d", text, plus, room, decoded, good && fits);
        curl_free(want);
    }
}

/* ---- Prefer: a table of cases ---- */

static void test_prefer(void **state)
{
    static const struct {
        const char *text;
        bool async;
        long wait; /* seconds; -1 = not given */
    } cases[] = {
        {NULL, false, -1},
        {"", false, -1},
        {"respond-async", true, -1},
        {"Respond-Async", true, -1},
        {"respond-async, wait=10", true, 10},
        {"wait=10,respond-async", true, 10},
        {" wait = 10 ", false, 10},
        {"wait=\"10\"", false, 10},
        {"wait=0", false, 0},
        {"WAIT=7", false, 7},
        {"wait=10, wait=20", false, 10},
        {"wait", false, -1},
        {"wait=", false, -1},
        {"wait=-1", false, -1},
        {"wait=1.5", false, -1},
        {"wait=ten, wait=5", false, 5},
        {"wait=99999999999999999999", false, 4294967295L},
        {"return=minimal; foo=\"a,b;c\", respond-async", true, -1},
        {"foo; wait=3", false, -1},
        {"respond-async; x=1, wait=4; y", true, 4},
        {"foo=\"unclosed, respond-async", false, -1},
        {"foo=\"a\\\"b\", wait=2", false, 2},
        {"@@@, respond-async", true, -1},
        {"respond-async @, wait=6", false, 6},
        {",,, ,wait=8,,", false, 8},
        {"xrespond-async, respond-asyncx, waiting=3", false, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct http_prefer prefer = {.respond_async = true, .has_wait = true, .wait_s = 77};
        http_prefer_read(cases[i].text, &prefer);
        long wait = prefer.has_wait ? (long)prefer.wait_s : -1;
        if (prefer.respond_async != cases[i].async || wait != cases[i].wait)
            fail_msg("'%s': async %d wait %ld", cases[i].text ? cases[i].text : "(null)", prefer.respond_async, wait);
    }
}

/* ---- entity tags: lists built from known tags ---- */

static void test_etags(void **state)
{
    static const char *const tags[] = {"\"\"", "\"a\"", "\"ab\"", "\"a,b\"", "\"*\"", "\"W/\""};
    enum { TAGS = sizeof tags / sizeof tags[0] };
    struct nash_rng rng;
    nash_rng_seed(&rng, 2);
    for (int i = 0; i < 20000; i++) {
        char list[128] = "";
        bool listed[TAGS] = {false};
        for (uint64_t n = nash_rng_below(&rng, 5); n > 0; n--) {
            size_t tag = nash_rng_below(&rng, TAGS);
            static const char *const gaps[] = {",", ", ", " , ", ",\t"};
            if (list[0] != '\0')
                strcat(list, gaps[nash_rng_below(&rng, 4)]);
            if (nash_rng_below(&rng, 3) == 0)
                strcat(list, "W/");
            strcat(list, tags[tag]);
            listed[tag] = true;
        }
        for (size_t tag = 0; tag < TAGS; tag++)
            if (http_etag_listed(list, tags[tag]) != listed[tag])
                fail_msg("%s in '%s': not %d", tags[tag], list, listed[tag]);
        assert_int_equal(http_etag_listed("*", tags[i % TAGS]), true);
        assert_false(http_etag_listed(NULL, tags[i % TAGS]));
    }
}

/* ---- routes, compared with matching every pattern in order of preference ---- */

enum { MODEL_ROUTES = 12, WORDS = 4 };
static const char *const words[WORDS] = {"a", "b", "ab", "jobs"};

static void handle(struct http_request *request)
{
    (void)request;
}

/* Returns how well a pattern matches: a number whose digits, from the left, are 2 for a literal and 1 for a parameter;
 * 0: no match. */
static unsigned long fit(const char *pattern, const char *const *segment, unsigned count)
{
    unsigned long value = 0;
    for (unsigned i = 0; i < count; i++) {
        if (*pattern++ != '/')
            return 0;
        size_t len = strcspn(pattern, "/");
        if (pattern[0] == '{')
            value = value * 3 + 1;
        else if (strlen(segment[i]) == len && memcmp(segment[i], pattern, len) == 0)
            value = value * 3 + 2;
        else
            return 0;
        pattern += len;
    }
    return *pattern == '\0' ? value : 0;
}

static void random_pattern(struct nash_rng *rng, char *out, size_t index)
{
    uint64_t depth = 1 + nash_rng_below(rng, 4);
    for (uint64_t i = 0; i < depth; i++) {
        if (nash_rng_below(rng, 2) == 0)
            out += sprintf(out, "/{p%zu}", index);
        else
            out += sprintf(out, "/%s", words[nash_rng_below(rng, WORDS)]);
    }
}

static void check_path(const struct http_routes *table, const struct http_route *routes, const char *const *segment,
                       unsigned count)
{
    unsigned long best = 0;
    unsigned methods = 0;
    for (size_t i = 0; i < MODEL_ROUTES; i++) {
        unsigned long value = fit(routes[i].path, segment, count);
        if (value > best) {
            best = value;
            methods = 0;
        }
        if (value == best && value != 0)
            methods |= routes[i].method;
    }
    const struct http_node *node = http_routes_find(table, segment, count);
    if ((node != NULL ? node->methods : 0) != methods)
        fail_msg("a path of %u segments from %s: methods %u, not %u", count, segment[0], node ? node->methods : 0,
                 methods);
    for (size_t i = 0; i < HTTP_METHODS && node != NULL; i++)
        if (node->route[i] >= 0 && fit(routes[node->route[i]].path, segment, count) != best)
            fail_msg("route %s does not fit best", routes[node->route[i]].path);
}

static void test_routes(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 3);
    for (int round = 0; round < 300; round++) {
        struct http_route routes[MODEL_ROUTES];
        char paths[MODEL_ROUTES][64];
        struct nash_error error;
        for (size_t i = 0; i < MODEL_ROUTES; i++) {
            random_pattern(&rng, paths[i], i);
            routes[i] = (struct http_route){.method = (enum http_method)(1u << nash_rng_below(&rng, HTTP_METHODS)),
                                            .path = paths[i],
                                            .handle = handle};
        }
        struct http_routes *table = http_routes_new(routes, MODEL_ROUTES, &error);
        if (table == NULL) { /* allowed only if a route is in the list twice */
            assert_non_null(strstr(error.detail, "twice"));
            continue;
        }
        for (unsigned code = 0; code < 5 + 25 + 125 + 625; code++) {
            const char *segment[4];
            unsigned count = 0, rest = code;
            for (; count < 4; count++, rest /= 5) {
                segment[count] = rest % 5 == WORDS ? "other" : words[rest % 5];
                if (rest < 5 && count > 0)
                    break;
            }
            check_path(table, routes, segment, count < 4 ? count + 1 : 4);
        }
        http_routes_free(table);
    }
}

static void test_routes_refused(void **state)
{
    static const char *const bad[] = {"", "x", "//", "/a//b", "/a/", "/1/2/3/4/5/6/7/8/9"};
    struct nash_error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct http_route route = {.method = HTTP_GET, .path = bad[i], .handle = handle};
        if (http_routes_new(&route, 1, &error) != NULL)
            fail_msg("the route '%s' is taken", bad[i]);
    }
    struct http_route two[] = {{.method = HTTP_GET, .path = "/{a}", .handle = handle},
                               {.method = HTTP_GET, .path = "/{b}", .handle = handle}};
    assert_null(http_routes_new(two, 2, &error));
    two[1].method = HTTP_POST;
    struct http_routes *table = http_routes_new(two, 2, &error);
    assert_non_null(table);
    http_routes_free(table);
}

static void test_allow(void **state)
{
    char out[HTTP_ALLOW_MAX];
    bool head, options;
    assert_string_equal(http_allow(31, out), "GET, HEAD, POST, DELETE, PUT, PATCH, OPTIONS");
    assert_string_equal(http_allow(0, out), "OPTIONS");
    assert_int_equal(http_method_of("HEAD", &head, &options), HTTP_GET);
    assert_true(head && !options);
    assert_int_equal(http_method_of("OPTIONS", &head, &options), 0);
    assert_true(!head && options);
    assert_int_equal(http_method_of("PATCH", &head, &options), HTTP_PATCH);
    assert_int_equal(http_method_of("Get", &head, &options), 0);
}

/* Every problem type occurs once, with a valid status; documentation lists the catalogue. */
static void test_catalogue(void **state)
{
    size_t count;
    const struct http_problem_type *types = http_catalogue(&count);
    assert_true(count > 30);
    for (size_t i = 0; i < count; i++) {
        assert_in_range(types[i].status, 400, 599);
        assert_true(strlen(types[i].type) < sizeof(((struct nash_error *)0)->type));
        assert_ptr_equal(http_problem_find(types[i].type), &types[i]); /* no name twice */
    }
    for (int status = NASH_INTERNAL; status < NASH_OK; status++) {
        struct nash_error error = {.status = (enum nash_status)status};
        if (http_problem_find(nash_error_type(&error)) == NULL)
            fail_msg("the default type %s of status %d is not in the catalogue", nash_error_type(&error), status);
    }
}

/* For any request target, the parsed parts point into the given memory, and the result is one of four statuses. */
static void test_target_random(void **state)
{
    struct nash_rng rng;
    nash_rng_seed(&rng, 4);
    for (int i = 0; i < 50000; i++) {
        char text[80];
        size_t len = nash_rng_below(&rng, sizeof text);
        static const char alphabet[] = "/////???&&==%%%0123aAfF..+#*:h";
        for (size_t j = 0; j < len; j++)
            text[j] = alphabet[nash_rng_below(&rng, sizeof alphabet - 1)];
        if (len > 0 && i % 2 == 0)
            text[0] = '/';
        char *store = malloc(http_target_room(len)); /* exact size, so that ASan detects an overflow by one byte */
        struct http_target target;
        assert_non_null(store);
        http_target_read(&target, text, len, store);
        for (unsigned j = 0; j < target.segments && target.verdict == HTTP_TARGET_OK; j++) {
            size_t size = strlen(target.segment[j]);
            assert_in_range(size, 1, HTTP_SEGMENT_MAX - 1);
            assert_null(strchr(target.segment[j], '/'));
        }
        free(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decode),    cmocka_unit_test(test_prefer),         cmocka_unit_test(test_etags),
        cmocka_unit_test(test_routes),    cmocka_unit_test(test_routes_refused), cmocka_unit_test(test_allow),
        cmocka_unit_test(test_catalogue), cmocka_unit_test(test_target_random),
    };
    return cmocka_run_group_tests_name("http parse", tests, NULL, NULL);
}
