/* The transposition table: bounds and the best lead of positions. Fixed size, four entries in a cache line.
 *
 * An entry stores its position exactly, so no hit is wrong: the cards of all suits, highest suit first, below one
 * mark (53 bits at most), and the lengths of three suits (18 bits); the mark implies the fourth. */
#ifndef SUITS_TABLE_H
#define SUITS_TABLE_H

#include "state.h"

struct suits_entry {
    uint64_t cards;
    uint32_t lengths;
    uint8_t low, high; /* bounds of the tricks of the player on lead */
    uint8_t best;      /* the lead that made `low`: suit << 6 | bit, or SUITS_NO_LEAD */
    uint8_t effort;    /* logarithm of the nodes spent, plus 1; 0: the entry is empty */
};

enum { SUITS_NO_LEAD = 0xff };

struct suits_table {
    struct suits_entry *entry;
    uint64_t lines_mask; /* number of lines - 1 */
    uint64_t stored, hits;
};

/* Allocates a table for positions of `order` tricks, or the largest that the arena can hold. Returns false if there
 * is no room for 4 KiB. */
bool suits_table_make(struct suits_table *table, unsigned order, struct nash_arena *arena);

/* The key of an ordered state. */
struct suits_key {
    uint64_t cards;
    uint32_t lengths;
    uint64_t hash;
};
struct suits_key suits_key_of(const struct suits_state *state);

/* Returns the entry of the position or NULL; valid until the next suits_table_store(). */
const struct suits_entry *suits_table_find(struct suits_table *table, const struct suits_key *key);

/* Stores a position, which replaces the cheapest entry of a full line. best: SUITS_NO_LEAD leaves the stored lead. */
void suits_table_store(struct suits_table *table, const struct suits_key *key, unsigned low, unsigned high,
                       uint8_t best, uint64_t nodes);

#endif
