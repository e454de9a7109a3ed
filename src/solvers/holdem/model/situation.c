/* Situations as numbers, in mixed radix: the digits that a level drops are the last ones, except for the seats before
 * the flop, which are grouped. */
#include "situation.h"

#include <stdio.h>

enum spot {
    SPOT_UNOPENED,
    SPOT_LIMPED,
    SPOT_RAISED,
    SPOT_RERAISED_IN, /* reraised; the player has acted before */
    SPOT_RERAISED_COLD,
    SPOT_MORE_IN,
    SPOT_MORE_COLD,
    SPOT_OPTION /* not raised, and nothing to call */
};

enum place { PLACE_SMALL, PLACE_BIG, PLACE_EARLY, PLACE_MIDDLE, PLACE_CUTOFF, PLACE_BUTTON, PLACE_HEADS_UP };

#define HUGE_BET 1.3 /* as a part of the pot */

const uint16_t situation_preflop[SITUATION_LEVELS] = {SITUATION_PREFLOP_0, SITUATION_PREFLOP_1, SITUATION_PREFLOP_2,
                                                      SITUATION_PREFLOP_3};
const uint16_t situation_count[SITUATION_LEVELS] = {SITUATION_PREFLOP_0 + SITUATION_POSTFLOP_0,
                                                    SITUATION_PREFLOP_1 + SITUATION_POSTFLOP_1,
                                                    SITUATION_PREFLOP_2 + SITUATION_POSTFLOP_2, SITUATIONS};

static const uint8_t place_group[SITUATION_PLACES] = {0, 1, 2, 2, 3, 3, 4};
/* how many situations of a level after the flop belong to one of the level above */
static const uint8_t postflop_radix[SITUATION_LEVELS] = {0, 3, 4, 6};

uint16_t situation_parent(uint16_t situation, unsigned level)
{
    const unsigned preflop = situation_preflop[level];
    if (situation >= preflop)
        return (uint16_t)(situation_preflop[level - 1] + (situation - preflop) / postflop_radix[level]);
    if (level == 3) {
        const unsigned raiser = situation / 2 % (SITUATION_PLACES + 1);
        const unsigned group = raiser ? place_group[raiser - 1] + 1U : 0;
        return (uint16_t)(situation / (2 * (SITUATION_PLACES + 1)) * (SITUATION_GROUPS + 1) + group);
    }
    if (level == 1)
        return situation / SITUATION_PLACES;
    const unsigned spot = situation / (SITUATION_GROUPS + 1) / SITUATION_PLACES;
    const unsigned place = situation / (SITUATION_GROUPS + 1) % SITUATION_PLACES;
    const bool exact = spot == SPOT_UNOPENED || spot == SPOT_LIMPED || spot == SPOT_OPTION;
    return (uint16_t)(spot * SITUATION_PLACES + (exact ? place : place_group[place]));
}

uint16_t situation_at(uint16_t finest, unsigned level)
{
    for (unsigned l = SITUATION_FINEST; l > level; l--)
        finest = situation_parent(finest, l);
    return finest;
}

/* ---- from a hand ---- */

struct replay {
    const struct holdem_history_hand *hand;
    uint8_t street, left;    /* left: players who have not folded */
    uint32_t folded, acted;  /* sets of players; acted: on this street */
    uint32_t bettor, caller; /* who bet, and who called a bet, on earlier streets after the flop */
    uint32_t bettor_now, caller_now;
    int raiser, last_aggressor; /* -1: none */
    bool limped, called, checked;
    unsigned preflop_raises;
    double fraction; /* the last bet or raise of this street as a part of the pot */
};

/* Returns the place of a player at the table. Players are numbered from the first seat after the button. */
static unsigned player_place(const struct holdem_history_hand *hand, unsigned player)
{
    const unsigned behind = hand->players - 1U - player; /* seats between the player and the button */
    if (hand->players == 2)
        return player ? PLACE_HEADS_UP : PLACE_BIG;
    if (player < 2)
        return player ? PLACE_BIG : PLACE_SMALL;
    return behind == 0 ? PLACE_BUTTON : behind == 1 ? PLACE_CUTOFF : behind == 2 ? PLACE_MIDDLE : PLACE_EARLY;
}

