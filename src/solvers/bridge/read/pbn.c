/* The syntax of PBN: tags, sections, comments. Comments are {...} and ; to the end of the line; a line that begins with
 * % is a remark. Lines may end with a carriage return alone, since a batch passes records on in this form. */
#include "pbn.h"

#include <string.h>

void pbn_skip_blank(struct text_span *s, const char *begin)
{
    while (s->at < s->end) {
        char c = *s->at;
        if (c == '{') {
            const char *close = memchr(s->at, '}', text_length(*s));
            s->at = close ? close + 1 : s->end;
        } else if (c == ';' || (c == '%' && (s->at == begin || pbn_is_line_end(s->at[-1])))) {
            while (s->at < s->end && !pbn_is_line_end(*s->at))
                s->at++;
        } else if (text_is_space(c)) {
            s->at++;
        } else {
            return;
        }
    }
}

/* Skips a quoted string, in which a backslash escapes. Returns false if it has no closing quote. */
static bool pbn_skip_string(struct text_span *s)
{
    for (s->at++; s->at < s->end; s->at++) {
        if (*s->at == '\\' && s->at + 1 < s->end)
            s->at++;
        else if (*s->at == '"')
            return s->at++, true;
    }
    return false;
}

/* Reads the section after a tag: up to the next '['. Returns false if a quote in it is not closed. */
static bool pbn_read_section(struct text_span *s, const char *begin)
{
    for (pbn_skip_blank(s, begin); s->at < s->end && *s->at != '['; pbn_skip_blank(s, begin))
        if (*s->at != '"')
            s->at++;
        else if (!pbn_skip_string(s))
            return false;
    return true;
}

bool pbn_read_tag(const struct pbn_record *p, struct text_span *s, struct pbn_tag *tag)
{
    const char *begin = p->t->rest.at, *fault = NULL;
    pbn_skip_blank(s, begin);
    if (s->at == s->end)
        return false;
    tag->begin = s->at;
    if (*s->at != '[')
        return text_fail(p->t, NASH_INVALID, s->at, "a tag such as [Dealer \"N\"] is wanted here"), false;
    s->at++;
    pbn_skip_blank(s, begin);
    tag->name.at = s->at;
    while (s->at < s->end && !text_is_space(*s->at) && *s->at != '"' && *s->at != ']')
        s->at++;
    tag->name.end = s->at;
    pbn_skip_blank(s, begin);
    tag->value.at = s->at + 1;
    if (s->at == s->end || *s->at != '"')
        fault = "the tag has no value in quotes";
    else if (!pbn_skip_string(s))
        fault = "the quotes of the tag's value are not closed";
    tag->value.end = s->at - 1;
    if (!fault)
        pbn_skip_blank(s, begin);
    if (!fault && (s->at == s->end || *s->at != ']'))
        fault = "the tag is not closed by ]";
    tag->data.at = fault ? s->at : ++s->at;
    if (!fault && !pbn_read_section(s, begin))
        fault = "quotes are not closed";
    tag->data.end = s->at;
    if (fault)
        text_fail(p->t, NASH_INVALID, s->at, "%s", fault);
    return !fault;
}

/* ---- lines ---- */

void bridge_pbn_scan_line(struct text_span line, bool *in_comment, bool *has_content)
{
    bool quoted = false; /* a string ends with its line */
    if (!*in_comment && line.at < line.end && *line.at == '%')
        return;
    for (const char *c = line.at; c < line.end; c++) {
        if (*in_comment) {
            *in_comment = *c != '}';
        } else if (quoted) {
            c += *c == '\\';
            quoted = c < line.end && *c != '"';
        } else if (*c == ';') {
            return;
        } else if (*c == '{') {
            *in_comment = true;
        } else if (!text_is_space(*c)) {
            quoted = *c == '"';
            *has_content = true;
        }
    }
}

/* Returns whether a line as bridge_append_text() writes it is left out outside of comments: a blank line, "% EXPORT",
 * and the comment with the reason why an earlier run failed, if nothing follows it. */
static bool line_is_left_out(struct text_span line)
{
    const size_t len = strlen(BRIDGE_REASON) - 1;
    struct text_span words = text_trim(line);
    if (words.at == words.end)
        return true;
    if (*line.at == '%')
        return text_is(text_trim((struct text_span){line.at + 1, line.end}), "EXPORT");
    return text_length(line) > len && memcmp(line.at, BRIDGE_REASON, len) == 0 && text_is_space(line.at[len]) &&
           memchr(line.at, '}', text_length(line)) == line.end - 1;
}

/* Returns the name of the character set in an escaped line, as in "%Content-type: text/x-pbn; charset=ISO-8859-1";
 * empty if the line has none. */
static struct text_span charset_of(struct text_span line)
{
    static const char name[] = "charset=";
    struct text_span set = {line.end, line.end};
    for (const char *c = line.at; *line.at == '%' && line.end - c > (ptrdiff_t)strlen(name) && set.at == set.end; c++)
        if (strncasecmp(c, name, strlen(name)) == 0)
            set.at = c + strlen(name);
    for (const char *c = set.at; c < set.end; c++)
        if (text_is_space(*c) || *c == ';')
            set.end = c;
    return set;
}

/* Appends a line as UTF-8, also if it names another character set. */
static void append_line(struct nash_buf *out, struct text_span line)
{
    struct text_span set = line.at < line.end ? charset_of(line) : line;
    bridge_append_text(out, (struct text_span){line.at, set.at});
    nash_buf_puts(out, set.at < set.end ? "UTF-8" : "");
    bridge_append_text(out, (struct text_span){set.end, line.end});
}

void bridge_append_lines(struct nash_buf *out, struct text_span text)
{
    struct text_span line;
    bool in_comment = false, has_content = false;
    while (text_raw_line(&text, &line)) {
        size_t from = out->len;
        append_line(out, line);
        const char *written = nash_buf_cstr(out);
        if (!in_comment && !out->failed && line_is_left_out((struct text_span){written + from, written + out->len}))
            out->len = from;
        else
            nash_buf_putc(out, '\n');
        bridge_pbn_scan_line(line, &in_comment, &has_content);
    }
}
