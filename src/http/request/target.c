/* Splits the request target (RFC 9112 section 3.2).
 *
 * The buffer `store` holds the raw target, split at '?', followed by the decoded pieces. Decoding never makes text
 * longer, so twice the length and a NUL for each piece are enough. */
#include "target.h"

#include <string.h>
#include <strings.h>

#include <http/http.h>

#include "parse.h"

_Static_assert((int)HTTP_TARGET_SEGMENTS == (int)HTTP_SEGMENTS, "same number of segments as in http.h");
_Static_assert((int)HTTP_TARGET_SEGMENT_MAX == (int)HTTP_SEGMENT_MAX, "same length of a segment as in http.h");

size_t http_target_room(size_t len)
{
    /* the raw text and its NUL; the decoded text; a NUL for each segment, each name and each value */
    return 2 * len + 2 + HTTP_TARGET_SEGMENTS + 2 * HTTP_TARGET_QUERY;
}

static enum http_target_verdict target_fail(struct http_target *target, const char *why)
{
    target->why = why;
    return HTTP_TARGET_BAD;
}

/* Returns what follows the authority in scheme://authority/path (absolute form, as sent to proxies; RFC 9112 requires
 * servers to accept it), or text itself. Moves the authority to where it can be ended by a NUL. Returns NULL if it is
 * malformed. */
static char *read_authority(struct http_target *target, char *text)
{
    size_t scheme = strncasecmp(text, "http://", 7) == 0 ? 7 : strncasecmp(text, "https://", 8) == 0 ? 8 : 0;
    if (scheme == 0)
        return text;
    char *authority = text + scheme;
    size_t len = strcspn(authority, "/?#");
    if (!http_host_is_valid(authority, len))
        return NULL;
    memmove(authority - 1, authority, len);
    authority[len - 1] = '\0';
    target->authority = authority - 1;
    return authority + len;
}

static bool has_control(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text <= ' ' || (unsigned char)*text >= 0x7f)
            return true;
    return false;
}

static enum http_target_verdict read_path(struct http_target *target, char **free_at)
{
    const char *at = target->path;
    bool strange = false;
    if (*at != '/')
        return target_fail(target, "the path must begin with '/'");
    if (at[1] == '\0')
        return HTTP_TARGET_OK;
    while (*at == '/') {
        size_t len = strcspn(++at, "/");
        char *out = *free_at;
        if (!http_decode(at, len, false, out, len + 1))
            return target_fail(target, "the path has a malformed escape, %00 or %2F");
        size_t used = strlen(out);
        if (used == 0 || used >= HTTP_SEGMENT_MAX || strcmp(out, ".") == 0 || strcmp(out, "..") == 0 ||
            target->segments == HTTP_SEGMENTS) {
            strange = true; /* continue: a malformed escape further right is still a 400 */
        } else {
            target->segment[target->segments++] = out;
            *free_at += used + 1;
        }
        at += len;
    }
    return strange ? HTTP_TARGET_STRANGE : HTTP_TARGET_OK;
}

static enum http_target_verdict read_query(struct http_target *target, const char *at, char **free_at)
{
    while (*at != '\0') {
        size_t len = strcspn(at, "&");
        const char *equals = memchr(at, '=', len);
        size_t name_len = equals != NULL ? (size_t)(equals - at) : len;
        size_t value_len = equals != NULL ? len - name_len - 1 : 0;
        if (len > 0) {
            if (target->query == HTTP_TARGET_QUERY)
                return target_fail(target, "the query has more than 32 parameters");
            char *name = *free_at, *value = name;
            if (!http_decode(at, name_len, true, name, name_len + 1))
                return target_fail(target, "the query has a malformed escape or %00");
            value += strlen(name) + 1;
            if (!http_decode(equals != NULL ? equals + 1 : "", value_len, true, value, value_len + 1))
                return target_fail(target, "the query has a malformed escape or %00");
            *free_at = value + strlen(value) + 1;
            target->parameter[target->query].name = name;
            target->parameter[target->query++].value = value;
        }
        at += len;
        if (*at == '&')
            at++;
    }
    return HTTP_TARGET_OK;
}

void http_target_read(struct http_target *target, const char *text, size_t len, char *store)
{
    target->segments = target->query = 0;
    target->authority = NULL;
    target->why = "";
    target->path = "";
    memcpy(store, text, len);
    store[len] = '\0';
    if (strcmp(store, "*") == 0) {
        target->path = "*";
        target->verdict = HTTP_TARGET_STAR;
        return;
    }
    bool malformed = strlen(store) != len || has_control(store);
    char *path = malformed ? NULL : read_authority(target, store), *free_at = store + len + 1;
    if (path == NULL) {
        target->verdict = target_fail(target, "the request target is malformed");
        return;
    }
    char *fragment = strchr(path, '#');
    if (fragment != NULL) {
        target->verdict = target_fail(target, "the request target must not have a fragment ('#')");
        return;
    }
    char *query = strchr(path, '?');
    if (query != NULL)
        *query++ = '\0';
    target->path = *path == '\0' && target->authority != NULL ? "/" : path;
    target->verdict = read_path(target, &free_at);
    if (target->verdict != HTTP_TARGET_BAD && query != NULL) {
        enum http_target_verdict verdict = read_query(target, query, &free_at);
        if (verdict != HTTP_TARGET_OK)
            target->verdict = verdict;
    }
}
