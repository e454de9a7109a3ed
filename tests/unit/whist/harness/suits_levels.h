/* The values of all positions of an order (cards a hand), in up to four suits, computed from those of the order below,
 * without search and bounds and independent of the solver. A position consists of the owners of the cards of each suit,
 * from the highest to the lowest; the suits other than trump are sorted by descending length. */
#ifndef TEST_SUITS_LEVELS_H
#define TEST_SUITS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

struct level;

/* Returns the level above `below`, which it frees; if `below` is NULL, the level of order 1. Without every_reply, only
 * the cheapest card that wins and the lowest card of a suit are tried as replies. Memory: one byte for each position;
 * there are C(2n, n) times the number of ways to divide 2n cards into suits. */
struct level *level_above(struct level *below, bool trump, bool every_reply);
void level_free(struct level *level);

/* The number of positions, and the value of each: the tricks of the player on lead. */
uint64_t level_positions(const struct level *level);
const uint8_t *level_values(const struct level *level);

/* Adds the tricks that each player makes if on lead. Counts the positions in which this sum is one less than the number
 * of tricks, and those in which it is even smaller. */
void level_lead(const struct level *level, uint64_t *one_less, uint64_t *fewer);

/* Writes the position number `place`: the lengths of the suits, and the leader's cards as 2n bits, the last suit in the
 * lowest bits. */
void level_position(const struct level *level, uint64_t place, unsigned length[4], uint64_t *leader);

#endif
