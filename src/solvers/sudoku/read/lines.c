/* Lines, fields and tokens of a pasted text. */
#include "lines.h"

#include <string.h>

#include "alphabet.h"

enum { NUMBER_MAX = 2 /* characters */ };

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

struct text_span span_trimmed(const char *at, const char *end)
{
    while (at < end && sudoku_is_space(*at))
        at++;
    for (const char *c = at; c < end; c++)
        if (*c == '#' && (c == at || sudoku_is_space(c[-1])))
            end = c;
    while (end > at && sudoku_is_space(end[-1]))
        end--;
    return (struct text_span){at, end};
}

static bool line_is_section(struct text_span line)
{
    return line.end - line.at > 2 && *line.at == '[' && is_letter(line.at[1]) && line.end[-1] == ']';
}

bool lines_next(struct lines *lines, struct text_span *line)
{
    while (lines->at < lines->end) {
        const char *end = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
        *line = span_trimmed(lines->at, end ? end : lines->end);
        lines->at = end ? end + 1 : lines->end;
        if (line_is_section(*line)) {
            lines->sections = true;
            lines->inside = strncasecmp(line->at, "[puzzle]", sizeof "[puzzle]" - 1) == 0;
        } else if (line->at < line->end && (!lines->sections || lines->inside)) {
            return true;
        }
    }
    return false;
}

bool line_next_field(struct text_span *line, struct text_span *field)
{
    const char *end = line->at;
    if (!line->at)
        return false;
    while (end < line->end && *end != ',' && *end != ';')
        end++;
    *field = span_trimmed(line->at, end);
    line->at = end < line->end ? end + 1 : NULL;
    if (field->end - field->at >= 2 && *field->at == '"' && field->end[-1] == '"')
        *field = span_trimmed(field->at + 1, field->end - 1);
    return true;
}

/* ---- tokens ---- */

bool span_is_frame(struct text_span part)
{
    bool drawn = false;
    for (const char *c = part.at; c < part.end; c++) {
        if (!is_drawing(*c) && !memchr(" .:'*=", *c, 6))
            return false;
        drawn = drawn || (*c == '-' && c + 1 < part.end && c[1] == '-');
    }
    return drawn || (part.end - part.at == 1 && is_drawing(*part.at));
}

bool field_next_token(struct text_span *field, struct text_span *token)
{
    do {
        while (field->at < field->end && sudoku_is_space(*field->at))
            field->at++;
        token->at = field->at;
        while (field->at < field->end && !sudoku_is_space(*field->at))
            field->at++;
        token->end = field->at;
    } while (span_is_frame(*token));
    return token->at < token->end;
}

bool token_is_empty_cell(struct text_span token)
{
    return token.at == token.end || (token.end - token.at == 1 && (*token.at == '.' || *token.at == '_')) ||
           (token.end - token.at == NUMBER_MAX && memcmp(token.at, "-1", NUMBER_MAX) == 0);
}

bool token_is_number(struct text_span token)
{
    return token.end - token.at >= 1 && token.end - token.at <= NUMBER_MAX && text_is_digit(*token.at) &&
           text_is_digit(token.end[-1]);
}

bool token_number(struct text_span token, uint8_t *value)
{
    if (token_is_empty_cell(token))
        return true;
    if (!token_is_number(token))
        return false;
    for (const char *c = token.at; c < token.end; c++)
        *value = (uint8_t)(*value * 10 + (*c - '0'));
    return *value <= SUDOKU_MAX;
}

bool token_is_marks(struct text_span token)
{
    for (const char *c = token.at; c < token.end; c++)
        if (!text_is_digit(*c) || *c == '0' || (c > token.at && *c <= c[-1]))
            return false;
    return true;
}
