/* Lines of a head and of trailers (line.c). */
#ifndef HTTP_LINE_H
#define HTTP_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fault.h"

extern const bool http_is_tchar[256]; /* tchar of RFC 9110 section 5.6.2 */

/* The progress through one line, so that no byte is read twice. Set `from` and `scanned` to its first byte and `colon`
 * to 0 to begin. */
struct http_line {
    size_t from, scanned; /* positions of the first byte, and of the first that has not been read */
    size_t colon;         /* position of the colon of a field line; 0: not read */
    size_t end;           /* position of CR LF; SIZE_MAX: not read */
};

/* Both read a line of text[len] to its end, or as far as it goes. A control character other than HTAB before position
 * HTTP_HEAD_MAX is a fault, `too_long` that of a line that ends beyond it. The result is the same for every split of
 * the bytes into calls. */
enum http_fault http_line_read(struct http_line *line, const char *text, size_t len, enum http_fault too_long);
/* Reads a field line, or the empty line after the last one: line->end == line->from. */
enum http_fault http_line_read_field(struct http_line *line, const char *text, size_t len, enum http_fault too_long);

static inline bool http_is_space(int c)
{
    return c == ' ' || c == '\t';
}

/* Returns whether a name equals `known`, a lower-case text of the same length, in any case. */
static inline bool http_name_is(const char *name, const char *known, size_t len)
{
    size_t i = 0;
    while (i < len && (name[i] | 0x20) == known[i])
        i++;
    return i == len;
}
/* Returns whether the token name[len] is `known`, a string literal in lower case. */
#define HTTP_NAME_IS(name, len, known) ((len) == sizeof(known) - 1 && http_name_is(name, known, sizeof(known) - 1))

#endif
