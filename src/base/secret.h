/* Random bytes, comparison in constant time, hexadecimal. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fills out with bytes of getrandom(2), which is called once every few hundred ids. */
void secret_random(void *out, size_t count);
/* Returns whether the bytes are equal, in time that depends only on count. */
bool secret_equal(const void *a, const void *b, size_t count);

/* Writes lower-case hex and a NUL: 2 * count + 1 bytes. Returns out. */
char *hex_encode(char *out, const void *bytes, size_t count);
/* Reads exactly 2 * count hex digits. Returns false for any other text. */
bool hex_decode(void *out, size_t count, const char *text, size_t len);

#endif
