/* Makes keys. The line is checked by the function that reads the file, so that both have one grammar. */
#include <stdio.h>

#include <base/secret.h>

#include "line.h"

enum { KEY_RANDOM_BYTES = 32 };

enum nash_status keys_make(const char *name, const char *const words[], struct nash_buf *key, struct nash_buf *line,
                           struct nash_error *error)
{
    char random[KEY_RANDOM_BYTES], hex[2 * NASH_HASH_BYTES + 1], copy[KEY_LINE_MAX], fault[KEY_LINE_MAX];
    struct key_line read;
    size_t before = line->len;
    if (!key_name_is_valid(name))
        return nash_fail(error, NASH_INVALID, "",
                         "invalid key name \"%s\"; expected 1 to 63 letters, digits, '-', '_', '.' or '@'", name);
    secret_random(random, sizeof random);
    nash_buf_printf(key, "nashd_%s", hex_encode(hex, random, sizeof random));
    struct nash_hash hash = nash_sha256_of(key->data, key->len);
    nash_buf_printf(line, "%s %s", name, hex_encode(hex, hash.byte, sizeof hash.byte));
    for (size_t i = 0; words[i] != NULL; i++)
        nash_buf_printf(line, " %s", words[i]);
    if (key->failed || line->failed)
        return nash_fail(error, NASH_NOMEM, "", "out of memory");
    if (line->len - before + 1 >= sizeof copy)
        return nash_fail(error, NASH_INVALID, "", "the line is too long");
    snprintf(copy, sizeof copy, "%s", nash_buf_cstr(line) + before);
    return key_line_read(copy, &read, fault) ? NASH_OK : nash_fail(error, NASH_INVALID, "", "%s", fault);
}
