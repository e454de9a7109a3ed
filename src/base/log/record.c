/* Records are built on the stack. A member is: length of the name (1 byte), name, type (1 byte), length (2 bytes),
 * bytes. Nothing allocates or locks, so that logging works in a process that is out of memory. */
#include "record.h"

#include <string.h>

#include <base/clock.h>

size_t log_record_size(const struct log_record *record)
{
    return sizeof *record + record->event_len + record->len;
}

void log_record_begin(union log_record_room *room, enum log_level level, enum log_sink sink, const char *event)
{
    size_t len = strnlen(event, LOG_EVENT_MAX);
    room->record = (struct log_record){
        .when_ms = clock_wall_ms(), .level = (uint8_t)level, .sink = (uint8_t)sink, .event_len = (uint16_t)len};
    memcpy(room->record.text, event, len);
}

/* Appends bytes. The caller has checked that there is room. */
static void record_add(struct log_record *record, const void *bytes, size_t len)
{
    memcpy(record->text + record->event_len + record->len, bytes, len);
    record->len = (uint16_t)(record->len + len);
}

void log_record_add_field(union log_record_room *room, const struct log_field *field)
{
    struct log_record *record = &room->record;
    size_t name_len = strnlen(field->name, LOG_EVENT_MAX);
    size_t len = field->text == NULL ? sizeof field->number : field->len < LOG_TEXT_MAX ? field->len : LOG_TEXT_MAX;
    const uint8_t head[] = {(uint8_t)name_len}, type[] = {field->text != NULL, (uint8_t)len, (uint8_t)(len >> 8)};
    if (log_record_size(record) + sizeof head + name_len + sizeof type + len > LOG_RECORD_MAX)
        return;
    record->has_fields = true;
    record_add(record, head, sizeof head);
    record_add(record, field->name, name_len);
    record_add(record, type, sizeof type);
    record_add(record, field->text != NULL ? (const void *)field->text : &field->number, len);
}
