#include "counter.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 5, WORD = 8 }; /* instructions of a block on average; bytes that one instruction passes over at least */

static struct cost cost;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    cost.blocks++;
}

/* ---- wrapped by the linker ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    cost.allocated += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    cost.allocated += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    cost.allocated += size;
    return __real_realloc(memory, size);
}

void *__wrap_memset(void *to, int byte, size_t size);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memchr(const void *text, int byte, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);
size_t __wrap_strlen(const char *text);
void *__real_memset(void *to, int byte, size_t size);
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memchr(const void *text, int byte, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
size_t __real_strlen(const char *text);

void *__wrap_memset(void *to, int byte, size_t size)
{
    cost.touched += size;
    return __real_memset(to, byte, size);
}

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    cost.touched += size;
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    cost.touched += size;
    return __real_memmove(to, from, size);
}

void *__wrap_memchr(const void *text, int byte, size_t size)
{
    const char *found = __real_memchr(text, byte, size);
    cost.touched += found != NULL ? (size_t)(found - (const char *)text) : size;
    return (void *)(uintptr_t)found;
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
    cost.touched += size;
    return __real_memcmp(a, b, size);
}

size_t __wrap_strlen(const char *text)
{
    size_t length = __real_strlen(text);
    cost.touched += length;
    return length;
}

/* ---- counts ---- */

void cost_reset(void)
{
    cJSON_Hooks hooks = {__wrap_malloc, free};
    cJSON_InitHooks(&hooks);
    cost = (struct cost){0};
}

struct cost cost_read(void)
{
    return cost;
}

uint64_t cost_total(const struct cost *of)
{
    return of->blocks * BLOCK + (of->touched + of->allocated) / WORD;
}
