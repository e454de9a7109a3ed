/* Strict JSON: a gate in front of cJSON, and typed getters with errors that name the place.
 *
 * cJSON alone accepts trailing garbage, duplicate keys, invalid UTF-8, leading zeros, \u0000 and numbers it cannot
 * represent. The gate reads the text once and refuses all of these (RFC 8259, I-JSON RFC 7493) before cJSON parses it.
 * It also extracts every flat array of integers from the text, 20 times faster than one cJSON node per number and in 4
 * bytes each if they fit: see nash_json_ints() and nash_json_flat(). */
#ifndef NASH_JSON_H
#define NASH_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/status.h>

enum { NASH_JSON_DEPTH = 64 }; /* largest nesting depth */

/* A parsed text. */
struct nash_json {
    cJSON *root;      /* owned by the document; NULL before parsing and after free */
    const char *text; /* the caller's bytes, not owned; for error messages */
    size_t len;
    struct nash_json_flat *ints; /* flat integer arrays in document order, in the arena */
    size_t ints_count;
};

/* A flat array of integers as stored: in 32 bits if all of them fit. */
struct nash_json_flat {
    const int32_t *narrow; /* NULL: the numbers are in wide */
    const int64_t *wide;   /* NULL: the numbers are in narrow */
    size_t count;
};

/* A flat array of integers. */
struct nash_json_ints {
    const int64_t *value; /* in the arena */
    size_t count;
};

/* Checks `len` bytes of text (no NUL needed) and builds *doc. Refused with NASH_INVALID, type "invalid-json", and the
 * line and column in the detail: empty text, a BOM, invalid UTF-8, raw control characters, unpaired surrogates, \u0000,
 * duplicate keys, leading zeros, NaN, Infinity, numbers that overflow a double, integer literals beyond 2^53 (use
 * strings), nesting beyond NASH_JSON_DEPTH, trailing bytes. NASH_NOMEM if the arena is full. The text must live until
 * nash_json_free(). */
enum nash_status nash_json_parse(struct nash_json *doc, const char *text, size_t len, struct nash_arena *arena,
                                 struct nash_error *error);
/* Parses text that is not needed afterwards. It must be private memory from malloc() or mmap(): whole pages inside flat
 * integer arrays are released to the system while they are read, and read as zeroes later, so that text and numbers are
 * never in memory together. An error after the first such page gives its byte instead of line and column. */
enum nash_status nash_json_parse_spare(struct nash_json *doc, char *text, size_t len, struct nash_arena *arena,
                                       struct nash_error *error);
void nash_json_free(struct nash_json *doc);

/* Runs the gate alone: NASH_OK if the text is one strict JSON value. Allocates only to find duplicate keys (malloc). */
enum nash_status nash_json_check(const char *text, size_t len, struct nash_error *error);

/* Parses a decimal int64 of exactly `len` characters: optional '-', no '+', no leading zeros. Returns false on overflow
 * or other text. */
bool nash_parse_int64(const char *text, size_t len, int64_t *value);

/* ---- typed getters of single values; `at` is the JSON pointer of the value ---- */

/* Reads an integer in lo..hi. 1.0 and 1e2 are integers, as in JSON Schema. After NASH_INVALID, *value is unchanged;
 * this holds for all getters. */
enum nash_status nash_json_as_int(const cJSON *item, const char *at, int64_t lo, int64_t hi, int64_t *value,
                                  struct nash_error *error);
enum nash_status nash_json_as_bool(const cJSON *item, const char *at, bool *value, struct nash_error *error);
/* Reads a finite number in lo..hi. */
enum nash_status nash_json_as_number(const cJSON *item, const char *at, double lo, double hi, double *value,
                                     struct nash_error *error);
/* Reads a string of at most `max` bytes; *text points into the document. */
enum nash_status nash_json_as_string(const cJSON *item, const char *at, size_t max, const char **text,
                                     struct nash_error *error);
/* Reads one of the words (NULL-terminated, together at most about 200 bytes) as its index. */
enum nash_status nash_json_as_word(const cJSON *item, const char *at, const char *const words[], unsigned *index,
                                   struct nash_error *error);

/* Returns the member, or NULL. Names are case-sensitive. */
const cJSON *nash_json_get(const cJSON *object, const char *name);

/* Reads the array of integers at item, of any length. NASH_INVALID names the first element that is not an integer.
 * Numbers are copied into `arena` if needed; *ints is valid as long as `arena` and the document. An array of integer
 * literals only is never expanded into cJSON nodes. In the tree it is the array [infinity, index into doc->ints], a
 * marker that no text can forge, since the gate refuses 1e999. Code that walks a tree must therefore try this function
 * first for every array, and must not use cJSON_GetArraySize() or the children of an array of numbers. Empty arrays,
 * and arrays that hold anything else (also 1.0), are ordinary cJSON arrays. */
enum nash_status nash_json_ints(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_ints *ints, struct nash_error *error);
/* Reads the array as stored, without a copy if possible; for large arrays. */
enum nash_status nash_json_flat(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_flat *flat, struct nash_error *error);

/* Returns the array at item if it holds integer literals only, else NULL. Owned by doc. */
const struct nash_json_flat *nash_json_flat_at(const struct nash_json *doc, const cJSON *item);

/* Writes "<at>/<name>" with the escapes of RFC 6901 into out[size], truncated. Returns out. */
char *nash_pointer(char *out, size_t size, const char *at, const char *name);
char *nash_pointer_index(char *out, size_t size, const char *at, size_t index);

/* Writes the words (NULL-terminated) as "a, b, c" into out[size], truncated; size is at least 1. Returns out. */
char *nash_join_words(char *out, size_t size, const char *const words[]);

#endif
