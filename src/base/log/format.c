/* Formats records as text, as JSON, or as a datagram in the native protocol of systemd-journald: lines NAME=value, none
 * of whose values has a newline, because control characters are escaped. */
#include <ctype.h>
#include <string.h>

#include <base/clock.h>
#include <base/utf8.h>
#include <nash/jsonw.h>

#include "record.h"

static const char *const level_name[] = {"debug", "info", "warn", "error"};
static const char level_priority[] = "7643"; /* of syslog */

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

/* Appends the value of a member: in quotes if it is empty or has a space or a quote. A quote is written as \x22. */
static void log_append_quoted(struct nash_buf *line, const char *text, size_t len)
{
    bool plain = len > 0 && memchr(text, ' ', len) == NULL && memchr(text, '"', len) == NULL;
    if (!plain)
        nash_buf_putc(line, '"');
    while (len > 0) {
        const char *quote = memchr(text, '"', len);
        size_t part = quote != NULL ? (size_t)(quote - text) : len;
        log_append_escaped(line, text, part);
        if (quote != NULL)
            nash_buf_puts(line, "\\x22");
        part += quote != NULL;
        text += part;
        len -= part;
    }
    if (!plain)
        nash_buf_putc(line, '"');
}

/* Reads the member at *at and advances it. Returns false at the end. */
static bool next_field(const struct log_record *record, size_t *at, struct log_field *field, size_t *name_len)
{
    const char *text = record->text + record->event_len;
    if (*at >= record->len)
        return false;
    *name_len = (uint8_t)text[*at];
    field->name = text + *at + 1;
    const uint8_t *type = (const uint8_t *)field->name + *name_len;
    field->len = type[1] | (size_t)type[2] << 8;
    field->text = (const char *)type + 3;
    *at += 1 + *name_len + 3 + field->len;
    if (type[0] == 0) {
        memcpy(&field->number, field->text, sizeof field->number);
        field->text = NULL;
    }
    return true;
}

/* Appends " detail" or " name=value name=value". */
static void append_message(struct nash_buf *line, const struct log_record *record)
{
    struct log_field field;
    size_t name_len;
    log_append_escaped(line, record->text, record->event_len);
    if (!record->has_fields) {
        if (record->len > 0)
            nash_buf_putc(line, ' ');
        log_append_escaped(line, record->text + record->event_len, record->len);
    }
    for (size_t at = 0; record->has_fields && next_field(record, &at, &field, &name_len);) {
        nash_buf_putc(line, ' ');
        nash_buf_add(line, field.name, name_len);
        nash_buf_putc(line, '=');
        if (field.text != NULL)
            log_append_quoted(line, field.text, field.len);
        else
            nash_buf_u64(line, field.number);
    }
}

static void append_text(struct nash_buf *line, const struct log_record *record)
{
    char when[CLOCK_TEXT];
    nash_buf_puts(line, clock_text(when, record->when_ms));
    nash_buf_putc(line, ' ');
    nash_buf_puts(line, level_name[record->level]);
    nash_buf_putc(line, ' ');
    append_message(line, record);
    nash_buf_putc(line, '\n');
}

static void append_json(struct nash_buf *line, const struct log_record *record)
{
    char when[CLOCK_TEXT], name[LOG_EVENT_MAX + 1];
    struct nash_jsonw w = NASH_JSONW(line);
    struct log_field field;
    size_t name_len;
    nash_jsonw_object(&w);
    nash_jsonw_kstring(&w, "time", clock_text(when, record->when_ms));
    nash_jsonw_kstring(&w, "level", level_name[record->level]);
    nash_jsonw_key(&w, "event");
    nash_jsonw_string_n(&w, record->text, record->event_len);
    if (!record->has_fields) {
        nash_jsonw_key(&w, "detail");
        nash_jsonw_string_n(&w, record->text + record->event_len, record->len);
    }
    for (size_t at = 0; record->has_fields && next_field(record, &at, &field, &name_len);) {
        memcpy(name, field.name, name_len);
        name[name_len] = '\0';
        nash_jsonw_key(&w, name);
        if (field.text != NULL)
            nash_jsonw_string_n(&w, field.text, field.len);
        else
            nash_jsonw_uint(&w, field.number);
    }
    nash_jsonw_object_end(&w);
    nash_buf_putc(line, '\n');
}

static void append_journal(struct nash_buf *out, const struct log_record *record)
{
    struct log_field field;
    size_t name_len;
    nash_buf_puts(out, "PRIORITY=");
    nash_buf_putc(out, level_priority[record->level]);
    nash_buf_puts(out, "\nSYSLOG_IDENTIFIER=nashd\nNASHD_EVENT=");
    log_append_escaped(out, record->text, record->event_len);
    for (size_t at = 0; record->has_fields && next_field(record, &at, &field, &name_len);) {
        nash_buf_puts(out, "\nNASHD_");
        for (size_t i = 0; i < name_len; i++)
            nash_buf_putc(out, (char)toupper((unsigned char)field.name[i]));
        nash_buf_putc(out, '=');
        if (field.text != NULL)
            log_append_escaped(out, field.text, field.len);
        else
            nash_buf_u64(out, field.number);
    }
    nash_buf_puts(out, "\nMESSAGE=");
    append_message(out, record);
    nash_buf_putc(out, '\n');
}

void log_format_record(struct nash_buf *out, const struct log_record *record, enum log_format format)
{
    if (format == LOG_JSON)
        append_json(out, record);
    else
        (format == LOG_JOURNAL ? append_journal : append_text)(out, record);
}
