/* Strict JSON in: a gate in front of cJSON, and typed getters that name what is wrong.
 *
 * cJSON alone accepts trailing garbage, duplicate keys, invalid UTF-8, leading
 * zeros, \u0000 and numbers it cannot represent. The gate reads the text once
 * and refuses all of these (RFC 8259, I-JSON RFC 7493) before cJSON sees it.
 * It also takes every flat array of integers out of the text (its own scanner
 * is 20 times faster than a cJSON node per number, in 4 bytes each where they
 * fit): see nash_json_ints() and nash_json_flat(). */
#ifndef NASH_JSON_H
#define NASH_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <nash/arena.h>
#include <nash/status.h>

enum { NASH_JSON_DEPTH = 64 }; /* deepest nesting accepted */

/* One parsed text. */
struct nash_json {
    cJSON *root;      /* owned by this document; NULL before parse and after free */
    const char *text; /* the caller's bytes, for error messages; not owned */
    size_t len;
    struct nash_json_flat *ints; /* flat integer arrays in document order, in the arena */
    size_t ints_count;
};

/* A flat array of integers as it is kept: in 32 bits when all of them fit. */
struct nash_json_flat {
    const int32_t *narrow; /* NULL: see wide */
    const int64_t *wide;   /* NULL: see narrow */
    size_t count;
};

/* A flat array of integers. */
struct nash_json_ints {
    const int64_t *value; /* in the arena */
    size_t count;
};

/* Checks len bytes of text (no NUL needed) and builds *doc.
 * Refused with NASH_INVALID, type "invalid-json", detail naming line and column:
 * empty text, a BOM, invalid UTF-8, raw control characters, unpaired surrogates, \u0000, duplicate keys,
 * leading zeros, NaN, Infinity, numbers that overflow a double, integer literals outside int64 or not exactly
 * representable (beyond 2^53: say them as strings), nesting beyond NASH_JSON_DEPTH, trailing bytes.
 * NASH_NOMEM when the arena is spent. The caller keeps text alive until nash_json_free(). */
enum nash_status nash_json_parse(struct nash_json *doc, const char *text, size_t len, struct nash_arena *arena,
                                 struct nash_error *error);
/* The same from text that is needed no more: it lies in private memory from malloc() or mmap(), and whole pages within
 * flat integer arrays are given back to the system as they are read, so that they read as zeroes later and never lie in
 * memory beside the numbers. A fault behind the first such page names its byte instead of line and column. */
enum nash_status nash_json_parse_spare(struct nash_json *doc, char *text, size_t len, struct nash_arena *arena,
                                       struct nash_error *error);
void nash_json_free(struct nash_json *doc);

/* Only the gate: NASH_OK when text is one strict JSON value. Allocates only for duplicate-key detection (malloc). */
enum nash_status nash_json_check(const char *text, size_t len, struct nash_error *error);

/* Decimal int64 of exactly len characters: optional '-', no '+', no leading zeros, no overflow. */
bool nash_parse_int64(const char *text, size_t len, int64_t *value);

/* ---- typed getters; `at` is the JSON pointer of object, "" for the root ---- */

/* The member, or NULL. Names are case-sensitive. */
const cJSON *nash_json_get(const cJSON *object, const char *name);

/* object must be an object with no member outside the NULL-terminated list; otherwise NASH_INVALID (type
 * "unknown-member") with the pointer of the first stranger. At the root (at == "") the reserved member "job" is always
 * allowed. */
enum nash_status nash_json_only(const cJSON *object, const char *at, const char *const names[],
                                struct nash_error *error);

/* An integer in lo..hi (1.0 and 1e2 count as integers, as in JSON Schema). When absent: *value is left as it is. */
enum nash_status nash_json_int(const cJSON *object, const char *at, const char *name, int64_t lo, int64_t hi,
                               int64_t *value, struct nash_error *error);
enum nash_status nash_json_bool(const cJSON *object, const char *at, const char *name, bool *value,
                                struct nash_error *error);
/* A finite number in lo..hi. */
enum nash_status nash_json_number(const cJSON *object, const char *at, const char *name, double lo, double hi,
                                  double *value, struct nash_error *error);
/* A string of at most max bytes; *text points into the document. */
enum nash_status nash_json_string(const cJSON *object, const char *at, const char *name, size_t max, const char **text,
                                  struct nash_error *error);

/* The flat integer array at item (as found in the tree): of any length, each element an integer literal.
 * NASH_INVALID naming the first element that is not one. What is no literal array, and 64 bits of a narrow one, is put
 * into `arena`; *ints lives as long as that and the document's.
 * An array holding nothing but integer literals is never expanded into cJSON nodes: only this call can read it. In the
 * tree it is the two-element array [infinity, index into doc->ints], a marker that no text can forge, since the gate
 * refuses 1e999. Code that walks a tree must therefore ask this call first for every array, and never take
 * cJSON_GetArraySize() or the children of an array of numbers for its contents. An empty array and one that mixes
 * integers with anything else (also 1.0) stay ordinary. */
enum nash_status nash_json_ints(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_ints *ints, struct nash_error *error);
/* The same as it is kept, without a copy: for arrays that are large. */
enum nash_status nash_json_flat(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_flat *flat, struct nash_error *error);

/* Writes "<at>/<name>" with RFC 6901 escapes into out[size]; truncates. Returns out. */
char *nash_pointer(char *out, size_t size, const char *at, const char *name);
char *nash_pointer_index(char *out, size_t size, const char *at, size_t index);

#endif
