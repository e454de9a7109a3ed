/* Integers in tasks, units and answers: little-endian, read and written byte by byte. */
#ifndef BASE_LITTLE_ENDIAN_H
#define BASE_LITTLE_ENDIAN_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t bytes_get(const uint8_t *at, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

/* Returns the address behind the integer. */
static inline uint8_t *bytes_put(uint8_t *at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        at[i] = (uint8_t)(value >> 8 * i);
    return at + count;
}

/* A part of a message that is still to be read. */
struct bytes_reader {
    const uint8_t *at;
    size_t left;
    uint8_t failed; /* 1: more was read than there was; all further integers are 0 */
};

static inline uint64_t bytes_next(struct bytes_reader *reader, unsigned count)
{
    if (reader->left < count) {
        reader->failed = 1;
        reader->left = 0;
        return 0;
    }
    reader->at += count;
    reader->left -= count;
    return bytes_get(reader->at - count, count);
}

/* Returns `count` bytes in place; NULL if there are fewer. */
static inline const uint8_t *bytes_skip(struct bytes_reader *reader, size_t count)
{
    if (reader->left < count) {
        reader->failed = 1;
        reader->left = 0;
        return NULL;
    }
    reader->at += count;
    reader->left -= count;
    return reader->at - count;
}

#endif
