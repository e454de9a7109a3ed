/* Lists of programming languages. */
#include "list.h"

#include <string.h>

static bool opens(char c)
{
    return c == '[' || c == '{' || c == '(';
}

static bool closes(char c)
{
    return c == ']' || c == '}' || c == ')';
}

/* Returns the text after the '=' of a declaration, which stands outside of brackets. */
static struct text_span after_declaration(struct text_span text)
{
    size_t depth = 0;
    for (const char *c = text.at; c < text.end; c++) {
        depth += opens(*c);
        depth -= closes(*c) && depth;
        if (*c == '=' && !depth)
            return (struct text_span){c + 1, text.end};
    }
    return text;
}

/* Adds the parts of a list of one dimension: its strings, or rows between semicolons. */
static void add_parts(struct page *rows, struct text_span list)
{
    bool strings = memchr(list.at, '"', text_length(list)) || memchr(list.at, '\'', text_length(list));
    char separator = memchr(list.at, ';', text_length(list)) ? ';' : strings ? ',' : '\0';
    for (const char *at = list.at; at <= list.end;) {
        const char *end = separator ? memchr(at, separator, (size_t)(list.end - at)) : NULL;
        text_page_add(rows, (struct text_span){at, end ? end : list.end}, rows->lines + 1);
        at = (end ? end : list.end) + 1;
    }
}

/* Adds each innermost list that is not empty as a line. Returns the number of them; 0: cells stand outside. */
static size_t add_lists(struct page *rows, struct text_span text)
{
    size_t depth = 0;
    const char *open = NULL; /* of an innermost list, so far */
    for (const char *c = text.at; c < text.end; c++) {
        bool name = c > text.at && (text_page_is_letter(c[-1]) || text_is_digit(c[-1]) || c[-1] == '_');
        if (opens(*c)) {
            depth++;
            open = c + 1;
        } else if (closes(*c)) {
            if (!depth--)
                return 0;
            if (open && text_length(text_trim((struct text_span){open, c})))
                text_page_add(rows, (struct text_span){open, c}, rows->lines + 1);
            open = NULL;
        } else if (!open && !(text_is_digit(*c) && name) && (text_is_digit(*c) || *c == '?' || *c == '|')) {
            return 0;
        }
    }
    return depth ? 0 : rows->lines;
}

bool list_read(const struct reader *r, struct text_span text, struct page *rows)
{
    size_t lists = 0, parts = 0;
    text = after_declaration(text);
    for (const char *c = text.at; c < text.end; c++) {
        lists += opens(*c);
        parts += *c == ',' || *c == ';';
    }
    if (!text_page_begin(r, lists + parts + 1, rows))
        return false;
    rows->list = true;
    size_t found = lists ? add_lists(rows, text) : 0;
    if (found == 1) {
        struct text_span list = rows->line[0].span;
        rows->lines = rows->texts = 0;
        add_parts(rows, list);
    } else if (found == 0) {
        rows->lines = rows->texts = 0;
    }
    return true;
}
