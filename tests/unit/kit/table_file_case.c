#include "table_file_case.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char directory[64], file[128];

static int removed(const char *path, const struct stat *is, int type, struct FTW *at)
{
    (void)is, (void)type, (void)at;
    return remove(path);
}

int make_directory(void **state)
{
    strcpy(directory, "/tmp/table-file-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(file, sizeof file, "%s/%s", directory, table_name);
    return 0;
}

int remove_directory(void **state)
{
    return nftw(directory, removed, 8, FTW_DEPTH | FTW_PHYS);
}

pid_t child_begin(const char *where, uint32_t verified, uint32_t parts)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(child_run(where, verified, parts));
    return child;
}

int child_end(pid_t child)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

void child_expect(const char *where, uint32_t verified, uint32_t parts)
{
    assert_int_equal(child_end(child_begin(where, verified, parts)), 0);
}

void flip(off_t at)
{
    char byte;
    int fd = open(file, O_RDWR | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 16;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

off_t size_of(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 ? is.st_size : -1;
}
