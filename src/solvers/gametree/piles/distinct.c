/* What both games need of a list of piles. */
#include <string.h>

#include "piles.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* One pass of a radix sort, by the digit from bit `shift` on. */
static void sort_pass(const uint32_t *from, uint32_t *to, size_t count, unsigned shift)
{
    size_t place[DIGITS] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        place[from[i] >> shift & (DIGITS - 1)]++;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        size_t next = sum + place[digit];
        place[digit] = sum;
        sum = next;
    }
    for (size_t i = 0; i < count; i++)
        to[place[from[i] >> shift & (DIGITS - 1)]++] = from[i];
}

uint32_t *piles_distinct(const struct piles_problem *p, struct nash_arena *arena, size_t *count)
{
    uint32_t *sorted = nash_arena_array(arena, p->count, sizeof *sorted);
    uint32_t *other = nash_arena_array(arena, p->count, sizeof *other);
    if (!sorted || !other)
        return NULL;
    sort_pass(p->pile, sorted, p->count, 0);
    sort_pass(sorted, other, p->count, DIGIT_BITS);
    sort_pass(other, sorted, p->count, 2 * DIGIT_BITS);
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
    return a;
}

void piles_add_win(struct piles_answer *a, struct piles_move move)
{
    if (a->listed < PILES_WRITTEN)
        a->win[a->listed++] = move;
    a->winning++;
}
