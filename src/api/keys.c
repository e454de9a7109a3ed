/* Owner names outlive the table in which they were read, because a request keeps its owner until it ends. So each name
 * is copied once into a list that only grows; a table refers to it, and can be freed as soon as another replaces it. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <api/keys.h>
#include <base/clock.h>
#include <base/secret.h>
#include <jobs/jobs.h>
#include <nash/hash.h>

enum { KEYS_LINE_MAX = 512, KEY_RANDOM_BYTES = 32 };

struct key {
    char name[JOB_OWNER_MAX];
    const char *owner; /* the name in the list of owners */
    struct nash_hash hash;
    int64_t expires_ms; /* INT64_MAX = never */
};

struct key_table {
    size_t count;
    struct key key[];
};

struct owner {
    struct owner *next;
    char name[JOB_OWNER_MAX];
};

struct keys {
    pthread_mutex_t lock; /* guards table */
    struct key_table *table;
    struct owner *owners; /* used by the thread that loads */
    char path[];
};

/* ---- the file ---- */

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
    snprintf(key->name, sizeof key->name, "%s", name);
    return NULL;
}

static struct key_table *key_table_read_lines(FILE *file, const char *path, struct nash_error *error)
{
    char line[KEYS_LINE_MAX];
    struct key_table *table = calloc(1, sizeof *table);
    for (unsigned number = 1; table != NULL && fgets(line, sizeof line, file) != NULL; number++) {
        struct key key;
        const char *fault =
            strchr(line, '\n') == NULL && !feof(file) ? "the line is too long" : key_line_read(line, &key);
        if (fault != NULL) {
            nash_fail(error, NASH_INVALID, "", "%s:%u: %s", path, number, fault);
            free(table);
            return NULL;
        }
        if (key.name[0] == '\0')
            continue;
        struct key_table *more = realloc(table, sizeof *table + (table->count + 1) * sizeof key);
        if (more == NULL)
            free(table);
        else
            more->key[more->count++] = key;
        table = more;
    }
    if (table == NULL)
        nash_fail(error, NASH_NOMEM, "", "out of memory for the keys of %s", path);
    return table;
}

/* Opens the file, without blocking. It may be a pipe when it is read for the first time, as a shell passes the output
 * of a command. A pipe that is read again may have no writer, and would block the thread that receives all signals. */
static FILE *key_file_open(const char *path, bool again, struct nash_error *error)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | (again ? O_NONBLOCK : 0));
    FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
    bool known = file != NULL && fstat(fd, &status) == 0;
    if (known && (!again || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
        return file;
    if (known)
        nash_fail(error, NASH_INVALID, "", "%s is not a regular file, and only such a file can be read again", path);
    else
        nash_fail(error, NASH_INVALID, "", "%s: %s", path, strerror(errno));
    if (file != NULL)
        fclose(file);
    else if (fd >= 0)
        close(fd);
    return NULL;
}

static struct key_table *key_table_read(const char *path, bool again, struct nash_error *error)
{
    FILE *file = key_file_open(path, again, error);
    if (file == NULL)
        return NULL;
    struct key_table *table = key_table_read_lines(file, path, error);
    if (table != NULL && (ferror(file) || table->count == 0)) {
        if (ferror(file))
            nash_fail(error, NASH_INVALID, "", "%s: %s", path, strerror(errno));
        else
            nash_fail(error, NASH_INVALID, "", "%s has no key; make one with nashd keygen NAME", path);
        free(table);
        table = NULL;
    }
    fclose(file);
    return table;
}

/* ---- owners ---- */

/* Returns the copy of the name in the list of owners, or NULL if memory is full. */
static const char *keys_add_owner(struct keys *keys, const char *name)
{
    for (const struct owner *owner = keys->owners; owner != NULL; owner = owner->next)
        if (strcmp(owner->name, name) == 0)
            return owner->name;
    struct owner *owner = malloc(sizeof *owner);
    if (owner == NULL)
        return NULL;
    *owner = (struct owner){.next = keys->owners};
    strcpy(owner->name, name);
    keys->owners = owner;
    return owner->name;
}

static bool key_table_set_owners(struct key_table *table, struct keys *keys)
{
    bool complete = true;
    for (size_t i = 0; i < table->count; i++)
        complete &= (table->key[i].owner = keys_add_owner(keys, table->key[i].name)) != NULL;
    return complete;
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
    free(keys);
}

const char *keys_owner(struct keys *keys, const char *key, size_t len, struct nash_error *why)
{
    struct nash_hash hash = nash_sha256_of(key, len);
    const char *owner = NULL;
    int64_t expires_ms = 0;
    pthread_mutex_lock(&keys->lock);
    for (size_t i = 0; i < keys->table->count; i++)
        if (secret_equal(&keys->table->key[i].hash, &hash, sizeof hash)) {
            owner = keys->table->key[i].owner;
            expires_ms = keys->table->key[i].expires_ms;
        }
    pthread_mutex_unlock(&keys->lock);
    if (owner == NULL || clock_wall_ms() < expires_ms)
        return owner;
    char when[CLOCK_TEXT];
    nash_fail_type(why, NASH_INVALID, "key-expired", "", "the API key of %s expired at %s", owner,
                   clock_text(when, expires_ms));
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
