/* Errors are filled in place and never allocated, since they must work when memory is used up. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <nash/status.h>

/* Copies at most size - 1 bytes of text, never cutting a UTF-8 sequence. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    if (len >= size) {
        len = size - 1;
        while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
            len--;
    }
    if (len)
        memcpy(out, text, len);
    out[len] = '\0';
}

/* Removes a UTF-8 sequence that vsnprintf() has cut at the end. */
static void trim_cut_utf8(char *text, size_t size)
{
    size_t len = strlen(text);
    if (len + 1 < size)
        return;
    size_t start = len;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0)
        return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t want = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (len - (start - 1) < want)
        text[start - 1] = '\0';
}

__attribute__((format(printf, 5, 0))) static enum nash_status error_fill(struct nash_error *error,
                                                                         enum nash_status status, const char *type,
                                                                         const char *pointer, const char *format,
                                                                         va_list args)
{
    if (!error || !format)
        return status;
    error->status = status;
    copy_text(error->type, sizeof error->type, type);
    copy_text(error->pointer, sizeof error->pointer, pointer);
    vsnprintf(error->detail, sizeof error->detail, format, args);
    trim_cut_utf8(error->detail, sizeof error->detail);
    return status;
}

enum nash_status nash_fail(struct nash_error *error, enum nash_status status, const char *pointer, const char *format,
                           ...)
{
    va_list args;
    va_start(args, format);
    error_fill(error, status, NULL, pointer, format, args);
    va_end(args);
    return status;
}

enum nash_status nash_fail_type(struct nash_error *error, enum nash_status status, const char *type,
                                const char *pointer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_fill(error, status, type, pointer, format, args);
    va_end(args);
    return status;
}

/* name for messages; default problem type of the API */
static const struct {
    enum nash_status status;
    const char *name, *type;
} statuses[] = {
    {NASH_OK, "ok", "ok"},
    {NASH_INVALID, "invalid", "invalid-request"},
    {NASH_UNPROCESSABLE, "unprocessable", "unprocessable"},
    {NASH_TOO_LARGE, "too large", "too-large"},
    {NASH_NOMEM, "out of memory", "out-of-memory"},
    {NASH_STOPPED, "stopped", "stopped"},
    {NASH_NOT_FOUND, "not found", "not-found"},
    {NASH_CONFLICT, "conflict", "conflict"},
    {NASH_BUSY, "busy", "busy"},
    {NASH_INTERNAL, "internal error", "internal"},
};

const char *nash_error_type(const struct nash_error *error)
{
    if (error->type[0])
        return error->type;
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == error->status)
            return statuses[i].type;
    return "internal";
}

const char *nash_status_name(enum nash_status status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return statuses[i].name;
    return "unknown status";
}
