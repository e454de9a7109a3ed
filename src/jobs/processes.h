/* The processes of workers, as a program starts them: the zygote, and a probe of what confines them. */
#ifndef JOBS_PROCESSES_H
#define JOBS_PROCESSES_H

#include <stdbool.h>

#include <nash/status.h>

struct zygote; /* the process that forks workers */

/* Has to be called first in main() of a program that starts a zygote. Does not return in the zygote. */
void zygote_enter(int argc, char **argv);
/* Starts the zygote and waits until it has called nash_prepare(data_dir). It ends when this process dies. */
struct zygote *zygote_start(const char *data_dir, unsigned workers, bool worker_stderr, struct nash_error *error);
/* Ends the zygote and its workers, waits for it and frees. After jobs_stop(). NULL is allowed. */
void zygote_stop(struct zygote *zygote);

/* What the kernel offers to confine workers, as probed in a child process. */
struct sandbox_report {
    bool no_new_privs, seccomp, rlimits;
    int landlock_abi; /* 0 = not available */
};
/* Forks. Call it before any thread exists: a child of a threaded process may find the heap locked. */
void sandbox_probe(struct sandbox_report *report);

#endif
