#include "input.h"

#include <stdio.h>

const char *const holdem_want_names[HOLDEM_WANTS + 1] = {"combos", "grid", NULL};
static const char *const method_words[] = {"auto", "exact", "monte_carlo", NULL};
const char *const input_option_names[] = {"method", "samples", "want", NULL};

enum { PLACE_TEXT = 64 };

bool input_begin(struct input *in, struct reader *r, unsigned players)
{
    in->r = r;
    in->problem = READER_NEW(r, struct holdem_problem, 1);
    if (!in->problem)
        return false;
    in->problem->table.players = players;
    in->problem->asked = READER_NEW(r, struct holdem_range, players);
    in->problem->name = READER_NEW(r, const char *, players);
    return in->problem->asked && in->problem->name;
}

void input_options(struct input *in)
{
    struct reader want;
    in->method = reader_enum(in->r, "method", method_words, HOLDEM_AUTO);
    in->samples = (uint64_t)reader_int(in->r, "samples", 1, HOLDEM_SAMPLES_MAX, HOLDEM_SAMPLES);
    if (!reader_has(in->r, "want") || !reader_array(&want, in->r, "want"))
        return;
    for (struct reader item = {0}; reader_item(&item, &want);) {
        const uint32_t bit = 1U << reader_as_enum(&item, holdem_want_names, HOLDEM_WANT_GRID);
        if (reader_ok(in->r) && in->problem->want & bit)
            reader_fail(&item, NASH_INVALID, NULL, "each part is expected once");
        in->problem->want |= bit;
    }
}

/* ---- errors ---- */

/* Reports a fault at `pointer` in JSON, or in the text at `at`. */
static void input_fail(const struct input *in, enum nash_status status, const char *pointer, const char *at,
                       const char *detail)
{
    if (in->text)
        text_fail(in->text, status, at, "%s", detail);
    else
        reader_fail_pointer(in->r, status, pointer, "%s", detail);
}

static void range_place(unsigned player, char pointer[static PLACE_TEXT])
{
    snprintf(pointer, PLACE_TEXT, "/players/%u/range", player);
}

static void fail_range(const struct input *in, unsigned player, const char *detail)
{
    char pointer[PLACE_TEXT];
    range_place(player, pointer);
    input_fail(in, NASH_UNPROCESSABLE, pointer, in->range_at[player], detail);
}

/* ---- cards and ranges ---- */

static uint64_t set_of(const uint8_t *card, unsigned count)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < count; i++)
        set |= card_bit(card[i]);
    return set;
}

/* Reads cards as a set; 0 after an error. */
static uint64_t read_set(const struct input *in, struct text_span text, unsigned max, const char *pointer)
{
    uint8_t card[CARD_DECK];
    unsigned count = 0;
    struct range_fault fault;
    if (range_read_cards(text, card, max, &count, &fault))
        return set_of(card, count);
    input_fail(in, NASH_UNPROCESSABLE, pointer, fault.at, fault.detail);
    return 0;
}

void input_board(struct input *in, struct text_span text)
{
    struct holdem_spot *spot = &in->problem->table.spot;
    in->board_at = text.at;
    /* six cards are read, to say that a board has five at most */
    spot->board = read_set(in, text, HOLDEM_BOARD + 1, "/board");
    const int cards = __builtin_popcountll(spot->board);
    char detail[PLACE_TEXT + 32];
    if (cards == 0 || cards == 3 || cards == 4 || cards == HOLDEM_BOARD)
        return;
    snprintf(detail, sizeof detail, "a board has 0, 3, 4 or 5 cards, not %d%s", cards,
             cards > HOLDEM_BOARD ? " or more" : "");
    input_fail(in, NASH_UNPROCESSABLE, "/board", text.at, detail);
}

void input_dead(struct input *in, struct text_span text)
{
    in->dead_at = text.at;
    in->problem->table.spot.dead = read_set(in, text, HOLDEM_DEAD_MAX, "/dead");
}

void input_range(struct input *in, unsigned player, struct text_span text)
{
    struct range_fault fault;
    in->range_at[player] = text.at;
    if (range_read(text, &in->problem->asked[player], &fault))
        return;
    if (in->text)
        in->range_at[player] = fault.at;
    fail_range(in, player, fault.detail);
}

/* ---- the whole ---- */