static unsigned preflop_situation(const struct replay *r, const struct history_action *a)
{
    const bool in = r->acted >> a->player & 1;
    unsigned spot;
    if (a->raises == 0)
        spot = a->to_call == 0 ? SPOT_OPTION : r->limped ? SPOT_LIMPED : SPOT_UNOPENED;
    else if (a->raises == 1)
        spot = SPOT_RAISED;
    else if (a->raises == 2)
        spot = in ? SPOT_RERAISED_IN : SPOT_RERAISED_COLD;
    else
        spot = in ? SPOT_MORE_IN : SPOT_MORE_COLD;
    const unsigned raiser = r->raiser < 0 ? 0 : player_place(r->hand, (unsigned)r->raiser) + 1;
    const unsigned other = a->raises == 0 ? r->limped : r->called;
    return ((spot * SITUATION_PLACES + player_place(r->hand, a->player)) * (SITUATION_PLACES + 1) + raiser) * 2 + other;
}

static bool acts_last(const struct replay *r, unsigned player)
{
    for (unsigned p = player + 1; p < r->hand->players; p++)
        if (!(r->folded >> p & 1))
            return false;
    return true;
}

static unsigned postflop_situation(const struct replay *r, const struct history_action *a)
{
    unsigned facing;
    if (a->to_call == 0)
        facing = r->checked;
    else if (a->raises >= 2)
        facing = 6;
    else
        facing = r->fraction < 0.45 ? 2 : r->fraction < 0.8 ? 3 : r->fraction < HUGE_BET ? 4 : 5;
    const unsigned initiative = r->last_aggressor == a->player ? 0 : r->last_aggressor >= 0 ? 1 : 2;
    const unsigned before = r->bettor >> a->player & 1 ? 2 : r->caller >> a->player & 1;
    unsigned s = (a->street - 1U) * SITUATION_FACINGS + facing;
    s = s * 3 + initiative;
    s = (s * 2 + (r->left > 2)) * 2 + acts_last(r, a->player);
    s = (s * 3 + before) * 2 + (r->preflop_raises > 1);
    return SITUATION_PREFLOP_3 + s;
}

static void replay_street(struct replay *r, uint8_t street, int *aggressor)
{
    if (r->street == street)
        return;
    r->last_aggressor = street == r->street + 1 ? *aggressor : -1;
    *aggressor = r->raiser = -1;
    r->street = street;
    r->acted = 0;
    r->called = r->checked = false;
    r->fraction = 0;
    r->bettor |= r->bettor_now;
    r->caller |= r->caller_now;
    r->bettor_now = r->caller_now = 0;
}

static unsigned deed_of(const struct history_action *a, double fraction)
{
    switch (a->move) {
    case HISTORY_FOLD:
        return HOLDEM_DEED_FOLD;
    case HISTORY_CHECK:
    case HISTORY_CALL:
        return HOLDEM_DEED_PASSIVE;
    default:
        if (a->street == HISTORY_PREFLOP)
            return fraction <= 0.62 ? HOLDEM_DEED_SMALL : HOLDEM_DEED_MEDIUM;
        return fraction < 0.45 ? HOLDEM_DEED_SMALL : fraction < 0.85 ? HOLDEM_DEED_MEDIUM : HOLDEM_DEED_LARGE;
    }
}

static void replay_act(struct replay *r, const struct history_action *a, unsigned deed, double fraction)
{
    const uint32_t bit = UINT32_C(1) << a->player;
    r->acted |= bit;
    if (deed == HOLDEM_DEED_FOLD) {
        r->folded |= bit;
        r->left--;
    } else if (deed == HOLDEM_DEED_PASSIVE) {
        r->limped |= a->street == HISTORY_PREFLOP && a->raises == 0 && a->to_call > 0;
        r->called |= a->raises > 0;
        r->checked |= a->to_call == 0;
        if (a->street != HISTORY_PREFLOP && a->to_call > 0)
            r->caller_now |= bit;
    } else {
        r->fraction = fraction;
        r->called = false;
        r->raiser = a->player;
        r->preflop_raises += a->street == HISTORY_PREFLOP;
        if (a->street != HISTORY_PREFLOP)
            r->bettor_now |= bit;
    }
}

