/* Servers as child processes, so that their CPU time is separate from the load generator's. */
#ifndef BENCH_SERVER_H
#define BENCH_SERVER_H

#include <stdint.h>
#include <sys/types.h>

struct server {
    pid_t pid;
    uint16_t port; /* 0: it did not start */
};

/* Forks; the child calls start() (which returns a port) and lives until server_stop(). Fork before making threads. */
struct server server_fork(uint16_t (*start)(void));
void server_stop(struct server *server);
/* Returns the CPU seconds that a process has used so far. */
double server_cpu(pid_t pid);

#endif
