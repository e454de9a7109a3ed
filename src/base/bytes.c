#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <base/bytes.h>

struct bytes *bytes_new(size_t room)
{
    if (room > SIZE_MAX / 2)
        return NULL;
    struct bytes *b = malloc(sizeof *b + room + 1);
    if (!b)
        return NULL;
    atomic_init(&b->refs, 1);
    b->len = 0;
    b->data[0] = '\0';
    return b;
}

struct bytes *bytes_copy(const void *data, size_t len)
{
    struct bytes *b = bytes_new(len);
    if (!b)
        return NULL;
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
