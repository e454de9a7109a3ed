/* UTF-8 as Unicode 15 table 3-7 and RFC 3629 define it: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* Length (1 to 4) of the well-formed sequence at the start of text[len]; 0 when there is none. */
size_t utf8_length(const char *text, size_t len);

#endif
