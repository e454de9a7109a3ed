#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <base/utf8.h>

static bool is_continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

size_t utf8_length(const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    if (len == 0)
        return 0;
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    if (s[0] < 0xE0)
        return len >= 2 && is_continuation(s[1]) ? 2 : 0;
    if (s[0] < 0xF0) {
        if (len < 3 || !is_continuation(s[1]) || !is_continuation(s[2]))
            return 0;
        return (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) ? 0 : 3;
    }
    if (len < 4 || !is_continuation(s[1]) || !is_continuation(s[2]) || !is_continuation(s[3]))
        return 0;
    return (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F) ? 0 : 4;
}

size_t utf8_span(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        uint64_t eight;
        while (len - at >= sizeof eight && (memcpy(&eight, text + at, sizeof eight), eight & 0x8080808080808080u) == 0)
            at += sizeof eight;
        size_t step = at < len ? utf8_length(text + at, len - at) : 0;
        if (step == 0)
            break;
        at += step;
    }
    return at;
}

size_t utf8_encode(char *out, unsigned code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}
