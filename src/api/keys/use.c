/* When keys were used last. A key notes it in memory, to the minute; a file keeps it over a restart.
 *
 * The file has a line for each key: its hash and the time. It is written from the memory now and then and when the
 * server ends, so a crash loses the last minutes. It is replaced by a rename and not synchronised: it serves to find
 * keys that nobody uses, and nothing depends on it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/secret.h>

#include "table.h"

static struct key *key_of_hash(struct key_table *table, const struct nash_hash *hash)
{
    for (size_t i = 0; i < table->count; i++)
        if (memcmp(&table->key[i].line.hash, hash, sizeof *hash) == 0)
            return &table->key[i];
    return NULL;
}

void key_table_copy_use(struct key_table *to, const struct key_table *from)
{
    for (size_t i = 0; i < from->count; i++) {
        struct key *key = key_of_hash(to, &from->key[i].line.hash);
        if (key != NULL)
            key->used_ms = from->key[i].used_ms;
    }
}

/* Reads one line of the file. Lines that are not as they should be, and those of keys that are gone, are skipped. */
static void use_line_read(struct key_table *table, char *line)
{
    char *rest = NULL;
    struct nash_hash hash;
    int64_t used_ms;
    const char *hex = strtok_r(line, " \n", &rest), *time = strtok_r(NULL, " \n", &rest);
    if (hex == NULL || time == NULL || !hex_decode(hash.byte, sizeof hash.byte, hex, strlen(hex)) ||
        !clock_read(time, &used_ms))
        return;
    struct key *key = key_of_hash(table, &hash);
    if (key != NULL)
        key->used_ms = used_ms;
}

void keys_keep_use(struct keys *keys, const char *path)
{
    char line[KEY_LINE_MAX];
    keys->use_path = strdup(path);
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        if (errno != ENOENT)
            log_warn("use of keys unknown", "%s: %s", path, strerror(errno));
        return;
    }
    while (fgets(line, sizeof line, file) != NULL)
        use_line_read(keys->table, line);
    fclose(file);
}

static bool use_write(FILE *file, const struct key_status *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char hex[2 * NASH_HASH_BYTES + 1], when[CLOCK_TEXT];
        if (list[i].used_ms != 0)
            fprintf(file, "%s %s\n", hex_encode(hex, list[i].hash.byte, sizeof list[i].hash.byte),
                    clock_text(when, list[i].used_ms));
    }
    return fflush(file) == 0 && ferror(file) == 0;
}

/* Writes a new file beside the old one and renames it. Returns false with errno set. */
static bool use_replace(const char *path, const struct key_status *list, size_t count)
{
    char *fresh;
    if (asprintf(&fresh, "%s.new", path) < 0)
        return false;
    FILE *file = fopen(fresh, "we");
    bool good = file != NULL && use_write(file, list, count);
    if (file != NULL)
        good &= fclose(file) == 0;
    good = good && rename(fresh, path) == 0;
    int why = errno;
    if (!good)
        unlink(fresh);
    free(fresh);
    errno = why;
    return good;
}

void keys_save_use(struct keys *keys)
{
    if (keys == NULL || keys->use_path == NULL)
        return;
    pthread_mutex_lock(&keys->lock);
    bool used = keys->used;
    keys->used = false;
    pthread_mutex_unlock(&keys->lock);
    size_t count;
    struct key_status *list = used ? keys_list(keys, &count) : NULL;
    if (used && (list == NULL || !use_replace(keys->use_path, list, count)))
        log_warn("use of keys not kept", "%s: %s", keys->use_path, strerror(errno));
    free(list);
}
