/* Random bytes for ids, comparison that leaks no timing, hex. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fills with bytes of getrandom(2), drawn in blocks per thread (a system call every few hundred ids). */
void secret_random(void *out, size_t count);
/* Equal bytes? In time that depends on count alone. */
bool secret_equal(const void *a, const void *b, size_t count);

/* Lower-case hex, NUL-terminated: out has 2*count+1 bytes. Returns out. */
char *hex_encode(char *out, const void *bytes, size_t count);
/* Exactly 2*count hex digits of text[len]; false otherwise. */
bool hex_decode(void *out, size_t count, const char *text, size_t len);

#endif
