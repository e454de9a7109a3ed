/* The states of a connection, one function for each. A function reads the unit at `at`: a head, a line, a CR LF. It
 * returns the number of bytes to skip, and sets framing->left to the number of bytes to pass on after them. 0 and 0:
 * the unit is not complete, or has a fault. */
#include "framing.h"

#include <string.h>

#include "chunk.h"

#define FAULT(name, type, detail) {type, detail},
static const struct {
    const char *type, *detail;
} faults[] = {
    {"internal", "no fault"},
#include "faults.def"
};
#undef FAULT

const char *http_fault_type(enum http_fault fault)
{
    return faults[fault].type;
}

const char *http_fault_detail(enum http_fault fault)
{
    return faults[fault].detail;
}

/* Ends the input. The substitute completes what has been passed on of the faulty message. */
static size_t framing_fail(struct http_framing *framing, enum http_fault fault)
{
    static const char *const rest[] = {
        [HTTP_AT_CHUNK] = "0\r\n\r\n", [HTTP_AT_CHUNK_END] = "\r\n0\r\n\r\n", [HTTP_AT_TRAILER] = "\r\n"};
    if (framing->state == HTTP_AT_HEAD) {
        framing->messages++;
        framing->substituted = true;
        framing->substitute =
            framing->head.is_head ? "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" : "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    } else {
        framing->substitute = rest[framing->state];
    }
    framing->fault = fault;
    framing->faulty = framing->messages;
    framing->state = HTTP_AT_FAULT;
    return 0;
}

/* Returns whether the bytes after the head of a WebSocket handshake are frames: a client's frame is masked, so the high
 * bit of its second byte is set, and in no request it is. */
static bool has_switched(struct http_framing *framing, const char *at)
{
    framing->may_switch = false;
    if (((unsigned char)at[1] & 0x80) == 0)
        return false;
    framing->state = HTTP_SWITCHED;
    framing->left = UINT64_MAX;
    return true;
}

static size_t read_head(struct http_framing *framing, char *at, size_t len)
{
    struct http_head_check *head = &framing->head;
    if (framing->may_switch && (len < 2 || has_switched(framing, at)))
        return 0;
    enum http_fault fault = http_head_check(head, at, len);
    if (fault != HTTP_FAULT_NONE)
        return framing_fail(framing, fault);
    if (head->end == 0)
        return 0;
    size_t skip = head->edit ? http_head_edit(head, at) : 0;
    framing->left = head->end - skip + head->length;
    framing->state = head->codings > 0 ? HTTP_AT_CHUNK : HTTP_AT_HEAD;
    framing->may_switch = head->upgrade_named && head->upgrade_asked;
    framing->messages++;
    framing->extra = 0;
    *head = (struct http_head_check){0};
    return skip;
}

static size_t read_chunk(struct http_framing *framing, char *at, size_t len)
{
    struct http_chunk chunk;
    enum http_fault fault = http_chunk_read(&chunk, at, len);
    if (fault != HTTP_FAULT_NONE)
        return framing_fail(framing, fault);
    if (chunk.len == 0)
        return 0;
    size_t zeros = 0;
    while (zeros + 1 < chunk.digits && at[zeros] == '0')
        zeros++;
    size_t digits = chunk.digits - zeros, skip = chunk.len - digits - 2;
    framing->extra += skip;
    if (framing->extra > HTTP_HEAD_MAX)
        return framing_fail(framing, HTTP_FAULT_CHUNK_LONG);
    if (skip > 0) {
        memmove(at + skip, at + zeros, digits);
        memcpy(at + skip + digits, "\r\n", 2);
    }
    framing->left = digits + 2 + chunk.size;
    framing->state = chunk.size > 0 ? HTTP_AT_CHUNK_END : HTTP_AT_TRAILER;
    return skip;
}

static size_t read_chunk_end(struct http_framing *framing, const char *at, size_t len)
{
    if (at[0] != '\r' || (len > 1 && at[1] != '\n'))
        return framing_fail(framing, HTTP_FAULT_CHUNK_END);
    if (len > 1) {
        framing->left = 2;
        framing->state = HTTP_AT_CHUNK;
    }
    return 0;
}

static size_t read_trailer(struct http_framing *framing, const char *at, size_t len)
{
    struct http_line *line = &framing->head.line;
    enum http_fault fault = http_line_read_field(line, at, len, HTTP_FAULT_CHUNK_LONG);
    if (fault != HTTP_FAULT_NONE)
        return framing_fail(framing, fault);
    if (line->end == SIZE_MAX)
        return 0;
    size_t end = line->end;
    *line = (struct http_line){0};
    if (end == 0) {
        framing->left = 2;
        framing->state = HTTP_AT_HEAD;
        return 0;
    }
    framing->extra += end + 2;
    return framing->extra > HTTP_HEAD_MAX ? framing_fail(framing, HTTP_FAULT_CHUNK_LONG) : end + 2;
}

static size_t read_unit(struct http_framing *framing, char *at, size_t len)
{
    switch (framing->state) {
    case HTTP_AT_HEAD:
        return read_head(framing, at, len);
    case HTTP_AT_CHUNK:
        return read_chunk(framing, at, len);
    case HTTP_AT_CHUNK_END:
        return read_chunk_end(framing, at, len);
    case HTTP_AT_TRAILER:
        return read_trailer(framing, at, len);
    case HTTP_SWITCHED:
    case HTTP_AT_FAULT:
        break;
    }
    return 0;
}

static size_t least(uint64_t left, size_t len, size_t room)
{
    size_t count = len < room ? len : room;
    return left < count ? (size_t)left : count;
}

size_t http_framing_pass(struct http_framing *framing, char *in, size_t len, size_t *used, char *out, size_t room)
{
    size_t at = 0, made = 0;
    while (framing->state != HTTP_AT_FAULT) {
        size_t count = least(framing->left, len - at, room - made);
        if (count > 0 && out + made != in + at)
            memmove(out + made, in + at, count);
        at += count;
        made += count;
        framing->left -= count;
        if (framing->left > 0 || at == len)
            break;
        size_t skip = read_unit(framing, in + at, len - at);
        at += skip;
        if (skip == 0 && framing->left == 0)
            break;
    }
    if (framing->state == HTTP_AT_FAULT) {
        size_t rest = strlen(framing->substitute), count = rest < room - made ? rest : room - made;
        memcpy(out + made, framing->substitute, count);
        framing->substitute += count;
        made += count;
        at = len;
    }
    *used = at;
    return made;
}
