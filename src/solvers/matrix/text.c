/* Text forms of a game: Gambit's strategic form (.nfg, payoff and outcome versions, two players) and the input of
 * lrsnash, which is the numbers of rows and columns and then both matrices, row by row.
 *
 * Neither minds line ends, so a game may stand in one line of a batch. In .nfg the strategy of the first player runs
 * fastest. */
#include <stdio.h>
#include <string.h>

#include <base/utf8.h>

#include "draft.h"

enum token { TOKEN_END, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_TEXT, TOKEN_WORD, TOKEN_BROKEN };

struct scanner {
    const char *begin, *at, *end;
    enum token token;
    const char *from; /* where the token begins */
    const char *text; /* of TOKEN_TEXT and TOKEN_WORD, without quotes */
    size_t len;
    char line[24]; /* of an error */
    struct nash_arena *arena;
    struct nash_error *error;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

/* ---- tokens ---- */

/* To the closing quote; a backslash takes the next character as it is and stays. */
static void take_text(struct scanner *s)
{
    s->text = ++s->at;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    s->token = s->at < s->end ? TOKEN_TEXT : TOKEN_BROKEN;
    s->len = (size_t)(s->at - s->text);
    s->at += s->at < s->end;
}

static void next(struct scanner *s)
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
        take_text(s);
    } else {
        s->token = TOKEN_WORD;
        for (s->text = s->at; s->at < s->end && !is_blank(*s->at) && !strchr("{}\"", *s->at); s->at++)
            ;
        s->len = (size_t)(s->at - s->text);
    }
}

static bool is_word(const struct scanner *s, const char *word)
{
    return s->token == TOKEN_WORD && s->len == strlen(word) && memcmp(s->text, word, s->len) == 0;
}

/* "line 3: " where the token begins; nothing when the text is one line, as a game of a batch is. */
static const char *line_of(struct scanner *s)
{
    unsigned line = 1;
    for (const char *c = s->begin; c < s->from; c++)
        line += *c == '\n';
    snprintf(s->line, sizeof s->line, "line %u: ", line);
    return memchr(s->begin, '\n', (size_t)(s->end - s->begin)) ? s->line : "";
}

static enum nash_status wrong(struct scanner *s, const char *expected)
{
    static const char *const seen[] = {
        [TOKEN_END] = "the end", [TOKEN_OPEN] = "'{'",    [TOKEN_CLOSE] = "'}'",
        [TOKEN_TEXT] = "a text", [TOKEN_WORD] = "a word", [TOKEN_BROKEN] = "a text without its closing quote"};
    return nash_fail(s->error, NASH_INVALID, "", "%s%s is expected where %s stands", line_of(s), expected,
                     seen[s->token]);
}

static enum nash_status take(struct scanner *s, enum token token, const char *expected)
{
    if (s->token != token)
        return wrong(s, expected);
    next(s);
    return NASH_OK;
}

static enum nash_status take_number(struct scanner *s, struct rational *number)
{
    enum rational_reading reading = s->token == TOKEN_WORD ? rational_read(s->text, s->len, number) : RATIONAL_WRONG;
    if (reading == RATIONAL_WRONG)
        return wrong(s, "a payoff, such as 3, -2.5 or 1/3,");
    if (reading == RATIONAL_WIDE)
        return nash_fail(s->error, NASH_UNPROCESSABLE, "",
                         "%sthe payoff %.*s is too large or too fine: numerator and denominator must stay below "
                         "2^62; round it, or choose another unit",
                         line_of(s), s->len < 40 ? (int)s->len : 40, s->text);
    next(s);
    return NASH_OK;
}

/* A number of strategies. */
static enum nash_status take_size(struct scanner *s, uint32_t *size)
{
    struct rational number = {0, 1};
    if (s->token != TOKEN_WORD || rational_read(s->text, s->len, &number) != RATIONAL_READ || number.den != 1 ||
        number.num < 1 || number.num > MATRIX_SIDE_MAX)
        return nash_fail(s->error, NASH_INVALID, "", "a player has 1 to %d strategies: a whole number is expected",
                         MATRIX_SIDE_MAX);
    *size = (uint32_t)number.num;
    next(s);
    return NASH_OK;
}

static bool is_utf8(const char *text, size_t len)
{
    for (size_t step; len; text += step, len -= step) {
        step = utf8_length(text, len);
        if (!step)
            return false;
    }
    return true;
}

