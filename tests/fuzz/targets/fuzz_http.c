/* Fuzzes the parsers of a request line and of header fields: target, percent-encoding, Prefer, entity tags, routing. A
 * decoded text that is encoded again must decode to the same text; parts that are found must be in the input. */
#include <stdbool.h>
#include <string.h>

#include <http/prefer.h>
#include <http/request/parse.h>
#include <http/request/route.h>
#include <http/request/target.h>

#include "fuzz.h"

static void handle(struct http_request *request)
{
    (void)request;
}

static const struct http_route routes[] = {
    {.method = HTTP_GET, .path = "/", .handle = handle},
    {.method = HTTP_GET, .path = "/v1/jobs", .handle = handle},
    {.method = HTTP_GET, .path = "/v1/jobs/{id}", .handle = handle},
    {.method = HTTP_DELETE, .path = "/v1/jobs/{id}", .handle = handle},
    {.method = HTTP_GET, .path = "/v1/jobs/{id}/events", .handle = handle},
    {.method = HTTP_POST, .path = "/v1/{kind}", .handle = handle},
    {.method = HTTP_POST, .path = "/v1/{kind}/batch", .handle = handle},
    {.method = HTTP_POST, .path = "/v1/batch", .handle = handle},
};

/* Writes letters as they are and every other byte as %XX. Returns the end of the output. */
static char *encode(char *out, const char *text)
{
    for (; *text != '\0'; text++)
        out +=
            (*text >= 'a' && *text <= 'z') ? sprintf(out, "%c", *text) : sprintf(out, "%%%02X", (unsigned char)*text);
    return out;
}

static void check_decode(const char *text, size_t len, bool plus)
{
    char *out = malloc(len + 1), *encoded = malloc(3 * len + 1), *again = malloc(len + 1);
    if (out == NULL || encoded == NULL || again == NULL)
        abort();
    if (http_decode(text, len, plus, out, len + 1)) {
        size_t used = strlen(out);
        if (used > len || (!plus && strchr(out, '/') != NULL))
            fuzz_fail("decoding", out);
        size_t encoded_len = (size_t)(encode(encoded, out) - encoded);
        if (!http_decode(encoded, encoded_len, plus, again, len + 1) || strcmp(again, out) != 0)
            if (plus || strchr(out, '/') == NULL)
                fuzz_fail("encoded again it decodes to something else", encoded);
        if (used > 0 && http_decode(text, len, plus, again, used))
            fuzz_fail("more is written than there is room", out);
    }
    free(out);
    free(encoded);
    free(again);
}

/* Returns whether the pattern of a route matches these segments. */
static bool fits(const char *pattern, const struct http_target *target)
{
    if (strcmp(pattern, "/") == 0)
        return target->segments == 0;
    for (unsigned i = 0; i < target->segments; i++) {
        if (*pattern++ != '/')
            return false;
        size_t len = strcspn(pattern, "/");
        if (*pattern != '{' && (strlen(target->segment[i]) != len || memcmp(target->segment[i], pattern, len) != 0))
            return false;
        pattern += len;
    }
    return *pattern == '\0';
}

static void check_route(const struct http_target *target)
{
    static struct http_routes *table;
    if (table == NULL)
        table = http_routes_new(routes, sizeof routes / sizeof routes[0], NULL);
    const struct http_node *node = http_routes_find(table, target->segment, target->segments);
    bool any = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++)
        any = any || fits(routes[i].path, target);
    if ((node != NULL) != any)
        fuzz_fail("a route is missed or made up", target->path);
    for (size_t i = 0; node != NULL && i < HTTP_METHODS; i++)
        if (node->route[i] >= 0 && !fits(routes[node->route[i]].path, target))
            fuzz_fail("the route does not fit", target->path);
}

static void check_target(const char *text, size_t len)
{
    struct http_target target, again;
    char *store = malloc(http_target_room(len)), *encoded = malloc(3 * len + HTTP_SEGMENTS + 2);
    if (store == NULL || encoded == NULL)
        abort();
    http_target_read(&target, text, len, store);
    if (target.verdict == HTTP_TARGET_OK) {
        check_route(&target);
        char *at = encoded;
        for (unsigned i = 0; i < target.segments; i++) {
            *at++ = '/';
            at = encode(at, target.segment[i]);
        }
        if (target.segments == 0)
            *at++ = '/';
        size_t encoded_len = (size_t)(at - encoded);
        char *room = malloc(http_target_room(encoded_len));
        if (room == NULL)
            abort();
        http_target_read(&again, encoded, encoded_len, room);
        if (again.verdict != HTTP_TARGET_OK || again.segments != target.segments)
            fuzz_fail("the path encoded again is read differently", target.path);
        for (unsigned i = 0; i < target.segments; i++)
            if (strcmp(again.segment[i], target.segment[i]) != 0)
                fuzz_fail("a segment encoded again is read differently", target.segment[i]);
        free(room);
    }
    free(store);
    free(encoded);
}

static void check_prefer(const char *text)
{
    struct http_prefer prefer, again;
    char line[64];
    http_prefer_read(text, &prefer);
    int used = snprintf(line, sizeof line, "%s", prefer.respond_async ? "respond-async" : "");
    if (prefer.has_wait)
        snprintf(line + used, sizeof line - (size_t)used, "%swait=%u", used > 0 ? ", " : "", prefer.wait_s);
    http_prefer_read(line, &again);
    if (again.respond_async != prefer.respond_async || again.has_wait != prefer.has_wait ||
        again.wait_s != prefer.wait_s)
        fuzz_fail("preferences written again are read differently", line);
    if (prefer.respond_async && strcasestr(text, "respond-async") == NULL)
        fuzz_fail("a preference nobody gave", text);
}

static void check_etags(const char *text)
{
    static const char *const tags[] = {"\"a\"", "\"\"", "\"a,b\""};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (http_etag_listed(text, tags[i]) && strchr(text, '*') == NULL && strstr(text, tags[i]) == NULL)
            fuzz_fail("a tag that is not in the list", text);
}

/* Checks a text that is accepted as a local host: it is still local with a port added (if it has none), it is not local
 * as part of a longer name, and it is either a form of localhost or a numeric address. */
static void check_host(const char *text)
{
    char longer[200];
    if (strlen(text) > 80 || !http_host_is_local(text))
        return;
    const char *bracket = strchr(text, ']');
    if (strchr(bracket != NULL ? bracket : text, ':') == NULL) {
        snprintf(longer, sizeof longer, "%s:8080", text);
        if (!http_host_is_local(longer))
            fuzz_fail("a port makes a host foreign", longer);
    }
    snprintf(longer, sizeof longer, "%s.example", text);
    if (http_host_is_local(longer))
        fuzz_fail("a foreign host is local", longer);
    if (strcasestr(text, "localhost") == NULL && strspn(text, "0123456789abcdefABCDEF.:[]") != strlen(text))
        fuzz_fail("a name is local", text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    check_decode(text, size, false);
    check_decode(text, size, true);
    check_target(text, size);
    check_prefer(text);
    check_etags(text);
    check_host(text);
    free(text);
    return 0;
}
