/* A hash table of nodes that lie inside what they index (as the kernel's hlist): no allocation per entry, and removal
 * without a search. Chained, doubling. Not locked. */
#ifndef JOBS_TABLE_H
#define JOBS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
    struct node *next, **link; /* link NULL = in no table */
    uint64_t hash;
};

struct table {
    struct node **slot;
    size_t slots; /* a power of two */
    size_t count;
};

bool table_init(struct table *table, size_t slots);
void table_release(struct table *table); /* the nodes are the caller's */

/* The node must be in no table. Never fails: when there is no memory to grow, chains get longer. */
void table_add(struct table *table, struct node *node, uint64_t hash);
void table_remove(struct table *table, struct node *node); /* nothing when it is in none */

/* The first node of that hash, and the one after; NULL at the end. Newest first. */
struct node *table_find(const struct table *table, uint64_t hash);
struct node *table_next(const struct node *node);

/* Keyed with a secret of the process, so that nobody outside can choose what collides. */
uint64_t table_hash(uint64_t seed, const void *bytes, size_t len);

#endif
