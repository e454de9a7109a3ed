#include "records.h"

#include <string.h>
#include <strings.h>

void records_init(struct records *records, size_t max, const char *const *inherited)
{
    *records = (struct records){.max = max, .inherited = inherited, .held = NASH_BUF_INIT(0)};
    for (size_t i = 0; i < RECORDS_INHERITED_MAX; i++)
        records->previous[i] = NASH_BUF_INIT(0);
}

void records_release(struct records *records)
{
    nash_buf_free(&records->held);
    for (size_t i = 0; i < RECORDS_INHERITED_MAX; i++)
        nash_buf_free(&records->previous[i]);
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static void record_append(struct records *records, const char *line, size_t len)
{
    size_t room = records->max + 1 - records->held.len;
    if (records->held.len > 0 && room > 0) {
        nash_buf_putc(&records->held, '\r');
        room--;
    }
    nash_buf_add(&records->held, line, len < room ? len : room);
}

/* ---- inherited tags ---- */

/* Returns the first character of the value in a line [name "value"]; NULL for any other line. */
static const char *tag_value(const char *line, size_t len, const char *name)
{
    const char *end = line + len, *at = line + 1;
    size_t name_len = strlen(name);
    if (len == 0 || *line != '[')
        return NULL;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if ((size_t)(end - at) <= name_len || strncasecmp(at, name, name_len) != 0)
        return NULL;
    at += name_len;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && *at == '"' ? at + 1 : NULL;
}

/* Returns the index in records->inherited of the tag that the line sets, or -1. Sets *same if the value is "#", which
 * stands for the value in the previous record. */
static int inherited_tag(const struct records *records, const char *line, size_t len, bool *same)
{
    for (int i = 0; records->inherited[i] != NULL; i++) {
        const char *value = tag_value(line, len, records->inherited[i]);
        if (value != NULL) {
            *same = line + len - value >= 2 && memcmp(value, "#\"", 2) == 0;
            return i;
        }
    }
    return -1;
}

/* Removes the tags with the value "#" from the record, stores its other inherited tags for the next record, and inserts
 * the stored lines of inherited tags at the front: of tags with "#", and of all absent tags if the first is absent. */
static void record_inherit(struct records *records)
{
    struct nash_buf lines = NASH_BUF_INIT(0), all = NASH_BUF_INIT(0);
    const char *line = records->held.data, *end = line + records->held.len;
    unsigned present = 0, same_tags = 0;
    bool tags = false;
    for (const char *stop; line < end; line = stop + 1) {
        bool same = false;
        stop = memchr(line, '\r', (size_t)(end - line));
        if (stop == NULL)
            stop = end;
        int tag = inherited_tag(records, line, (size_t)(stop - line), &same);
        tags |= *line == '[';
        if (tag >= 0 && same && records->previous[tag].len > 0) {
            same_tags |= 1U << tag;
            continue;
        }
        if (tag >= 0 && !same) {
            present |= 1U << tag;
            nash_buf_reset(&records->previous[tag]);
            nash_buf_add(&records->previous[tag], line, (size_t)(stop - line));
        }
        nash_buf_add(&lines, line, (size_t)(stop - line));
        nash_buf_putc(&lines, '\r');
    }
    for (int i = 0; tags && records->inherited[i] != NULL; i++)
        if ((present >> i & 1) == 0 && ((same_tags >> i & 1) != 0 || (present & 1) == 0) &&
            records->previous[i].len > 0) {
            nash_buf_add(&all, records->previous[i].data, records->previous[i].len);
            nash_buf_putc(&all, '\r');
        }
    nash_buf_add(&all, lines.data, lines.len);
    all.len -= all.len > 0; /* the last line has no separator */
    all.failed |= lines.failed;
    if (all.len > records->max)
        all.len = records->max + 1;
    nash_buf_free(&lines);
    nash_buf_free(&records->held);
    records->held = all;
}

bool records_end(struct records *records, records_take *take, void *context)
{
    if (!records->open)
        return true;
    if (!records->whole && records->inherited != NULL && records->held.len <= records->max)
        record_inherit(records);
    records->whole = true;
    if (!take(context, records->held.data, records->held.len))
        return false;
    nash_buf_reset(&records->held);
    records->open = records->whole = false;
    return true;
}

bool records_line(struct records *records, const char *line, size_t len, records_take *take, void *context)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    if (!records->begun && len >= sizeof mark && memcmp(line, mark, sizeof mark) == 0) {
        line += sizeof mark;
        len -= sizeof mark;
    }
    bool taken = true;
    if (is_blank(line, len)) {
        taken = records_end(records, take, context);
    } else if (*line == '%') {
        /* a comment */
    } else if (records->open || *line == '[' || *line == '{') {
        records->open = true;
        record_append(records, line, len);
    } else if (*line != '#') {
        taken = take(context, line, len);
    }
    records->begun |= taken;
    return taken;
}
