/* What a text answer has in the place of a board that could not be solved: a comment with the reason, then a PBN record
 * as it was, or other text as comments. So the answer is still a PBN file, and lacks nothing of the one that was sent.
 */
#include <solvers/bridge/kind.h>
#include <solvers/bridge/read/record.h>

/* Appends text of which nothing ends a comment. */
static void append_in_comment(struct nash_buf *out, const char *text)
{
    for (; *text; text++)
        nash_buf_putc(out, *text == '}' ? ')' : *text);
}

static void append_reason(struct nash_buf *out, const struct nash_error *error)
{
    nash_buf_printf(out, BRIDGE_REASON "%s: ", nash_error_type(error));
    append_in_comment(out, error->pointer); /* a member beside the text is at fault */
    nash_buf_puts(out, error->pointer[0] != '\0' ? ": " : "");
    append_in_comment(out, error->detail);
    nash_buf_puts(out, "}\n");
}

/* Returns whether the text is a PBN record: its first line that is no remark begins a tag or a comment. */
static bool is_pbn(struct text_span text)
{
    struct text_span line;
    while (text_raw_line(&text, &line)) {
        line = text_trim(line);
        if (line.at < line.end && *line.at != '%')
            return bridge_begins_pbn(line);
    }
    return false;
}

void bridge_text_failed(const char *problem, size_t len, const struct nash_error *error, struct nash_buf *out)
{
    struct text_span rest = {problem, problem + len}, line;
    append_reason(out, error);
    if (is_pbn(rest)) {
        bridge_append_lines(out, rest);
    } else {
        while (text_raw_line(&rest, &line)) {
            nash_buf_puts(out, "; ");
            bridge_append_text(out, line);
            nash_buf_putc(out, '\n');
        }
    }
    while (out->len > 0 && out->data[out->len - 1] == '\n')
        out->len--;
}
