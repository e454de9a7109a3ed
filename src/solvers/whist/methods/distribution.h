/* The number of deals of an order in which the player on lead makes a given number of tricks. The numbers were
 * counted once for all orders to 14; the tests count them again from the table of instances. */
#ifndef WHIST_DISTRIBUTION_H
#define WHIST_DISTRIBUTION_H

#include <stdint.h>

enum { WHIST_DISTRIBUTION_ORDER = 14 };

/* Returns, for t = 0..order, the number of deals of `order` (1..14) worth t tricks to the leader: order + 1 entries
 * whose sum is C(2n, n). */
const uint32_t *whist_distribution(uint32_t order);

#endif
