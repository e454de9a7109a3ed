/* Reads a game as text: Gambit's strategic form (.nfg, payoff and outcome versions, two players), which lists profiles
 * column by column, or the input of lrsnash: the numbers of rows and columns, then both matrices by rows.
 *
 * Line ends are blanks, so a game of a batch may be one line. Each function returns false after reporting an error. */
#include <string.h>

#include <solvers/kit/beside_text.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

enum token { TOKEN_END, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_TEXT, TOKEN_WORD, TOKEN_BROKEN };

struct scanner {
    struct reader reader; /* reports errors; there is no JSON document */
    struct text_reader t;
    const char *at, *end;
    enum token token;
    const char *from; /* the beginning of the token */
    const char *text; /* content of a TOKEN_TEXT or TOKEN_WORD, without quotes */
    size_t len;       /* length of `text` */
};

/* ---- tokens ---- */

static bool is_blank(char c)
{
    return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Reads to the closing quote. A backslash escapes the next character; both stay in the text. */
static void scanner_read_text(struct scanner *s)
{
    s->text = ++s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    s->token = s->at < s->end ? TOKEN_TEXT : TOKEN_BROKEN;
    s->len = (size_t)(s->at - s->text);
    s->at += s->at < s->end;
}

static void scanner_next(struct scanner *s)
{
    while (s->at < s->end && is_blank(*s->at))
        s->at++;
    s->len = 0;
    s->from = s->at;
    if (s->at == s->end) {
        s->token = TOKEN_END;
    } else if (*s->at == '{' || *s->at == '}') {
        s->token = *s->at++ == '{' ? TOKEN_OPEN : TOKEN_CLOSE;
    } else if (*s->at == '"') {
        scanner_read_text(s);
    } else {
        s->token = TOKEN_WORD;
        for (s->text = s->at; s->at < s->end && !is_blank(*s->at) && !strchr("{}\"", *s->at); s->at++)
            ;
        s->len = (size_t)(s->at - s->text);
    }
}

static bool scanner_at_word(const struct scanner *s, const char *word)
{
    return s->token == TOKEN_WORD && s->len == strlen(word) && memcmp(s->text, word, s->len) == 0;
}

/* Reports an error at the token. Evaluates to false. */
#define scanner_fail(s, status, ...) (text_fail(&(s)->t, (status), (s)->from, __VA_ARGS__) == NASH_OK)

static bool scanner_unexpected(struct scanner *s, const char *expected)
{
    static const char *const seen[] = {
        [TOKEN_END] = "the end", [TOKEN_OPEN] = "'{'",    [TOKEN_CLOSE] = "'}'",
        [TOKEN_TEXT] = "a text", [TOKEN_WORD] = "a word", [TOKEN_BROKEN] = "a text without its closing quote"};
    return scanner_fail(s, NASH_INVALID, "expected %s, found %s", expected, seen[s->token]);
}

static bool scanner_expect(struct scanner *s, enum token token, const char *expected)
{
    if (s->token != token)
        return scanner_unexpected(s, expected);
    scanner_next(s);
    return true;
}

static bool nfg_read_number(struct scanner *s, struct rational *number)
{
    enum rational_reading reading = s->token == TOKEN_WORD ? rational_read(s->text, s->len, number) : RATIONAL_WRONG;
    if (reading == RATIONAL_WRONG)
        return scanner_unexpected(s, "a payoff, such as 3, -2.5 or 1/3");
    if (reading == RATIONAL_WIDE)
        return scanner_fail(s, NASH_UNPROCESSABLE,
                            "the payoff %.*s is too large or too fine: numerator and denominator must stay below "
                            "2^62; round it, or choose another unit",
                            s->len < 40 ? (int)s->len : 40, s->text);
    scanner_next(s);
    return true;
}

/* Reads a number of strategies. */
static bool nfg_read_size(struct scanner *s, uint32_t *size)
{
    struct rational number = {0, 1};
    if (s->token != TOKEN_WORD || rational_read(s->text, s->len, &number) != RATIONAL_READ || number.den != 1 ||
        number.num < 1 || number.num > MATRIX_SIDE_MAX)
        return scanner_fail(s, NASH_INVALID, "a player has 1 to %d strategies: a whole number is expected",
                            MATRIX_SIDE_MAX);
    *size = (uint32_t)number.num;
    scanner_next(s);
    return true;
}

/* Reads a text as a name, without the backslashes of its escapes. */
static bool nfg_read_name(struct scanner *s, const char **name)
{
    if (s->token != TOKEN_TEXT)
        return scanner_unexpected(s, "a name in quotes");
    char *copy = nash_arena_strndup(s->reader.arena, s->text, s->len);
    size_t len = 0, characters = 0;
    if (!copy)
        return reader_nomem(&s->reader) == NASH_OK;
    for (const char *c = copy; *c; c++) {
        c += *c == '\\' && c[1];
        copy[len++] = *c;
    }
    copy[len] = '\0';
    if (!text_utf8_length((struct text_span){copy, copy + len}, &characters) || characters > MATRIX_NAME_MAX)
        return scanner_fail(s, NASH_INVALID, "a name is UTF-8 of at most %d characters", MATRIX_NAME_MAX);
    *name = copy;
    scanner_next(s);
    return true;
}

/* ---- .nfg ---- */

/* Reads { "first" "second" }. An empty name is absent. */
static bool nfg_read_players(struct scanner *s, struct matrix_input *in)
{
    if (!scanner_expect(s, TOKEN_OPEN, "'{' before the players") || !nfg_read_name(s, &in->row_player) ||
        !nfg_read_name(s, &in->col_player))
        return false;
    if (s->token == TOKEN_TEXT)
        return scanner_fail(s, NASH_UNPROCESSABLE, "the game has more than two players: a matrix has two");
    in->row_player = *in->row_player ? in->row_player : NULL;
    in->col_player = *in->col_player ? in->col_player : NULL;
    return scanner_expect(s, TOKEN_CLOSE, "'}' after the players");
}

/* Discards the names unless all are present and different, which Gambit does not require. */
static void drop_unusable_names(struct matrix_names *names)
{
    for (uint32_t i = 0; names->name && i < names->count; i++) {
        bool usable = names->name[i][0];
        for (uint32_t k = 0; k < i && usable; k++)
            usable = strcmp(names->name[i], names->name[k]) != 0;
        if (!usable)
            names->name = NULL;
    }
}

/* Reads { "up" "down" }. */
static bool nfg_read_names(struct scanner *s, struct matrix_names *names)
{
    names->name = READER_NEW(&s->reader, const char *, MATRIX_SIDE_MAX);
    if (!names->name || !scanner_expect(s, TOKEN_OPEN, "'{' before the strategies of a player"))
        return false;
    while (s->token == TOKEN_TEXT) {
        if (names->count == MATRIX_SIDE_MAX)
            return scanner_fail(s, NASH_INVALID, "a player has at most %d strategies", MATRIX_SIDE_MAX);
        if (!nfg_read_name(s, &names->name[names->count++]))
            return false;
    }
    if (!names->count)
        return scanner_unexpected(s, "the name of a strategy");
    return scanner_expect(s, TOKEN_CLOSE, "'}' after the strategies of a player");
}

/* Reads { 2 3 } or { { "up" "down" } { "left" "middle" "right" } }. */
static bool nfg_read_strategies(struct scanner *s, struct matrix_input *in, uint32_t size[2])
{
    if (!scanner_expect(s, TOKEN_OPEN, "'{' before the strategies"))
        return false;
    bool named = s->token == TOKEN_OPEN;
    for (int player = 0; player < 2; player++) {
        struct matrix_names *names = player ? &in->cols : &in->rows;
        if (!(named ? nfg_read_names(s, names) : nfg_read_size(s, &size[player])))
            return false;
        if (named) {
            size[player] = names->count;
            drop_unusable_names(names);
        }
    }
    return scanner_expect(s, TOKEN_CLOSE, "'}' after the strategies of two players");
}

static bool nfg_new_payoffs(const struct scanner *s, struct matrix_input *in, const uint32_t size[2])
{
    return matrix_payoffs_init(&in->row_payoff, &s->reader, size[0], size[1], NULL) &&
           matrix_payoffs_init(&in->col_payoff, &s->reader, size[0], size[1], NULL);
}

/* Reads the payoffs of all profiles. */
static bool nfg_read_payoffs(struct scanner *s, struct matrix_input *in, const uint32_t size[2])
{
    for (size_t k = 0; k < (size_t)size[0] * size[1]; k++)
        if (!nfg_read_number(s, &in->row_payoff.row[k % size[0]][k / size[0]]) ||
            !nfg_read_number(s, &in->col_payoff.row[k % size[0]][k / size[0]]))
            return false;
    return true;
}

struct outcome {
    struct rational pay[2];
};

/* Reads { { "name" 1, 2 } { 3 4 } ... } into outcome[1 ..], at most `max` of them. */
static bool nfg_read_outcomes(struct scanner *s, struct outcome *outcome, size_t max, size_t *count)
{
    for (scanner_next(s); s->token == TOKEN_OPEN;) {
        if (++*count > max)
            return scanner_fail(s, NASH_UNPROCESSABLE, "there are more outcomes than profiles");
        scanner_next(s);
        if (s->token == TOKEN_TEXT)
            scanner_next(s);
        if (!nfg_read_number(s, &outcome[*count].pay[0]) || !nfg_read_number(s, &outcome[*count].pay[1]) ||
            !scanner_expect(s, TOKEN_CLOSE, "'}' after the payoffs of two players"))
            return false;
    }
    return scanner_expect(s, TOKEN_CLOSE, "'}' after the outcomes");
}

/* Reads the outcomes, then the number of the outcome of each profile; outcome 0 pays nothing. */
static bool nfg_read_outcome_payoffs(struct scanner *s, struct matrix_input *in, const uint32_t size[2])
{
    size_t profiles = (size_t)size[0] * size[1], count = 0;
    struct outcome *outcome = READER_NEW(&s->reader, struct outcome, profiles + 1);
    if (!outcome || !nfg_read_outcomes(s, outcome, profiles, &count))
        return false;
    outcome[0] = (struct outcome){{{0, 1}, {0, 1}}};
    for (size_t k = 0; k < profiles; k++) {
        struct rational index = {-1, 1};
        if (!nfg_read_number(s, &index))
            return false;
        if (index.den != 1 || index.num < 0 || (uint64_t)index.num > count)
            return scanner_fail(s, NASH_UNPROCESSABLE, "a profile names an outcome from 0 to %zu", count);
        in->row_payoff.row[k % size[0]][k / size[0]] = outcome[index.num].pay[0];
        in->col_payoff.row[k % size[0]][k / size[0]] = outcome[index.num].pay[1];
    }
    return true;
}

static bool read_nfg(struct scanner *s, struct matrix_input *in)
{
    uint32_t size[2] = {0, 0};
    scanner_next(s);
    if (!scanner_at_word(s, "1"))
        return scanner_fail(s, NASH_INVALID, "version 1 of the format is expected: NFG 1 R \"title\" ...");
    scanner_next(s);
    if (!scanner_at_word(s, "R") && !scanner_at_word(s, "D"))
        return scanner_fail(s, NASH_INVALID, "R (or D) is expected after NFG 1");
    scanner_next(s);
    if (!scanner_expect(s, TOKEN_TEXT, "the title in quotes") || !nfg_read_players(s, in) ||
        !nfg_read_strategies(s, in, size))
        return false;
    if (s->token == TOKEN_TEXT)
        scanner_next(s); /* a comment */
    if (!nfg_new_payoffs(s, in, size))
        return false;
    return s->token == TOKEN_OPEN ? nfg_read_outcome_payoffs(s, in, size) : nfg_read_payoffs(s, in, size);
}

/* ---- lrsnash ---- */

static bool read_lrsnash(struct scanner *s, struct matrix_input *in)
{
    uint32_t size[2] = {0, 0};
    if (!nfg_read_size(s, &size[0]) || !nfg_read_size(s, &size[1]) || !nfg_new_payoffs(s, in, size))
        return false;
    for (int player = 0; player < 2; player++)
        for (size_t k = 0; k < (size_t)size[0] * size[1]; k++)
            if (!nfg_read_number(s, &(player ? &in->col_payoff : &in->row_payoff)->row[k / size[1]][k % size[1]]))
                return false;
    return true;
}

/* ---- the problem ---- */

static bool read_game(struct scanner *s, struct matrix_input *in)
{
    scanner_next(s);
    if (scanner_at_word(s, "NFG"))
        return read_nfg(s, in);
    if (s->token == TOKEN_WORD && s->len && *s->text >= '0' && *s->text <= '9')
        return read_lrsnash(s, in);
    reader_fail(
        &s->reader, NASH_INVALID, NULL,
        "a game as text is Gambit's NFG 1 R \"title\" { \"A\" \"B\" } { 2 2 } and payoffs, or numbers as lrsnash "
        "takes them: rows, columns, the row player's payoffs, the column player's; or a table of numbers, a line for "
        "each row");
    return false;
}

enum nash_status matrix_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct matrix_input in = matrix_input_new();
    struct scanner s = {.at = text, .from = text};
    reader_beside_text(&s.reader, members, arena, error);
    matrix_read_beside_text(&s.reader, &in);
    if (!text || !reader_ok(&s.reader))
        return reader_status(&s.reader);
    s.end = text + len;
    text_begin(&s.t, &s.reader, text, len);
    if (!matrix_read_table(&s.t, &in) && read_game(&s, &in) && s.token != TOKEN_END)
        text_fail(&s.t, NASH_INVALID, s.from, "something follows after the last payoff");
    if (reader_ok(&s.reader))
        *problem = matrix_validate(&s.reader, &in);
    return reader_status(&s.reader);
}
