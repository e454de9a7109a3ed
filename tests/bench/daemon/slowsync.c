/* Loaded before libc (LD_PRELOAD): makes each fdatasync() and fsync() take 2 ms more, as on a disk without a write
 * cache. */
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

static void take_time(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static int call(const char *name, int fd)
{
    union {
        void *pointer;
        int (*function)(int);
    } next = {.pointer = dlsym(RTLD_NEXT, name)};
    take_time();
    return next.function(fd);
}

int fdatasync(int fd)
{
    return call("fdatasync", fd);
}

int fsync(int fd)
{
    return call("fsync", fd);
}
