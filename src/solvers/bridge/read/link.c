/* Links to viewers of hands, such as the Handviewer of Bridge Base Online: the board as LIN in lin=..., or in members
 * of their own: n, e, s, w the hands ("sqj6hk652dj85ct98"), d the dealer, v the vulnerability, a the calls with notes
 * in brackets, p the cards played, c the tricks claimed, b the board, nn, en, sn, wn the names. Links from mails and
 * web pages may have &amp; in place of & and may be percent-encoded twice. */
#include <string.h>

#include <base/secret.h>

#include "record.h"

enum { LINK_DECODINGS = 3 }; /* a link within a link is encoded twice */

/* ---- the parts of a link ---- */

/* Takes the next name=value from a query. Returns false at its end. */
static bool link_member(struct text_span *query, struct text_span *name, struct text_span *value)
{
    while (query->at < query->end) {
        const char *end = memchr(query->at, '&', text_length(*query));
        struct text_span member = {query->at, end ? end : query->end};
        query->at = end ? end + 1 : query->end;
        if (text_length(member) > 4 && memcmp(member.at, "amp;", 4) == 0)
            member.at += 4;
        const char *sign = memchr(member.at, '=', text_length(member));
        if (sign) {
            *name = (struct text_span){member.at, sign};
            *value = (struct text_span){sign + 1, member.end};
            return true;
        }
    }
    return false;
}

/* Returns the value of a member; empty if it is absent. */
static struct text_span link_value(struct text_span query, const char *name)
{
    struct text_span found, value;
    while (link_member(&query, &found, &value))
        if (text_is_nocase(found, name))
            return value;
    return (struct text_span){query.end, query.end};
}

/* Returns what follows the question mark; all of a link that has none. */
static struct text_span link_query(struct text_span link)
{
    const char *mark = memchr(link.at, '?', text_length(link));
    return (struct text_span){mark ? mark + 1 : link.at, link.end};
}

static bool link_has_hands(struct text_span link)
{
    struct text_span query = link_query(link);
    static const char *const hands[] = {"n", "e", "s", "w"};
    unsigned count = 0;
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++)
        count += text_length(link_value(query, hands[i])) > 0;
    return count >= 3 || text_length(link_value(query, "lin")) > 0;
}

static size_t count_char(struct text_span text, char c)
{
    size_t count = 0;
    for (; text.at < text.end; text.at++)
        count += *text.at == c;
    return count;
}

/* Returns whether the last character of a link belongs to the text around it, as in "(see www.example.org/?n=...)." */
static bool ends_with_punctuation(struct text_span link)
{
    char last = link.end[-1];
    return strchr("'.,;", last) || (last == ')' && count_char(link, ')') > count_char(link, '('));
}

/* Ends a link at white space, a quote or a bracket, and before punctuation. LIN may have blanks that were not encoded,
 * so a link with bars ends after the last bar of its line. */
static struct text_span link_end(struct text_span link)
{
    const char *c = link.at, *bar = NULL, *query = NULL;
    while (c < link.end && !strchr("\r\n\"<>", *c))
        c++;
    struct text_span line = {link.at, c};
    for (c = line.at; c < line.end; c++) {
        bar = *c == '|' ? c + 1 : bar;
        query = *c == '?' && !query ? c : query;
    }
    for (c = bar ? bar : line.at; c < line.end && !text_is_space(*c);) {
        if (query && c > query && strchr("[]", *c)) /* before the query, brackets stand around an address of IPv6 */
            break;
        c++;
    }
    while (c > (bar ? bar : line.at) && ends_with_punctuation((struct text_span){line.at, c}))
        c--;
    return (struct text_span){line.at, c};
}

/* Returns whether the text begins with a key of LIN. */
static bool begins_lin(struct text_span text)
{
    const char *bar = memchr(text.at, '|', text_length(text));
    size_t key = bar ? text_length(text_trim((struct text_span){text.at, bar})) : 0;
    return key == 1 || key == 2;
}

/* Finds a link with hands that lacks its scheme: "www.example.org/view?lin=..." or "lin=...". */
static bool find_link_without_scheme(struct text_span line, struct text_span *link)
{
    const char *mark = memchr(line.at, '?', text_length(line)), *begin = mark ? mark : line.at;
    while (begin > line.at && !text_is_space(begin[-1]) && !strchr("\"'<>()[]", begin[-1]))
        begin--;
    *link = link_end((struct text_span){begin, line.end});
    return link_has_hands(*link);
}

bool bridge_find_link(struct text_span line, struct text_span *link)
{
    if (begins_lin(line))
        return false;
    for (const char *c = line.at; (c = memchr(c, ':', (size_t)(line.end - c))); c++) {
        const char *begin = c - 4;
        if (line.end - c < 3 || c[1] != '/' || c[2] != '/' || c - line.at < 4)
            continue;
        begin -= (c[-1] | 0x20) == 's' && c - line.at > 4;
        if (strncasecmp(begin, "http", 4) != 0)
            continue;
        *link = link_end((struct text_span){begin, line.end});
        return true;
    }
    return find_link_without_scheme(line, link);
}

