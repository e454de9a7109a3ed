/* How the server starts this program as the zygote: ZYGOTE_ARGUMENT, the number of workers, whether these write to
 * stderr (0 or 1), and the folder of the solvers' tables, if there is one; with two descriptors besides the standard
 * streams, and all signals blocked. */
#ifndef JOBS_POOL_ZYGOTE_PROCESS_H
#define JOBS_POOL_ZYGOTE_PROCESS_H

#define ZYGOTE_ARGUMENT "--zygote"

enum {
    ZYGOTE_SOCKET = 3, /* the control socket */
    ZYGOTE_FLAGS = 4,  /* memory with one struct worker_flag for each worker */
    ZYGOTE_WORKERS_MAX = 4096
};

#endif
