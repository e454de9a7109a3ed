/* Names of members that join are foreign text and appear in results, logs and pages. Characters that act on a terminal
 * or reverse a line of text are dropped (controls, direction marks, zero-width characters), and runs of blanks become
 * one. */
#include <stdbool.h>
#include <string.h>

#include <base/utf8.h>

#include "session.h"

static uint32_t code_point(const char *text, size_t len)
{
    static const uint8_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint8_t)text[0] & first[len];
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((uint8_t)text[i] & 0x3fU);
    return code;
}

static bool is_blank(uint32_t code)
{
    return code <= ' ' || (code >= 0x7f && code <= 0xa0) || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
           code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

static bool is_left_out(uint32_t code)
{
    return code == 0xad || code == 0x61c || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || (code >= 0xfff0 && code <= 0xfffb) ||
           (code >= 0xe000 && code <= 0xf8ff) || code >= 0xe0000;
}

void session_name_clean(char out[SESSION_NAME_ROOM], const char *text)
{
    size_t left = strlen(text), used = 0;
    bool blank = false;
    for (size_t len; left > 0; text += len, left -= len) {
        size_t whole = utf8_length(text, left);
        len = whole > 0 ? whole : 1;
        uint32_t code = whole > 0 ? code_point(text, whole) : ' ';
        if (is_blank(code)) {
            blank = used > 0;
        } else if (!is_left_out(code)) {
            if (used + blank + len > SESSION_NAME_MAX)
                break;
            if (blank)
                out[used++] = ' ';
            memcpy(out + used, text, len);
            used += len;
            blank = false;
        }
    }
    out[used] = '\0';
}
