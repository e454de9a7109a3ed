/* Reads text: a PBN record, a LIN line, or one deal in PBN or LIN notation. The form is recognized by the first line.
 */
#include <string.h>

#include <base/utf8.h>
#include <solvers/bridge/kind.h>

#include "input.h"

/* Reads the next line that is neither blank nor a remark ('%' or '#'). */
static bool read_content_line(struct text_reader *t, struct text_span *line)
{
    while (text_line(t, line))
        if (*line->at != '%' && *line->at != '#')
            return true;
    return false;
}

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

void bridge_read_record(struct bridge_input *in, const char *text, size_t len)
{
    struct text_reader t;
    struct text_span line, more;
    text_begin(&t, in->r, text, len);
    if (!read_content_line(&t, &line)) {
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there is no deal: send a PBN record, a LIN line, or a deal such as "
                    "\"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\"");
        return;
    }
    struct text_reader record = t;
    record.rest.at = line.at;
    if (line.end - line.at > 1 && line.at[0] == '{' && line.at[1] == '"' && line.end[-1] == '}')
        reader_fail(in->r, NASH_INVALID, NULL,
                    "this looks like JSON: send it as Content-Type: application/json to POST /v1/bridge, or many of "
                    "them to POST /v1/batch as application/x-ndjson");
    else if (*line.at == '[' || *line.at == '{' || *line.at == ';')
        bridge_read_pbn_record(in, &record);
    else if (memchr(line.at, '|', text_length(line)))
        bridge_read_lin_record(in, &record);
    else if (read_content_line(&t, &more))
        reader_fail(in->r, NASH_INVALID, NULL,
                    "there are several lines, and one problem is one deal: send them to POST /v1/bridge/batch as "
                    "text/plain, which answers each");
    else
        bridge_read_deal(in, in->r, line);
}

enum nash_status bridge_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    struct reader r;
    struct bridge_input in;
    reader_root(&r, NULL, arena, error);
    bridge_input_init(&in, &r);
    in.is_text = true;
    in.by_record = true;
    in.at_deal = in.at_play = in.at_contract = "";
    bridge_read_record(&in, text, len);
    *problem = bridge_validate(&in);
    return reader_status(&r);
}
