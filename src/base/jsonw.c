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

#include <base/json_plain.h>
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

/* Text with something in it that is not plain. */
static void put_pieces(struct nash_buf *out, const char *at, const char *end)
{
    while (at < end) {
        const char *plain = json_skip_plain(at, end);
        nash_buf_add(out, at, (size_t)(plain - at));
        if (plain == end)
            break;
        size_t take = utf8_length(plain, (size_t)(end - plain));
        at = plain + (take ? take : 1);
        if (take == 1)
            put_escape(out, (unsigned char)*plain);
        else if (take)
            nash_buf_add(out, plain, take);
        else
            nash_buf_add(out, "\xEF\xBF\xBD", 3);
    }
}

static void put_string(struct nash_jsonw *w, const char *text, size_t len)
{
    separate(w);
    nash_buf_putc(w->out, '"');
    put_pieces(w->out, text, text + len);
    nash_buf_putc(w->out, '"');
}

/* Plain text with a comma where one is due, quotes, and a colon if wanted, in one piece. false: it is not plain. */
static bool put_plain(struct nash_jsonw *w, const char *text, size_t len, bool colon)
{
    struct nash_buf *out = w->out;
    if (json_skip_plain(text, text + len) != text + len)
        return false;
    if (!nash_buf_reserve(out, w->comma + len + 2 + colon))
        return true; /* noted in the buffer */
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
    if (!put_plain(w, key, len, true)) {
        put_string(w, key, len);
        nash_buf_putc(w->out, ':');
    }
    w->comma = false;
}

void nash_jsonw_string_n(struct nash_jsonw *w, const char *text, size_t len)
{
    if (!put_plain(w, text, len, false))
        put_string(w, text, len);
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