/* A text as a name: "\"" becomes a quote. */
static enum nash_status keep_name(struct scanner *s, const char **name)
{
    if (s->token != TOKEN_TEXT)
        return wrong(s, "a name in quotes");
    char *kept = nash_arena_strndup(s->arena, s->text, s->len);
    size_t len = 0, characters = 0;
    if (!kept)
        return matrix_full(s->error);
    for (const char *c = kept; *c; c++) {
        c += *c == '\\' && c[1];
        characters += ((unsigned char)*c & 0xc0) != 0x80;
        kept[len++] = *c;
    }
    kept[len] = '\0';
    if (characters > MATRIX_NAME || !is_utf8(kept, len))
        return nash_fail(s->error, NASH_INVALID, "", "a name is UTF-8 of at most %d characters", MATRIX_NAME);
    *name = kept;
    next(s);
    return NASH_OK;
}

/* ---- .nfg ---- */

/* { "first" "second" } */
static enum nash_status take_players(struct scanner *s, struct matrix_draft *d)
{
    enum nash_status status = take(s, TOKEN_OPEN, "'{' before the players");
    if (status == NASH_OK)
        status = keep_name(s, &d->row_player);
    if (status == NASH_OK)
        status = keep_name(s, &d->col_player);
    if (status == NASH_OK && s->token == TOKEN_TEXT)
        return nash_fail(s->error, NASH_UNPROCESSABLE, "", "the game has more than two players: a matrix has two");
    if (status != NASH_OK)
        return status;
    d->row_player = *d->row_player ? d->row_player : NULL;
    d->col_player = *d->col_player ? d->col_player : NULL;
    return take(s, TOKEN_CLOSE, "'}' after the players");
}

/* Names serve when all are there and differ; Gambit asks for neither. */
static void judge_names(struct matrix_names *names)
{
    for (uint32_t i = 0; names->name && i < names->count; i++) {
        bool fine = names->name[i][0];
        for (uint32_t k = 0; k < i && fine; k++)
            fine = strcmp(names->name[i], names->name[k]) != 0;
        if (!fine)
            names->name = NULL;
    }
}

/* { "up" "down" } */
static enum nash_status take_names(struct scanner *s, struct matrix_names *names)
{
    enum nash_status status = take(s, TOKEN_OPEN, "'{' before the strategies of a player");
    names->name = NASH_NEW(s->arena, const char *, MATRIX_SIDE_MAX);
    if (!names->name)
        return matrix_full(s->error);
    while (status == NASH_OK && s->token == TOKEN_TEXT) {
        if (names->count == MATRIX_SIDE_MAX)
            return nash_fail(s->error, NASH_INVALID, "", "a player has at most %d strategies", MATRIX_SIDE_MAX);
        status = keep_name(s, &names->name[names->count++]);
    }
    if (status == NASH_OK && !names->count)
        return wrong(s, "the name of a strategy");
    return status == NASH_OK ? take(s, TOKEN_CLOSE, "'}' after the strategies of a player") : status;
}

/* { 2 3 } or { { "up" "down" } { "left" "middle" "right" } } */
static enum nash_status take_strategies(struct scanner *s, struct matrix_draft *d, uint32_t size[2])
{
    enum nash_status status = take(s, TOKEN_OPEN, "'{' before the strategies");
    bool named = s->token == TOKEN_OPEN;
    for (int player = 0; player < 2 && status == NASH_OK; player++) {
        struct matrix_names *names = player ? &d->cols : &d->rows;
        status = named ? take_names(s, names) : take_size(s, &size[player]);
        if (named && status == NASH_OK) {
            size[player] = names->count;
            judge_names(names);
        }
    }
    return status == NASH_OK ? take(s, TOKEN_CLOSE, "'}' after the strategies of two players") : status;
}

static bool new_tables(const struct scanner *s, struct matrix_draft *d, uint32_t rows, uint32_t cols)
{
    d->row_payoff = matrix_table_new(s->arena, rows, cols, "");
    d->col_payoff = matrix_table_new(s->arena, rows, cols, "");
    return d->row_payoff.row && d->col_payoff.row;
}

/* The payoffs of all profiles. */
static enum nash_status take_payoffs(struct scanner *s, struct matrix_draft *d, const uint32_t size[2])
{
    enum nash_status status = NASH_OK;
    for (size_t k = 0; k < (size_t)size[0] * size[1] && status == NASH_OK; k++) {
        status = take_number(s, &d->row_payoff.row[k % size[0]][k / size[0]]);
        if (status == NASH_OK)
            status = take_number(s, &d->col_payoff.row[k % size[0]][k / size[0]]);
    }
    return status;
}

struct outcome {
    struct rational pay[2];
};

