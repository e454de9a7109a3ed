/* Immutable bytes shared between threads: counted, freed with the last reference.
 * Results and problems travel as these, so that nothing is copied between job, store and reply. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdatomic.h>
#include <stddef.h>

struct bytes {
    _Atomic unsigned refs;
    size_t len;
    char data[]; /* len bytes and a NUL that len does not count */
};

/* Room for `room` bytes, len 0, for its only holder to fill. */
struct bytes *bytes_new(size_t room);
struct bytes *bytes_copy(const void *data, size_t len); /* one reference; NULL when malloc fails */
struct bytes *bytes_ref(struct bytes *b);               /* NULL stays NULL */
void bytes_unref(struct bytes *b);

#endif
