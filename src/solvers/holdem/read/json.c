/* Reads the form "equity" from JSON. */
#include <string.h>

#include "input.h"

static const char *const members[] = {"players", "board",   "dead",     "method", "samples", "want",
                                      "pot",     "to_call", "invested", "bets",   NULL};
static const char *const player_members[] = {"range", "name", NULL};
static const char *const bet_members[] = {"amount", "to", "response", NULL};
static const char *const response_members[] = {"fold", NULL};
static const char *const range_required[] = {"range", NULL};
static const char *const fold_required[] = {"fold", NULL};
static const char *const pot_required[] = {"pot", NULL};

static struct text_span span_of(const char *text)
{
    return (struct text_span){text, text + strlen(text)};
}

/* ---- players ---- */

/* Reads a name of 1 to HOLDEM_NAME_MAX characters; NULL: none. */
static const char *read_name(struct reader *player)
{
    size_t characters;
    const char *name = reader_string(player, "name", 4 * HOLDEM_NAME_MAX);
    if (!name)
        return NULL;
    if (!text_utf8_length(span_of(name), &characters) || characters < 1 || characters > HOLDEM_NAME_MAX)
        reader_fail(player, NASH_INVALID, "name", "expected a name of 1 to %d characters", HOLDEM_NAME_MAX);
    return reader_copy(player, name);
}

static void read_players(struct input *in, struct reader *players)
{
    unsigned index = 0;
    for (struct reader item = {0}; reader_item(&item, players); index++) {
        reader_only(&item, player_members);
        reader_require(&item, range_required);
        const char *range = reader_string(&item, "range", HOLDEM_RANGE_TEXT);
        in->problem->name[index] = read_name(&item);
        if (range)
            input_range(in, index, span_of(range));
    }
}

/* ---- stakes ---- */

/* Reads {"fold": 0.4} or {"fold": "22-99,A2s+"}. */
static void read_response(struct reader *bet_reader, struct holdem_bet *bet)
{
    struct reader response, fold;
    struct range_fault fault;
    if (!reader_object(&response, bet_reader, "response"))
        return;
    reader_only(&response, response_members);
    reader_require(&response, fold_required);
    if (!reader_member(&fold, &response, "fold"))
        return;
    if (!cJSON_IsString(fold.value)) {
        bet->fold = reader_as_number(&fold, 0, 1, 0);
        reader_explain(&fold, "expected the probability of a fold from 0 to 1, or the range that folds");
        return;
    }
    const char *text = reader_as_string(&fold, HOLDEM_RANGE_TEXT);
    bet->range = READER_NEW(&fold, struct holdem_range, 1);
    if (text && bet->range && !range_read(span_of(text), bet->range, &fault))
        reader_fail(&fold, NASH_UNPROCESSABLE, NULL, "%s", fault.detail);
}

static void read_bet(struct reader *item, const struct holdem_stakes *stakes, struct holdem_bet *bet)
{
    reader_only(item, bet_members);
    const bool amount = reader_has(item, "amount"), to = reader_has(item, "to");
    if (amount == to)
        reader_fail(item, NASH_INVALID, NULL, "expected either \"amount\" or \"to\"");
    bet->amount = amount ? reader_number(item, "amount", 0, HOLDEM_CHIPS_MAX, 0)
                         : reader_number(item, "to", 0, HOLDEM_CHIPS_MAX, 0) - stakes->invested;
    if (reader_ok(item) && bet->amount <= stakes->to_call)
        reader_fail(item, NASH_UNPROCESSABLE, amount ? "amount" : "to",
                    "a bet adds more chips than the %g to call, this one adds %g", stakes->to_call, bet->amount);
    read_response(item, bet);
}

static void read_stakes(struct input *in)
{
    struct holdem_stakes *stakes = &in->problem->stakes;
    struct reader bets;
    stakes->asked = reader_has(in->r, "pot") || reader_has(in->r, "to_call") || reader_has(in->r, "invested") ||
                    reader_has(in->r, "bets");
    if (!stakes->asked)
        return;
    reader_require(in->r, pot_required);
    stakes->pot = reader_number(in->r, "pot", 0, HOLDEM_CHIPS_MAX, 0);
    stakes->to_call = reader_number(in->r, "to_call", 0, HOLDEM_CHIPS_MAX, 0);
    stakes->invested = reader_number(in->r, "invested", 0, HOLDEM_CHIPS_MAX, 0);
    if (!reader_has(in->r, "bets") || !reader_array(&bets, in->r, "bets"))
        return;
    if (reader_count(&bets) > HOLDEM_BETS_MAX) {
        reader_fail(&bets, NASH_INVALID, NULL, "at most %d bets are expected", HOLDEM_BETS_MAX);
        return;
    }
    if (in->problem->table.players > 2 && reader_count(&bets))
        reader_fail(&bets, NASH_UNPROCESSABLE, NULL, "bets are compared against one opponent, not against %u",
                    in->problem->table.players - 1);
    for (struct reader item = {0}; reader_item(&item, &bets);)
        read_bet(&item, stakes, &stakes->bet[stakes->bets++]);
}

void holdem_equity_read(struct reader *r, void **problem)
{
    struct input in = {.r = r};
    struct reader players;
    reader_only(r, members);
    if (!reader_array(&players, r, "players"))
        return;
    const size_t count = reader_count(&players);
    if (count < 2 || count > HOLDEM_PLAYERS_MAX) {
        reader_fail(&players, NASH_INVALID, NULL, "2 to %d players are expected", HOLDEM_PLAYERS_MAX);
        return;
    }
    if (!input_begin(&in, r, (unsigned)count))
        return;
    *problem = in.problem;
    const char *board = reader_string(r, "board", 64), *dead = reader_string(r, "dead", 256);
    read_players(&in, &players);
    if (board)
        input_board(&in, span_of(board));
    if (dead)
        input_dead(&in, span_of(dead));
    input_options(&in);
    read_stakes(&in);
    if (reader_ok(r))
        input_finish(&in);
}
