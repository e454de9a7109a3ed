/* The values of all positions of an order, in any number of suits up to four, from those of the order below: no search,
 * no bounds, nothing shared with the solver. A position is the cards of each suit from the highest to the lowest; the
 * suits besides trump stand by falling length. */
#ifndef TEST_SUITS_LEVELS_H
#define TEST_SUITS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

struct level;

/* The level above `below`, which is freed; NULL: order 1. every_reply: else the cheapest card that wins and the lowest
 * of a suit only. Bytes needed: one for each position, C(2n, n) times the ways to divide 2n cards into suits. */
struct level *level_above(struct level *below, bool trump, bool every_reply);
void level_free(struct level *level);

/* All positions: a byte each, the tricks of the player on lead. */
uint64_t level_positions(const struct level *level);
const uint8_t *level_values(const struct level *level);

/* How often the two players together, each on lead in the same position, make a trick less than there are; and how
 * often less than that. */
void level_lead(const struct level *level, uint64_t *one_less, uint64_t *fewer);

/* The position at a place: lengths of the suits, and the leader's cards, the last suit lowest, 2n bits. */
void level_position(const struct level *level, uint64_t place, unsigned length[4], uint64_t *leader);

#endif
