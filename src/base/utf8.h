/* UTF-8 as in table 3-7 of Unicode 15 and in RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* Returns the length (1 to 4) of the well-formed sequence at the start of text[len], or 0 if there is none. */
size_t utf8_length(const char *text, size_t len);

/* Returns the length of the well-formed beginning of text[len]. Reads plain ASCII eight bytes at a time. */
size_t utf8_span(const char *text, size_t len);

/* Writes the sequence of a code point up to U+10FFFF, not a surrogate, into out[4]. Returns its length. */
size_t utf8_encode(char *out, unsigned code);

#endif
