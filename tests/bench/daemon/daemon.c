#include "daemon.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

void daemon_die(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

static _Noreturn void become(const struct daemon *d, int out, const char *program, const char *preload,
                             const char *const *options)
{
    enum { OPTIONS_MOST = 16 };
    const char *args[OPTIONS_MOST + 1] = {program, "--listen", "127.0.0.1:0", "--data", d->folder};
    int null = open("/dev/null", O_RDWR);
    for (int i = 5; options != NULL && *options != NULL && i < OPTIONS_MOST; i++)
        args[i] = *options++;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    if (preload != NULL)
        setenv("LD_PRELOAD", preload, 1);
    execv(program, (char **)(uintptr_t)args);
    _exit(127);
}

struct daemon daemon_start_with(const char *program, const char *preload, const char *const *options)
{
    struct daemon d = {.folder = "/tmp/nashd-bench-XXXXXX"};
    int ends[2];
    char line[128] = "";
    if (mkdtemp(d.folder) == NULL || pipe2(ends, O_CLOEXEC) != 0 || (d.server.pid = fork()) < 0)
        daemon_die("cannot fork");
    if (d.server.pid == 0)
        become(&d, ends[1], program, preload, options);
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    if (out == NULL || fgets(line, sizeof line, out) == NULL || strrchr(line, ':') == NULL)
        daemon_die("the daemon did not start");
    fclose(out);
    d.server.port = (uint16_t)atoi(strrchr(line, ':') + 1);
    return d;
}

struct daemon daemon_start(const char *program, const char *preload)
{
    return daemon_start_with(program, preload, NULL);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void daemon_stop(struct daemon *d)
{
    server_stop(&d->server);
    nftw(d->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The children of a process that has one thread, or made them in its first one. */
static unsigned children(pid_t parent, pid_t *found, unsigned most)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "re");
    while (file != NULL && count < most && fscanf(file, "%d", &found[count]) == 1)
        count++;
    if (file != NULL)
        fclose(file);
    return count;
}

unsigned daemon_workers(const struct daemon *d, pid_t *found, unsigned most)
{
    pid_t zygote;
    return children(d->server.pid, &zygote, 1) == 1 ? children(zygote, found, most) : 0;
}

double resident_mb(pid_t pid)
{
    char path[64], line[256];
    double kb = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmRSS: %lf", &kb) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return kb / 1024;
}
