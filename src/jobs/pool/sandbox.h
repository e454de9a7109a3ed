/* What a worker may do once it is locked down: compute, and talk over the descriptors it has. */
#ifndef JOBS_POOL_SANDBOX_H
#define JOBS_POOL_SANDBOX_H

#include <stdbool.h>

/* A sanitizer's runtime needs files, threads and more memory than it uses: such a build keeps only what it can live
 * with (no_new_privs), and tests of the rest skip. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANDBOX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANDBOX_SANITIZED 1
#endif
#endif
#ifndef SANDBOX_SANITIZED
#define SANDBOX_SANITIZED 0
#endif

/* Locks this process down, as far as the kernel goes (sandbox_probe() tells how far). A forbidden system call ends it
 * with SIGSYS. False when what the kernel does have could not be applied: then the process must not go on. */
bool sandbox_enter(void);

#endif
