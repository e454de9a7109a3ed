/* The daemon under measurement: a process of its own on a free port, with a temporary data folder. */
#ifndef BENCH_SPAWN_H
#define BENCH_SPAWN_H

#include "server.h"

struct daemon {
    struct server server;
    char folder[64];
};

/* Starts the daemon. preload: a library for LD_PRELOAD, or NULL. Ends the benchmark if the daemon does not start. */
struct daemon daemon_start(const char *program, const char *preload);
void daemon_stop(struct daemon *d);
/* Finds the worker processes; returns their number. */
unsigned daemon_workers(const struct daemon *d, pid_t *found, unsigned most);
/* Returns the memory of a process in MB, or 0. */
double process_mb(pid_t pid);

#endif
