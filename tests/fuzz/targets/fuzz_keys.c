/* Fuzzes the reader of a line of the key file. A line that is accepted must have a valid name and a known role, and
 * must be accepted again, with the same meaning, when its words are written in the canonical form. */
#include <string.h>

#include <api/keys/line.h>
#include <base/clock.h>
#include <base/secret.h>
#include <nash/buf.h>

#include "fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "keys"))

/* Writes the line that means the same. */
static void write_line(struct nash_buf *out, const struct key_line *key)
{
    char hex[2 * NASH_HASH_BYTES + 1], when[CLOCK_TEXT];
    nash_buf_printf(out, "%s %s role=%s", key->name, hex_encode(hex, key->hash.byte, sizeof key->hash.byte),
                    key_role_name(key->role));
    if (key->expires_ms != INT64_MAX)
        nash_buf_printf(out, " %s", clock_text(when, key->expires_ms));
    if (key->limits_queued)
        nash_buf_printf(out, " queued=%u", key->quota.queued);
    if (key->limits_running)
        nash_buf_printf(out, " running=%u", key->quota.running);
    if (key->limits_per_minute)
        nash_buf_printf(out, " per-minute=%u", key->quota.per_minute);
    if (key->limits_bytes)
        nash_buf_printf(out, " bytes=%llu", (unsigned long long)key->quota.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char line[KEY_LINE_MAX], fault[KEY_LINE_MAX] = "";
    struct key_line key, again;
    size_t len = size < sizeof line - 1 ? size : sizeof line - 1;
    memcpy(line, data, len);
    line[len] = '\0';
    if (!key_line_read(line, &key, fault)) {
        MUST(fault[0] != '\0');
        return 0;
    }
    if (key.name[0] == '\0')
        return 0;
    MUST(key_name_is_valid(key.name) && key.role <= KEY_ADMIN);
    struct nash_buf written = NASH_BUF_INIT(0);
    write_line(&written, &key);
    MUST(written.len < sizeof line);
    memcpy(line, nash_buf_cstr(&written), written.len + 1);
    MUST(key_line_read(line, &again, fault));
    MUST(memcmp(&key.hash, &again.hash, sizeof key.hash) == 0 && strcmp(key.name, again.name) == 0);
    MUST(key.role == again.role && key.expires_ms == again.expires_ms && key.quota.queued == again.quota.queued);
    MUST(key.quota.running == again.quota.running && key.quota.per_minute == again.quota.per_minute);
    MUST(key.quota.bytes == again.quota.bytes && key.limits_queued == again.limits_queued);
    nash_buf_free(&written);
    return 0;
}