size_t situation_list(const struct holdem_history_hand *hand, struct decision decision[static HISTORY_ACTIONS])
{
    struct replay r = {.hand = hand, .left = hand->players, .raiser = -1, .last_aggressor = -1};
    int aggressor = -1;
    for (uint32_t k = 0; k < hand->actions; k++) {
        const struct history_action *a = &hand->action[k];
        replay_street(&r, a->street, &aggressor);
        const int64_t high = a->to - a->added + a->to_call, pot = a->pot + a->to_call;
        const double fraction = pot > 0 ? (double)(a->to - high) / (double)pot : 0;
        const unsigned deed = deed_of(a, fraction);
        const unsigned s = a->street == HISTORY_PREFLOP ? preflop_situation(&r, a) : postflop_situation(&r, a);
        decision[k] = (struct decision){a->player, a->street, (uint8_t)deed, (uint16_t)s};
        replay_act(&r, a, deed, fraction);
        if (deed > HOLDEM_DEED_PASSIVE)
            aggressor = a->player;
    }
    return hand->actions;
}

/* ---- in words ---- */

static const char *const spot_words[SITUATION_SPOTS] = {"unopened pot",
                                                        "limped pot",
                                                        "facing a raise",
                                                        "own action reraised",
                                                        "facing two raises",
                                                        "own action raised again",
                                                        "facing three raises or more",
                                                        "option to check"};
static const char *const place_words[SITUATION_PLACES] = {"small blind", "big blind", "early",          "middle",
                                                          "cutoff",      "button",    "heads-up button"};
static const char *const group_words[SITUATION_GROUPS] = {"small blind", "big blind", "early", "late",
                                                          "heads-up button"};
static const char *const facing_words[SITUATION_FACINGS] = {
    "first to act",       "checked to",        "facing a small bet", "facing a medium bet",
    "facing a large bet", "facing a huge bet", "facing a raise"};
static const char *const initiative_words[3] = {"with the initiative", "without the initiative", "nobody bet before"};
static const char *const street_words[3] = {"flop", "turn", "river"};
static const char *const before_words[3] = {"", ", called before", ", bet before"};

static void name_preflop(unsigned s, unsigned level, char *out)
{
    const unsigned below = level == 3 ? (SITUATION_PLACES + 1) * 2 : level == 2 ? SITUATION_GROUPS + 1 : 1;
    const unsigned seat = s / below, spot = level ? seat / SITUATION_PLACES : s;
    const bool exact = level > 1 || spot == SPOT_UNOPENED || spot == SPOT_LIMPED || spot == SPOT_OPTION;
    const unsigned place = seat % SITUATION_PLACES;
    const unsigned raiser = level == 3 ? s / 2 % (SITUATION_PLACES + 1) : level == 2 ? s % (SITUATION_GROUPS + 1) : 0;
    int n = snprintf(out, SITUATION_NAME, "%s", spot_words[spot]);
    if (level)
        n += snprintf(out + n, SITUATION_NAME - (size_t)n, ", %s",
                      exact ? place_words[place] : group_words[place < SITUATION_GROUPS ? place : 0]);
    if (raiser)
        n += snprintf(out + n, SITUATION_NAME - (size_t)n, ", raised from %s",
                      level == 3 ? place_words[raiser - 1] : group_words[raiser - 1]);
    if (level == 3 && s % 2)
        snprintf(out + n, SITUATION_NAME - (size_t)n, ", others called");
}

char *situation_name(uint16_t situation, unsigned level, char out[static SITUATION_NAME])
{
    if (situation < situation_preflop[level]) {
        name_preflop(situation, level, out);
        return out;
    }
    unsigned s = situation - situation_preflop[level], digit[SITUATION_LEVELS] = {0};
    for (unsigned l = level; l > 0; l--) {
        digit[l] = s % postflop_radix[l];
        s /= postflop_radix[l];
    }
    int n = snprintf(out, SITUATION_NAME, "%s, %s", street_words[s / SITUATION_FACINGS],
                     facing_words[s % SITUATION_FACINGS]);
    if (level >= 1)
        n += snprintf(out + n, SITUATION_NAME - (size_t)n, ", %s", initiative_words[digit[1]]);
    if (level >= 2)
        n += snprintf(out + n, SITUATION_NAME - (size_t)n, ", %s%s", digit[2] / 2 ? "multiway" : "heads-up",
                      digit[2] % 2 ? ", last" : "");
    if (level >= 3)
        snprintf(out + n, SITUATION_NAME - (size_t)n, "%s%s", before_words[digit[3] / 2],
                 digit[3] % 2 ? ", reraised pot" : "");
    return out;
}
