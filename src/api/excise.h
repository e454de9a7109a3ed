/* Takes one member out of the text of a JSON object, without a tree: the rest stays byte for byte. */
#ifndef API_EXCISE_H
#define API_EXCISE_H

#include <stddef.h>

/* text[len] is one strict JSON value (nash_json_check() has seen it). Copies it without the top-level member `name`,
 * whose value must be a string without escapes, to out (at least len bytes; *out_len is set); *value gets the string
 * within text. Returns NULL when this was done, else what is wrong. */
const char *excise_string(const char *text, size_t len, const char *name, char *out, size_t *out_len,
                          const char **value, size_t *value_len);

#endif
