#include "preflop.h"

#include <string.h>

#include <solvers/holdem/range/combo.h>

/* The entries as text, seven digits of base 64 each from '0' on, the least significant first: wins << 21 | ties.
 * tests/bench/holdem/make_preflop.c makes them. Entries of hands that would share a card are zero. */
static const char entries[] =
#include "preflop.inc"
    ;
_Static_assert(sizeof entries == HOLDEM_PREFLOP_ENTRIES * HOLDEM_PREFLOP_DIGITS + 1, "size of the preflop table");

/* In this order, a pair of hands has the one of the smaller kind first. */
enum kind { OFFSUIT, SUITED, PAIR, KINDS, MOST_WAYS = 7 };

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

/* Returns the number of the way in which the suits of b are related to those of a. */
static unsigned way_of_suits(const struct hand *a, const struct hand *b)
{
    return relations[a->kind][b->kind].way[3 * suit_relation(a, b->high) + suit_relation(a, b->low)];
}

/* Returns the first entry of two hands without regard to suits. */
static unsigned first_entry(const struct hand *a, const struct hand *b)
{
    const struct relation *of = &relations[a->kind][b->kind];
    unsigned pair = a->kind == b->kind ? a->number * (a->number + 1) / 2 + b->number
                                       : a->number * hands_of_kind[b->kind] + b->number;
    return of->first + pair * of->ways;
}

unsigned holdem_preflop_entry(unsigned a, unsigned b, bool *swapped)
{
    struct hand first = hand_of_combo(a), second = hand_of_combo(b);
    *swapped = !is_ordered(&first, &second);
    return *swapped ? first_entry(&second, &first) + way_of_suits(&second, &first)
                    : first_entry(&first, &second) + way_of_suits(&first, &second);
}

/* Reads an entry, for the hand that is second in it if `swapped`. */
static inline void read_entry(unsigned entry, bool swapped, uint32_t *win, uint32_t *tie)
{
    const char *digit = entries + (size_t)entry * HOLDEM_PREFLOP_DIGITS;
    uint64_t value; /* the last entry has the end of the text as its eighth byte */
    memcpy(&value, digit, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    value = (value & UINT64_C(0x00ffffffffffffff)) - UINT64_C(0x0030303030303030);
    value = (value & UINT64_C(0x003f003f003f003f)) | (value >> 2 & UINT64_C(0x00000fc00fc00fc0));
    value = (value & UINT64_C(0x00000fff00000fff)) | (value >> 4 & UINT64_C(0x00fff00000fff000));
    value = (value & UINT64_C(0x0000000000ffffff)) | (value >> 8 & UINT64_C(0x0000ffffff000000));
    *tie = (uint32_t)value & ((1U << 21) - 1);
    uint32_t first = (uint32_t)(value >> 21), second = HOLDEM_PREFLOP_BOARDS - first - *tie;
    *win =
        first ^ ((first ^ second) & (0U - (uint32_t)swapped)); /* without a branch, which would often be mispredicted */
}

void holdem_preflop_pair(unsigned a, unsigned b, uint32_t *win, uint32_t *tie)
{
    bool swapped;
    unsigned entry = holdem_preflop_entry(a, b, &swapped);
    read_entry(entry, swapped, win, tie);
}

/* The ways of all suits of another hand, by its kind, by whether it is the first of the entry, and by 4 * suit of its
 * high card + suit of its low card. */
typedef uint8_t ways_table[KINDS][2][CARD_SUITS * CARD_SUITS];

static void list_ways(const struct hand *hero, ways_table ways)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned suits = 0; suits < CARD_SUITS * CARD_SUITS; suits++) {
            struct hand other = {.kind = kind, .high = suits / CARD_SUITS, .low = suits % CARD_SUITS};
            ways[kind][0][suits] = (uint8_t)way_of_suits(hero, &other);
            ways[kind][1][suits] = (uint8_t)way_of_suits(&other, hero);
        }
}

/* What a hand wins and ties against the hands of a kind and number, by 4 * suit of their high card + suit of their low
 * card. */
struct against {
    struct {
        uint32_t win, tie;
    } count[MOST_WAYS];
    const uint8_t *way;
};

static void read_against(struct against *against, const struct hand *hero, ways_table ways, unsigned kind,
                         unsigned number)
{
    struct hand other = {.kind = kind, .number = number};
    bool swapped = !is_ordered(hero, &other);
    unsigned first = swapped ? first_entry(&other, hero) : first_entry(hero, &other);
    unsigned count = swapped ? relations[kind][hero->kind].ways : relations[hero->kind][kind].ways;
    for (unsigned way = 0; way < count; way++)
        read_entry(first + way, swapped, &against->count[way].win, &against->count[way].tie);
    against->way = ways[kind][swapped];
}

void holdem_preflop_row(unsigned combo, uint32_t win[static 1326], uint32_t tie[static 1326])
{
    struct hand hero = hand_of_combo(combo);
    struct against suited, mixed; /* mixed: of two suits */
    ways_table ways;
    list_ways(&hero, ways);
    for (unsigned high = 0; high < CARD_RANKS; high++)
        for (unsigned low = 0; low <= high; low++) {
            unsigned number = high * (high - 1) / 2 + low;
            read_against(&mixed, &hero, ways, low < high ? OFFSUIT : PAIR, low < high ? number : high);
            if (low < high)
                read_against(&suited, &hero, ways, SUITED, number);
            for (unsigned suits = 0; suits < CARD_SUITS * CARD_SUITS; suits++) {
                unsigned a = card_make(high, suits / CARD_SUITS), b = card_make(low, suits % CARD_SUITS);
                if (a <= b)
                    continue;
                const struct against *of = card_suit(a) == card_suit(b) ? &suited : &mixed;
                unsigned other = a * (a - 1) / 2 + b, way = of->way[suits];
                win[other] = of->count[way].win;
                tie[other] = of->count[way].tie;
            }
        }
    for (unsigned card = 0; card < CARD_DECK; card++) {
        unsigned high = holdem_combo_high[combo], low = holdem_combo_low[combo];
        if (card != high)
            win[combo_of(card, high)] = tie[combo_of(card, high)] = 0;
        if (card != low)
            win[combo_of(card, low)] = tie[combo_of(card, low)] = 0;
    }
}
