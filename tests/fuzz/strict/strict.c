#include "strict.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NEAR_LIMIT = 16000 }; /* bytes of a head, or of extensions and trailers; the server refuses more than 16384 */

/* What is left of the input. */
struct cursor {
    const char *at, *end;
};

/* ---- texts ---- */

static struct strict_text text_between(const char *from, const char *to)
{
    return (struct strict_text){from, (size_t)(to - from)};
}

bool strict_equal(struct strict_text a, struct strict_text b)
{
    return a.len == b.len && (a.len == 0 || strncasecmp(a.at, b.at, a.len) == 0);
}

static bool text_is(struct strict_text text, const char *word)
{
    return strict_equal(text, (struct strict_text){word, strlen(word)});
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct strict_text text_trim(struct strict_text text)
{
    while (text.len > 0 && is_blank(text.at[0]))
        text = (struct strict_text){text.at + 1, text.len - 1};
    while (text.len > 0 && is_blank(text.at[text.len - 1]))
        text.len--;
    return text;
}

/* Returns the number of bytes at the beginning of the text that stand in `set`. */
static size_t text_span(struct strict_text text, const char *set)
{
    size_t count = 0;
    while (count < text.len && text.at[count] != '\0' && strchr(set, text.at[count]) != NULL)
        count++;
    return count;
}

#define DIGITS  "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define TOKEN   DIGITS LETTERS "!#$%&'*+-.^_`|~"

static bool is_token(struct strict_text text)
{
    return text.len > 0 && text_span(text, TOKEN) == text.len;
}

/* Returns whether one of the elements of a comma-separated list is the word. */
static bool list_has(struct strict_text list, const char *word)
{
    while (list.len > 0) {
        const char *comma = memchr(list.at, ',', list.len), *end = list.at + list.len;
        if (text_is(text_trim(text_between(list.at, comma != NULL ? comma : end)), word))
            return true;
        list = comma != NULL ? text_between(comma + 1, end) : text_between(end, end);
    }
    return false;
}

/* ---- lines ---- */

enum line { LINE_GOOD, LINE_PARTIAL, LINE_BAD };

/* Takes the next line. It is bad if it has a control character other than HTAB. */
static enum line line_take(struct cursor *cursor, struct strict_text *line)
{
    const char *end = memmem(cursor->at, (size_t)(cursor->end - cursor->at), "\r\n", 2);
    if (end == NULL)
        return LINE_PARTIAL;
    *line = text_between(cursor->at, end);
    cursor->at = end + 2;
    for (size_t i = 0; i < line->len; i++) {
        unsigned char c = (unsigned char)line->at[i];
        if ((c < 32 && c != '\t') || c == 127)
            return LINE_BAD;
    }
    return LINE_GOOD;
}

static bool field_split(struct strict_text line, struct strict_text *name, struct strict_text *value)
{
    const char *colon = memchr(line.at, ':', line.len);
    if (colon == NULL)
        return false;
    *name = text_between(line.at, colon);
    *value = text_trim(text_between(colon + 1, line.at + line.len));
    return is_token(*name);
}

static bool read_request_line(struct strict_message *message, struct strict_text line)
{
    const char *end = line.at + line.len, *first = memchr(line.at, ' ', line.len), *second;
    if (first == NULL || (second = memchr(first + 1, ' ', (size_t)(end - first - 1))) == NULL)
        return false;
    struct strict_text version = text_between(second + 1, end);
    unsigned parameters = 0;
    message->method = text_between(line.at, first);
    message->target = text_between(first + 1, second);
    for (size_t i = 0; i < message->target.len; i++) {
        unsigned char c = (unsigned char)message->target.at[i];
        parameters += c == '&';
        if (c < 33 || c > 126)
            return false;
    }
    if (version.len != 8 || memcmp(version.at, "HTTP/1.", 7) != 0 || strchr(DIGITS, version.at[7]) == NULL ||
        version.at[7] == '\0')
        return false;
    message->is_1_0 = version.at[7] == '0';
    return is_token(message->method) && message->target.len > 0 && parameters <= 100;
}

/* ---- what the fields say ---- */

static bool is_host(struct strict_text host)
{
    size_t name = 0;
    char address[64];
    if (host.len > 0 && host.at[0] == '[') {
        const char *close = memchr(host.at, ']', host.len);
        unsigned char bytes[16];
        name = close != NULL ? (size_t)(close - host.at) + 1 : 0;
        if (name < 2 || name > sizeof address)
            return false;
        memcpy(address, host.at + 1, name - 2);
        address[name - 2] = '\0';
        if (inet_pton(AF_INET6, address, bytes) != 1)
            return false;
    }
    while (host.at[0] != '[' && name < host.len && host.at[name] != ':') {
        struct strict_text rest = text_between(host.at + name, host.at + host.len);
        if (rest.at[0] == '%') {
            if (rest.len < 3 || text_span(text_between(rest.at + 1, rest.at + 3), DIGITS "abcdefABCDEF") != 2)
                return false;
            name += 3;
        } else if (text_span(rest, DIGITS LETTERS "-._~!$&'()*+,;=") > 0) {
            name++;
        } else {
            return false;
        }
    }
    struct strict_text port = text_between(host.at + name, host.at + host.len);
    if (name == 0 || port.len == 0)
        return name > 0;
    port = text_between(port.at + 1, port.at + port.len);
    unsigned long number = 0;
    for (size_t i = 0; i < port.len && number <= 65535; i++)
        number = number * 10 + (unsigned long)(port.at[i] - '0');
    return host.at[name] == ':' && text_span(port, DIGITS) == port.len && number <= 65535;
}

/* Reads a number up to INT64_MAX by its digits in the base. */
static bool read_number(struct strict_text digits, unsigned base, uint64_t *number)
{
    unsigned __int128 value = 0;
    if (digits.len == 0 || text_span(digits, base == 10 ? DIGITS : DIGITS "abcdefABCDEF") < digits.len)
        return false;
    for (size_t i = 0; i < digits.len; i++) {
        unsigned char c = (unsigned char)digits.at[i];
        value = value * base + (c <= '9' ? c - 48U : (c | 32U) - 87U); /* ASCII */
        if (value > INT64_MAX)
            return false;
    }
    *number = (uint64_t)value;
    return true;
}

struct framing {
    bool chunked, switches;
    uint64_t length;
};

static bool read_framing(const struct strict_message *message, struct framing *framing)
{
    unsigned hosts = 0, lengths = 0, codings = 0;
    bool upgrade = false, websocket = false;
    for (unsigned i = 0; i < message->fields; i++) {
        struct strict_text name = message->name[i], value = message->value[i];
        if (text_is(name, "host") && (hosts++ > 0 || !is_host(value)))
            return false;
        if (text_is(name, "content-length") && (lengths++ > 0 || !read_number(value, 10, &framing->length)))
            return false;
        if (text_is(name, "transfer-encoding") && (codings++ > 0 || !text_is(value, "chunked")))
            return false;
        upgrade = upgrade || (text_is(name, "connection") && list_has(value, "upgrade"));
        websocket = websocket || (text_is(name, "upgrade") && list_has(value, "websocket"));
    }
    framing->chunked = codings > 0;
    framing->switches = upgrade && websocket;
    return (hosts > 0 || message->is_1_0) && (codings == 0 || (lengths == 0 && !message->is_1_0));
}

/* ---- bodies ---- */

static void body_add(struct strict_message *message, const char *data, size_t len)
{
    char *grown = realloc(message->body, message->body_len + len + 1);
    if (grown == NULL)
        abort();
    message->body = grown;
    if (len > 0)
        memcpy(grown + message->body_len, data, len);
    message->body_len += len;
}

/* Removes blanks at the beginning of the text; returns their number. */
static size_t skip_blanks(struct strict_text *text)
{
    size_t count = text_span(*text, " \t");
    *text = text_between(text->at + count, text->at + text->len);
    return count;
}

/* Returns the length of the quoted string at the beginning of the text; 0: there is none. */
static size_t quoted_len(struct strict_text text)
{
    for (size_t i = 1; i < text.len; i++) {
        if (text.at[i] == '"')
            return i + 1;
        i += text.at[i] == '\\';
    }
    return 0;
}

/* Returns whether the text is *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ). */
static bool is_extensions(struct strict_text text)
{
    while (text.len > 0) {
        skip_blanks(&text);
        if (text_span(text, ";") == 0)
            return false;
        text = text_between(text.at + 1, text.at + text.len);
        skip_blanks(&text);
        size_t len = text_span(text, TOKEN);
        if (len == 0)
            return false;
        text = text_between(text.at + len, text.at + text.len);
        struct strict_text value = text;
        skip_blanks(&value);
        if (text_span(value, "=") == 0)
            continue;
        value = text_between(value.at + 1, value.at + value.len);
        skip_blanks(&value);
        len = value.len > 0 && value.at[0] == '"' ? quoted_len(value) : text_span(value, TOKEN);
        if (len == 0)
            return false;
        text = text_between(value.at + len, value.at + value.len);
    }
    return true;
}

static enum strict_verdict verdict_of(enum line line)
{
    return line == LINE_PARTIAL ? STRICT_PARTIAL : STRICT_REFUSED;
}

static enum strict_verdict read_trailers(struct cursor *cursor, size_t extra)
{
    struct strict_text line, name, value;
    for (;;) {
        enum line taken = line_take(cursor, &line);
        if (taken == LINE_PARTIAL && (size_t)(cursor->end - cursor->at) + extra > NEAR_LIMIT)
            return STRICT_VAGUE;
        if (taken == LINE_GOOD && line.len == 0)
            return STRICT_DONE;
        extra += taken != LINE_PARTIAL ? line.len + 2 : 0;
        if (extra > NEAR_LIMIT)
            return STRICT_VAGUE;
        if (taken != LINE_GOOD)
            return verdict_of(taken);
        if (!field_split(line, &name, &value))
            return STRICT_REFUSED;
    }
}

static enum strict_verdict read_chunks(struct strict_message *message, struct cursor *cursor)
{
    struct strict_text line;
    uint64_t size;
    for (size_t extra = 0;;) {
        enum line taken = line_take(cursor, &line);
        if (extra + (taken != LINE_PARTIAL ? line.len : (size_t)(cursor->end - cursor->at)) > NEAR_LIMIT)
            return STRICT_VAGUE;
        if (taken != LINE_GOOD)
            return verdict_of(taken);
        size_t digits = text_span(line, DIGITS "abcdefABCDEF");
        extra += line.len;
        if (!read_number(text_between(line.at, line.at + digits), 16, &size) ||
            !is_extensions(text_between(line.at + digits, line.at + line.len)))
            return STRICT_REFUSED;
        if (size == 0)
            return read_trailers(cursor, extra);
        if ((uint64_t)(cursor->end - cursor->at) < size)
            return STRICT_PARTIAL;
        body_add(message, cursor->at, (size_t)size);
        cursor->at += size;
        if (cursor->end - cursor->at < 2)
            return STRICT_PARTIAL;
        if (memcmp(cursor->at, "\r\n", 2) != 0)
            return STRICT_REFUSED;
        cursor->at += 2;
    }
}

/* ---- messages ---- */

static enum strict_verdict read_head(struct strict_message *message, struct cursor *cursor)
{
    const char *begin = cursor->at;
    struct strict_text line;
    for (bool first = true;;) {
        enum line taken = line_take(cursor, &line);
        if ((taken == LINE_PARTIAL ? cursor->end : cursor->at) - begin > NEAR_LIMIT)
            return STRICT_VAGUE;
        if (taken != LINE_GOOD)
            return verdict_of(taken);
        if (line.len == 0 && first)
            continue; /* RFC 9112 section 2.2 */
        if (line.len == 0)
            return STRICT_DONE;
        if (first && !read_request_line(message, line))
            return STRICT_REFUSED;
        if (!first && (message->fields == STRICT_FIELDS ||
                       !field_split(line, &message->name[message->fields], &message->value[message->fields])))
            return STRICT_REFUSED;
        message->fields += !first;
        first = false;
    }
}

static enum strict_verdict read_message(struct strict_message *message, struct cursor *cursor, bool *switches)
{
    struct framing framing = {0};
    *message = (struct strict_message){0};
    enum strict_verdict verdict = read_head(message, cursor);
    if (verdict != STRICT_DONE)
        return verdict;
    if (!read_framing(message, &framing))
        return STRICT_REFUSED;
    *switches = framing.switches;
    if (framing.chunked)
        return read_chunks(message, cursor);
    if ((uint64_t)(cursor->end - cursor->at) < framing.length)
        return STRICT_PARTIAL;
    body_add(message, cursor->at, (size_t)framing.length);
    cursor->at += framing.length;
    return STRICT_DONE;
}

void strict_read(struct strict_reading *reading, const char *data, size_t len)
{
    struct cursor cursor = {data, data + len};
    bool switches = false;
    reading->count = 0;
    reading->verdict = STRICT_DONE;
    while (cursor.at < cursor.end && reading->verdict == STRICT_DONE) {
        if (reading->count == STRICT_MESSAGES || switches) {
            reading->verdict = STRICT_VAGUE;
            return;
        }
        struct strict_message *message = &reading->message[reading->count];
        reading->verdict = read_message(message, &cursor, &switches);
        if (reading->verdict == STRICT_DONE)
            reading->count++;
        else
            free(message->body);
    }
}

void strict_release(struct strict_reading *reading)
{
    for (unsigned i = 0; i < reading->count; i++)
        free(reading->message[i].body);
    reading->count = 0;
}
