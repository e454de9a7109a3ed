/* Lines, fields and tokens of a pasted text. Parts point into the text; nothing is copied. */
#ifndef SUDOKU_READ_LINES_H
#define SUDOKU_READ_LINES_H

#include <solvers/kit/text_reader.h>

struct lines {
    const char *at, *end;
    bool sections, inside; /* a [Section] line was read; the present section is [Puzzle] */
};

/* Returns the part without white space around it, and without a remark: '#', at the start or after white space, to the
 * end. */
struct text_span span_trimmed(const char *at, const char *end);

/* Sets *line to the next line that is not blank, trimmed. In a text with [Sections] only the lines of
 * [Puzzle] count. False at the end. */
bool lines_next(struct lines *lines, struct text_span *line);

/* Takes the next field off a line: up to a comma or semicolon, without quotes and white space. line->at is NULL after
 * the last one. */
bool line_next_field(struct text_span *line, struct text_span *field);

/* Takes the next token, which ends at white space, off a field; skips frames. False at the end. */
bool field_next_token(struct text_span *field, struct text_span *token);

/* Characters of a drawing between the boxes: | + - */
static inline bool is_drawing(char c)
{
    return c == '|' || c == '+' || c == '-';
}

/* True for a line of dashes between the rows, or a bar between the columns. */
bool span_is_frame(struct text_span part);

/* True for a token that stands for an empty cell: nothing, '.', '_' or -1. */
bool token_is_empty_cell(struct text_span token);

/* Reads 1 or 2 digits, or an empty cell as 0, into *value, which must be 0 before. False: the token is neither, or
 * above SUDOKU_MAX. */
bool token_number(struct text_span token, uint8_t *value);

/* True for 1 or 2 digits. */
bool token_is_number(struct text_span token);

/* True for rising digits 1..9: the candidates of a cell. */
bool token_is_marks(struct text_span token);

#endif
