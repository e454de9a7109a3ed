/* Plain bytes of a JSON string: ASCII without quote, backslash and control characters. Private to base. */
#ifndef BASE_JSON_PLAIN_H
#define BASE_JSON_PLAIN_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

/* Returns a word in which the high bit of the first byte (the lowest) that is not plain is set; 0 if all eight bytes
 * are plain. Bits of later bytes may be wrong: borrows and carries start at bytes that are not plain and move up. */
static inline uint64_t json_special(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
    return ((word - ones * 0x20) | (quote - ones) | (backslash - ones) | (word + ones) | word) & highs;
}

/* Returns the first byte of [at, end) that is not plain, or end. Tests eight bytes at a time. */
static inline const char *json_skip_plain(const char *at, const char *end)
{
    for (; end - at >= 8; at += 8) {
        uint64_t word, special;
        memcpy(&word, at, sizeof word);
        special = json_special(le64toh(word));
        if (special)
            return at + __builtin_ctzll(special) / 8;
    }
    while (at < end && (unsigned char)*at >= 0x20 && (unsigned char)*at < 0x7F && *at != '"' && *at != '\\')
        at++;
    return at;
}

#endif
