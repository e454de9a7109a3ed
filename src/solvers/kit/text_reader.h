/* Reads a problem from text: lines, words, numbers, with the same sticky errors as reader.h.
 *
 *     struct text_reader t;
 *     struct text_span line, word;
 *     text_begin(&t, &r, text, len);               (r: a reader, of JSON or without a document)
 *     while (text_line(&t, &line))
 *         while (text_word(&line, " \t,", &word))
 *             if (!text_is(word, "start") && !text_int(word, &number))
 *                 text_fail(&t, NASH_INVALID, word.at, "a number is expected");
 *
 * Spans point into the text, which the caller keeps. Nothing here needs a NUL byte at the end. */
#ifndef KIT_TEXT_READER_H
#define KIT_TEXT_READER_H

#include <solvers/kit/reader.h>

struct text_span {
    const char *at, *end;
};

struct text_reader {
    const struct reader *r; /* receives the errors, whose JSON pointer is that of r */
    const char *begin;
    struct text_span rest; /* the text that has not been read yet */
};

void text_begin(struct text_reader *t, const struct reader *r, const char *text, size_t len);

/* Reports an error at a place in the text: the detail begins with "line 3: " if the text has several lines. Returns the
 * reader's status. */
enum nash_status text_fail(const struct text_reader *t, enum nash_status status, const char *at, const char *format,
                           ...) __attribute__((format(printf, 4, 5)));
/* Returns the number of the line that contains `at`, from 1. Lines end at "\n", "\r\n" or "\r". */
size_t text_line_number(const struct text_reader *t, const char *at);

/* Reads the next line that is not blank, without the white space around it. Returns false at the end of the text. */
bool text_line(struct text_reader *t, struct text_span *line);
/* Reads the next line, blank or not, with its white space but without its end. Returns false at the end of the text. */
bool text_raw_line(struct text_span *rest, struct text_span *line);

/* ---- spans ---- */

/* Space, tab, line feed, carriage return, vertical tab and form feed. */
static inline bool text_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline size_t text_length(struct text_span span)
{
    return (size_t)(span.end - span.at);
}

struct text_span text_trim(struct text_span span);
/* Reads a word up to the next character of `separators`; skips separators before it. Returns false if no word is left.
 */
bool text_word(struct text_span *rest, const char *separators, struct text_span *word);
/* Skips white space and the character c. Returns false, and skips nothing, if another character follows the white
 * space.
 */
bool text_accept(struct text_span *rest, char c);
bool text_is(struct text_span span, const char *word);
bool text_is_nocase(struct text_span span, const char *word);

/* Read the whole span as a decimal integer without a '+' or leading zeros, or as a finite decimal number that begins
 * with a digit or '-'. Return false, with *value unchanged, if it is not such a number. */
bool text_int(struct text_span span, int64_t *value);
bool text_number(struct text_span span, double *value);
/* Counts the characters of the span. Returns false if it is not valid UTF-8. */
bool text_utf8_length(struct text_span span, size_t *characters);

#endif
