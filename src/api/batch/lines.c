#include "lines.h"

#include <string.h>

void lines_init(struct lines *lines, size_t max)
{
    *lines = (struct lines){.max = max, .held = NASH_BUF_INIT(0)};
}

void lines_release(struct lines *lines)
{
    nash_buf_free(&lines->held);
}

/* Appends a piece to the held line, up to max + 1 bytes in all. */
static void hold_piece(struct lines *lines, const char *piece, size_t len)
{
    size_t room = lines->max + 1 - lines->held.len;
    if (len > room) {
        len = room;
        lines->cut = true;
    }
    nash_buf_add(&lines->held, piece, len);
    if (lines->held.failed)
        lines->failed = true;
}

static size_t without_return(const char *line, size_t len)
{
    return len > 0 && line[len - 1] == '\r' ? len - 1 : len;
}

size_t lines_feed(struct lines *lines, const char *data, size_t len,
                  bool (*take)(void *context, const char *line, size_t len), void *context)
{
    size_t used = 0;
    while (used < len) {
        const char *piece = data + used, *end = memchr(piece, '\n', len - used);
        size_t count = end == NULL ? len - used : (size_t)(end - piece);
        if (end == NULL) {
            hold_piece(lines, piece, count);
            return len;
        }
        if (lines->held.len == 0 && count <= lines->max) { /* the usual case: no copy */
            if (!take(context, piece, without_return(piece, count)))
                return used;
        } else {
            size_t before = lines->held.len;
            bool was_cut = lines->cut;
            hold_piece(lines, piece, count);
            if (!take(context, lines->held.data, without_return(lines->held.data, lines->held.len))) {
                lines->held.len = before;
                lines->cut = was_cut;
                return used;
            }
            nash_buf_reset(&lines->held);
            lines->cut = false;
        }
        used += count + 1;
    }
    return used;
}

bool lines_end(struct lines *lines, bool (*take)(void *context, const char *line, size_t len), void *context)
{
    if (lines->held.len == 0)
        return true;
    if (!take(context, lines->held.data, without_return(lines->held.data, lines->held.len)))
        return false;
    nash_buf_reset(&lines->held);
    return true;
}
