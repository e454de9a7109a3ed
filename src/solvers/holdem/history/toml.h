/* Scans the part of TOML that hand histories use: tables, keys and values, with strings of all four kinds, arrays over
 * several lines and comments. Values stay text until they are asked for. An array without an end stops at the next line
 * "key =", and a string over several lines after 4 KB, so that a bad hand costs no more than its own text.
 *
 *     while ((item = toml_next(&t, &name)) != TOML_END)
 *         if (item == TOML_KEY && toml_read_value(&t, &value)) ...
 */
#ifndef HOLDEM_HISTORY_TOML_H
#define HOLDEM_HISTORY_TOML_H

#include <solvers/kit/text_reader.h>

enum toml_item { TOML_END, TOML_TABLE, TOML_KEY, TOML_BAD };

enum toml_type { TOML_ABSENT, TOML_STRING, TOML_LITERAL, TOML_BARE, TOML_ARRAY, TOML_INLINE };

struct toml {
    struct text_span rest;
    uint32_t line;         /* the line of rest.at, from 1 */
    struct text_span item; /* from the last table or key to the end */
    uint32_t item_line;
    const char *why; /* after TOML_BAD or false: what is wrong */
};

struct toml_value {
    uint8_t type;          /* enum toml_type; TOML_STRING has escapes, TOML_LITERAL has none */
    uint32_t line;         /* where it begins */
    struct text_span text; /* without quotes or brackets */
};

/* Goes to the next table header or key, whose text is `name`, quotes included. After a key the value must be read. */
enum toml_item toml_next(struct toml *t, struct text_span *name);
bool toml_read_value(struct toml *t, struct toml_value *value);

/* Begins the elements of an array: t is a scanner of its own. */
void toml_begin_array(struct toml *t, const struct toml_value *array);
/* Reads the next element. Returns false at the end, and for bad text, with t->why set. */
bool toml_element(struct toml *t, struct toml_value *value);

/* Copies the text of a string, with its escapes replaced, or of a bare value. Returns false if it does not fit into
 * out[size] or is not valid. */
bool toml_text(const struct toml_value *value, char *out, size_t size);

#endif
