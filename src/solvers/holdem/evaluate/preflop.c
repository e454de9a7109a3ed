#include "preflop.h"

#include <solvers/holdem/range/combo.h>

/* The entries as text, seven digits of base 64 each from '0' on, the most significant first: wins << 21 | ties.
 * tests/bench/holdem/make_preflop.c makes them. Entries of hands that would share a card are zero. */
static const char entries[] =
#include "preflop.inc"
    ;
_Static_assert(sizeof entries == HOLDEM_PREFLOP_ENTRIES * HOLDEM_PREFLOP_DIGITS + 1, "size of the preflop table");

/* In this order, a pair of hands has the one of the smaller kind first. */
enum kind { OFFSUIT, SUITED, PAIR, KINDS };

struct hand {
    unsigned kind, number; /* number: among the hands of its kind without regard to suits */
    unsigned high, low;    /* the suits of its cards */
};

/* What is known of two hands of given kinds: the number of ways in which their suits can be related, the first entry,
 * and the relation's number by 3 * relation of the high card + relation of the low card of the second hand. A card is
 * related to the first hand by having the suit of its high card (0), only of its low card (1) or neither (2). */
static const struct relation {
    unsigned ways, first;
    uint8_t way[9];
} relations[KINDS][KINDS] =
    {
        [OFFSUIT] =
            {
                [OFFSUIT] = {7, 0, {0, 0, 2, 1, 0, 4, 3, 5, 6}},
                [SUITED] = {3, 21567, {0, 0, 0, 0, 1, 0, 0, 0, 2}},
                [PAIR] = {4, 39819, {0, 0, 1, 0, 0, 2, 1, 2, 3}},
            },
        [SUITED] =
            {
                [SUITED] = {2, 43875, {0, 0, 0, 0, 0, 0, 0, 0, 1}},
                [PAIR] = {2, 50037, {0, 0, 0, 0, 0, 0, 0, 0, 1}},
            },
        [PAIR] =
            {
                [PAIR] = {3, 52065, {0, 0, 1, 0, 0, 1, 1, 1, 2}},
            },
};
static const unsigned hands_of_kind[KINDS] = {78, 78, 13};

static struct hand hand_of_combo(unsigned combo)
{
    uint8_t high, low;
    combo_cards(combo, &high, &low);
    unsigned a = card_rank(high), b = card_rank(low);
    struct hand hand = {.number = a * (a - 1) / 2 + b, .high = card_suit(high), .low = card_suit(low)};
    if (a == b) {
        hand.kind = PAIR;
        hand.number = a;
    } else {
        hand.kind = hand.high == hand.low ? SUITED : OFFSUIT;
    }
    return hand;
}

static unsigned suit_relation(const struct hand *hand, unsigned suit)
{
    return suit == hand->high ? 0 : suit == hand->low ? 1 : 2;
}

static bool is_ordered(const struct hand *a, const struct hand *b)
{
    return a->kind < b->kind || (a->kind == b->kind && a->number >= b->number);
}

static unsigned entry_of_hands(const struct hand *a, const struct hand *b)
{
    const struct relation *of = &relations[a->kind][b->kind];
    unsigned way = of->way[3 * suit_relation(a, b->high) + suit_relation(a, b->low)];
    unsigned pair = a->kind == b->kind ? a->number * (a->number + 1) / 2 + b->number
                                       : a->number * hands_of_kind[b->kind] + b->number;
    return of->first + pair * of->ways + way;
}

unsigned holdem_preflop_entry(unsigned a, unsigned b, bool *swapped)
{
    struct hand first = hand_of_combo(a), second = hand_of_combo(b);
    *swapped = !is_ordered(&first, &second);
    return *swapped ? entry_of_hands(&second, &first) : entry_of_hands(&first, &second);
}

/* Reads an entry, for the hand that is second in it if `swapped`. */
static void read_entry(unsigned entry, bool swapped, uint32_t *win, uint32_t *tie)
{
    const char *digit = entries + (size_t)entry * HOLDEM_PREFLOP_DIGITS;
    uint64_t value = 0;
    for (int i = 0; i < HOLDEM_PREFLOP_DIGITS; i++)
        value = value << 6 | (uint64_t)(digit[i] - '0');
    *tie = (uint32_t)value & ((1U << 21) - 1);
    *win = (uint32_t)(value >> 21);
    if (swapped)
        *win = HOLDEM_PREFLOP_BOARDS - *win - *tie;
}

void holdem_preflop_pair(unsigned a, unsigned b, uint32_t *win, uint32_t *tie)
{
    bool swapped;
    unsigned entry = holdem_preflop_entry(a, b, &swapped);
    read_entry(entry, swapped, win, tie);
}

void holdem_preflop_row(unsigned combo, float win[static 1326], float tie[static 1326])
{
    struct hand hero = hand_of_combo(combo);
    uint64_t cards = combo_mask(combo);
    for (unsigned other = 0; other < HOLDEM_COMBOS; other++) {
        win[other] = tie[other] = 0;
        if (cards & combo_mask(other))
            continue;
        struct hand villain = hand_of_combo(other);
        bool swapped = !is_ordered(&hero, &villain);
        uint32_t wins, ties;
        read_entry(swapped ? entry_of_hands(&villain, &hero) : entry_of_hands(&hero, &villain), swapped, &wins, &ties);
        win[other] = (float)wins * (1.0F / HOLDEM_PREFLOP_BOARDS);
        tie[other] = (float)ties * (1.0F / HOLDEM_PREFLOP_BOARDS);
    }
}
