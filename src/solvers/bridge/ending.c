/* An ending made ready for the search, and every card of it asked.
 *
 * Each card that may be played (of equals the highest) is played, and the tricks of North and South after it are found
 * by null windows that begin at the value of the card before: cards mostly do the same, and what one card taught the
 * memory serves the next. */
#include "ending.h"

#include "ending/search.h"

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

static bool prepare(struct ending *e, const struct bridge_position *position, struct order *order, struct nash_run *run)
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
        e->all[s] = pack(all, all);
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
        e->trick[i] = (struct bridge_card){
            card.suit, (uint8_t)highest(pack(order->all[card.suit], (bridge_ranks)(1u << card.rank)))};
    }
    e->table = table_new(run->arena, bridge_hand_size(&position->deal, bridge_to_play(position)));
    return e->table != NULL;
}

/* Tricks of North and South when the trick's cards are those in e->trick, ply of them; `guess` is where to begin. */
static int value_of(struct ending *e, unsigned ply, unsigned left, unsigned leader, int guess)
{
    struct suits why;
    int low = 0, high = (int)left, target = guess > 0 ? guess : 1;
    while (low < high && !e->stopped) {
        bool makes = ending_makes_from(e, ply, left, leader, target, &why);
        if (makes)
            low = target;
        else
            high = target - 1;
        target = makes ? low + 1 : high;
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

static void ask_all(struct ending *e, const struct bridge_position *position, const struct order *order,
                    struct bridge_options *options)
{
    struct bridge_card none = {BRIDGE_SUITS, 0};
    struct move move[BRIDGE_RANKS];
    unsigned seat = bridge_to_play(position), ply = position->played, best = 0;
    unsigned left = bridge_hand_size(&position->deal, seat);
    for (unsigned i = 1; i < ply; i++)
        if (e->trick[i].suit == e->trick[best].suit ? e->trick[i].rank > e->trick[best].rank
                                                    : e->trick[i].suit == e->strain)
            best = i;
    unsigned count = ending_moves(e, ply, seat, best, none, move);
    int guess = (int)(left + 1) / 2;
    for (unsigned i = 0; i < count && !e->stopped; i++) {
        struct bridge_card card = move[i].card;
        uint16_t *hand = &e->hand[seat][card.suit], all = e->all[card.suit];
        struct bridge_option option = {.card = {card.suit, (uint8_t)unpack(order->all[card.suit], card.rank)}};
        for (unsigned rank = card.rank; rank-- > 0 && *hand >> rank & all >> rank & 1;)
            option.equals |= (bridge_ranks)(1u << unpack(order->all[card.suit], rank));
        e->trick[ply] = card;
        *hand ^= (uint16_t)(1u << card.rank);
        guess = value_of(e, ply + 1, left, position->leader, guess);
        *hand ^= (uint16_t)(1u << card.rank);
        option.tricks = (uint8_t)(seat % 2 ? (int)left - guess : guess);
        insert(options, option);
    }
    if (e->stopped)
        options->count = 0;
}

enum nash_status bridge_ending_options(const struct bridge_position *position, struct nash_run *run,
                                       struct bridge_options *options, struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(run->arena);
    struct ending e;
    struct order order;
    *options = (struct bridge_options){.count = 0};
    bool ready = prepare(&e, position, &order, run);
    if (ready)
        ask_all(&e, position, &order, options);
    nash_arena_release(run->arena, mark);
    return ready ? NASH_OK
                 : nash_fail(error, NASH_NOMEM, NULL, "The memory does not suffice for the search of an ending.");
}
