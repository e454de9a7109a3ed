#include "huge.h"

#include <stdint.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

void huge_pages(void *memory, size_t bytes)
{
    uintptr_t first = ((uintptr_t)memory + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)memory + bytes) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}
