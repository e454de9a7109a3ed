#include "memory.h"

#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* Every look goes to another page: with large ones an early board takes 20 percent less time. Not yet touched. */
static void ask_for_huge_pages(void *memory, size_t bytes)
{
    uintptr_t first = ((uintptr_t)memory + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)memory + bytes) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE); /* or not */
}

bool c4_memory_open(struct c4_memory *memory, struct nash_arena *arena)
{
    *memory = (struct c4_memory){.arena = arena, .bits = C4_MEMORY_FIRST, .room = UINT64_C(1) << C4_MEMORY_FIRST};
    memory->word = nash_arena_array(arena, (size_t)memory->room, sizeof *memory->word);
    return memory->word != NULL;
}

/* The words of a place go to eight places, each at most two. */
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
    ask_for_huge_pages(next.word, (size_t)next.room * sizeof *next.word);
    for (size_t i = UINT64_C(1) << memory->bits; i-- > 0;) {
        uint64_t key = memory->word[i] & ((UINT64_C(1) << C4_KEY_BITS) - 1), *place = c4_memory_place(&next, key);
        if (key == 0)
            continue;
        place[1] = place[0];
        place[0] = memory->word[i];
    }
    *memory = next;
}
