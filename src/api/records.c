#include <string.h>
#include <strings.h>

#include <api/records.h>

void records_init(struct records *records, size_t max, const char *const *keeps)
{
    *records = (struct records){.max = max, .keeps = keeps, .held = NASH_BUF_INIT(0)};
    for (size_t i = 0; i < RECORDS_KEEPS; i++)
        records->kept[i] = NASH_BUF_INIT(0);
}

void records_release(struct records *records)
{
    nash_buf_free(&records->held);
    for (size_t i = 0; i < RECORDS_KEEPS; i++)
        nash_buf_free(&records->kept[i]);
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static void append(struct records *records, const char *line, size_t len)
{
    size_t room = records->max + 1 - records->held.len;
    if (records->held.len > 0 && room > 0) {
        nash_buf_putc(&records->held, '\r');
        room--;
    }
    nash_buf_add(&records->held, line, len < room ? len : room);
}

/* ---- what a record has from the one before ---- */

/* Where a line [name "value"] has its value, or NULL when it is no such line. */
static const char *value_of(const char *line, size_t len, const char *name)
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

/* The name that the line gives a value to: its number, or -1. *same: the value is "#". */
static int tag_of(const struct records *records, const char *line, size_t len, bool *same)
{
    for (int i = 0; records->keeps[i] != NULL; i++) {
        const char *value = value_of(line, len, records->keeps[i]);
        if (value != NULL) {
            *same = line + len - value >= 2 && memcmp(value, "#\"", 2) == 0;
            return i;
        }
    }
    return -1;
}

/* Takes the lines that say "as before" out of the record, remembers the others that have a value to be kept, and puts
 * what was remembered in front. */
static void keep(struct records *records)
{
    struct nash_buf lines = NASH_BUF_INIT(0), all = NASH_BUF_INIT(0);
    const char *line = records->held.data, *end = line + records->held.len;
    unsigned said = 0, asked = 0;
    bool tags = false;
    for (const char *stop; line < end; line = stop + 1) {
        bool same = false;
        stop = memchr(line, '\r', (size_t)(end - line));
        if (stop == NULL)
            stop = end;
        int tag = tag_of(records, line, (size_t)(stop - line), &same);
        tags |= *line == '[';
        if (tag >= 0 && same && records->kept[tag].len > 0) {
            asked |= 1U << tag;
            continue;
        }
        if (tag >= 0 && !same) {
            said |= 1U << tag;
            nash_buf_reset(&records->kept[tag]);
            nash_buf_add(&records->kept[tag], line, (size_t)(stop - line));
        }
        nash_buf_add(&lines, line, (size_t)(stop - line));
        nash_buf_putc(&lines, '\r');
    }
    for (int i = 0; tags && records->keeps[i] != NULL; i++)
        if ((said >> i & 1) == 0 && ((asked >> i & 1) != 0 || (said & 1) == 0) && records->kept[i].len > 0) {
            nash_buf_add(&all, records->kept[i].data, records->kept[i].len);
            nash_buf_putc(&all, '\r');
        }
    nash_buf_add(&all, lines.data, lines.len);
    all.len -= all.len > 0; /* no line ends the record */
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
    if (!records->whole && records->keeps != NULL && records->held.len <= records->max)
        keep(records);
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
        /* a remark */
    } else if (records->open || *line == '[' || *line == '{') {
        records->open = true;
        append(records, line, len);
    } else if (*line != '#') {
        taken = take(context, line, len);
    }
    records->begun |= taken;
    return taken;
}
