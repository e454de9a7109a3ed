/* Terms without variables, each stored once (hash-consing): functor and arguments become a number. */
#ifndef ANDOR_RULES_TERMS_H
#define ANDOR_RULES_TERMS_H

#include <solvers/andor/value.h>
#include <solvers/kit/collections/hash_index.h>

enum {
    TERM_ARGUMENTS = 8, /* largest number of arguments */
    TERM_INTEGER = 0    /* functor of integers; the integer is the only argument */
};

struct terms {
    struct nash_arena *arena;
    uint32_t stride; /* arguments stored per term: the largest arity */
    uint32_t count, room;
    uint32_t *functor; /* [count] */
    int64_t *argument; /* [count * stride] */
    struct hash_index index;
};

/* Makes room for at least `expected` terms. Returns false if the arena is full. */
bool terms_init(struct terms *terms, struct nash_arena *arena, uint32_t stride, uint32_t expected);
/* Returns the number of a term, or ANDOR_NONE. */
uint32_t terms_find(const struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity);
/* Returns the number of a term. If it is new, adds it and sets *fresh. Returns ANDOR_NONE with *fresh set if the term
 * is new and there are `max` already, with *fresh false if the arena is full. */
uint32_t terms_add(struct terms *terms, uint32_t functor, const int64_t *argument, uint32_t arity, uint32_t max,
                   bool *fresh);

static inline const int64_t *terms_arguments(const struct terms *terms, uint32_t number)
{
    return &terms->argument[(size_t)number * terms->stride];
}

#endif