/* Writes who is meant: "player 2" or "player 2 (Ann)". */
static const char *player_name(const struct holdem_problem *p, unsigned player, char out[static 320])
{
    if (p->name[player])
        snprintf(out, 320, "player %u (%s)", player + 1, p->name[player]);
    else
        snprintf(out, 320, "player %u", player + 1);
    return out;
}

static void check_known(const struct input *in)
{
    const struct holdem_spot *spot = &in->problem->table.spot;
    char detail[PLACE_TEXT + 32], card[CARD_TEXT];
    if (!(spot->board & spot->dead))
        return;
    snprintf(detail, sizeof detail, "the card %s is on the board, too",
             card_write((unsigned)__builtin_ctzll(spot->board & spot->dead), card));
    input_fail(in, NASH_UNPROCESSABLE, "/dead", in->dead_at, detail);
}

/* Sets *cards to the hand of a range of one combo; returns false for others. */
static bool fixed_hand(const struct holdem_range *range, uint64_t *cards)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS && count < 2; i++)
        if (range->weight[i] > 0) {
            *cards = combo_mask(i);
            count++;
        }
    return count == 1;
}

/* Reports a card of a fixed hand that is known, or in another fixed hand. */
static void check_hands(const struct input *in)
{
    const struct holdem_problem *p = in->problem;
    uint64_t cards, used = 0;
    char detail[PLACE_TEXT + 64], card[CARD_TEXT];
    for (unsigned player = 0; player < p->table.players; player++) {
        if (!fixed_hand(&p->asked[player], &cards))
            continue;
        const struct holdem_spot *spot = &p->table.spot;
        const uint64_t twice = cards & (spot->board | spot->dead | used);
        if (twice) {
            const unsigned which = (unsigned)__builtin_ctzll(twice);
            snprintf(detail, sizeof detail, "the card %s is %s, too", card_write(which, card),
                     spot->board >> which & 1  ? "on the board"
                     : spot->dead >> which & 1 ? "dead"
                                               : "in another player's hand");
            fail_range(in, player, detail);
        }
        used |= cards;
    }
}

static void check_ranges(const struct input *in)
{
    struct holdem_problem *p = in->problem;
    char detail[512], name[320];
    for (unsigned player = 0; player < p->table.players; player++) {
        p->table.range[player] = p->asked[player];
        range_remove(&p->table.range[player], p->table.spot.board | p->table.spot.dead);
        if (range_count(&p->table.range[player]) > 0)
            continue;
        snprintf(detail, sizeof detail, "the range of %s has no hand left%s", player_name(p, player, name),
                 range_count(&p->asked[player]) ? " without the known cards" : ": all weights are 0");
        fail_range(in, player, detail);
    }
}

static void select_method(struct input *in)
{
    struct holdem_problem *p = in->problem;
    double steps;
    p->method = in->method;
    const enum holdem_method automatic = holdem_table_method(&p->table, &steps);
    if (in->method == HOLDEM_AUTO)
        p->method = automatic;
    else if (in->method == HOLDEM_EXACT && automatic == HOLDEM_PREFLOP_TABLE)
        p->method = automatic;
    else if (in->method == HOLDEM_EXACT && steps > HOLDEM_EXACT_STEPS)
        reader_fail(in->r, NASH_UNPROCESSABLE, "method",
                    "an exact answer would take about %.1g steps; at most %.0g are allowed: choose monte_carlo or "
                    "auto, or narrower ranges",
                    steps, HOLDEM_EXACT_STEPS);
    p->samples = p->method == HOLDEM_MONTE_CARLO ? in->samples : 0;
}

/* The default of "want": a grid where some player has more than one combo. */
static void choose_want(struct input *in)
{
    struct holdem_problem *p = in->problem;
    for (unsigned player = 0; player < p->table.players && !reader_has(in->r, "want"); player++)
        if (range_count(&p->asked[player]) > 1)
            p->want |= 1U << HOLDEM_WANT_GRID;
}

void input_finish(struct input *in)
{
    choose_want(in);
    check_known(in);
    if (reader_ok(in->r))
        check_hands(in);
    if (reader_ok(in->r))
        check_ranges(in);
    if (reader_ok(in->r) && !holdem_table_possible(&in->problem->table))
        input_fail(in, NASH_UNPROCESSABLE, "/players", in->range_at[0],
                   "the ranges share so many cards that no deal gives a hand to every player");
    if (reader_ok(in->r))
        select_method(in);
}
