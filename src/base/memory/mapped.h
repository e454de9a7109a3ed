/* Memory that outlives the process: a mapped file of fixed size, or anonymous memory if no file can be used. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stddef.h>

/* Returns memory of `bytes` bytes that begins with the head_bytes (at most 64) at `head` and is shared with processes
 * forked later. If possible it is the file `name` in `directory` (may be NULL): with its old contents, or with zeroes
 * after the head if the file is new. Returns NULL if there is no memory. It is never unmapped. */
void *mapped_memory(const char *directory, const char *name, const void *head, size_t head_bytes, size_t bytes);

#endif
