/* A Bloom filter over canonical keys: which answers can the database have? (Bloom 1970, CACM 13(7).)
 *
 * Most new problems are new: without the filter each would cost a search in the database to learn that. It errs on one
 * side only: "no" is certain, "perhaps" has to be looked up. Keys are SHA-256, so their own bytes serve as the hashes.
 * Safe from any thread. */
#ifndef STORE_KNOWN_H
#define STORE_KNOWN_H

#include <stdbool.h>

#include <nash/hash.h>

struct known;

struct known *known_new(void); /* empty; NULL without memory */
void known_free(struct known *known);
void known_add(struct known *known, const struct nash_hash *key);
/* Until known_complete() every key may be there. */
bool known_may_have(const struct known *known, const struct nash_hash *key);
/* Every key the database had at the start has been added. */
void known_complete(struct known *known);

#endif
