/* Lines and field lines (RFC 9112 sections 2.2 and 5). A bare CR, a bare LF and other control characters are faults
 * wherever they stand, because servers disagree about what they end. One scan finds both the end of a line and such
 * characters, 16 bytes at a time. */
#include "line.h"

#include <endian.h>
#include <string.h>

/* 16 bytes, compared at once. A comparison gives 0xff in each byte where it holds. */
typedef uint8_t block __attribute__((vector_size(16)));

const bool http_is_tchar[256] = {['!'] = 1,         ['#'] = 1,         ['$'] = 1,        ['%'] = 1, ['&'] = 1,
                                 ['\''] = 1,        ['*'] = 1,         ['+'] = 1,        ['-'] = 1, ['.'] = 1,
                                 ['^'] = 1,         ['_'] = 1,         ['`'] = 1,        ['|'] = 1, ['~'] = 1,
                                 ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1};

static bool is_control(unsigned char c)
{
    return (c < ' ' && c != '\t') || c == 0x7f;
}

static block block_load(const char *text)
{
    block bytes;
    memcpy(&bytes, text, sizeof bytes);
    return bytes;
}

/* Returns the position of the first byte of a block that is not 0; 16: there is none. */
static size_t block_first(block bytes)
{
    uint64_t half[2];
    memcpy(half, &bytes, sizeof half);
    if (half[0] != 0)
        return (size_t)__builtin_ctzll(le64toh(half[0])) / 8;
    return half[1] != 0 ? 8 + (size_t)__builtin_ctzll(le64toh(half[1])) / 8 : 16;
}

/* Returns the position of the first control character other than HTAB in text[from..len), or len. */
static size_t find_control(const char *text, size_t from, size_t len)
{
    while (len - from >= sizeof(block)) {
        block bytes = block_load(text + from);
        size_t first = block_first((block)(((bytes < ' ') & (bytes != '\t')) | (bytes == 0x7f)));
        from += first;
        if (first < sizeof(block))
            return from;
    }
    while (from < len && !is_control((unsigned char)text[from]))
        from++;
    return from;
}

/* Returns the position of the first byte of text[from..len) that is no tchar, or len. Most names have less than 16
 * bytes, all letters, digits and '-'. */
static size_t find_name_end(const char *text, size_t from, size_t len)
{
    while (len - from >= sizeof(block)) {
        block bytes = block_load(text + from), lower = bytes | 0x20;
        size_t first = block_first((block)((lower - 'a' >= 26) & (bytes - '0' >= 10) & (bytes != '-')));
        from += first;
        if (first == sizeof(block))
            continue;
        if (!http_is_tchar[(unsigned char)text[from]])
            return from;
        from++;
    }
    while (from < len && http_is_tchar[(unsigned char)text[from]])
        from++;
    return from;
}

static size_t line_limit(size_t len)
{
    return len < HTTP_HEAD_MAX ? len : HTTP_HEAD_MAX;
}

/* Handles the first control character of the line, at line->scanned, or the end of the text. */
static inline enum http_fault line_stop(struct http_line *line, const char *text, size_t len, enum http_fault too_long)
{
    size_t at = line->scanned, limit = line_limit(len);
    line->end = SIZE_MAX;
    if (at == limit)
        return limit == HTTP_HEAD_MAX ? too_long : HTTP_FAULT_NONE;
    if (text[at] != '\r')
        return text[at] == '\n' ? HTTP_FAULT_BARE_LF : HTTP_FAULT_CONTROL;
    if (at + 1 == HTTP_HEAD_MAX)
        return too_long;
    if (at + 1 == len)
        return HTTP_FAULT_NONE;
    if (text[at + 1] != '\n')
        return HTTP_FAULT_CONTROL;
    line->end = at;
    return HTTP_FAULT_NONE;
}

enum http_fault http_line_read(struct http_line *line, const char *text, size_t len, enum http_fault too_long)
{
    line->scanned = find_control(text, line->scanned, line_limit(len));
    return line_stop(line, text, len, too_long);
}

enum http_fault http_line_read_field(struct http_line *line, const char *text, size_t len, enum http_fault too_long)
{
    if (line->colon == 0) {
        size_t limit = line_limit(len), at = find_name_end(text, line->scanned, limit);
        line->scanned = at;
        if (at == limit || is_control((unsigned char)text[at])) {
            bool unnamed = at > line->from && at < limit && text[at] == '\r';
            return unnamed ? HTTP_FAULT_NAME : line_stop(line, text, len, too_long);
        }
        if (at == line->from || text[at] != ':')
            return at == line->from && http_is_space(text[at]) ? HTTP_FAULT_FOLDED : HTTP_FAULT_NAME;
        line->colon = line->scanned = at;
    }
    return http_line_read(line, text, len, too_long);
}
