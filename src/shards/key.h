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

/* Does an Authorization header, "Bearer KEY", bear the key? In time that tells nothing of either. NULL, one or the
 * other: no. */
bool peer_key_bears(const char *key, const char *authorization);

#endif
