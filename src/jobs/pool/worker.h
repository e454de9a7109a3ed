/* A worker process: solves what comes over its socket until that closes. */
#ifndef JOBS_POOL_WORKER_H
#define JOBS_POOL_WORKER_H

#include <stdbool.h>

#include <jobs/pool/zygote.h>

enum {
    WORKER_SOCKET = 3,     /* the only descriptor it keeps besides the standard ones */
    WORKER_EXIT_NOMEM = 41 /* exit status: a library gave up because memory was spent */
};

/* Called in the forked child, with the socket on WORKER_SOCKET and nothing else open. Never returns. */
_Noreturn void worker_main(unsigned slot, struct slot_flag *flag, bool keep_stderr);

#endif
