/* An arena: all memory of one job, with a hard cap.
 *
 * Allocation advances a pointer in blocks from malloc; single allocations are not freed. An allocation beyond the cap
 * returns NULL and never aborts. Not thread-safe: each arena belongs to one job. */
#ifndef NASH_ARENA_H
#define NASH_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct nash_arena;

/* The state of an arena, saved by nash_arena_mark() for nash_arena_release(). */
struct nash_arena_mark {
    void *block; /* the newest block */
    size_t used; /* bytes of it that were handed out */
};

/* Returns a new arena that never holds more than `cap` bytes, block headers included, or NULL if malloc fails. */
struct nash_arena *nash_arena_new(size_t cap);

/* Returns an arena that lives in memory[size], aligned to 16, and never allocates beyond it; NULL if the size is too
 * small. It must not be freed or reset: it ends with the memory. */
struct nash_arena *nash_arena_in(void *memory, size_t size);

/* Frees everything. NULL is allowed. */
void nash_arena_free(struct nash_arena *arena);

/* Frees all allocations but keeps the first block for reuse, and sets a new cap. */
void nash_arena_reset(struct nash_arena *arena, size_t cap);

/* Returns `size` zeroed bytes, aligned to 16, or NULL beyond the cap. A size of 0 returns a valid pointer. */
void *nash_arena_alloc(struct nash_arena *arena, size_t size) __attribute__((malloc, alloc_size(2)));

/* Returns bytes that are not zeroed, aligned to `align` (a power of two, at most 4096). */
void *nash_arena_alloc_raw(struct nash_arena *arena, size_t size, size_t align);

/* Returns count * size zeroed bytes; NULL also if the product overflows. */
void *nash_arena_array(struct nash_arena *arena, size_t count, size_t size);

/* Returns a NUL-terminated copy of `length` bytes. */
char *nash_arena_strndup(struct nash_arena *arena, const char *text, size_t length);

/* nash_arena_release() frees everything allocated after the mark. Marks nest like a stack. */
struct nash_arena_mark nash_arena_mark(const struct nash_arena *arena);
void nash_arena_release(struct nash_arena *arena, struct nash_arena_mark mark);

/* Return the bytes held now, and the largest number held since the last reset; block headers count. */
size_t nash_arena_used(const struct nash_arena *arena);
size_t nash_arena_peak(const struct nash_arena *arena);

/* Allocates `count` zeroed objects of a type. */
#define NASH_NEW(arena, type, count) ((type *)nash_arena_array((arena), (count), sizeof(type)))

#endif
