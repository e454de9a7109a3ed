/* Buffers double when they grow. One byte beyond `room` is always allocated, so that nash_buf_cstr() cannot fail. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/buf.h>

void nash_buf_free(struct nash_buf *buf)
{
    free(buf->data);
    *buf = (struct nash_buf){.cap = buf->cap};
}

void nash_buf_reset(struct nash_buf *buf)
{
    buf->len = 0;
    buf->failed = false;
}

/* The common case of nash_buf_reserve(), inlined. */
static inline bool buf_fits(const struct nash_buf *buf, size_t more)
{
    return !buf->failed && buf->data && more <= buf->room - buf->len;
}

bool nash_buf_reserve(struct nash_buf *buf, size_t more)
{
    if (buf_fits(buf, more))
        return true;
    if (buf->failed)
        return false;
    size_t max = buf->cap ? buf->cap : SIZE_MAX / 2;
    if (buf->len > max || more > max - buf->len)
        return buf->failed = true, false;
    size_t need = buf->len + more;
    size_t room = buf->room < 64 ? 64 : buf->room;
    while (room < need)
        room = room > max / 2 ? max : room * 2;
    if (room > max)
        room = max;
    char *data = realloc(buf->data, room + 1);
    if (!data)
        return buf->failed = true, false;
    buf->data = data;
    buf->room = room;
    return true;
}

void nash_buf_add(struct nash_buf *buf, const void *bytes, size_t count)
{
    if (count == 0 || !(buf_fits(buf, count) || nash_buf_reserve(buf, count)))
        return;
    memcpy(buf->data + buf->len, bytes, count);
    buf->len += count;
}

void nash_buf_puts(struct nash_buf *buf, const char *text)
{
    nash_buf_add(buf, text, strlen(text));
}

void nash_buf_putc(struct nash_buf *buf, char c)
{
    if (buf_fits(buf, 1) || nash_buf_reserve(buf, 1))
        buf->data[buf->len++] = c;
}

void nash_buf_printf(struct nash_buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size < 0)
        buf->failed = true;
    else if (nash_buf_reserve(buf, (size_t)size)) {
        vsnprintf(buf->data + buf->len, (size_t)size + 1, format, again);
        buf->len += (size_t)size;
    }
    va_end(again);
}

void nash_buf_erase(struct nash_buf *buf, size_t from, size_t to)
{
    if (from == to)
        return;
    memmove(buf->data + from, buf->data + to, buf->len - to);
    buf->len -= to - from;
}

void nash_buf_u64(struct nash_buf *buf, uint64_t value)
{
    char text[20];
    size_t at = sizeof text;
    do
        text[--at] = (char)('0' + value % 10);
    while (value /= 10);
    nash_buf_add(buf, text + at, sizeof text - at);
}

void nash_buf_i64(struct nash_buf *buf, int64_t value)
{
    if (value < 0)
        nash_buf_putc(buf, '-');
    nash_buf_u64(buf, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

const char *nash_buf_cstr(struct nash_buf *buf)
{
    if (buf->failed || !buf->data)
        return "";
    buf->data[buf->len] = '\0';
    return buf->data;
}

char *nash_buf_steal(struct nash_buf *buf, size_t *len)
{
    char *data = NULL;
    if (!buf->failed && (buf->data || nash_buf_reserve(buf, 0))) {
        data = buf->data;
        data[buf->len] = '\0';
        if (len)
            *len = buf->len;
        buf->data = NULL;
    }
    nash_buf_free(buf);
    return data;
}
