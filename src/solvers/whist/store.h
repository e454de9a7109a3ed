/* Memory that outlives the process: a file of fixed size, mapped shared; memory without a name where there is no file.
 */
#ifndef WHIST_STORE_H
#define WHIST_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* `bytes` of memory that this process and those forked from it share, beginning with the head_bytes at `head`: zeroes
 * behind them when it is new, else what was left there. It is the file `name` in `directory` where that can be had, and
 * then *named is true. NULL: no memory at all. It stays for the life of the process. */
void *whist_store_map(const char *directory, const char *name, const void *head, size_t head_bytes, size_t bytes,
                      bool *named);

#endif
