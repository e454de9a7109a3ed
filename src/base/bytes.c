#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <base/bytes.h>

struct bytes *bytes_copy(const void *data, size_t len)
{
    if (len > SIZE_MAX / 2)
        return NULL;
    struct bytes *b = malloc(sizeof *b + len + 1);
    if (!b)
        return NULL;
    atomic_init(&b->refs, 1);
    b->len = len;
    if (len)
        memcpy(b->data, data, len);
    b->data[len] = '\0';
    return b;
}

struct bytes *bytes_ref(struct bytes *b)
{
    if (b)
        atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
    return b;
}

void bytes_unref(struct bytes *b)
{
    if (b && atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) == 1)
        free(b);
}
