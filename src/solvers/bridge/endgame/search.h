/* The internals of the search: one endgame, its bounds, moves and transposition table.
 *
 * The rank of a card is its place among the suit's cards at the root; the lowest is 0, and bit 0 of a set. The
 * "relevant" cards are those that a result depends on: of each suit the cards from the lowest relevant bit up. The
 * result does not depend on the holders of lower cards, as long as the lengths are the same. */
#ifndef BRIDGE_ENDGAME_SEARCH_H
#define BRIDGE_ENDGAME_SEARCH_H

#include <solvers/bridge/deal.h>

/* A set of cards for each suit. */
union suits {
    uint16_t of[BRIDGE_SUITS];
    uint64_t bits;
};

/* The transposition table: results by lengths, leader and relevant cards. */
struct transpositions;

struct trick {
    struct bridge_card card[BRIDGE_SEATS];
};

struct endgame {
    struct nash_run *run;
    struct transpositions *transpositions;
    uint16_t hand[BRIDGE_SEATS][BRIDGE_SUITS]; /* cards still held, without those in the trick */
    union suits all;                           /* cards of all hands at the beginning of the trick */
    uint64_t shape; /* lengths: 4 bits for each seat and suit, at the beginning of the trick */
    unsigned strain;
    uint32_t *owners[BRIDGE_SUITS]; /* by set of cards: their seats, 2 bits a card, the lowest card in bits 0-1 */
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

/* Returns the length at the beginning of the trick. */
static inline unsigned length_of(const struct endgame *e, unsigned seat, unsigned suit)
{
    return e->shape >> 4 * (seat * BRIDGE_SUITS + suit) & 15;
}

/* Returns whether North and South make at least `target` of the `left` tricks, `leader` to lead. *relevant: the
 * cards that the result depends on. */
bool endgame_makes(struct endgame *e, unsigned left, unsigned leader, int target, union suits *relevant);

/* The same with `n` cards in e->trick, led by leader. e->hand excludes them; e->all and e->shape include them.
 * *hint: the card tried first; set to the card with which the side to play succeeds, if it does. */
bool endgame_makes_from(struct endgame *e, unsigned n, unsigned left, unsigned leader, int target,
                        struct bridge_card *hint, union suits *relevant);

/* ---- bounds, at the beginning of a trick ---- */

/* Returns the tricks that the leader's side can take at once, one after the other; counting ends at `enough`. */
unsigned endgame_quick_tricks(const struct endgame *e, unsigned leader, unsigned left, unsigned enough,
                              union suits *relevant);

/* Returns the tricks that the other side makes against any play of the leader. */
unsigned endgame_later_tricks(const struct endgame *e, unsigned leader, unsigned left, unsigned enough,
                              union suits *relevant);

/* ---- cards in the order to try them ---- */

struct move {
    struct bridge_card card; /* the highest of its equals */
    int16_t weight;          /* the card of the highest weight is tried first */
};

/* Writes the moves, best first: of equivalent cards only the highest. `best`: place in the trick of the card that
 * wins so far (ply > 0). Returns their number. */
unsigned endgame_moves(const struct endgame *e, unsigned ply, unsigned seat, unsigned best, struct bridge_card hint,
                       struct move move[BRIDGE_RANKS]);

/* The same for the seat to play with n cards in e->trick. */
unsigned endgame_first_moves(const struct endgame *e, unsigned n, unsigned seat, struct move move[BRIDGE_RANKS]);

/* ---- transposition table ---- */

/* Creates a table for one search with `cards` cards a hand; it grows in the arena. NULL: the arena is full. */
struct transpositions *transpositions_new(struct nash_arena *arena, unsigned cards);

/* Creates a table of 6 MB for many searches. */
struct transpositions *transpositions_new_shared(struct nash_arena *arena);

void transpositions_clear(struct transpositions *table);

/* Returns 1 if North and South make `target`, 0 if they do not, -1 if unknown. *hint: a card to be tried first (suit
 * BRIDGE_SUITS: none). */
int transpositions_find(const struct endgame *e, unsigned leader, int target, union suits *relevant,
                        struct bridge_card *hint);
void transpositions_store(struct endgame *e, unsigned leader, int target, bool makes, const union suits *relevant,
                          struct bridge_card hint);

#endif
