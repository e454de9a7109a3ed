/* A growing byte buffer with a cap and a sticky error: append freely, check `failed` once at the end. */
#ifndef NASH_BUF_H
#define NASH_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nash_buf {
    char *data;  /* from malloc, owned; NUL-terminated only by nash_buf_cstr() */
    size_t len;  /* bytes used */
    size_t room; /* bytes usable; one more is allocated for the NUL */
    size_t cap;  /* largest length; 0: no limit */
    bool failed; /* set when an append fails; later appends do nothing */
};

/* An empty buffer, without an allocation. */
#define NASH_BUF_INIT(cap_bytes) ((struct nash_buf){.cap = (cap_bytes)})

void nash_buf_free(struct nash_buf *buf);                 /* frees data, keeps the cap */
void nash_buf_reset(struct nash_buf *buf);                /* len = 0, failed = false, keeps the allocation */
bool nash_buf_reserve(struct nash_buf *buf, size_t more); /* makes room for `more` bytes; false: failed is set */
void nash_buf_add(struct nash_buf *buf, const void *bytes, size_t count);
void nash_buf_puts(struct nash_buf *buf, const char *text);
void nash_buf_putc(struct nash_buf *buf, char c);
void nash_buf_printf(struct nash_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void nash_buf_erase(struct nash_buf *buf, size_t from, size_t to); /* removes these bytes; from <= to <= len */
void nash_buf_u64(struct nash_buf *buf, uint64_t value);           /* decimal */
void nash_buf_i64(struct nash_buf *buf, int64_t value);            /* decimal */
const char *nash_buf_cstr(struct nash_buf *buf); /* NUL-terminated until the next append; "" if failed or empty */
/* Returns data, NUL-terminated, to be freed by the caller, and leaves the buffer empty; NULL if failed. */
char *nash_buf_steal(struct nash_buf *buf, size_t *len);

#endif
