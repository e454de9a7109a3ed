/* JSON out. Strings are copied in runs of plain bytes; only what must be escaped is looked at alone.
 *
 * Doubles: whole numbers up to 2^53 are printed as integers; others with the fewest of 15, 16 or 17 digits that read
 * back as the same double (subnormals, which hold fewer digits, from 1 on). Whole ones beyond 2^53 end in ".0" or have
 * an exponent: an integer literal of that size would be refused by our own gate. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>
#include <nash/jsonw.h>

/* Before each value or key. */
static void separate(struct nash_jsonw *w)
{
    if (w->comma)
        nash_buf_putc(w->out, ',');
    w->comma = true;
}

static void open_with(struct nash_jsonw *w, char c)
{
    separate(w);
    nash_buf_putc(w->out, c);
    w->comma = false;
}

static void close_with(struct nash_jsonw *w, char c)
{
    nash_buf_putc(w->out, c);
    w->comma = true;
}

void nash_jsonw_object(struct nash_jsonw *w)
{
    open_with(w, '{');
}

void nash_jsonw_object_end(struct nash_jsonw *w)
{
    close_with(w, '}');
}

void nash_jsonw_array(struct nash_jsonw *w)
{
    open_with(w, '[');
}

void nash_jsonw_array_end(struct nash_jsonw *w)
{
    close_with(w, ']');
}

static void put_escape(struct nash_buf *out, unsigned char c)
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

static void put_string(struct nash_buf *out, const char *text, size_t len)
{
    nash_buf_putc(out, '"');
    size_t run = 0, at = 0;
    while (at < len) {
        unsigned char c = (unsigned char)text[at];
        size_t take = c < 0x80 ? 1 : utf8_length(text + at, len - at);
        if (take > 0 && c >= 0x20 && c != '"' && c != '\\' && c != 0x7F) {
            at += take;
            continue;
        }
        nash_buf_add(out, text + run, at - run);
        if (take == 0)
            nash_buf_add(out, "\xEF\xBF\xBD", 3);
        else
            put_escape(out, c);
        run = ++at;
    }
    nash_buf_add(out, text + run, len - run);
    nash_buf_putc(out, '"');
}

void nash_jsonw_key(struct nash_jsonw *w, const char *key)
{
    separate(w);
    put_string(w->out, key, strlen(key));
    nash_buf_putc(w->out, ':');
    w->comma = false;
}

void nash_jsonw_string_n(struct nash_jsonw *w, const char *text, size_t len)
{
    separate(w);
    put_string(w->out, text, len);
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
    separate(w);
    nash_buf_i64(w->out, value);
}

void nash_jsonw_uint(struct nash_jsonw *w, uint64_t value)
{
    separate(w);
    nash_buf_u64(w->out, value);
}

void nash_jsonw_uint_string(struct nash_jsonw *w, uint64_t value)
{
    separate(w);
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
    for (char *c = text; *c; c++) /* a locale's decimal comma */
        if (!strchr("0123456789+-e", *c))
            *c = '.';
    separate(w);
    nash_buf_puts(w->out, text);
    if (!strpbrk(text, ".e"))
        nash_buf_puts(w->out, ".0");
}

void nash_jsonw_bool(struct nash_jsonw *w, bool value)
{
    separate(w);
    nash_buf_puts(w->out, value ? "true" : "false");
}

void nash_jsonw_null(struct nash_jsonw *w)
{
    separate(w);
    nash_buf_puts(w->out, "null");
}

void nash_jsonw_raw(struct nash_jsonw *w, const char *json, size_t len)
{
    assert(len > 0);
    separate(w);
    nash_buf_add(w->out, json, len);
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
