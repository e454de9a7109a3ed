/* The memory of a unit where there is a heap. Pages that the engines do not touch cost nothing. */
#include <stdlib.h>

#include "game.h"
#include "unit.h"

void *hex_unit_block_new(void)
{
    return aligned_alloc(64, HEX_GAME_MEMORY);
}

void hex_unit_block_free(void *block)
{
    free(block);
}
