/* Memory that outlives the process: a mapped file of fixed size, or anonymous memory if no file can be used. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stddef.h>

/* Returns `bytes` of memory that begins with the head_bytes (at most 64) at `head` and is shared with processes forked
 * later. It is the file `name` in `directory` (may be NULL) if possible: its old contents, or zeroes after the head if
 * it is new. NULL: no memory. It is never unmapped. */
void *mapped_memory(const char *directory, const char *name, const void *head, size_t head_bytes, size_t bytes);

#endif
