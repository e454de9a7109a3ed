/* The functions on piles and moves that both games use. */
#include <string.h>

#include <solvers/kit/collections/sort.h>

#include "piles.h"

uint32_t *piles_distinct(const struct piles_problem *p, struct nash_arena *arena, size_t *count)
{
    uint32_t *sorted = nash_arena_array(arena, p->count, sizeof *sorted);
    uint32_t *scratch = nash_arena_array(arena, p->count, sizeof *scratch);
    if (!sorted || !scratch)
        return NULL;
    memcpy(sorted, p->pile, p->count * sizeof *sorted);
    sorted = radix_sort_u32(sorted, scratch, p->count);
    *count = 0;
    for (size_t i = 0; i < p->count; i++)
        if (*count == 0 || sorted[*count - 1] != sorted[i])
            sorted[(*count)++] = sorted[i];
    return sorted;
}

struct piles_answer *piles_answer_new(struct nash_arena *arena, struct nash_error *error)
{
    struct piles_answer *a = NASH_NEW(arena, struct piles_answer, 1);
    if (!a || !(a->win = NASH_NEW(arena, struct piles_move, PILES_WRITTEN))) {
        nash_fail(error, NASH_NOMEM, "", "no memory for the answer");
        return NULL;
    }
    a->arena = arena;
    return a;
}

void piles_add_win(struct piles_answer *a, struct piles_move move)
{
    if (a->listed < PILES_WRITTEN)
        a->win[a->listed++] = move;
    a->winning++;
}
