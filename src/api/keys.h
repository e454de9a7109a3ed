/* API keys (bearer tokens), from a file of hashes.
 *
 * Each line is one key: `NAME SHA256 [EXPIRES]`, with the hash of the whole key in 64 hex digits and EXPIRES as
 * 2026-12-31 or 2026-12-31T12:00:00Z; '#' begins a comment. A name may have several keys, so that a key can be replaced
 * without an interruption; jobs belong to the name. Keys are not stored: they are 256 random bits, so a plain hash
 * protects them. */
#ifndef API_KEYS_H
#define API_KEYS_H

#include <stddef.h>

#include <nash/buf.h>
#include <nash/status.h>

struct keys;

/* Reads the file. Returns NULL on failure; NASH_INVALID names the line. A file without a key is refused, since it is
 * more often a file half written than a wish to lock all clients out. */
struct keys *keys_load(const char *path, struct nash_error *error);
void keys_free(struct keys *keys);
/* Reads the file again and replaces all keys at once; *count: how many there are now. On failure the keys stay as they
 * were. One thread at a time; others may call keys_owner() meanwhile. */
enum nash_status keys_reload(struct keys *keys, size_t *count, struct nash_error *error);

/* Returns the owner of the key, valid until keys_free(), also after the key was revoked; NULL when the key is unknown,
 * or has expired (then *why is set). Compares every hash in constant time. */
const char *keys_owner(struct keys *keys, const char *key, size_t len, struct nash_error *why);

/* Makes a key for name: `key` gets the secret for the client, `line` the line for the file (without newline). expires
 * may be NULL. NASH_INVALID for an invalid name or time. */
enum nash_status keys_make(const char *name, const char *expires, struct nash_buf *key, struct nash_buf *line,
                           struct nash_error *error);

#endif
