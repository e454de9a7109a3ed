#include "memory.h"

#include <base/huge.h>

bool c4_memory_open(struct c4_memory *memory, struct nash_arena *arena)
{
    *memory = (struct c4_memory){.arena = arena, .bits = C4_MEMORY_FIRST, .room = UINT64_C(1) << C4_MEMORY_FIRST};
    memory->word = nash_arena_array(arena, (size_t)memory->room, sizeof *memory->word);
    return memory->word != NULL;
}

/* The words of a place go to eight places, each at most two. Every look goes to another page: in huge ones an early
 * board takes 20 percent less time. */
void c4_memory_grow(struct c4_memory *memory)
{
    struct c4_memory next = {.arena = memory->arena, .bits = memory->bits + C4_MEMORY_STEP};
    memory->room = UINT64_MAX;
    if (next.bits > C4_MEMORY_LAST)
        next.bits = C4_MEMORY_LAST;
    if (next.bits == memory->bits)
        return;
    next.room = UINT64_C(1) << next.bits;
    next.word = nash_arena_array(next.arena, (size_t)next.room, sizeof *next.word);
    if (!next.word)
        return;
    huge_pages(next.word, (size_t)next.room * sizeof *next.word);
    for (size_t i = UINT64_C(1) << memory->bits; i-- > 0;) {
        uint64_t key = memory->word[i] & ((UINT64_C(1) << C4_KEY_BITS) - 1), *place = c4_memory_place(&next, key);
        if (key != 0)
            c4_memory_add(place, memory->word[i]);
    }
    *memory = next;
}
