#include "spawn.h"

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void die(const char *why)
{
    fprintf(stderr, "benchmark: %s\n", why);
    exit(1);
}

static void become(const struct daemon *d, int out, const char *program, const char *preload)
{
    int null = open("/dev/null", O_RDWR);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    if (preload != NULL)
        setenv("LD_PRELOAD", preload, 1);
    execl(program, program, "--listen", "127.0.0.1:0", "--data", d->folder, (char *)NULL);
    _exit(127);
}

struct daemon daemon_start(const char *program, const char *preload)
{
    struct daemon d = {.folder = "/tmp/nashd-bench-XXXXXX"};
    int ends[2];
    char line[128] = "";
    if (mkdtemp(d.folder) == NULL || pipe2(ends, O_CLOEXEC) != 0 || (d.server.pid = fork()) < 0)
        die("cannot fork");
    if (d.server.pid == 0)
        become(&d, ends[1], program, preload);
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    if (out == NULL || fgets(line, sizeof line, out) == NULL || strrchr(line, ':') == NULL)
        die("the daemon did not start");
    fclose(out);
    d.server.port = (uint16_t)atoi(strrchr(line, ':') + 1);
    return d;
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

/* Finds the child processes of the first thread of a process. */
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

double process_mb(pid_t pid)
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
