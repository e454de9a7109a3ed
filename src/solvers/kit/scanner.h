/* Splits a text of Gambit's formats (.nfg, .efg) into tokens, with the errors of text_reader.h.
 *
 * A text in quotes, '{', '}', or a word: a number or a keyword. White space and commas separate. Each function that
 * returns bool returns false after reporting an error. */
#ifndef KIT_SCANNER_H
#define KIT_SCANNER_H

#include <solvers/kit/rational.h>
#include <solvers/kit/text_reader.h>

enum token { TOKEN_END, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_TEXT, TOKEN_WORD, TOKEN_BROKEN };

struct scanner {
    struct text_reader t;
    const char *at, *end;
    enum token token; /* the token that has not been used yet */
    const char *from; /* its beginning */
    const char *text; /* content of a TOKEN_TEXT or TOKEN_WORD, without quotes but with backslashes */
    size_t len;       /* length of `text` */
};

/* Begins before the first token: call scanner_next(). */
void scanner_begin(struct scanner *s, const struct reader *r, const char *text, size_t len);
/* Reads the next token. */
void scanner_next(struct scanner *s);
bool scanner_at_word(const struct scanner *s, const char *word);

/* Reports an error at the token. Evaluates to false. */
#define scanner_fail(s, status, ...) (text_fail(&(s)->t, (status), (s)->from, __VA_ARGS__) == NASH_OK)
/* Reports "expected X, found Y". Returns false. */
bool scanner_unexpected(struct scanner *s, const char *expected);
/* Skips a token of this kind, or reports that it is missing. */
bool scanner_expect(struct scanner *s, enum token token, const char *expected);

/* Reads a number exactly: 3, -2.5, .5 or 1/3. `what` names it in errors: "payoff". */
bool scanner_rational(struct scanner *s, struct rational *number, const char *what);
/* Reads such a number as the nearest double; decimals may have any number of digits. */
bool scanner_real(struct scanner *s, double *number, const char *what);
/* Reads a whole number from lo to hi. */
bool scanner_int(struct scanner *s, int64_t lo, int64_t hi, int64_t *number, const char *what);
/* Reads a text in quotes as a name of at most `max` characters, without the backslashes of its escapes, as a copy in
 * the reader's arena. */
bool scanner_name(struct scanner *s, const char **name, uint32_t max);

#endif
