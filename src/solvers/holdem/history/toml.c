#include "toml.h"

#include <string.h>

#include <base/utf8.h>

enum { TOML_NESTING = 16, TOML_LINES_MAX = 4096 /* bytes of a string over several lines */ };

static bool toml_fail(struct toml *t, const char *why)
{
    t->why = why;
    return false;
}

/* ---- white space and comments ---- */

static void toml_skip_to_line_end(struct toml *t)
{
    while (t->rest.at < t->rest.end && *t->rest.at != '\n')
        t->rest.at++;
}

/* Skips white space, line ends and comments. */
static void toml_skip_space(struct toml *t)
{
    for (; t->rest.at < t->rest.end; t->rest.at++) {
        if (*t->rest.at == '\n')
            t->line++;
        else if (*t->rest.at == '#') {
            toml_skip_to_line_end(t);
            t->rest.at--;
        } else if (!text_is_space(*t->rest.at))
            return;
    }
}

/* Returns whether nothing but a comment is left on the line. */
static bool toml_at_line_end(struct toml *t)
{
    while (t->rest.at < t->rest.end && *t->rest.at != '\n' && text_is_space(*t->rest.at))
        t->rest.at++;
    return t->rest.at == t->rest.end || *t->rest.at == '\n' || *t->rest.at == '#';
}

/* ---- strings ---- */

static bool toml_starts(const struct toml *t, const char *mark, size_t len)
{
    return text_length(t->rest) >= len && memcmp(t->rest.at, mark, len) == 0;
}

/* Reads a string, whose quote is at rest.at: '...', "...", or tripled. */
static bool toml_read_string(struct toml *t, struct toml_value *value)
{
    const char quote = *t->rest.at, mark[] = {quote, quote, quote};
    const size_t marks = toml_starts(t, mark, 3) ? 3 : 1;
    t->rest.at += marks;
    if (marks == 3 && toml_starts(t, "\r\n", 2))
        t->rest.at++;
    if (marks == 3 && toml_starts(t, "\n", 1)) {
        t->rest.at++;
        t->line++;
    }
    value->type = quote == '"' ? TOML_STRING : TOML_LITERAL;
    for (value->text.at = t->rest.at; t->rest.at < t->rest.end; t->rest.at++) {
        if (toml_starts(t, mark, marks)) {
            value->text.end = t->rest.at;
            t->rest.at += marks;
            return true;
        }
        if (*t->rest.at == '\n') {
            if (marks == 1 || t->rest.at - value->text.at > TOML_LINES_MAX)
                break;
            t->line++;
        }
        if (*t->rest.at == '\\' && quote == '"' && t->rest.at + 1 < t->rest.end && t->rest.at[1] != '\n')
            t->rest.at++;
    }
    return toml_fail(t, "a string has no end");
}

/* ---- values ---- */

