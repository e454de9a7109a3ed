/* An arena is a list of blocks, newest first, with a bump pointer in the newest.
 *
 * Blocks start at 32 KiB and double up to 4 MiB, limited by the cap, so a small job stays small and a large one rarely
 * calls malloc. A larger request gets a block of its own size. Blocks come from calloc and record how far they were
 * ever handed out: bytes beyond that are still zero and need no memset, so a large zeroed table costs only the pages
 * that are touched.
 *
 * Under AddressSanitizer, memory that is not handed out is poisoned, so that use after release is detected like use
 * after free. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <base/sanitizer.h>
#include <nash/arena.h>

#if SANITIZER_ADDRESS
#include <sanitizer/asan_interface.h>
#define poison(at, size)   ASAN_POISON_MEMORY_REGION((at), (size))
#define unpoison(at, size) ASAN_UNPOISON_MEMORY_REGION((at), (size))
#else
#define poison(at, size)   ((void)(at), (void)(size))
#define unpoison(at, size) ((void)(at), (void)(size))
#endif

/* In bytes. nash_arena_reset() keeps a first block of up to KEEP_MAX. */
enum { BLOCK_MIN = 32 << 10, BLOCK_MAX = 4 << 20, KEEP_MAX = 1 << 20, ALIGN = 16, ALIGN_MAX = 4096 };

struct block {
    struct block *older;
    size_t size;  /* bytes of data */
    size_t used;  /* bytes handed out */
    size_t dirty; /* largest value of used: bytes beyond it are zero */
    _Alignas(ALIGN) unsigned char data[];
};

struct nash_arena {
    struct block *newest;
    size_t cap;
    size_t total; /* bytes of all blocks, headers included */
    size_t peak;
    size_t next_size; /* smallest size of the next block */
};

enum { ARENA_BYTES = (sizeof(struct nash_arena) + ALIGN - 1) / ALIGN * ALIGN };

struct nash_arena *nash_arena_new(size_t cap)
{
    struct nash_arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return NULL;
    arena->cap = cap;
    arena->next_size = BLOCK_MIN;
    return arena;
}

struct nash_arena *nash_arena_in(void *memory, size_t size)
{
    struct nash_arena *arena = memory;
    struct block *block = (struct block *)((unsigned char *)memory + ARENA_BYTES);
    if (size < ARENA_BYTES + sizeof *block)
        return NULL;
    *arena = (struct nash_arena){.newest = block}; /* a cap of 0: no block is ever added */
    block->older = NULL;
    block->size = block->dirty = size - ARENA_BYTES - sizeof *block;
    block->used = 0;
    return arena;
}

static void arena_drop_newest(struct nash_arena *arena)
{
    struct block *block = arena->newest;
    arena->newest = block->older;
    arena->total -= sizeof *block + block->size;
    if (arena->next_size > BLOCK_MIN) /* otherwise repeated marking and releasing would allocate ever larger blocks */
        arena->next_size /= 2;
    unpoison(block->data, block->size);
    free(block);
}

void nash_arena_free(struct nash_arena *arena)
{
    if (!arena)
        return;
    while (arena->newest)
        arena_drop_newest(arena);
    free(arena);
}

/* Resets the block to `used` bytes. */
static void rewind_block(struct block *block, size_t used)
{
    block->used = used;
    poison(block->data + used, block->size - used);
}

void nash_arena_reset(struct nash_arena *arena, size_t cap)
{
    while (arena->newest && arena->newest->older)
        arena_drop_newest(arena);
    struct block *first = arena->newest;
    if (first && (first->size > KEEP_MAX || sizeof *first + first->size > cap))
        arena_drop_newest(arena);
    else if (first)
        rewind_block(first, 0);
    arena->cap = cap;
    arena->peak = arena->total;
    arena->next_size = BLOCK_MIN;
}

/* Adds a block with room for `need` bytes. */
static bool arena_add_block(struct nash_arena *arena, size_t need)
{
    size_t left = arena->cap - arena->total;
    if (arena->total > arena->cap || left < sizeof(struct block) || need > left - sizeof(struct block))
        return false;
    size_t size = arena->next_size;
    if (size > left - sizeof(struct block))
        size = left - sizeof(struct block);
    if (size < need)
        size = need;
    struct block *block = calloc(1, sizeof *block + size);
    if (!block)
        return false;
    block->size = size;
    block->older = arena->newest;
    poison(block->data, size);
    arena->newest = block;
    arena->total += sizeof *block + size;
    if (arena->total > arena->peak)
        arena->peak = arena->total;
    if (arena->next_size < BLOCK_MAX)
        arena->next_size *= 2;
    return true;
}

/* Returns `size` bytes of the newest block, or NULL if they do not fit. *clean: where its untouched zero bytes start.
 */
static unsigned char *arena_bump(struct nash_arena *arena, size_t size, size_t align, unsigned char **clean)
{
    struct block *block = arena->newest;
    if (!block)
        return NULL;
    uintptr_t at = (uintptr_t)(block->data + block->used);
    size_t skip = (size_t)(-at & (align - 1));
    size_t left = block->size - block->used;
    if (skip > left || size > left - skip)
        return NULL;
    unsigned char *out = block->data + block->used + skip;
    *clean = block->data + block->dirty;
    block->used += skip + size;
    if (block->used > block->dirty)
        block->dirty = block->used;
    unpoison(out, size);
    return out;
}

static unsigned char *arena_take(struct nash_arena *arena, size_t size, size_t align, unsigned char **clean)
{
    if (size == 0)
        size = 1;
    unsigned char *out = arena_bump(arena, size, align, clean);
    if (out)
        return out;
    size_t slack = align > ALIGN ? align : 0;
    if (size > SIZE_MAX - slack || !arena_add_block(arena, size + slack))
        return NULL;
    return arena_bump(arena, size, align, clean);
}

void *nash_arena_alloc(struct nash_arena *arena, size_t size)
{
    unsigned char *clean;
    unsigned char *out = arena_take(arena, size, ALIGN, &clean);
    if (out && out < clean) {
        size_t stale = (size_t)(clean - out);
        memset(out, 0, stale < size ? stale : size);
    }
    return out;
}

void *nash_arena_alloc_raw(struct nash_arena *arena, size_t size, size_t align)
{
    unsigned char *clean;
    if (align == 0 || align > ALIGN_MAX || (align & (align - 1)))
        return NULL;
    return arena_take(arena, size, align, &clean);
}

void *nash_arena_array(struct nash_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return nash_arena_alloc(arena, bytes);
}

char *nash_arena_strndup(struct nash_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = nash_arena_alloc_raw(arena, length + 1, 1);
    if (!copy)
        return NULL;
    if (length)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

struct nash_arena_mark nash_arena_mark(const struct nash_arena *arena)
{
    return (struct nash_arena_mark){.block = arena->newest, .used = arena->newest ? arena->newest->used : 0};
}

void nash_arena_release(struct nash_arena *arena, struct nash_arena_mark mark)
{
    while (arena->newest && arena->newest != mark.block)
        arena_drop_newest(arena);
    if (arena->newest)
        rewind_block(arena->newest, mark.used);
}

size_t nash_arena_used(const struct nash_arena *arena)
{
    return arena->total;
}

size_t nash_arena_peak(const struct nash_arena *arena)
{
    return arena->peak;
}
