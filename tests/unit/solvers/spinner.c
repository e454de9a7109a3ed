/* A library that cannot be asked to stop, for test_interrupt.c: it is loaded as libdds is. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void spinner_return(void *context);
void spinner_spin(void *context);
void spinner_allocate(void *context);

/* Comes back at once. */
void spinner_return(void *context)
{
    ++*(uint64_t *)context;
}

/* Never comes back. */
void spinner_spin(void *context)
{
    for (volatile uint64_t *turns = context;;)
        ++*turns;
}

/* Neither does this, and it is in libc for a good part of the time: with blocks of all sizes in an order of its own.
 * What it holds when it is left stays so: the next call has blocks of its own. */
void spinner_allocate(void *context)
{
    enum { CALLS = 512, BLOCKS = 64 };
    static void *held[CALLS][BLOCKS];
    static volatile unsigned calls; /* or a compiler leaves it out of a function without an end */
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
