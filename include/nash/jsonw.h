/* JSON out, straight into a buffer: no tree, commas and escapes done here.
 *
 * Values are written in order; inside an object each value is preceded by its
 * key. Misuse (a value without a key) is caught by assert in debug builds. */
#ifndef NASH_JSONW_H
#define NASH_JSONW_H

#include <nash/buf.h>
#include <stdbool.h>
#include <stdint.h>

struct nash_jsonw {
    struct nash_buf *out; /* not owned */
    bool comma;           /* a comma is due before the next value or key */
};

#define NASH_JSONW(buf) ((struct nash_jsonw){.out = (buf)})

void nash_jsonw_object(struct nash_jsonw *w);     /* { */
void nash_jsonw_object_end(struct nash_jsonw *w); /* } */
void nash_jsonw_array(struct nash_jsonw *w);      /* [ */
void nash_jsonw_array_end(struct nash_jsonw *w);  /* ] */
void nash_jsonw_key(struct nash_jsonw *w, const char *key); /* escaped too */

void nash_jsonw_string(struct nash_jsonw *w, const char *text);               /* NULL writes null */
void nash_jsonw_string_n(struct nash_jsonw *w, const char *text, size_t len); /* invalid UTF-8 becomes U+FFFD */
void nash_jsonw_int(struct nash_jsonw *w, int64_t value);
void nash_jsonw_uint(struct nash_jsonw *w, uint64_t value);
void nash_jsonw_uint_string(struct nash_jsonw *w, uint64_t value); /* "123": for counts that can pass 2^53 */
void nash_jsonw_double(struct nash_jsonw *w, double value);        /* shortest round trip; NaN and Inf write null */
void nash_jsonw_bool(struct nash_jsonw *w, bool value);
void nash_jsonw_null(struct nash_jsonw *w);
void nash_jsonw_raw(struct nash_jsonw *w, const char *json, size_t len); /* ready JSON, copied as it is */

/* key and value in one call */
void nash_jsonw_kstring(struct nash_jsonw *w, const char *key, const char *text);
void nash_jsonw_kint(struct nash_jsonw *w, const char *key, int64_t value);
void nash_jsonw_kuint(struct nash_jsonw *w, const char *key, uint64_t value);
void nash_jsonw_kdouble(struct nash_jsonw *w, const char *key, double value);
void nash_jsonw_kbool(struct nash_jsonw *w, const char *key, bool value);
void nash_jsonw_kraw(struct nash_jsonw *w, const char *key, const char *json, size_t len);

#endif
