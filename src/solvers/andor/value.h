/* Costs of solution graphs. Sums are exact: in 64 bits where they fit, else all again in 128; what passes that is an
 * error (type cost-overflow), never a wrong number. A recursive cost doubles with each level whose successor comes
 * twice. */
#ifndef ANDOR_VALUE_H
#define ANDOR_VALUE_H

#include <stdint.h>

typedef unsigned __int128 andor_wide;

#define ANDOR_INF      UINT64_MAX       /* no solution graph */
#define ANDOR_WIDE_INF (~(andor_wide)0) /* the same in 128 bits */
#define ANDOR_NONE     UINT32_MAX       /* no node, no connector */

#endif
