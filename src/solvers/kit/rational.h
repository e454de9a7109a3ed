/* A number as it was read: exact, in lowest terms. Reading needs neither memory nor a library, because it happens in the
 * server process. Numbers of any size are computed by GMP, in workers. */
#ifndef KIT_RATIONAL_H
#define KIT_RATIONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rational {
    int64_t num, den; /* den > 0 */
};

enum rational_reading {
    RATIONAL_READ,
    RATIONAL_WRONG, /* not a number */
    RATIONAL_WIDE   /* a number whose numerator or denominator exceeds 2^62 */
};

/* Reads exactly len characters: -12, 0.25, -2.5e-3 or 1/3. *value is unchanged on failure. */
enum rational_reading rational_read(const char *text, size_t len, struct rational *value);

/* Reads the shortest decimal that converts to this finite double. It is the decimal that was written, unless that had
 * more than 15 digits. */
enum rational_reading rational_of_double(double number, struct rational *value);

/* Returns the least common multiple of two positive numbers, or 0 if it exceeds 2^62. */
int64_t rational_common(int64_t a, int64_t b);

/* Writes num / den in lowest terms as "-17/3" or "8"; den > 0. Returns out. */
enum { RATIONAL_TEXT = 88 }; /* two numbers of 128 bits, '-', '/' and NUL */
char *rational_text(char out[static RATIONAL_TEXT], __int128 num, __int128 den);

#endif
