/* A line is built on the stack and written by one write(2). Logging neither allocates nor locks, so that it works in a
 * worker that is out of memory. A detail is cut at 1 KiB before it is escaped. */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/utf8.h>
#include <nash/buf.h>
#include <nash/jsonw.h>

enum { DETAIL_MAX = 1024, EVENT_MAX = 128, LINE_MAX_BYTES = 6 * (DETAIL_MAX + EVENT_MAX) + 256 };

static _Atomic int min_level = LOG_INFO;
static _Atomic int format_now = LOG_TEXT;

static const char *const level_name[] = {"debug", "info", "warn", "error"};

void log_setup(enum log_level level, enum log_format format)
{
    atomic_store(&min_level, (int)level);
    atomic_store(&format_now, (int)format);
}

bool log_on(enum log_level level)
{
    return (int)level >= atomic_load_explicit(&min_level, memory_order_relaxed);
}

/* Text format: control characters (also C1, which terminals obey), backslashes and invalid UTF-8 are written as \xNN.
 */
static void log_append_escaped(struct nash_buf *line, const char *text, size_t len)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t at = 0; at < len;) {
        unsigned char c = (unsigned char)text[at];
        size_t take = utf8_length(text + at, len - at);
        bool control = c < 0x20 || c == 0x7F || (c == 0xC2 && take == 2 && (unsigned char)text[at + 1] < 0xA0);
        if (take > 0 && !control && c != '\\') {
            nash_buf_add(line, text + at, take);
            at += take;
            continue;
        }
        if (c == '\n')
            nash_buf_puts(line, "\\n");
        else if (c == '\\')
            nash_buf_puts(line, "\\\\");
        else
            nash_buf_add(line, (char[]){'\\', 'x', digit[c >> 4], digit[c & 15]}, 4);
        at++;
    }
}

static void log_append_text(struct nash_buf *line, const char *when, const char *level, const char *event,
                            const char *detail, size_t len)
{
    nash_buf_puts(line, when);
    nash_buf_putc(line, ' ');
    nash_buf_puts(line, level);
    nash_buf_putc(line, ' ');
    log_append_escaped(line, event, strnlen(event, EVENT_MAX));
    if (len > 0)
        nash_buf_putc(line, ' ');
    log_append_escaped(line, detail, len);
}

static void log_append_json(struct nash_buf *line, const char *when, const char *level, const char *event,
                            const char *detail, size_t len)
{
    struct nash_jsonw w = NASH_JSONW(line);
    nash_jsonw_object(&w);
    nash_jsonw_kstring(&w, "time", when);
    nash_jsonw_kstring(&w, "level", level);
    nash_jsonw_key(&w, "event");
    nash_jsonw_string_n(&w, event, strnlen(event, EVENT_MAX));
    nash_jsonw_key(&w, "detail");
    nash_jsonw_string_n(&w, detail, len);
    nash_jsonw_object_end(&w);
}

void log_event(enum log_level level, const char *event, const char *format, ...)
{
    if (!log_on(level))
        return;
    int saved = errno;
    char detail[DETAIL_MAX], when[CLOCK_TEXT], bytes[LINE_MAX_BYTES + 1];
    va_list args;
    va_start(args, format);
    if (vsnprintf(detail, sizeof detail, format, args) < 0)
        detail[0] = '\0';
    va_end(args);
    clock_text(when, clock_wall_ms());

    /* A buffer on the stack whose room is its cap never allocates. */
    struct nash_buf line = {.data = bytes, .room = LINE_MAX_BYTES, .cap = LINE_MAX_BYTES};
    bool json = atomic_load_explicit(&format_now, memory_order_relaxed) == LOG_JSON;
    (json ? log_append_json : log_append_text)(&line, when, level_name[level], event, detail, strlen(detail));
    nash_buf_putc(&line, '\n');
    while (write(STDERR_FILENO, line.data, line.len) < 0 && errno == EINTR)
        ;
    errno = saved;
}
