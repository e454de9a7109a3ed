/* The peer key: a secret shared by a hub and the servers that play for it. */
#ifndef CLUSTER_TRANSPORT_KEY_H
#define CLUSTER_TRANSPORT_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/status.h>

enum { PEER_KEY_MIN = 16, PEER_KEY_MAX = 256 };

/* Reads the key from a file of one line: 16 to 256 printable characters. NASH_INVALID if it cannot be read, is not a
 * key, or others than its owner and group may read the file. */
enum nash_status peer_key_load(const char *path, char key[PEER_KEY_MAX + 1], struct nash_error *error);

/* Returns whether an Authorization header is "Bearer KEY", in a time that does not depend on their contents. Returns
 * false if either is NULL. */
bool peer_key_bears(const char *key, const char *authorization);

#endif
