/* The search's own: one ending, what is looked at, what is remembered. Not for others.
 *
 * Cards are bits by their rank among the suit's cards at the root, the lowest is bit 0. "Relevant" is what a result
 * depends on: of each suit the cards from the lowest relevant bit up; whoever holds the lower ones, the result is the
 * same, as long as the lengths are. */
#ifndef BRIDGE_ENDING_SEARCH_H
#define BRIDGE_ENDING_SEARCH_H

#include "../deal.h"

/* Sets of cards of one suit each. */
union suits {
    uint16_t of[BRIDGE_SUITS];
    uint64_t bits;
};

/* What is remembered of positions with the same lengths and leader. */
struct table;

struct trick {
    struct bridge_card card[BRIDGE_SEATS];
};

struct ending {
    struct nash_run *run;
    struct table *table;
    uint16_t hand[BRIDGE_SEATS][BRIDGE_SUITS];
    union suits all; /* at the beginning of the trick */
    uint64_t shape;  /* lengths: 4 bits for each seat and suit, at the beginning of the trick */
    unsigned strain;
    uint32_t *owners[BRIDGE_SUITS]; /* by set of cards left: 2 bits a card, the highest first */
    struct trick trick;
    bool stopped;
};

static inline uint64_t shape_unit(unsigned seat, unsigned suit)
{
    return (uint64_t)1 << 4 * (seat * BRIDGE_SUITS + suit);
}

static inline unsigned highest(uint16_t ranks)
{
    return 31 - (unsigned)__builtin_clz(ranks);
}

/* At the beginning of the trick. */
static inline unsigned length_of(const struct ending *e, unsigned seat, unsigned suit)
{
    return e->shape >> 4 * (seat * BRIDGE_SUITS + suit) & 15;
}

/* Do North and South make at least `target` of the `left` tricks, `leader` to lead? *relevant: why. */
bool ending_makes(struct ending *e, unsigned left, unsigned leader, int target, union suits *relevant);

/* The same with `n` cards in e->trick, led by leader. e->hand is without them, e->all and e->shape with them. *hint:
 * tried first; then the card with which the side to play gets its way, if it does. */
bool ending_makes_from(struct ending *e, unsigned n, unsigned left, unsigned leader, int target,
                       struct bridge_card *hint, union suits *relevant);

/* ---- bounds, at the beginning of a trick ---- */

/* Tricks that the leader's side can take at once, one after the other; counting ends at `enough`. */
unsigned ending_quick(const struct ending *e, unsigned leader, unsigned left, unsigned enough, union suits *relevant);

/* Tricks that the other side will get whatever the leader does. */
unsigned ending_later(const struct ending *e, unsigned leader, unsigned left, unsigned enough, union suits *relevant);

/* ---- cards in the order to try them ---- */

struct move {
    struct bridge_card card; /* the highest of its equals */
    int16_t weight;
};

/* Of the cards that do the same only the highest. `best`: who wins the trick so far (ply > 0). */
unsigned ending_moves(const struct ending *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card hint,
                      struct move move[BRIDGE_RANKS]);

/* The same for the seat to play with n cards in e->trick. */
unsigned ending_first_moves(const struct ending *e, unsigned n, unsigned seat, struct move move[BRIDGE_RANKS]);

/* ---- memory ---- */

/* For one search, with so many cards a hand: takes from the arena as it grows. NULL: the arena is full. */
struct table *table_new(struct nash_arena *arena, unsigned cards);

/* For many: 6 MB at once. */
struct table *table_new_to_keep(struct nash_arena *arena);

void table_forget(struct table *table);

/* 1: they make it, 0: they do not, -1: not known. *hint: a suit and rank worth trying first (suit BRIDGE_SUITS: none).
 */
int table_look(const struct ending *e, unsigned leader, int target, union suits *relevant, struct bridge_card *hint);
void table_keep(struct ending *e, unsigned leader, int target, bool makes, const union suits *relevant,
                struct bridge_card hint);

#endif
