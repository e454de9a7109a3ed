/* The characters of a pasted text. */
#include "clean.h"

#include <string.h>

#include <base/utf8.h>

enum { ELLIPSIS = 0x2026 };

/* Characters that stand for one character of ASCII: a range of code points and its meaning; 0: left out. */
static const struct {
    uint32_t first, last;
    char means;
} meanings[] = {
    {'\t', '\n', 0x1a},      {'\v', '\f', ' '},       {' ', '~', 0x1a},      {0x85, 0x85, '\n'},
    {0xa0, 0xa0, ' '},       {0xa6, 0xa6, '|'},       {0xad, 0xad, 0},       {0xb7, 0xb7, '.'},
    {0xd7, 0xd7, 'x'},       {0x2000, 0x200a, ' '},   {0x200b, 0x200f, 0},   {0x2010, 0x2015, '-'},
    {0x2018, 0x201b, '\''},  {0x201c, 0x201f, '"'},   {0x2022, 0x2022, '.'}, {0x2028, 0x2029, '\n'},
    {0x202a, 0x202e, 0},     {0x202f, 0x202f, ' '},   {0x205f, 0x205f, ' '}, {0x2060, 0x2064, 0},
    {0x20e3, 0x20e3, 0},     {0x2212, 0x2212, '-'},   {0x2219, 0x2219, '.'}, {0x22c5, 0x22c5, '.'},
    {0x2500, 0x2501, '-'},   {0x2502, 0x2503, '|'},   {0x2504, 0x2505, '-'}, {0x2506, 0x2507, '|'},
    {0x2508, 0x2509, '-'},   {0x250a, 0x250b, '|'},   {0x250c, 0x254b, '+'}, {0x254c, 0x254d, '-'},
    {0x254e, 0x254f, '|'},   {0x2550, 0x2550, '-'},   {0x2551, 0x2551, '|'}, {0x2552, 0x2573, '+'},
    {0x2574, 0x2574, '-'},   {0x2575, 0x2575, '|'},   {0x2576, 0x2576, '-'}, {0x2577, 0x2577, '|'},
    {0x2578, 0x2578, '-'},   {0x2579, 0x2579, '|'},   {0x257a, 0x257a, '-'}, {0x257b, 0x257b, '|'},
    {0x257c, 0x257c, '-'},   {0x257d, 0x257d, '|'},   {0x257e, 0x257e, '-'}, {0x257f, 0x257f, '|'},
    {0x2588, 0x2588, '.'},   {0x25a0, 0x25a2, '.'},   {0x25ab, 0x25ab, '.'}, {0x25cb, 0x25cb, '.'},
    {0x25e6, 0x25e6, '.'},   {0x25fb, 0x25fe, '.'},   {0x2610, 0x2610, '.'}, {0x2b1b, 0x2b1c, '.'},
    {0x3000, 0x3000, ' '},   {0x30fb, 0x30fb, '.'},   {0xfe0f, 0xfe0f, 0},   {0xfeff, 0xfeff, 0},
    {0x1f532, 0x1f533, '.'}, {0x1f7e0, 0x1f7eb, '.'},
};

static char meaning_of(uint32_t code)
{
    static const uint32_t zeros[] = {0x660, 0x6f0, 0x966, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6};
    if (code >= 0xff01 && code <= 0xff5e) /* full-width ASCII */
        return (char)(code - 0xff01 + '!');
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++) /* Arabic, Devanagari, mathematical digits */
        if (code >= zeros[i] && code < zeros[i] + 10)
            return (char)(code - zeros[i] + '0');
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (code >= meanings[i].first && code <= meanings[i].last)
            return meanings[i].means == 0x1a ? (char)code : meanings[i].means;
    return CLEAN_UNKNOWN;
}

/* Reads one character and returns the bytes after it. */
static const char *read_code(const char *at, const char *end, uint32_t *code)
{
    size_t length = utf8_length(at, (size_t)(end - at));
    *code = (uint8_t)*at;
    if (length <= 1)
        return at + 1;
    *code &= 0x7fU >> length;
    for (size_t i = 1; i < length; i++)
        *code = *code << 6 | ((uint8_t)at[i] & 0x3f);
    return at + length;
}

/* Returns the end of a tag of a forum that begins at c, such as [code], [/b] or [color=red]; NULL: there is none. */
static const char *end_of_tag(const char *c, const char *end)
{
    const char *at = c + 1, *name;
    at += at < end && *at == '/';
    for (name = at; at < end && (*at | 0x20) >= 'a' && (*at | 0x20) <= 'z';)
        at++;
    if (at == name)
        return NULL;
    if (at < end && *at == '=')
        while (at < end && *at != ']' && *at != '\n')
            at++;
    return at < end && *at == ']' ? at + 1 : NULL;
}

/* Removes the tags of a forum, if one of them closes: without that, brackets are a list or the section of a file. */
static struct text_span without_tags(char *text, const char *end)
{
    char *to = text;
    if (!memmem(text, (size_t)(end - text), "[/", 2))
        return (struct text_span){text, end};
    for (const char *c = text; c < end;) {
        const char *after = *c == '[' ? end_of_tag(c, end) : NULL;
        if (after)
            c = after;
        else
            *to++ = *c++;
    }
    return (struct text_span){text, to};
}

struct text_span text_clean(const struct reader *r, const char *text, size_t len)
{
    const char *end = text + len;
    char *out = reader_alloc(r, len + 1, 1), *to = out; /* no character has a longer meaning than itself */
    for (const char *at = text; out && at < end;) {
        uint32_t code;
        if (*at >= ' ' && *at <= '~') {
            *to++ = *at++;
            continue;
        }
        at = read_code(at, end, &code);
        if (code == '\r') {
            *to++ = '\n';
            at += at < end && *at == '\n';
        } else if (code == ELLIPSIS) {
            memcpy(to, "...", 3);
            to += 3;
        } else {
            char c = meaning_of(code);
            if (c)
                *to++ = c;
        }
    }
    return out ? without_tags(out, to) : (struct text_span){NULL, NULL};
}
