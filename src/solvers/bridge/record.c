/* Text: a PBN record, a LIN line, or one deal as PBN or LIN writes it. Which of them is seen from the text. */
#include <string.h>

#include <base/utf8.h>

#include "bridge.h"
#include "draft.h"

struct span {
    const char *at, *end;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next line that is neither blank nor a remark ('%' or '#'), without white space around it. */
static bool next_line(struct span *text, struct span *line)
{
    while (text->at < text->end) {
        const char *end = text->at;
        while (end < text->end && *end != '\n' && *end != '\r')
            end++;
        *line = (struct span){text->at, end};
        text->at = end < text->end ? end + 1 : end;
        while (line->at < line->end && is_space(*line->at))
            line->at++;
        while (line->end > line->at && is_space(line->end[-1]))
            line->end--;
        if (line->at < line->end && *line->at != '%' && *line->at != '#')
            return true;
    }
    return false;
}

void bridge_keep_text(struct nash_buf *out, const char *at, const char *end)
{
    while (at < end) {
        unsigned char c = (unsigned char)*at;
        size_t step = utf8_length(at, (size_t)(end - at));
        if (step > 1 || (step == 1 && (c >= ' ' || c == '\t')))
            nash_buf_add(out, at, step);
        else
            nash_buf_add(out, c < 0x80 ? " " : (const char[]){(char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f))},
                         c < 0x80 ? 1 : 2);
        at += step ? step : 1;
    }
}

const char *bridge_keep(struct nash_arena *arena, struct nash_buf *buf)
{
    const char *kept = buf->failed ? NULL : nash_arena_strndup(arena, buf->len ? buf->data : "", buf->len);
    nash_buf_free(buf);
    return kept;
}

enum nash_status bridge_record_read(struct bridge_draft *d, const char *text, size_t len)
{
    struct span rest = {text, text + len}, line, more;
    if (!next_line(&rest, &line))
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "there is no deal: send a PBN record, a LIN line, or a deal such as "
                         "\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"");
    if (line.end - line.at > 1 && line.at[0] == '{' && line.at[1] == '"' && line.end[-1] == '}')
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "this looks like JSON: send it as Content-Type: application/json to POST /v1/bridge, or many "
                         "of them to POST /v1/batch as application/x-ndjson");
    if (*line.at == '[' || *line.at == '{' || *line.at == ';')
        return bridge_record_pbn(d, line.at, (size_t)(text + len - line.at));
    if (memchr(line.at, '|', (size_t)(line.end - line.at)))
        return bridge_record_lin(d, line.at, (size_t)(text + len - line.at));
    if (next_line(&rest, &more))
        return nash_fail(d->error, NASH_INVALID, d->at_deal,
                         "there are several lines, and one problem is one deal: send them to POST /v1/bridge/batch as "
                         "text/plain, which answers each");
    return bridge_deal_read(d, line.at, (size_t)(line.end - line.at));
}

enum nash_status bridge_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    struct bridge_draft d;
    bridge_draft_begin(&d, arena, error);
    d.is_text = true;
    d.by_record = true;
    d.at_deal = d.at_play = d.at_contract = "";
    enum nash_status status = bridge_record_read(&d, text, len);
    return status == NASH_OK ? bridge_settle(&d, problem) : status;
}
