/* The daemon under measurement: a process of its own on a free port, with a folder that goes with it. */
#ifndef BENCH_SPAWN_H
#define BENCH_SPAWN_H

#include "server.h"

struct daemon {
    struct server server;
    char folder[64];
};

/* preload: a library for LD_PRELOAD, or NULL. Ends the benchmark when it does not come up. */
struct daemon daemon_start(const char *program, const char *preload);
void daemon_stop(struct daemon *d);
/* Its worker processes; returns how many were found. */
unsigned daemon_workers(const struct daemon *d, pid_t *found, unsigned most);
/* MB of memory that a process has now, or 0. */
double process_mb(pid_t pid);

#endif
