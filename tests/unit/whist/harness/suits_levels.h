/* The values of all positions of an order, in any number of suits up to four, from those of the order below: without
 * search and bounds, independent of the solver. A position is the cards of each suit from the highest to the lowest;
 * the suits besides trump are sorted by descending length. */
#ifndef TEST_SUITS_LEVELS_H
#define TEST_SUITS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

struct level;

/* Returns the level above `below`, which is freed; NULL: order 1. Without every_reply only the cheapest card that
 * wins and the lowest of a suit are tried. Memory: one byte for each position, C(2n, n) times the ways to divide 2n
 * cards into suits. */
struct level *level_above(struct level *below, bool trump, bool every_reply);
void level_free(struct level *level);

/* All positions: a byte each, the tricks of the player on lead. */
uint64_t level_positions(const struct level *level);
const uint8_t *level_values(const struct level *level);

/* Counts the positions in which both players together, each on lead, make one trick less than there are, and those
 * with fewer. */
void level_lead(const struct level *level, uint64_t *one_less, uint64_t *fewer);

/* Returns the position at a place: lengths of the suits, and the leader's cards, the last suit lowest, 2n bits. */
void level_position(const struct level *level, uint64_t place, unsigned length[4], uint64_t *leader);

#endif
