/* Immutable bytes with a reference count, shared between threads. Problems and results are passed as these, so that
 * jobs, store and replies share one copy. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdatomic.h>
#include <stddef.h>

struct bytes {
    _Atomic unsigned refs;
    size_t len;
    char data[]; /* len bytes and a NUL, which len does not count */
};

/* Returns room for `room` bytes with len 0, to be filled before it is shared. NULL if malloc fails. */
struct bytes *bytes_new(size_t room);
struct bytes *bytes_copy(const void *data, size_t len); /* one reference; NULL if malloc fails */
struct bytes *bytes_ref(struct bytes *b);               /* NULL is allowed */
void bytes_unref(struct bytes *b);

#endif
