/* A nashd to be measured: a child process with a folder of its own under /tmp. */
#ifndef BENCH_DAEMON_H
#define BENCH_DAEMON_H

#include "server.h"

struct daemon {
    struct server server;
    char folder[64];
};

/* preload: for LD_PRELOAD, or NULL. Further options may follow its standard ones; NULL-terminated, or NULL. Ends this
 * process when it does not start. */
struct daemon daemon_start_with(const char *program, const char *preload, const char *const *options);
struct daemon daemon_start(const char *program, const char *preload);
void daemon_stop(struct daemon *d);
/* The worker processes of a server; returns how many were found. */
unsigned daemon_workers(const struct daemon *d, pid_t *found, unsigned most);

/* MB of memory that a process has now, or 0. */
double resident_mb(pid_t pid);
_Noreturn void daemon_die(const char *why);

#endif
