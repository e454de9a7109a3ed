/* Huge pages (2 MiB) for memory that is accessed all over, such as hash tables. */
#ifndef BASE_HUGE_H
#define BASE_HUGE_H

#include <stddef.h>

/* Advises the kernel to use huge pages for those that lie entirely in this memory, which must be untouched. The kernel
 * may ignore it. */
void huge_pages(void *memory, size_t bytes);

#endif
