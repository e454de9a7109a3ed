/* Reads a match, as schema/kinds/hex.request.json defines it. */
#include <string.h>

#include "match.h"

enum { SIZE_DEFAULT = 11, OPENING_TEXT_MAX = 4 * HEX_PLIES_MAX };

#define ELO_MAX 1000.0

/* ---- openings ---- */

/* Reads a move at *text and skips blanks. Returns false if there is none. */
static bool read_move(const struct hex_board *board, const char **text, unsigned *move)
{
    static const char *const swaps[] = {"swap-pieces", "swap"};
    size_t len = hex_cell_read(board, *text, strlen(*text), move);
    for (unsigned i = 0; !len && i < 2; i++)
        if (strncmp(*text, swaps[i], strlen(swaps[i])) == 0) {
            len = strlen(swaps[i]);
            *move = HEX_SWAP;
        }
    *text += len;
    if (!len || ((*text)[0] && (*text)[0] != ' '))
        return false;
    *text += strspn(*text, " ");
    return true;
}

static void read_opening(const struct reader *item, const struct hex_rules *rules, struct hex_opening *opening)
{
    struct hex_position position = {.to_move = HEX_BLACK};
    const char *text = reader_as_string(item, OPENING_TEXT_MAX);
    uint16_t *move = READER_NEW(item, uint16_t, text ? (strlen(text) + 2) / 2 : 1);
    hex_board_init(&position.board, rules->rows, rules->cols);
    *opening = (struct hex_opening){.move = move};
    for (text = text ? text + strspn(text, " ") : ""; move && *text; opening->plies++) {
        unsigned at, number = opening->plies + 1;
        if (!read_move(&position.board, &text, &at)) {
            reader_fail(item, NASH_UNPROCESSABLE, NULL, "move %u is not a cell of this board, such as \"a2\"", number);
            return;
        }
        if (hex_winner(&position.board) != HEX_EMPTY) {
            reader_fail(item, NASH_UNPROCESSABLE, NULL, "move %u comes after the end of the game", number);
            return;
        }
        if (!hex_move_apply(&position, rules, opening->plies, at)) {
            reader_fail(item, NASH_UNPROCESSABLE, NULL, "move %u is illegal: %s", number,
                        at == HEX_SWAP ? "White may swap as its first move, with \"swap\": true on a square board"
                                       : "the cell is occupied");
            return;
        }
        move[opening->plies] = (uint16_t)at;
    }
    if (hex_winner(&position.board) != HEX_EMPTY)
        reader_fail(item, NASH_UNPROCESSABLE, NULL, "the opening ends the game: nothing is left to play");
}

static void read_openings(struct reader *r, struct hex_match *match)
{
    struct reader array, item = {0};
    if (!reader_array(&array, r, "openings")) {
        match->openings = hex_openings_default(&match->rules, r->root->arena, &match->opening);
        if (!match->openings)
            reader_nomem(r);
        return;
    }
    size_t count = reader_count(&array);
    if (!count || count > HEX_OPENINGS_MAX) {
        reader_fail(&array, NASH_INVALID, NULL, "must have 1 to %d openings, such as \"a2 f6\"", HEX_OPENINGS_MAX);
        return;
    }
    match->opening = READER_NEW(r, struct hex_opening, count);
    while (match->opening && reader_ok(r) && reader_item(&item, &array))
        read_opening(&item, &match->rules, &match->opening[match->openings++]);
}

static bool openings_equal(const struct hex_opening *a, const struct hex_opening *b)
{
    return a->plies == b->plies && memcmp(a->move, b->move, sizeof *a->move * a->plies) == 0;
}

/* Players without chance repeat a game if they repeat an opening with the same colors. */
static void check_repetition(const struct reader *r, const struct hex_match *match)
{
    unsigned needed = hex_openings_needed(match->games, match->first);
    if (hex_match_seeded(match))
        return;
    if (needed > match->openings)
        reader_fail(r, NASH_UNPROCESSABLE, "games",
                    "would repeat games, because both engines always play the same: %u games, %u of them with a as "
                    "Black, need %u openings, and there are %u",
                    match->games, match->first, needed, match->openings);
    for (unsigned i = 0; i < needed && i < match->openings && reader_ok(r); i++)
        for (unsigned j = 0; j < i; j++)
            if (openings_equal(&match->opening[i], &match->opening[j])) {
                reader_fail_at(r, NASH_UNPROCESSABLE, "openings", i,
                               "is the same as opening %u: both engines would play the same game again", j + 1);
                return;
            }
}