/* ---- decoding ---- */

/* Appends text with %41 and + decoded. */
static void link_decode(struct text_span text, struct nash_buf *out)
{
    for (; text.at < text.end; text.at++) {
        char c = *text.at == '+' ? ' ' : *text.at;
        if (c == '%' && text_length(text) > 2 && hex_decode(&c, 1, text.at + 1, 2))
            text.at += 2;
        nash_buf_putc(out, c);
    }
}

static struct text_span span_of(struct nash_buf *buf)
{
    const char *text = nash_buf_cstr(buf);
    return (struct text_span){text, text + buf->len};
}

/* ---- LIN ---- */

static void lin_append(struct nash_buf *out, const char *key, struct text_span value)
{
    if (value.at == value.end)
        return;
    nash_buf_printf(out, "%s|", key);
    size_t from = out->len;
    link_decode(value, out);
    for (; from < out->len; from++)
        out->data[from] = out->data[from] == '|' ? ' ' : out->data[from];
    nash_buf_putc(out, '|');
}

/* Appends calls without the notes in brackets that follow an alert: "1d!(short)" is "1d!". */
static void lin_append_calls(struct nash_buf *out, struct text_span calls)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    char close = 0;
    link_decode(calls, &text);
    struct text_span rest = span_of(&text);
    nash_buf_puts(out, "mb|");
    for (; rest.at < rest.end; rest.at++) {
        if (close)
            close = *rest.at == close ? 0 : close;
        else if (*rest.at == '(' || *rest.at == '{')
            close = *rest.at == '(' ? ')' : '}';
        else if (*rest.at != '|')
            nash_buf_putc(out, *rest.at);
    }
    nash_buf_putc(out, '|');
    nash_buf_free(&text);
}

/* Appends the values of four members, with commas in between, and ends the field. */
static void lin_append_list(struct nash_buf *out, struct text_span query, const char *const name[BRIDGE_SEATS])
{
    for (unsigned i = 0; i < BRIDGE_SEATS; i++) {
        nash_buf_puts(out, i ? "," : "");
        link_decode(link_value(query, name[i]), out);
    }
    nash_buf_putc(out, '|');
}

static void lin_append_hands(struct nash_buf *out, struct text_span query)
{
    /* The order of LIN, which also numbers the dealers. */
    static const char *const hands[BRIDGE_SEATS] = {"s", "w", "n", "e"};
    struct text_span dealer = link_value(query, "d");
    nash_buf_puts(out, "md|");
    for (unsigned i = 0; i < BRIDGE_SEATS; i++)
        if (text_is_nocase(dealer, hands[i]))
            nash_buf_putc(out, (char)('1' + i));
    lin_append_list(out, query, hands);
}

static void lin_append_names(struct nash_buf *out, struct text_span query)
{
    static const char *const names[BRIDGE_SEATS] = {"sn", "wn", "nn", "en"};
    nash_buf_puts(out, "pn|");
    lin_append_list(out, query, names); /* empty ones have no tag in the answer */
}

static void lin_append_members(struct nash_buf *out, struct text_span query)
{
    lin_append_names(out, query);
    lin_append_hands(out, query);
    lin_append(out, "sv", link_value(query, "v"));
    lin_append(out, "ah", link_value(query, "b"));
    lin_append_calls(out, link_value(query, "a"));
    lin_append(out, "pc", link_value(query, "p"));
    lin_append(out, "mc", link_value(query, "c"));
}

/* Decodes LIN, also if it was encoded twice. */
static void lin_append_decoded(struct nash_buf *out, struct text_span lin)
{
    link_decode(lin, out);
    if (out->failed || memchr(out->data, '|', out->len))
        return;
    struct nash_buf once = *out;
    *out = NASH_BUF_INIT(0);
    link_decode(span_of(&once), out);
    nash_buf_free(&once);
}

bool bridge_link_to_lin(struct text_span link, struct nash_buf *out)
{
    struct nash_buf text[LINK_DECODINGS] = {0};
    bool found = link_has_hands(link);
    for (unsigned i = 0; i < LINK_DECODINGS && !found; i++) { /* a link in the query of another one */
        link_decode(link_query(link), &text[i]);
        if (!bridge_find_link(span_of(&text[i]), &link))
            break;
        found = link_has_hands(link);
    }
    struct text_span query = link_query(link), lin = link_value(query, "lin");
    if (found && text_length(lin) > 0)
        lin_append_decoded(out, lin);
    else if (found)
        lin_append_members(out, query);
    for (unsigned i = 0; i < LINK_DECODINGS; i++)
        nash_buf_free(&text[i]);
    return found;
}