/* Returns whether a key and '=' are at rest.at. */
static bool toml_is_key(const struct toml *t)
{
    const char *c = t->rest.at;
    while (c < t->rest.end && (text_is_digit(*c) || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_'))
        c++;
    if (c == t->rest.at)
        return false;
    while (c < t->rest.end && (*c == ' ' || *c == '\t'))
        c++;
    return c < t->rest.end && *c == '=';
}

/* Skips an array or an inline table, whose bracket is at rest.at. */
static bool toml_read_brackets(struct toml *t, struct toml_value *value)
{
    char close[TOML_NESTING];
    unsigned depth = 0;
    struct toml_value string;
    value->type = *t->rest.at == '[' ? TOML_ARRAY : TOML_INLINE;
    value->text.at = t->rest.at + 1;
    for (;;) {
        const uint32_t line = t->line;
        toml_skip_space(t);
        if (t->rest.at == t->rest.end || (t->line > line && toml_is_key(t)))
            return toml_fail(t, "an array has no end");
        const char c = *t->rest.at;
        if (c == '"' || c == '\'') {
            if (!toml_read_string(t, &string))
                return false;
            continue;
        }
        t->rest.at++;
        if (c == '[' || c == '{') {
            if (depth == TOML_NESTING)
                return toml_fail(t, "arrays are nested too deeply");
            close[depth++] = c == '[' ? ']' : '}';
        } else if (c == ']' || c == '}') {
            if (close[--depth] != c)
                return toml_fail(t, "brackets do not match");
            if (depth == 0) {
                value->text.end = t->rest.at - 1;
                return true;
            }
        }
    }
}

/* Reads a value at rest.at, where no white space is. */
static bool toml_read_any(struct toml *t, struct toml_value *value)
{
    *value = (struct toml_value){.line = t->line};
    if (t->rest.at == t->rest.end || *t->rest.at == '\n' || *t->rest.at == '#')
        return toml_fail(t, "a value is missing");
    if (*t->rest.at == '"' || *t->rest.at == '\'')
        return toml_read_string(t, value);
    if (*t->rest.at == '[' || *t->rest.at == '{')
        return toml_read_brackets(t, value);
    value->type = TOML_BARE;
    value->text.at = t->rest.at;
    while (t->rest.at < t->rest.end && !strchr(",]}#\n", *t->rest.at))
        t->rest.at++;
    value->text.end = t->rest.at;
    value->text = text_trim(value->text);
    return text_length(value->text) > 0 || toml_fail(t, "a value is missing");
}

bool toml_read_value(struct toml *t, struct toml_value *value)
{
    if (!toml_read_any(t, value))
        return false;
    return toml_at_line_end(t) || toml_fail(t, "the line goes on after its value");
}

void toml_begin_array(struct toml *t, const struct toml_value *array)
{
    *t = (struct toml){.rest = array->text, .line = array->line};
}

bool toml_element(struct toml *t, struct toml_value *value)
{
    toml_skip_space(t);
    if (t->rest.at == t->rest.end || !toml_read_any(t, value))
        return false;
    toml_skip_space(t);
    if (t->rest.at == t->rest.end || text_accept(&t->rest, ','))
        return true;
    return toml_fail(t, "a comma is missing between the elements of an array");
}

/* Reads the escape after a backslash at *at and moves *at to its last character. Writes the UTF-8 text of it into
 * out[4]. Returns the length, 0 if the escape is not valid. */
static size_t toml_escape(const char **at, const char *end, char out[static 4])
{
    static const char escapes[] = "btnfr\"\\", meanings[] = "\b\t\n\f\r\"\\";
    const char letter = *at + 1 < end ? *++*at : '\0', *escape = letter ? strchr(escapes, letter) : NULL;
    unsigned code = 0;
    if (escape) {
        *out = meanings[escape - escapes];
        return 1;
    }
    if (letter != 'u' && letter != 'U')
        return 0;
    for (unsigned digits = letter == 'u' ? 4 : 8; digits > 0; digits--) {
        static const char hex[] = "0123456789abcdef";
        const char digit = *at + 1 < end ? *++*at : '\0';
        const char *place = digit ? strchr(hex, digit >= 'A' && digit <= 'F' ? digit + ('a' - 'A') : digit) : NULL;
        if (!place || code > 0x10ffff)
            return 0;
        code = code * 16 + (unsigned)(place - hex);
    }
    return code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : utf8_encode(out, code);
}

bool toml_text(const struct toml_value *value, char *out, size_t size)
{
    size_t len = 0;
    for (const char *c = value->text.at; c < value->text.end; c++) {
        char bytes[4] = {*c};
        size_t count = 1;
        if (*c == '\\' && value->type == TOML_STRING)
            count = toml_escape(&c, value->text.end, bytes);
        if (count == 0 || len + count >= size || *bytes == '\0')
            return false;
        memcpy(out + len, bytes, count);
        len += count;
    }
    out[len] = '\0';
    return utf8_span(out, len) == len;
}

/* ---- keys and tables ---- */

/* Reads the name of a key up to '='. */
static enum toml_item toml_read_key(struct toml *t, struct text_span *name)
{
    name->at = t->rest.at;
    while (t->rest.at < t->rest.end && *t->rest.at != '=' && *t->rest.at != '\n' && *t->rest.at != '#')
        t->rest.at++;
    name->end = t->rest.at;
    *name = text_trim(*name);
    if (t->rest.at == t->rest.end || *t->rest.at != '=' || text_length(*name) == 0) {
        t->why = "a line \"key = value\" is expected";
        return TOML_BAD;
    }
    t->rest.at++;
    while (t->rest.at < t->rest.end && (*t->rest.at == ' ' || *t->rest.at == '\t'))
        t->rest.at++;
    return TOML_KEY;
}

/* Reads the name of a table, "[name]", alone on its line. */
static enum toml_item toml_read_table(struct toml *t, struct text_span *name)
{
    name->at = t->rest.at + 1;
    while (t->rest.at < t->rest.end && *t->rest.at != ']' && *t->rest.at != '\n')
        t->rest.at++;
    name->end = t->rest.at;
    if (t->rest.at < t->rest.end && *t->rest.at++ == ']' && toml_at_line_end(t)) {
        *name = text_trim(*name);
        return TOML_TABLE;
    }
    t->why = "a table's name is expected alone on its line, such as [1]";
    return TOML_BAD;
}

enum toml_item toml_next(struct toml *t, struct text_span *name)
{
    toml_skip_space(t);
    t->item = t->rest;
    t->item_line = t->line;
    if (t->rest.at == t->rest.end)
        return TOML_END;
    return *t->rest.at == '[' ? toml_read_table(t, name) : toml_read_key(t, name);
}