/* ---- other members ---- */

static void read_player(struct reader *r, const char *name, const struct hex_engine *const *engines,
                        const struct hex_rules *rules, struct hex_player *player)
{
    static const char *const members[] = {HEX_PLAYER_MEMBERS, NULL}, *const required[] = {"engine", NULL};
    struct reader object;
    if (!reader_object(&object, r, name))
        return;
    reader_only(&object, members);
    reader_require(&object, required);
    hex_player_read(&object, engines, NULL, player);
    hex_player_check_net(&object, player, rules->rows, rules->cols);
}

static void read_sprt(struct reader *r, struct hex_match *match)
{
    static const char *const members[] = {"elo0", "elo1", "alpha", "beta", NULL};
    struct reader object;
    struct hex_sprt *sprt = &match->sprt;
    match->has_sprt = reader_object(&object, r, "sprt");
    if (!match->has_sprt)
        return;
    reader_only(&object, members);
    sprt->elo0 = reader_number(&object, "elo0", -ELO_MAX, ELO_MAX, 0);
    sprt->elo1 = reader_number(&object, "elo1", -ELO_MAX, ELO_MAX, 35);
    sprt->alpha = reader_number(&object, "alpha", 0.0001, 0.4999, 0.05);
    sprt->beta = reader_number(&object, "beta", 0.0001, 0.4999, 0.05);
    if (sprt->elo1 <= sprt->elo0)
        reader_fail(&object, NASH_UNPROCESSABLE, "elo1", "must be greater than \"elo0\", %g", sprt->elo0);
}

static void read_size(struct reader *r, struct hex_rules *rules)
{
    bool has_sides = reader_has(r, "rows") || reader_has(r, "cols");
    rules->rows = rules->cols = (uint8_t)reader_int(r, "size", 1, HEX_SIZE_MAX, SIZE_DEFAULT);
    if (!has_sides)
        return;
    if (reader_has(r, "size") || !reader_has(r, "rows") || !reader_has(r, "cols"))
        reader_fail(r, NASH_INVALID, NULL, "give \"size\", or both \"rows\" and \"cols\"");
    rules->rows = (uint8_t)reader_int(r, "rows", 1, HEX_SIZE_MAX, SIZE_DEFAULT);
    rules->cols = (uint8_t)reader_int(r, "cols", 1, HEX_SIZE_MAX, SIZE_DEFAULT);
}

struct hex_match *hex_match_read(struct reader *r, const struct hex_engine *const *engines)
{
    static const char *const roots[] = {"size", "rows", "cols", "swap", "match", NULL};
    static const char *const members[] = {"a", "b", "games", "first", "openings", "sprt", HEX_MEMBERS_KEYS, NULL};
    static const char *const required[] = {"a", "b", NULL};
    struct reader object;
    struct hex_match *match = READER_NEW(r, struct hex_match, 1);
    reader_only(r, roots);
    if (!match || !reader_object(&object, r, "match"))
        return NULL;
    read_size(r, &match->rules);
    match->rules.swap = reader_bool(r, "swap", false);
    reader_only(&object, members);
    reader_require(&object, required);
    read_player(&object, "a", engines, &match->rules, &match->rules.player[0]);
    read_player(&object, "b", engines, &match->rules, &match->rules.player[1]);
    match->games = (unsigned)reader_int(&object, "games", 1, HEX_GAMES_MAX, HEX_GAMES_DEFAULT);
    match->first = (unsigned)reader_int(&object, "first", 0, HEX_GAMES_MAX, (match->games + 1) / 2);
    if (match->first > match->games)
        reader_fail(&object, NASH_UNPROCESSABLE, "first", "must be at most \"games\", %u", match->games);
    read_sprt(&object, match);
    hex_members_read(&object, &match->members);
    if (reader_ok(r) && match->members.count && hex_task_bytes(&match->rules) > HEX_TASK_MAX)
        reader_fail(&object, NASH_UNPROCESSABLE, "shards",
                    "cannot play by these nets: a member is sent at most %d bytes, and they have %zu", HEX_TASK_MAX,
                    hex_task_bytes(&match->rules));
    if (reader_ok(r))
        read_openings(&object, match);
    if (reader_ok(r))
        check_repetition(&object, match);
    return reader_ok(r) ? match : NULL;
}
