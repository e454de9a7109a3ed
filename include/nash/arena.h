/* An arena: all memory of one job, with a hard cap.
 *
 * Allocation is a pointer bump inside blocks taken from malloc; nothing is
 * freed alone. Reaching the cap returns NULL, it never aborts. Not thread-safe:
 * one arena belongs to one job. */
#ifndef NASH_ARENA_H
#define NASH_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct nash_arena;

/* A point to go back to, from nash_arena_mark(). */
struct nash_arena_mark {
    void *block;
    size_t used;
    size_t total;
};

/* A new arena that will never hold more than cap bytes (blocks included). NULL when malloc fails. */
struct nash_arena *nash_arena_new(size_t cap);

/* Frees everything. NULL is allowed. */
void nash_arena_free(struct nash_arena *arena);

/* Drops all allocations but keeps the first block for reuse; sets a new cap. */
void nash_arena_reset(struct nash_arena *arena, size_t cap);

/* size zeroed bytes, aligned to 16. NULL past the cap. A size of 0 gives a valid pointer. */
void *nash_arena_alloc(struct nash_arena *arena, size_t size) __attribute__((malloc, alloc_size(2)));

/* The same without zeroing, aligned to align (a power of two, at most 4096). */
void *nash_arena_alloc_raw(struct nash_arena *arena, size_t size, size_t align);

/* count * size zeroed bytes; NULL also when the product overflows. */
void *nash_arena_array(struct nash_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of length bytes. */
char *nash_arena_strndup(struct nash_arena *arena, const char *text, size_t length);

/* Everything allocated after mark is dropped by release. Marks nest like a stack. */
struct nash_arena_mark nash_arena_mark(const struct nash_arena *arena);
void nash_arena_release(struct nash_arena *arena, struct nash_arena_mark mark);

/* Bytes held now, and the most ever held since the last reset. */
size_t nash_arena_used(const struct nash_arena *arena);
size_t nash_arena_peak(const struct nash_arena *arena);

/* A cast-free allocation of count objects of a type. */
#define NASH_NEW(arena, type, count) ((type *)nash_arena_array((arena), (count), sizeof(type)))

#endif
