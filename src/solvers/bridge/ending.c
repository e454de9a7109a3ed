/* An ending made ready for the search, and every card of it asked.
 *
 * Each card that may be played (of equals the highest) is played, and the tricks that come of it are found by null
 * windows that begin at the best card's value: cards mostly do the same, and what one taught the memory serves the
 * next. */
#include "ending.h"

#include "ending/search.h"

_Static_assert(2 * BRIDGE_SEATS * BRIDGE_ENDING_MAX <= 64, "a pattern's owners take 2 bits a card (ending/table.c)");

/* Cards of each suit as bits by their order among the cards there are. */
struct order {
    bridge_ranks all[BRIDGE_SUITS];
};

static uint16_t pack(bridge_ranks all, bridge_ranks ranks)
{
    unsigned out = 0, bit = 1;
    for (unsigned rest = all; rest; rest &= rest - 1, bit <<= 1)
        if (ranks & rest & -rest)
            out |= bit;
    return (uint16_t)out;
}

static unsigned unpack(bridge_ranks all, unsigned n)
{
    unsigned rest = all;
    while (n-- > 0)
        rest &= rest - 1;
    return (unsigned)__builtin_ctz(rest);
}

static bool prepare_owners(struct ending *e, unsigned suit, const uint8_t owner[BRIDGE_RANKS], unsigned len,
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

struct bridge_ending_memory {
    struct table *table;
    unsigned strain; /* whose results the table has */
};

struct bridge_ending_memory *bridge_ending_memory_new(struct nash_arena *arena)
{
    struct bridge_ending_memory *memory = NASH_NEW(arena, struct bridge_ending_memory, 1);
    if (memory)
        memory->table = table_new_to_keep(arena);
    return memory && memory->table ? memory : NULL;
}

static struct table *table_of(struct bridge_ending_memory *memory, unsigned strain)
{
    if (memory->strain != strain)
        table_forget(memory->table);
    memory->strain = strain;
    return memory->table;
}

static bool prepare(struct ending *e, const struct bridge_position *position, struct order *order,
                    struct bridge_ending_memory *memory, struct nash_run *run)
{
    *e = (struct ending){.run = run, .strain = position->strain};
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
        if (!prepare_owners(e, s, owner, (unsigned)__builtin_popcount(all), run->arena))
            return false;
    }
    for (unsigned i = 0; i < position->played; i++) {
        struct bridge_card card = position->trick[i];
        e->trick.card[i] = (struct bridge_card){
            card.suit, (uint8_t)highest(pack(order->all[card.suit], (bridge_ranks)(1u << card.rank)))};
    }
    e->table = memory ? table_of(memory, e->strain)
                      : table_new(run->arena, bridge_hand_size(&position->deal, bridge_to_play(position)));
    return e->table != NULL;
}

/* Does the side make so many tricks, from where n cards are in e->trick? *card: if the seat to play is of that side,
 * with which; untouched where none is needed. */
static bool makes(struct ending *e, unsigned n, const struct bridge_position *position, unsigned side, int target,
                  struct bridge_card *card)
{
    int left = (int)bridge_hand_size(&position->deal, bridge_to_play(position));
    struct bridge_card hint = {BRIDGE_SUITS, 0};
    union suits why;
    bool north_south =
        ending_makes_from(e, n, (unsigned)left, position->leader, side == 0 ? target : left - target + 1, &hint, &why);
    if (north_south == (side == 0) && hint.suit < BRIDGE_SUITS)
        *card = hint;
    return north_south == (side == 0);
}

/* How many tricks it makes: at most `high`; `target` is asked first. */
static int value_of(struct ending *e, unsigned n, const struct bridge_position *position, unsigned side, int high,
                    int target, struct bridge_card *card)
{
    int low = 0;
    while (low < high && !e->stopped) {
        if (makes(e, n, position, side, target, card)) {
            low = target++;
        } else {
            high = target - 1;
            target = high;
        }
    }
    return low;
}

static void insert(struct bridge_options *options, struct bridge_option option)
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

static bridge_ranks equals_of(const struct ending *e, const struct order *order, unsigned seat, struct bridge_card card)
{
    bridge_ranks equals = 0;
    for (unsigned rank = card.rank; rank-- > 0 && e->hand[seat][card.suit] >> rank & 1;)
        equals |= (bridge_ranks)(1u << unpack(order->all[card.suit], rank));
    return equals;
}

/* The best value is every card's bound, and most cards reach it: then one question each is enough. */
static void ask_all(struct ending *e, const struct bridge_position *position, const struct order *order,
                    struct bridge_options *options)
{
    struct move move[BRIDGE_RANKS];
    struct bridge_card none;
    unsigned n = position->played, seat = bridge_to_play(position), count = ending_first_moves(e, n, seat, move);
    int left = (int)bridge_hand_size(&position->deal, seat);
    int best = value_of(e, n, position, seat % 2, left, (left + 1) / 2, &none);
    for (unsigned i = 0; i < count && !e->stopped; i++) {
        struct bridge_card card = move[i].card;
        struct bridge_option option = {.card = card_of(order, card), .equals = equals_of(e, order, seat, card)};
        e->trick.card[n] = card;
        e->hand[seat][card.suit] ^= (uint16_t)(1u << card.rank);
        option.tricks = (uint8_t)value_of(e, n + 1, position, seat % 2, best, best, &none);
        e->hand[seat][card.suit] ^= (uint16_t)(1u << card.rank);
        insert(options, option);
    }
    if (e->stopped)
        options->count = 0;
}

bool bridge_ending_wins(const struct bridge_position *position)
{
    return bridge_hand_size(&position->deal, bridge_to_play(position)) <= BRIDGE_ENDING_MAX;
}

static enum nash_status no_memory(struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for the search of an ending.");
}

enum nash_status bridge_ending_options(const struct bridge_position *position, struct bridge_ending_memory *memory,
                                       struct nash_run *run, struct bridge_options *options, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct ending e;
    struct order order;
    *options = (struct bridge_options){.count = 0};
    bool ready = prepare(&e, position, &order, memory, run);
    if (ready)
        ask_all(&e, position, &order, options);
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK : no_memory(error);
}

enum nash_status bridge_ending_best(const struct bridge_position *position, struct nash_run *run,
                                    struct bridge_card *card, int *tricks, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct ending e;
    struct order order;
    *tricks = -1;
    bool ready = prepare(&e, position, &order, NULL, run);
    if (ready) {
        struct move move[BRIDGE_RANKS];
        unsigned n = position->played, seat = bridge_to_play(position);
        int left = (int)bridge_hand_size(&position->deal, seat);
        ending_first_moves(&e, n, seat, move); /* where nothing can be made, any card will do */
        int value = value_of(&e, n, position, seat % 2, left, (left + 1) / 2, &move[0].card);
        *card = card_of(&order, move[0].card);
        *tricks = e.stopped ? -1 : value;
    }
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK : no_memory(error);
}

enum nash_status bridge_ending_makes(const struct bridge_position *position, unsigned target, struct nash_run *run,
                                     struct bridge_card *card, int *makes_it, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct ending e;
    struct order order;
    *makes_it = -1;
    bool ready = prepare(&e, position, &order, NULL, run);
    if (ready) {
        struct move move[BRIDGE_RANKS];
        unsigned n = position->played, seat = bridge_to_play(position);
        ending_first_moves(&e, n, seat, move);
        bool yes = makes(&e, n, position, seat % 2, (int)target, &move[0].card);
        *card = card_of(&order, move[0].card);
        *makes_it = e.stopped ? -1 : yes;
    }
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK : no_memory(error);
}
