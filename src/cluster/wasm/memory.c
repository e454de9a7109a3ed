/* The library functions that the compiler may call in a freestanding program. The attribute no_builtin prevents it from
 * compiling their loops into calls of the same functions. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN __attribute__((no_builtin))

struct word {
    uint64_t bits;
} __attribute__((packed, may_alias));

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    uint8_t *restrict t = to;
    const uint8_t *restrict f = from;
    for (; count >= sizeof(struct word);
         count -= sizeof(struct word), t += sizeof(struct word), f += sizeof(struct word))
        *(struct word *)t = *(const struct word *)f;
    while (count-- > 0)
        *t++ = *f++;
    return to;
}

PLAIN void *memmove(void *to, const void *from, size_t count)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    if (t < f) {
        while (count-- > 0)
            *t++ = *f++;
    } else {
        while (count-- > 0)
            t[count] = f[count];
    }
    return to;
}

PLAIN void *memset(void *to, int value, size_t count)
{
    uint8_t *t = to;
    const struct word word = {(uint8_t)value * UINT64_C(0x0101010101010101)};
    for (; count >= sizeof word; count -= sizeof word, t += sizeof word)
        *(struct word *)t = word;
    while (count-- > 0)
        *t++ = (uint8_t)value;
    return to;
}

PLAIN int memcmp(const void *a, const void *b, size_t count)
{
    const uint8_t *x = a, *y = b;
    for (; count > 0 && *x == *y; count--)
        x++, y++;
    return count ? *x - *y : 0;
}

PLAIN size_t strlen(const char *text)
{
    size_t len = 0;
    while (text[len])
        len++;
    return len;
}

/* The product of two 128-bit numbers, to which the compiler turns the multiplications of nash_rng_below(). */
unsigned __int128 __multi3(unsigned __int128 a, unsigned __int128 b);
unsigned __int128 __multi3(unsigned __int128 a, unsigned __int128 b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b, x0 = x & UINT32_MAX, x1 = x >> 32, y0 = y & UINT32_MAX, y1 = y >> 32;
    uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (middle & UINT32_MAX);
    uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
    high += (uint64_t)(a >> 64) * y + x * (uint64_t)(b >> 64);
    return (unsigned __int128)high << 64 | (other << 32 | (low & UINT32_MAX));
}

/* There is no heap: the arenas of this module lie in the memory that exports.c gives them, and do not grow. */
void *calloc(size_t count, size_t size)
{
    (void)count;
    (void)size;
    return NULL;
}

void free(void *memory)
{
    (void)memory;
}
