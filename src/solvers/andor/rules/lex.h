/* The tokens of rules, goals and expressions. */
#ifndef ANDOR_RULES_LEX_H
#define ANDOR_RULES_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

enum lex_kind {
    LEX_END,
    LEX_NUMBER,
    LEX_NAME,
    LEX_ARROW, /* ->, the Unicode arrow, => or :- */
    LEX_RANGE, /* .. */
    LEX_LESS_EQUAL,
    LEX_MORE_EQUAL,
    LEX_UNEQUAL,
    LEX_FOR, /* keywords */
    LEX_IN,
    LEX_IF,
    LEX_COST,
    LEX_AND,
    LEX_OR,
    LEX_NOT,
    LEX_SIGN, /* one of ( ) , : + - * / % < > = */
    LEX_BAD   /* anything else */
};

struct lex_token {
    enum lex_kind kind;
    char sign;        /* LEX_SIGN */
    int64_t number;   /* LEX_NUMBER; INT64_MIN stands for 2^63, which only a minus sign makes valid */
    const char *text; /* the token's first byte in the text */
    uint32_t len;     /* bytes */
};

/* A document of several lines, and a copy that is cut into NUL-terminated texts. */
struct lex_document {
    const char *text;
    size_t len;
    const char *copy; /* [len + 1] */
};

struct lex {
    const char *text;                    /* NUL-terminated */
    struct lex_token token;              /* the current token */
    const char *pointer;                 /* JSON pointer of the text, for errors */
    const struct lex_document *document; /* the document whose copy contains the text; NULL: there is none */
    struct nash_error *error;
};

/* Begins at the first token of a text. */
void lex_begin(struct lex *lex, const char *text);
/* Moves to the next token. */
void lex_next(struct lex *lex);
/* Returns whether the current token is this sign. */
bool lex_is(const struct lex *lex, char sign);
/* Moves on if the current token is this sign or of this kind, and returns whether it was. */
bool lex_accept(struct lex *lex, char sign);
bool lex_accept_kind(struct lex *lex, enum lex_kind kind);
/* Returns whether the token after the current one is this sign. Labels and arguments need this look-ahead. */
bool lex_next_is(const struct lex *lex, char sign);

/* Reports "column 7: expected WHAT, found "..."". Returns NASH_UNPROCESSABLE. Columns are counted in characters from 1.
 * In a document they are those of its line, "line 2, " stands before them if there are several lines, and there is no
 * JSON pointer. */
enum nash_status lex_expected(const struct lex *lex, const char *what);
/* Reports that the current token is a number of more than 64 bits. */
enum nash_status lex_too_long(const struct lex *lex);
/* Reports a message with the column of `at`. Returns NASH_UNPROCESSABLE. */
enum nash_status lex_fail(const struct lex *lex, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
