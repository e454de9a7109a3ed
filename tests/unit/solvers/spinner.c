/* A library that cannot be stopped, for test_interrupt.c, which loads it as libdds is loaded. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void spinner_return(void *context);
void spinner_spin(void *context);
void spinner_allocate(void *context);

/* Returns at once. */
void spinner_return(void *context)
{
    ++*(uint64_t *)context;
}

/* Never returns. */
void spinner_spin(void *context)
{
    for (volatile uint64_t *turns = context;;)
        ++*turns;
}

/* Never returns, and is often inside libc, because it allocates and frees blocks of all sizes in pseudo-random order.
 * The blocks that it holds when it is interrupted leak; each call has its own. */
void spinner_allocate(void *context)
{
    enum { CALLS = 512, BLOCKS = 64 };
    static void *held[CALLS][BLOCKS];
    static volatile unsigned calls; /* volatile, so that the compiler keeps it before an endless loop */
    void **block = held[calls++ % CALLS];
    uint64_t *turns = context;
    for (uint64_t random = *turns;; ++*turns) {
        for (unsigned i = 0; i < 100; i++)
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        void **place = &block[random >> 58];
        free(*place);
        *place = malloc(1 + (random >> 32 & 0x7ff) * (random >> 46 & 0xff ? 1 : 100));
        if (*place != NULL)
            memset(*place, 0xa5, 1);
    }
}
