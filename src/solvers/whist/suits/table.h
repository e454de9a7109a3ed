/* What is known of positions: bounds and the best lead. A table of fixed size, four entries to a line of the cache.
 *
 * An entry holds its position whole, so a hit is never another's: the cards of all suits, highest suit first, below one
 * mark (53 bits at most), and the lengths of three suits (18 bits); the mark tells the fourth. */
#ifndef SUITS_TABLE_H
#define SUITS_TABLE_H

#include "state.h"

struct suits_known {
    uint64_t cards;
    uint32_t lengths;
    uint8_t low, high; /* tricks of the player on lead: at least, at most */
    uint8_t best;      /* lead that made low: suit << 6 | bit, or SUITS_NO_LEAD */
    uint8_t effort;    /* logarithm of the nodes spent, plus 1; 0: an empty entry */
};

enum { SUITS_NO_LEAD = 0xff };

struct suits_table {
    struct suits_known *entry;
    uint64_t lines_mask; /* lines - 1 */
    uint64_t stored, hits;
};

/* As much of the arena as positions of `order` tricks want, or what there is. False: not even one page. */
bool suits_table_make(struct suits_table *table, unsigned order, struct nash_arena *arena);

/* The key of an ordered state. */
struct suits_key {
    uint64_t cards;
    uint32_t lengths;
    uint64_t hash;
};
struct suits_key suits_key_of(const struct suits_state *state);

/* NULL: not known. Valid until the next keep. */
const struct suits_known *suits_table_find(struct suits_table *table, const struct suits_key *key);

/* Keeps a position, in the place of the one that cost least if there is no room. best: SUITS_NO_LEAD leaves what is
 * known. */
void suits_table_keep(struct suits_table *table, const struct suits_key *key, unsigned low, unsigned high, uint8_t best,
                      uint64_t nodes);

#endif
