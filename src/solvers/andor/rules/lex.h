/* The tokens of rules, goals and expressions. */
#ifndef ANDOR_RULES_LEX_H
#define ANDOR_RULES_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/status.h>

enum lex_kind {
    LEX_END,
    LEX_NUMBER,
    LEX_NAME,
    LEX_ARROW, /* ->, the arrow of Unicode, => or :- */
    LEX_RANGE, /* .. */
    LEX_LESS_EQUAL,
    LEX_MORE_EQUAL,
    LEX_UNEQUAL,
    LEX_FOR, /* words of the language */
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
    int64_t number;   /* LEX_NUMBER; INT64_MIN stands for 2^63, which only a minus makes one */
    const char *text; /* where it stands */
    uint32_t len;     /* bytes */
};

struct lex {
    const char *text;       /* the whole, NUL-terminated */
    struct lex_token token; /* the next one, not yet taken */
    const char *pointer;    /* JSON pointer of the text, for errors */
    struct nash_error *error;
};

/* Begins at the first token. */
void lex_begin(struct lex *lex, const char *text);
/* Goes on to the next token. */
void lex_next(struct lex *lex);
/* Is the next token this sign? */
bool lex_is(const struct lex *lex, char sign);
/* The same, and then it is taken. */
bool lex_take(struct lex *lex, char sign);
bool lex_take_kind(struct lex *lex, enum lex_kind kind);
/* Does the token that comes after this one have this sign? (Labels and arguments look so far ahead.) */
bool lex_follows(const struct lex *lex, char sign);

/* Column of a place in the text, from 1, in characters. */
uint32_t lex_column(const struct lex *lex, const char *at);
/* NASH_UNPROCESSABLE: "column 7: ..., here stands '...'". */
enum nash_status lex_expected(const struct lex *lex, const char *what);
/* The next token is a number beyond 64 bits. */
enum nash_status lex_too_long(const struct lex *lex);
enum nash_status lex_fault(const struct lex *lex, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
