/* Writes JSON. Strings are copied in runs of plain bytes; other bytes are escaped one by one.
 *
 * Doubles: whole numbers up to 2^53 are written as integers; others with the fewest of 15, 16 or 17 digits that read
 * back as the same double (from 1 digit for subnormals, which hold fewer). Whole numbers beyond 2^53 end in ".0" or
 * have an exponent, because the gate refuses integer literals of that size. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>
#include <nash/jsonw.h>

#include "plain.h"

/* Writes the comma before a value or key if one is due. */
static void write_separator(struct nash_jsonw *w)
{
    if (w->comma)
        nash_buf_putc(w->out, ',');
    w->comma = true;
}

static void write_open(struct nash_jsonw *w, char c)
{
    write_separator(w);
    nash_buf_putc(w->out, c);
    w->comma = false;
}

static void write_close(struct nash_jsonw *w, char c)
{
    nash_buf_putc(w->out, c);
    w->comma = true;
}

void nash_jsonw_object(struct nash_jsonw *w)
{
    write_open(w, '{');
}

void nash_jsonw_object_end(struct nash_jsonw *w)
{
    write_close(w, '}');
}

void nash_jsonw_array(struct nash_jsonw *w)
{
    write_open(w, '[');
}

void nash_jsonw_array_end(struct nash_jsonw *w)
{
    write_close(w, ']');
}

static void write_escape(struct nash_buf *out, unsigned char c)
{
    static const char digit[] = "0123456789abcdef";
    char letter = c == '"'    ? '"'
                  : c == '\\' ? '\\'
                  : c == '\n' ? 'n'
                  : c == '\r' ? 'r'
                  : c == '\t' ? 't'
                  : c == '\b' ? 'b'
                  : c == '\f' ? 'f'
                              : '\0';
    if (letter) {
        nash_buf_add(out, (char[]){'\\', letter}, 2);
        return;
    }
    nash_buf_add(out, (char[]){'\\', 'u', '0', '0', digit[c >> 4], digit[c & 15]}, 6);
}

/* Writes text that is not all plain. */
static void write_escaped(struct nash_buf *out, const char *at, const char *end)
{
    while (at < end) {
        const char *plain = json_skip_plain(at, end);
        nash_buf_add(out, at, (size_t)(plain - at));
        if (plain == end)
            break;
        size_t sequence = utf8_length(plain, (size_t)(end - plain));
        at = plain + (sequence ? sequence : 1);
        if (sequence == 1)
            write_escape(out, (unsigned char)*plain);
        else if (sequence)
            nash_buf_add(out, plain, sequence);
        else
            nash_buf_add(out, "\xEF\xBF\xBD", 3);
    }
}

static void write_string(struct nash_jsonw *w, const char *text, size_t len)
{
    write_separator(w);
    nash_buf_putc(w->out, '"');
    write_escaped(w->out, text, text + len);
    nash_buf_putc(w->out, '"');
}

/* Writes plain text in one piece: the comma if one is due, quotes, and a colon if wanted. Returns false if the text is
 * not plain. */
static bool write_plain(struct nash_jsonw *w, const char *text, size_t len, bool colon)
{
    struct nash_buf *out = w->out;
    if (json_skip_plain(text, text + len) != text + len)
        return false;
    if (!nash_buf_reserve(out, w->comma + len + 2 + colon))
        return true; /* the buffer has recorded the failure */
    char *at = out->data + out->len;
    if (w->comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, text, len);
    at += len;
    *at++ = '"';
    if (colon)
        *at++ = ':';
    out->len = (size_t)(at - out->data);
    w->comma = true;
    return true;
}

void nash_jsonw_key(struct nash_jsonw *w, const char *key)
{
    size_t len = strlen(key);
    if (!write_plain(w, key, len, true)) {
        write_string(w, key, len);
        nash_buf_putc(w->out, ':');
    }
    w->comma = false;
}

void nash_jsonw_string_n(struct nash_jsonw *w, const char *text, size_t len)
{
    if (!write_plain(w, text, len, false))
        write_string(w, text, len);
}

void nash_jsonw_string(struct nash_jsonw *w, const char *text)
{
    if (text)
        nash_jsonw_string_n(w, text, strlen(text));
    else
        nash_jsonw_null(w);
}

void nash_jsonw_int(struct nash_jsonw *w, int64_t value)
{
    write_separator(w);
    nash_buf_i64(w->out, value);
}

void nash_jsonw_uint(struct nash_jsonw *w, uint64_t value)
{
    write_separator(w);
    nash_buf_u64(w->out, value);
}

void nash_jsonw_uint_string(struct nash_jsonw *w, uint64_t value)
{
    write_separator(w);
    nash_buf_putc(w->out, '"');
    nash_buf_u64(w->out, value);
    nash_buf_putc(w->out, '"');
}

void nash_jsonw_double(struct nash_jsonw *w, double value)
{
    if (!isfinite(value)) {
        nash_jsonw_null(w);
        return;
    }
    if (fabs(value) <= 0x1p53 && value == (double)(int64_t)value && !(value == 0 && signbit(value))) {
        nash_jsonw_int(w, (int64_t)value);
        return;
    }
    char text[32];
    int digits = fabs(value) < DBL_MIN ? 1 : 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (digits++ < 17 && strtod(text, NULL) != value);
    for (char *c = text; *c; c++) /* replaces the decimal comma of a locale */
        if (!strchr("0123456789+-e", *c))
            *c = '.';
    write_separator(w);
    nash_buf_puts(w->out, text);
    if (!strpbrk(text, ".e"))
        nash_buf_puts(w->out, ".0");
}

void nash_jsonw_bool(struct nash_jsonw *w, bool value)
{
    write_separator(w);
    nash_buf_puts(w->out, value ? "true" : "false");
}

void nash_jsonw_null(struct nash_jsonw *w)
{
    write_separator(w);
    nash_buf_puts(w->out, "null");
}

void nash_jsonw_raw(struct nash_jsonw *w, const char *json, size_t len)
{
    assert(len > 0);
    write_separator(w);
    nash_buf_add(w->out, json, len);
}

void nash_jsonw_kobject(struct nash_jsonw *w, const char *key)
{
    nash_jsonw_key(w, key);
    nash_jsonw_object(w);
}

void nash_jsonw_karray(struct nash_jsonw *w, const char *key)
{
    nash_jsonw_key(w, key);
    nash_jsonw_array(w);
}

void nash_jsonw_kstring(struct nash_jsonw *w, const char *key, const char *text)
{
    nash_jsonw_key(w, key);
    nash_jsonw_string(w, text);
}

void nash_jsonw_kint(struct nash_jsonw *w, const char *key, int64_t value)
{
    nash_jsonw_key(w, key);
    nash_jsonw_int(w, value);
}

void nash_jsonw_kuint(struct nash_jsonw *w, const char *key, uint64_t value)
{
    nash_jsonw_key(w, key);
    nash_jsonw_uint(w, value);
}

void nash_jsonw_kdouble(struct nash_jsonw *w, const char *key, double value)
{
    nash_jsonw_key(w, key);
    nash_jsonw_double(w, value);
}

void nash_jsonw_kbool(struct nash_jsonw *w, const char *key, bool value)
{
    nash_jsonw_key(w, key);
    nash_jsonw_bool(w, value);
}

void nash_jsonw_kraw(struct nash_jsonw *w, const char *key, const char *json, size_t len)
{
    nash_jsonw_key(w, key);
    nash_jsonw_raw(w, json, len);
}
