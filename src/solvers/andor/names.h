/* A table of names, each with its number in the order they came. */
#ifndef ANDOR_NAMES_H
#define ANDOR_NAMES_H

#include <stdbool.h>

#include <nash/arena.h>
#include <solvers/andor/value.h>

struct andor_names {
    struct nash_arena *arena;
    const char **name; /* [count], in the arena */
    uint32_t count, room, slots;
    uint64_t *slot; /* hash in the upper half, number + 1 in the lower; 0: free */
};

/* Once per process, before there are workers: what keys the hash. */
void andor_names_prepare(void);
bool andor_names_begin(struct andor_names *names, struct nash_arena *arena, uint32_t expected);
/* The number of a name, or ANDOR_NONE. */
uint32_t andor_names_find(const struct andor_names *names, const char *name);
/* The same, added where it is new (*fresh); ANDOR_NONE: out of memory. The text is copied. */
uint32_t andor_names_add(struct andor_names *names, const char *name, bool *fresh);

#endif
