/* Removes one member from the text of a JSON object, without parsing it to a tree. The other bytes stay unchanged. */
#ifndef API_BATCH_DROP_MEMBER_H
#define API_BATCH_DROP_MEMBER_H

#include <stddef.h>

/* text[len] is one strict JSON value, checked by nash_json_check(). Copies it without the top-level member `name`,
 * whose value must be a string without escapes, to out (at least len bytes, may be text); sets *out_len. *value points
 * to the characters of that string within text. Returns NULL, or what is wrong with the text. */
const char *drop_string_member(const char *text, size_t len, const char *name, char *out, size_t *out_len,
                               const char **value, size_t *value_len);

#endif
