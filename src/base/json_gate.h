/* The strict gate: one pass over a JSON text before cJSON sees it. Private to base.
 *
 * json_gate.c    the grammar: values, numbers, literals
 * json_ints.c    arrays of nothing but integers
 * json_string.c  strings: UTF-8, escapes, surrogates
 * json_keys.c    duplicate member names */
#ifndef BASE_JSON_GATE_H
#define BASE_JSON_GATE_H

#include <string.h>

#include <nash/arena.h>
#include <nash/buf.h>
#include <nash/json.h>

/* A member name as it stands in the text, without quotes. */
struct json_key {
    size_t at, len;
    uint64_t hash; /* of the decoded bytes; only where there are many */
    bool escaped;  /* not spelt plainly */
};

/* Names of the objects that are open now, the innermost object's last. */
struct json_keys {
    struct json_key *key;
    size_t count, room;
    uint32_t *slot; /* hash table, reused: index + 1 of a key, 0 = empty */
    size_t slots;
    struct nash_buf scratch; /* a name with its escapes decoded */
};

struct json_gate {
    const char *text;
    const char *at; /* next byte to read */
    const char *end;
    struct json_keys keys;
    const char *fault; /* where the text is wrong */
    const char *why;   /* static; NULL with fault NULL: out of memory */

    /* Flat integer arrays are taken out when ints_arena is set. */
    struct nash_arena *ints_arena;
    struct nash_json_flat *ints;
    size_t ints_count, ints_room;
    struct nash_buf copy; /* the text so far, with markers in the place of those arrays */
    const char *copied;   /* text up to here is in copy */

    bool spare; /* pages of text that lie within such an array may be given back once read */
    bool gave;  /* and some were: they read as zeroes now */
};

/* NASH_OK when the text is one strict JSON value; else NASH_INVALID (fault and why say what) or NASH_NOMEM. When
 * arrays were taken out, copy holds the whole rewritten text. json_gate_free() afterwards in any case. */
enum nash_status json_gate_run(struct json_gate *gate, const char *text, size_t len, struct nash_arena *ints_arena,
                               bool spare);
void json_gate_free(struct json_gate *gate);

/* Notes what is wrong at `fault` and returns false. */
bool json_gate_refuse(struct json_gate *gate, const char *fault, const char *why);
/* The same of the next byte, or of the text's end. */
bool json_gate_refuse_here(struct json_gate *gate, const char *why);

static inline bool json_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next byte that is not white space; '\0' at the end (a NUL in the text is refused by every caller as well). */
static inline char json_next_byte(struct json_gate *gate)
{
    const char *at = gate->at;
    while (at < gate->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    gate->at = at;
    return at < gate->end ? *at : '\0';
}

/* Is an integer of so many digits a double? 2^53 = 9007199254740992: sixteen digits. */
static inline bool json_exact(const char *digits, size_t count)
{
    return count < 16 || (count == 16 && memcmp(digits, "9007199254740992", 16) <= 0);
}

extern const char json_beyond_exact[]; /* why it is refused if not */

/* gate->at stands behind '['. The number of elements when nothing but digits, signs, commas and white space is left
 * until ']' (json_ints_take() still has to succeed); 0 when something else comes, or the array is empty. */
size_t json_ints_count(const struct json_gate *gate);
/* gate->at stands behind '[' of an array with count integers, start on it: takes them out. */
bool json_ints_take(struct json_gate *gate, const char *start, size_t count);

/* gate->at stands behind an opening quote: goes behind the closing one. */
bool json_string(struct json_gate *gate);

/* Decodes the escapes of a string that json_string() has accepted; out needs len bytes. Returns the bytes written. */
size_t json_decode(char *out, const char *text, size_t len);

/* Notes the name [at, at+len) of the innermost object. False when memory ran out. */
bool json_keys_add(struct json_gate *gate, const char *at, size_t len);
/* Ends the object whose names are those from `first` on: refuses when two are equal. Expected time linear in their
 * number, whatever they are: many names are hashed with a secret of this process. */
bool json_keys_end(struct json_gate *gate, size_t first);
void json_keys_free(struct json_keys *keys);

#endif
