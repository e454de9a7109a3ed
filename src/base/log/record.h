/* A line before it is formatted: what log_event() and log_access() copy into the buffer of the log. */
#ifndef BASE_LOG_RECORD_H
#define BASE_LOG_RECORD_H

#include <base/log.h>
#include <nash/buf.h>

enum {
    LOG_TEXT_MAX = 1024, /* bytes of a detail or of a member; more is cut */
    LOG_EVENT_MAX = 128,
    LOG_RECORD_MAX = 4096,           /* bytes of a record */
    LOG_OUT_MAX = 7 * LOG_RECORD_MAX /* bytes of a formatted line: an escape has up to six bytes */
};

enum log_sink { LOG_SINK_LOG, LOG_SINK_ACCESS, LOG_SINKS };

struct log_record {
    int64_t when_ms;
    uint8_t level, sink;
    uint16_t event_len, len; /* of text: the event, then the detail or the members */
    bool has_fields;
    char text[];
};

/* Returns room for a record on the stack. */
union log_record_room {
    struct log_record record;
    char bytes[LOG_RECORD_MAX];
};

/* Returns the number of bytes of a record. */
size_t log_record_size(const struct log_record *record);
/* Begin a record. The event is cut. */
void log_record_begin(union log_record_room *room, enum log_level level, enum log_sink sink, const char *event);
/* Appends a member; a record that is full loses the rest. */
void log_record_add_field(union log_record_room *room, const struct log_field *field);

/* Append the line of a record, with its newline; for LOG_JOURNAL the datagram. */
void log_format_record(struct nash_buf *out, const struct log_record *record, enum log_format format);

/* ---- sinks: implemented in sink.c ---- */

/* Lines of one sink that are written together: as many as a pipe takes without mixing them with others (PIPE_BUF). */
struct log_out {
    enum log_sink sink;
    unsigned len, lines;
    char bytes[4096];
};
/* Formats a record and appends its line; writes the lines before it if it does not fit. Both return the number of lines
 * that are lost, because they could not be written. */
unsigned log_out_record(struct log_out *out, const struct log_record *record);
unsigned log_out_flush(struct log_out *out);
/* Formats and writes a record by one write(2). */
void log_write_record(const struct log_record *record);

/* Returns the format in effect. */
enum log_format log_format_now(void);

/* ---- the buffer: implemented in queue.c ---- */

/* Puts a record into the buffer, or drops it. Returns false when no thread writes: the caller writes itself. */
bool log_queue_push(const struct log_record *record);
/* After a fork, in the child. */
void log_queue_forget(void);

#endif
