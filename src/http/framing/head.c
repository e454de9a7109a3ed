/* The syntax of a head, and the fields that decide where the message ends (RFC 9112 sections 3, 5 and 6; RFC 9110
 * sections 5 and 7.2). What the RFC lets a server repair or refuse is refused, since a repair may differ from that of
 * the proxy in front. */
#include "head.h"

#include <string.h>

#include <http/request/parse.h>

/* ---- the request line ---- */

/* Reads HTTP/1.x. A later minor version is read as 1.1 (RFC 9110 section 6.2). */
static enum http_fault check_version(struct http_head_check *head, const char *text, size_t len)
{
    if (len != 8 || memcmp(text, "HTTP/", 5) != 0 || text[5] < '0' || text[5] > '9' || text[6] != '.' ||
        text[7] < '0' || text[7] > '9')
        return HTTP_FAULT_REQUEST_LINE;
    if (text[5] != '1')
        return HTTP_FAULT_VERSION;
    head->is_http_1_1 = text[7] != '0';
    head->edit = head->edit || text[7] > '1';
    return HTTP_FAULT_NONE;
}

static enum http_fault check_target(const char *text, size_t len)
{
    unsigned parameters = 0;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] >= 0x7f)
            return HTTP_FAULT_TARGET;
        parameters += text[i] == '&';
    }
    return parameters > HTTP_PARAMETERS_MAX ? HTTP_FAULT_PARAMETERS : HTTP_FAULT_NONE;
}

static enum http_fault check_request_line(struct http_head_check *head, const char *line, size_t len)
{
    size_t method = 0;
    while (method < len && http_is_tchar[(unsigned char)line[method]])
        method++;
    if (method == 0 || method == len || line[method] != ' ')
        return method < len && !http_is_space(line[method]) ? HTTP_FAULT_METHOD : HTTP_FAULT_REQUEST_LINE;
    head->is_head = method == 4 && memcmp(line, "HEAD", 4) == 0;
    const char *target = line + method + 1, *end = line + len;
    const char *space = memchr(target, ' ', (size_t)(end - target));
    if (space == NULL || space == target || memchr(target, '\t', (size_t)(space - target)) != NULL)
        return HTTP_FAULT_REQUEST_LINE;
    enum http_fault fault = check_version(head, space + 1, (size_t)(end - space - 1));
    return fault != HTTP_FAULT_NONE ? fault : check_target(target, (size_t)(space - target));
}

/* ---- fields ---- */

static enum http_fault check_length(struct http_head_check *head, const char *text, size_t len)
{
    if (head->lengths++ > 0)
        return HTTP_FAULT_LENGTHS;
    bool large = false;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return HTTP_FAULT_LENGTH;
        unsigned digit = (unsigned)(text[i] - '0');
        large = large || head->length > ((uint64_t)INT64_MAX - digit) / 10;
        head->length = large ? 0 : head->length * 10 + digit;
    }
    return len == 0 ? HTTP_FAULT_LENGTH : large ? HTTP_FAULT_LENGTH_LARGE : HTTP_FAULT_NONE;
}

/* Returns the length of the element of a comma-separated list at text, without white space at its end. */
static size_t element_len(const char *text, size_t len)
{
    const char *comma = memchr(text, ',', len);
    len = comma != NULL ? (size_t)(comma - text) : len;
    while (len > 0 && http_is_space(text[len - 1]))
        len--;
    return len;
}

/* Returns the position after the comma and white space behind the element of this length; the length of the list at
 * its end. */
static size_t element_next(const char *text, size_t len, size_t element)
{
    size_t at = element;
    while (at < len && text[at] != ',')
        at++;
    at += at < len;
    while (at < len && http_is_space(text[at]))
        at++;
    return at;
}

/* Returns whether the list has an element equal to the token, given in lower case. */
static bool list_has(const char *text, size_t len, const char *token)
{
    for (size_t at = 0; at < len;) {
        size_t element = element_len(text + at, len - at);
        if (element == strlen(token) && http_name_is(text + at, token, element))
            return true;
        at += element_next(text + at, len - at, element);
    }
    return false;
}

/* Accepts "chunked". Another list of codings is an unknown one if chunked is its last element or absent. Otherwise, and
 * if an element is empty or no token, it is malformed: a server that reads on would find another end of the message. */
static enum http_fault check_coding(const char *text, size_t len)
{
    if (HTTP_NAME_IS(text, len, "chunked"))
        return HTTP_FAULT_NONE;
    bool chunked = false, comma = true;
    for (size_t at = 0; at < len;) {
        size_t element = element_len(text + at, len - at), token = 0;
        while (token < element && http_is_tchar[(unsigned char)text[at + token]])
            token++;
        if (element == 0 || token < element || chunked)
            return HTTP_FAULT_CODING;
        chunked = HTTP_NAME_IS(text + at, element, "chunked");
        size_t next = element_next(text + at, len - at, element);
        comma = memchr(text + at, ',', next) != NULL;
        at += next;
    }
    return comma ? HTTP_FAULT_CODING : HTTP_FAULT_CODING_UNKNOWN;
}

