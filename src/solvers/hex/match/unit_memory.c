/* The memory of a unit where there is a heap. Pages that the engines do not touch cost nothing. */
#include <stdlib.h>

#include "unit.h"

enum { ALIGNED = 64 };

void *hex_unit_block_new(size_t bytes)
{
    return aligned_alloc(ALIGNED, (bytes + ALIGNED - 1) / ALIGNED * ALIGNED);
}

void hex_unit_block_free(void *block)
{
    free(block);
}
