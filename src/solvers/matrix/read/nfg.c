/* Reads a game as text: Gambit's strategic form (.nfg, payoff and outcome versions, two players), which lists profiles
 * column by column, or the input of lrsnash: the numbers of rows and columns, then both matrices by rows.
 *
 * Line ends are blanks, so a game of a batch may be one line. Each function returns false after reporting an error. */
#include <string.h>

#include <solvers/kit/beside_text.h>
#include <solvers/kit/scanner.h>

#include "input.h"

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

static bool nfg_read_name(struct scanner *s, const char **name)
{
    return scanner_name(s, name, MATRIX_NAME_MAX);
}

static bool nfg_read_number(struct scanner *s, struct rational *number)
{
    return scanner_rational(s, number, "payoff");
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
    names->name = READER_NEW(s->t.r, const char *, MATRIX_SIDE_MAX);
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
    return matrix_payoffs_init(&in->row_payoff, s->t.r, size[0], size[1], NULL) &&
           matrix_payoffs_init(&in->col_payoff, s->t.r, size[0], size[1], NULL);
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
    struct outcome *outcome = READER_NEW(s->t.r, struct outcome, profiles + 1);
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
        s->t.r, NASH_INVALID, NULL,
        "a game as text is Gambit's NFG 1 R \"title\" { \"A\" \"B\" } { 2 2 } and payoffs, or numbers as lrsnash "
        "takes them: rows, columns, the row player's payoffs, the column player's; or a table of numbers, a line for "
        "each row");
    return false;
}

enum nash_status matrix_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    struct matrix_input in = matrix_input_new();
    struct scanner s;
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    matrix_read_beside_text(&r, &in);
    if (!text || !reader_ok(&r))
        return reader_status(&r);
    scanner_begin(&s, &r, text, len);
    if (!matrix_read_table(&s.t, &in) && read_game(&s, &in) && s.token != TOKEN_END)
        text_fail(&s.t, NASH_INVALID, s.from, "something follows after the last payoff");
    if (reader_ok(&r))
        *problem = matrix_validate(&r, &in);
    return reader_status(&r);
}
