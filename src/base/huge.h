/* Memory that is looked at all over, such as a hash table, in pages of 2 MB. */
#ifndef BASE_HUGE_H
#define BASE_HUGE_H

#include <stddef.h>

/* Asks the kernel to give large pages to what lies whole within `bytes` of memory that was not touched yet. A wish: the
 * kernel may have none, and nothing else depends on it. */
void huge_pages(void *memory, size_t bytes);

#endif