static enum http_fault check_host(struct http_head_check *head, const char *value, size_t len)
{
    if (head->hosts++ > 0)
        return HTTP_FAULT_HOSTS;
    return http_host_is_valid(value, len) ? HTTP_FAULT_NONE : HTTP_FAULT_HOST;
}

/* Checks the fields that frame the message; notes those that http_head_edit() removes and those that ask for a
 * WebSocket. */
static enum http_fault check_known(struct http_head_check *head, const char *name, size_t name_len, const char *value,
                                   size_t len)
{
    switch (name_len) {
    case 4:
        if (HTTP_NAME_IS(name, name_len, "host"))
            return check_host(head, value, len);
        break;
    case 6:
        head->edit = head->edit || HTTP_NAME_IS(name, name_len, "cookie");
        break;
    case 7:
        if (HTTP_NAME_IS(name, name_len, "upgrade"))
            head->upgrade_named = list_has(value, len, "websocket");
        break;
    case 10:
        if (HTTP_NAME_IS(name, name_len, "connection"))
            head->upgrade_asked = head->upgrade_asked || list_has(value, len, "upgrade");
        break;
    case 14:
        if (HTTP_NAME_IS(name, name_len, "content-length"))
            return check_length(head, value, len);
        break;
    case 17:
        if (HTTP_NAME_IS(name, name_len, "transfer-encoding")) {
            head->coding = check_coding(value, len);
            return head->codings++ > 0 ? HTTP_FAULT_CODINGS : HTTP_FAULT_NONE;
        }
        break;
    default:
        break;
    }
    return HTTP_FAULT_NONE;
}

static enum http_fault check_field(struct http_head_check *head, const char *text)
{
    const struct http_line *line = &head->line;
    size_t value = line->colon + 1, end = line->end;
    if (++head->fields > HTTP_FIELDS_MAX)
        return HTTP_FAULT_FIELDS;
    while (value < end && http_is_space(text[value]))
        value++;
    if (http_is_space(text[end - 1])) {
        head->edit = true;
        while (end > value && http_is_space(text[end - 1]))
            end--;
    }
    return check_known(head, text + line->from, line->colon - line->from, text + value, end - value);
}

/* ---- the head ---- */

static enum http_fault check_whole(const struct http_head_check *head)
{
    if (head->codings > 0 && head->lengths > 0)
        return HTTP_FAULT_LENGTH_AND_CODING;
    if (head->codings > 0 && !head->is_http_1_1)
        return HTTP_FAULT_CODING_OLD;
    if (head->hosts == 0 && head->is_http_1_1)
        return HTTP_FAULT_NO_HOST;
    return head->coding;
}

/* Checks the line that has just been read. */
static enum http_fault check_line(struct http_head_check *head, const char *text)
{
    const struct http_line *line = &head->line;
    size_t len = line->end - line->from;
    if (line->from > head->start && len > 0)
        return check_field(head, text);
    if (line->from > head->start) {
        head->end = line->end + 2;
        return check_whole(head);
    }
    if (len > 0)
        return check_request_line(head, text + line->from, len);
    head->start = line->end + 2; /* RFC 9112 section 2.2: empty lines before the request line are ignored */
    head->edit = true;
    return HTTP_FAULT_NONE;
}

enum http_fault http_head_check(struct http_head_check *head, const char *text, size_t len)
{
    struct http_line *line = &head->line;
    while (head->end == 0) {
        enum http_fault fault = line->from == head->start ? http_line_read(line, text, len, HTTP_FAULT_TARGET_LONG)
                                                          : http_line_read_field(line, text, len, HTTP_FAULT_HEAD_LONG);
        if (fault != HTTP_FAULT_NONE || line->end == SIZE_MAX)
            return fault;
        fault = check_line(head, text);
        if (fault != HTTP_FAULT_NONE)
            return fault;
        line->from = line->scanned = line->end + 2;
        line->colon = 0;
    }
    return HTTP_FAULT_NONE;
}

size_t http_head_edit(const struct http_head_check *head, char *text)
{
    struct http_line line = {.from = head->start, .scanned = head->start};
    size_t out = 0;
    while (line.from < head->end) {
        http_line_read(&line, text, head->end, HTTP_FAULT_NONE);
        size_t len = line.end - line.from;
        if (line.from == head->start && text[line.end - 1] > '1')
            text[line.end - 1] = '1';
        while (len > 0 && http_is_space(text[line.from + len - 1]))
            len--;
        if (len < 7 || !http_name_is(text + line.from, "cookie:", 7)) {
            memmove(text + out, text + line.from, len);
            memcpy(text + out + len, "\r\n", 2);
            out += len + 2;
        }
        line.from = line.scanned = line.end + 2;
    }
    memmove(text + head->end - out, text, out);
    return head->end - out;
}
