/* Splits a text into tokens, byte by byte. Bytes above ASCII belong to names, except for the Unicode arrow. */
#include "lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char unicode_arrow[] = "\xe2\x86\x92";

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns whether a name may begin here. */
static bool begins_name(const char *at)
{
    char c = *at;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           ((unsigned char)c >= 0x80 && strncmp(at, unicode_arrow, 3) != 0);
}

static void scan_name(struct lex_token *token)
{
    static const struct {
        const char *word;
        enum lex_kind kind;
    } words[] = {{"for", LEX_FOR}, {"in", LEX_IN}, {"if", LEX_IF},  {"cost", LEX_COST},
                 {"and", LEX_AND}, {"or", LEX_OR}, {"not", LEX_NOT}};
    const char *end = token->text;
    while (begins_name(end) || is_digit(*end) || *end == '\'')
        end++;
    token->len = (uint32_t)(end - token->text);
    token->kind = LEX_NAME;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == token->len && memcmp(words[i].word, token->text, token->len) == 0)
            token->kind = words[i].kind;
}

static void scan_number(struct lex_token *token)
{
    const char *end = token->text;
    uint64_t value = 0;
    token->kind = LEX_NUMBER;
    for (; is_digit(*end); end++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*end - '0'), &value) || value > (uint64_t)INT64_MAX + 1)
            token->kind = LEX_BAD;
    token->number = value > INT64_MAX ? INT64_MIN : (int64_t)value;
    token->len = (uint32_t)(end - token->text);
}

static void scan_sign(struct lex_token *token)
{
    static const struct {
        const char *text;
        enum lex_kind kind;
    } pairs[] = {{"->", LEX_ARROW}, {unicode_arrow, LEX_ARROW}, {":-", LEX_ARROW},      {"=>", LEX_ARROW},
                 {"..", LEX_RANGE}, {"<=", LEX_LESS_EQUAL},     {">=", LEX_MORE_EQUAL}, {"!=", LEX_UNEQUAL}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strncmp(token->text, pairs[i].text, strlen(pairs[i].text)) == 0) {
            token->kind = pairs[i].kind;
            token->len = (uint32_t)strlen(pairs[i].text);
            return;
        }
    token->len = strncmp(token->text, "==", 2) == 0 ? 2 : 1;
    token->sign = *token->text;
    token->kind = strchr("(),:+-*/%<>=", token->sign) ? LEX_SIGN : LEX_BAD;
}

static struct lex_token scan_token(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
    struct lex_token token = {.kind = LEX_END, .text = at};
    if (begins_name(at))
        scan_name(&token);
    else if (is_digit(*at))
        scan_number(&token);
    else if (*at)
        scan_sign(&token);
    return token;
}

void lex_begin(struct lex *lex, const char *text)
{
    lex->text = text;
    lex->token = scan_token(text);
}

void lex_next(struct lex *lex)
{
    lex->token = scan_token(lex->token.text + lex->token.len);
}

bool lex_is(const struct lex *lex, char sign)
{
    return lex->token.kind == LEX_SIGN && lex->token.sign == sign;
}

bool lex_accept(struct lex *lex, char sign)
{
    bool is = lex_is(lex, sign);
    if (is)
        lex_next(lex);
    return is;
}

bool lex_accept_kind(struct lex *lex, enum lex_kind kind)
{
    bool is = lex->token.kind == kind;
    if (is)
        lex_next(lex);
    return is;
}

bool lex_next_is(const struct lex *lex, char sign)
{
    struct lex_token next = scan_token(lex->token.text + lex->token.len);
    return next.kind == LEX_SIGN && next.sign == sign;
}

/* Writes the place of a character: "line 2, column 7", or "column 7" if there are not several lines. */
static void lex_write_place(const struct lex *lex, const char *at, char *out, size_t size)
{
    const struct lex_document *document = lex->document;
    const char *begin = document ? document->text : lex->text, *end = begin;
    uint32_t line = 1, column = 1;
    size_t lines = 0;
    if (document) {
        end = document->text + (at - document->copy);
        for (size_t i = 0; i + 1 < document->len; i++) /* a line end at the end of the document makes no other line */
            lines += document->text[i] == '\n';
    } else {
        end = at;
    }
    for (const char *c = begin; c < end; c++) {
        column += ((unsigned char)*c & 0xc0) != 0x80;
        if (document && *c == '\n') {
            line++;
            column = 1;
        }
    }
    if (lines)
        snprintf(out, size, "line %u, column %u", line, column);
    else
        snprintf(out, size, "column %u", column);
}

enum nash_status lex_fail(const struct lex *lex, const char *at, const char *format, ...)
{
    char text[320], place[48];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    lex_write_place(lex, at, place, sizeof place);
    return nash_fail(lex->error, NASH_UNPROCESSABLE, lex->document ? "" : lex->pointer, "%s: %s", place, text);
}

enum nash_status lex_too_long(const struct lex *lex)
{
    return lex_fail(lex, lex->token.text, "numbers have at most 64 bits");
}

enum nash_status lex_expected(const struct lex *lex, const char *what)
{
    const struct lex_token *token = &lex->token;
    uint32_t len = token->len < 60 ? token->len : 60;
    while (len < token->len && ((unsigned char)token->text[len] & 0xc0) == 0x80)
        len--; /* does not split a UTF-8 character */
    if (token->kind == LEX_END)
        return lex_fail(lex, token->text, "expected %s, found the end of the text", what);
    if (token->kind == LEX_BAD && is_digit(*token->text))
        return lex_too_long(lex);
    if (*token->text == '.' && token->text > lex->text && is_digit(token->text[-1]) && is_digit(token->text[1]))
        return lex_fail(lex, token->text,
                        "numbers of rules are integers: give all costs and values of h in a smaller unit, such as "
                        "15 tenths for 1.5");
    return lex_fail(lex, token->text, "expected %s, found \"%.*s\"", what, (int)len, token->text);
}
