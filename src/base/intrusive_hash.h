/* A hash table whose nodes lie inside the objects they index (like hlist in the Linux kernel): an entry needs no
 * allocation, and its removal no search. Chained; doubles when full. Not locked. */
#ifndef BASE_INTRUSIVE_HASH_H
#define BASE_INTRUSIVE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_node {
    struct hash_node *next, **link; /* *link points to this node; link NULL: in no table */
    uint64_t hash;
};

struct hash_table {
    struct hash_node **slot;
    size_t slots; /* a power of two */
    size_t count;
};

/* Makes an empty table. slots: a power of two. Returns false if malloc fails. */
bool hash_table_init(struct hash_table *table, size_t slots);
void hash_table_release(struct hash_table *table); /* frees the slots; the caller keeps the nodes */

/* Adds a node that is in no table. Never fails: without memory to grow, the chains get longer. */
void hash_table_add(struct hash_table *table, struct hash_node *node, uint64_t hash);
/* Removes the node; does nothing when it is in no table. */
void hash_table_remove(struct hash_table *table, struct hash_node *node);

/* Returns a node with that hash, or NULL. hash_table_next() returns the others, in no particular order. */
struct hash_node *hash_table_find(const struct hash_table *table, uint64_t hash);
/* Returns the next node with the same hash, or NULL. */
struct hash_node *hash_table_next(const struct hash_node *node);

/* Returns a hash keyed with a secret of the process, so that a client cannot choose colliding inputs. */
uint64_t keyed_hash(uint64_t seed, const void *bytes, size_t len);

#endif
