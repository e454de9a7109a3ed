/* Small parsers: percent-decoding, Host, Prefer (RFC 7240), entity-tag lists (RFC 9110 section 13.1.2). Pure functions
 * of text, so that a fuzzer can call them. */
#include "parse.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include <base/secret.h>
#include <http/framing/line.h>
#include <http/prefer.h>

bool http_decode(const char *text, size_t len, bool plus_is_space, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '%') {
            if (len - i < 3 || !hex_decode(&c, 1, text + i + 1, 2))
                return false;
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (c == '\0' || (c == '/' && !plus_is_space) || used + 1 >= size)
            return false;
        out[used++] = c;
    }
    if (used >= size)
        return false;
    out[used] = '\0';
    return true;
}

/* unreserved and sub-delims of RFC 3986 */
static const bool is_name_char[256] = {['-'] = 1,         ['.'] = 1,         ['_'] = 1,        ['~'] = 1, ['!'] = 1,
                                       ['$'] = 1,         ['&'] = 1,         ['\''] = 1,       ['('] = 1, [')'] = 1,
                                       ['*'] = 1,         ['+'] = 1,         [','] = 1,        [';'] = 1, ['='] = 1,
                                       ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1};

/* Returns the length of the address "[…]" at text, or 0. */
static size_t bracketed_len(const char *text, size_t len)
{
    char address[INET6_ADDRSTRLEN], bytes[sizeof(struct in6_addr)];
    const char *end = memchr(text, ']', len);
    size_t inside = end != NULL ? (size_t)(end - text) - 1 : sizeof address;
    if (inside >= sizeof address)
        return 0;
    memcpy(address, text + 1, inside);
    address[inside] = '\0';
    return inet_pton(AF_INET6, address, bytes) == 1 ? inside + 2 : 0;
}

/* Returns the length of the reg-name or IPv4 address at text, or 0. */
static size_t name_len(const char *text, size_t len)
{
    size_t at = 0;
    char escaped;
    for (;;) {
        while (at < len && is_name_char[(unsigned char)text[at]])
            at++;
        if (len - at < 3 || text[at] != '%' || !hex_decode(&escaped, 1, text + at + 1, 2))
            return at;
        at += 3;
    }
}

bool http_host_is_valid(const char *text, size_t len)
{
    size_t at;
    unsigned port = 0;
    if (len > 0 && text[0] == '[')
        at = bracketed_len(text, len);
    else
        at = name_len(text, len);
    if (at == 0 || at == len)
        return at > 0;
    if (text[at++] != ':')
        return false;
    for (; at < len && text[at] >= '0' && text[at] <= '9' && port <= UINT16_MAX; at++)
        port = port * 10 + (unsigned)(text[at] - '0');
    return at == len && port <= UINT16_MAX;
}

static const char *skip_space(const char *at)
{
    while (http_is_space(*at))
        at++;
    return at;
}

/* Returns the end of the token or quoted string at `at`; *text and *len get its content, without quotes, with escapes.
 */
static const char *read_word(const char *at, const char **text, size_t *len)
{
    *text = at;
    if (*at != '"') {
        while (http_is_tchar[(unsigned char)*at])
            at++;
        *len = (size_t)(at - *text);
        return at;
    }
    *text = ++at;
    while (*at != '\0' && *at != '"')
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    *len = (size_t)(at - *text);
    return *at == '"' ? at + 1 : at;
}

static bool read_seconds(const char *text, size_t len, uint32_t *seconds)
{
    uint64_t value = 0;
    if (len == 0)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(text[i] - '0');
        if (value > UINT32_MAX)
            value = UINT32_MAX;
    }
    *seconds = (uint32_t)value;
    return true;
}

static bool is_name(const char *text, size_t len, const char *name)
{
    return len == strlen(name) && strncasecmp(text, name, len) == 0;
}

/* Reads one preference, `name [= value] *(; parameter)`; the first of a name counts (RFC 7240 section 2). */
static const char *read_preference(const char *at, struct http_prefer *prefer)
{
    const char *name, *value = "";
    size_t name_len, value_len = 0;
    at = read_word(at, &name, &name_len);
    at = skip_space(at);
    if (*at == '=') {
        at = read_word(skip_space(at + 1), &value, &value_len);
        at = skip_space(at);
    }
    while (*at == ';') { /* parameters: the known preferences have none */
        const char *skipped;
        size_t skipped_len;
        at = skip_space(read_word(skip_space(at + 1), &skipped, &skipped_len));
        if (*at == '=')
            at = skip_space(read_word(skip_space(at + 1), &skipped, &skipped_len));
    }
    if (*at != ',' && *at != '\0') { /* malformed: ignore this preference */
        const char *comma = strchr(at, ',');
        return comma != NULL ? comma : at + strlen(at);
    }
    if (is_name(name, name_len, "respond-async"))
        prefer->respond_async = true;
    else if (is_name(name, name_len, "wait") && !prefer->has_wait)
        prefer->has_wait = read_seconds(value, value_len, &prefer->wait_s);
    return at;
}

void http_prefer_read(const char *header, struct http_prefer *prefer)
{
    *prefer = (struct http_prefer){0};
    for (const char *at = header; at != NULL && *at != '\0';) {
        at = skip_space(at);
        if (*at == ',')
            at++;
        else if (*at != '\0')
            at = read_preference(at, prefer);
    }
}

bool http_etag_listed(const char *list, const char *etag)
{
    if (list == NULL || etag == NULL)
        return false;
    size_t len = strlen(etag);
    for (const char *at = skip_space(list); *at != '\0';) {
        if (*at == '*')
            return true;
        if (at[0] == 'W' && at[1] == '/')
            at += 2;
        if (*at != '"')
            return false;
        const char *end = strchr(at + 1, '"');
        if (end == NULL)
            return false;
        end++;
        if ((size_t)(end - at) == len && memcmp(at, etag, len) == 0)
            return true;
        at = skip_space(end);
        if (*at == ',')
            at = skip_space(at + 1);
        else if (*at != '\0')
            return false;
    }
    return false;
}
