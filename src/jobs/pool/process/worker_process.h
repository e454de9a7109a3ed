/* A worker process: solves what arrives over its socket until that closes. */
#ifndef JOBS_POOL_WORKER_PROCESS_H
#define JOBS_POOL_WORKER_PROCESS_H

#include <stdbool.h>

#include <jobs/pool/zygote.h>

enum {
    WORKER_SOCKET = 3,       /* the only descriptor besides the standard streams */
    WORKER_EXIT_NOMEM = 41,  /* exit status: allocation failed where no error could be returned */
    WORKER_EXIT_SIGNAL = 128 /* exit status, plus the number of a signal that another process has sent */
};

/* Called in the forked child, with the socket on WORKER_SOCKET and no other descriptor open, all signals blocked and at
 * their defaults. Never returns. */
_Noreturn void worker_process_main(struct worker_flag *flag, bool keep_stderr);

#endif
