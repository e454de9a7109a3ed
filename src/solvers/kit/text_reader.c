#include "text_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <base/utf8.h>

enum { NUMBER_MAX = 63 }; /* characters of a decimal number */

/* ---- lines and errors ---- */

void text_begin(struct text_reader *t, const struct reader *r, const char *text, size_t len)
{
    *t = (struct text_reader){.r = r, .begin = text, .rest = {text, text + len}};
}

/* Returns the address after the line end at c; c itself if there is no line end. */
static const char *text_after_line_end(const char *c, const char *end)
{
    if (c == end || (*c != '\n' && *c != '\r'))
        return c;
    return *c == '\r' && c + 1 < end && c[1] == '\n' ? c + 2 : c + 1;
}

size_t text_line_number(const struct text_reader *t, const char *at)
{
    size_t line = 1;
    for (const char *c = t->begin; c < at;) {
        const char *after = text_after_line_end(c, t->rest.end);
        line += after != c;
        c = after == c ? c + 1 : after;
    }
    return line;
}

enum nash_status text_fail(const struct text_reader *t, enum nash_status status, const char *at, const char *format,
                           ...)
{
    char detail[sizeof((struct nash_error *)0)->detail], line[32] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    if (text_line_number(t, text_trim((struct text_span){t->begin, t->rest.end}).end) > 1)
        snprintf(line, sizeof line, "line %zu: ", text_line_number(t, at));
    return reader_fail(t->r, status, NULL, "%s%s", line, detail);
}

bool text_raw_line(struct text_span *rest, struct text_span *line)
{
    if (rest->at == rest->end)
        return false;
    line->at = rest->at;
    while (rest->at < rest->end && *rest->at != '\n' && *rest->at != '\r')
        rest->at++;
    line->end = rest->at;
    rest->at = text_after_line_end(rest->at, rest->end);
    return true;
}

bool text_line(struct text_reader *t, struct text_span *line)
{
    while (text_raw_line(&t->rest, line)) {
        *line = text_trim(*line);
        if (line->at < line->end)
            return true;
    }
    return false;
}

/* ---- spans ---- */

struct text_span text_trim(struct text_span span)
{
    while (span.at < span.end && text_is_space(*span.at))
        span.at++;
    while (span.end > span.at && text_is_space(span.end[-1]))
        span.end--;
    return span;
}

static bool text_separates(char c, const char *separators)
{
    return c != '\0' && strchr(separators, c);
}

bool text_word(struct text_span *rest, const char *separators, struct text_span *word)
{
    while (rest->at < rest->end && text_separates(*rest->at, separators))
        rest->at++;
    word->at = rest->at;
    while (rest->at < rest->end && !text_separates(*rest->at, separators))
        rest->at++;
    word->end = rest->at;
    return word->at < word->end;
}

bool text_accept(struct text_span *rest, char c)
{
    const char *at = rest->at;
    while (at < rest->end && text_is_space(*at))
        at++;
    if (at == rest->end || *at != c)
        return false;
    rest->at = at + 1;
    return true;
}

bool text_is(struct text_span span, const char *word)
{
    return text_length(span) == strlen(word) && memcmp(span.at, word, text_length(span)) == 0;
}

bool text_is_nocase(struct text_span span, const char *word)
{
    return text_length(span) == strlen(word) && strncasecmp(span.at, word, text_length(span)) == 0;
}

bool text_int(struct text_span span, int64_t *value)
{
    return nash_parse_int64(span.at, text_length(span), value);
}

bool text_number(struct text_span span, double *value)
{
    char copy[NUMBER_MAX + 1], *end;
    size_t len = text_length(span);
    if (len == 0 || len > NUMBER_MAX)
        return false;
    memcpy(copy, span.at, len);
    copy[len] = '\0';
    const char *digits = copy + (*copy == '-');
    if (!text_is_digit(*digits) || copy + len != digits + strspn(digits, "0123456789.eE+-"))
        return false;
    double number = strtod(copy, &end);
    if (*end || !isfinite(number))
        return false;
    *value = number;
    return true;
}

bool text_utf8_length(struct text_span span, size_t *characters)
{
    size_t count = 0;
    for (size_t step; span.at < span.end; span.at += step, count++)
        if (!(step = utf8_length(span.at, text_length(span))))
            return false;
    *characters = count;
    return true;
}
