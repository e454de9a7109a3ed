#include "scanner.h"

#include <stdio.h>
#include <string.h>

void scanner_begin(struct scanner *s, const struct reader *r, const char *text, size_t len)
{
    *s = (struct scanner){.at = text, .end = text + len, .from = text};
    text_begin(&s->t, r, text, len);
}

static bool is_separator(char c)
{
    return c == ',' || text_is_space(c);
}

/* Reads to the closing quote. A backslash escapes the next character; both stay in the text. A NUL byte breaks the
 * text, because a name with one can be written neither as a string of C nor in JSON. */
static void scanner_quoted(struct scanner *s)
{
    s->text = ++s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    s->token = s->at < s->end && !memchr(s->text, '\0', (size_t)(s->at - s->text)) ? TOKEN_TEXT : TOKEN_BROKEN;
    s->len = (size_t)(s->at - s->text);
    s->at += s->at < s->end;
}

void scanner_next(struct scanner *s)
{
    while (s->at < s->end && is_separator(*s->at))
        s->at++;
    s->len = 0;
    s->from = s->at;
    if (s->at == s->end) {
        s->token = TOKEN_END;
    } else if (*s->at == '{' || *s->at == '}') {
        s->token = *s->at++ == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
    } else if (*s->at == '"') {
        scanner_quoted(s);
    } else {
        s->token = TOKEN_WORD;
        for (s->text = s->at; s->at < s->end && !is_separator(*s->at) && !memchr("{}\"", *s->at, 3); s->at++)
            ;
        s->len = (size_t)(s->at - s->text);
    }
}

bool scanner_at_word(const struct scanner *s, const char *word)
{
    return s->token == TOKEN_WORD && s->len == strlen(word) && memcmp(s->text, word, s->len) == 0;
}

bool scanner_unexpected(struct scanner *s, const char *expected)
{
    static const char *const seen[] = {
        [TOKEN_END] = "the end", [TOKEN_OPEN] = "'{'",
        [TOKEN_CLOSE] = "'}'",   [TOKEN_TEXT] = "a text",
        [TOKEN_WORD] = "a word", [TOKEN_BROKEN] = "a text without its closing quote, or with a NUL byte"};
    return scanner_fail(s, NASH_INVALID, "expected %s, found %s", expected, seen[s->token]);
}

bool scanner_expect(struct scanner *s, enum token token, const char *expected)
{
    if (s->token != token)
        return scanner_unexpected(s, expected);
    scanner_next(s);
    return true;
}

/* Reads the word as a number. Gambit also writes .5 and -.5. */
static enum rational_reading scanner_read_number(const struct scanner *s, struct rational *number)
{
    char padded[64];
    bool minus = s->len && *s->text == '-';
    if (s->token != TOKEN_WORD)
        return RATIONAL_WRONG;
    if (s->len <= minus || s->text[minus] != '.' || s->len + 2 > sizeof padded)
        return rational_read(s->text, s->len, number);
    int length = snprintf(padded, sizeof padded, "%s0%.*s", minus ? "-" : "", (int)(s->len - minus), s->text + minus);
    return rational_read(padded, (size_t)length, number);
}

static bool scanner_no_number(struct scanner *s, const char *what)
{
    char expected[80];
    snprintf(expected, sizeof expected, "a %s, such as 3, -2.5 or 1/3", what);
    return scanner_unexpected(s, expected);
}

static bool scanner_wide(struct scanner *s, const char *what)
{
    return scanner_fail(s, NASH_UNPROCESSABLE,
                        "the %s %.*s is too large or too fine: numerator and denominator must stay below "
                        "2^62; round it, or choose another unit",
                        what, s->len < 40 ? (int)s->len : 40, s->text);
}

bool scanner_rational(struct scanner *s, struct rational *number, const char *what)
{
    enum rational_reading reading = scanner_read_number(s, number);
    if (reading != RATIONAL_READ)
        return reading == RATIONAL_WRONG ? scanner_no_number(s, what) : scanner_wide(s, what);
    scanner_next(s);
    return true;
}

bool scanner_real(struct scanner *s, double *number, const char *what)
{
    struct rational exact = {0, 1};
    enum rational_reading reading = scanner_read_number(s, &exact);
    if (reading == RATIONAL_WRONG)
        return scanner_no_number(s, what);
    if (reading == RATIONAL_READ)
        *number = (double)exact.num / (double)exact.den;
    else if (!text_number((struct text_span){s->text, s->text + s->len}, number))
        return scanner_wide(s, what);
    scanner_next(s);
    return true;
}

bool scanner_int(struct scanner *s, int64_t lo, int64_t hi, int64_t *number, const char *what)
{
    int64_t value = 0;
    if (s->token != TOKEN_WORD || !text_int((struct text_span){s->text, s->text + s->len}, &value) || value < lo ||
        value > hi)
        return scanner_fail(s, NASH_INVALID, "expected %s, a whole number from %lld to %lld", what, (long long)lo,
                            (long long)hi);
    *number = value;
    scanner_next(s);
    return true;
}

bool scanner_name(struct scanner *s, const char **name, uint32_t max)
{
    if (s->token != TOKEN_TEXT)
        return scanner_unexpected(s, "a name in quotes");
    char *copy = nash_arena_strndup(s->t.r->root->arena, s->text, s->len);
    size_t len = 0, characters = 0;
    if (!copy)
        return reader_nomem(s->t.r) == NASH_OK;
    for (const char *c = copy; *c; c++) {
        c += *c == '\\' && c[1];
        copy[len++] = *c;
    }
    copy[len] = '\0';
    if (!text_utf8_length((struct text_span){copy, copy + len}, &characters) || characters > max)
        return scanner_fail(s, NASH_INVALID, "a name is UTF-8 of at most %u characters", max);
    *name = copy;
    scanner_next(s);
    return true;
}
