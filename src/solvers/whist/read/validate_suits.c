/* Checks a deal of several suits and a game played with it. The suits stand in the order S, H, D, C, whatever the order
 * of the request; the ranks of a suit are any distinct integers and become the bits of its masks. */
#include <stdio.h>
#include <stdlib.h>

#include <solvers/whist/suits/rules.h>

#include "input.h"

/* ---- the deal ---- */

struct holding {
    int64_t label;
    uint32_t hand, index; /* place in the request */
};

static int compare_holdings(const void *one, const void *two)
{
    const struct holding *a = one, *b = two;
    return a->label < b->label ? -1 : a->label > b->label ? 1 : (int)a->hand - (int)b->hand;
}

/* Checks hands of equal size, and of 1 to WHIST_SUITS_CARDS cards. Returns the cards of a hand. */
static uint32_t validate_sizes(const struct reader *r, const struct whist_input *in)
{
    size_t count[2] = {0};
    for (unsigned s = 0; s < WHIST_SUITS; s++)
        for (unsigned hand = 0; hand < 2; hand++)
            count[hand] += in->hand[s][hand].count;
    if (count[0] != count[1])
        reader_fail(r, NASH_UNPROCESSABLE, "suits",
                    "a holds %zu card%s and b %zu: both hold equally many, all suits together", count[0],
                    &"s"[count[0] == 1], count[1]);
    if (!count[0])
        reader_fail(r, NASH_UNPROCESSABLE, "suits",
                    "holds no card: deal each hand at least one, as {\"S\": {\"a\": [14], \"b\": [13]}}");
    if (count[0] > WHIST_SUITS_CARDS)
        reader_fail(r, NASH_UNPROCESSABLE, "suits", "several suits are searched up to %d cards a hand, not %zu",
                    WHIST_SUITS_CARDS, count[0]);
    return (uint32_t)count[0];
}

/* Converts one suit to the masks of a and b. */
static void validate_suit(const struct reader *r, const struct whist_input *in, unsigned suit, uint64_t mask[2],
                          struct whist_suits *suits)
{
    struct holding held[2 * WHIST_SUITS_CARDS];
    uint32_t count = 0;
    for (uint32_t hand = 0; hand < 2; hand++)
        for (uint32_t i = 0; i < in->hand[suit][hand].count; i++)
            held[count++] = (struct holding){in->hand[suit][hand].value[i], hand, i};
    qsort(held, count, sizeof *held, compare_holdings);
    int64_t *label = READER_NEW(r, int64_t, count);
    for (uint32_t i = 0; i < count && label; i++) {
        char at[48];
        snprintf(at, sizeof at, "/suits/%c/%c/%u", whist_suit_names[suit], held[i].hand ? 'b' : 'a', held[i].index);
        if (i && held[i].label == held[i - 1].label)
            reader_fail_pointer(r, NASH_UNPROCESSABLE, at,
                                "card %lld of this suit is there twice%s: each card once, in one hand",
                                (long long)held[i].label, held[i].hand != held[i - 1].hand ? ", in both hands" : "");
        label[i] = held[i].label;
        mask[held[i].hand] |= UINT64_C(1) << i;
    }
    suits->label[suit] = label;
    suits->cards[suit] = count;
}

/* ---- a played game ---- */

/* Reports why a card cannot be played. */
static void refuse_card(const struct reader *r, const struct suits_game *game, bool b_leads,
                        const struct whist_card_input *card, size_t index, enum suits_fault fault)
{
    const char *turn = (game->turn == 0) == b_leads ? "b" : "a";
    char suit = whist_suit_names[card->suit];
    switch (fault) {
    case SUITS_NOT_ON_TURN:
        reader_fail_at(r, NASH_UNPROCESSABLE, "play", index,
                       "it is the turn of %s, and the other holds %c %lld: cards stand in the order played, and who "
                       "wins a trick leads the next",
                       turn, suit, (long long)card->label);
        break;
    case SUITS_REVOKE:
        reader_fail_at(r, NASH_UNPROCESSABLE, "play", index, "a revoke: %s holds %c and must follow suit", turn,
                       whist_suit_names[game->lead.suit]);
        break;
    default:
        reader_fail_at(r, NASH_UNPROCESSABLE, "play", index,
                       "%c %lld is not held: it was never dealt, or played before", suit, (long long)card->label);
    }
}

/* Finds the rank of a card by its label. */
static bool find_card(const struct whist_suits *suits, const struct whist_card_input *input, struct suits_card *card)
{
    for (uint32_t rank = 0; rank < suits->cards[input->suit]; rank++)
        if (suits->label[input->suit][rank] == input->label) {
            *card = (struct suits_card){input->suit, (uint8_t)rank};
            return true;
        }
    return false;
}

static void validate_play(const struct reader *r, const struct whist_input *in, struct whist_suits *suits)
{
    struct suits_game game;
    struct suits_card *play = READER_NEW(r, struct suits_card, in->play_count);
    suits_game_init(&game, &suits->deal);
    for (size_t i = 0; i < in->play_count && reader_ok(r); i++) {
        enum suits_fault fault = SUITS_NOT_HELD;
        if (find_card(suits, &in->play_suits[i], &play[i]))
            fault = suits_game_fault(&game, play[i]);
        if (fault == SUITS_LEGAL)
            suits_game_play(&game, play[i]);
        else
            refuse_card(r, &game, suits->b_leads, &in->play_suits[i], i, fault);
    }
    suits->play = play;
    suits->played = (uint32_t)in->play_count;
}

/* ---- the problem ---- */

/* Reports members that are for one suit only. */
static void check_combinations(const struct reader *r, const struct whist_input *in)
{
    if (in->method != WHIST_AUTO && in->method != WHIST_SEARCH)
        reader_fail(r, NASH_UNPROCESSABLE, "method",
                    "%s is for deals of one suit: several are solved by search; leave it out",
                    whist_method_names[in->method]);
    if (in->compare || in->confirm)
        reader_fail(r, NASH_UNPROCESSABLE, in->compare ? "compare" : "confirm",
                    "is for deals of one suit, which more than one method solves: leave it out");
    if (in->has_trump && !in->has_suit[in->trump])
        reader_fail(r, NASH_UNPROCESSABLE, "trump",
                    "%c is none of the suits given: name one of them, or null for no trump",
                    whist_suit_names[in->trump]);
    if (in->play_count && !in->play_suits)
        reader_fail_at(r, NASH_UNPROCESSABLE, "play", 0, "a card of several suits is {\"suit\": \"S\", \"card\": 14}");
}

const struct whist_suits *whist_validate_suits(const struct reader *r, const struct whist_input *in)
{
    struct whist_suits *suits = READER_NEW(r, struct whist_suits, 1);
    if (!suits)
        return NULL;
    check_combinations(r, in);
    suits->b_leads = in->b_leads;
    suits->deal.trump = in->has_trump ? in->trump : -1;
    suits->order = validate_sizes(r, in);
    for (unsigned s = 0; s < WHIST_SUITS && reader_ok(r); s++) {
        uint64_t mask[2] = {0};
        validate_suit(r, in, s, mask, suits);
        suits->deal.suit[s] = (struct suits_suit){.leader = mask[in->b_leads], .other = mask[!in->b_leads]};
    }
    if (in->play_count && reader_ok(r))
        validate_play(r, in, suits);
    return suits;
}
