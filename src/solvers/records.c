#include "records.h"

#include <string.h>

void records_init(struct records *records, size_t max, records_next *next)
{
    *records = (struct records){.max = max, .next = next, .split.context = NASH_BUF_INIT(max)};
}

void records_release(struct records *records)
{
    nash_buf_free(&records->split.text);
    nash_buf_free(&records->split.front);
    nash_buf_free(&records->split.context);
}

/* Removes the problems that were taken. Done once a line, since many problems may share a line. */
static void records_compact(struct nash_records *split)
{
    size_t gone = split->begin;
    nash_buf_erase(&split->text, 0, gone);
    split->begin = 0;
    split->scanned -= gone;
    for (unsigned i = 0; i < 2; i++)
        split->at[i] -= split->at[i] < gone ? split->at[i] : gone;
}

static void records_add(struct records *records, const char *line, size_t len)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    if (!records->begun && len >= sizeof mark && memcmp(line, mark, sizeof mark) == 0) {
        line += sizeof mark;
        len -= sizeof mark;
    }
    records_compact(&records->split);
    nash_buf_add(&records->split.text, line, len);
    nash_buf_putc(&records->split.text, '\r');
    records->begun = true;
}

/* Passes on the problem that was found. */
static bool records_pass(struct records *records, records_take *take, void *context)
{
    struct nash_records *split = &records->split;
    const char *text = split->text.data + split->begin;
    size_t len = split->problem, max = records->max + 1, front = split->front.len;
    while (len > 0 && text[len - 1] == '\r')
        len--;
    for (; len > 0 && *text == '\r'; len--)
        text++;
    if (len > max || (records->cut && split->problem > max)) /* what was cut may have been a remark before it */
        len = max;
    if (front == 0)
        return take(context, text, len);
    nash_buf_add(&split->front, text, len);
    bool taken = take(context, split->front.data, split->front.len < max ? split->front.len : max);
    split->front.len = front;
    return taken;
}

/* Goes on behind the problem that was passed on. */
static void records_remove(struct records *records)
{
    struct nash_records *split = &records->split;
    split->begin += split->problem;
    split->scanned = split->begin;
    split->problem = 0;
    split->flags = 0;
    split->at[0] = split->at[1] = 0;
    nash_buf_reset(&split->front);
    records->cut = false;
}

/* Bounds the text of an unfinished problem: its receiver refuses more than max bytes, so what follows them is not kept.
 */
static void records_trim(struct records *records)
{
    struct nash_records *split = &records->split;
    size_t most = split->begin + records->max + 2;
    if (split->text.len <= most)
        return;
    records->cut = true;
    split->text.len = split->scanned = most;
    split->text.data[most - 1] = '\r';
    for (unsigned i = 0; i < 2; i++)
        if (split->at[i] > most)
            split->at[i] = most;
}

/* Passes on all problems that have been found in the text. */
static bool records_pass_all(struct records *records, bool last, records_take *take, void *context)
{
    while (!records->split.text.failed && (records->split.problem > 0 || records->next(&records->split, last))) {
        if (!records_pass(records, take, context))
            return false;
        records_remove(records);
    }
    return true;
}

bool records_line(struct records *records, const char *line, size_t len, records_take *take, void *context)
{
    if (!records->added)
        records_add(records, line, len);
    records->added = !records_pass_all(records, false, take, context);
    if (!records->added)
        records_trim(records);
    return !records->added;
}

bool records_end(struct records *records, records_take *take, void *context)
{
    if (!records_pass_all(records, true, take, context))
        return false;
    nash_buf_reset(&records->split.text);
    records->split.begin = records->split.scanned = 0;
    return true;
}
