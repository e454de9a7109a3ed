/* A payoff as it was read: exact, in lowest terms. Reading it needs no memory and no library, since it is done in the
 * server; arithmetic on it is for exact/. */
#ifndef MATRIX_RATIONAL_H
#define MATRIX_RATIONAL_H

#include <stdint.h>

struct rational {
    int64_t num, den; /* den > 0 */
};

#endif
