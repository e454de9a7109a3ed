/* SudokuPad's short form of JSON. */
#include "unpack.h"

#include <string.h>

enum { COLOUR_DIGITS = 6, GROWTH_MAX = 4 /* characters for one: a hole and the sign before it, ",{}" */ };

static bool is_name(char c)
{
    return text_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

static bool is_hex(char c)
{
    return text_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static bool begins(char c)
{
    return c == ',' || c == '{' || c == '[';
}

static bool ends(char c)
{
    return c == ',' || c == '}' || c == ']';
}

static char *put(char *to, const char *text)
{
    size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

/* Copies the string at *at, whose quote is `quote`, with double quotes. */
static char *put_string(char *to, const char **at, const char *end, char quote)
{
    const char *c = *at + 1;
    *to++ = '"';
    for (; c < end && *c != quote; c++) {
        if (*c == '\\' && c + 1 < end) {
            if (*++c != '\'') /* \' is no escape of JSON */
                *to++ = '\\';
        }
        *to++ = *c;
    }
    *to++ = '"';
    *at = c < end ? c + 1 : end;
    return to;
}

/* Copies the word at *at: a name before a colon, a value after it. */
static char *put_word(char *to, const char **at, const char *end, char before)
{
    const char *word = *at, *c = word;
    bool colour = true;
    while (c < end && (is_name(*c) || strchr("#.+-", *c))) {
        colour = colour && is_hex(*c);
        c++;
    }
    size_t length = (size_t)(c - word);
    bool value = before == ':' && c < end && ends(*c), name = begins(before) && c < end && *c == ':';
    *at = c;
    if (value && length == 1 && (*word == 't' || *word == 'f'))
        return put(to, *word == 't' ? "true" : "false");
    if (value && length == 2 && *word == '#')
        return put(to, word[1] == '0' ? "\"#000000\"" : "\"#FFFFFF\"");
    bool quoted = name || (value && colour && length == COLOUR_DIGITS);
    if (quoted)
        to = put(to, name ? "\"" : "\"#");
    memcpy(to, word, length);
    to += length;
    return quoted ? put(to, "\"") : to;
}

struct text_span sudokupad_unpack(const struct reader *r, struct text_span text)
{
    char quote = memchr(text.at, '"', text_length(text)) ? '"' : '\'', before = ' ';
    char *out = reader_alloc(r, text_length(text) * GROWTH_MAX + 8, 1), *to = out;
    for (const char *c = text.at; out && c < text.end;) {
        bool hole = begins(before) && ends(*c) && !(before == '{' && *c == '}');
        if (hole)
            to = put(to, "{}");
        if (*c == quote) {
            to = put_string(to, &c, text.end, quote);
            before = '"';
        } else if (is_name(*c) || *c == '#') {
            to = put_word(to, &c, text.end, before);
            before = 'a';
        } else {
            before = *c;
            *to++ = *c++;
        }
    }
    return (struct text_span){out, to};
}
