/* Writes JSON straight into a buffer, with commas and escapes.
 *
 * Write values in order, and a key before each value of an object. */
#ifndef NASH_JSONW_H
#define NASH_JSONW_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/buf.h>

struct nash_jsonw {
    struct nash_buf *out; /* not owned */
    bool comma;           /* a comma is due before the next value or key */
};

#define NASH_JSONW(buf) ((struct nash_jsonw){.out = (buf)})

void nash_jsonw_object(struct nash_jsonw *w);               /* { */
void nash_jsonw_object_end(struct nash_jsonw *w);           /* } */
void nash_jsonw_array(struct nash_jsonw *w);                /* [ */
void nash_jsonw_array_end(struct nash_jsonw *w);            /* ] */
void nash_jsonw_key(struct nash_jsonw *w, const char *key); /* escaped */

void nash_jsonw_string(struct nash_jsonw *w, const char *text);               /* NULL writes null */
void nash_jsonw_string_n(struct nash_jsonw *w, const char *text, size_t len); /* invalid UTF-8 becomes U+FFFD */
void nash_jsonw_int(struct nash_jsonw *w, int64_t value);
void nash_jsonw_uint(struct nash_jsonw *w, uint64_t value);
void nash_jsonw_uint_string(struct nash_jsonw *w, uint64_t value); /* "123", for counts that may exceed 2^53 */
void nash_jsonw_double(struct nash_jsonw *w, double value);        /* shortest form; NaN and infinity write null */
void nash_jsonw_bool(struct nash_jsonw *w, bool value);
void nash_jsonw_null(struct nash_jsonw *w);
void nash_jsonw_raw(struct nash_jsonw *w, const char *json, size_t len); /* copies ready JSON, len > 0 */

/* Write a key, then its value or the opening bracket of its value. */
void nash_jsonw_kobject(struct nash_jsonw *w, const char *key);
void nash_jsonw_karray(struct nash_jsonw *w, const char *key);
void nash_jsonw_kstring(struct nash_jsonw *w, const char *key, const char *text);
void nash_jsonw_kint(struct nash_jsonw *w, const char *key, int64_t value);
void nash_jsonw_kuint(struct nash_jsonw *w, const char *key, uint64_t value);
void nash_jsonw_kdouble(struct nash_jsonw *w, const char *key, double value);
void nash_jsonw_kbool(struct nash_jsonw *w, const char *key, bool value);
void nash_jsonw_kraw(struct nash_jsonw *w, const char *key, const char *json, size_t len);

#endif
