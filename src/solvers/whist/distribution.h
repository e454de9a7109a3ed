/* How many of all deals of an order give the player on lead so many tricks. Counted once for all orders to 14; the
 * tests count again from the table. */
#ifndef WHIST_DISTRIBUTION_H
#define WHIST_DISTRIBUTION_H

#include <stdint.h>

enum { WHIST_DISTRIBUTION_ORDER = 14 };

/* Deals of `order` (1..14) worth t = 0..order tricks to the leader: order + 1 entries, their sum is C(2n, n). */
const uint32_t *whist_distribution(uint32_t order);

#endif
