/* Memory that outlives the process: a file of fixed size, mapped; without a file where none can be had. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stddef.h>

/* `bytes` of memory that this process and those forked from it share, beginning with the head_bytes at `head`: zeroes
 * behind them when it is new, else what was left there. It is the file `name` in `directory` (NULL: nowhere)
 * where that can be had. head_bytes <= 64. NULL: no memory at all. It stays for the life of the process. */
void *mapped_memory(const char *directory, const char *name, const void *head, size_t head_bytes, size_t bytes);

#endif
