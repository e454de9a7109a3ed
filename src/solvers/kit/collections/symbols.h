/* A set of names, numbered in the order of their first appearance.
 *
 *     symbols_init(&names, arena, expected);
 *     number = symbols_add(&names, text, len, &is_new);
 *     puts(names.name[number]);
 *
 * The hash is keyed by a secret of the set, so that a client cannot choose names that collide; numbers do not
 * depend on it. */
#ifndef KIT_SYMBOLS_H
#define KIT_SYMBOLS_H

#include <stddef.h>

#include <solvers/kit/collections/hash_index.h>

#define SYMBOL_NONE HASH_INDEX_NONE

struct symbols {
    struct nash_arena *arena;
    struct hash_index index;
    const char **name;    /* [number], NUL-terminated copies in the arena */
    uint32_t count, room; /* number of names; capacity of `name` */
    uint64_t secret[3];   /* random key of the hash */
};

/* Makes room for `expected` names. Returns false if the arena is full. */
bool symbols_init(struct symbols *set, struct nash_arena *arena, uint32_t expected);
/* Returns the number of a name, or SYMBOL_NONE. */
uint32_t symbols_find(const struct symbols *set, const char *text, size_t len);
/* Returns the number of a name, which is added if it is new; SYMBOL_NONE if the arena is full. The text must not
 * contain a NUL byte. */
uint32_t symbols_add(struct symbols *set, const char *text, size_t len, bool *is_new);

#endif
