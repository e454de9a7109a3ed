/* Children of a position in the search. */
#ifndef HEX_EXACT_CHILD_H
#define HEX_EXACT_CHILD_H

#include "exact.h"

/* A move that may still win. */
struct exact_child {
    uint64_t key[2];
    uint32_t phi, delta; /* for the side to move in the child */
    uint16_t move;
};

#endif
