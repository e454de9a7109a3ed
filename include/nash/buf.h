/* A growable byte buffer with a cap and a sticky error: write on, look once at the end. */
#ifndef NASH_BUF_H
#define NASH_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nash_buf {
    char *data;   /* heap, owned; not NUL-terminated unless nash_buf_cstr() was called */
    size_t len;   /* bytes in use */
    size_t room;  /* bytes usable; one more is allocated for nash_buf_cstr() */
    size_t cap;   /* never grow past this; 0 = no cap */
    bool failed;  /* set once an append could not be done; later appends do nothing */
};

/* An empty buffer; nothing is allocated yet. */
#define NASH_BUF_INIT(cap_bytes) ((struct nash_buf){.cap = (cap_bytes)})

void nash_buf_free(struct nash_buf *buf);           /* frees and zeroes; NULL data is fine */
void nash_buf_reset(struct nash_buf *buf);          /* len = 0, failed = false, keeps the room */
bool nash_buf_reserve(struct nash_buf *buf, size_t more); /* room for `more` further bytes */
void nash_buf_add(struct nash_buf *buf, const void *bytes, size_t count);
void nash_buf_puts(struct nash_buf *buf, const char *text);
void nash_buf_putc(struct nash_buf *buf, char c);
void nash_buf_printf(struct nash_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void nash_buf_u64(struct nash_buf *buf, uint64_t value); /* decimal */
void nash_buf_i64(struct nash_buf *buf, int64_t value);  /* decimal */
const char *nash_buf_cstr(struct nash_buf *buf);    /* NUL-terminated view; "" when failed or empty */
char *nash_buf_steal(struct nash_buf *buf, size_t *len); /* hands over data (free() it); NULL when failed */

#endif
