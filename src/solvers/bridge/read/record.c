/* Reads text: a PBN record, a board of LIN, a link to a viewer of hands, or one deal in PBN or LIN notation. The form
 * is recognized by the first line. */
#include "record.h"

#include <ctype.h>
#include <string.h>

#include <base/utf8.h>
#include <solvers/bridge/kind.h>
#include <solvers/kit/beside_text.h>

void bridge_append_text(struct nash_buf *out, struct text_span text)
{
    while (text.at < text.end) {
        unsigned char c = (unsigned char)*text.at;
        size_t step = utf8_length(text.at, text_length(text));
        if (step > 1 || (step == 1 && (c >= ' ' || c == '\t')))
            nash_buf_add(out, text.at, step);
        else
            nash_buf_add(out, c < 0x80 ? " " : (const char[]){(char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f))},
                         c < 0x80 ? 1 : 2);
        text.at += step ? step : 1;
    }
}

const char *bridge_keep_text(const struct bridge_input *in, struct nash_buf *buf)
{
    const char *kept = NULL;
    if (!buf->failed)
        kept = nash_arena_strndup(in->r->root->arena, buf->len ? buf->data : "", buf->len);
    nash_buf_free(buf);
    if (!kept)
        reader_nomem(in->r);
    return kept;
}

void bridge_use_record(const struct bridge_record *record)
{
    struct bridge_input *in = record->in;
    if (in->strain >= 0 || in->leader >= 0 || in->declarer >= 0 || in->problem.has_contract)
        return;
    in->strain = record->strain;
    in->leader = record->leader;
    in->problem.has_contract = record->has_contract;
    if (record->has_contract) {
        in->problem.contract = record->contract;
        in->at_contract = in->at_deal;
        in->result = record->result;
    }
    if (in->problem.play_count)
        return;
    in->play_fault = record->play_fault;
    if (!record->play_fault && record->play_count) {
        in->problem.play = record->play;
        in->problem.play_count = record->play_count;
        in->play_by_record = true;
        in->at_play = in->at_deal;
    }
}

/* Reads a link as the LIN that it stands for. */
static void read_link(struct bridge_input *in, const struct text_reader *t, struct text_span link)
{
    struct nash_buf lin = NASH_BUF_INIT(0);
    struct text_reader record = *t;
    bool found = bridge_link_to_lin(link, &lin);
    const char *kept = found ? bridge_keep_text(in, &lin) : NULL;
    if (!found)
        text_fail(t, NASH_INVALID, link.at,
                  "the link has no hands, neither lin=... nor n=...&e=...&s=...: if it only names a hand on a server, "
                  "copy the LIN or PBN of the hand there");
    nash_buf_free(&lin);
    if (!kept)
        return;
    text_begin(&record, t->r, kept, strlen(kept));
    bridge_read_lin_record(in, &record);
}

/* Reads the next line that is neither blank nor a remark ('%' or '#'). *begin: where the lines with '%' before it
 * begin, which belong to a PBN record. */
static bool read_content_line(struct text_reader *t, struct text_span *line, const char **begin)
{
    for (*begin = NULL; text_line(t, line);) {
        if (*line->at == '#')
            *begin = NULL;
        else if (!*begin)
            *begin = line->at;
        if (*line->at != '#' && *line->at != '%')
            return true;
    }
    return false;
}

/* Returns whether the line begins with a tag, of which the value may stand in the next line. */
static bool begins_tag(struct text_span line)
{
    const char *c = line.at + 1;
    while (c < line.end && text_is_space(*c))
        c++;
    while (c < line.end && (isalnum((unsigned char)*c) || *c == '_'))
        c++;
    while (c < line.end && text_is_space(*c))
        c++;
    return c == line.end || *c == '"';
}

bool bridge_begins_pbn(struct text_span line)
{
    struct text_span link;
    if (*line.at == '[')
        return begins_tag(line) || !bridge_find_link(line, &link);
    return *line.at == '{' || *line.at == ';';
}

bool bridge_is_json(struct text_span line)
{
    return text_length(line) > 2 && line.at[0] == '{' && line.at[1] == '"' && line.end[-1] == '}';
}

void bridge_read_record(struct bridge_input *in, const char *text, size_t len)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    struct text_reader t, record;
    struct text_span line, link, more = {NULL, NULL};
    const char *begin, *ignored;
    size_t skip = len >= sizeof mark && memcmp(text, mark, sizeof mark) == 0 ? sizeof mark : 0;
    text_begin(&t, in->r, text + skip, len - skip);
    if (!read_content_line(&t, &line, &begin)) {
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there is no deal: send a PBN record, a LIN line, or a deal such as "
                    "\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"");
        return;
    }
    record = t;
    record.rest.at = begin;
    if (bridge_is_json(line))
        reader_fail(in->r, NASH_INVALID, NULL,
                    "this looks like JSON: send it as Content-Type: application/json to POST /v1/bridge, or many of "
                    "them to POST /v1/batch as application/x-ndjson");
    else if (bridge_begins_pbn(line))
        bridge_read_pbn_record(in, &record);
    else if (bridge_find_link(line, &link) ||
             (!memchr(line.at, '|', text_length(line)) && bridge_find_link(record.rest, &link)))
        read_link(in, &t, link);
    else if (memchr(line.at, '|', (size_t)(record.rest.end - line.at))) /* a line can end within a key */
        bridge_read_lin_record(in, &record);
    else if (read_content_line(&t, &more, &ignored) && bridge_read_hands(in, &record))
        return;
    else if (text_length(more) > 0)
        reader_fail(
            in->r, NASH_INVALID, NULL,
            "there are several lines, and one problem is one deal: send them to POST /v1/bridge/batch as "
            "text/plain, which answers each; hands in lines need their seats, as in \"North: QJ6.K652.J85.T98\"");
    else
        bridge_read_deal(in, in->r, line);
}

enum nash_status bridge_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct reader r;
    struct bridge_input in;
    reader_beside_text(&r, members, arena, error);
    bridge_input_init(&in, &r);
    bridge_read_beside_text(&r, &in);
    if (!text || !reader_ok(&r))
        return reader_status(&r);
    in.is_text = !members;
    in.by_record = bridge_play_is_open(&in);
    in.at_deal = "";
    bridge_read_record(&in, text, len);
    *problem = bridge_validate(&in);
    return reader_status(&r);
}
