#include <string.h>

#include <jobs/pool/frame.h>

enum { KEEP_MAX = 256 << 10 }; /* bytes of buffer kept between frames: a rare large result does not stay allocated */

void frame_reader_release(struct frame_reader *reader)
{
    nash_buf_free(&reader->buf);
    reader->at = 0;
}

bool frame_reader_is_empty(const struct frame_reader *reader)
{
    return reader->at == reader->buf.len;
}

bool frame_reader_add(struct frame_reader *reader, const void *bytes, size_t count)
{
    if (frame_reader_is_empty(reader)) { /* the usual case */
        if (reader->buf.room > KEEP_MAX)
            nash_buf_free(&reader->buf);
        nash_buf_reset(&reader->buf);
        reader->at = 0;
    } else if (reader->at > 0) {
        nash_buf_erase(&reader->buf, 0, reader->at);
        reader->at = 0;
    }
    nash_buf_add(&reader->buf, bytes, count);
    return !reader->buf.failed;
}

enum frame_status frame_next(struct frame_reader *reader, const struct frame_limits *limits, enum frame_type *type,
                             const char **payload, size_t *len)
{
    struct frame_head head;
    size_t there = reader->buf.len - reader->at;
    if (there < sizeof head)
        return FRAME_NONE;
    memcpy(&head, reader->buf.data + reader->at, sizeof head);
    if (head.type == 0 || head.type >= FRAME_TYPES)
        return FRAME_INVALID;
    if (head.len > limits->max[head.type])
        return limits->max[head.type] == 0 && head.type != FRAME_READY ? FRAME_INVALID : FRAME_TOO_LONG;
    if (there - sizeof head < head.len)
        return FRAME_NONE;
    *type = (enum frame_type)head.type;
    *payload = reader->buf.data + reader->at + sizeof head;
    *len = head.len;
    reader->at += sizeof head + head.len;
    return FRAME_COMPLETE;
}
