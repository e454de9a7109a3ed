/* The peer key: one secret that a hub and those who play for it share. */
#ifndef SHARDS_KEY_H
#define SHARDS_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/status.h>

enum { PEER_KEY_MIN = 16, PEER_KEY_MAX = 256 };

/* The key in a file of one line: 16 to 256 printable characters. NASH_INVALID when it cannot be read, is none, or when
 * others than its owner and group may read the file. */
enum nash_status peer_key_load(const char *path, char key[PEER_KEY_MAX + 1], struct nash_error *error);

/* Is said[len] the key? In time that tells nothing of either. key NULL: never. */
bool peer_key_is(const char *key, const char *said, size_t len);
/* The same for an Authorization header, "Bearer KEY"; NULL: no. */
bool peer_key_bears(const char *key, const char *authorization);

#endif
