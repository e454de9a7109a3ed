/* Terms without variables, each stored once (hash-consing): a functor and its arguments become a number. */
#ifndef ANDOR_RULES_TERMS_H
#define ANDOR_RULES_TERMS_H

#include <stdbool.h>

#include <nash/arena.h>
#include <solvers/andor/value.h>

enum { TERM_ARGUMENTS = 8, TERM_INTEGER = 0 }; /* functor 0: an integer, its one argument */

struct terms {
    struct nash_arena *arena;
    uint32_t stride; /* arguments kept of each: the most that a functor has */
    uint32_t count, room, slots;
    uint32_t *functor; /* [count] */
    int64_t *argument; /* [count * stride] */
    uint64_t *slot;    /* hash in the upper half, number + 1 in the lower; 0: free */
};

bool terms_begin(struct terms *terms, struct nash_arena *arena, uint32_t stride, uint32_t expected);
/* argument: arity of them. The number, or ANDOR_NONE. */
uint32_t terms_find(const struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity);
/* The same; what is new is added (*fresh) as long as there are fewer than most. ANDOR_NONE: there are not (*fresh), or
 * memory ran out. */
uint32_t terms_add(struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity, uint32_t most,
                   bool *fresh);

static inline const int64_t *terms_arguments(const struct terms *terms, uint32_t number)
{
    return &terms->argument[(size_t)number * terms->stride];
}

#endif
