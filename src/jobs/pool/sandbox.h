/* Locks a worker process down: it can only compute, and use the descriptors that it has. */
#ifndef JOBS_POOL_SANDBOX_H
#define JOBS_POOL_SANDBOX_H

#include <stdbool.h>

#include <base/sanitizer.h>

/* A sanitizer's runtime needs files, threads and much address space, so a build with a sanitizer only sets
 * no_new_privs, and tests of the other restrictions are skipped. */
#define SANDBOX_SANITIZED SANITIZER_ANY

/* Locks this process down by all means that the kernel has (sandbox_probe() reports them). A forbidden system call ends
 * the process with SIGSYS. Returns false when one of these means could not be applied: the process must then exit. */
bool sandbox_enter(void);

#endif
