/* A Bloom filter of the canonical keys whose answers the database may have (Bloom 1970, CACM 13(7)).
 *
 * Most problems are new, and without the filter each would cost a search in the database. A negative result is certain,
 * a positive one is not. Keys are SHA-256, so their bytes serve as the hashes. All functions are safe from any
 * thread. */
#ifndef STORE_BLOOM_FILTER_H
#define STORE_BLOOM_FILTER_H

#include <stdbool.h>

#include <nash/hash.h>

struct bloom_filter;

struct bloom_filter *bloom_filter_new(void); /* empty; NULL without memory */
void bloom_filter_free(struct bloom_filter *filter);
void bloom_filter_add(struct bloom_filter *filter, const struct nash_hash *key);
/* Returns false if the key was never added. Always true before bloom_filter_complete(). */
bool bloom_filter_may_have(const struct bloom_filter *filter, const struct nash_hash *key);
/* Declares that all keys that the database had when it was opened have been added. */
void bloom_filter_complete(struct bloom_filter *filter);

#endif
