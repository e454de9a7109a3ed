/* Prepares an endgame for the search, and values every card.
 *
 * Each legal card (of equivalent cards the highest) is played, and null windows find its tricks, starting at the
 * value of the best card: most cards have the same value, and the transposition table of one search serves the next. */
#include "endgame.h"

#include "search.h"

_Static_assert(2 * BRIDGE_SEATS * BRIDGE_ENDGAME_CARDS_MAX <= 64,
               "a pattern's owners take 2 bits a card (transposition.c)");

/* The remaining cards of each suit. The search numbers them without gaps: rank n is the n-th lowest, from 0. */
struct order {
    bridge_ranks all[BRIDGE_SUITS];
};

/* Converts a set of original ranks to the ranks of the search. */
static uint16_t pack(bridge_ranks all, bridge_ranks ranks)
{
    unsigned out = 0, bit = 1;
    for (unsigned rest = all; rest; rest &= rest - 1, bit <<= 1)
        if (ranks & rest & -rest)
            out |= bit;
    return (uint16_t)out;
}

/* Returns the original rank of the n-th lowest remaining card, from 0. */
static unsigned unpack(bridge_ranks all, unsigned n)
{
    unsigned rest = all;
    while (n-- > 0)
        rest &= rest - 1;
    return (unsigned)__builtin_ctz(rest);
}

/* Tabulates the owners of every set of the `len` remaining cards of a suit; owner[rank]: the seat. */
static bool endgame_prepare_owners(struct endgame *e, unsigned suit, const uint8_t owner[BRIDGE_RANKS], unsigned len,
                                   struct nash_arena *arena)
{
    uint32_t *owners = nash_arena_alloc_raw(arena, sizeof(uint32_t) << len, 64);
    if (!owners)
        return false;
    owners[0] = 0;
    for (unsigned set = 1; set < 1u << len; set++)
        owners[set] = owners[set & (set - 1)] << 2 | owner[__builtin_ctz(set)];
    e->owners[suit] = owners;
    return true;
}

struct bridge_endgame_table {
    struct transpositions *transpositions;
    unsigned strain; /* strain of the results in the table */
};

struct bridge_endgame_table *bridge_endgame_table_new(struct nash_arena *arena)
{
    struct bridge_endgame_table *table = NASH_NEW(arena, struct bridge_endgame_table, 1);
    if (table)
        table->transpositions = transpositions_new_shared(arena);
    return table && table->transpositions ? table : NULL;
}

static struct transpositions *table_of(struct bridge_endgame_table *table, unsigned strain)
{
    if (table->strain != strain)
        transpositions_clear(table->transpositions);
    table->strain = strain;
    return table->transpositions;
}

static bool endgame_prepare(struct endgame *e, const struct bridge_position *position, struct order *order,
                            struct bridge_endgame_table *table, struct nash_run *run)
{
    *e = (struct endgame){.run = run, .strain = position->strain};
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        uint8_t owner[BRIDGE_RANKS] = {0};
        bridge_ranks held[BRIDGE_SEATS], all = 0;
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            held[seat] = position->deal.hand[seat][s];
        for (unsigned i = 0; i < position->played; i++)
            if (position->trick[i].suit == s)
                held[(position->leader + i) % BRIDGE_SEATS] |= (bridge_ranks)(1u << position->trick[i].rank);
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
            all |= held[seat];
        order->all[s] = all;
        e->all.of[s] = pack(all, all);
        for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
            e->hand[seat][s] = pack(all, position->deal.hand[seat][s]);
            e->shape += (uint64_t)__builtin_popcount(held[seat]) * shape_unit(seat, s);
            for (unsigned rest = pack(all, held[seat]); rest; rest &= rest - 1)
                owner[__builtin_ctz(rest)] = (uint8_t)seat;
        }
        if (!endgame_prepare_owners(e, s, owner, (unsigned)__builtin_popcount(all), run->arena))
            return false;
    }
    for (unsigned i = 0; i < position->played; i++) {
        struct bridge_card card = position->trick[i];
        e->trick.card[i] = (struct bridge_card){
            card.suit, (uint8_t)highest(pack(order->all[card.suit], (bridge_ranks)(1u << card.rank)))};
    }
    e->transpositions =
        table ? table_of(table, e->strain)
              : transpositions_new(run->arena, bridge_hand_size(&position->deal, bridge_to_play(position)));
    return e->transpositions != NULL;
}

/* Returns whether the side makes `target` tricks with n cards in e->trick. *card: if the seat to play is of that
 * side, a card that makes them; unchanged if none is needed. */
static bool side_makes(struct endgame *e, unsigned n, const struct bridge_position *position, unsigned side, int target,
                       struct bridge_card *card)
{
    int left = (int)bridge_hand_size(&position->deal, bridge_to_play(position));
    struct bridge_card hint = {BRIDGE_SUITS, 0};
    union suits why;
    bool north_south =
        endgame_makes_from(e, n, (unsigned)left, position->leader, side == 0 ? target : left - target + 1, &hint, &why);
    if (north_south == (side == 0) && hint.suit < BRIDGE_SUITS)
        *card = hint;
    return north_south == (side == 0);
}

