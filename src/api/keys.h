/* Bearer keys: who may use this server, from a file of hashes.
 *
 * One line a key: `NAME SHA256 [EXPIRES]`, the hash in 64 hex digits of the whole key, EXPIRES as 2026-12-31 or
 * 2026-12-31T12:00:00Z; '#' begins a remark. A name may have several keys, so that one can be replaced at leisure; its
 * jobs belong to the name. The keys themselves are nowhere: keys are 256 random bits, so a plain hash protects them. */
#ifndef API_KEYS_H
#define API_KEYS_H

#include <stddef.h>

#include <nash/buf.h>
#include <nash/status.h>

struct keys;

/* Reads the file; NASH_INVALID names the line at fault. NULL on failure. */
struct keys *keys_load(const char *path, struct nash_error *error);
void keys_free(struct keys *keys);

/* The owner of this key, as long as keys lives; NULL when it is unknown, or has expired (then *why says so). Looks at
 * every hash in time that does not depend on the key. */
const char *keys_owner(const struct keys *keys, const char *key, size_t len, struct nash_error *why);

/* A fresh key for name: `key` gets the secret to give away, `line` the line for the file (without newline). expires may
 * be NULL. NASH_INVALID for a bad name or time. */
enum nash_status keys_make(const char *name, const char *expires, struct nash_buf *key, struct nash_buf *line,
                           struct nash_error *error);

#endif
