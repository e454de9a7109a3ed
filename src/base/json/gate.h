/* The strict gate: one pass over a JSON text before cJSON parses it. Private to base.
 *
 *   gate.c    the grammar: values, numbers, literals
 *   ints.c    arrays of integer literals only
 *   string.c  strings: UTF-8, escapes, surrogates
 *   keys.c    duplicate member names */
#ifndef BASE_JSON_GATE_H
#define BASE_JSON_GATE_H

#include <string.h>

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/json.h>

/* A member name in the text, without quotes. */
struct json_key {
    size_t at, len; /* offset in the text, and bytes */
    uint64_t hash;  /* of the decoded bytes; set only in objects with many names or escaped ones */
    bool escaped;   /* contains escapes */
};

/* The names of all open objects, those of the innermost object last. */
struct json_keys {
    struct json_key *key;
    size_t count, room;
    uint32_t *slot; /* hash table, reused by every object: 1 + index of a name in the object; 0: empty */
    size_t slots;
    struct nash_buf scratch; /* a name with its escapes decoded */
};

struct json_gate {
    const char *text;
    const char *at; /* next byte to read */
    const char *end;
    struct json_keys keys;
    const char *fault; /* place of the error */
    const char *why;   /* static text; NULL if malloc failed or the arena is full (then fault is NULL, too) */

    /* If ints_arena is set, flat integer arrays are extracted. */
    struct nash_arena *ints_arena;
    struct nash_json_flat *ints;
    size_t ints_count, ints_room;
    struct nash_buf copy; /* the text so far, with markers instead of extracted arrays */
    const char *copied;   /* copy contains the text up to here */

    bool spare;    /* pages of text inside an extracted array may be released once they are read */
    bool released; /* pages were released: they now read as zeroes */
};

/* Checks that the text is one strict JSON value. NASH_INVALID sets fault and why; NASH_NOMEM. If arrays were extracted,
 * copy holds the rewritten text. Call json_gate_free() in any case. */
enum nash_status json_gate_run(struct json_gate *gate, const char *text, size_t len, struct nash_arena *ints_arena,
                               bool spare);
void json_gate_free(struct json_gate *gate);

/* Records an error at `fault` and returns false. */
bool json_gate_refuse(struct json_gate *gate, const char *fault, const char *why);
/* Records an error at the next byte, or at the end of the text. Returns false. */
bool json_gate_refuse_here(struct json_gate *gate, const char *why);

static inline bool json_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Skips white space and returns the next byte, or '\0' at the end. (Every caller refuses a NUL in the text.) */
static inline char json_next_byte(struct json_gate *gate)
{
    const char *at = gate->at;
    while (at < gate->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    gate->at = at;
    return at < gate->end ? *at : '\0';
}

/* Returns whether an integer of `count` digits is at most 2^53 = 9007199254740992, and so exact in a double. */
static inline bool json_exact(const char *digits, size_t count)
{
    return count < 16 || (count == 16 && memcmp(digits, "9007199254740992", 16) <= 0);
}

extern const char json_beyond_exact[]; /* the error message for larger integers */

/* Call after '['. Returns the number of elements if only digits, signs, commas and white space follow up to ']', or 0
 * if the array is empty or holds anything else. json_ints_extract() may still fail. */
size_t json_ints_count(const struct json_gate *gate);
/* Call after the '[' at `start` of an array of `count` integers. Extracts them. Returns false after an error, or if the
 * arena is full. */
bool json_ints_extract(struct json_gate *gate, const char *start, size_t count);

/* Call after an opening quote. Skips the closing one. */
bool json_string(struct json_gate *gate);

/* Decodes the escapes of a string that json_string() has accepted. out needs len bytes. Returns the bytes written. */
size_t json_decode(char *out, const char *text, size_t len);

/* Adds the name [at, at + len) to the innermost object. Returns false if malloc fails. */
bool json_keys_add(struct json_gate *gate, const char *at, size_t len);
/* Ends the object whose names start at index `first`, and refuses it if two of its names are equal. Takes expected
 * linear time for any names: many names are hashed with a secret of the process. */
bool json_keys_end(struct json_gate *gate, size_t first);
void json_keys_free(struct json_keys *keys);

#endif
