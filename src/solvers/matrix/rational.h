/* A payoff as it was read: exact, in lowest terms. Reading it needs no memory and no library, since it is done in the
 * server. What needs numbers of any size is done in exact/ and numbers.c. */
#ifndef MATRIX_RATIONAL_H
#define MATRIX_RATIONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rational {
    int64_t num, den; /* den > 0 */
};

enum rational_reading {
    RATIONAL_READ,
    RATIONAL_WRONG, /* no number */
    RATIONAL_WIDE   /* a number, but its numerator or denominator passes 2^62 */
};

/* Exactly len characters: -12, 0.25, -2.5e-3 or 1/3. On failure *value is left as it is. */
enum rational_reading rational_read(const char *text, size_t len, struct rational *value);

/* The shortest decimal that reads back as this double, which must be finite: what was written, unless that had more
 * than 15 digits. */
enum rational_reading rational_of_double(double number, struct rational *value);

/* num / den in lowest terms; den > 0. */
struct rational rational_of(int64_t num, int64_t den);

/* Least common multiple of two positive numbers; 0 when it passes 2^62. */
int64_t rational_common(int64_t a, int64_t b);

/* The order of two rationals: -1, 0 or 1. */
int rational_compare(struct rational a, struct rational b);

/* num / den in lowest terms as "-17/3" or "8"; den > 0. Returns out. */
enum { RATIONAL_TEXT = 88 }; /* two numbers of 128 bits, '-', '/' and NUL */
char *rational_text(char out[static RATIONAL_TEXT], __int128 num, __int128 den);

#endif
