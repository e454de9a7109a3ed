/* API keys (bearer tokens), from a file of hashes.
 *
 * Each line is one key: `NAME SHA256`, with the hash of the whole key in 64 hex digits, and then any of these words:
 *   EXPIRES       2026-12-31 or 2026-12-31T12:00:00Z
 *   role=ROLE     what the key may do (enum key_role); role=user if absent
 *   queued=N running=N per-minute=N bytes=SIZE    quotas of the name (struct jobs_quota)
 * '#' begins a comment. A name may have several keys, so that a key can be replaced without an interruption; jobs and
 * quotas belong to the name, a role and an expiry to the key. Keys are not stored: they are 256 random bits, so a plain
 * hash protects them. */
#ifndef API_KEYS_H
#define API_KEYS_H

#include <stddef.h>

#include <jobs/jobs.h>
#include <nash/buf.h>
#include <nash/hash.h>
#include <nash/status.h>

enum key_role {
    KEY_USER,    /* sees and changes what belongs to its name */
    KEY_READ,    /* sees it: GET only */
    KEY_METRICS, /* the counters of the server only */
    KEY_ADMIN    /* sees and changes what belongs to any name */
};
const char *key_role_name(enum key_role role);
/* Returns whether the text is the name of a key: 1 to 63 letters, digits, '-', '_', '.' or '@'. */
bool key_name_is_valid(const char *name);

struct keys;

/* Reads the file. Returns NULL on failure; NASH_INVALID names the line. A file without a key is refused, since it is
 * more often a file half written than a wish to lock all clients out. */
struct keys *keys_load(const char *path, struct nash_error *error);
void keys_free(struct keys *keys);
/* Reads the file again and replaces all keys at once; *count: how many there are now. On failure the keys stay as they
 * were. One thread at a time; others may call the functions below meanwhile. */
enum nash_status keys_reload(struct keys *keys, size_t *count, struct nash_error *error);

/* Returns the owner of the key, valid until keys_free(), also after the key was revoked; NULL when the key is unknown,
 * or has expired (then *why is set). Compares every hash in constant time. Notes that the key was used. */
const char *keys_owner(struct keys *keys, const char *key, size_t len, struct nash_error *why);
/* Returns the role of the key. owner: the pointer that keys_owner() has returned for it, not a copy of the text. */
enum key_role keys_role(const char *owner);
/* Returns the quotas of a name. What its lines do not limit is limited as in *others; NULL: not at all. */
struct jobs_quota keys_quota(struct keys *keys, const char *owner, const struct jobs_quota *others);

/* ---- what is known of the keys, without the keys ---- */

struct key_status {
    char name[JOB_OWNER_MAX];
    struct nash_hash hash;
    enum key_role role;
    int64_t expires_ms;      /* INT64_MAX = never */
    int64_t used_ms;         /* when it was used last, to the minute; 0 = never */
    struct jobs_quota quota; /* of this line; 0: it says nothing */
};
/* Returns the keys in the order of the file, to be freed with free(); NULL when out of memory. */
struct key_status *keys_list(struct keys *keys, size_t *count);

/* Sets the file that keeps when keys were used last, and reads it. Must be called before other threads use the keys. A
 * file that cannot be read is logged. */
void keys_keep_use(struct keys *keys, const char *path);
/* Writes that file if a key was used since the last time. Blocks for the disk: not for the HTTP thread. */
void keys_save_use(struct keys *keys);

/* Makes a key for name: `key` gets the secret for the client, `line` the line for the file (without newline). words:
 * what follows the hash, NULL-terminated. NASH_INVALID for an invalid name or word. */
enum nash_status keys_make(const char *name, const char *const words[], struct nash_buf *key, struct nash_buf *line,
                           struct nash_error *error);

#endif