/* { { "name" 1, 2 } { 3 4 } ... } and then an outcome for each profile; 0 is one in which nobody gets anything. */
static enum nash_status take_outcomes(struct scanner *s, struct matrix_draft *d, const uint32_t size[2])
{
    size_t profiles = (size_t)size[0] * size[1], count = 0;
    struct outcome *outcome = NASH_NEW(s->arena, struct outcome, profiles + 1);
    enum nash_status status = outcome ? NASH_OK : matrix_full(s->error);
    if (outcome)
        outcome[0] = (struct outcome){{{0, 1}, {0, 1}}};
    for (next(s); status == NASH_OK && s->token == TOKEN_OPEN;) {
        if (count++ == profiles)
            return nash_fail(s->error, NASH_UNPROCESSABLE, "", "there are more outcomes than profiles");
        next(s);
        if (s->token == TOKEN_TEXT)
            next(s);
        status = take_number(s, &outcome[count].pay[0]);
        if (status == NASH_OK)
            status = take_number(s, &outcome[count].pay[1]);
        if (status == NASH_OK)
            status = take(s, TOKEN_CLOSE, "'}' after the payoffs of two players");
    }
    if (status == NASH_OK)
        status = take(s, TOKEN_CLOSE, "'}' after the outcomes");
    for (size_t k = 0; k < profiles && status == NASH_OK; k++) {
        struct rational index = {-1, 1};
        status = take_number(s, &index);
        if (status == NASH_OK && (index.den != 1 || index.num < 0 || (uint64_t)index.num > count))
            return nash_fail(s->error, NASH_UNPROCESSABLE, "", "a profile names an outcome from 0 to %zu", count);
        for (int player = 0; player < 2 && status == NASH_OK; player++)
            (player ? &d->col_payoff : &d->row_payoff)->row[k % size[0]][k / size[0]] = outcome[index.num].pay[player];
    }
    return status;
}

static enum nash_status read_nfg(struct scanner *s, struct matrix_draft *d)
{
    uint32_t size[2] = {0, 0};
    next(s);
    if (!is_word(s, "1"))
        return nash_fail(s->error, NASH_INVALID, "", "version 1 of the format is expected: NFG 1 R \"title\" ...");
    next(s);
    if (!is_word(s, "R") && !is_word(s, "D"))
        return nash_fail(s->error, NASH_INVALID, "", "R (or D) is expected after NFG 1");
    next(s);
    enum nash_status status = take(s, TOKEN_TEXT, "the title in quotes");
    if (status == NASH_OK)
        status = take_players(s, d);
    if (status == NASH_OK)
        status = take_strategies(s, d, size);
    if (status != NASH_OK)
        return status;
    if (s->token == TOKEN_TEXT)
        next(s); /* a remark */
    if (!new_tables(s, d, size[0], size[1]))
        return matrix_full(s->error);
    return s->token == TOKEN_OPEN ? take_outcomes(s, d, size) : take_payoffs(s, d, size);
}

/* ---- lrsnash ---- */

static enum nash_status read_plain(struct scanner *s, struct matrix_draft *d)
{
    uint32_t rows = 0, cols = 0;
    enum nash_status status = take_size(s, &rows);
    if (status == NASH_OK)
        status = take_size(s, &cols);
    if (status == NASH_OK && !new_tables(s, d, rows, cols))
        return matrix_full(s->error);
    for (size_t k = 0; k < 2 * (size_t)rows * cols && status == NASH_OK; k++) {
        size_t at = k % ((size_t)rows * cols);
        struct matrix_table *table = k == at ? &d->row_payoff : &d->col_payoff;
        status = take_number(s, &table->row[at / cols][at % cols]);
    }
    return status;
}

enum nash_status matrix_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                   struct nash_error *error)
{
    struct matrix_draft draft = matrix_draft_new();
    struct scanner s = {.begin = text, .at = text, .end = text + len, .arena = arena, .error = error};
    enum nash_status status;
    next(&s);
    if (is_word(&s, "NFG"))
        status = read_nfg(&s, &draft);
    else if (s.token == TOKEN_WORD && s.len && *s.text >= '0' && *s.text <= '9')
        status = read_plain(&s, &draft);
    else
        return nash_fail(error, NASH_INVALID, "",
                         "a game as text is Gambit's NFG 1 R \"title\" { \"A\" \"B\" } { 2 2 } and payoffs, or numbers "
                         "as lrsnash takes them: rows, columns, the row player's payoffs, the column player's");
    if (status == NASH_OK && s.token != TOKEN_END)
        return nash_fail(error, NASH_INVALID, "", "%ssomething follows after the last payoff", line_of(&s));
    return status == NASH_OK ? matrix_finish(&draft, arena, problem, error) : status;
}
