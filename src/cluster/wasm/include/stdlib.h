/* For arena.c: see ../memory.c. */
#ifndef WASM_STDLIB_H
#define WASM_STDLIB_H

#include <stddef.h>

void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
