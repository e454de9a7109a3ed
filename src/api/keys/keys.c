/* The set of keys in force.
 *
 * Owner names outlive the table in which they were read, because a request keeps its owner until it ends. So each name
 * is copied once for each role into a list that only grows; a table refers to it, and can be freed as soon as another
 * replaces it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

#include "table.h"

/* ---- owners ---- */

/* Returns the copy of the name in the list of owners, or NULL if memory is full. */
static const char *keys_add_owner(struct keys *keys, const char *name, enum key_role role)
{
    for (const struct owner *owner = keys->owners; owner != NULL; owner = owner->next)
        if (owner->role == role && strcmp(owner->name, name) == 0)
            return owner->name;
    struct owner *owner = malloc(sizeof *owner);
    if (owner == NULL)
        return NULL;
    *owner = (struct owner){.next = keys->owners, .role = role};
    strcpy(owner->name, name);
    keys->owners = owner;
    return owner->name;
}

static bool key_table_set_owners(struct key_table *table, struct keys *keys)
{
    bool complete = true;
    for (size_t i = 0; i < table->count; i++) {
        struct key *key = &table->key[i];
        complete &= (key->owner = keys_add_owner(keys, key->line.name, key->line.role)) != NULL;
    }
    return complete;
}

enum key_role keys_role(const char *owner)
{
    return ((const struct owner *)(const void *)(owner - offsetof(struct owner, name)))->role;
}

/* ---- the keys ---- */

enum nash_status keys_reload(struct keys *keys, size_t *count, struct nash_error *error)
{
    struct key_table *table = key_table_read(keys->path, keys->table != NULL, error);
    if (table == NULL)
        return error->status;
    if (!key_table_set_owners(table, keys)) {
        free(table);
        return nash_fail(error, NASH_NOMEM, "", "out of memory for the keys of %s", keys->path);
    }
    *count = table->count;
    pthread_mutex_lock(&keys->lock);
    struct key_table *old = keys->table;
    if (old != NULL)
        key_table_copy_use(table, old);
    keys->table = table;
    pthread_mutex_unlock(&keys->lock);
    free(old);
    return NASH_OK;
}

struct keys *keys_load(const char *path, struct nash_error *error)
{
    size_t room = strlen(path) + 1, count;
    struct keys *keys = calloc(1, sizeof *keys + room);
    if (keys == NULL) {
        nash_fail(error, NASH_NOMEM, "", "out of memory for the keys of %s", path);
        return NULL;
    }
    pthread_mutex_init(&keys->lock, NULL);
    memcpy(keys->path, path, room);
    if (keys_reload(keys, &count, error) == NASH_OK)
        return keys;
    keys_free(keys);
    return NULL;
}

void keys_free(struct keys *keys)
{
    if (keys == NULL)
        return;
    while (keys->owners != NULL) {
        struct owner *owner = keys->owners;
        keys->owners = owner->next;
        free(owner);
    }
    pthread_mutex_destroy(&keys->lock);
    free(keys->table);
    free(keys->use_path);
    free(keys);
}

const char *keys_owner(struct keys *keys, const char *key, size_t len, struct nash_error *why)
{
    enum { MINUTE_MS = 60000 };
    struct nash_hash hash = nash_sha256_of(key, len);
    struct key *found = NULL;
    const char *owner = NULL;
    int64_t expires_ms = 0, now_ms = clock_wall_ms(), minute_ms = now_ms - now_ms % MINUTE_MS;
    pthread_mutex_lock(&keys->lock);
    for (size_t i = 0; i < keys->table->count; i++)
        if (secret_equal(&keys->table->key[i].line.hash, &hash, sizeof hash))
            found = &keys->table->key[i];
    if (found != NULL) {
        owner = found->owner;
        expires_ms = found->line.expires_ms;
        if (now_ms < expires_ms && found->used_ms != minute_ms) {
            found->used_ms = minute_ms;
            keys->used = true;
        }
    }
    pthread_mutex_unlock(&keys->lock);
    if (owner == NULL || now_ms < expires_ms)
        return owner;
    char when[CLOCK_TEXT];
    nash_fail_type(why, NASH_INVALID, "key-expired", "", "the API key of %s expired at %s", owner,
                   clock_text(when, expires_ms));
    return NULL;
}

/* If several lines of a name give a quota, the last one counts: a line added for a new key may change it. */
struct jobs_quota keys_quota(struct keys *keys, const char *owner, const struct jobs_quota *others)
{
    struct jobs_quota quota = others != NULL ? *others : (struct jobs_quota){0};
    pthread_mutex_lock(&keys->lock);
    for (size_t i = 0; i < keys->table->count; i++) {
        const struct key_line *line = &keys->table->key[i].line;
        if (strcmp(line->name, owner) != 0)
            continue;
        if (line->limits_queued)
            quota.queued = line->quota.queued;
        if (line->limits_running)
            quota.running = line->quota.running;
        if (line->limits_per_minute)
            quota.per_minute = line->quota.per_minute;
        if (line->limits_bytes)
            quota.bytes = line->quota.bytes;
    }
    pthread_mutex_unlock(&keys->lock);
    return quota;
}

struct key_status *keys_list(struct keys *keys, size_t *count)
{
    pthread_mutex_lock(&keys->lock);
    struct key_status *list = calloc(keys->table->count, sizeof *list);
    *count = list != NULL ? keys->table->count : 0;
    for (size_t i = 0; i < *count; i++) {
        const struct key *key = &keys->table->key[i];
        struct key_status *status = &list[i];
        memcpy(status->name, key->line.name, sizeof status->name);
        status->hash = key->line.hash;
        status->role = key->line.role;
        status->expires_ms = key->line.expires_ms;
        status->used_ms = key->used_ms;
        status->quota = key->line.quota;
    }
    pthread_mutex_unlock(&keys->lock);
    return list;
}