/* Returns the tricks of the side: at most `high`; the first window is at `target`. */
static int side_tricks(struct endgame *e, unsigned n, const struct bridge_position *position, unsigned side, int high,
                       int target, struct bridge_card *card)
{
    int low = 0;
    while (low < high && !e->stopped) {
        if (side_makes(e, n, position, side, target, card)) {
            low = target++;
        } else {
            high = target - 1;
            target = high;
        }
    }
    return low;
}

static void insert_option(struct bridge_options *options, struct bridge_option option)
{
    unsigned at = options->count++;
    for (; at > 0 && options->option[at - 1].tricks < option.tricks; at--)
        options->option[at] = options->option[at - 1];
    options->option[at] = option;
}

static struct bridge_card card_of(const struct order *order, struct bridge_card card)
{
    return (struct bridge_card){card.suit, (uint8_t)unpack(order->all[card.suit], card.rank)};
}

static bridge_ranks equals_of(const struct endgame *e, const struct order *order, unsigned seat,
                              struct bridge_card card)
{
    bridge_ranks equals = 0;
    for (unsigned rank = card.rank; rank-- > 0 && e->hand[seat][card.suit] >> rank & 1;)
        equals |= (bridge_ranks)(1u << unpack(order->all[card.suit], rank));
    return equals;
}

/* Values all cards. No card exceeds the best value, and most reach it: one window each decides those. */
static void value_cards(struct endgame *e, const struct bridge_position *position, const struct order *order,
                        struct bridge_options *options)
{
    struct move move[BRIDGE_RANKS];
    struct bridge_card none;
    unsigned n = position->played, seat = bridge_to_play(position), count = endgame_first_moves(e, n, seat, move);
    int left = (int)bridge_hand_size(&position->deal, seat);
    int best = side_tricks(e, n, position, seat % 2, left, (left + 1) / 2, &none);
    for (unsigned i = 0; i < count && !e->stopped; i++) {
        struct bridge_card card = move[i].card;
        struct bridge_option option = {.card = card_of(order, card), .equals = equals_of(e, order, seat, card)};
        e->trick.card[n] = card;
        e->hand[seat][card.suit] ^= (uint16_t)(1u << card.rank);
        option.tricks = (uint8_t)side_tricks(e, n + 1, position, seat % 2, best, best, &none);
        e->hand[seat][card.suit] ^= (uint16_t)(1u << card.rank);
        insert_option(options, option);
    }
    if (e->stopped)
        options->count = 0;
}

bool bridge_endgame_is_faster(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, bridge_to_play(position)) <= BRIDGE_ENDGAME_CARDS_MAX;
}

static enum nash_status fail_nomem(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for the search of an ending.");
}

enum nash_status bridge_endgame_options(const struct bridge_position *position, struct bridge_endgame_table *table,
                                        struct nash_run *run, struct bridge_options *options, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct endgame e;
    struct order order;
    *options = (struct bridge_options){.count = 0};
    bool ready = endgame_prepare(&e, position, &order, table, run);
    if (ready)
        value_cards(&e, position, &order, options);
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK : fail_nomem(error);
}

enum { HOW_MANY = -1 };

/* Sets *value to the tricks of the side to play if target is HOW_MANY, otherwise to whether it makes the target; to -1
 * if stopped. *card: an optimal card, or one that makes the target. */
static enum nash_status value_position(const struct bridge_position *position, int target, struct nash_run *run,
                                       struct bridge_card *card, int *value, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct endgame e;
    struct order order;
    *value = -1;
    bool ready = endgame_prepare(&e, position, &order, NULL, run);
    if (ready) {
        struct move move[BRIDGE_RANKS];
        unsigned n = position->played, seat = bridge_to_play(position);
        int left = (int)bridge_hand_size(&position->deal, seat);
        endgame_first_moves(&e, n, seat, move); /* if no trick can be made, any card is optimal */
        int found = target == HOW_MANY ? side_tricks(&e, n, position, seat % 2, left, (left + 1) / 2, &move[0].card)
                                       : side_makes(&e, n, position, seat % 2, target, &move[0].card);
        *card = card_of(&order, move[0].card);
        *value = e.stopped ? -1 : found;
    }
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK : fail_nomem(error);
}

enum nash_status bridge_endgame_best(const struct bridge_position *position, struct nash_run *run,
                                     struct bridge_card *card, int *tricks, struct nash_error *error)
{
    return value_position(position, HOW_MANY, run, card, tricks, error);
}

enum nash_status bridge_endgame_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                      struct bridge_card *card, int *makes, struct nash_error *error)
{
    return value_position(position, (int)target, run, card, makes, error);
}
