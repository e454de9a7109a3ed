#include "server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct server server_fork(uint16_t (*start)(void))
{
    struct server server = {0};
    int ends[2];
    if (pipe(ends) != 0)
        return server;
    server.pid = fork();
    if (server.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* never outlives the benchmark */
        uint16_t port = start();
        if (write(ends[1], &port, sizeof port) != sizeof port)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    if (server.pid < 0 || read(ends[0], &server.port, sizeof server.port) != sizeof server.port)
        server.port = 0;
    close(ends[0]);
    return server;
}

void server_stop(struct server *server)
{
    if (server->pid <= 0)
        return;
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

double server_cpu(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
