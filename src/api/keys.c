#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <api/keys.h>
#include <base/clock.h>
#include <base/secret.h>
#include <jobs/jobs.h>
#include <nash/hash.h>

enum { KEYS_LINE_MAX = 512, KEY_RANDOM_BYTES = 32 };

struct key {
    char owner[JOB_OWNER_MAX];
    struct nash_hash hash;
    int64_t expires_ms; /* INT64_MAX = never */
};

struct keys {
    size_t count;
    struct key key[];
};

static bool key_name_is_valid(const char *name)
{
    size_t len = strlen(name);
    return len > 0 && len < JOB_OWNER_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@") == len;
}

/* Reads one line; an empty line gives an empty owner. Returns NULL, or what is wrong. */
static const char *key_line_read(char *line, struct key *key)
{
    char *rest = NULL;
    line[strcspn(line, "#\r\n")] = '\0';
    const char *name = strtok_r(line, " \t", &rest), *hash = strtok_r(NULL, " \t", &rest),
               *expires = strtok_r(NULL, " \t", &rest);
    *key = (struct key){.expires_ms = INT64_MAX};
    if (name == NULL)
        return NULL;
    if (!key_name_is_valid(name))
        return "the name must be 1 to 63 letters, digits, '-', '_', '.' or '@'";
    if (hash == NULL || !hex_decode(key->hash.byte, NASH_HASH_BYTES, hash, strlen(hash)))
        return "the second word must be the SHA-256 of the key in 64 hex digits (nashd keygen NAME makes a line)";
    if (expires != NULL && !clock_read(expires, &key->expires_ms))
        return "the third word must be the time at which the key expires: 2026-12-31 or 2026-12-31T12:00:00Z";
    if (strtok_r(NULL, " \t", &rest) != NULL)
        return "a line has at most three words";
    snprintf(key->owner, sizeof key->owner, "%s", name);
    return NULL;
}

static struct keys *keys_read_file(FILE *file, const char *path, struct nash_error *error)
{
    char line[KEYS_LINE_MAX];
    struct keys *keys = calloc(1, sizeof *keys);
    for (unsigned number = 1; keys != NULL && fgets(line, sizeof line, file) != NULL; number++) {
        struct key key;
        const char *fault =
            strchr(line, '\n') == NULL && !feof(file) ? "the line is too long" : key_line_read(line, &key);
        if (fault != NULL) {
            nash_fail(error, NASH_INVALID, "", "%s:%u: %s", path, number, fault);
            free(keys);
            return NULL;
        }
        if (key.owner[0] == '\0')
            continue;
        struct keys *more = realloc(keys, sizeof *keys + (keys->count + 1) * sizeof key);
        if (more == NULL)
            free(keys);
        else
            more->key[more->count++] = key;
        keys = more;
    }
    if (keys == NULL)
        nash_fail(error, NASH_NOMEM, "", "out of memory for the keys of %s", path);
    return keys;
}

struct keys *keys_load(const char *path, struct nash_error *error)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        nash_fail(error, NASH_INVALID, "", "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct keys *keys = keys_read_file(file, path, error);
    fclose(file);
    if (keys != NULL && keys->count == 0) {
        nash_fail(error, NASH_INVALID, "", "%s has no key; make one with nashd keygen NAME", path);
        free(keys);
        return NULL;
    }
    return keys;
}

void keys_free(struct keys *keys)
{
    free(keys);
}

const char *keys_owner(const struct keys *keys, const char *key, size_t len, struct nash_error *why)
{
    struct nash_hash hash = nash_sha256_of(key, len);
    const struct key *found = NULL;
    for (size_t i = 0; i < keys->count; i++)
        if (secret_equal(&keys->key[i].hash, &hash, sizeof hash))
            found = &keys->key[i];
    if (found == NULL)
        return NULL;
    if (clock_wall_ms() < found->expires_ms)
        return found->owner;
    char when[CLOCK_TEXT];
    nash_fail_type(why, NASH_INVALID, "key-expired", "", "the API key of %s expired at %s", found->owner,
                   clock_text(when, found->expires_ms));
    return NULL;
}

enum nash_status keys_make(const char *name, const char *expires, struct nash_buf *key, struct nash_buf *line,
                           struct nash_error *error)
{
    int64_t when;
    if (!key_name_is_valid(name))
        return nash_fail(error, NASH_INVALID, "",
                         "invalid key name \"%s\"; expected 1 to 63 letters, digits, '-', '_', '.' or '@'", name);
    if (expires != NULL && !clock_read(expires, &when))
        return nash_fail(error, NASH_INVALID, "", "invalid time \"%s\"; expected 2026-12-31 or 2026-12-31T12:00:00Z",
                         expires);
    char random[KEY_RANDOM_BYTES], hex[2 * NASH_HASH_BYTES + 1];
    secret_random(random, sizeof random);
    nash_buf_printf(key, "nashd_%s", hex_encode(hex, random, sizeof random));
    struct nash_hash hash = nash_sha256_of(key->data, key->len);
    nash_buf_printf(line, "%s %s", name, hex_encode(hex, hash.byte, sizeof hash.byte));
    if (expires != NULL)
        nash_buf_printf(line, " %s", expires);
    return key->failed || line->failed ? nash_fail(error, NASH_NOMEM, "", "out of memory") : NASH_OK;
}
