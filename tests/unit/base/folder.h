/* Folders of tests. They are in /dev/shm if it has room, because a commit to a disk takes 3 ms or more while other
 * tests run, and no test needs data to survive a power failure. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>

enum { TEST_FOLDER_MEMORY_MIB = 2048 }; /* needed free space of /dev/shm; the largest test writes a tenth of it */

/* Makes a folder for a test and writes its path into `path`; returns false if no folder can be made. */
static inline bool test_folder(char *path, size_t size, const char *name)
{
    struct statvfs memory;
    bool has_room =
        statvfs("/dev/shm", &memory) == 0 && (memory.f_bavail * memory.f_frsize) >> 20 >= TEST_FOLDER_MEMORY_MIB;
    int len = snprintf(path, size, "%s/%s-XXXXXX", has_room ? "/dev/shm" : "/tmp", name);
    return len > 0 && (size_t)len < size && mkdtemp(path);
}

#endif
