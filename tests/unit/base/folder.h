/* Folders of tests. A commit waits for the disk, three milliseconds and more beside other tests, and no test examines
 * what a power failure leaves: hence folders are in memory where it has room. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>

enum { TEST_FOLDER_MEMORY_MIB = 2048 }; /* must be free; the largest test writes a tenth of it */

/* Makes a folder for a test and writes its path; false if there is none. */
static inline bool test_folder(char *path, size_t size, const char *name)
{
    struct statvfs memory;
    bool has_room =
        statvfs("/dev/shm", &memory) == 0 && (memory.f_bavail * memory.f_frsize) >> 20 >= TEST_FOLDER_MEMORY_MIB;
    int len = snprintf(path, size, "%s/%s-XXXXXX", has_room ? "/dev/shm" : "/tmp", name);
    return len > 0 && (size_t)len < size && mkdtemp(path);
}

#endif
