#include "records.h"

#include <string.h>

void records_init(struct records *records, size_t max, bool (*next)(struct nash_records *records, bool last))
{
    *records =
        (struct records){.max = max, .next = next, .split = {.text = NASH_BUF_INIT(0), .context = NASH_BUF_INIT(max)}};
}

void records_release(struct records *records)
{
    nash_buf_free(&records->split.text);
    nash_buf_free(&records->split.context);
}

static void records_add(struct records *records, const char *line, size_t len)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    if (!records->begun && len >= sizeof mark && memcmp(line, mark, sizeof mark) == 0) {
        line += sizeof mark;
        len -= sizeof mark;
    }
    nash_buf_add(&records->split.text, line, len);
    nash_buf_putc(&records->split.text, '\r');
    records->begun = true;
}

/* Passes on the problem at the front of the text. */
static bool records_pass(const struct records *records, records_take *take, void *context)
{
    const char *text = records->split.text.data;
    size_t len = records->split.problem;
    while (len > 0 && text[len - 1] == '\r')
        len--;
    return take(context, text, records->cut || len > records->max + 1 ? records->max + 1 : len);
}

/* Removes the problem at the front of the text. */
static void records_remove(struct records *records)
{
    struct nash_records *split = &records->split;
    split->scanned = split->problem;
    nash_records_drop(split, 0);
    split->problem = 0;
    split->flags = 0;
    split->at[0] = split->at[1] = 0;
    records->cut = false;
}

/* Bounds the text of an unfinished problem: its receiver refuses more than max bytes, so what follows them is not kept.
 */
static void records_trim(struct records *records)
{
    struct nash_records *split = &records->split;
    if (split->text.len <= records->max + 2)
        return;
    records->cut = true;
    split->text.len = split->scanned = records->max + 2;
    split->text.data[split->text.len - 1] = '\r';
    for (unsigned i = 0; i < 2; i++)
        if (split->at[i] > split->text.len)
            split->at[i] = split->text.len;
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
    records->split.scanned = 0;
    return true;
}
