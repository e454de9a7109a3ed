/* Costs of solution graphs. Sums are exact: a pass uses 64 bits, and starts again with 128 if they do not suffice. A
 * cost of 2^127 or more is the error cost-overflow, never a wrong number. (A recursive cost doubles with each level
 * whose successor appears twice.) */
#ifndef ANDOR_VALUE_H
#define ANDOR_VALUE_H

#include <stdint.h>

typedef unsigned __int128 andor_wide;

#define ANDOR_INF      UINT64_MAX       /* no solution graph */
#define ANDOR_WIDE_INF (~(andor_wide)0) /* the same in 128 bits */
#define ANDOR_NONE     UINT32_MAX       /* no node, no connector */

#endif
