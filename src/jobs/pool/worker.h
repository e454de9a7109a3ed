/* A worker process: solves what comes over its socket until that closes. */
#ifndef JOBS_POOL_WORKER_H
#define JOBS_POOL_WORKER_H

#include <stdbool.h>

#include <jobs/pool/zygote.h>

enum {
    WORKER_SOCKET = 3,     /* all it has besides the standard descriptors */
    WORKER_EXIT_NOMEM = 41 /* exit status: memory was spent where nobody could say so */
};

/* Called in the forked child, with the socket on WORKER_SOCKET and nothing else open, all signals blocked and at their
 * defaults. Never returns. */
_Noreturn void worker_main(struct slot_flag *flag, bool keep_stderr);

#endif
