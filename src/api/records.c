#include <string.h>

#include <api/records.h>

void records_init(struct records *records, size_t max)
{
    *records = (struct records){.max = max, .held = NASH_BUF_INIT(0)};
}

void records_release(struct records *records)
{
    nash_buf_free(&records->held);
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

bool records_end(struct records *records, records_take *take, void *context)
{
    if (!records->open)
        return true;
    if (!take(context, records->held.data, records->held.len))
        return false;
    nash_buf_reset(&records->held);
    records->open = false;
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
