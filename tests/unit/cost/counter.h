/* Counts the work of the code that reads bodies, so that a test can compare it at two sizes without a clock.
 *
 * That code is compiled a second time with -fsanitize-coverage=trace-pc, which calls a function at each basic block,
 * and linked with wrapped allocation and memory functions (meson.build). The same input always gives the same count. */
#ifndef COST_COUNTER_H
#define COST_COUNTER_H

#include <stdint.h>

struct cost {
    uint64_t blocks;    /* basic blocks executed */
    uint64_t touched;   /* bytes that memset(), memcpy(), strlen() and the like have passed over */
    uint64_t allocated; /* bytes requested from malloc(), calloc() and realloc(), also by cJSON */
};

/* Sets all counts to zero. */
void cost_reset(void);
struct cost cost_read(void);
/* Returns the cost as one number, about that of instructions. */
uint64_t cost_total(const struct cost *cost);

#endif
