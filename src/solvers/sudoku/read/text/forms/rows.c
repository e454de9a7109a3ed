/* The cells of one line. */
#include "rows.h"

#include <string.h>

const char *const row_form_names[ROW_FORMS] = {"between tabs",
                                               "between commas",
                                               "between commas",
                                               "between semicolons",
                                               "between bars",
                                               "between bars",
                                               "",
                                               "",
                                               ""};

enum { FIELD_MAX = 12 /* characters of a cell, such as "**5**" */ };

/* Adds a cell; token NULL: counts it only. */
static void row_put(struct text_span *token, size_t *count, struct text_span cell)
{
    if (token)
        token[*count] = cell;
    ++*count;
}

/* ---- fields ---- */

/* Removes white space, quotation marks and the stars of bold print. */
static struct text_span field_trimmed(struct text_span field)
{
    field = text_page_trimmed(field);
    while (field.end - field.at > 2 && *field.at == '*' && field.end[-1] == '*')
        field = (struct text_span){field.at + 1, field.end - 1};
    return field;
}

static size_t read_fields(struct text_span line, char separator, struct text_span *token, size_t max)
{
    size_t count = 0;
    for (const char *at = line.at; count < max; at++) {
        const char *end = memchr(at, separator, (size_t)(line.end - at));
        struct text_span field = field_trimmed((struct text_span){at, end ? end : line.end});
        if (text_length(field) > FIELD_MAX)
            return 0;
        row_put(token, &count, field);
        if (!end)
            break;
        at = end;
    }
    return count > 1 ? count : 0;
}

/* Reads fields between bars. around: there is a bar at both ends. Without this, two parts in a frame are no four
 * fields: they are the boxes of 4x4. */
static size_t read_barred(struct text_span line, bool around, struct text_span *token, size_t max)
{
    line = text_page_trimmed(line);
    bool framed = text_length(line) > 1 && *line.at == '|' && line.end[-1] == '|';
    if (around && !framed)
        return 0;
    size_t count = read_fields(around ? (struct text_span){line.at + 1, line.end - 1} : line, '|', token, max);
    return framed && !around && count == SUDOKU_MIN ? 0 : count;
}

/* Reads fields with a comma after each. */
static size_t read_terminated(struct text_span line, struct text_span *token, size_t max)
{
    line = text_page_trimmed(line);
    if (line.at < line.end && line.end[-1] == ',')
        line.end--;
    return read_fields(line, ',', token, max);
}

/* ---- characters and words ---- */

/* Removes what ends a row in the text of a program or a list. */
static struct text_span without_end(struct text_span line)
{
    while (line.end > line.at && text_page_is_one_of(line.end[-1], " \t\n,;\\"))
        line.end--;
    return line;
}

/* Returns the end of the candidates that begin at c with a brace; NULL: they do not end. */
static const char *end_of_set(const char *c, const char *end)
{
    const char *close = memchr(c, *c == '{' ? '}' : ')', (size_t)(end - c));
    return close && close > c + 1 ? close + 1 : NULL;
}

static size_t read_characters(struct text_span line, bool sets, struct text_span *token, size_t max)
{
    size_t count = 0;
    line = without_end(line);
    for (const char *c = line.at; c < line.end && count < max; c++) {
        const char *end = c + 1;
        if (text_page_is_one_of(*c, " \t\n|!:+\"'`"))
            continue;
        if (sets && text_page_is_one_of(*c, "{("))
            end = end_of_set(c, line.end);
        else if (!text_page_is_cell(*c))
            return 0;
        if (!end)
            return 0;
        row_put(token, &count, (struct text_span){c, end});
        c = end - 1;
    }
    return count;
}

static size_t read_words(struct text_span line, struct text_span *token, size_t max)
{
    struct text_span word;
    size_t count = 0;
    line = without_end(line);
    while (count < max && text_word(&line, " \t\n|!:\"'`", &word)) {
        word.at += *word.at == '+' && word.end - word.at > 1;
        for (const char *c = word.at; c < word.end; c++)
            if (!text_page_is_cell(*c))
                return 0;
        row_put(token, &count, word);
    }
    return count;
}

size_t row_tokens(enum row_form form, const struct page_line *line, struct text_span *token, size_t max)
{
    bool fields = form <= ROW_BARS_AROUND;
    if (line->kind == PAGE_FRAME || (line->kind == PAGE_HOLLOW && !fields))
        return 0;
    switch (form) {
    case ROW_TABS:
        return read_fields(line->span, '\t', token, max);
    case ROW_COMMAS:
        return read_fields(line->span, ',', token, max);
    case ROW_COMMAS_AFTER:
        return read_terminated(line->span, token, max);
    case ROW_SEMICOLONS:
        return read_fields(line->span, ';', token, max);
    case ROW_BARS:
    case ROW_BARS_AROUND:
        return read_barred(line->span, form == ROW_BARS_AROUND, token, max);
    case ROW_WORDS:
        return read_words(line->span, token, max);
    default:
        return read_characters(line->span, form == ROW_SETS, token, max);
    }
}
