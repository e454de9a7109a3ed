/* The calls of log.h that make lines. A record is built on the stack; then it goes into the buffer, or it is formatted
 * and written by one write(2), so that lines of several processes never mix. */
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "record.h"

static _Atomic int min_level = LOG_INFO;
static _Atomic int format_now = LOG_TEXT;

void log_setup(enum log_level level, enum log_format format)
{
    atomic_store(&min_level, (int)level);
    atomic_store(&format_now, (int)format);
}

enum log_format log_format_now(void)
{
    return (enum log_format)atomic_load_explicit(&format_now, memory_order_relaxed);
}

bool log_on(enum log_level level)
{
    return (int)level >= atomic_load_explicit(&min_level, memory_order_relaxed);
}

static void log_record_emit(const struct log_record *record)
{
    if (!log_queue_push(record))
        log_write_record(record);
}

void log_event(enum log_level level, const char *event, const char *format, ...)
{
    if (!log_on(level))
        return;
    int saved = errno;
    union log_record_room room;
    va_list args;
    log_record_begin(&room, level, LOG_SINK_LOG, event);
    va_start(args, format);
    int len = vsnprintf(room.record.text + room.record.event_len, LOG_TEXT_MAX, format, args);
    va_end(args);
    room.record.len = (uint16_t)(len < 0 ? 0 : len < LOG_TEXT_MAX ? len : LOG_TEXT_MAX - 1);
    log_record_emit(&room.record);
    errno = saved;
}

void log_access(const char *event, const struct log_field *fields, size_t count)
{
    if (!log_access_on())
        return;
    union log_record_room room;
    log_record_begin(&room, LOG_INFO, LOG_SINK_ACCESS, event);
    for (size_t i = 0; i < count; i++)
        log_record_add_field(&room, &fields[i]);
    log_record_emit(&room.record);
}
