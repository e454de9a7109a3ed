/* Base64 (RFC 4648 section 4): with padding, and without line breaks. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>

/* Returns the length of the text of len bytes. */
size_t base64_length(size_t len);
/* Appends the text; without memory out->failed is set. */
void base64_add(struct nash_buf *out, const void *bytes, size_t len);
/* Returns the number of bytes of a text of this length at most. */
size_t base64_room(size_t len);
/* Decodes a text into out[base64_room(len)] and sets *count. Returns false if it has other characters, blanks included,
 * wrong padding or bits that no byte has: one sequence of bytes has one text. */
bool base64_read(const char *text, size_t len, void *out, size_t *count);

#endif
