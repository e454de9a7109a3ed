#include "line.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>
#include <nash/json.h>

static const char *const role_names[] = {
    [KEY_USER] = "user", [KEY_READ] = "read", [KEY_METRICS] = "metrics", [KEY_ADMIN] = "admin"};

const char *key_role_name(enum key_role role)
{
    return role_names[role];
}

bool key_name_is_valid(const char *name)
{
    size_t len = strlen(name);
    return len > 0 && len < JOB_OWNER_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.@") == len;
}

static bool key_fault(char fault[KEY_LINE_MAX], const char *text)
{
    snprintf(fault, KEY_LINE_MAX, "%s", text);
    return false;
}

static bool role_read(const char *text, enum key_role *role)
{
    for (size_t i = 0; i < sizeof role_names / sizeof role_names[0]; i++)
        if (strcmp(text, role_names[i]) == 0) {
            *role = (enum key_role)i;
            return true;
        }
    return false;
}

static bool count_read(const char *text, uint32_t *count)
{
    int64_t value;
    if (!nash_parse_int64(text, strlen(text), &value) || value < 0 || value > UINT32_MAX)
        return false;
    *count = (uint32_t)value;
    return true;
}

/* Reads a number of bytes, which may end in K, M, G or T: powers of 1024, as in the options of nashd. */
static bool size_read(const char *text, uint64_t *size)
{
    static const char units[] = "KMGT";
    size_t len = strlen(text);
    int64_t value;
    const char *unit = len > 0 ? strchr(units, text[len - 1]) : NULL;
    unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
    if (!nash_parse_int64(text, len - (unit != NULL), &value) || value < 0 || value > INT64_MAX >> shift)
        return false;
    *size = (uint64_t)value << shift;
    return true;
}

/* Returns what follows "NAME=" in the word; NULL if the word has another name. */
static const char *word_value(const char *word, const char *name)
{
    size_t len = strlen(name);
    return strncmp(word, name, len) == 0 && word[len] == '=' ? word + len + 1 : NULL;
}

/* The words that a line may have after the hash; one bit each in `seen`. */
enum { WORD_EXPIRES = 1, WORD_ROLE = 2, WORD_QUEUED = 4, WORD_RUNNING = 8, WORD_PER_MINUTE = 16, WORD_BYTES = 32 };

/* Reads one word. Returns its bit; 0 if it is unknown or has a wrong value. */
static unsigned key_word_read(const char *word, struct key_line *key)
{
    const char *value;
    if ((value = word_value(word, "role")) != NULL)
        return role_read(value, &key->role) ? WORD_ROLE : 0;
    if ((value = word_value(word, "queued")) != NULL)
        return count_read(value, &key->quota.queued) ? WORD_QUEUED : 0;
    if ((value = word_value(word, "running")) != NULL)
        return count_read(value, &key->quota.running) ? WORD_RUNNING : 0;
    if ((value = word_value(word, "per-minute")) != NULL)
        return count_read(value, &key->quota.per_minute) ? WORD_PER_MINUTE : 0;
    if ((value = word_value(word, "bytes")) != NULL)
        return size_read(value, &key->quota.bytes) ? WORD_BYTES : 0;
    return clock_read(word, &key->expires_ms) ? WORD_EXPIRES : 0;
}

bool key_line_read(char *line, struct key_line *key, char fault[KEY_LINE_MAX])
{
    char *rest = NULL;
    unsigned seen = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    const char *name = strtok_r(line, " \t", &rest), *hash = strtok_r(NULL, " \t", &rest), *word;
    *key = (struct key_line){.expires_ms = INT64_MAX};
    if (name == NULL)
        return true;
    if (!key_name_is_valid(name))
        return key_fault(fault, "the name must be 1 to 63 letters, digits, '-', '_', '.' or '@'");
    if (hash == NULL || !hex_decode(key->hash.byte, NASH_HASH_BYTES, hash, strlen(hash)))
        return key_fault(fault, "the second word must be the SHA-256 of the key in 64 hex digits (nashd keygen NAME "
                                "makes a line)");
    while ((word = strtok_r(NULL, " \t", &rest)) != NULL) {
        unsigned bit = key_word_read(word, key);
        if (bit == 0) {
            snprintf(fault, KEY_LINE_MAX,
                     "invalid word \"%.64s\"; expected the time at which the key expires (2026-12-31 or "
                     "2026-12-31T12:00:00Z), role=user|read|metrics|admin, queued=N, running=N, per-minute=N or "
                     "bytes=SIZE",
                     word);
            return false;
        }
        if ((seen & bit) != 0) {
            snprintf(fault, KEY_LINE_MAX, "\"%.64s\" repeats a word of the line", word);
            return false;
        }
        seen |= bit;
    }
    key->limits_queued = (seen & WORD_QUEUED) != 0;
    key->limits_running = (seen & WORD_RUNNING) != 0;
    key->limits_per_minute = (seen & WORD_PER_MINUTE) != 0;
    key->limits_bytes = (seen & WORD_BYTES) != 0;
    strcpy(key->name, name);
    return true;
}
