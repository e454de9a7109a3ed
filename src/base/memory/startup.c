#include "startup.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

/* Drops the pages of an object's segments that are never written: relocated data lies in writable ones, and code with
 * relocations is not built for 64-bit machines. The pages come back from the file when they are used. */
static int drop_read_only(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size, (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0)
            continue;
        uintptr_t begin = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        if (begin < end)
            madvise((void *)begin, end - begin, MADV_DONTNEED); /* refused for the vDSO, which has no file */
    }
    return 0;
}

void startup_memory_release(void)
{
    malloc_trim(0);
    dl_iterate_phdr(drop_read_only, NULL);
}
