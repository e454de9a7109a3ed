/* Huge pages (2 MiB) for memory that is accessed at random, such as hash tables. */
#ifndef BASE_HUGE_H
#define BASE_HUGE_H

#include <stddef.h>

/* Advises the kernel to use huge pages for the whole 2 MiB pages inside this memory, which must not have been written
 * yet. The kernel may ignore the advice. */
void huge_pages(void *memory, size_t bytes);

#endif
